// SPDX-License-Identifier: MIT
#include "search/self/self_pairs.h"

#include <algorithm>
#include <atomic>

#include "geometry/triangle_neighbours.h"
#include "search/self/self_kernels.h"
#include "search/self/self_windows.h"

namespace tactus {
namespace {

std::size_t drop_neighbours(const ClusterTree& tree, IndexPair* pairs, std::size_t count)
{
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const IndexPair pair = pairs[k];
        pairs[kept] = pair;
        kept += !share_vertex(tree.indices.data()[pair.a], tree.indices.data()[pair.b]);
    }
    return kept;
}

/// Of two adjacent clusters, or one, the pairs of leaves that are to be compared if the windows around all of a, or all
/// of b, hold: a window also holds every leaf that shares a vertex with its cluster.
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

constexpr std::size_t batches_for(std::size_t count, std::size_t batch) { return (count + batch - 1) / batch; }

} // namespace

/// One call of find_pairs. Its functions return false where the search ends early.
struct SelfQuery::Search {
    SelfQuery& query;
    const SelfBody& body;
    Workers& workers;
    WorkMeter& meter;
    bool first_hit_only;
    Buffer<TrianglePair>& pairs;
    std::uint64_t open = 0;
    bool is_late = false;

    bool run();
    void certify();
    bool open_levels();
    bool open_clusters();
    bool open_adjacent_leaves();
    bool test_neighbours();
    Triangle triangle(std::uint32_t slot) const;
    template <class Pair>
    bool open_nodes(std::uint32_t level, const Pair* nodes, std::size_t count, Buffer<IndexPair>& children);
    template <class Pair>
    bool open_leaves(const Pair* leaves, std::size_t count);
    template <class Pair>
    std::size_t compare_wave(std::uint32_t level, const Pair* nodes, std::size_t count);
    bool test_wave(std::size_t batches);
    std::size_t grant(std::size_t batches);
    void give_back(std::size_t batches);
};

/// How many of the first batches may be done.
std::size_t SelfQuery::Search::grant(std::size_t batches) { return static_cast<std::size_t>(meter.take(batches)); }

/// Batches that the deadline kept from being done. The meter refuses all others from then on.
void SelfQuery::Search::give_back(std::size_t batches)
{
    meter.give_back(batches);
    open += batches;
    is_late = is_late || batches > 0;
}

/// Compares the boxes below up to pairs_a_wave pairs, and lists the children of each batch in its own room.
/// Returns how many batches were done.
template <class Pair>
std::size_t SelfQuery::Search::compare_wave(std::uint32_t level, const Pair* nodes, std::size_t count)
{
    const std::size_t batches = grant(batches_for(count, per_unit::self_node_pairs));
    const std::size_t granted = std::min(count, batches * per_unit::self_node_pairs);
    query.children_.resize_uninitialised(std::max(query.children_.size(), batches * children_a_batch));
    const BoxBlock* blocks = query.blocks_.level(level);
    const bool drop = level == 0 && body.tables.adjacent.has_hubs;
    std::atomic<std::size_t> late = 0;
    workers.for_each_chunk(
        granted, per_unit::self_node_pairs, price::unit / per_unit::self_node_pairs,
        [&](std::size_t batch, std::size_t begin, std::size_t end, std::uint32_t) {
            query.child_counts_[batch] = 0;
            if (meter.deadline_passed()) {
                late += 1;
                return;
            }
            AdjacentPair masked[per_unit::self_node_pairs + 1];
            IndexPair* children = query.children_.data() + batch * children_a_batch;
            const std::size_t kept = overlapping_children(blocks, nodes + begin, end - begin, masked);
            masked[kept] = {};
            std::size_t made = list_children(masked, kept, children);
            if (drop)
                made = drop_neighbours(body.tree, children, made);
            query.child_counts_[batch] = static_cast<std::uint32_t>(made);
        });
    give_back(late);
    return batches;
}

/// Appends the children whose boxes overlap.
template <class Pair>
bool SelfQuery::Search::open_nodes(
    std::uint32_t level, const Pair* nodes, std::size_t count, Buffer<IndexPair>& children)
{
    for (std::size_t begin = 0; begin < count; begin += pairs_a_wave) {
        const std::size_t wave = std::min(pairs_a_wave, count - begin);
        const std::size_t batches = compare_wave(level, nodes + begin, wave);
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t size = children.size();
            children.resize_uninitialised(size + query.child_counts_[batch]);
            std::copy_n(
                query.children_.data() + batch * children_a_batch, query.child_counts_[batch], children.data() + size);
        }
        if (batches * per_unit::self_node_pairs < wave || is_late) {
            open += count - std::min(count, begin + batches * per_unit::self_node_pairs);
            return false;
        }
    }
    return true;
}

/// The candidates of a wave's batches, in their rooms: tests them and lists those that intersect.
bool SelfQuery::Search::test_wave(std::size_t batches)
{
    std::size_t wanted = 0;
    for (std::size_t batch = 0; batch < batches; ++batch)
        wanted += batches_for(query.child_counts_[batch], per_unit::self_candidates);
    std::size_t left = grant(wanted);
    const bool all = left == wanted;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t here = std::min(left, batches_for(query.child_counts_[batch], per_unit::self_candidates));
        left -= here;
        const auto tested = static_cast<std::uint32_t>(
            std::min<std::size_t>(query.child_counts_[batch], here * per_unit::self_candidates));
        open += query.child_counts_[batch] - tested;
        query.child_counts_[batch] = tested;
    }
    const TriangleSource source{body.positions, body.tree.indices.data()->data()};
    std::atomic<std::size_t> late = 0;
    workers.for_each_chunk(batches, 1, price::unit, [&](std::size_t batch, std::size_t, std::size_t, std::uint32_t) {
        IndexPair* candidates = query.children_.data() + batch * children_a_batch;
        const std::size_t count = query.child_counts_[batch];
        std::size_t hits = 0;
        for (std::size_t begin = 0; begin < count; begin += per_unit::self_candidates) {
            if (meter.deadline_passed()) {
                late += batches_for(count - begin, per_unit::self_candidates);
                break;
            }
            hits += intersecting_pairs(
                source, source, candidates + begin, std::min(per_unit::self_candidates, count - begin),
                candidates + hits);
        }
        query.child_counts_[batch] = static_cast<std::uint32_t>(hits);
    });
    give_back(late);
    const std::uint32_t* triangle_of_slot = body.tree.triangle_of_slot.data();
    bool found = false;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t count = query.child_counts_[batch], size = pairs.size();
        const IndexPair* hits = query.children_.data() + batch * children_a_batch;
        pairs.resize_uninitialised(size + count);
        TrianglePair* out = pairs.data() + size;
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t a = triangle_of_slot[hits[k].a], b = triangle_of_slot[hits[k].b];
            out[k] = {std::min(a, b), std::max(a, b)};
        }
        found = found || count > 0;
    }
    return all && !is_late && !(found && first_hit_only);
}

template <class Pair>
bool SelfQuery::Search::open_leaves(const Pair* leaves, std::size_t count)
{
    for (std::size_t begin = 0; begin < count; begin += pairs_a_wave) {
        const std::size_t wave = std::min(pairs_a_wave, count - begin);
        const std::size_t batches = compare_wave(0, leaves + begin, wave);
        const bool go_on = test_wave(batches);
        if (!go_on || batches * per_unit::self_node_pairs < wave) {
            open += count - std::min(count, begin + batches * per_unit::self_node_pairs);
            return false;
        }
    }
    return true;
}

/// From the root to pairs of clusters that share no vertex and whose boxes overlap.
bool SelfQuery::Search::open_levels()
{
    query.pairs_.clear();
    for (std::uint32_t level = query.blocks_.level_count() - 1; level >= 2; --level) {
        const AdjacencyLevel& adjacency = body.tables.adjacent.levels[level];
        query.opened_.clear();
        if (!open_nodes(level, adjacency.pairs.data(), adjacency.pairs.size(), query.opened_)
            || !open_nodes(level, query.pairs_.data(), query.pairs_.size(), query.opened_))
            return false;
        std::swap(query.pairs_, query.opened_);
    }
    return true;
}

/// From pairs of clusters to triangles, a wave of clusters at a time, so that lists stay short.
bool SelfQuery::Search::open_clusters()
{
    const auto open_all = [&](const auto* clusters, std::size_t count) {
        for (std::size_t begin = 0; begin < count; begin += cluster_pairs_a_wave) {
            query.leaf_pairs_.clear();
            const std::size_t end = std::min(count, begin + cluster_pairs_a_wave);
            if (!open_nodes(1, clusters + begin, end - begin, query.leaf_pairs_)
                || !open_leaves(query.leaf_pairs_.data(), query.leaf_pairs_.size())) {
                open += count - end;
                return false;
            }
        }
        return true;
    };
    const AdjacencyLevel& adjacency = body.tables.adjacent.levels[1];
    query.uncertain_.resize_uninitialised(adjacency.pairs.size() + 1);
    AdjacentPair* uncertain = query.uncertain_.data();
    std::size_t count = 0;
    const auto holds = [&](std::uint32_t cluster) {
        return query.certified_.data()[2 * cluster] == WindowHolds::whole;
    };
    for (const AdjacentPair& pair : adjacency.pairs) {
        uncertain[count] = {pair.a, pair.b, outside_windows(pair, holds(pair.a), holds(pair.b))};
        count += uncertain[count].apart != 0;
    }
    return open_all(uncertain, count) && open_all(query.pairs_.data(), query.pairs_.size());
}

/// Tests all windows; those for which there is no time left do not count.
void SelfQuery::Search::certify()
{
    query.certified_.resize_uninitialised(2 * std::size_t{body.tree.cluster_count()});
    workers.for_each_chunk(
        body.tree.cluster_count(), per_unit::self_clusters, price::expanded_cluster,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            if (meter.deadline_passed())
                std::fill(query.certified_.data() + 2 * begin, query.certified_.data() + 2 * end, WindowHolds::no);
            else
                certify_windows(body.tables.windows, query.blocks_, begin, end, query.certified_.data());
        });
}

/// Pairs of adjacent leaves, but for those in a window that holds.
bool SelfQuery::Search::open_adjacent_leaves()
{
    const AdjacencyLevel& leaves = body.tables.adjacent.levels[0];
    const WindowHolds* certified = query.certified_.data();
    query.uncertain_.resize_uninitialised(leaves.pairs.size());
    AdjacentPair* uncertain = query.uncertain_.data();
    std::size_t count = 0;
    for (std::uint32_t half = 0; half < 2 * body.tree.cluster_count(); ++half) {
        if (certified[half] != WindowHolds::no)
            continue;
        const std::uint32_t end = leaves.begin[4 * half + 4];
        for (std::uint32_t k = leaves.begin[4 * half]; k < end; ++k) {
            uncertain[count] = leaves.pairs.data()[k];
            count += certified[uncertain[count].b / 4] == WindowHolds::no;
        }
    }
    query.uncertain_.resize_uninitialised(count);
    return open_leaves(query.uncertain_.data(), count);
}

Triangle SelfQuery::Search::triangle(std::uint32_t slot) const
{
    const auto point = [&](std::uint32_t place) {
        const float* p = body.positions + 3 * std::size_t{place};
        return Vec3{p[0], p[1], p[2]};
    };
    const auto& t = body.tree.indices.data()[slot];
    return {point(t[0]), point(t[1]), point(t[2])};
}

/// Pairs that share a vertex, one at a time: each is met at the first vertex of a that b has as well.
bool SelfQuery::Search::test_neighbours()
{
    const ClusterTree& tree = body.tree;
    const std::size_t old_count = pairs.size();
    std::size_t tested = 0;
    for (std::uint32_t a = 0; a < tree.indices.size(); ++a) {
        const std::uint32_t triangle_a = tree.triangle_of_slot[a];
        if (triangle_a == ClusterTree::no_triangle)
            continue;
        const TriangleIndices& corners = tree.indices[a];
        for (int k = 0; k < 3; ++k)
            for (std::uint32_t b : (*body.tables.stars)[corners[k]]) {
                const TriangleIndices& other = tree.indices[b];
                const auto has = [&](std::uint32_t place) {
                    return std::find(other.begin(), other.end(), place) != other.end();
                };
                if (b <= a || (k > 0 && has(corners[0])) || (k > 1 && has(corners[1])))
                    continue;
                if (tested++ % per_unit::self_neighbours == 0 && grant(1) == 0) {
                    open += tree.indices.size() - a;
                    return false;
                }
                if (!neighbours_intersect(triangle(a), triangle(b), corners, other))
                    continue;
                const std::uint32_t triangle_b = tree.triangle_of_slot[b];
                pairs.push_back({std::min(triangle_a, triangle_b), std::max(triangle_a, triangle_b)});
                if (first_hit_only && pairs.size() > old_count)
                    return false;
            }
    }
    return true;
}

bool SelfQuery::Search::run()
{
    const std::size_t batches =
        per_unit::self_cluster_units * batches_for(body.tree.cluster_count(), per_unit::self_clusters);
    if (grant(batches) != batches) {
        open += 1;
        return false;
    }
    if (!query.blocks_.update(body.tree, body.positions, body.root, workers, meter)) {
        give_back(batches);
        return false;
    }
    certify();
    if (open_levels() && open_clusters() && open_adjacent_leaves()
        && (!body.tables.wants_neighbours || test_neighbours()))
        return true;
    // What comes after the phase that ended early is open as well.
    open += 1;
    return false;
}

RefinementOutcome SelfQuery::find_pairs(
    const SelfBody& body, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (body.tree.cluster_count() == 0)
        return {};
    Search search{*this, body, workers, meter, first_hit_only, pairs};
    const bool complete = search.run();
    return {complete, search.open};
}

std::size_t SelfQuery::scratch_bytes() const
{
    return blocks_.bytes() + pairs_.bytes() + opened_.bytes() + leaf_pairs_.bytes() + uncertain_.bytes()
           + certified_.bytes() + children_.bytes();
}

} // namespace tactus
