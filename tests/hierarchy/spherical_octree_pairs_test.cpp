// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "hierarchy/spherical_octree_cases.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/pairs/elementary_pairs.h"
#include "tree/octree/pairs/leaf_pairs.h"

namespace tactus {
namespace {

using namespace octree_cases;

PairSet set_of(std::span<const FeaturePair> pairs)
{
    const PairSet set(pairs.begin(), pairs.end());
    EXPECT_EQ(set.size(), pairs.size()) << "a pair is there twice";
    return set;
}

ContactSets candidates(const OctreeBody& a, const OctreeBody& b, double distance, OctreeOrder order)
{
    LeafPairSearch search;
    ElementaryPairs elementary;
    search.find(a, b, distance, order);
    elementary.collect(*a.tree, *b.tree, search.pairs());
    const ContactSets sets = {
        set_of(elementary.vertex_face()), set_of(elementary.face_vertex()), set_of(elementary.edge_edge())};
    EXPECT_EQ(sets.size(), elementary.elementary_tests());
    ElementaryPairs counted;
    counted.count(*a.tree, *b.tree, search.pairs());
    EXPECT_EQ(counted.elementary_tests(), elementary.elementary_tests());
    EXPECT_TRUE(counted.vertex_face().empty());
    return sets;
}

bool holds(const PairSet& all, const PairSet& part) { return std::ranges::includes(all, part); }

void expect_nothing_missing(const ContactSets& found, const ContactSets& contacts, const std::string& what)
{
    EXPECT_TRUE(holds(found.vertex_face, contacts.vertex_face)) << what;
    EXPECT_TRUE(holds(found.face_vertex, contacts.face_vertex)) << what;
    EXPECT_TRUE(holds(found.edge_edge, contacts.edge_edge)) << what;
}

/// A pose of b in which it and a touch or nearly do: two of their vertices are brought together, and moved a bit.
RigidPose touching_pose(scenes::Random& random, const Surface& a, const RigidPose& pose_a, const Surface& b)
{
    RigidPose pose = any_pose(random);
    const auto pick = [&](const Surface& s) {
        const TriangleIndices& triangle = s.triangles[random.below(std::uint32_t(s.triangles.size()))];
        return to_double(s.positions[triangle[random.below(3)]]);
    };
    const DoubleVector on_a = pose_a(pick(a)), on_b = pose(pick(b));
    pose.position = on_a - on_b + vector_of(random.in_cube()) * 0.02;
    return pose;
}

TEST(OctreePairs, HoldEveryContactThatBruteForceFinds)
{
    scenes::Random random(1996);
    const std::vector<NamedSurface> all = bodies();
    std::size_t contact_count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Surface& a = all[i].surface;
        const Surface& b = all[(i + 1) % all.size()].surface;
        for (std::size_t round = 3 - cases(3); round < 3; ++round) {
            const RigidPose pose_a = any_pose(random, 2.0);
            const RigidPose pose_b = touching_pose(random, a, pose_a, b);
            const float distance = round == 0 ? 0.0f : 0.05f;
            const ContactSets expected =
                contacts(a, posed(a.positions, pose_a), b, posed(b.positions, pose_b), distance);
            contact_count += expected.size();
            for (std::uint32_t levels = 0; levels <= 6; ++levels)
                for (const std::uint32_t enough : {0u, 16u}) {
                    const SphericalOctree tree_a =
                        build_octree(a.triangles, a.positions, {.levels = levels, .enough_features = enough});
                    const SphericalOctree tree_b =
                        build_octree(b.triangles, b.positions, {.levels = levels, .enough_features = enough});
                    for (const OctreeOrder order : both_orders)
                        expect_nothing_missing(
                            candidates({&tree_a, pose_a}, {&tree_b, pose_b}, distance, order), expected,
                            all[i].name + ", round " + std::to_string(round) + ", levels " + std::to_string(levels));
                }
        }
    }
    EXPECT_GT(contact_count, cases(1000));
}

TEST(OctreePairs, HoldContactsBetweenTreesOfDifferentDepths)
{
    scenes::Random random(42);
    const Surface a = shape("bumpy_sphere", 180), b = shape("tool", 64);
    const RigidPose pose_a = pose_of(scenes::turned(random.direction(), 0.3));
    const RigidPose pose_b = touching_pose(random, a, pose_a, b);
    const ContactSets expected = contacts(a, posed(a.positions, pose_a), b, posed(b.positions, pose_b), 0.1f);
    EXPECT_GT(expected.size(), 10u);
    for (const std::uint32_t levels_a : {0u, 2u, 5u})
        for (const std::uint32_t levels_b : {0u, 1u, 6u}) {
            const SphericalOctree tree_a = build_octree(a.triangles, a.positions, {.levels = levels_a});
            const SphericalOctree tree_b = build_octree(b.triangles, b.positions, {.levels = levels_b});
            for (const OctreeOrder order : both_orders)
                expect_nothing_missing(
                    candidates({&tree_a, pose_a}, {&tree_b, pose_b}, 0.1, order), expected,
                    std::to_string(levels_a) + " and " + std::to_string(levels_b) + " levels");
        }
}

TEST(OctreePairs, HoldContactsOfOddSurfaces)
{
    for (const NamedSurface& odd : odd_surfaces()) {
        if (odd.surface.triangles.empty())
            continue;
        // Against itself, turned a quarter, so that things still meet exactly, and in place.
        RigidPose quarter;
        quarter.axes = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}};
        const float size = to_double(odd.surface.positions[odd.surface.triangles[0][0]]).x == 0.0 ? 0.5f : 0.0f;
        for (const RigidPose& pose : {RigidPose{}, quarter}) {
            const ContactSets expected = contacts(
                odd.surface, posed(odd.surface.positions, {}), odd.surface, posed(odd.surface.positions, pose), size);
            for (const std::uint32_t levels : {0u, 3u, 5u}) {
                const SphericalOctree tree =
                    build_octree(odd.surface.triangles, odd.surface.positions, {.levels = levels});
                for (const OctreeOrder order : both_orders)
                    expect_nothing_missing(candidates({&tree, {}}, {&tree, pose}, size, order), expected, odd.name);
            }
        }
    }
}

TEST(OctreePairs, BothOrdersNameTheSameLeaves)
{
    scenes::Random random(3);
    const Surface a = shape("torus", 2000), b = shape("bumpy_sphere", 1280);
    for (std::uint32_t levels = 0; levels <= 6; ++levels) {
        const SphericalOctree tree_a = build_octree(a.triangles, a.positions, {.levels = levels});
        const SphericalOctree tree_b = build_octree(b.triangles, b.positions, {.levels = levels});
        const RigidPose pose_b = touching_pose(random, a, {}, b);
        LeafPairSearch paper, together;
        paper.find({&tree_a, {}}, {&tree_b, pose_b}, 0.01, OctreeOrder::leaves_then_reverse);
        together.find({&tree_a, {}}, {&tree_b, pose_b}, 0.01, OctreeOrder::both_at_once);
        std::vector<LeafPair> by_paper(paper.pairs().begin(), paper.pairs().end());
        std::vector<LeafPair> by_both(together.pairs().begin(), together.pairs().end());
        std::ranges::sort(by_paper);
        std::ranges::sort(by_both);
        EXPECT_EQ(by_paper, by_both) << levels << " levels";
        EXPECT_FALSE(by_both.empty());
        EXPECT_EQ(std::ranges::adjacent_find(by_both), by_both.end());
        if (levels >= 4) {
            EXPECT_LT(2 * together.node_tests(), paper.node_tests()) << levels << " levels";
        }
    }
}

TEST(OctreePairs, BodiesApartCostOneNodeTest)
{
    const Surface s = shape("bumpy_sphere", 320);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 4});
    RigidPose pose;
    pose.position = {5.0, 0.0, 0.0};
    for (const OctreeOrder order : both_orders) {
        LeafPairSearch search;
        search.find({&tree, {}}, {&tree, pose}, 0.1, order);
        EXPECT_TRUE(search.pairs().empty());
        EXPECT_EQ(search.node_tests(), 1u);
    }
}

TEST(OctreePairs, AMatrixThatIsARotationOnlyInFloatLosesNothing)
{
    scenes::Random random(11);
    const Surface a = shape("cube_lattice", 12), b = shape("bumpy_sphere", 180);
    const SphericalOctree tree_a = build_octree(a.triangles, a.positions, {.levels = 5});
    const SphericalOctree tree_b = build_octree(b.triangles, b.positions, {.levels = 5});
    for (int round = 0; round < 10; ++round) {
        RigidPose pose_a = any_pose(random, 100.0);
        for (DoubleVector& axis : pose_a.axes)
            axis = to_double(to_float(axis));
        pose_a.axes[1] = pose_a.axes[1] * 1.003;
        const RigidPose pose_b = touching_pose(random, a, pose_a, b);
        const ContactSets expected = contacts(a, posed(a.positions, pose_a), b, posed(b.positions, pose_b), 0.02f);
        for (const OctreeOrder order : both_orders)
            expect_nothing_missing(
                candidates({&tree_a, pose_a}, {&tree_b, pose_b}, 0.02f, order), expected, std::to_string(round));
    }
}

TEST(OctreePairs, ASearchKeepsItsMemory)
{
    const Surface s = shape("bumpy_sphere", 320);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 3});
    RigidPose pose;
    pose.position = {1.8, 0.1, 0.0};
    LeafPairSearch search;
    ElementaryPairs elementary;
    std::size_t bytes = 0;
    for (int frame = 0; frame < 3; ++frame) {
        search.find({&tree, {}}, {&tree, pose}, 0.0, OctreeOrder::both_at_once);
        elementary.collect(tree, tree, search.pairs());
        if (frame > 0) {
            EXPECT_EQ(search.bytes() + elementary.bytes(), bytes);
        }
        bytes = search.bytes() + elementary.bytes();
    }
    EXPECT_GT(elementary.elementary_tests(), 0u);
}

} // namespace
} // namespace tactus
