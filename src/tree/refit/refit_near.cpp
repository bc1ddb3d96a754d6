// SPDX-License-Identifier: MIT
// Which clusters of a tree are near a region, and boxes that are up to date for them.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "tree/refit/both_lists.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {
namespace {

/// Clusters that one worker looks at in one go, at the least, where there are several workers. If all of them are near
/// and their boxes are old, that takes some microseconds.
constexpr std::size_t min_clusters_per_piece = 16;
constexpr std::size_t max_clusters_per_piece = 256;
constexpr std::size_t pieces_per_worker = 8;
/// Boxes that one worker makes in one go.
constexpr std::size_t stale_per_chunk = 32;

} // namespace

void RefitBvh::make_room_for_near()
{
    const std::size_t clusters = tree_.cluster_count();
    near_.resize_uninitialised(clusters);
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

/// Lists those of clusters [begin, end) that are near at the same place of near_, and gives their number.
std::size_t RefitBvh::refit_piece(const Box& region, std::size_t begin, std::size_t end)
{
    LaneBox* boxes = boxes_[now_].data();
    std::uint32_t* near = near_.data() + begin;
    std::uint32_t* stale = stale_.data() + begin;
    const std::size_t listed = list_near_clusters(boxes, travel_then_.data(), travel_, begin, end, region, near);
    box_listed_clusters(tree_, positions_, stale, list_stale({near, listed}, stale), boxes);
    return keep_near_clusters(boxes, region, near, listed);
}

/// Puts what is near in each piece one after the other.
void RefitBvh::gather_near(std::size_t piece_size)
{
    std::size_t count = 0;
    for (std::size_t begin = 0, piece = 0; begin < tree_.cluster_count(); begin += piece_size, ++piece) {
        std::memmove(near_.data() + count, near_.data() + begin, near_counts_[piece] * sizeof(std::uint32_t));
        count += near_counts_[piece];
    }
    near_.resize_uninitialised(count);
    near_travel_ = travel_;
}

void RefitBvh::refit_both(RefitBvh& a, RefitBvh& b, const Box& region, Workers& workers)
{
    RefitBvh* const trees[2] = {&a, &b};
    const std::size_t sides = &a == &b ? 1 : 2;
    std::size_t counts[2] = {};
    std::uint64_t price = 0;
    for (std::size_t side = 0; side < sides; ++side) {
        RefitBvh& tree = *trees[side];
        tree.find_track(workers);
        counts[side] = tree.tree_.cluster_count();
        price += tree.expected_price();
        tree.near_.resize_uninitialised(counts[side]);
    }
    if (!workers.would_share(price)) {
        for (std::size_t side = 0; side < sides; ++side) {
            RefitBvh& tree = *trees[side];
            tree.near_.resize_uninitialised(tree.refit_piece(region, 0, counts[side]));
            tree.near_travel_ = tree.travel_;
        }
        return;
    }
    const std::size_t piece_size = std::clamp(
        (counts[0] + counts[1]) / (pieces_per_worker * workers.count()), min_clusters_per_piece,
        max_clusters_per_piece);
    for_each_chunk_of_both(
        workers, counts, piece_size, price, [&](std::size_t side, std::size_t begin, std::size_t end) {
            trees[side]->near_counts_[begin / piece_size] =
                static_cast<std::uint32_t>(trees[side]->refit_piece(region, begin, end));
        });
    for (std::size_t side = 0; side < sides; ++side)
        trees[side]->gather_near(piece_size);
}

std::span<const std::uint32_t> RefitBvh::refit(const Box& region, Workers& workers)
{
    refit_both(*this, *this, region, workers);
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
