// SPDX-License-Identifier: MIT
#include "search/nodes/leaf_batch.h"

#include <algorithm>
#include <atomic>

#include "base/work_prices.h"
#include "geometry/triangle_pairs/triangle_neighbours.h"
#include "search/nodes/block_kernels.h"

namespace tactus {
namespace {

/// Pairs of blocks that a worker takes at a time.
constexpr std::size_t blocks_a_chunk = 64;
constexpr std::size_t blocks_a_chunk_alone = 256;
constexpr std::size_t blocks_a_chunk_by_clock = 8;

} // namespace

/// What all workers share.
struct LeafBatch::Job {
    const Question& question;
    const IndexPair* blocks;
    TriangleList list_a = question.a.tree().triangles();
    TriangleList list_b = question.b.tree().triangles();

    void keep(IndexPair pair, Comparison& comparison) const;
    std::size_t drop_neighbours(std::size_t count, Comparison& comparison) const;
    void compare(std::size_t begin, std::size_t end, Comparison& comparison) const;
};

/// Appends a candidate that is a hit.
void LeafBatch::Job::keep(IndexPair pair, Comparison& comparison) const
{
    TrianglePair found = {list_a.number(pair.a), list_b.number(pair.b)};
    if (question.is_self && found.a > found.b)
        std::swap(found.a, found.b);
    comparison.hits.push_back(found);
}

/// Puts triangles of one tree aside that share a vertex, and gives how many pairs are left.
std::size_t LeafBatch::Job::drop_neighbours(std::size_t count, Comparison& comparison) const
{
    comparison.neighbours.resize_uninitialised(count);
    const std::size_t kept = put_neighbours_aside(
        list_a.indices.data()->data(), comparison.candidates.data(), count, comparison.neighbours.data());
    comparison.neighbours.resize_uninitialised(question.wants_neighbours ? count - kept : 0);
    return kept;
}

/// Compares the triangles of pairs [begin, end) of blocks.
void LeafBatch::Job::compare(std::size_t begin, std::size_t end, Comparison& comparison) const
{
    const OpenedTree &a = question.a, &b = question.b;
    Buffer<IndexPair>& candidates = comparison.candidates;
    candidates.resize_uninitialised(64 * (end - begin));
    std::size_t count = near_triangles(
        a.blocks(), b.blocks(), b.block_boxes(), question.distance, blocks + begin, end - begin, candidates.data());
    comparison.neighbours.clear();
    if (question.is_self && !question.only_near)
        count = drop_neighbours(count, comparison);
    if (count > 0 && !question.only_near)
        count = intersecting_pairs(
            {list_a.positions, list_a.indices.data()->data()}, {list_b.positions, list_b.indices.data()->data()},
            candidates.data(), count, candidates.data());
    for (std::size_t k = 0; k < count; ++k)
        keep(candidates[k], comparison);
    for (const auto [i, j] : comparison.neighbours.span())
        if (neighbours_intersect(list_a[i], list_a[j], list_a.indices[i], list_a.indices[j]))
            keep({i, j}, comparison);
}

std::size_t
LeafBatch::compare(const Question& question, Workers& workers, WorkAccount& account, Buffer<TrianglePair>& pairs)
{
    const std::size_t count = blocks_.size(), old_count = pairs.size();
    comparisons_.resize(std::max<std::size_t>(comparisons_.size(), workers.count()));
    for (Comparison& comparison : comparisons_)
        comparison.hits.clear();
    const std::size_t granted = account.take(count, price::block_pair);
    // Where a deadline may cut, chunks are single units; the hits of a chunk are the same either way.
    const bool is_alone = workers.count() == 1 && !question.first_hit_only;
    const WorkMeter& meter = account.meter();
    const std::size_t chunk = meter.has_deadline() ? blocks_a_chunk_by_clock
                              : is_alone           ? blocks_a_chunk_alone
                                                   : blocks_a_chunk;
    chunk_hits_.resize_uninitialised((granted + chunk - 1) / chunk);
    const Job job{question, blocks_.data()};
    // With first_hit_only: the earliest chunk with a hit. Chunks before it are done in any case, so that the first hit
    // does not depend on the workers.
    std::atomic<std::size_t> hit_chunk = SIZE_MAX;
    std::atomic<std::size_t> skipped = 0;
    workers.for_each_chunk(
        granted, chunk, price::block_pair,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Comparison& comparison = comparisons_[worker];
            const std::size_t first = comparison.hits.size();
            if (index > hit_chunk.load(std::memory_order_relaxed) || meter.deadline_passed())
                skipped += end - begin;
            else
                job.compare(begin, end, comparison);
            chunk_hits_[index] = {worker, first, comparison.hits.size()};
            if (question.first_hit_only && comparison.hits.size() > first) {
                std::size_t earliest = hit_chunk.load(std::memory_order_relaxed);
                while (index < earliest
                       && !hit_chunk.compare_exchange_weak(earliest, index, std::memory_order_relaxed)) {
                }
            }
        });
    if (meter.deadline_passed())
        account.give_back(skipped, price::block_pair);
    for (const ChunkHits& part : chunk_hits_.span())
        for (std::size_t k = part.begin; k < part.end; ++k)
            if (!question.first_hit_only || pairs.size() == old_count)
                pairs.push_back(comparisons_[part.worker].hits[k]);
    blocks_.clear();
    return granted - skipped;
}

std::size_t LeafBatch::bytes() const
{
    std::size_t bytes = blocks_.bytes() + chunk_hits_.bytes();
    for (const Comparison& comparison : comparisons_)
        bytes += comparison.bytes();
    return bytes;
}

} // namespace tactus
