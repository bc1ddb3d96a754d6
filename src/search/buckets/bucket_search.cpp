// SPDX-License-Identifier: MIT
#include "search/buckets/bucket_search.h"

#include <algorithm>
#include <atomic>

#include "base/planted_fault.h"
#include "geometry/triangle_batch.h"
#include "geometry/triangle_neighbours.h"
#include "search/unit_chunks.h"

namespace tactus {
namespace {

// What one work unit of at most about two microseconds buys.
constexpr std::size_t steps_per_unit = 2 * BucketTree::steps_per_call;
constexpr std::size_t bucketed_per_unit = 128;            // triangles
constexpr std::size_t opened_per_unit = 64;               // pairs of nodes
constexpr std::size_t expanded_per_unit = 8;              // buckets
constexpr std::size_t planned_per_unit = 96;              // pairs of buckets, to pairs of blocks
constexpr std::size_t compared_per_unit = 8;              // pairs of blocks, to triangles
constexpr std::size_t listed_per_unit = 256;              // triangles without buckets
constexpr std::size_t most_blocks = std::size_t{1} << 15; // pairs that are listed at a time

} // namespace

/// One call. Its functions return false where the search ends early.
struct BucketSearch::Search {
    BucketSearch& query;
    const BucketTree& a;
    const BucketTree& b;
    bool is_self = false;
    bool wants_neighbours = false;
    bool only_near = false;  ///< whatever is at most the distance away, untested
    bool is_swapped = false; ///< pairs are of b and a
    float distance = 0.0f;   ///< metres; 0 for what intersects
    Workers& workers;
    WorkMeter& meter;
    bool first_hit_only = false;
    Buffer<TrianglePair>& pairs;
    std::uint64_t open = 0;
    std::size_t old_count = pairs.size();

    RefinementOutcome run();
    bool open_nodes();
    bool compare_buckets();
    std::size_t list_blocks(std::size_t begin);
    bool expand(BucketLeaves& leaves, std::size_t begin);
    bool compare_blocks();
    void compare(std::size_t begin, std::size_t end, Comparison& comparison) const;
    void keep(IndexPair pair, Comparison& comparison) const;
    bool is_satisfied() const { return first_hit_only && pairs.size() > old_count; }
    BucketLeaves& leaves_a() const { return query.leaves_[0]; }
    BucketLeaves& leaves_b() const { return query.leaves_[is_self ? 0 : 1]; }
};

/// Leaves the pairs of buckets that may touch.
bool BucketSearch::Search::open_nodes()
{
    Buffer<BucketNamePair>& now = query.open_;
    Buffer<BucketNamePair>& next = query.opened_;
    Buffer<BucketNamePair>& buckets = query.buckets_;
    now.clear();
    buckets.clear();
    if (a.nodes().is_empty() || b.nodes().is_empty())
        return true;
    const BucketNamePair roots = {a.nodes().root(), b.nodes().root()};
    (a.nodes().is_bucket(roots.a) && b.nodes().is_bucket(roots.b) ? buckets : now).push_back(roots);
    while (!now.empty()) {
        next.clear();
        for (std::size_t begin = 0; begin < now.size(); begin += opened_per_unit) {
            if (!meter.spend()) {
                open += now.size() - begin + next.size() + buckets.size();
                return false;
            }
            const std::size_t count = std::min(opened_per_unit, now.size() - begin);
            const std::size_t old_nodes = next.size(), old_buckets = buckets.size();
            next.resize_uninitialised(old_nodes + 36 * count + 1);
            buckets.resize_uninitialised(old_buckets + 36 * count + 1);
            OpenedBuckets out{next.data() + old_nodes, buckets.data() + old_buckets};
            open_bucket_nodes(a.nodes(), b.nodes(), a.order(), distance, now.data() + begin, count, out);
            next.resize_uninitialised(old_nodes + out.node_count);
            buckets.resize_uninitialised(old_buckets + out.bucket_count);
        }
        std::swap(now, next);
    }
    return true;
}

/// Makes the blocks that have been planned since.
bool BucketSearch::Search::expand(BucketLeaves& leaves, std::size_t begin)
{
    const std::size_t count = leaves.planned_count() - begin;
    if (!meter.has_deadline()) {
        if (!meter.spend(units_for(count, expanded_per_unit)))
            return false;
        workers.for_each_chunk(
            count, 4 * expanded_per_unit, [&](std::size_t, std::size_t first, std::size_t end, std::uint32_t) {
                leaves.expand(begin + first, begin + end);
            });
        return true;
    }
    for (std::size_t first = begin; first < begin + count; first += expanded_per_unit) {
        if (!meter.spend())
            return false;
        leaves.expand(first, std::min(first + expanded_per_unit, begin + count));
    }
    return true;
}

/// Lists pairs of blocks for pairs of buckets from one on, as many as fit; gives the pair where it ends.
std::size_t BucketSearch::Search::list_blocks(std::size_t begin)
{
    const std::span<const BucketNamePair> buckets = query.buckets_.span();
    Buffer<BucketNamePair>& blocks = query.blocks_;
    blocks.clear();
    std::size_t k = begin;
    for (; k < buckets.size() && blocks.size() < most_blocks; ++k) {
        const BucketLeaves::Blocks of_a = leaves_a().blocks_of(buckets[k].a), of_b = leaves_b().blocks_of(buckets[k].b);
        const bool is_same = is_self && buckets[k].a == buckets[k].b;
        const BucketLanes& box_b = b.nodes().box(buckets[k].b);
        for (std::uint32_t i = of_a.begin; i < of_a.end; ++i) {
            const BucketLanes box = reaching(leaves_a().block_box(i), distance);
            if (!overlap(box, box_b))
                continue;
            for (std::uint32_t j = is_same ? i + (TACTUS_FAULT(18) ? 1 : 0) : of_b.begin; j < of_b.end; ++j)
                if (overlap(box, leaves_b().block_box(j)))
                    blocks.push_back({i, j});
        }
    }
    return k;
}

bool BucketSearch::Search::compare_buckets()
{
    const std::span<const BucketNamePair> buckets = query.buckets_.span();
    leaves_a().begin(a);
    if (!is_self)
        leaves_b().begin(b);
    if (!meter.spend(units_for(buckets.size(), planned_per_unit))) {
        open += buckets.size();
        return false;
    }
    for (const BucketNamePair& pair : buckets) {
        leaves_a().plan(pair.a);
        leaves_b().plan(pair.b);
    }
    if (!expand(leaves_a(), 0) || (!is_self && !expand(leaves_b(), 0))) {
        open += buckets.size();
        return false;
    }
    for (std::size_t begin = 0; begin < buckets.size();) {
        const std::size_t end = list_blocks(begin);
        if (!compare_blocks()) {
            open += buckets.size() - end;
            return false;
        }
        begin = end;
    }
    return true;
}

/// Appends a candidate that is a hit.
void BucketSearch::Search::keep(IndexPair pair, Comparison& comparison) const
{
    TrianglePair found = {a.triangles().number(pair.a), b.triangles().number(pair.b)};
    if (is_swapped || (is_self && found.a > found.b))
        std::swap(found.a, found.b);
    comparison.hits.push_back(found);
}

/// Compares the triangles of pairs [begin, end) of blocks.
void BucketSearch::Search::compare(std::size_t begin, std::size_t end, Comparison& comparison) const
{
    Buffer<IndexPair>& candidates = comparison.candidates;
    candidates.resize_uninitialised(64 * (end - begin));
    std::size_t count = near_triangles(
        leaves_a().blocks(), leaves_b().blocks(), distance, query.blocks_.data() + begin, end - begin,
        candidates.data());
    if (only_near) {
        for (std::size_t k = 0; k < count; ++k)
            keep(candidates[k], comparison);
        return;
    }
    comparison.neighbours.clear();
    const TriangleList& list_a = a.triangles();
    const TriangleList& list_b = b.triangles();
    if (is_self) {
        std::size_t kept = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const IndexPair pair = candidates[k];
            const bool are_neighbours = share_vertex(list_a.indices[pair.a], list_a.indices[pair.b]);
            candidates[kept] = pair;
            kept += are_neighbours ? 0 : 1;
            if (are_neighbours && wants_neighbours)
                comparison.neighbours.push_back(pair);
        }
        count = kept;
    }
    if (count > 0)
        count = intersecting_pairs(
            {list_a.positions, list_a.indices.data()->data()}, {list_b.positions, list_b.indices.data()->data()},
            candidates.data(), count, candidates.data());
    for (std::size_t k = 0; k < count; ++k)
        keep(candidates[k], comparison);
    for (const auto [i, j] : comparison.neighbours.span())
        if (neighbours_intersect(list_a[i], list_a[j], list_a.indices[i], list_a.indices[j]))
            keep({i, j}, comparison);
}

/// All pairs of blocks that are listed, shared among the workers.
bool BucketSearch::Search::compare_blocks()
{
    const std::size_t count = query.blocks_.size();
    query.comparisons_.resize(std::max<std::size_t>(query.comparisons_.size(), workers.count()));
    for (Comparison& comparison : query.comparisons_)
        comparison.hits.clear();
    const std::size_t granted = meter.take(units_for(count, compared_per_unit));
    const std::size_t entries = std::min(count, granted * compared_per_unit);
    // Where a deadline may cut, chunks are single units; the hits of a chunk are the same either way.
    const bool is_alone = workers.count() == 1 && !first_hit_only;
    const std::size_t units = meter.has_deadline() ? 1 : is_alone ? units_alone : units_per_chunk;
    const std::size_t chunk = units * compared_per_unit;
    query.chunk_hits_.resize_uninitialised(units_for(entries, chunk));
    // With first_hit_only: the earliest chunk with a hit. Chunks before it are done in any case, so that the first hit
    // does not depend on the workers.
    std::atomic<std::size_t> hit_chunk = SIZE_MAX;
    std::atomic<std::size_t> skipped = 0;
    workers.for_each_chunk(
        entries, chunk, [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Comparison& comparison = query.comparisons_[worker];
            const std::size_t first = comparison.hits.size();
            if (index > hit_chunk.load(std::memory_order_relaxed) || meter.deadline_passed())
                skipped += end - begin;
            else
                compare(begin, end, comparison);
            query.chunk_hits_[index] = {worker, first, comparison.hits.size()};
            if (first_hit_only && comparison.hits.size() > first) {
                std::size_t earliest = hit_chunk.load(std::memory_order_relaxed);
                while (index < earliest
                       && !hit_chunk.compare_exchange_weak(earliest, index, std::memory_order_relaxed)) {
                }
            }
        });
    if (meter.deadline_passed())
        meter.give_back(skipped / compared_per_unit);
    for (const ChunkHits& part : query.chunk_hits_.span())
        for (std::size_t k = part.begin; k < part.end && !is_satisfied(); ++k)
            pairs.push_back(query.comparisons_[part.worker].hits[k]);
    const std::size_t done = entries - skipped;
    open += count - done;
    return done == count && !is_satisfied();
}

RefinementOutcome BucketSearch::Search::run()
{
    const bool complete = open_nodes() && compare_buckets();
    return {complete, complete ? 0 : std::max<std::uint64_t>(1, open)};
}

namespace {

/// False if the budget ended before the tree of so many triangles was made. It costs the same number of units whether
/// another query has made it already or not, so that a cut does not depend on what was asked before.
template <class Tree>
bool make(Tree& tree, std::size_t count, WorkMeter& meter)
{
    if (!meter.has_deadline() && !meter.spend(units_for(count, bucketed_per_unit)))
        return false;
    while (!tree.advance(meter.has_deadline() ? steps_per_unit : SIZE_MAX))
        if (!meter.spend())
            return false;
    return true;
}

} // namespace

RefinementOutcome BucketSearch::find_pairs(
    BucketBody& a, BucketBody& b, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (!overlap(a.box(), b.box()))
        return {};
    // Each on a worker of its own, if there are two.
    if (!meter.has_deadline()) {
        const std::size_t units =
            units_for(a.triangles().size(), bucketed_per_unit) + units_for(b.triangles().size(), bucketed_per_unit);
        if (!meter.spend(units))
            return {false, 1};
        workers.for_each_chunk(
            2, 1, [&](std::size_t side, std::size_t, std::size_t, std::uint32_t) { (side == 0 ? a : b).made_tree(); });
    } else if (!make(a, a.triangles().size(), meter) || !make(b, b.triangles().size(), meter)) {
        return {false, 1};
    }
    return Search{
        .query = *this,
        .a = a.tree(),
        .b = b.tree(),
        .workers = workers,
        .meter = meter,
        .first_hit_only = first_hit_only,
        .pairs = pairs}
        .run();
}

RefinementOutcome BucketSearch::find_self_pairs(
    BucketBody& body, bool neighbours, Workers& workers, WorkMeter& meter, bool first_hit_only,
    Buffer<TrianglePair>& pairs)
{
    if (body.triangles().size() == 0)
        return {};
    if (!make(body, body.triangles().size(), meter))
        return {false, 1};
    return Search{
        .query = *this,
        .a = body.tree(),
        .b = body.tree(),
        .is_self = true,
        .wants_neighbours = neighbours,
        .workers = workers,
        .meter = meter,
        .first_hit_only = first_hit_only,
        .pairs = pairs}
        .run();
}

RefinementOutcome BucketSearch::find_pairs(
    BucketBody& body, const TriangleList& other, const Box& box_of_other, bool other_first, Workers& workers,
    WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (!overlap(body.box(), box_of_other))
        return {};
    if (!make(body, body.triangles().size(), meter))
        return {false, 1};
    other_places_.clear();
    BucketLanes all = BucketLanes::none();
    const BucketLanes region = BucketLanes::of({body.box().lower, body.box().upper});
    for (std::uint32_t place = 0; place < other.size(); ++place) {
        if (place % listed_per_unit == 0 && !meter.spend())
            return {false, 1};
        if (other.number(place) == TriangleList::no_triangle)
            continue;
        const BucketLanes box = triangle_lanes(other.positions, other.indices[place]);
        if (!overlap(box, region))
            continue;
        include(all, box);
        other_places_.push_back(place);
    }
    if (other_places_.empty())
        return {};
    other_tree_.begin(other, 0, box_of(all), other_places_.span());
    if (!make(other_tree_, other_places_.size(), meter))
        return {false, 1};
    return Search{
        .query = *this,
        .a = body.tree(),
        .b = other_tree_,
        .is_swapped = other_first,
        .workers = workers,
        .meter = meter,
        .first_hit_only = first_hit_only,
        .pairs = pairs}
        .run();
}

void BucketSearch::find_near(
    BucketBody& a, BucketBody& b, float distance, Workers& workers, Buffer<TrianglePair>& pairs)
{
    WorkMeter unlimited(Budget::unlimited());
    Search{
        .query = *this,
        .a = a.made_tree(),
        .b = b.made_tree(),
        .is_self = &a == &b,
        .only_near = true,
        .distance = distance,
        .workers = workers,
        .meter = unlimited,
        .pairs = pairs}
        .run();
}

std::size_t BucketSearch::scratch_bytes() const
{
    std::size_t bytes = other_tree_.bytes() + other_places_.bytes() + open_.bytes() + opened_.bytes() + buckets_.bytes()
                        + blocks_.bytes() + leaves_[0].bytes() + leaves_[1].bytes() + chunk_hits_.bytes();
    for (const Comparison& comparison : comparisons_)
        bytes += comparison.bytes();
    return bytes;
}

} // namespace tactus
