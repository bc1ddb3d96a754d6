// SPDX-License-Identifier: MIT
#include "tree/clusters/order/connected_order.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "hierarchy/surfaces.h"
#include "mesh/edge_ring.h"

namespace tactus {
namespace {

using surfaces::is_permutation_of_all;
using surfaces::Surface;

/// The share of full runs of `unit` triangles that are connected over edges.
double connected_share(const Surface& s, const std::vector<std::uint32_t>& order, std::size_t unit)
{
    const EdgeRing ring = make_edge_ring(s.triangles, s.positions.size());
    std::vector<std::size_t> run_of(order.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot)
        run_of[order[slot]] = slot / unit;
    double runs = 0.0, connected = 0.0;
    for (std::size_t begin = 0; begin + unit <= order.size(); begin += unit) {
        std::vector<std::uint32_t> reached = {order[begin]};
        std::set<std::uint32_t> seen(reached.begin(), reached.end());
        for (std::size_t k = 0; k < reached.size(); ++k)
            for (std::uint32_t next : ring[reached[k]])
                if (run_of[next] == begin / unit && seen.insert(next).second)
                    reached.push_back(next);
        runs += 1.0;
        connected += reached.size() == unit ? 1.0 : 0.0;
    }
    return connected / runs;
}

TEST(ConnectedOrder, HoldsEveryTriangleOnceWhateverTheMesh)
{
    for (const Surface& s :
         {Surface{}, surfaces::rectangle(1, 1), surfaces::rectangle(40, 30), surfaces::fan(3000), surfaces::soup(700),
          surfaces::tangled(), surfaces::both(surfaces::rectangle(70, 70), surfaces::soup(5000))})
        EXPECT_TRUE(is_permutation_of_all(connected_order(s.triangles, s.positions), s.triangles.size()))
            << s.triangles.size() << " triangles";
}

TEST(ConnectedOrder, AcceptsExtremeCoordinates)
{
    for (const float scale : {1e-30f, 1e-44f, 1e30f, 3e36f}) {
        Surface s = surfaces::rectangle(90, 60);
        for (Vec3& p : s.positions)
            p = {p.x * scale, p.y * scale, p.z * scale};
        EXPECT_TRUE(is_permutation_of_all(connected_order(s.triangles, s.positions), s.triangles.size())) << scale;
    }
    Surface one_point = surfaces::rectangle(50, 50);
    for (Vec3& p : one_point.positions)
        p = {1.0f, 2.0f, 3.0f};
    EXPECT_TRUE(
        is_permutation_of_all(connected_order(one_point.triangles, one_point.positions), one_point.triangles.size()));
}

TEST(ConnectedOrder, MakesRunsOfOneClusterConnected)
{
    const Surface s = surfaces::rectangle(96, 64);
    const auto order = connected_order(s.triangles, s.positions);
    EXPECT_GE(connected_share(s, order, 8), 0.9);
    EXPECT_GE(connected_share(s, order, 64), 0.95);
    EXPECT_GE(connected_share(s, order, 512), 0.95);
}

TEST(ConnectedOrder, KeepsLayersApartThatAreNotConnected)
{
    const Surface lower = surfaces::rectangle(64, 32);
    const Surface s = surfaces::both(lower, surfaces::moved(surfaces::rectangle(64, 32), {0.1f, 0.1f, 0.001f}));
    const auto order = connected_order(s.triangles, s.positions);
    for (std::size_t begin = 0; begin < order.size(); begin += 64)
        for (std::size_t k = begin; k < begin + 64; ++k)
            EXPECT_EQ(order[k] < lower.triangles.size(), order[begin] < lower.triangles.size()) << k;
}

TEST(ConnectedOrder, IsTheSameEveryTime)
{
    const Surface s = surfaces::tangled();
    EXPECT_EQ(connected_order(s.triangles, s.positions), connected_order(s.triangles, s.positions));
}

} // namespace
} // namespace tactus
