// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "hierarchy/spherical_octree_cases.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/made/sphere_reach.h"

namespace tactus {
namespace {

using namespace octree_cases;

std::vector<NamedSurface> all_surfaces()
{
    std::vector<NamedSurface> all = bodies(), odd = odd_surfaces();
    all.insert(all.end(), odd.begin(), odd.end());
    return all;
}

struct Case {
    std::string name;
    Surface surface;
    OctreeDepth depth;
};

std::vector<Case> all_cases()
{
    std::vector<Case> cases;
    for (const NamedSurface& named : all_surfaces())
        for (const std::uint32_t levels : {0u, 1u, 2u, 3u, 4u})
            for (const std::uint32_t enough : {0u, 12u})
                cases.push_back(
                    {named.name + ", " + std::to_string(levels) + " levels, enough " + std::to_string(enough),
                     named.surface,
                     {.levels = levels, .enough_features = enough}});
    return cases;
}

/// The sphere of each leaf, by its number.
std::vector<NodeSphere> leaf_spheres(const SphericalOctree& tree)
{
    std::vector<NodeSphere> spheres(tree.leaf_count());
    for (std::uint32_t index = 0; index < tree.node_count(); ++index) {
        const SphericalOctree::Node& node = tree.node(index);
        if (index == 0 && node.is_leaf())
            spheres[0] = tree.root_sphere();
        for (unsigned octant = 0; octant < 8; ++octant)
            if (node.child_mask >> octant & 1u) {
                const SphericalOctree::Node& child = tree.node(node.child(octant));
                if (child.is_leaf())
                    spheres[child.leaf()] = tree.children(node)[octant];
            }
    }
    return spheres;
}

std::vector<std::uint32_t> list(std::span<const std::uint32_t> numbers) { return {numbers.begin(), numbers.end()}; }

TEST(SphericalOctree, ALeafListsExactlyWhatItsSphereReaches)
{
    for (const Case& c : all_cases()) {
        const Surface& s = c.surface;
        const SphericalOctree tree = build_octree(s.triangles, s.positions, c.depth);
        const FeatureLists lists = make_feature_lists(s.triangles, s.positions.size());
        const std::vector<NodeSphere> spheres = leaf_spheres(tree);
        for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
            const Vec3 centre = spheres[leaf].centre;
            const float radius = spheres[leaf].radius;
            std::vector<std::uint32_t> vertices, edges, faces;
            for (const std::uint32_t v : lists.vertices)
                if (within(centre, s.positions[v], radius))
                    vertices.push_back(v);
            for (std::uint32_t e = 0; e < lists.edges.size(); ++e)
                if (within(centre, Segment{s.positions[lists.edges[e][0]], s.positions[lists.edges[e][1]]}, radius))
                    edges.push_back(e);
            for (std::uint32_t f = 0; f < s.triangles.size(); ++f) {
                const TriangleIndices& t = s.triangles[f];
                if (within(centre, Triangle{s.positions[t[0]], s.positions[t[1]], s.positions[t[2]]}, radius))
                    faces.push_back(f);
            }
            const LeafFeatures listed = tree.features(leaf);
            ASSERT_EQ(list(listed.vertices), vertices) << c.name << ", leaf " << leaf;
            ASSERT_EQ(list(listed.edges), edges) << c.name << ", leaf " << leaf;
            ASSERT_EQ(list(listed.faces), faces) << c.name << ", leaf " << leaf;
            ASSERT_FALSE(faces.empty()) << c.name << ", leaf " << leaf;
        }
    }
}

TEST(SphericalOctree, EveryPointOfTheSurfaceIsInALeafThatListsItsFace)
{
    scenes::Random random(5);
    for (const Case& c : all_cases()) {
        const Surface& s = c.surface;
        const SphericalOctree tree = build_octree(s.triangles, s.positions, c.depth);
        const std::vector<NodeSphere> spheres = leaf_spheres(tree);
        for (std::uint32_t f = 0; f < s.triangles.size(); ++f)
            for (int sample = 0; sample < 4; ++sample) {
                double u = random.uniform(), v = random.uniform();
                if (u + v > 1.0) {
                    u = 1.0 - u;
                    v = 1.0 - v;
                }
                const DoubleVector p = to_double(s.positions[s.triangles[f][0]]) * (1.0 - u - v)
                                       + to_double(s.positions[s.triangles[f][1]]) * u
                                       + to_double(s.positions[s.triangles[f][2]]) * v;
                bool is_covered = false;
                for (std::uint32_t leaf = 0; leaf < tree.leaf_count() && !is_covered; ++leaf) {
                    const DoubleVector off = p - to_double(spheres[leaf].centre);
                    const double radius = spheres[leaf].radius;
                    is_covered =
                        dot(off, off) <= radius * radius && std::ranges::binary_search(tree.features(leaf).faces, f);
                }
                ASSERT_TRUE(is_covered) << c.name << ", face " << f;
            }
    }
}

TEST(SphericalOctree, ItsNodesAreATreeOfSpheresThatLieInEachOther)
{
    for (const Case& c : all_cases()) {
        const SphericalOctree tree = build_octree(c.surface.triangles, c.surface.positions, c.depth);
        ASSERT_EQ(tree.empty(), c.surface.triangles.empty()) << c.name;
        EXPECT_GT(tree.bytes(), 0u);
        std::vector<int> visits(tree.node_count(), 0);
        std::uint32_t leaves = 0, deepest = 0;
        for (std::uint32_t index = 0; index < tree.node_count(); ++index) {
            const SphericalOctree::Node& node = tree.node(index);
            deepest = std::max<std::uint32_t>(deepest, node.level);
            ASSERT_LT(node.place, node.place_end()) << c.name;
            if (node.is_leaf()) {
                ++leaves;
                const LeafFeatures features = tree.features(node.leaf());
                const NodeType type = !features.vertices.empty() ? NodeType::vertex
                                      : !features.edges.empty()  ? NodeType::edge
                                                                 : NodeType::face;
                ASSERT_EQ(node.type, type) << c.name;
                continue;
            }
            std::uint64_t next = node.place;
            for (unsigned octant = 0; octant < 8; ++octant) {
                if (!(node.child_mask >> octant & 1u))
                    continue;
                const SphericalOctree::Node& child = tree.node(node.child(octant));
                ++visits[node.child(octant)];
                ASSERT_EQ(child.level, node.level + 1) << c.name;
                ASSERT_GE(child.place, next) << c.name;
                ASSERT_GE(child.type, node.type) << c.name << ": what a child reaches its parent reaches";
                next = child.place_end();
            }
            ASSERT_LE(next, node.place_end()) << c.name;
        }
        EXPECT_EQ(leaves, tree.leaf_count()) << c.name;
        EXPECT_EQ(deepest, tree.level_count()) << c.name;
        EXPECT_LE(deepest, c.depth.levels) << c.name;
        for (std::uint32_t index = 1; index < tree.node_count(); ++index)
            ASSERT_EQ(visits[index], 1) << c.name;

        const auto expect_inside = [&](auto&& self, std::uint32_t index, const NodeSphere& sphere) -> void {
            const SphericalOctree::Node& node = tree.node(index);
            for (unsigned octant = 0; octant < 8; ++octant) {
                if (!(node.child_mask >> octant & 1u))
                    continue;
                const NodeSphere child = tree.children(node)[octant];
                const DoubleVector apart = to_double(child.centre) - to_double(sphere.centre);
                ASSERT_LE(std::sqrt(dot(apart, apart)) + double(child.radius), double(sphere.radius)) << c.name;
                self(self, node.child(octant), child);
            }
        };
        if (!tree.empty())
            expect_inside(expect_inside, 0, tree.root_sphere());
    }
}

TEST(SphericalOctree, UniformDepthEndsOnOneLevelOnly)
{
    const Surface s = shape("bumpy_sphere", 320);
    for (std::uint32_t levels = 0; levels <= 6; ++levels) {
        const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = levels});
        for (std::uint32_t index = 0; index < tree.node_count(); ++index)
            if (tree.node(index).is_leaf()) {
                ASSERT_EQ(tree.node(index).level, levels);
            }
    }
}

TEST(SphericalOctree, NonHomogeneousDepthCutsOnlyCellsThatReachTooMuch)
{
    const Surface s =
        surfaces::both(shape("bumpy_sphere", 1280), surfaces::moved(shape("cube_lattice", 12), {3, 3, 3}));
    constexpr std::uint32_t enough = 30, levels = 7;
    const SphericalOctree uniform = build_octree(s.triangles, s.positions, {.levels = levels});
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = levels, .enough_features = enough});
    std::set<int> leaf_levels;
    for (std::uint32_t index = 0; index < tree.node_count(); ++index) {
        const SphericalOctree::Node& node = tree.node(index);
        if (!node.is_leaf())
            continue;
        leaf_levels.insert(node.level);
        const LeafFeatures f = tree.features(node.leaf());
        const std::size_t count = f.vertices.size() + f.edges.size() + f.faces.size();
        EXPECT_TRUE(count <= enough || node.level == levels) << count << " on level " << int(node.level);
    }
    EXPECT_GE(leaf_levels.size(), 3u);
    EXPECT_LT(tree.node_count(), uniform.node_count() / 4);
    EXPECT_LT(tree.bytes(), uniform.bytes() / 2);
}

TEST(SphericalOctree, FacesThatLieOnEachOtherAreNotCutForever)
{
    Surface s;
    s.positions = {{0, 0, 0}, {1, 0, 0.1f}, {0.2f, 1, 0.3f}};
    for (int i = 0; i < 100; ++i)
        s.triangles.push_back({0, 1, 2});
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 12, .enough_features = 8});
    EXPECT_LT(tree.node_count(), 2000u);
    EXPECT_GT(tree.node_count(), 8u);
}

TEST(SphericalOctree, StopsCuttingWhenItsListsAreFull)
{
    const Surface s = shape("bumpy_sphere", 320);
    const OctreeDepth depth = {.levels = 8, .max_list_entries = 20'000};
    const SphericalOctree tree = build_octree(s.triangles, s.positions, depth);
    std::size_t entries = 0;
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf)
        entries +=
            tree.features(leaf).vertices.size() + tree.features(leaf).edges.size() + tree.features(leaf).faces.size();
    EXPECT_GT(entries, 10'000u);
    EXPECT_LT(entries, 40'000u);
}

TEST(SphericalOctree, ATreeIsTheSameOnEveryMachine)
{
    const Surface s = shape("bumpy_sphere", 1280);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 5, .enough_features = 20});
    std::uint64_t hash = 0;
    const auto add = [&](std::uint64_t value) { hash = scenes::splitmix64(hash ^ value); };
    for (std::uint32_t index = 0; index < tree.node_count(); ++index) {
        const SphericalOctree::Node& node = tree.node(index);
        add(node.child_mask);
        add(std::uint64_t(node.type));
        for (unsigned octant = 0; octant < 8 && !node.is_leaf(); ++octant) {
            const NodeSphere sphere = tree.children(node)[octant];
            for (const float x : {sphere.centre.x, sphere.centre.y, sphere.centre.z, sphere.radius})
                add(std::bit_cast<std::uint32_t>(x));
        }
    }
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
        const LeafFeatures features = tree.features(leaf);
        for (const auto& numbers : {features.vertices, features.edges, features.faces})
            for (const std::uint32_t number : numbers)
                add(number);
    }
    EXPECT_EQ(hash, 16271194406064563283u);
}

TEST(SphericalOctree, ListsEachEdgeOnceHoweverManyFacesShareIt)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {2, 1, 3}, {1, 2, 4}, {1, 2, 4}, {5, 5, 1}, {7, 7, 7}};
    const FeatureLists lists = make_feature_lists(triangles, 9);
    const std::vector<std::array<std::uint32_t, 2>> edges = {{0, 1}, {0, 2}, {1, 2}, {1, 3},
                                                             {1, 4}, {1, 5}, {2, 3}, {2, 4}};
    EXPECT_EQ(lists.edges, edges);
    EXPECT_EQ(lists.vertices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 7}));
}

} // namespace
} // namespace tactus
