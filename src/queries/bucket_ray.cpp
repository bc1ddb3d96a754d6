// SPDX-License-Identifier: MIT
#include "queries/bucket_ray.h"

#include <array>
#include <utility>

namespace tactus {
namespace {

void descend(RayCast& cast, std::uint32_t body, const BucketTree& tree, std::uint32_t node)
{
    const BucketNodes& nodes = tree.nodes();
    if (nodes.is_bucket(node)) {
        cast.enter(body, tree.triangles(), nodes.primitives(node));
        return;
    }
    // The nearest first: a hit there saves the others.
    std::array<std::pair<double, std::uint32_t>, 8> reached;
    std::size_t count = 0;
    const auto [begin, end] = nodes.children(node);
    for (std::uint32_t child = begin; child < end; ++child)
        if (const auto bound = cast.reach(box_of(nodes.box(child)))) {
            std::size_t place = count++;
            for (; place > 0 && reached[place - 1].first > *bound; --place)
                reached[place] = reached[place - 1];
            reached[place] = {*bound, child};
        }
    for (std::size_t k = 0; k < count; ++k)
        if (cast.reach(box_of(nodes.box(reached[k].second))))
            descend(cast, body, tree, reached[k].second);
}

} // namespace

void cast_into_buckets(RayCast& cast, std::uint32_t body, const BucketTree& tree)
{
    if (!tree.nodes().is_empty())
        descend(cast, body, tree, tree.nodes().root());
}

} // namespace tactus
