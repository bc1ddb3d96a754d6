// SPDX-License-Identifier: MIT
#include "search/self/windows/self_clearance.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "self/self_search.h"

namespace tactus {
namespace {

using surfaces::Surface;

/// Whether features of two triangles that share no vertex are at most the distance apart.
bool come_near(
    const Triangle& a, const TriangleIndices& of_a, const Triangle& b, const TriangleIndices& of_b, float distance)
{
    const Vec3 points_a[3] = {a.a, a.b, a.c}, points_b[3] = {b.a, b.b, b.c};
    const auto has = [](const TriangleIndices& corners, std::uint32_t vertex) {
        return std::find(corners.begin(), corners.end(), vertex) != corners.end();
    };
    for (int i = 0; i < 3; ++i)
        if ((!has(of_b, of_a[i]) && within(points_a[i], b, distance))
            || (!has(of_a, of_b[i]) && within(points_b[i], a, distance)))
            return true;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, j1 = (j + 1) % 3;
            const bool share = of_a[i] == of_b[j] || of_a[i] == of_b[j1] || of_a[i1] == of_b[j] || of_a[i1] == of_b[j1];
            if (!share && within(Segment{points_a[i], points_a[i1]}, Segment{points_b[j], points_b[j1]}, distance))
                return true;
        }
    return false;
}

class Clearance {
public:
    explicit Clearance(const Surface& s) : search_(s) {}

    /// Moves the vertices, and tests by exact distances everything that is claimed to be clear. Gives the share of
    /// clusters that are clear of themselves.
    double expect_true_claims(const std::vector<Vec3>& positions, float distance)
    {
        search_.move(positions);
        const ClusterTree& tree = search_.tree();
        Workers workers(1);
        SelfClearance clearance;
        clearance.update({tree, search_.tables(), search_.places(), search_.root()}, distance, workers);
        double clear_clusters = 0.0;
        for (std::uint32_t a = 0; a < tree.cluster_count(); ++a) {
            clear_clusters += clearance.open_leaves(a, a) == 0 ? 1.0 : 0.0;
            for (std::uint32_t b = a; b < tree.cluster_count(); ++b) {
                const std::uint64_t open = clearance.open_leaves(a, b);
                for (std::uint32_t bit = 0; bit < 64; ++bit)
                    if ((open >> bit & 1) == 0)
                        expect_apart(8 * a + bit % 8, 8 * b + bit / 8, distance);
            }
        }
        return clear_clusters / tree.cluster_count();
    }

private:
    Triangle triangle(std::uint32_t slot) const
    {
        const auto point = [&](int k) {
            const float* p = search_.places() + 3 * std::size_t{search_.tree().indices[slot][k]};
            return Vec3{p[0], p[1], p[2]};
        };
        return {point(0), point(1), point(2)};
    }

    void expect_apart(std::uint32_t leaf_a, std::uint32_t leaf_b, float distance) const
    {
        const ClusterTree& tree = search_.tree();
        const auto is_empty = [&](std::uint32_t slot) {
            return tree.triangle_of_slot[slot] == ClusterTree::no_triangle;
        };
        for (std::uint32_t a = 8 * leaf_a; a < 8 * leaf_a + 8; ++a)
            for (std::uint32_t b = 8 * leaf_b; b < 8 * leaf_b + 8; ++b) {
                if (a == b || is_empty(a) || is_empty(b))
                    continue;
                const Triangle x = triangle(a), y = triangle(b);
                const bool may_come_near = overlap(widened_by(distance, box_of(x)), box_of(y));
                ASSERT_FALSE(may_come_near && come_near(x, tree.indices[a], y, tree.indices[b], distance))
                    << "slots " << a << " and " << b << ", distance " << distance;
            }
    }

    SelfSearch search_;
};

// Squares of one metre, cut in two: the least altitude is 0.707 m.
TEST(SelfClearance, IsSeenOnAGentlyBentSheetUpToItsTrianglesAltitudes)
{
    const Surface s = surfaces::rectangle(64, 48);
    const auto saddle = bent(s, [](Vec3 p) { return Vec3{p.x, p.y, 0.005f * p.x * p.x - 0.005f * p.y * p.y}; });
    Clearance clearance(s);
    EXPECT_GT(clearance.expect_true_claims(s.positions, 0.0f), 0.5);
    EXPECT_GT(clearance.expect_true_claims(s.positions, 0.7f), 0.5);
    EXPECT_EQ(clearance.expect_true_claims(s.positions, 0.7072f), 0.0);
    EXPECT_GT(clearance.expect_true_claims(saddle, 0.5f), 0.5);
    // Seen from below, and along every axis.
    EXPECT_GT(clearance.expect_true_claims(bent(s, [](Vec3 p) { return Vec3{p.x, -p.y, 0.1f * p.x}; }), 0.6f), 0.5);
    EXPECT_GT(clearance.expect_true_claims(bent(s, [](Vec3 p) { return Vec3{0.1f * p.y, p.x, p.y}; }), 0.6f), 0.5);
    EXPECT_GT(clearance.expect_true_claims(bent(s, [](Vec3 p) { return Vec3{p.y, 0.1f * p.x, p.x}; }), 0.6f), 0.5);
}

TEST(SelfClearance, GoesByTheAltitudesInSpaceWhereAxesDiffer)
{
    const Surface s = surfaces::rectangle(64, 48);
    Clearance clearance(s);
    for (const float squeeze : {0.5f, 0.05f}) {
        const auto narrow = bent(s, [=](Vec3 p) { return Vec3{p.x * squeeze, p.y, 0.2f * p.x * squeeze}; });
        EXPECT_GT(clearance.expect_true_claims(narrow, 0.9f * squeeze), 0.5);
        EXPECT_EQ(clearance.expect_true_claims(narrow, 1.1f * squeeze), 0.0);
    }
}

TEST(SelfClearance, HoldsAtAnyScale)
{
    const Surface s = surfaces::rectangle(48, 48);
    Clearance clearance(s);
    for (const float scale : {1e-12f, 1e-3f, 1e12f})
        EXPECT_GT(
            clearance.expect_true_claims(
                bent(
                    s,
                    [=](Vec3 p) {
                        return Vec3{p.x * scale, p.y * scale, 0.1f * p.x * scale};
                    }),
                0.5f * scale),
            0.4)
            << scale;
}

TEST(SelfClearance, ClaimsNothingFalseOfFoldedNoisyAndTornMeshes)
{
    std::uint32_t state = 7;
    const auto noise = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
    };
    Surface pinched =
        surfaces::both(surfaces::rectangle(24, 16), surfaces::moved(surfaces::rectangle(24, 16), {12.0f, 8.0f, 1.0f}));
    for (TriangleIndices& t : pinched.triangles)
        for (std::uint32_t& v : t)
            v = v == 425 ? 212 : v;
    for (const Surface& s : {surfaces::rectangle(40, 32), surfaces::tangled(), pinched, surfaces::fan(96)}) {
        Clearance clearance(s);
        for (const float at : {10.3f, 12.0f})
            clearance.expect_true_claims(
                bent(
                    s,
                    [=](Vec3 p) {
                        return p.x < at ? p : Vec3{2.0f * at - p.x, p.y, 0.3f * (p.x - at)};
                    }),
                0.4f);
        for (const float strength : {0.05f, 0.2f, 0.5f})
            for (const float distance : {0.1f, 0.4f, 0.6f})
                clearance.expect_true_claims(
                    bent(
                        s,
                        [&](Vec3 p) {
                            return Vec3{p.x + strength * noise(), p.y + strength * noise(), p.z + strength * noise()};
                        }),
                    distance);
    }
}

} // namespace
} // namespace tactus
