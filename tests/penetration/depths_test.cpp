// SPDX-License-Identifier: MIT
#include "contacts/depths/penetration_depths.h"

#include <gtest/gtest.h>

#include "base/cases.h"
#include "penetration/reference.h"

namespace tactus::penetration {
namespace {

double longest_edge(const Body& body)
{
    double longest = 0.0;
    for (const TriangleIndices& t : body.triangles)
        for (int k = 0; k < 3; ++k)
            longest =
                std::max(longest, length(to_double(body.positions[t[k]]) - to_double(body.positions[t[(k + 1) % 3]])));
    return longest;
}

const VertexDepth& deepest(const std::vector<VertexDepth>& depths)
{
    return *std::max_element(
        depths.begin(), depths.end(), [](const VertexDepth& x, const VertexDepth& y) { return x.depth < y.depth; });
}

/// What must hold of every depth: the numbers fit each other, and the way leads to the surface, from below it. Other
/// triangles at the same point may be seen from above.
void expect_ways_out(const std::vector<VertexDepth>& depths, const Body& own, const Body& other)
{
    for (const VertexDepth& depth : depths) {
        const DoubleVector vertex = to_double(own.positions[depth.vertex]), point = to_double(depth.surface_point);
        const Triangle triangle = other.triangle(depth.triangle);
        const auto& w = depth.weights;
        EXPECT_NEAR(w[0] + w[1] + w[2], 1.0f, 1e-5f);
        EXPECT_GE(std::min({w[0], w[1], w[2]}), 0.0f);
        EXPECT_LT(
            length(to_double(triangle.a) * w[0] + to_double(triangle.b) * w[1] + to_double(triangle.c) * w[2] - point),
            1e-5);
        EXPECT_NEAR(length(to_double(depth.way_out)), 1.0, 1e-5);
        EXPECT_LT(length(vertex + to_double(depth.way_out) * depth.depth - point), 1e-5);
        double best = dot(unit(normal_of(triangle)), to_double(depth.way_out));
        for (std::size_t t = 0; best < 0.0 && t < other.triangles.size(); ++t)
            if (distance_to_triangle(depth.surface_point, other.triangle(t)) < 1e-6)
                best = std::max(best, dot(unit(normal_of(other.triangle(t))), to_double(depth.way_out)));
        EXPECT_GE(best, -1e-4) << "vertex " << depth.vertex;
    }
}

void expect_by_definition(const std::vector<VertexDepth>& depths, const Body& own, const Body& other)
{
    const std::map<std::uint32_t, double> expected = depths_by_definition(own, other);
    ASSERT_EQ(depths.size(), expected.size());
    auto next = expected.begin();
    for (const VertexDepth& depth : depths) {
        EXPECT_EQ(depth.vertex, next->first);
        EXPECT_NEAR(depth.depth, next->second, 1e-6 + 1e-6 * next->second) << "vertex " << depth.vertex;
        ++next;
    }
}

TEST(PenetrationDepths, OfSpheresAreHowFarTheyArePressedIn)
{
    std::mt19937 random(20240601);
    for (std::size_t trial = 0; trial < cases(4); ++trial) {
        const double depth = between(random, 0.42, 0.5), radius_a = between(random, 0.9, 1.0), radius_b = 1.0;
        const DoubleVector axis = any_direction(random); // from a to b
        const Pose place = any_pose(random);
        Pose turned = any_pose(random);
        turned.place = place.place + axis * (radius_a + radius_b - depth);
        const Body a = moved(sphere(radius_a, 5), place), b = moved(sphere(radius_b, 5), turned);
        ASSERT_LE(std::max(longest_edge(a), longest_edge(b)), 0.1 * depth);
        const Found found = depths_of(a, b);
        ASSERT_FALSE(found.inside_a.empty() || found.inside_b.empty());
        const VertexDepth &of_a = deepest(found.inside_b), &of_b = deepest(found.inside_a);
        EXPECT_NEAR(of_a.depth, depth, 0.02 * depth);
        EXPECT_NEAR(of_b.depth, depth, 0.02 * depth);
        // Within five degrees: no vertex is at the very pole.
        EXPECT_LT(dot(to_double(of_a.way_out), axis), -0.9962);
        EXPECT_GT(dot(to_double(of_b.way_out), axis), 0.9962);
        expect_ways_out(found.inside_b, a, b);
        expect_ways_out(found.inside_a, b, a);
        const auto is_in = [](Vec3 p, DoubleVector centre, double radius) {
            return length(to_double(p) - centre) < radius;
        };
        const std::set<std::uint32_t> inside = vertices_of(found.inside_b);
        for (std::uint32_t v = 0; v < a.positions.size(); ++v) {
            // Between the sphere and its triangles either is right.
            const bool is_deep = is_in(a.positions[v], turned.place, radius_b * 0.9995);
            const bool is_shallow = !is_deep && is_in(a.positions[v], turned.place, radius_b);
            EXPECT_TRUE(is_shallow || inside.contains(v) == is_deep) << "vertex " << v;
        }
        // All along the overlap a vertex is as deep as it is below the sphere, where that is straight below the patch.
        for (const VertexDepth& each : found.inside_b) {
            const DoubleVector from_b = to_double(a.positions[each.vertex]) - turned.place;
            const DoubleVector foot = turned.place + unit(from_b) * radius_b;
            if (length(foot - place.place) < radius_a)
                EXPECT_NEAR(each.depth, radius_b - length(from_b), 0.02 * depth);
            else
                EXPECT_GE(each.depth, radius_b - length(from_b) - 0.02 * depth);
        }
    }
}

TEST(PenetrationDepths, OfABlocksFaceAreHowFarItIsPressedIn)
{
    std::mt19937 random(7);
    for (int trial = 0; trial < 4; ++trial) {
        const double cell = 0.1, depth = between(random, 1.42, 1.6);
        const Pose world = any_pose(random);
        // Turned about z on top of a larger block, and pressed down.
        Pose pressed;
        const double c = between(random, -1, 1), s = std::sqrt(1.0 - c * c);
        pressed.x = {c, s, 0}, pressed.y = {-s, c, 0};
        pressed.place = DoubleVector{1.5, 1.5, 2.0 - depth} + pressed.turn({-0.6, -0.6, 0})
                        + DoubleVector{between(random, -0.2, 0.2), between(random, -0.2, 0.2), 0};
        const Body small = block(12, 12, 18, cell), large = moved(block(30, 30, 20, cell), world);
        const Body a = moved(moved(small, pressed), world);
        ASSERT_LE(std::max(longest_edge(a), longest_edge(large)), 0.1 * depth);
        const Found found = depths_of(a, large);
        std::size_t on_face = 0;
        for (const VertexDepth& each : found.inside_b) {
            const double height = small.positions[each.vertex].z;
            EXPECT_NEAR(each.depth, depth - height, 0.02 * depth);
            EXPECT_GT(dot(to_double(each.way_out), world.z), 0.9999);
            on_face += height == 0.0;
        }
        EXPECT_EQ(on_face, 13u * 13u);
        expect_ways_out(found.inside_a, large, a);
        EXPECT_EQ(vertices_of(found.inside_a), vertices_inside(large, a));
    }
}

/// Two bodies that overlap in one region.
std::vector<std::array<Body, 2>> overlapping_bodies()
{
    std::mt19937 random(99);
    std::vector<std::array<Body, 2>> result;
    for (int trial = 0; trial < 4; ++trial) {
        const Pose anywhere = any_pose(random);
        Pose beside = any_pose(random);
        beside.place = anywhere.place + any_direction(random) * between(random, 0.9, 1.5);
        result.push_back({moved(sphere(1.0, 3), anywhere), moved(sphere(0.8, 2), beside)});
        beside = any_pose(random);
        beside.place = anywhere.place + anywhere.x * 1.1;
        result.push_back({moved(sphere(0.5, 2), beside), moved(torus(1.0, 0.4, 40, 20), anywhere)});
        beside = any_pose(random);
        beside.place = anywhere.place + anywhere.turn({0.6, 0.6, 0.9});
        result.push_back({moved(block(6, 6, 6, 0.2), anywhere), moved(block(3, 5, 4, 0.25), beside)});
    }
    return result;
}

TEST(PenetrationDepths, AreThereForTheVerticesThatTheOtherBodyGoesAround)
{
    for (const auto& [a, b] : overlapping_bodies()) {
        const Found found = depths_of(a, b);
        EXPECT_EQ(vertices_of(found.inside_b), vertices_inside(a, b));
        EXPECT_EQ(vertices_of(found.inside_a), vertices_inside(b, a));
        EXPECT_GT(found.inside_b.size() + found.inside_a.size(), 5u);
        expect_ways_out(found.inside_b, a, b);
        expect_ways_out(found.inside_a, b, a);
    }
}

TEST(PenetrationDepths, AreDistancesFromTheOthersPatch)
{
    for (const auto& [a, b] : overlapping_bodies()) {
        const Found found = depths_of(a, b);
        expect_by_definition(found.inside_b, a, b);
        expect_by_definition(found.inside_a, b, a);
    }
}

TEST(PenetrationDepths, AreTheSameTheOtherWayRound)
{
    for (const auto& [a, b] : overlapping_bodies()) {
        const Found there = depths_of(a, b), back = depths_of(b, a);
        EXPECT_EQ(there.inside_a, back.inside_b);
        EXPECT_EQ(there.inside_b, back.inside_a);
    }
}

TEST(PenetrationDepths, OfANeedleLeadBackTheWayItCameIn)
{
    // Through nine tenths of a slab: the nearest way out would be the other side.
    const Body slab = block(20, 20, 2, 0.1);
    const Body needle = shifted(spike(7, 0.06, 1.0), {1.03, 0.98, 0.02});
    const Found found = depths_of(needle, slab);
    ASSERT_EQ(found.inside_b.size(), 1u);
    EXPECT_EQ(found.inside_b[0].vertex, 0u);
    EXPECT_NEAR(found.inside_b[0].depth, 0.18f, 1e-4f);
    EXPECT_GT(found.inside_b[0].way_out.z, 0.999f);
}

TEST(PenetrationDepths, OfABodyWhollyInsideAreDistancesFromTheSurfaceAround)
{
    std::mt19937 random(3);
    const Pose around = any_pose(random);
    Pose within = any_pose(random);
    within.place = around.place + around.x * 0.5;
    const Body outer = moved(sphere(1.0, 3), around), inner = moved(sphere(0.3, 2), within);
    ASSERT_TRUE(intersecting_pairs(outer, inner).empty());
    const Found found = depths_of(inner, outer);
    EXPECT_EQ(found.inside_b.size(), inner.positions.size());
    EXPECT_TRUE(found.inside_a.empty());
    expect_by_definition(found.inside_b, inner, outer);
    expect_ways_out(found.inside_b, inner, outer);
    EXPECT_NEAR(deepest(found.inside_b).depth, 0.8f, 0.02f);
    EXPECT_EQ(depths_of(outer, inner).inside_a, found.inside_b);
    // Far away from each other nothing is inside.
    const Found apart = depths_of(inner, shifted(outer, {9, 0, 0}));
    EXPECT_TRUE(apart.inside_a.empty() && apart.inside_b.empty());
}

TEST(PenetrationDepths, OfTwoRegionsAreMeasuredAgainstTheirOwn)
{
    // A fork with one prong deep in a slab, and the other a little. The prongs are nearer to each other than the deep
    // one is to the top.
    const Body slab = shifted(block(30, 20, 12, 0.1), {0, 0, -1.2});
    const Body fork =
        cells(7, 3, 14, 0.1, [](int x, int, int z) { return z >= 12 || (x < 3 && z > 0) || (x >= 4 && z >= 8); });
    const Body a = shifted(fork, {1.013, 0.817, -0.957});
    const Found found = depths_of(a, slab);
    EXPECT_EQ(vertices_of(found.inside_b), vertices_inside(a, slab));
    EXPECT_EQ(vertices_of(found.inside_a), vertices_inside(slab, a));
    std::size_t of_deep_prong = 0;
    for (const VertexDepth& each : found.inside_b) {
        const bool deep = a.positions[each.vertex].x < 1.32f;
        of_deep_prong += deep;
        EXPECT_NEAR(each.depth, -a.positions[each.vertex].z, 1e-5f);
        EXPECT_GT(each.way_out.z, 0.999f);
        // The prong it belongs to covers the point on the top.
        EXPECT_EQ(each.surface_point.x < 1.36f, deep);
    }
    EXPECT_GT(of_deep_prong, 100u);
    // From the slab's vertices between the walls of a prong the way leads out of that prong, not into the other.
    for (const VertexDepth& each : found.inside_a)
        EXPECT_EQ(slab.positions[each.vertex].x < 1.36f, each.surface_point.x < 1.36f);
}

// A body of a few triangles is one cluster of them, and its regions are apart all the same.
TEST(PenetrationDepths, OfSmallBodiesInSeveralRegionsAreThoseOfEachPieceAlone)
{
    for (int count = 1; count <= 12; ++count) {
        const std::array<std::vector<Body>, 2> pieces = spikes_on_spikes(count);
        const Body piece = pieces[0][0];
        Found expected;
        for (int i = 0; i < count; ++i) {
            Found alone = depths_of(pieces[0][i], pieces[1][i]);
            ASSERT_TRUE(alone.inside_b.size() == 1 && alone.inside_a.size() == 1);
            for (VertexDepth* depth : {&alone.inside_b[0], &alone.inside_a[0]}) {
                depth->vertex += static_cast<std::uint32_t>(i * piece.positions.size());
                depth->triangle += static_cast<std::uint32_t>(i * piece.triangles.size());
            }
            expected.inside_b.push_back(alone.inside_b[0]);
            expected.inside_a.push_back(alone.inside_a[0]);
        }
        EXPECT_EQ(depths_of(together(pieces[0]), together(pieces[1])), expected) << count << " pieces";
    }
}

TEST(PenetrationDepths, OfATubeThroughAPlateLeadOutOnBothSides)
{
    const Body ring = torus(1.0, 0.3, 48, 16);
    const Body plate = shifted(block(40, 40, 2, 0.1), {-2.0, 0.013, -0.1});
    Pose upright; // the ring's plane across the plate
    upright.x = {1, 0, 0}, upright.y = {0, 0, 1}, upright.z = {0, -1, 0};
    upright.place = {0.0, 2.0, 0.017};
    const Body a = moved(ring, upright);
    const Found found = depths_of(a, plate);
    EXPECT_EQ(vertices_of(found.inside_b), vertices_inside(a, plate));
    for (const VertexDepth& each : found.inside_b) {
        EXPECT_LE(each.depth, 0.1001f);
        EXPECT_GT(each.way_out.z * a.positions[each.vertex].z, 0.0f);
    }
    expect_ways_out(found.inside_b, a, plate);
    expect_ways_out(found.inside_a, plate, a);
}

} // namespace
} // namespace tactus::penetration
