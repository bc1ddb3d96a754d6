// SPDX-License-Identifier: MIT
#include "search/self/self_waves.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace tactus {

/// One call of find_pairs. Its functions return false where the search ends early.
struct SelfWaves::Search {
    SelfWaves& waves;
    const SelfTask& task;
    bool first_hit_only;
    std::uint64_t open = 0;
    bool is_late = false;

    bool run();
    bool open_levels();
    template <class Pair>
    bool open_clusters(const PairPieces<Pair>& clusters);
    bool test_neighbours();
    template <class Pair>
    bool open_nodes(
        std::uint32_t level, const PairPieces<Pair>& nodes, std::size_t begin, std::size_t end,
        Buffer<IndexPair>& children);
    template <class Pair>
    bool open_leaves(const PairPieces<Pair>& leaves);
    template <class Pair>
    std::size_t compare_wave(std::uint32_t level, const PairPieces<Pair>& nodes, std::size_t begin, std::size_t end);
    bool test_wave(std::size_t batches);
    std::size_t grant(std::size_t batches);
    void give_back(std::size_t batches);
};

/// How many of the first batches may be done.
std::size_t SelfWaves::Search::grant(std::size_t batches) { return static_cast<std::size_t>(task.meter.take(batches)); }

/// Batches that the deadline kept from being done. The meter refuses all others from then on.
void SelfWaves::Search::give_back(std::size_t batches)
{
    task.meter.give_back(batches);
    open += batches;
    is_late = is_late || batches > 0;
}

/// Compares the boxes below pairs [begin, end), at most pairs_a_wave, and lists the children of each batch in its own
/// room. Returns how many batches were done. A wave begins where a batch does.
template <class Pair>
std::size_t
SelfWaves::Search::compare_wave(std::uint32_t level, const PairPieces<Pair>& nodes, std::size_t begin, std::size_t end)
{
    const std::size_t granted = grant(SelfBatches::count_for(end - begin, per_unit::self_node_pairs));
    const std::size_t first = begin / per_unit::self_node_pairs;
    waves.children_.resize_uninitialised(std::max(waves.children_.size(), granted * SelfBatches::max_children));
    std::atomic<std::size_t> late = 0;
    task.workers.for_each_chunk(
        granted, 1, price::self_batch, [&](std::size_t batch, std::size_t, std::size_t, std::uint32_t) {
            waves.child_counts_[batch] = 0;
            if (task.meter.deadline_passed()) {
                late += 1;
                return;
            }
            Pair room[per_unit::self_node_pairs];
            IndexPair* children = waves.children_.data() + batch * SelfBatches::max_children;
            waves.child_counts_[batch] =
                static_cast<std::uint32_t>(task.batches.open(level, nodes.batch(first + batch, room), children));
        });
    give_back(late);
    return granted;
}

/// Appends the children of pairs [begin, end) whose boxes overlap.
template <class Pair>
bool SelfWaves::Search::open_nodes(
    std::uint32_t level, const PairPieces<Pair>& nodes, std::size_t begin, std::size_t end, Buffer<IndexPair>& children)
{
    for (; begin < end; begin += pairs_a_wave) {
        const std::size_t wave_end = std::min(begin + pairs_a_wave, end);
        const std::size_t batches = compare_wave(level, nodes, begin, wave_end);
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t size = children.size();
            children.resize_uninitialised(size + waves.child_counts_[batch]);
            std::copy_n(
                waves.children_.data() + batch * SelfBatches::max_children, waves.child_counts_[batch],
                children.data() + size);
        }
        const std::size_t done = begin + batches * per_unit::self_node_pairs;
        if (done < wave_end || is_late) {
            open += end - std::min(end, done);
            return false;
        }
    }
    return true;
}

/// The candidates of a wave's batches, in their rooms: tests them and lists those that intersect.
bool SelfWaves::Search::test_wave(std::size_t batches)
{
    const auto units_for = [](std::size_t candidates) {
        return SelfBatches::count_for(candidates, per_unit::self_candidates);
    };
    std::size_t wanted = 0;
    for (std::size_t batch = 0; batch < batches; ++batch)
        wanted += units_for(waves.child_counts_[batch]);
    std::size_t left = grant(wanted);
    const bool all = left == wanted;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t here = std::min(left, units_for(waves.child_counts_[batch]));
        left -= here;
        const auto tested = static_cast<std::uint32_t>(
            std::min<std::size_t>(waves.child_counts_[batch], here * per_unit::self_candidates));
        open += waves.child_counts_[batch] - tested;
        waves.child_counts_[batch] = tested;
    }
    std::atomic<std::size_t> late = 0;
    task.workers.for_each_chunk(
        batches, 1, price::self_batch, [&](std::size_t batch, std::size_t, std::size_t, std::uint32_t) {
            IndexPair* candidates = waves.children_.data() + batch * SelfBatches::max_children;
            const std::size_t count = waves.child_counts_[batch];
            std::size_t hits = 0;
            for (std::size_t begin = 0; begin < count; begin += per_unit::self_candidates) {
                if (task.meter.deadline_passed()) {
                    late += units_for(count - begin);
                    break;
                }
                hits += task.batches.test(
                    candidates + begin, std::min(per_unit::self_candidates, count - begin), candidates + hits);
            }
            waves.child_counts_[batch] = static_cast<std::uint32_t>(hits);
        });
    give_back(late);
    bool found = false;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t count = waves.child_counts_[batch], size = task.pairs.size();
        task.pairs.resize_uninitialised(size + count);
        task.batches.number(
            waves.children_.data() + batch * SelfBatches::max_children, count, task.pairs.data() + size);
        found = found || count > 0;
    }
    return all && !is_late && !(found && first_hit_only);
}

template <class Pair>
bool SelfWaves::Search::open_leaves(const PairPieces<Pair>& leaves)
{
    for (std::size_t begin = 0; begin < leaves.size(); begin += pairs_a_wave) {
        const std::size_t end = std::min(begin + pairs_a_wave, leaves.size());
        const std::size_t batches = compare_wave(0, leaves, begin, end);
        const bool go_on = test_wave(batches);
        const std::size_t done = begin + batches * per_unit::self_node_pairs;
        if (!go_on || done < end) {
            open += leaves.size() - std::min(leaves.size(), done);
            return false;
        }
    }
    return true;
}

/// From the root to pairs of clusters that share no vertex and whose boxes overlap, which are left in pair_list_.
bool SelfWaves::Search::open_levels()
{
    PairPieces<IndexPair>& found = waves.pair_list_;
    found.clear();
    for (std::uint32_t level = task.batches.blocks.level_count() - 1; level >= 2; --level) {
        const AdjacencyLevel& adjacency = task.body().tables.adjacent.levels[level];
        waves.adjacent_list_.clear();
        waves.adjacent_list_.append(adjacency.pairs.data(), adjacency.pairs.size());
        waves.opened_.clear();
        if (!open_nodes(level, waves.adjacent_list_, 0, waves.adjacent_list_.size(), waves.opened_)
            || !open_nodes(level, found, 0, found.size(), waves.opened_))
            return false;
        std::swap(waves.pairs_, waves.opened_);
        found.clear();
        found.append(waves.pairs_.data(), waves.pairs_.size());
    }
    return true;
}

/// From pairs of clusters to triangles, a wave of clusters at a time, so that lists stay short.
template <class Pair>
bool SelfWaves::Search::open_clusters(const PairPieces<Pair>& clusters)
{
    for (std::size_t begin = 0; begin < clusters.size(); begin += SelfBatches::cluster_pairs_a_wave) {
        const std::size_t end = std::min(clusters.size(), begin + SelfBatches::cluster_pairs_a_wave);
        waves.leaf_pairs_.clear();
        bool go_on = open_nodes(1, clusters, begin, end, waves.leaf_pairs_);
        if (go_on) {
            waves.leaf_list_.clear();
            waves.leaf_list_.append(waves.leaf_pairs_.data(), waves.leaf_pairs_.size());
            go_on = open_leaves(waves.leaf_list_);
        }
        if (!go_on) {
            open += clusters.size() - end;
            return false;
        }
    }
    return true;
}

/// Pairs that share a vertex, one at a time.
bool SelfWaves::Search::test_neighbours()
{
    const std::size_t slots = task.body().tree.indices.size();
    std::size_t tested = 0;
    for (std::uint32_t a = 0; a < slots; ++a) {
        const bool go_on = task.batches.for_each_neighbour(a, [&](std::uint32_t b) {
            if (tested++ % per_unit::self_neighbours == 0 && grant(1) == 0) {
                open += slots - a;
                return false;
            }
            if (!task.batches.neighbours_meet({a, b}))
                return true;
            task.pairs.push_back(task.batches.numbered({a, b}));
            return !first_hit_only;
        });
        if (!go_on)
            return false;
    }
    return true;
}

bool SelfWaves::Search::run()
{
    return open_levels() && open_clusters(task.uncertain.list_clusters(task.body(), task.workers))
           && open_clusters(waves.pair_list_) && open_leaves(task.uncertain.list_leaves(task.body(), task.workers))
           && (!task.body().tables.wants_neighbours || test_neighbours());
}

RefinementOutcome SelfWaves::find_pairs(const SelfTask& task, bool first_hit_only)
{
    Search search{*this, task, first_hit_only};
    const bool complete = search.run();
    // What comes after the phase that ended early is open as well.
    return {complete, search.open + (complete ? 0 : 1)};
}

std::size_t SelfWaves::bytes() const
{
    return pairs_.bytes() + opened_.bytes() + leaf_pairs_.bytes() + adjacent_list_.bytes() + pair_list_.bytes()
           + leaf_list_.bytes() + children_.bytes();
}

} // namespace tactus
