// SPDX-License-Identifier: MIT
// Octrees that are edited where they are, beside the ones that would be made from the edited mesh.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "hierarchy/spherical_octree_cases.h"
#include "mesh/removed_triangle.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/made/edit_octree.h"

namespace tactus {
namespace {

using namespace octree_cases;

/// A mesh and its tree, of which some faces go and others come.
struct EditedTree {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    SphericalOctree tree;
    OctreeEditor editor;
    std::set<std::uint32_t> outermost; ///< vertices that say how large the root's cell is

    EditedTree(const Surface& s, const OctreeDepth& depth)
        : triangles(s.triangles), positions(s.positions), tree(build_octree(triangles, positions, depth))
    {
        editor.look_at(tree, {&positions[0].x, triangles, {}});
        for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z})
            for (const float sign : {-1.0f, 1.0f})
                outermost.insert(std::uint32_t(
                    std::max_element(
                        positions.begin(), positions.end(),
                        [&](Vec3 a, Vec3 b) { return sign * (a.*axis) < sign * (b.*axis); })
                    - positions.begin()));
    }

    /// Some faces that lie together are removed; in their place, or from there to anywhere, others come.
    void edit(scenes::Random& random, std::uint32_t max_removed, std::uint32_t max_added)
    {
        std::vector<std::uint32_t> removed;
        const std::uint32_t first = random.below(std::uint32_t(triangles.size()));
        for (std::uint32_t k = 0, wanted = random.below(max_removed + 1);
             k < triangles.size() && removed.size() < wanted; ++k) {
            const std::uint32_t face = (first + k) % std::uint32_t(triangles.size());
            if (!is_removed(triangles[face])
                && std::none_of(triangles[face].begin(), triangles[face].end(), [&](std::uint32_t v) {
                       return outermost.contains(v);
                   }))
                removed.push_back(face);
        }
        const auto first_added = std::uint32_t(triangles.size());
        for (std::uint32_t k = random.below(max_added + 1); k > 0; --k) {
            TriangleIndices corners = {
                random.below(std::uint32_t(positions.size())), random.below(std::uint32_t(positions.size())),
                random.below(std::uint32_t(positions.size()))};
            if (!removed.empty() && random.below(4) != 0) {
                corners = triangles[removed[random.below(std::uint32_t(removed.size()))]];
                if (random.below(2) == 0) {
                    Vec3 middle{};
                    for (const std::uint32_t v : corners)
                        middle = middle + positions[v] * (1.0f / 3.0f);
                    corners[random.below(3)] = std::uint32_t(positions.size());
                    positions.push_back(middle);
                }
            }
            triangles.push_back(corners);
        }
        editor.edit(tree, triangles, positions, removed, first_added);
        for (const std::uint32_t face : removed)
            triangles[face] = removed_triangle;
    }

    SphericalOctree made_anew() const { return build_octree(triangles, positions, tree.depth()); }
};

using Edges = std::set<std::array<std::uint32_t, 2>>;

Edges edges_of(const SphericalOctree& tree, std::uint32_t leaf)
{
    Edges edges;
    for (const std::uint32_t edge : tree.features(leaf).edges)
        edges.insert(tree.edge(edge));
    return edges;
}

void expect_same(const SphericalOctree& a, std::uint32_t node_a, const SphericalOctree& b, std::uint32_t node_b)
{
    const SphericalOctree::Node &at_a = a.node(node_a), &at_b = b.node(node_b);
    ASSERT_EQ(at_a.child_mask, at_b.child_mask);
    ASSERT_EQ(at_a.level, at_b.level);
    ASSERT_EQ(at_a.place, at_b.place);
    if (at_a.is_leaf()) {
        ASSERT_EQ(at_a.type, at_b.type);
        const LeafFeatures of_a = a.features(at_a.leaf()), of_b = b.features(at_b.leaf());
        ASSERT_TRUE(std::ranges::equal(of_a.vertices, of_b.vertices));
        ASSERT_TRUE(std::ranges::equal(of_a.faces, of_b.faces));
        ASSERT_EQ(edges_of(a, at_a.leaf()), edges_of(b, at_b.leaf()));
        return;
    }
    for (unsigned octant = 0; octant < 8; ++octant) {
        if ((at_a.child_mask >> octant & 1u) == 0)
            continue;
        ASSERT_EQ(a.children(at_a)[octant], b.children(at_b)[octant]);
        ASSERT_NO_FATAL_FAILURE(expect_same(a, at_a.child(octant), b, at_b.child(octant)));
    }
}

TEST(EditedOctree, IsTheTreeThatWouldBeMadeAnew)
{
    for (const std::uint32_t levels : {0u, 2u, 3u, 5u}) {
        scenes::Random random(61 + levels);
        EditedTree edited(shape("bumpy_sphere", 1280), {.levels = levels});
        for (int round = 0; round < 300; ++round) {
            edited.edit(random, 20, 12);
            if (round % 20 != 19)
                continue;
            const SphericalOctree fresh = edited.made_anew();
            ASSERT_EQ(edited.tree.root_sphere(), fresh.root_sphere());
            ASSERT_EQ(edited.tree.node_count(), fresh.node_count()) << levels << ' ' << round;
            ASSERT_EQ(edited.tree.leaf_count(), fresh.leaf_count()) << levels << ' ' << round;
            ASSERT_NO_FATAL_FAILURE(expect_same(edited.tree, 0, fresh, 0)) << levels << ' ' << round;
        }
    }
}

struct NumberedSphere {
    std::uint32_t leaf = 0;
    NodeSphere sphere;
};

void list_leaves(
    const SphericalOctree& tree, std::uint32_t index, const NodeSphere& sphere, std::vector<NumberedSphere>& leaves)
{
    const SphericalOctree::Node& node = tree.node(index);
    if (node.is_leaf())
        leaves.push_back({node.leaf(), sphere});
    for (unsigned octant = 0; octant < 8; ++octant)
        if (node.child_mask >> octant & 1u)
            list_leaves(tree, node.child(octant), tree.children(node)[octant], leaves);
}

TEST(EditedOctree, OfUnevenDepthStillListsEveryPointOfTheSurfaceAndStaysSmall)
{
    scenes::Random random(62);
    EditedTree edited(shape("bumpy_sphere", 1280), {.levels = 7, .enough_features = 16});
    for (int round = 0; round < 300; ++round) {
        edited.edit(random, 24, 10);
        if (round % 50 != 49)
            continue;
        std::vector<NumberedSphere> leaves;
        list_leaves(edited.tree, 0, edited.tree.root_sphere(), leaves);
        ASSERT_EQ(leaves.size(), edited.tree.leaf_count());
        std::vector<std::vector<NodeSphere>> spheres(edited.triangles.size());
        for (const NumberedSphere& leaf : leaves)
            for (const std::uint32_t face : edited.tree.features(leaf.leaf).faces)
                spheres[face].push_back(leaf.sphere);
        for (std::uint32_t face = 0; face < edited.triangles.size(); ++face) {
            ASSERT_EQ(spheres[face].empty(), is_removed(edited.triangles[face])) << round;
            for (int sample = 0; sample < 8 && !spheres[face].empty(); ++sample) {
                const double u = random.uniform(), v = random.uniform() * (1.0 - u);
                const auto corner = [&](std::size_t k) {
                    return to_double(edited.positions[edited.triangles[face][k]]);
                };
                const DoubleVector p = corner(0) * (1.0 - u - v) + corner(1) * u + corner(2) * v;
                ASSERT_TRUE(std::any_of(
                    spheres[face].begin(), spheres[face].end(),
                    [&](const NodeSphere& sphere) {
                        const DoubleVector off = p - to_double(sphere.centre);
                        return dot(off, off) <= double(sphere.radius) * double(sphere.radius);
                    }))
                    << round << ", face " << face;
            }
        }
        const SphericalOctree fresh = edited.made_anew();
        EXPECT_LT(edited.tree.node_count(), fresh.node_count() + fresh.node_count() / 4);
        EXPECT_GT(edited.tree.node_count(), fresh.node_count() / 2);
    }
}

TEST(EditedOctree, TakesFewNodesForASmallEdit)
{
    scenes::Random random(63);
    EditedTree edited(shape("bumpy_sphere", 20480), {.levels = 7, .enough_features = 16});
    ASSERT_GT(edited.tree.node_count(), 10000u);
    const std::size_t bytes = edited.tree.bytes();
    for (int round = 0; round < 500; ++round) {
        edited.edit(random, 2, 0);
        EXPECT_LT(edited.editor.changed_nodes(), 400u);
    }
    EXPECT_LT(edited.tree.bytes(), 2 * bytes);
}

TEST(EditedOctree, DoesNotCutWhatLiesOnEachOtherForever)
{
    EditedTree edited(shape("bumpy_sphere", 320), {.levels = 9, .enough_features = 8});
    for (int round = 0; round < 100; ++round) {
        const auto first = std::uint32_t(edited.triangles.size());
        edited.triangles.push_back(edited.triangles[7]);
        edited.editor.edit(edited.tree, edited.triangles, edited.positions, {}, first);
    }
    EXPECT_LT(edited.tree.node_count(), 2 * edited.made_anew().node_count());
}

} // namespace
} // namespace tactus
