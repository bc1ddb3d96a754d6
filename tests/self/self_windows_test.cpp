// SPDX-License-Identifier: MIT
#include "search/self/windows/self_windows.h"

#include <cmath>

#include <gtest/gtest.h>

#include "geometry/triangle_pairs/triangle_triangle.h"
#include "self/self_search.h"

namespace tactus {
namespace {

using surfaces::Surface;

class WindowSearch {
public:
    explicit WindowSearch(const Surface& s) : search_(s) {}

    /// Moves the vertices, tests the windows and, by the exact test, everything that they claim.
    /// Returns the share of halves of clusters that are certified.
    double expect_true_claims(const std::vector<Vec3>& positions)
    {
        search_.move(positions);
        const ClusterTree& tree = search_.tree();
        Workers workers(1);
        SelfBlocks blocks;
        WorkMeter meter(Budget::unlimited());
        blocks.update(tree, search_.places(), search_.root(), workers, meter);
        std::vector<WindowHolds> certified(2 * tree.cluster_count());
        certify_windows(search_.tables().windows, blocks, 0, tree.cluster_count(), certified.data());
        const auto triangle = [&](std::uint32_t slot) {
            const auto point = [&](int k) {
                const float* p = search_.places() + 3 * std::size_t{tree.indices[slot][k]};
                return Vec3{p[0], p[1], p[2]};
            };
            return Triangle{point(0), point(1), point(2)};
        };
        for (const AdjacentPair& pair : search_.tables().adjacent.levels[0].pairs) {
            if (certified[pair.a / 4] == WindowHolds::no && certified[pair.b / 4] == WindowHolds::no)
                continue;
            for (std::uint32_t bit = 0; bit < 64; ++bit) {
                const std::uint32_t a = 8 * pair.a + bit % 8, b = 8 * pair.b + bit / 8;
                if (((pair.apart >> bit) & 1) == 0 || tree.triangle_of_slot[a] == ClusterTree::no_triangle
                    || tree.triangle_of_slot[b] == ClusterTree::no_triangle)
                    continue;
                const Triangle x = triangle(a), y = triangle(b);
                EXPECT_FALSE(overlap(box_of(x), box_of(y)) && triangles_intersect(x, y))
                    << "slots " << a << " and " << b;
            }
        }
        double count = 0.0;
        for (WindowHolds one : certified)
            count += one == WindowHolds::no ? 0.0 : 1.0;
        return count / static_cast<double>(certified.size());
    }

private:
    SelfSearch search_;
};

TEST(SelfWindows, HoldOnAGentlyBentSheet)
{
    const Surface s = surfaces::rectangle(64, 48);
    WindowSearch search(s);
    EXPECT_GT(search.expect_true_claims(s.positions), 0.9);
    EXPECT_GT(
        search.expect_true_claims(bent(
            s,
            [](Vec3 p) {
                return Vec3{p.x, p.y, 0.01f * p.x * p.x - 0.01f * p.y * p.y};
            })),
        0.9);
    // Seen from below, and along every axis.
    EXPECT_GT(search.expect_true_claims(bent(s, [](Vec3 p) { return Vec3{p.x, -p.y, 0.1f * p.x}; })), 0.9);
    EXPECT_GT(search.expect_true_claims(bent(s, [](Vec3 p) { return Vec3{0.1f * p.y, p.x, p.y}; })), 0.9);
    EXPECT_GT(search.expect_true_claims(bent(s, [](Vec3 p) { return Vec3{p.y, 0.1f * p.x, p.x}; })), 0.9);
}

TEST(SelfWindows, HoldAtAnyScale)
{
    const Surface s = surfaces::rectangle(32, 24);
    WindowSearch search(s);
    for (const float scale : {1e-30f, 1e-3f, 1e30f})
        EXPECT_GT(
            search.expect_true_claims(bent(
                s,
                [=](Vec3 p) {
                    return Vec3{p.x * scale, p.y * scale, 0.1f * p.x * scale};
                })),
            0.75)
            << scale;
}

// All normals point upwards, and yet the ramp passes through itself where its turns are pressed together.
TEST(SelfWindows, DoNotTakeTheTurnsOfARampForOneLayer)
{
    for (const float turns : {0.9f, 1.1f, 2.0f, 3.0f})
        for (const float pitch : {1.0f, 0.01f, 0.0f, -0.01f}) {
            const Surface s = surfaces::rectangle(48, 2);
            const auto ramp = [=](Vec3 p) {
                const double angle = 6.283185307 * turns * p.x / 48.0;
                const double radius = 3.0 - p.y;
                return Vec3{
                    static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle)),
                    pitch * p.x + 0.05f * p.y * static_cast<float>(std::sin(7.0 * angle))};
            };
            WindowSearch flat(s), rolled({s.triangles, bent(s, ramp)});
            flat.expect_true_claims(bent(s, ramp));
            rolled.expect_true_claims(bent(s, ramp));
        }
}

TEST(SelfWindows, DoNotHoldWhereTheSheetFoldsOver)
{
    const Surface s = surfaces::rectangle(48, 32);
    WindowSearch search(s);
    for (const float at : {10.3f, 24.0f, 24.5f, 31.7f})
        for (const float lift : {0.0f, 1e-6f, 0.01f})
            search.expect_true_claims(bent(s, [=](Vec3 p) {
                return p.x < at ? p : Vec3{2.0f * at - p.x, p.y, lift * (p.x - at) * (p.y - 16.0f)};
            }));
}

TEST(SelfWindows, ClaimNothingFalseOfNoisyAndTornMeshes)
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
    Surface flipped = surfaces::rectangle(24, 16);
    for (std::size_t t = 5; t < flipped.triangles.size(); t += 37)
        std::swap(flipped.triangles[t][1], flipped.triangles[t][2]);
    for (const Surface& s : {surfaces::rectangle(24, 16), surfaces::tangled(), pinched, flipped, surfaces::fan(96)}) {
        WindowSearch search(s);
        for (const float strength : {0.1f, 0.4f, 0.8f, 2.0f})
            for (int round = 0; round < 6; ++round)
                search.expect_true_claims(bent(s, [&](Vec3 p) {
                    return Vec3{p.x + strength * noise(), p.y + strength * noise(), p.z + strength * noise()};
                }));
    }
}

// Slivers: normals that rounding could turn round.
TEST(SelfWindows, ClaimNothingOfWhatIsTooThinForTheGrid)
{
    const Surface s = surfaces::rectangle(48, 32);
    WindowSearch search(s);
    for (const float thinness : {1e-2f, 1e-4f, 1e-5f, 1e-6f, 1e-7f})
        for (const float twist : {0.0f, 1.0f, -2.0f})
            search.expect_true_claims(bent(s, [=](Vec3 p) {
                const float across = thinness * (p.y - 16.0f);
                return Vec3{
                    p.x, across * (1.0f + twist * 0.05f * (p.x - 24.0f)), across * across * 1e3f + across * twist};
            }));
}

} // namespace
} // namespace tactus
