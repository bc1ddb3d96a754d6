// SPDX-License-Identifier: MIT
#include "hierarchy/adjacent_leaves.h"

#include <algorithm>
#include <array>

#include "mesh/vertex_star.h"

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
class LevelMaker {
public:
    explicit LevelMaker(std::uint32_t node_count) : last_a_(node_count, UINT32_MAX), at_(node_count)
    {
        level.begin.reserve(node_count + 1);
        level.begin.push_back(0);
    }

    void meet(std::uint32_t a, std::uint32_t b, std::uint64_t adjacent_bit)
    {
        if (last_a_[b] != a) {
            last_a_[b] = a;
            at_[b] = static_cast<std::uint32_t>(here_.size());
            here_.push_back({b, 0});
        }
        here_[at_[b]].adjacent |= adjacent_bit;
    }

    /// All of a's meetings are known: files them, and tells each one.
    template <class Tell>
    void finish(std::uint32_t a, Tell tell)
    {
        std::sort(here_.begin(), here_.end(), [](const Meeting& x, const Meeting& y) { return x.b < y.b; });
        for (const Meeting& m : here_) {
            tell(m.b);
            const std::uint64_t apart = ~m.adjacent & (a == m.b ? upper_triangle : ~std::uint64_t{0});
            if (apart != 0)
                level.pairs.push_back({a, m.b, apart});
        }
        level.begin.push_back(static_cast<std::uint32_t>(level.pairs.size()));
        here_.clear();
    }

    AdjacencyLevel level;

private:
    std::vector<std::uint32_t> last_a_, at_;
    std::vector<Meeting> here_;
};

Buffer<AdjacentPair> trimmed(const Buffer<AdjacentPair>& pairs)
{
    Buffer<AdjacentPair> exact(pairs.size());
    std::copy(pairs.begin(), pairs.end(), exact.begin());
    return exact;
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

/// The largest number of leaves on one vertex that still counts as adjacency, so that the records stay few.
std::uint32_t leaf_limit(const VertexStars& stars, std::uint32_t triangle_count)
{
    std::array<std::uint64_t, AdjacentLeaves::max_leaves_a_vertex + 1> vertices{};
    for (std::size_t v = 0; v < stars.vertex_count(); ++v) {
        const std::uint32_t leaves = leaves_on(stars[v]);
        if (leaves <= AdjacentLeaves::max_leaves_a_vertex)
            ++vertices[leaves];
    }
    const double limit = AdjacentLeaves::max_pairs_a_triangle * triangle_count + 4096.0;
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

} // namespace

std::size_t AdjacentLeaves::bytes() const
{
    std::size_t sum = sizeof(*this);
    for (const AdjacencyLevel& level : levels)
        sum += sizeof(level) + level.begin.bytes() + level.pairs.bytes();
    return sum;
}

AdjacentLeaves make_adjacent_leaves(const ClusterTree& tree)
{
    AdjacentLeaves made;
    if (tree.cluster_count() == 0)
        return made;
    const auto is_empty = [&](std::size_t slot) { return tree.triangle_of_slot[slot] == ClusterTree::no_triangle; };
    const VertexStars stars(tree.indices.span(), tree.vertex_count, is_empty);
    const std::uint32_t limit = leaf_limit(stars, tree.triangle_count);
    std::vector<bool> hub(stars.vertex_count());
    for (std::size_t v = 0; v < hub.size(); ++v) {
        hub[v] = leaves_on(stars[v]) > limit;
        made.has_hubs = made.has_hubs || hub[v];
    }

    // Level by level upwards: what one level finds adjacent, the next one collects.
    std::vector<std::uint32_t> node_counts;
    for (std::uint32_t count = 8 * tree.cluster_count(); node_counts.empty() || node_counts.back() > 1; count = (count + 7) / 8)
        node_counts.push_back(count);
    std::vector<LevelMaker> makers;
    makers.reserve(node_counts.size());
    for (std::uint32_t count : node_counts)
        makers.emplace_back(count);

    for (std::uint32_t leaf = 0; leaf < node_counts[0]; ++leaf) {
        LevelMaker& leaves = makers[0];
        leaves.meet(leaf, leaf, 0);
        for (std::uint32_t i = 0; i < 8; ++i) {
            const std::uint32_t slot = 8 * leaf + i;
            if (is_empty(slot))
                continue;
            for (std::uint32_t vertex : tree.indices[slot]) {
                if (hub[vertex])
                    continue;
                for (std::uint32_t other : stars[vertex])
                    if (other / 8 >= leaf)
                        leaves.meet(leaf, other / 8, bit(i, other % 8));
            }
        }
        leaves.finish(leaf, [&](std::uint32_t other) {
            makers[1].meet(leaf / 8, other / 8, bit(leaf % 8, other % 8));
        });
        std::uint32_t node = leaf;
        for (std::size_t l = 1; l < makers.size() && (node % 8 == 7 || node + 1 == node_counts[l - 1]); ++l) {
            node /= 8;
            makers[l].finish(node, [&](std::uint32_t other) {
                if (l + 1 < makers.size())
                    makers[l + 1].meet(node / 8, other / 8, bit(node % 8, other % 8));
            });
        }
    }
    for (LevelMaker& maker : makers)
        made.levels.push_back({std::move(maker.level.begin), trimmed(maker.level.pairs)});
    return made;
}

} // namespace tactus
