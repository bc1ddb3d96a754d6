// SPDX-License-Identifier: MIT
#include "tree/refit/refit_bvh.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <utility>

#include "base/check.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"

namespace tactus {
namespace {

// What one worker takes at a time: enough to hide the hand-over.
constexpr std::size_t clusters_per_chunk = 32;
constexpr std::size_t min_vertices_per_chunk = 512, max_vertices_per_chunk = 4096;
constexpr std::size_t chunks_per_worker = 4;
/// Updates without a query nearby after which a body's travel is no longer measured.
constexpr std::uint32_t watched_updates = 8;

Box box_of(std::span<const LaneBox> boxes)
{
    Box all;
    for (const LaneBox& box : boxes)
        all = include(all, box_of(box));
    return all;
}

bool all_finite(const PositionsView& positions)
{
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const Vec3 p = positions[vertex];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return false;
    }
    return true;
}

} // namespace

RefitBvh::RefitBvh(ClusterTree tree, VertexPlaces places, PositionStorage storage)
    : tree_(std::move(tree)), places_(places), storage_(storage), rebuild_(tree_.cluster_count())
{
    for (int half = 0; half < 2; ++half) {
        if (half == 0 || !is_streaming())
            boxes_[half].resize_uninitialised(tree_.cluster_count());
        if (storage_ == PositionStorage::copied)
            copies_[half].resize_uninitialised(3 * std::size_t(tree_.vertex_count));
    }
    travel_then_.resize_uninitialised(tree_.cluster_count());
    std::fill(travel_then_.begin(), travel_then_.end(), 0.0);
    make_room_for_near();
    chunks_.resize_uninitialised(tree_.vertex_count / min_vertices_per_chunk + 1);
    if (!is_renumbered())
        unused_ = UnusedVertices(tree_);
}

bool RefitBvh::box_all(const float* places, LaneBox* boxes, Workers& workers) const
{
    std::atomic<bool> finite = true;
    workers.for_each_chunk(
        tree_.cluster_count(), clusters_per_chunk, price::boxed_cluster,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            if (!box_clusters(tree_, places, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), boxes))
                finite = false;
        });
    return finite;
}

/// The positions stay in the caller's order, and boxes are left for later.
bool RefitBvh::update_streaming(const PositionsView& positions, Workers& workers)
{
    const auto* given = static_cast<const float*>(positions.data());
    if (!positions.is_packed_float()) {
        converted_.resize_uninitialised(3 * positions.size());
        for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
            const Vec3 p = positions[vertex];
            std::copy_n(&p.x, 3, converted_.data() + 3 * vertex);
        }
        given = converted_.data();
    }
    const std::size_t size = vertices_of_a_piece(tree_.vertex_count, workers);
    const std::size_t pieces = begin_update(given, size);
    workers.for_each_chunk(
        pieces, 1, size * price::streamed_vertex,
        [&](std::size_t piece, std::size_t, std::size_t, std::uint32_t) { update_piece(piece); });
    return end_update(workers);
}

std::size_t RefitBvh::vertices_of_a_piece(std::size_t vertices, const Workers& workers)
{
    const std::size_t chunks = workers.count() == 1 ? 1 : chunks_per_worker * workers.count();
    return std::clamp(vertices / chunks, min_vertices_per_chunk, max_vertices_per_chunk);
}

std::size_t RefitBvh::begin_update(const float* given, std::size_t vertices)
{
    TACTUS_CHECK(is_streaming() && vertices >= min_vertices_per_chunk);
    // A body that no query comes near for a while is not worth comparing with its old positions, nor the memory of a
    // second half: it is looked at first, and copied to where it was.
    const bool compares = positions_ != nullptr && updates_since_refit_ < watched_updates;
    const bool keeps = positions_ != nullptr && (compares || keeps_previous_);
    begun_ = {given, copies_[keeps ? 1 - half_ : half_].data(), vertices, compares, keeps};
    return (tree_.vertex_count + vertices - 1) / vertices;
}

void RefitBvh::update_piece(std::size_t piece)
{
    const std::size_t begin = piece * begun_.vertices, count = std::min(begun_.vertices, tree_.vertex_count - begin);
    const float* given = begun_.given + 3 * begin;
    chunks_[piece] = begun_.compares ? take_positions(given, positions_ + 3 * begin, begun_.copy + 3 * begin, count)
                                     : look_at_positions(given, count);
}

bool RefitBvh::end_update(Workers& workers)
{
    const auto [given, copy, chunk, compares, keeps] = begun_;
    StreamedPositions all;
    for (const StreamedPositions& some : chunks_.span().first((tree_.vertex_count + chunk - 1) / chunk)) {
        all.box = include(all.box, some.box);
        all.surely_finite = all.surely_finite && some.surely_finite;
        all.travel = !(some.travel <= all.travel) ? some.travel : all.travel;
    }
    if (!all.surely_finite && !TACTUS_FAULT(50) && !all_finite({given, tree_.vertex_count})) {
        previous_positions_ = nullptr;
        return false;
    }

    if (keeps)
        half_ = 1 - half_;
    if (!compares)
        workers.for_each_chunk(
            tree_.vertex_count, chunk, price::streamed_vertex,
            [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                std::copy_n(begun_.given + 3 * begin, 3 * (end - begin), begun_.copy + 3 * begin);
            });
    previous_positions_ = keeps ? positions_ : nullptr;
    positions_ = copy;
    box_ = unused_.box_of_others(positions_, tree_.vertex_count, all.box);
    if (TACTUS_FAULT(5))
        box_.upper.x = std::nextafter(box_.upper.x, box_.lower.x);
    const float travel = all.travel;
    // The differences were rounded once: a little more makes sure. One that overflowed says nothing.
    // A sum that dwarfs what is added to it would swallow it, so steps count at least a billionth of the way, and a
    // body that has come ten thousand times its size starts from zero.
    knows_travel_ = knows_travel_ && compares && std::isfinite(travel);
    if (knows_travel_ && travel > 0.0f)
        travel_ += std::max(double(travel) * (TACTUS_FAULT(11) ? 0.5 : 1.000001), travel_ * 1e-9);
    const Vec3 half = box_.upper * 0.5f - box_.lower * 0.5f;
    knows_travel_ = knows_travel_ && travel_ <= 1e4 * double(std::max({half.x, half.y, half.z}));
    ++updates_since_refit_;
    if (compares)
        advance_rebuild(workers);
    return true;
}

/// Whether the tree was changed. A better tree is worth much, but no update is refused for want of one.
bool RefitBvh::try_rebuild(Workers& workers)
{
    try {
        return rebuild_.advance(tree_, positions_, boxes_[now_].span(), [&] { refit_all(workers); });
    } catch (const std::bad_alloc&) {
        rebuild_.begin_anew(tree_.cluster_count());
        return false;
    }
}

void RefitBvh::advance_rebuild(Workers& workers)
{
    if (keeps_slots_ || !try_rebuild(workers))
        return;
    ++era_;
    editor_.forget();
    if (!knows_travel_)
        return;
    const std::uint32_t begin = rebuild_.first_changed_cluster(), end = rebuild_.end_changed_cluster();
    box_clusters(tree_, positions_, begin, end, boxes_[now_].data());
    std::fill(travel_then_.begin() + begin, travel_then_.begin() + end, travel_);
}

/// All boxes are made at once: where the world's copy is in tree order, which costs a gather anyhow, and where the
/// positions are borrowed, so that nobody knows the ones before.
bool RefitBvh::update_in_places(const PositionsView& positions, Workers& workers)
{
    LaneBox* boxes = boxes_[1 - now_].data();
    const float* places = static_cast<const float*>(positions.data());
    bool finite = true;
    if (storage_ == PositionStorage::borrowed) {
        finite = box_all(places, boxes, workers) && unused_.are_finite(places);
    } else {
        float* copy = copies_[1 - half_].data();
        if (positions.is_packed_float() && workers.count() == 1) {
            finite = copy_and_box_clusters(tree_, places, copy, 0, tree_.cluster_count(), boxes);
        } else {
            if (positions.is_packed_float())
                workers.for_each_chunk(
                    tree_.cluster_count(), clusters_per_chunk, price::copied_cluster,
                    [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                        copy_runs(
                            tree_, places, copy, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
                    });
            else
                for (std::size_t place = 0; place < tree_.used_vertex_count; ++place) {
                    const Vec3 p = positions[tree_.vertex_order[place]];
                    copy[3 * place] = p.x;
                    copy[3 * place + 1] = p.y;
                    copy[3 * place + 2] = p.z;
                }
            finite = box_all(copy, boxes, workers);
        }
        places = copy;
    }
    for (std::uint32_t place = tree_.used_vertex_count; place < tree_.vertex_count; ++place) {
        const Vec3 p = positions[tree_.vertex_order[place]];
        finite = finite && std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
        if (storage_ == PositionStorage::copied)
            std::copy_n(&p.x, 3, copies_[1 - half_].data() + 3 * std::size_t(place));
    }
    if (!finite) {
        previous_positions_ = nullptr;
        return false;
    }
    half_ = 1 - half_;
    now_ = 1 - now_;
    previous_positions_ = storage_ == PositionStorage::copied ? positions_ : nullptr;
    positions_ = places;
    box_ = box_of(boxes_[now_].span());
    knows_travel_ = true;
    return true;
}

bool RefitBvh::update(const PositionsView& positions, Workers& workers)
{
    TACTUS_CHECK(positions.size() == tree_.vertex_count);
    if (is_streaming())
        return update_streaming(positions, workers);
    return update_in_places(positions, workers);
}

void RefitBvh::begin_era()
{
    ++era_;
    travel_ = 0.0;
    std::fill(travel_then_.begin(), travel_then_.end(), 0.0);
    knows_travel_ = true;
}

void RefitBvh::make_bounds(std::uint32_t begin, std::uint32_t end)
{
    TACTUS_CHECK(begin <= end && end <= tree_.cluster_count());
    box_clusters(tree_, positions_, begin, end, boxes_[now_].data());
    if (end == tree_.cluster_count())
        begin_era();
}

LaneBox RefitBvh::bound(std::uint32_t cluster) const
{
    LaneBox box = boxes_[now_][cluster];
    if (travel_then_[cluster] == travel_)
        return box;
    // The margins are those of list_near_clusters.
    const auto slack = static_cast<float>((travel_ - travel_then_[cluster]) * 1.000001);
    for (int axis = 0; axis < 3; ++axis) {
        const float lower = box.lower[axis] - slack, upper = box.upper[axis] + slack;
        box.lower[axis] = lower - std::abs(lower) * 4e-7f;
        box.upper[axis] = upper + std::abs(upper) * 4e-7f;
    }
    return box;
}

const LaneBox& RefitBvh::refit(std::uint32_t cluster)
{
    TACTUS_CHECK(cluster < tree_.cluster_count());
    if (travel_then_[cluster] != travel_) {
        box_listed_clusters(tree_, positions_, &cluster, 1, boxes_[now_].data());
        travel_then_[cluster] = travel_;
    }
    return boxes_[now_][cluster];
}

/// What was made with the tree in its own order is in the caller's.
void RefitBvh::take_given_order()
{
    for (Buffer<float>& copy : copies_) {
        Buffer<float> given(copy.size());
        for (std::size_t place = 0; place < tree_.vertex_count; ++place)
            std::copy_n(copy.data() + 3 * place, 3, given.data() + 3 * std::size_t(tree_.vertex_order[place]));
        copy = std::move(given);
    }
    number_as_given(tree_);
    places_ = VertexPlaces::as_given;
    boxes_[1 - now_] = {};
    unused_ = UnusedVertices(tree_);
}

/// Their positions, too.
void RefitBvh::take_vertices(std::span<const Vec3> new_vertices, const float* borrowed)
{
    const std::uint32_t old_count = tree_.vertex_count;
    add_vertices(tree_, static_cast<std::uint32_t>(new_vertices.size()));
    chunks_.resize_uninitialised(tree_.vertex_count / min_vertices_per_chunk + 1);
    const bool had_previous = previous_positions_ != nullptr;
    if (storage_ == PositionStorage::copied)
        for (Buffer<float>& copy : copies_) {
            copy.resize_uninitialised(3 * std::size_t(tree_.vertex_count));
            for (std::size_t k = 0; k < new_vertices.size(); ++k)
                std::copy_n(&new_vertices[k].x, 3, copy.data() + 3 * (old_count + k));
        }
    positions_ = storage_ == PositionStorage::copied ? copies_[half_].data() : borrowed;
    previous_positions_ = had_previous ? copies_[1 - half_].data() : nullptr;
}

std::size_t RefitBvh::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added,
    std::uint32_t first_number, const float* borrowed)
{
    if (is_renumbered())
        take_given_order();
    take_vertices(new_vertices, borrowed);
    const EditedSlots edited = editor_.edit(tree_, removed, added, first_number, positions_);
    const std::uint32_t cluster_count = tree_.cluster_count();
    boxes_[now_].resize_uninitialised(cluster_count);
    if (!is_streaming())
        boxes_[1 - now_].resize_uninitialised(cluster_count);
    travel_then_.resize_uninitialised(cluster_count);
    make_room_for_near();
    box_listed_clusters(tree_, positions_, edited.clusters.data(), edited.clusters.size(), boxes_[now_].data());
    std::size_t triangles = 0;
    for (const std::uint32_t cluster : edited.clusters) {
        travel_then_[cluster] = travel_;
        triangles += filled_slot_count(tree_, cluster);
    }
    unused_.edit(tree_, edited);
    if (is_streaming()) {
        box_ = unused_.box_of_others(
            positions_, tree_.vertex_count, look_at_positions(positions_, tree_.vertex_count).box);
    } else {
        box_ = box_of(boxes_[now_].span());
    }
    ++era_;
    rebuild_.begin_anew(cluster_count);
    return triangles;
}

StructureEdit RefitBvh::edit(const TreeEdit& wanted)
{
    nodes_.reset();
    return {edit(wanted.removed, wanted.placed, wanted.added, wanted.first_number, wanted.all_positions), 0};
}

std::uint64_t RefitBvh::era() const { return is_streaming() && knows_travel_ ? era_ : 0; }

std::size_t RefitBvh::bytes() const
{
    return sizeof(*this) - sizeof(tree_) + tree_.bytes() + copies_[0].bytes() + copies_[1].bytes() + boxes_[0].bytes()
           + boxes_[1].bytes() + travel_then_.bytes() + near_.bytes() + packed_near_.bytes() + stale_.bytes()
           + near_counts_.bytes() + chunks_.bytes() + converted_.bytes() + rebuild_.bytes() + editor_.bytes()
           + unused_.bytes() + (nodes_ != nullptr ? nodes_->bytes() : 0);
}

} // namespace tactus
