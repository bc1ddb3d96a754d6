// SPDX-License-Identifier: MIT
// Open surfaces that have passed through each other go back the way they came.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "thickness/sheets.h"

namespace tactus {
namespace {

constexpr Thickness cloth_thickness = {.contact_distance = 0.05f, .rest_offset = 0.02f};

/// A sheet that lies still, and a smaller one above it that is lowered.
class TwoSheets {
public:
    explicit TwoSheets(
        const Thickness& low = cloth_thickness, const Thickness& high = cloth_thickness,
        ContactSelection which = ContactSelection::local)
        : world(World::create({.contacts = {.which = which}}).value()), low_(world.add_body(still_.desc(low)).value()),
          high_(world.add_body(moving_.desc(high)).value())
    {
        EXPECT_TRUE(world.set_pair(low_, high_, {.material = {.stiffness = 100.0f}}).ok());
    }

    BodyId low() const { return low_; }
    BodyId high() const { return high_; }
    void lower_to(float height, float aside = 0.0f)
    {
        std::vector<Vec3> positions = moving_.raised_by(height);
        for (Vec3& vertex : positions)
            vertex.x += aside;
        EXPECT_TRUE(world.set_positions(high_, positions).ok());
    }
    /// What lifts the upper sheet now. Nothing of it may push the other way.
    float lift()
    {
        const ForceReport& forces = world.contact_forces();
        for (const ContactForce& push : forces.contacts)
            EXPECT_GE(push.force.z * (push.body_b == high_ ? 1.0f : -1.0f), 0.0f);
        EXPECT_NEAR(lift_of(forces, low_), -lift_of(forces, high_), 1e-4f);
        return lift_of(forces, high_);
    }
    float lift_at(float height, float aside = 0.0f)
    {
        lower_to(height, aside);
        EXPECT_TRUE(world.find_contacts().complete);
        return lift();
    }

    World world;

private:
    FlatSheet still_{0.0f, 1.0f, 6};
    FlatSheet moving_{0.0f, 0.73f, 5};
    BodyId low_;
    BodyId high_;
};

TEST(Sides, OfSheetsThatAreSlowlyPressedThroughEachOtherAreRemembered)
{
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
        TwoSheets sheets(cloth_thickness, cloth_thickness, which);
        EXPECT_EQ(sheets.lift_at(0.03f), 0.0f);
        float before = 0.0f;
        for (const float height : {0.015f, 0.008f, 0.001f, -0.006f, -0.013f, -0.02f, -0.03f}) {
            const float lift = sheets.lift_at(height);
            EXPECT_GT(lift, before) << height;
            before = lift;
        }
        // Every one of the 36 vertices is as deep as that.
        EXPECT_GE(before, 36 * 100.0f * 0.05f * 0.999f);
        EXPECT_LT(sheets.lift_at(-0.01f), before);
        EXPECT_GT(sheets.lift_at(0.01f), 0.0f);
        EXPECT_EQ(sheets.lift_at(0.021f), 0.0f);
    }
}

TEST(Sides, AreThoseOnWhichSheetsAreFirstSeen)
{
    TwoSheets sheets;
    EXPECT_LT(
        lift_of((sheets.lower_to(-0.01f), sheets.world.find_contacts(), sheets.world.contact_forces()), sheets.high()),
        0.0f);
    // Far enough away all is forgotten.
    sheets.lower_to(0.2f);
    EXPECT_TRUE(sheets.world.find_contacts().contacts.empty());
    EXPECT_GT(sheets.lift_at(0.01f), 0.0f);
    EXPECT_GT(sheets.lift_at(-0.01f), 0.0f);
}

/// The vertices of the upper sheet go from triangle to triangle below the other one, and are pulled up all the way.
TEST(Sides, StayWithWhatSlidesOn)
{
    TwoSheets sheets;
    EXPECT_GT(sheets.lift_at(0.005f), 0.0f);
    float aside = 0.0f;
    for (int k = 0; k < 10; ++k) {
        sheets.lower_to(-0.005f, aside += 0.011f);
        ASSERT_TRUE(sheets.world.find_contacts().complete);
        std::size_t pulled = 0;
        for (const Contact& contact : sheets.world.find_contacts().contacts)
            if (contact.body_b == sheets.high() && contact.kind == ContactKind::face_vertex) {
                EXPECT_NEAR(contact.separation, -0.005f, 1e-6f);
                EXPECT_GT(contact.normal.z, 0.99f);
                ++pulled;
            }
        EXPECT_GE(pulled, 30u) << k;
    }
}

TEST(Sides, AreKeptByQueriesThatAreCut)
{
    TwoSheets sheets;
    EXPECT_GT(sheets.lift_at(0.005f), 0.0f);
    for (const float height : {0.002f, -0.001f, -0.004f}) {
        sheets.lower_to(height);
        EXPECT_FALSE(sheets.world.find_contacts(Budget::work_units(1)).complete);
    }
    EXPECT_GT(sheets.lift_at(-0.005f), 36 * 100.0f * 0.02f);
    // Step by step it is the same as at once.
    TwoSheets others;
    EXPECT_GT(others.lift_at(0.005f), 0.0f);
    others.lower_to(-0.005f);
    while (!others.world.refine_contacts(Budget::work_units(3)).complete) {
    }
    EXPECT_NEAR(others.lift(), sheets.lift(), 1e-3f);
}

using FeatureNames = std::tuple<ContactKind, std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>>;

FeatureNames names_of(const Contact& contact) { return {contact.kind, contact.vertices_a, contact.vertices_b}; }

/// Where a vertex comes near a triangle beside those that it has been near to, and the query is cut before it comes to
/// these, they have their sides all the same when it goes on.
TEST(Sides, AreTheSameWhereverAQueryIsCut)
{
    const auto made = [] {
        TwoSheets sheets(cloth_thickness, cloth_thickness, ContactSelection::all);
        EXPECT_GT(sheets.lift_at(0.005f), 0.0f);
        sheets.lower_to(-0.005f, 0.03f);
        return sheets;
    };
    const auto separations = [](const ContactReport& report) {
        EXPECT_TRUE(report.complete);
        std::map<FeatureNames, std::pair<float, bool>> all;
        for (const Contact& contact : report.contacts)
            all[names_of(contact)] = {contact.separation, contact.silent};
        return all;
    };
    TwoSheets whole = made(), counted = made();
    const auto expected = separations(whole.world.find_contacts());
    const std::uint64_t needed = counted.world.find_contacts(Budget::work_units(1'000'000)).work_units_spent;
    for (std::uint64_t units = 1; units < needed; ++units) {
        TwoSheets cut = made();
        EXPECT_FALSE(cut.world.find_contacts(Budget::work_units(units)).complete);
        ASSERT_EQ(separations(cut.world.refine_contacts()), expected) << units << " of " << needed;
    }
}

/// A sheet that has passed through another is moved to and fro below it while queries are cut. Vertices that were near
/// a triangle all the time are pulled back up to it in the end. The ways and the cuts are sampled.
TEST(Sides, AreKeptOfContactsThatLiveThroughManyCuts)
{
    std::mt19937 random(3);
    const auto between = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random() >> 8) * 0x1p-24f;
    };
    std::size_t pulled = 0;
    for (int run = 0; run < 40; ++run) {
        TwoSheets sheets(cloth_thickness, cloth_thickness, ContactSelection::all);
        std::optional<std::set<FeatureNames>> always;
        const auto move_to = [&](float height, float aside) {
            sheets.lower_to(height, aside);
            TwoSheets fresh(cloth_thickness, cloth_thickness, ContactSelection::all);
            fresh.lower_to(height, aside);
            std::set<FeatureNames> now;
            for (const Contact& contact : fresh.world.find_contacts().contacts)
                if (!always || always->contains(names_of(contact)))
                    now.insert(names_of(contact));
            always = now;
        };
        move_to(0.01f, 0.0f);
        ASSERT_TRUE(sheets.world.find_contacts().complete);
        for (std::uint32_t cuts = 1 + random() % 4; cuts > 0; --cuts) {
            const float height = between(-0.02f, -0.003f);
            move_to(height, between(-0.06f, 0.06f));
            sheets.world.find_contacts(Budget::work_units(1 + random() % 60));
            if (random() % 3 == 0)
                sheets.world.refine_contacts(Budget::work_units(1 + random() % 30));
        }
        move_to(-0.01f, between(-0.06f, 0.06f));
        for (const Contact& contact : sheets.world.find_contacts().contacts)
            if (contact.kind == ContactKind::face_vertex && !contact.silent && always->contains(names_of(contact))) {
                EXPECT_LT(contact.separation, 0.0f) << "run " << run << ", vertex " << contact.vertices_b[0];
                ++pulled;
            }
    }
    EXPECT_GT(pulled, 500u);
}

TEST(Sides, EndWithTheirBodyAndOutlastAnEdit)
{
    TwoSheets sheets;
    EXPECT_GT(sheets.lift_at(0.005f), 0.0f);
    const std::uint32_t corner[] = {10};
    ASSERT_TRUE(sheets.world.edit(BodyEdit{.body = sheets.low(), .remove_triangles = corner}).ok());
    EXPECT_GT(sheets.lift_at(-0.005f), 30 * 100.0f * 0.02f);
    ASSERT_TRUE(sheets.world.remove_body(sheets.low()).ok());
    const BodyId again = sheets.world.add_body(FlatSheet(0.0f, 1.0f, 6).desc(cloth_thickness)).value();
    sheets.world.find_contacts();
    EXPECT_GT(lift_of(sheets.world.contact_forces(), again), 0.0f) << "it is above, as far as anybody knows";
}

TEST(Sides, AreForgottenAroundTheRim)
{
    World world = World::create().value();
    const BodyId still = world.add_body(FlatSheet(0.0f, 1.0f, 4).desc(cloth_thickness)).value();
    const FlatSheet small(0.0f, 0.1f, 1);
    const BodyId moving = world.add_body(small.desc(cloth_thickness)).value();
    const auto lift_at = [&](float x, float z) {
        std::vector<Vec3> positions = small.raised_by(z);
        for (Vec3& vertex : positions)
            vertex = {vertex.x + x, vertex.y + 0.03f, vertex.z};
        EXPECT_TRUE(world.set_positions(moving, positions).ok());
        EXPECT_TRUE(world.find_contacts().complete);
        return lift_of(world.contact_forces(), moving);
    };
    EXPECT_GT(lift_at(0.42f, 0.01f), 0.0f);
    for (const float x : {0.47f, 0.52f, 0.56f})
        lift_at(x, 0.01f);
    for (const float z : {0.004f, -0.004f, -0.01f})
        lift_at(0.56f, z);
    for (const float x : {0.53f, 0.49f, 0.45f, 0.42f})
        lift_at(x, -0.01f);
    EXPECT_LT(lift_at(0.4f, -0.01f), 0.0f);
    EXPECT_EQ(*world.thickness(still, moving).value().one_sided, false);
}

/// The tip of a tool stays above a sheet, and its pivot goes around and below. Then the axis crosses the sheet, and
/// where that is first seen, the tip is taken to have come from below.
TEST(Sides, SilenceAnEndThatCrossesWhereItBelongs)
{
    for (const bool is_seen_before : {true, false}) {
        World world = World::create().value();
        (void)world.add_body(FlatSheet(0.0f, 3.0f, 1).desc());
        const Vec3 tip = {0.5f, 0.25f, 0.0625f};
        const BodyId tool = world.add_tool({.pivot = {0.5f, 0.25f, 1.0f}, .tip = tip, .radius = 0.125f}).value();
        if (is_seen_before) {
            EXPECT_EQ(world.find_contacts().contacts.size(), 1u);
        }
        EXPECT_TRUE(world.set_tool(tool, {0.5f, 0.25f, -1.0f}, tip).ok());
        const ContactReport& report = world.find_contacts();
        ASSERT_EQ(report.contacts.size(), 1u);
        EXPECT_TRUE(report.contacts[0].crosses);
        EXPECT_EQ(report.contacts[0].silent, is_seen_before);
        EXPECT_FLOAT_EQ(report.contacts[0].separation, is_seen_before ? 0.0f : -0.1875f);
    }
}

/// The tip of a tool is on one side of a sheet, and then in a point of its diagonal. That is no third of the way for
/// the weights, which are floats, and what they name is above the sheet or below it.
TEST(Sides, OfWhatTouchesAnEdgeAreNeither)
{
    for (const float height : {8.0f, -8.0f})
        for (const float from : {0.05f, -0.05f}) {
            const auto contact_of = [&](bool is_seen_before) {
                World world = World::create().value();
                (void)world.add_body(FlatSheet(height, 3.0f, 1).desc());
                const Vec3 tip = {-0.5f, -0.5f, height}, pivot = {-0.5f, -0.5f, height + 20.0f * from};
                const Vec3 near_tip = {-0.5f, -0.5f, height + from};
                const BodyId tool = world.add_tool({.pivot = pivot, .tip = near_tip, .radius = 0.125f}).value();
                if (is_seen_before) {
                    EXPECT_EQ(world.find_contacts().contacts.size(), 1u);
                }
                EXPECT_TRUE(world.set_tool(tool, pivot, tip).ok());
                const ContactReport& report = world.find_contacts();
                EXPECT_EQ(report.contacts.size(), 1u);
                return report.contacts.empty() ? Contact{} : report.contacts[0];
            };
            const Contact first = contact_of(false), seen = contact_of(true);
            EXPECT_EQ(first.separation, -0.125f);
            EXPECT_EQ(seen.separation, -0.125f) << height << ' ' << from;
            EXPECT_EQ(seen.normal, first.normal) << height << ' ' << from;
        }
}

/// In a world that has seen nothing yet, the orientation of a one-sided sheet says where things belong.
TEST(Sides, OfAOneSidedSheetAreByItsOrientation)
{
    const Thickness one_sided = {.contact_distance = 0.05f, .rest_offset = 0.02f, .one_sided = true};
    for (const bool is_low : {true, false})
        for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
            // Both face upwards: above the lower one is its front, and below the upper one its back.
            TwoSheets fresh(is_low ? one_sided : cloth_thickness, is_low ? cloth_thickness : one_sided, which);
            const float sign = is_low ? 1.0f : -1.0f;
            for (const float height : {-0.01f, is_low ? -0.04f : 0.04f, 0.01f}) {
                fresh.lower_to(height);
                ASSERT_TRUE(fresh.world.find_contacts().complete);
                EXPECT_GT(sign * lift_of(fresh.world.contact_forces(), fresh.high()), 0.0f) << height << is_low;
            }
        }
    // Behind one and in front of the other is where sheets lie that face the same way.
    TwoSheets stack(one_sided, one_sided);
    EXPECT_GT(stack.lift_at(0.01f), 0.0f);
    stack.lower_to(-0.01f);
    stack.world.find_contacts();
    EXPECT_LT(lift_of(stack.world.contact_forces(), stack.high()), 0.0f);
    // What is said of the two counts in place of that.
    ASSERT_TRUE(
        stack.world.set_thickness(stack.high(), {.contact_distance = 0.05f, .rest_offset = 0.02f, .one_sided = false})
            .ok());
    EXPECT_GT(stack.lift_at(-0.01f), 0.0f);
    EXPECT_EQ(*stack.world.thickness(stack.low(), stack.high()).value().one_sided, true);
    ASSERT_TRUE(
        stack.world
            .set_pair(stack.low(), stack.high(), {.material = {.stiffness = 100.0f}, .thickness = {.one_sided = false}})
            .ok());
    stack.lower_to(0.2f);
    stack.world.find_contacts();
    stack.lower_to(-0.01f);
    stack.world.find_contacts();
    EXPECT_LT(lift_of(stack.world.contact_forces(), stack.high()), 0.0f);
}

/// Two layers of one cloth that pass through each other.
TEST(Sides, AreRememberedOfABodyWithItself)
{
    FlatSheet cloth(0.0f, 1.0f, 6);
    const FlatSheet above(0.0f, 0.73f, 5);
    const auto count = static_cast<std::uint32_t>(cloth.positions.size());
    cloth.positions.insert(cloth.positions.end(), above.positions.begin(), above.positions.end());
    for (const TriangleIndices& t : above.triangles)
        cloth.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    World world = World::create().value();
    BodyDesc desc = cloth.desc(cloth_thickness);
    desc.self_collision = true;
    const BodyId body = world.add_body(desc).value();
    ASSERT_TRUE(world.set_pair(body, body, {.material = {.stiffness = 100.0f}}).ok());
    for (const float height : {0.015f, 0.005f, -0.005f, -0.015f}) {
        std::vector<Vec3> positions = cloth.positions;
        for (std::size_t k = count; k < positions.size(); ++k)
            positions[k].z += height;
        ASSERT_TRUE(world.set_positions(body, positions).ok());
        ASSERT_TRUE(world.find_contacts().complete);
        const ForceReport& forces = world.contact_forces();
        EXPECT_GE(forces.vertices.size(), 2 * above.positions.size());
        for (const VertexForce& push : forces.vertices)
            EXPECT_GT(push.force.z * (push.vertex < count ? -1.0f : 1.0f), 0.0f) << height << ' ' << push.vertex;
    }
}

/// Without a thickness nothing changes: what does not cross does not push.
TEST(Sides, CountOnlyForBodiesWithARestOffset)
{
    TwoSheets sheets({.contact_distance = 0.05f}, {.contact_distance = 0.05f});
    for (const float height : {0.01f, -0.01f}) {
        sheets.lower_to(height);
        for (const Contact& contact : sheets.world.find_contacts().contacts)
            EXPECT_GE(contact.separation, 0.0f);
        EXPECT_TRUE(sheets.world.contact_forces().bodies.empty());
    }
}

} // namespace
} // namespace tactus
