// SPDX-License-Identifier: MIT
#include "search/self/self_descent.h"

#include <algorithm>
#include <atomic>

namespace tactus {
namespace {

constexpr std::size_t cluster_batches_a_wave = SelfBatches::cluster_pairs_a_wave / per_unit::self_node_pairs;
// What is below so many pairs of clusters is listed at once, so that lists stay short: 32 megabytes at the most.
constexpr std::size_t cluster_batches_a_round = 16 * cluster_batches_a_wave;
// So many candidates fill the lanes of the test, and stay in the nearest cache.
constexpr std::size_t candidates_at_once = 512;
constexpr std::size_t slots_a_chunk = 256;

/// Chunks of a few microseconds, and several for each worker, so that the last one is not waited for.
std::size_t batches_a_chunk(std::size_t batches, const Workers& workers)
{
    return std::clamp<std::size_t>(batches / (std::size_t{16} * workers.count()), 1, 4);
}

} // namespace

/// Two lists of pairs of nodes of one level, one after the other.
template <class First, class Second>
struct SelfDescent::Lists {
    const PairPieces<First>& first;
    const PairPieces<Second>& second;

    std::size_t batch_count() const { return first.batch_count() + second.batch_count(); }
    /// The number of a batch in its own list.
    std::size_t own_number(std::size_t batch) const
    {
        return batch < first.batch_count() ? batch : batch - first.batch_count();
    }
    std::size_t open(const SelfBatches& batches, std::uint32_t level, std::size_t batch, IndexPair* children) const
    {
        const auto open_batch = [&](const auto& list, auto* room) {
            return batches.open(level, list.batch(own_number(batch), room), children);
        };
        if (batch < first.batch_count()) {
            First room[per_unit::self_node_pairs];
            return open_batch(first, room);
        }
        Second room[per_unit::self_node_pairs];
        return open_batch(second, room);
    }
};

/// Lists the children of batches [begin, end) whose boxes overlap.
template <class Nodes>
void SelfDescent::open(
    const SelfTask& task, std::uint32_t level, const Nodes& nodes, std::size_t begin, std::size_t end,
    PairPieces<IndexPair>& children)
{
    for (Room& room : rooms_)
        room.children[level % 2].clear();
    parts_.resize_uninitialised(end - begin);
    task.workers.for_each_chunk(
        end - begin, batches_a_chunk(end - begin, task.workers), price::self_batch,
        [&](std::size_t, std::size_t chunk_begin, std::size_t chunk_end, std::uint32_t worker) {
            Buffer<IndexPair>& list = rooms_[worker].children[level % 2];
            for (std::size_t k = chunk_begin; k < chunk_end; ++k) {
                const std::size_t size = list.size();
                list.resize_uninitialised(size + SelfBatches::max_children);
                const std::size_t made = nodes.open(task.batches, level, begin + k, list.data() + size);
                list.resize_uninitialised(size + made);
                parts_.data()[k] = {worker, size, size + made};
            }
        });
    task.meter.take(end - begin);
    children.clear();
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const Part& part = parts_[k];
        if (level == 1 && nodes.own_number(begin + k) % cluster_batches_a_wave == 0)
            children.end_batch();
        children.append(rooms_[part.worker].children[level % 2].data() + part.begin, part.end - part.begin);
    }
}

/// Where a worker lists its hits: if there is no other, where they belong.
Buffer<TrianglePair>& SelfDescent::hits_of(const SelfTask& task, std::uint32_t worker)
{
    return task.workers.count() == 1 ? task.pairs : rooms_[worker].hits;
}

void SelfDescent::begin_hits(const SelfTask& task, std::size_t chunks)
{
    for (Room& room : rooms_)
        room.hits.clear();
    parts_.resize_uninitialised(task.workers.count() == 1 ? 0 : chunks);
}

/// Appends the hits of all chunks, in their order.
void SelfDescent::append_hits(const SelfTask& task)
{
    if (parts_.empty())
        return;
    const std::size_t old_size = task.pairs.size();
    std::size_t size = old_size;
    for (Part& part : parts_.span()) {
        part.place = size;
        size += part.end - part.begin;
    }
    task.pairs.resize_uninitialised(size);
    task.workers.for_each_chunk(
        parts_.size(), 16, price::streamed_vertex * ((size - old_size) / parts_.size()),
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (const Part& part : parts_.span().subspan(begin, end - begin))
                std::copy_n(
                    rooms_[part.worker].hits.data() + part.begin, part.end - part.begin,
                    task.pairs.data() + part.place);
        });
}

/// From pairs of leaves to hits, a chunk at a time, whose candidates never leave their worker.
template <class Leaves>
void SelfDescent::test(const SelfTask& task, const Leaves& leaves)
{
    const std::size_t batches = leaves.batch_count(), chunk = batches_a_chunk(batches, task.workers);
    begin_hits(task, SelfBatches::count_for(batches, chunk));
    std::atomic<std::uint64_t> test_units = 0;
    task.workers.for_each_chunk(
        batches, chunk, 2 * price::self_batch,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Buffer<IndexPair>& room = rooms_[worker].candidates;
            Buffer<TrianglePair>& hits = hits_of(task, worker);
            room.resize_uninitialised(candidates_at_once + SelfBatches::max_children);
            const std::size_t old_size = hits.size();
            std::size_t candidates = 0, units = 0;
            for (std::size_t batch = begin; batch < end; ++batch) {
                const std::size_t made = leaves.open(task.batches, 0, batch, room.data() + candidates);
                units += SelfBatches::count_for(made, per_unit::self_candidates);
                candidates += made;
                if (candidates < candidates_at_once && batch + 1 < end)
                    continue;
                const std::size_t found = task.batches.test(room.data(), candidates, room.data());
                hits.resize_uninitialised(hits.size() + found);
                task.batches.number(room.data(), found, hits.end() - found);
                candidates = 0;
            }
            test_units += units;
            if (!parts_.empty())
                parts_.data()[index] = {worker, old_size, hits.size()};
        });
    task.meter.take(batches + test_units);
    append_hits(task);
}

/// Pairs that share a vertex.
void SelfDescent::test_neighbours(const SelfTask& task)
{
    const std::size_t slots = task.body().tree.indices.size();
    begin_hits(task, SelfBatches::count_for(slots, slots_a_chunk));
    std::atomic<std::uint64_t> tested = 0;
    // On a closed surface a triangle has twelve neighbours, half of them after it.
    task.workers.for_each_chunk(
        slots, slots_a_chunk, 6 * price::self_batch / per_unit::self_neighbours,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Buffer<TrianglePair>& hits = hits_of(task, worker);
            const std::size_t old_size = hits.size();
            std::uint64_t count = 0;
            for (std::size_t a = begin; a < end; ++a)
                task.batches.for_each_neighbour(static_cast<std::uint32_t>(a), [&](std::uint32_t b) {
                    const IndexPair pair{static_cast<std::uint32_t>(a), b};
                    ++count;
                    if (task.batches.neighbours_meet(pair))
                        hits.push_back(task.batches.numbered(pair));
                    return true;
                });
            tested += count;
            if (!parts_.empty())
                parts_.data()[index] = {worker, old_size, hits.size()};
        });
    task.meter.take(SelfBatches::count_for(tested, per_unit::self_neighbours));
    append_hits(task);
}

void SelfDescent::find_pairs(const SelfTask& task)
{
    rooms_.resize(std::max<std::size_t>(rooms_.size(), task.workers.count()));
    // From the root to pairs of clusters that share no vertex and whose boxes overlap.
    const std::uint32_t top = task.batches.blocks.level_count() - 1;
    found_[top % 2].clear();
    for (std::uint32_t level = top; level >= 2; --level) {
        const AdjacencyLevel& adjacency = task.body().tables.adjacent.levels[level];
        adjacent_.clear();
        adjacent_.append(adjacency.pairs.data(), adjacency.pairs.size());
        const Lists<AdjacentPair, IndexPair> nodes{adjacent_, found_[level % 2]};
        open(task, level, nodes, 0, nodes.batch_count(), found_[(level - 1) % 2]);
    }
    const Lists<AdjacentPair, IndexPair> clusters{task.uncertain.list_clusters(task.body(), task.workers), found_[1]};
    const std::size_t count = clusters.batch_count(), second = clusters.first.batch_count();
    std::size_t end = 0;
    do {
        const std::size_t begin = end;
        end = begin + cluster_batches_a_round;
        // A round ends where a wave does.
        if (end > second)
            end -= (end - second) % cluster_batches_a_wave;
        end = std::min(end, count);
        open(task, 1, clusters, begin, end, found_[0]);
        if (end < count) {
            adjacent_.clear();
            test(task, Lists<IndexPair, AdjacentPair>{found_[0], adjacent_});
        } else {
            test(
                task, Lists<IndexPair, AdjacentPair>{found_[0], task.uncertain.list_leaves(task.body(), task.workers)});
        }
    } while (end < count);
    if (task.body().tables.wants_neighbours)
        test_neighbours(task);
}

std::size_t SelfDescent::bytes() const
{
    std::size_t sum = rooms_.capacity() * sizeof(Room) + parts_.bytes() + adjacent_.bytes();
    for (const PairPieces<IndexPair>& list : found_)
        sum += list.bytes();
    for (const Room& room : rooms_)
        sum += room.children[0].bytes() + room.children[1].bytes() + room.candidates.bytes() + room.hits.bytes();
    return sum;
}

} // namespace tactus
