// SPDX-License-Identifier: MIT
#include "hierarchy/refit_bvh.h"

#include <atomic>
#include <cmath>
#include <utility>

namespace tactus {
namespace {

/// Clusters that one worker takes at a time: enough to hide the hand-over.
constexpr std::size_t clusters_per_chunk = 128;

Box box_of(std::span<const LaneBox> boxes)
{
    Box all;
    for (const LaneBox& box : boxes) {
        all.lower = min(all.lower, {box.lower[0], box.lower[1], box.lower[2]});
        all.upper = max(all.upper, {box.upper[0], box.upper[1], box.upper[2]});
    }
    return all;
}

} // namespace

RefitBvh::RefitBvh(ClusterTree tree, VertexPlaces places) : tree_(std::move(tree)), places_(places)
{
    for (int half = 0; half < 2; ++half) {
        boxes_[half].resize_uninitialised(tree_.cluster_count());
        if (places_ == VertexPlaces::first_use)
            copies_[half].resize_uninitialised(3 * std::size_t(tree_.used_vertex_count));
    }
}

bool RefitBvh::unused_are_finite(const PositionsView& positions) const
{
    if (places_ == VertexPlaces::as_given)
        return true;
    for (std::uint32_t place = tree_.used_vertex_count; place < tree_.vertex_count; ++place) {
        const Vec3 p = positions[tree_.vertex_order[place]];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return false;
    }
    return true;
}

bool RefitBvh::box_all(const float* places, LaneBox* boxes, Workers& workers) const
{
    std::atomic<bool> finite = true;
    workers.for_each_chunk(
        tree_.cluster_count(), clusters_per_chunk, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            if (!box_clusters(tree_, places, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), boxes))
                finite = false;
        });
    return finite;
}

bool RefitBvh::copy(const PositionsView& positions, float* places, LaneBox* boxes, Workers& workers) const
{
    const auto* given = static_cast<const float*>(positions.data());
    if (positions.is_packed_float() && workers.count() == 1)
        return copy_and_box_clusters(tree_, given, places, 0, tree_.cluster_count(), boxes);
    if (positions.is_packed_float())
        workers.for_each_chunk(
            tree_.cluster_count(), clusters_per_chunk,
            [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                copy_runs(tree_, given, places, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
            });
    else
        for (std::size_t place = 0; place < tree_.used_vertex_count; ++place) {
            const Vec3 p = positions[tree_.vertex_order[place]];
            places[3 * place] = p.x;
            places[3 * place + 1] = p.y;
            places[3 * place + 2] = p.z;
        }
    return box_all(places, boxes, workers);
}

bool RefitBvh::update(const PositionsView& positions, Workers& workers)
{
    const int next = 1 - now_;
    const float* places = nullptr;
    bool finite = unused_are_finite(positions);
    if (places_ == VertexPlaces::as_given) {
        places = static_cast<const float*>(positions.data());
        finite = finite && box_all(places, boxes_[next].data(), workers);
    } else {
        places = copies_[next].data();
        finite = finite && copy(positions, copies_[next].data(), boxes_[next].data(), workers);
    }
    if (!finite)
        return false;
    positions_ = places;
    now_ = next;
    box_ = box_of(boxes_[now_].span());
    return true;
}

std::size_t RefitBvh::bytes() const
{
    return sizeof(*this) - sizeof(tree_) + tree_.bytes() + copies_[0].bytes() + copies_[1].bytes() + boxes_[0].bytes()
        + boxes_[1].bytes();
}

} // namespace tactus
