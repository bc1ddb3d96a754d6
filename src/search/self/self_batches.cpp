// SPDX-License-Identifier: MIT
#include "search/self/self_batches.h"

#include "geometry/triangle_pairs/triangle_neighbours.h"
#include "search/self/self_kernels.h"

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

} // namespace

template <class Pair>
std::size_t SelfBatches::open_any(std::uint32_t level, std::span<const Pair> nodes, IndexPair* children) const
{
    AdjacentPair masked[per_unit::self_node_pairs + 1];
    const std::size_t kept = overlapping_children(blocks.level(level), nodes.data(), nodes.size(), masked);
    masked[kept] = {};
    const std::size_t made = list_children(masked, kept, children);
    return level == 0 && body.tables.adjacent.has_hubs ? drop_neighbours(body.tree, children, made) : made;
}

std::size_t SelfBatches::open(std::uint32_t level, std::span<const AdjacentPair> nodes, IndexPair* children) const
{
    return open_any(level, nodes, children);
}

std::size_t SelfBatches::open(std::uint32_t level, std::span<const IndexPair> nodes, IndexPair* children) const
{
    return open_any(level, nodes, children);
}

std::size_t SelfBatches::test(const IndexPair* candidates, std::size_t count, IndexPair* hits) const
{
    const TriangleSource source{body.positions, body.tree.indices.data()->data()};
    return intersecting_pairs(source, source, candidates, count, hits);
}

bool SelfBatches::neighbours_meet(IndexPair slots) const
{
    const auto triangle = [&](const TriangleIndices& corners) {
        const auto point = [&](std::uint32_t place) {
            const float* p = body.positions + 3 * std::size_t{place};
            return Vec3{p[0], p[1], p[2]};
        };
        return Triangle{point(corners[0]), point(corners[1]), point(corners[2])};
    };
    const TriangleIndices& a = body.tree.indices[slots.a];
    const TriangleIndices& b = body.tree.indices[slots.b];
    return neighbours_intersect(triangle(a), triangle(b), a, b);
}

} // namespace tactus
