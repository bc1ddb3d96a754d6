// SPDX-License-Identifier: MIT
// A tool whose tip is where its pivot is, is a ball: both ends have one contact between them.
#include <gtest/gtest.h>

#include "base/cases.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

/// What one body has to say of its contacts.
struct Felt {
    std::vector<float> separations;
    std::size_t pushing = 0;
    Vec3 force;
};

Felt felt_by(World& world, BodyId body)
{
    Felt felt;
    const ContactReport& report = world.find_contacts();
    EXPECT_TRUE(report.complete);
    for (const Contact& contact : report.contacts) {
        felt.separations.push_back(contact.separation);
        felt.pushing += contact.separation < 0.0f && !contact.silent ? 1 : 0;
    }
    std::sort(felt.separations.begin(), felt.separations.end());
    for (const Wrench& wrench : world.contact_forces().bodies)
        if (wrench.body == body)
            felt.force = wrench.force;
    return felt;
}

BodyId add_ball(World& world, bool as_tool, Vec3 at, float ball_radius)
{
    return as_tool ? world.add_tool({.pivot = at, .tip = at, .radius = ball_radius}).value()
                   : world.add_sphere({.centre = at, .radius = ball_radius}).value();
}

float length_of(Vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

TEST(ToolWithoutLength, HasTheContactsAndForcesOfASphere)
{
    std::mt19937 random(51);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    std::size_t outside = 0, inside = 0;
    for (std::size_t k = 0; k < cases(on_most_days(120, 600)); ++k) {
        const Vec3 at = point_in(random, 1.2f);
        const float ball_radius = uniform(random, 0.05f, 0.3f);
        Felt felt[2];
        bool is_inside = false;
        for (const bool as_tool : {false, true}) {
            World world = World::create().value();
            // Either may come first.
            const BodyId first = k % 2 == 0 ? add_ball(world, as_tool, at, ball_radius) : BodyId{};
            const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
            const BodyId ball = k % 2 == 0 ? first : add_ball(world, as_tool, at, ball_radius);
            is_inside = world.is_inside(organ, at).value().inside;
            felt[as_tool] = felt_by(world, ball);
        }
        ASSERT_EQ(felt[1].pushing, felt[0].pushing) << k;
        ASSERT_LE(length_of(felt[1].force - felt[0].force), 1e-3f * length_of(felt[0].force)) << k;
        (is_inside ? inside : outside) += felt[1].pushing;
        if (is_inside)
            continue;
        ASSERT_EQ(felt[1].separations.size(), felt[0].separations.size()) << k;
        for (std::size_t one = 0; one < felt[0].separations.size(); ++one)
            ASSERT_NEAR(felt[1].separations[one], felt[0].separations[one], 1e-6f) << k;
    }
    EXPECT_GT(outside, 5u);
    EXPECT_GT(inside, 5u);
}

TEST(ToolWithoutLength, HasOneContactWithAnySingleFeature)
{
    const ShapeMesh sheet = {{{0, 1, 2}, {0, 2, 3}}, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
    // Above a face, an edge, a corner, and a place beside the sheet; and exactly on a face, with any radius.
    for (const Vec3 at :
         {Vec3{0.7f, 0.2f, 0.05f}, Vec3{0.5f, 0.5f, 0.05f}, Vec3{1, 0, 0.05f}, Vec3{1.05f, 0.5f, 0},
          Vec3{0.7f, 0.2f, 0}})
        for (const float ball_radius : {0.1f, 0.0f})
            for (const bool first : {false, true}) {
                World world = World::create().value();
                if (first)
                    add_ball(world, true, at, ball_radius);
                world.add_body({.triangles = sheet.triangles, .positions = sheet.positions}).value();
                if (!first)
                    add_ball(world, true, at, ball_radius);
                const bool reaches = ball_radius > 0.0f || (at.z == 0.0f && at.x < 1.0f);
                EXPECT_EQ(world.find_contacts().contacts.size(), reaches ? 1u : 0u)
                    << at.x << ' ' << at.y << ' ' << at.z << ' ' << ball_radius << ' ' << first;
            }
}

TEST(ToolWithoutLength, HasOneContactWithEveryOtherShape)
{
    for (const bool first : {false, true})
        for (int other = 0; other < 4; ++other) {
            World world = World::create().value();
            if (first)
                add_ball(world, true, {0, 0, 0.5f}, 0.25f);
            if (other == 0)
                world.add_sphere({.centre = {0, 0, 0}, .radius = 0.5f}).value();
            else if (other == 1)
                world.add_half_space({.normal = {0, 0, 1}, .offset = 0.5f}).value();
            else if (other == 2)
                world.add_tool({.pivot = {-1, 0, 0.25f}, .tip = {1, 0, 0.25f}, .radius = 0.25f}).value();
            else
                add_ball(world, true, {0, 0, 0.25f}, 0.25f);
            if (!first)
                add_ball(world, true, {0, 0, 0.5f}, 0.25f);
            const ContactReport& report = world.find_contacts();
            ASSERT_EQ(report.contacts.size(), 1u) << other << ' ' << first;
            EXPECT_NEAR(report.contacts[0].separation, -0.25f, 1e-6f) << other << ' ' << first;
        }
}

TEST(ToolWithoutLength, InABodyPushesOnceWhetherDepthsAreMeasuredOrNot)
{
    const ShapeMesh mesh = shape("sphere", 320);
    for (const bool depths : {false, true}) {
        World world = World::create({.contacts = {.measure_depths = depths}}).value();
        world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
        add_ball(world, true, {0.1f, 0.2f, 0.3f}, 0.01f);
        const ContactReport& report = world.find_contacts();
        ASSERT_EQ(report.contacts.size(), 1u) << depths;
        EXPECT_EQ(report.contacts[0].kind, ContactKind::inside_vertex);
    }
}

} // namespace
} // namespace tactus::tool_tests
