// SPDX-License-Identifier: MIT
#include "queries/cast_into.h"

#include <array>
#include <utility>

#include "tree/refit/refit_bvh.h"

namespace tactus {
namespace {

struct NodeCast {
    RayCast& cast;
    std::uint32_t body;
    TreeNodes& nodes;
    TriangleList triangles;
    Box way;

    void descend(std::uint32_t node) const
    {
        NodeBlock below;
        nodes.open(node, way, 0, below);
        // The nearest first: a hit there saves the others.
        std::array<std::pair<double, std::uint32_t>, 8> reached;
        std::size_t count = 0;
        below.for_each([&](std::uint32_t k) {
            const auto bound = cast.reach(below.box(k));
            if (!bound)
                return;
            std::size_t place = count++;
            for (; place > 0 && reached[place - 1].first > *bound; --place)
                reached[place] = reached[place - 1];
            reached[place] = {*bound, k};
        });
        if (below.are_triangles) {
            std::array<std::uint32_t, 8> places;
            for (std::size_t k = 0; k < count; ++k)
                places[k] = below.name[reached[k].second];
            cast.enter(body, triangles, {places.data(), count});
            return;
        }
        for (std::size_t k = 0; k < count; ++k)
            if (cast.reach(below.box(reached[k].second)))
                descend(below.name[reached[k].second]);
    }
};

} // namespace

void cast_into(RayCast& cast, std::uint32_t body, Tree& tree, Workers& workers)
{
    if (const Sphere* ball = tree.ball())
        return cast.enter(body, *ball);
    const Box way = cast.way_through(tree.box());
    if (RefitBvh* clusters = tree.clusters()) {
        const auto near = clusters->refit(way, workers);
        if (!near.empty())
            cast.enter(body, {tree.triangles(), clusters->cluster_boxes(), &clusters->tree(), near});
        return;
    }
    TreeNodes& nodes = tree.nodes();
    nodes.begin();
    NodeCast{cast, body, nodes, tree.triangles(), way}.descend(nodes.root());
}

} // namespace tactus
