// SPDX-License-Identifier: MIT
#include "tree/edge_valleys.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "contacts/encounters/edge_ends.h"
#include "geometry/orientation.h"
#include "scenes/random.h"
#include "tree/surface.h"

namespace tactus {
namespace {

/// Two triangles on both sides of the edge from vertex 0 to vertex 1. The second leads to vertex 3.
struct Hinge {
    std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 0, 3}};
    std::vector<Vec3> points;
    FeatureOwners owners = {triangles, 4};
    std::vector<std::uint64_t> known = {0, 0};

    BodySurface surface(std::uint64_t states_before = 0)
    {
        return {triangles, &points.front().x, &owners, nullptr, {known, states_before}};
    }
    unsigned valleys(std::uint32_t triangle) { return surface().valleys.of(surface(), triangle); }
};

/// The second triangle is turned up by so many degrees.
Hinge folded(float degrees)
{
    const float angle = degrees * 3.14159265f / 180.0f;
    return {.points = {{1, 0, 0}, {0, 0, 0}, {0.5f, -1, 0}, {0.5f, std::cos(angle), std::sin(angle)}, {}}};
}

TEST(EdgeValleys, AreSeenFromTheSideToWhichTheSurfaceFolds)
{
    // The normal of the first triangle leads along +z.
    for (const float degrees : {1.0f, 20.0f, 59.0f}) {
        Hinge up = folded(degrees), down = folded(-degrees);
        EXPECT_EQ(up.valleys(0), 1u) << degrees;
        EXPECT_EQ(up.valleys(1), 1u) << degrees;
        EXPECT_EQ(down.valleys(0), 8u) << degrees;
        EXPECT_EQ(down.valleys(1), 8u) << degrees;
    }
    for (const float degrees : {0.0f, 61.0f, 90.0f, 150.0f, 180.0f})
        EXPECT_EQ(folded(degrees).valleys(0) | folded(-degrees).valleys(0), 0u) << degrees;
}

TEST(EdgeValleys, AreFoundAnewAfterTheSurfaceHasMoved)
{
    Hinge hinge = folded(20.0f);
    EXPECT_EQ(hinge.surface(7).valleys.of(hinge.surface(7), 0), 1u);
    hinge.points = folded(-20.0f).points;
    EXPECT_EQ(hinge.surface(7).valleys.of(hinge.surface(7), 0), 1u) << "nobody said that it has moved";
    EXPECT_EQ(hinge.surface(8).valleys.of(hinge.surface(8), 0), 8u);
}

/// Points near whole numbers, which often lie exactly in one plane, and some very near one another.
Vec3 some_point(scenes::Random& random, float size)
{
    const auto coordinate = [&] {
        const auto whole = static_cast<float>(static_cast<int>(random.bits() % 17) - 8);
        return size * (random.bits() % 4 == 0 ? whole + 1e-6f * static_cast<float>(random.bits() % 9) : whole);
    };
    return {coordinate(), coordinate(), coordinate()};
}

// The exact rule of which edges are local is asked about every edge that lies in a valley.
TEST(EdgeValleys, HoldNoEdgeThatIsLocalWithOneOnThatSide)
{
    std::size_t asked = 0;
    for (const float size : {1.0f, 1e-30f, 1e30f}) {
        scenes::Random random(20261119);
        for (int round = 0; round < 200000; ++round) {
            Hinge hinge;
            for (int k = 0; k < 4; ++k)
                hinge.points.push_back(some_point(random, size));
            hinge.points.push_back({});
            const unsigned valleys = hinge.valleys(0);
            if (valleys == 0)
                continue;
            ASSERT_TRUE(valleys == 1u || valleys == 8u);
            const Segment other = {some_point(random, size), some_point(random, size)};
            const OrientedPlane plane(hinge.points[0], hinge.points[1], hinge.points[2]);
            const int side = valleys == 1u ? 1 : -1;
            if (plane.side(other.begin) != side || plane.side(other.end) != side)
                continue;
            const ContactBody body = {.surface = hinge.surface()};
            const HeldEdge edge = {body, 0, {0, 1}};
            const EdgePair edges(edge.segment(), other);
            if (!edges.are_nearest_between_ends())
                continue;
            ++asked;
            const int way = edges.side();
            ASSERT_NE(way, 0);
            const std::uint8_t ways = way > 0 ? way_along_normal : way_against_normal;
            EXPECT_EQ(ways_that_end(edge, edges, true, ways), 0) << "round " << round << ", size " << size;
        }
    }
    EXPECT_GT(asked, 10000u);
}

} // namespace
} // namespace tactus
