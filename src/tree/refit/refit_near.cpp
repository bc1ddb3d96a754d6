// SPDX-License-Identifier: MIT
// Which clusters of a tree are near a region, and boxes that are up to date for them.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {
namespace {

/// Clusters that one worker looks at in one go, at the least, where there are several workers. If all of them are near
/// and their boxes are old, that takes some microseconds.
constexpr std::size_t min_clusters_per_piece = 16;
constexpr std::size_t max_clusters_per_piece = 256;
constexpr std::size_t pieces_per_worker = 4;
/// Boxes that one worker makes in one go.
constexpr std::size_t stale_per_chunk = 32;

} // namespace

void RefitBvh::make_room_for_near()
{
    const std::size_t clusters = tree_.cluster_count();
    near_.resize_uninitialised(clusters);
    packed_near_.resize_uninitialised(clusters);
    stale_.resize_uninitialised(clusters);
    near_counts_.resize_uninitialised(clusters / min_clusters_per_piece + 1);
}

/// Makes all boxes anew if nobody knows how far they are off.
void RefitBvh::find_track(Workers& workers)
{
    updates_since_refit_ = 0;
    if (knows_travel_)
        return;
    box_all(positions_, boxes_[now_].data(), workers);
    begin_era();
}

/// What refit may cost, by what was near the last time and whether anything has moved since. The boxes of about half of
/// it turn out to be needed anew.
std::uint64_t RefitBvh::expected_price() const
{
    const std::uint64_t stale = travel_ != near_travel_ ? near_.size() / 2 : 0;
    return tree_.cluster_count() * price::listed_cluster + stale * price::boxed_cluster;
}

/// Lists those of the clusters whose boxes are not up to date, and gives their number. From now on they count as being.
std::size_t RefitBvh::list_stale(std::span<const std::uint32_t> clusters, std::uint32_t* stale)
{
    double* travel_then = travel_then_.data();
    std::size_t count = 0;
    for (const std::uint32_t cluster : clusters) {
        stale[count] = cluster;
        count += travel_then[cluster] != travel_ && !TACTUS_FAULT(10) ? 1 : 0;
        travel_then[cluster] = travel_;
    }
    return count;
}

/// Lists those of clusters [begin, end) that are near at the same place of near_, packs their boxes if there is a grid,
/// and gives their number.
std::size_t RefitBvh::refit_piece(const Box& region, const BoxGrid* grid, std::size_t begin, std::size_t end)
{
    LaneBox* boxes = boxes_[now_].data();
    std::uint32_t* near = near_.data() + begin;
    std::uint32_t* stale = stale_.data() + begin;
    const std::size_t listed = list_near_clusters(boxes, travel_then_.data(), travel_, begin, end, region, near);
    box_listed_clusters(tree_, positions_, stale, list_stale({near, listed}, stale), boxes);
    const std::size_t kept = keep_near_clusters(boxes, region, near, listed);
    if (grid != nullptr)
        pack_listed_boxes(boxes, near, kept, *grid, packed_near_.data() + begin);
    return kept;
}

/// Puts what is near in each piece one after the other.
void RefitBvh::gather_near(std::size_t piece_size, const BoxGrid* grid)
{
    std::size_t count = 0;
    for (std::size_t begin = 0, piece = 0; begin < tree_.cluster_count(); begin += piece_size, ++piece) {
        const std::size_t more = near_counts_[piece];
        if (begin > count) {
            std::memmove(near_.data() + count, near_.data() + begin, more * sizeof(std::uint32_t));
            if (grid != nullptr && !TACTUS_FAULT(145))
                std::memmove(packed_near_.data() + count, packed_near_.data() + begin, more * sizeof(PackedBox));
        }
        count += more;
    }
    near_.resize_uninitialised(count);
    packed_near_.resize_uninitialised(count);
    near_travel_ = travel_;
}

/// The loop goes over the pieces of all trees.
void RefitBvh::refit(std::span<RefitBvh* const> trees, const Box& region, const BoxGrid* grid, Workers& workers)
{
    std::size_t clusters = 0;
    std::uint64_t price = 0;
    for (RefitBvh* tree : trees) {
        tree->find_track(workers);
        price += tree->expected_price();
        tree->make_room_for_near();
        clusters += tree->tree_.cluster_count();
    }
    const std::size_t piece_size =
        workers.would_share(price) ? std::clamp(
            clusters / (pieces_per_worker * workers.count()), min_clusters_per_piece, max_clusters_per_piece)
                                   : std::max<std::size_t>(1, clusters);
    const auto pieces_of = [&](const RefitBvh& tree) {
        return (tree.tree_.cluster_count() + piece_size - 1) / piece_size;
    };
    const std::size_t pieces_of_first = pieces_of(*trees.front());
    const std::size_t pieces = pieces_of_first + (trees.size() > 1 ? pieces_of(*trees.back()) : 0);
    const auto refit_piece_of = [&](RefitBvh& tree, std::size_t piece) {
        const std::size_t begin = piece * piece_size;
        const std::size_t end = std::min<std::size_t>(begin + piece_size, tree.tree_.cluster_count());
        tree.near_counts_[piece] = static_cast<std::uint32_t>(tree.refit_piece(region, grid, begin, end));
    };
    workers.for_each_chunk(
        pieces, 1, pieces > 0 ? price / pieces : 0, [&](std::size_t piece, std::size_t, std::size_t, std::uint32_t) {
            if (piece < pieces_of_first)
                refit_piece_of(*trees.front(), piece);
            else
                refit_piece_of(*trees.back(), piece - pieces_of_first);
        });
    for (RefitBvh* tree : trees)
        tree->gather_near(piece_size, grid);
}

void RefitBvh::refit_both(RefitBvh& a, RefitBvh& b, const Box& region, const BoxGrid& grid, Workers& workers)
{
    RefitBvh* const both[2] = {&a, &b};
    refit(std::span(both).first(&a == &b ? 1 : 2), region, &grid, workers);
}

std::span<const std::uint32_t> RefitBvh::refit(const Box& region, Workers& workers)
{
    RefitBvh* const self = this;
    refit({&self, 1}, region, nullptr, workers);
    return near_.span();
}

void RefitBvh::refit_all(Workers& workers)
{
    find_track(workers);
    near_.resize_uninitialised(tree_.cluster_count());
    std::iota(near_.begin(), near_.end(), 0u);
    near_travel_ = travel_;
    workers.for_each_chunk(
        list_stale(near_.span(), stale_.data()), stale_per_chunk, price::boxed_cluster,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            box_listed_clusters(tree_, positions_, stale_.data() + begin, end - begin, boxes_[now_].data());
        });
}

} // namespace tactus
