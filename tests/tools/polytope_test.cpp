// SPDX-License-Identifier: MIT
// The surfaces of convex sets that half-spaces leave: closed, facing outwards, and on the planes; and none where a set
// has no end or no inside.
#include <cstdint>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "geometry/double_vector.h"
#include "geometry/half_spaces/polytope.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

const std::vector<Plane> unit_cube = {{{1, 0, 0}, 1.0f},  {{-1, 0, 0}, 1.0f}, {{0, 1, 0}, 1.0f},
                                      {{0, -1, 0}, 1.0f}, {{0, 0, 1}, 1.0f},  {{0, 0, -1}, 1.0f}};

double height(const Plane& plane, Vec3 point)
{
    const DoubleVector normal = to_double(plane.normal);
    return (dot(normal, to_double(point)) - double(plane.offset)) / length(normal);
}

/// Every edge is there once in each direction, and the surface is that of a ball.
void expect_watertight(const Polytope& polytope)
{
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::set<std::uint32_t> used;
    for (const TriangleIndices& corners : polytope.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_TRUE(edges.insert({corners[k], corners[(k + 1) % 3]}).second);
            used.insert(corners[k]);
        }
    for (const auto& [from, to] : edges)
        EXPECT_TRUE(edges.contains({to, from}));
    EXPECT_EQ(used.size(), polytope.corners.size());
    EXPECT_EQ(used.size() + polytope.triangles.size(), edges.size() / 2 + 2);
}

/// Whether there is no end in some direction, of a set whose planes are in no special position.
bool has_no_end(const std::vector<Plane>& planes)
{
    for (const Plane& a : planes)
        for (const Plane& b : planes) {
            const DoubleVector way = cross(to_double(a.normal), to_double(b.normal));
            const bool is_free = std::all_of(planes.begin(), planes.end(), [&](const Plane& plane) {
                return &plane == &a || &plane == &b || dot(way, to_double(plane.normal)) < 0.0;
            });
            if (&a != &b && is_free)
                return true;
        }
    return false;
}

TEST(Polytopes, OfRandomSetsAreClosedAndLieOnTheirPlanes)
{
    std::mt19937 random(51);
    std::size_t closed = 0, without_end = 0;
    for (std::size_t k = 0; k < cases(on_most_days(400, 2000)); ++k) {
        std::vector<Plane> planes(4 + random() % (k % 4 == 0 ? 29 : 8));
        for (Plane& plane : planes)
            plane = {point_in(random, 1.0f), uniform(random, 0.1f, 0.5f)};
        const Polytope polytope = polytope_of(planes);
        ASSERT_EQ(polytope.corners.empty(), has_no_end(planes)) << k;
        if (polytope.corners.empty()) {
            ++without_end;
            EXPECT_TRUE(polytope.triangles.empty());
            continue;
        }
        ++closed;
        expect_watertight(polytope);
        double size = 0.0;
        for (const Vec3 corner : polytope.corners)
            size = std::max(size, largest_component(to_double(corner)));
        for (const Vec3 corner : polytope.corners)
            for (const Plane& plane : planes)
                EXPECT_LE(height(plane, corner), 1e-5 * size) << k;
        // What is closed, in the set and on its planes is all of its surface.
        for (const TriangleIndices& corners : polytope.triangles) {
            EXPECT_TRUE(std::any_of(planes.begin(), planes.end(), [&](const Plane& plane) {
                return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
                    return std::fabs(height(plane, polytope.corners[corner])) < 1e-5 * size;
                });
            })) << k;
            const DoubleVector a = to_double(polytope.corners[corners[0]]), b = to_double(polytope.corners[corners[1]]),
                               c = to_double(polytope.corners[corners[2]]);
            EXPECT_GT(dot(cross(b - a, c - a), a), -1e-9 * size * size * size) << k;
        }
    }
    EXPECT_GT(closed, cases(50));
    EXPECT_GT(without_end, cases(20));
}

TEST(Polytopes, OfACubeHaveTheCornersThatItsPlanesSay)
{
    const Polytope polytope = polytope_of(unit_cube);
    expect_watertight(polytope);
    std::set<std::array<float, 3>> corners;
    for (const Vec3 corner : polytope.corners) {
        corners.insert({corner.x, corner.y, corner.z});
        EXPECT_EQ(std::fabs(corner.x) * std::fabs(corner.y) * std::fabs(corner.z), 1.0f);
    }
    EXPECT_EQ(corners.size(), 8u);
    EXPECT_EQ(polytope.triangles.size(), 12u);
}

TEST(Polytopes, DoNotKnowPlanesThatCutNothingOff)
{
    const Polytope plain = polytope_of(unit_cube);
    std::vector<Plane> planes = unit_cube;
    for (const Plane& plane : unit_cube)
        planes.push_back({plane.normal * 3.0f, plane.offset * 3.0f}); // the same planes
    planes.push_back({{1, 1, 1}, 3.0f});                              // touches a corner
    planes.push_back({{0, -2, 2}, 4.0f});                             // touches an edge
    planes.push_back({{1, 0, 0}, 1.5f});                              // is nowhere near
    planes.push_back({{1, 1, 1}, 3.0f - 1e-6f});                      // cuts off less than counts
    const Polytope with_more = polytope_of(planes);
    expect_watertight(with_more);
    EXPECT_EQ(with_more.corners.size(), plain.corners.size());
    EXPECT_EQ(with_more.triangles.size(), plain.triangles.size());
    for (const Vec3 corner : with_more.corners)
        EXPECT_NEAR(std::fabs(corner.x) * std::fabs(corner.y) * std::fabs(corner.z), 1.0f, 1e-5f);
}

TEST(Polytopes, HaveOneCornerWhereManyPlanesMeet)
{
    std::vector<Plane> octahedron;
    for (int k = 0; k < 8; ++k)
        octahedron.push_back({{k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f}, 1.0f});
    expect_watertight(polytope_of(octahedron));
    EXPECT_EQ(polytope_of(octahedron).corners.size(), 6u);
    EXPECT_EQ(polytope_of(octahedron).triangles.size(), 8u);

    // As users compute them: no three of the sides meet exactly in the apex.
    std::mt19937 random(52);
    for (std::size_t k = 0; k < cases(40); ++k) {
        const std::size_t sides = 3 + random() % 8;
        const Vec3 apex = {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, 0.5f, 1)};
        const float slope = uniform(random, 0.3f, 2.0f);
        std::vector<Plane> pyramid = {{{0, 0, -1}, 0.0f}};
        for (std::size_t side = 0; side < sides; ++side) {
            const double turn = 2.0 * std::numbers::pi * double(side) / double(sides) + 0.1 * double(k);
            const Vec3 normal = {
                slope * static_cast<float>(std::cos(turn)), slope * static_cast<float>(std::sin(turn)), 1.0f};
            pyramid.push_back({normal, normal.x * apex.x + normal.y * apex.y + normal.z * apex.z});
        }
        const Polytope polytope = polytope_of(pyramid);
        expect_watertight(polytope);
        EXPECT_EQ(polytope.corners.size(), sides + 1) << k;
        EXPECT_EQ(
            std::count_if(
                polytope.corners.begin(), polytope.corners.end(),
                [&](Vec3 corner) { return largest_component(to_double(corner) - to_double(apex)) < 1e-5; }),
            1)
            << k;
    }
}

TEST(Polytopes, AreNoneWithoutAnEndOrAnInside)
{
    const auto changed = [&](std::size_t plane, Plane into) {
        std::vector<Plane> planes = unit_cube;
        planes[plane] = into;
        return planes;
    };
    const std::pair<const char*, std::vector<Plane>> sets[] = {
        {"a half-space", {unit_cube[0]}},
        {"a slab", {unit_cube[0], unit_cube[1]}},
        {"a wedge", {unit_cube[0], unit_cube[2]}},
        {"an octant", {unit_cube[0], unit_cube[2], unit_cube[4]}},
        {"a shaft without ends", {unit_cube[0], unit_cube[1], unit_cube[2], unit_cube[3]}},
        {"a shaft with one end", {unit_cube[0], unit_cube[1], unit_cube[2], unit_cube[3], unit_cube[4]}},
        {"nothing", changed(0, {{1, 0, 0}, -2.0f})},
        {"a square", changed(0, {{1, 0, 0}, -1.0f})},
        {"a sheet thinner than floats tell", changed(0, {{1, 0, 0}, -1.0f + 0x1p-20f})},
        {"an edge", changed(0, {{1, 1, 0}, -2.0f})},
        {"a corner", changed(0, {{1, 1, 1}, -3.0f})}};
    for (const auto& [name, planes] : sets) {
        EXPECT_TRUE(polytope_of(planes).corners.empty()) << name;
        EXPECT_TRUE(polytope_of(planes).triangles.empty()) << name;
    }
    // The last five have the rest of the cube, and an inside with a little more of it.
    expect_watertight(polytope_of(changed(0, {{1, 1, 1}, -2.75f})));
    EXPECT_EQ(polytope_of(changed(0, {{1, 1, 1}, -2.75f})).corners.size(), 4u);
    EXPECT_EQ(polytope_of(changed(0, {{1, 0, 0}, -1.0f + 0x1p-12f})).corners.size(), 8u);
}

TEST(Polytopes, AreTheSameAtEveryScaleThatFloatsHold)
{
    const Polytope plain = polytope_of(unit_cube);
    for (const float scale : {1e-30f, 1e-10f, 1e10f, 1e30f})
        for (const float length : {1e-5f, 1.0f, 1e5f}) {
            std::vector<Plane> planes = unit_cube;
            for (Plane& plane : planes)
                plane = {plane.normal * length, plane.offset * scale * length};
            const Polytope scaled = polytope_of(planes);
            EXPECT_EQ(scaled.triangles, plain.triangles);
            ASSERT_EQ(scaled.corners.size(), plain.corners.size());
            for (std::size_t k = 0; k < plain.corners.size(); ++k)
                EXPECT_NEAR(scaled.corners[k].x / scale, plain.corners[k].x, 1e-6f);
        }
    std::vector<Plane> beyond = unit_cube;
    for (Plane& plane : beyond)
        plane = {plane.normal * 1e-20f, 1e20f};
    EXPECT_TRUE(polytope_of(beyond).corners.empty());
    // A centimetre a kilometre away.
    std::vector<Plane> far = unit_cube;
    for (Plane& plane : far)
        plane.offset = plane.normal.x * 1000.0f + 0.005f;
    expect_watertight(polytope_of(far));
    EXPECT_EQ(polytope_of(far).corners.size(), 8u);
}

} // namespace
} // namespace tactus::tool_tests
