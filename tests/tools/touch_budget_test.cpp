// SPDX-License-Identifier: MIT
// Parts of the shaft and the first touch are inside the budget of find_touched, and what it had no time for is told.
#include <gtest/gtest.h>

#include <limits>

#include "base/cases.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

/// A world in which a tool has swept through an organ that was asked about before: asking again takes as many units.
struct Swept {
    World world = World::create().value();
    BodyId organ;
    BodyId tool;

    Swept(const ShapeMesh& mesh, const ToolVolume& move)
    {
        organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
        tool = world.add_tool({.pivot = move.old_pivot, .tip = move.old_tip, .radius = move.radius, .sweep = true})
                   .value();
        world.set_tool(tool, move.pivot, move.tip).value();
        touched();
    }
    TouchReport touched(TouchOptions options = {}) { return world.find_touched(tool, options).value(); }
};

/// Through the upper half of a ball of radius 1.
constexpr ToolVolume across_a_ball = {{0, 0, 3}, {-0.4f, 0.1f, 0.5f}, {0, 0, 3}, {1.3f, 0, 0.9f}, 0.05f};

std::size_t measured(const TouchReport& report)
{
    std::size_t count = 0;
    for (const TouchedFace& face : report.faces)
        count += face.shaft_open ? 0 : 1;
    return count;
}

TEST(TouchBudget, PaysForPartsOfTheShaftAndTheFirstTouch)
{
    Swept swept(shape("bumpy_sphere", 1280), across_a_ball);
    const TouchReport first = swept.touched();
    const std::vector<TouchedFace> whole(first.faces.begin(), first.faces.end());
    ASSERT_GT(whole.size(), 20u);
    EXPECT_GT(first.first_touch_begin, 0.0f);
    const std::uint64_t search = swept.touched({Budget::work_units(1 << 20), false, false}).work_units_spent;
    const std::uint64_t all = swept.touched({Budget::work_units(1 << 20)}).work_units_spent;
    EXPECT_GT(all, search + whole.size());

    std::vector<TouchedFace> before;
    std::size_t measured_before = 0;
    bool was_cut_between = false;
    for (std::uint64_t units = 0; units <= all; ++units) {
        const TouchReport report = swept.touched({Budget::work_units(units)});
        ASSERT_LE(report.work_units_spent, units);
        ASSERT_EQ(report.complete, units == all);
        ASSERT_EQ(report.complete, report.open_nodes == 0 && report.open_faces == 0);
        ASSERT_EQ(report.open_nodes == 0, units >= search);
        for (std::size_t k = 0; k < report.faces.size(); ++k) {
            const TouchedFace& face = report.faces[k];
            const auto same = std::find_if(
                whole.begin(), whole.end(), [&](const TouchedFace& other) { return other.triangle == face.triangle; });
            ASSERT_NE(same, whole.end());
            // What is measured is as it is without a budget, and the rest holds that. Faces at the end wait longest.
            ASSERT_LE(face.shaft_begin, same->shaft_begin);
            ASSERT_GE(face.shaft_end, same->shaft_end);
            if (!face.shaft_open) {
                ASSERT_EQ(face.shaft_begin, same->shaft_begin);
                ASSERT_EQ(face.shaft_end, same->shaft_end);
                ASSERT_TRUE(k == 0 || !report.faces[k - 1].shaft_open);
            } else if (k > 0 && report.faces[k - 1].shaft_open) {
                ASSERT_EQ(face.shaft_begin, 0.0f);
                ASSERT_EQ(face.shaft_end, 1.0f);
            }
        }
        // A unit more takes nothing back.
        ASSERT_GE(report.faces.size(), before.size());
        ASSERT_GE(measured(report), measured_before);
        if (before.size() == report.faces.size())
            for (std::size_t k = 0; k < before.size(); ++k) {
                ASSERT_GE(report.faces[k].shaft_begin, before[k].shaft_begin);
                ASSERT_LE(report.faces[k].shaft_end, before[k].shaft_end);
            }
        // The first touch may be where nobody has looked, and has come by the end of the sweep.
        ASSERT_EQ(report.first_touch_begin, report.complete ? first.first_touch_begin : 0.0f);
        ASSERT_GE(report.first_touch_end, first.first_touch_end);
        if (!report.faces.empty()) {
            ASSERT_LE(report.first_touch_end, 1.0f);
        }
        ASSERT_LE(report.open_faces, report.faces.size());
        ASSERT_GE(report.open_faces, report.faces.size() - measured(report));
        was_cut_between = was_cut_between || (measured(report) > 0 && measured(report) < report.faces.size());
        measured_before = measured(report);
        before.assign(report.faces.begin(), report.faces.end());
    }
    EXPECT_TRUE(was_cut_between);
    EXPECT_EQ(measured_before, whole.size());
}

TEST(TouchBudget, IsTheSameForRandomMoves)
{
    std::mt19937 random(41);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    std::size_t open = 0;
    for (std::size_t k = 0; k < cases(on_most_days(80, 400)); ++k) {
        Swept swept(mesh, random_move(random, 1.5f, false));
        const TouchReport unlimited = swept.touched();
        const std::vector<TouchedFace> whole(unlimited.faces.begin(), unlimited.faces.end());
        for (const std::uint64_t units : {0u, 3u, 10u, 30u, 100u, 1u << 20}) {
            const TouchReport report = swept.touched({Budget::work_units(units)});
            ASSERT_LE(report.work_units_spent, units);
            open += report.open_faces;
            if (!report.complete)
                continue;
            ASSERT_EQ(report.faces.size(), whole.size());
            for (std::size_t face = 0; face < whole.size(); ++face) {
                ASSERT_EQ(report.faces[face].shaft_begin, whole[face].shaft_begin);
                ASSERT_EQ(report.faces[face].shaft_end, whole[face].shaft_end);
                ASSERT_FALSE(report.faces[face].shaft_open);
            }
            ASSERT_EQ(report.first_touch_begin, unlimited.first_touch_begin);
            ASSERT_EQ(report.first_touch_end, unlimited.first_touch_end);
        }
    }
    EXPECT_GT(open, 0u);
}

TEST(TouchBudget, IsNotSpentOnWhatNobodyAskedFor)
{
    Swept swept(shape("bumpy_sphere", 1280), across_a_ball);
    const std::uint64_t search = swept.touched({Budget::work_units(1 << 20), false, false}).work_units_spent;
    const TouchReport plain = swept.touched({Budget::work_units(search), false, false});
    EXPECT_TRUE(plain.complete);
    EXPECT_EQ(plain.open_faces, 0u);
    EXPECT_EQ(measured(plain), plain.faces.size());
    EXPECT_EQ(plain.first_touch_begin, std::numeric_limits<float>::infinity());
    // Without a unit for it, the first touch is only known to have come.
    const TouchReport touch_only = swept.touched({Budget::work_units(search), false, true});
    EXPECT_FALSE(touch_only.complete);
    EXPECT_EQ(touch_only.open_faces, touch_only.faces.size());
    EXPECT_EQ(measured(touch_only), touch_only.faces.size());
    EXPECT_EQ(touch_only.first_touch_begin, 0.0f);
    EXPECT_EQ(touch_only.first_touch_end, 1.0f);
    // A deadline that has passed leaves nothing.
    const TouchReport late = swept.touched({Budget::until(Budget::Clock::now())});
    EXPECT_FALSE(late.complete);
    EXPECT_TRUE(late.faces.empty());
    EXPECT_EQ(late.work_units_spent, 0u);
}

TEST(TouchBudget, OfAToolWhosePivotMovesHasNoPartsToPayFor)
{
    ToolVolume move = across_a_ball;
    move.old_pivot = {0.5f, 0, 3};
    Swept swept(shape("bumpy_sphere", 1280), move);
    const std::uint64_t search = swept.touched({Budget::work_units(1 << 20), false, false}).work_units_spent;
    const TouchReport parts_only = swept.touched({Budget::work_units(search), true, false});
    EXPECT_TRUE(parts_only.complete);
    EXPECT_EQ(measured(parts_only), parts_only.faces.size());
    const TouchReport both = swept.touched({Budget::work_units(search)});
    EXPECT_FALSE(both.complete);
    EXPECT_EQ(both.open_faces, both.faces.size());
    EXPECT_EQ(both.first_touch_begin, 0.0f);
    EXPECT_EQ(both.first_touch_end, std::numeric_limits<float>::infinity());
}

TEST(FirstTouchOfATool, ThatRestsInTheOrganIsAtTheBeginning)
{
    const ShapeMesh mesh = shape("bumpy_sphere", 1280);
    const Vec3 pivot = {0, 0, 3}, tip = {0.1f, 0, 0.5f};
    // One that stands, one that sweeps and did not move, and one that hardly did.
    for (const float way : {0.0f, 1e-9f, 1e-6f})
        for (const bool sweep : {false, true}) {
            World world = World::create().value();
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
            const BodyId tool = world.add_tool({.pivot = pivot, .tip = tip, .radius = 0.05f, .sweep = sweep}).value();
            for (int put = 0; put < 2; ++put) {
                const TouchReport report = world.find_touched(tool).value();
                EXPECT_FALSE(report.faces.empty());
                EXPECT_EQ(report.first_touch_begin, 0.0f) << way;
                EXPECT_EQ(report.first_touch_end, 0.0f) << way;
                world.set_tool(tool, pivot, tip + Vec3{way, 0, 0}).value();
            }
        }
}

TEST(FirstTouchOfATool, OfAConvexSetIsAtTheBeginningToo)
{
    const ShapeMesh mesh = shape("sphere", 80);
    World world = World::create().value();
    world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const HalfSpace slab[] = {{.normal = {0, 0, 1}, .offset = 0.1f}, {.normal = {0, 0, -1}, .offset = 0.1f}};
    const BodyId blade = world.add_convex({.half_spaces = slab}).value();
    EXPECT_EQ(world.find_touched(blade).value().first_touch_end, 0.0f);
    const float nobody_asked = world.find_touched(blade, {.first_touch = false}).value().first_touch_end;
    EXPECT_EQ(nobody_asked, std::numeric_limits<float>::infinity());
}

} // namespace
} // namespace tactus::tool_tests
