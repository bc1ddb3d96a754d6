// SPDX-License-Identifier: MIT
#include "search/self/windows/self_uncertain.h"

#include <algorithm>

#include "base/work_prices.h"

namespace tactus {
namespace {

constexpr std::size_t listed_clusters_a_chunk = 32;

/// Gives the pairs of leaves of two adjacent clusters, or of one, that are to be compared if the windows around all of
/// a, or all of b, hold: a window also holds every leaf that shares a vertex with its cluster.
std::uint64_t outside_windows(const AdjacentPair& pair, bool holds_a, bool holds_b)
{
    if (pair.a == pair.b)
        return holds_a ? 0 : pair.apart;
    const std::uint64_t adjacent = ~pair.apart;
    // Bytes are leaves of b: those with a bit are adjacent to a. Bits within a byte are leaves of a.
    constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f;
    const std::uint64_t leaves_of_b = (((((adjacent & low_bits) + low_bits) | adjacent) & ~low_bits) >> 7) * 255;
    std::uint64_t leaves_of_a = adjacent | adjacent >> 32;
    leaves_of_a |= leaves_of_a >> 16;
    leaves_of_a = ((leaves_of_a | leaves_of_a >> 8) & 255) * 0x0101010101010101;
    return pair.apart & ~(holds_a ? leaves_of_b : 0) & ~(holds_b ? leaves_of_a : 0);
}

} // namespace

void UncertainPairs::certify(const SelfBody& body, const SelfBlocks& blocks, Workers& workers, const WorkMeter& meter)
{
    certified_.resize_uninitialised(2 * std::size_t{body.tree.cluster_count()});
    workers.for_each_chunk(
        body.tree.cluster_count(), per_unit::self_clusters, price::spread_cluster,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            if (meter.deadline_passed())
                std::fill(certified_.data() + 2 * begin, certified_.data() + 2 * end, WindowHolds::no);
            else
                certify_windows(body.tables.windows, blocks, begin, end, certified_.data());
        });
}

/// list_range(begin, end, out) writes what is left of the pairs of these clusters, and gives how many.
template <class ListRange>
void UncertainPairs::fill(
    List& list, const AdjacencyLevel& level, std::uint32_t nodes_a_cluster, std::uint32_t cluster_count,
    Workers& workers, ListRange list_range)
{
    const std::size_t chunk = workers.count() == 1 ? cluster_count : listed_clusters_a_chunk;
    list.pairs.resize_uninitialised(level.pairs.size());
    counts_.resize_uninitialised((cluster_count + chunk - 1) / chunk);
    const auto place_of = [&](std::size_t index) {
        return list.pairs.data() + level.begin.data()[index * chunk * nodes_a_cluster];
    };
    workers.for_each_chunk(
        cluster_count, chunk, price::copied_cluster,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t) {
            counts_.data()[index] = list_range(begin, end, place_of(index));
        });
    list.pieces.clear();
    for (std::size_t index = 0; index < counts_.size(); ++index)
        list.pieces.append(place_of(index), counts_[index]);
}

const PairPieces<AdjacentPair>& UncertainPairs::list_clusters(const SelfBody& body, Workers& workers)
{
    const AdjacencyLevel& level = body.tables.adjacent.levels[1];
    const auto list_range = [&](std::size_t begin, std::size_t end, AdjacentPair* out) {
        const WindowHolds* certified = certified_.data();
        const auto holds = [certified](std::uint32_t cluster) { return certified[2 * cluster] == WindowHolds::whole; };
        const AdjacentPair* const last = level.pairs.data() + level.begin.data()[end];
        AdjacentPair* next = out;
        for (const AdjacentPair* pair = level.pairs.data() + level.begin.data()[begin]; pair != last; ++pair) {
            const std::uint64_t outside = outside_windows(*pair, holds(pair->a), holds(pair->b));
            *next = {pair->a, pair->b, outside};
            next += outside != 0;
        }
        return static_cast<std::size_t>(next - out);
    };
    fill(clusters_, level, 1, body.tree.cluster_count(), workers, list_range);
    return clusters_.pieces;
}

const PairPieces<AdjacentPair>& UncertainPairs::list_leaves(const SelfBody& body, Workers& workers)
{
    const AdjacencyLevel& level = body.tables.adjacent.levels[0];
    const auto list_range = [&](std::size_t begin, std::size_t end, AdjacentPair* out) {
        const WindowHolds* certified = certified_.data();
        const std::uint32_t* begin_of = level.begin.data();
        const AdjacentPair* pairs = level.pairs.data();
        AdjacentPair* next = out;
        for (std::size_t half = 2 * begin; half < 2 * end; ++half) {
            if (certified[half] != WindowHolds::no)
                continue;
            const AdjacentPair* const last = pairs + begin_of[4 * half + 4];
            for (const AdjacentPair* pair = pairs + begin_of[4 * half]; pair != last; ++pair) {
                *next = *pair;
                next += certified[pair->b / 4] == WindowHolds::no;
            }
        }
        return static_cast<std::size_t>(next - out);
    };
    fill(leaves_, level, 8, body.tree.cluster_count(), workers, list_range);
    return leaves_.pieces;
}

} // namespace tactus
