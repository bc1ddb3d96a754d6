// SPDX-License-Identifier: MIT
// The volumes of the tool query paper, against what the paper says of them.
#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "cli/reproduce/tool_query/paper_half_spaces.h"
#include "scenes/random.h"

namespace {

using tactus::HalfSpace;
using tactus::ToolVolume;
using tactus::cli::PaperHalfSpaces;
using tactus::cli::standing_volume;
using tactus::cli::SweepView;
using tactus::scenes::widened;

ToolVolume random_sweep(tactus::scenes::Random& random)
{
    const tactus::scenes::Point pivot = random.in_cube(), tip = pivot + random.direction(),
                                old_tip = tip + random.direction() * 0.3;
    return {
        tactus::scenes::rounded(pivot), tactus::scenes::rounded(tip), tactus::scenes::rounded(pivot),
        tactus::scenes::rounded(old_tip), 0.04f};
}

/// How far a point is outside of half-spaces whose normals are about of unit length; below zero inside.
double outside_by(const tactus::scenes::Point& p, const std::vector<HalfSpace>& half_spaces)
{
    double worst = -1e9;
    for (const HalfSpace& h : half_spaces) {
        const tactus::scenes::Point normal = {h.normal.x, h.normal.y, h.normal.z};
        worst = std::max(worst, (dot(normal, p) - h.offset) / norm(normal));
    }
    return worst;
}

TEST(PaperHalfSpaces, HoldTheirOwnCornersAndBothFormsOfASweepHoldTheSame)
{
    tactus::scenes::Random random(3, 1);
    std::size_t in_box = 0, in_pyramid = 0, in_volume = 0;
    for (int round = 0; round < 50; ++round) {
        const ToolVolume sweep = random_sweep(random);
        const PaperHalfSpaces naive = sweeping_volume(sweep, SweepView::naive_box).value();
        const PaperHalfSpaces perspective = sweeping_volume(sweep, SweepView::perspective).value();
        ASSERT_EQ(naive.view.size(), 6u);
        ASSERT_EQ(perspective.view.size(), 6u);
        ASSERT_EQ(naive.planes.size(), 2u);
        ASSERT_EQ(perspective.planes.size(), 2u);
        for (const tactus::Vec3& corner : perspective.corners) {
            EXPECT_NEAR(outside_by(widened(corner), naive.all()), 0.0, 1e-5);
            EXPECT_NEAR(outside_by(widened(corner), perspective.all()), 0.0, 1e-5);
        }
        for (int k = 0; k < 200; ++k) {
            const tactus::scenes::Point on_way = mix(widened(sweep.old_tip), widened(sweep.tip), random.uniform());
            const tactus::scenes::Point p =
                mix(widened(sweep.pivot), on_way, random.uniform()) + random.in_cube() * 0.1;
            const double by_box = outside_by(p, naive.all()), by_pyramid = outside_by(p, perspective.all());
            if (std::abs(by_box) > 1e-5 && std::abs(by_pyramid) > 1e-5) {
                EXPECT_EQ(by_box < 0.0, by_pyramid < 0.0);
            }
            in_box += outside_by(p, naive.view) < 0.0;
            in_pyramid += outside_by(p, perspective.view) < 0.0;
            in_volume += by_pyramid < 0.0;
        }
        // The corners span the volume: the surface around them is closed.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
        for (const tactus::TriangleIndices& triangle : tactus::cli::volume_surface())
            for (std::size_t k = 0; k < 3; ++k)
                edges.push_back({triangle[k], triangle[(k + 1) % 3]});
        for (const auto& [begin, end] : edges)
            EXPECT_EQ(std::ranges::count(edges, std::pair{end, begin}), 1);
    }
    EXPECT_GT(in_volume, 1000u);
    EXPECT_GT(in_box, in_volume);
    EXPECT_GT(in_pyramid, in_volume);
}

TEST(PaperHalfSpaces, OfAToolThatStandsAreABoxAboutItsAxisThatEndsAtItsTip)
{
    tactus::scenes::Random random(3, 2);
    for (int round = 0; round < 50; ++round) {
        const ToolVolume tool = random_sweep(random);
        const PaperHalfSpaces box = standing_volume(tool).value();
        EXPECT_TRUE(box.planes.empty());
        const tactus::scenes::Point pivot = widened(tool.pivot), along = widened(tool.tip) - pivot;
        EXPECT_NEAR(outside_by(pivot + along * 0.5, box.all()), -0.04, 1e-5) << "the radius on all sides";
        EXPECT_NEAR(outside_by(pivot + along * 1.1, box.all()), 0.1, 1e-5) << "beyond the tip";
        EXPECT_NEAR(outside_by(pivot - along * 0.1, box.all()), 0.1, 1e-5) << "before the pivot";
        for (const tactus::Vec3& corner : box.corners)
            EXPECT_NEAR(outside_by(widened(corner), box.all()), 0.0, 1e-5);
    }
}

TEST(PaperHalfSpaces, ThereAreNoneForMotionsThatThePapersFormulaDividesByZeroFor)
{
    ToolVolume tool = {{0, 0, 1}, {0, 0, 0}, {0, 0, 1}, {0, 0, 0}, 0.1f};
    EXPECT_FALSE(sweeping_volume(tool, SweepView::perspective)) << "no motion";
    tool.old_tip = {0, 0, 0.5f};
    EXPECT_FALSE(sweeping_volume(tool, SweepView::perspective)) << "along the shaft";
    EXPECT_TRUE(standing_volume(tool));
    tool.old_tip = {0.25f, 0, 0};
    EXPECT_TRUE(sweeping_volume(tool, SweepView::naive_box));
    tool.tip = tool.pivot;
    EXPECT_FALSE(standing_volume(tool)) << "no length";
}

} // namespace
