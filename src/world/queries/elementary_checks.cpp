// SPDX-License-Identifier: MIT
#include "world/queries/elementary_checks.h"

#include <span>

#include "tree/octree/pairs/elementary_pairs.h"
#include "tree/octree/pairs/leaf_pairs.h"

namespace tactus {

papers::ElementaryChecks checks_of_leaves(PosedOctree& a, PosedOctree& b, const papers::CheckOptions& options)
{
    LeafPairSearch search;
    search.find(a.body(), b.body(), double{options.distance}, a.order());
    ElementaryPairs pairs;
    if (options.only_count)
        pairs.count(a.tree(), b.tree(), search.pairs());
    else
        pairs.collect(a.tree(), b.tree(), search.pairs());
    papers::ElementaryChecks checks;
    checks.count = pairs.elementary_tests();
    checks.node_tests = search.node_tests();
    checks.leaf_pairs = search.pairs().size();
    for (const FeaturePair& pair : pairs.vertex_face())
        checks.vertex_face.push_back({.vertex = pair.a, .face = pair.b});
    for (const FeaturePair& pair : pairs.face_vertex())
        checks.face_vertex.push_back({.vertex = pair.b, .face = pair.a});
    for (const FeaturePair& pair : pairs.edge_edge())
        checks.edge_edge.push_back({.edge_a = a.tree().edge(pair.a), .edge_b = b.tree().edge(pair.b)});
    return checks;
}

std::vector<Sphere> spheres_of_leaves(const SphericalOctree& tree)
{
    std::vector<Sphere> spheres;
    if (tree.empty())
        return spheres;
    const auto add = [&](const NodeSphere& sphere) { spheres.push_back({sphere.centre, sphere.radius}); };
    if (tree.node(0).is_leaf())
        add(tree.root_sphere());
    std::vector<std::uint32_t> open = {0};
    while (!open.empty()) {
        const SphericalOctree::Node node = tree.node(open.back());
        open.pop_back();
        for (unsigned octant = 0; octant < 8; ++octant) {
            if ((node.child_mask >> octant & 1) == 0)
                continue;
            const std::uint32_t child = node.child(octant);
            if (tree.node(child).is_leaf())
                add(tree.children(node)[octant]);
            else
                open.push_back(child);
        }
    }
    return spheres;
}

} // namespace tactus
