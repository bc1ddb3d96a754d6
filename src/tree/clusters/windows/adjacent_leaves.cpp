// SPDX-License-Identifier: MIT
#include "tree/clusters/windows/adjacent_leaves.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace tactus {
namespace {

constexpr std::uint64_t bit(std::uint32_t i, std::uint32_t j) { return std::uint64_t{1} << (8 * j + i); }

/// Bits with i < j: each two children of one node once.
constexpr std::uint64_t upper_triangle = [] {
    std::uint64_t bits = 0;
    for (std::uint32_t j = 0; j < 8; ++j)
        for (std::uint32_t i = 0; i < j; ++i)
            bits |= bit(i, j);
    return bits;
}();

/// Two nodes and which of their children are adjacent.
struct Meeting {
    std::uint32_t b;
    std::uint64_t adjacent;
};

/// Collects the meetings of one node after the other.
class Meetings {
public:
    explicit Meetings(std::uint32_t node_count) : last_a_(node_count, UINT32_MAX), at_(node_count) {}

    void meet(std::uint32_t a, std::uint32_t b, std::uint64_t adjacent_bit)
    {
        if (last_a_[b] != a) {
            last_a_[b] = a;
            at_[b] = static_cast<std::uint32_t>(here_.size());
            here_.push_back({b, 0});
        }
        here_[at_[b]].adjacent |= adjacent_bit;
    }

    /// All of a's meetings are known: gives each as a pair.
    template <class Take>
    void finish(std::uint32_t a, Take take)
    {
        std::sort(here_.begin(), here_.end(), [](const Meeting& x, const Meeting& y) { return x.b < y.b; });
        for (const Meeting& m : here_)
            take(AdjacentPair{a, m.b, ~m.adjacent & (a == m.b ? upper_triangle : ~std::uint64_t{0})});
        here_.clear();
    }

private:
    std::vector<std::uint32_t> last_a_, at_;
    std::vector<Meeting> here_;
};

/// The pairs of some nodes of a level, node after node.
struct Rows {
    Buffer<AdjacentPair> pairs;
    std::vector<std::uint32_t> ends;

    void end_row() { ends.push_back(static_cast<std::uint32_t>(pairs.size())); }
};

/// Rows take the place of others: each of these nodes stands for so many that follow each other. Those beyond the last
/// that there was are all among them.
void put_rows(
    AdjacencyLevel& level, std::uint32_t node_count, std::span<const std::uint32_t> nodes, std::uint32_t rows_a_node,
    const Rows& rows)
{
    AdjacencyLevel next{Buffer<std::uint32_t>(node_count + std::size_t{1}), {}};
    next.pairs.reserve(level.pairs.size() + rows.pairs.size());
    std::uint32_t row = 0;
    const auto append = [&](std::uint32_t end, const std::uint32_t* begins, const AdjacentPair* from) {
        const auto size = static_cast<std::uint32_t>(next.pairs.size());
        const std::uint32_t first = begins[0], count = begins[end - row] - first;
        next.pairs.resize_uninitialised(size + count);
        std::copy_n(from + first, count, next.pairs.data() + size);
        for (std::uint32_t k = 0; row < end; ++k, ++row)
            next.begin[row] = begins[k] - first + size;
    };
    std::vector<std::uint32_t> begins(rows.ends.size() + 1, 0);
    std::copy(rows.ends.begin(), rows.ends.end(), begins.begin() + 1);
    const std::uint32_t* fresh = begins.data();
    for (const std::uint32_t node : nodes) {
        if (row < node * rows_a_node)
            append(node * rows_a_node, level.begin.data() + row, level.pairs.data());
        append((node + 1) * rows_a_node, fresh, rows.pairs.data());
        fresh += rows_a_node;
    }
    if (row < node_count)
        append(node_count, level.begin.data() + row, level.pairs.data());
    next.begin[node_count] = static_cast<std::uint32_t>(next.pairs.size());
    level = std::move(next);
}

std::uint32_t leaves_on(std::span<const std::uint32_t> star)
{
    std::uint32_t count = 0, last = UINT32_MAX;
    for (std::uint32_t slot : star)
        if (slot / 8 != last) {
            last = slot / 8;
            ++count;
        }
    return count;
}

double max_pairs(std::uint32_t triangle_count)
{
    return AdjacentLeaves::max_pairs_a_triangle * triangle_count + 4096.0;
}

/// The largest number of leaves on one vertex that still counts as adjacency, so that the records stay few.
std::uint32_t leaf_limit(const VertexStars& stars, std::uint32_t triangle_count)
{
    std::array<std::uint64_t, AdjacentLeaves::max_leaves_a_vertex + 1> vertices{};
    for (std::size_t v = 0; v < stars.vertex_count(); ++v) {
        const std::uint32_t leaves = leaves_on(stars[v]);
        if (leaves <= AdjacentLeaves::max_leaves_a_vertex)
            ++vertices[leaves];
    }
    const double limit = max_pairs(triangle_count);
    double pairs = 0.0;
    std::uint32_t leaves = 1;
    while (leaves < AdjacentLeaves::max_leaves_a_vertex) {
        pairs += 0.5 * (leaves + 1) * leaves * static_cast<double>(vertices[leaves + 1]);
        if (pairs > limit)
            break;
        ++leaves;
    }
    return leaves;
}

/// Finds the pairs of these clusters' leaves, of the clusters, and of all nodes above them.
void make_rows(
    const ClusterTree& tree, const VertexStars& stars, std::span<const std::uint32_t> clusters,
    AdjacentLeaves& adjacent)
{
    if (clusters.empty())
        return;
    std::vector<std::uint32_t> node_counts;
    for (std::uint32_t count = 8 * tree.cluster_count(); node_counts.empty() || node_counts.back() > 1;
         count = (count + 7) / 8)
        node_counts.push_back(count);
    adjacent.levels.resize(node_counts.size());

    const auto is_hub = [&](std::uint32_t vertex) {
        const bool is_one =
            stars[vertex].size() > adjacent.leaf_limit && leaves_on(stars[vertex]) > adjacent.leaf_limit;
        adjacent.has_hubs = adjacent.has_hubs || is_one;
        return is_one;
    };
    Meetings of_leaf(node_counts[0]), of_cluster(node_counts[1]);
    Rows leaf_rows, rows;
    for (const std::uint32_t cluster : clusters) {
        for (std::uint32_t leaf = 8 * cluster; leaf < 8 * cluster + 8; ++leaf) {
            of_leaf.meet(leaf, leaf, 0);
            for (std::uint32_t slot = 8 * leaf; slot < 8 * leaf + 8; ++slot) {
                if (tree.triangle_of_slot[slot] == ClusterTree::no_triangle)
                    continue;
                for (const std::uint32_t vertex : tree.indices[slot]) {
                    if (is_hub(vertex))
                        continue;
                    for (const std::uint32_t other : stars[vertex])
                        if (other / 8 >= leaf)
                            of_leaf.meet(leaf, other / 8, bit(slot % 8, other % 8));
                }
            }
            of_leaf.finish(leaf, [&](const AdjacentPair& pair) {
                of_cluster.meet(cluster, pair.b / 8, bit(leaf % 8, pair.b % 8));
                if (pair.apart != 0)
                    leaf_rows.pairs.push_back(pair);
            });
            leaf_rows.end_row();
        }
        of_cluster.finish(cluster, [&](const AdjacentPair& pair) { rows.pairs.push_back(pair); });
        rows.end_row();
    }
    put_rows(adjacent.levels[0], node_counts[0], clusters, 8, leaf_rows);
    put_rows(adjacent.levels[1], node_counts[1], clusters, 1, rows);

    // Level by level upwards: what one level finds adjacent, the next one collects.
    std::vector<std::uint32_t> nodes(clusters.begin(), clusters.end());
    for (std::size_t level = 2; level < node_counts.size(); ++level) {
        for (std::uint32_t& node : nodes)
            node /= 8;
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        rows = {};
        Meetings of_node(node_counts[level]);
        for (const std::uint32_t node : nodes) {
            for (std::uint32_t child = 8 * node; child < std::min(8 * node + 8, node_counts[level - 1]); ++child)
                for (const AdjacentPair& pair : adjacent.levels[level - 1].of(child))
                    of_node.meet(node, pair.b / 8, bit(child % 8, pair.b % 8));
            of_node.finish(node, [&](const AdjacentPair& pair) { rows.pairs.push_back(pair); });
            rows.end_row();
        }
        put_rows(adjacent.levels[level], node_counts[level], nodes, 1, rows);
    }
}

} // namespace

std::size_t AdjacentLeaves::bytes() const
{
    std::size_t sum = sizeof(*this);
    for (const AdjacencyLevel& level : levels)
        sum += sizeof(level) + level.begin.bytes() + level.pairs.bytes();
    return sum;
}

AdjacentLeaves make_adjacent_leaves(const ClusterTree& tree, const VertexStars& stars)
{
    AdjacentLeaves made;
    made.leaf_limit = leaf_limit(stars, tree.triangle_count);
    std::vector<std::uint32_t> clusters(tree.cluster_count());
    std::iota(clusters.begin(), clusters.end(), 0u);
    make_rows(tree, stars, clusters, made);
    return made;
}

void edit_adjacent_leaves(
    const ClusterTree& tree, const VertexStars& stars, std::span<const std::uint32_t> clusters,
    AdjacentLeaves& adjacent)
{
    make_rows(tree, stars, clusters, adjacent);
    // Where edits have made too many records of too few triangles, more vertices count as hubs.
    if (!clusters.empty()
        && adjacent.levels[0].pairs.size() > 2 * max_pairs(tree.triangle_count) + 8.0 * tree.cluster_count())
        adjacent = make_adjacent_leaves(tree, stars);
}

} // namespace tactus
