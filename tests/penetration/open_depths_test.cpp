// SPDX-License-Identifier: MIT
// Open bodies in closed ones: how deep their vertices are, at every cut, and that they are pushed out.
#include <string>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/every_structure.h"
#include "contacts/promises.h"
#include "penetration/open_bodies.h"

namespace tactus::penetration {
namespace {

struct OpenInClosed {
    std::string name;
    Body open;
    Body closed;
};

/// A bowl: a ball without some of its triangles.
Body bowl(double radius)
{
    Body body = sphere(radius, 2);
    body.triangles.resize(body.triangles.size() * 3 / 4);
    return body;
}

std::vector<OpenInClosed> open_in_closed(std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto placed = [&](Body body, double away) {
        Pose pose = any_pose(random);
        pose.place = any_direction(random) * away;
        return moved(std::move(body), pose);
    };
    const Body plate = shifted(block(8, 8, 1, 0.25), {-1.0, -1.0, -0.125});
    std::vector<OpenInClosed> all;
    all.push_back({"sheet in a ball", placed(grid(9, 9, 1.5, 1.5), 0.8), sphere(1.0, 2)});
    all.push_back({"small sheet within", placed(grid(4, 4, 0.5, 0.5), 0.3), sphere(1.0, 2)});
    all.push_back({"strip in a plate", placed(upright(grid(1, 12, 0.1, 1.5)), 0.7), plate});
    all.push_back({"strip in a box of two triangles a side", placed(grid(2, 9, 0.4, 2.5), 0.9), box_of_size(1, 1, 1)});
    all.push_back({"bowl in a ring", placed(bowl(0.7), 0.9), torus(1.0, 0.4, 24, 9)});
    all.push_back(
        {"two sheets in a ring", together(placed(grid(5, 5, 1.0, 1.0), 1.0), placed(grid(2, 2, 0.2, 0.2), 1.0)),
         torus(1.0, 0.4, 24, 9)});
    all.push_back({"sheet in a turned ball", placed(grid(7, 7, 1.5, 1.5), 0.8), inside_out(sphere(1.0, 2))});
    return all;
}

void expect_depths(const std::map<std::uint32_t, Contact>& found, const std::map<std::uint32_t, double>& expected)
{
    std::set<std::uint32_t> inside;
    for (const auto& [vertex, depth] : expected) {
        inside.insert(vertex);
        const auto contact = found.find(vertex);
        ASSERT_NE(contact, found.end()) << "vertex " << vertex << " is inside, and no contact says so";
        EXPECT_NEAR(contact->second.depth(), depth, 2e-6) << "vertex " << vertex;
        EXPECT_EQ(contact->second.depth_state, DepthState::propagated);
    }
    for (const auto& [vertex, contact] : found)
        EXPECT_TRUE(inside.contains(vertex)) << "vertex " << vertex << " is outside";
}

TEST(OpenDepths, AreThoseOfTheDefinitionInEveryStructure)
{
    std::size_t vertices = 0;
    for (std::uint32_t seed = 1; seed <= on_most_days(2, 40); ++seed)
        for (const OpenInClosed& one : open_in_closed(seed)) {
            const std::map<std::uint32_t, double> expected = open_depths_by_definition(one.open, one.closed);
            vertices += expected.size();
            for (const Structure structure : quick_structures)
                for (const bool is_open_first : {true, false}) {
                    SCOPED_TRACE(one.name + ", seed " + std::to_string(seed) + ", " + structure_name(structure));
                    World world = World::create().value();
                    const BodyId first = add(world, is_open_first ? one.open : one.closed, structure);
                    const BodyId second = add(world, is_open_first ? one.closed : one.open, structure);
                    const ContactReport& report = world.find_contacts();
                    EXPECT_TRUE(report.complete);
                    expect_depths(inside_contacts(report, is_open_first ? first : second), expected);
                    for (const Contact& contact : report.contacts)
                        EXPECT_NE(
                            contact.kind, is_open_first ? ContactKind::inside_vertex : ContactKind::vertex_inside);
                }
        }
    EXPECT_GT(vertices, 200u);
}

void expect_covers(const OpenInClosed& one, float distance, std::size_t most_cuts)
{
    const auto made = [&] {
        World world = World::create({.contacts = {.contact_distance = distance}}).value();
        add(world, one.open);
        add(world, one.closed);
        return world;
    };
    World whole = made(), counted = made();
    const Promises promises(whole.find_contacts());
    const std::uint64_t needed = counted.find_contacts(every_unit()).work_units_spent;
    float worst_before = std::numeric_limits<float>::infinity();
    for (const std::uint64_t units : cuts(needed, most_cuts)) {
        World cut = made();
        const ContactReport& report = cut.find_contacts(Budget::work_units(units));
        promises.check(report, one.name + " after " + std::to_string(units) + " of " + std::to_string(needed));
        EXPECT_LE(report.worst_error, worst_before) << one.name << ' ' << units;
        worst_before = report.worst_error;
        EXPECT_EQ(report.complete, units >= needed);
    }
}

TEST(OpenDepths, AreCoveredInPlaceAndDepthAfterEveryUnit)
{
    const Body ball = sphere(1.0, 1), plate = shifted(block(3, 3, 1, 0.5), {-0.75, -0.75, -0.25});
    const OpenInClosed small[] = {
        {"a sheet in a ball", shifted(grid(4, 4, 1.5, 1.5), {0.1, 0.2, 0.6}), ball},
        {"a sheet within a ball", shifted(grid(2, 2, 0.3, 0.3), {0.1, 0.2, 0.4}), ball},
        {"a strip in a plate", shifted(upright(grid(1, 8, 0.1, 1.0)), {0.11, 0.07, 0.3}), plate},
        {"a strip through a plate", shifted(upright(grid(1, 8, 0.1, 1.0)), {0.11, 0.07, 0.02}), plate}};
    for (const OpenInClosed& one : small)
        for (const float distance : {0.0f, 0.1f})
            expect_covers(one, distance, distance == 0.0f ? every_cut : on_most_days(40, every_cut));
}

/// A bar comes in from above and ends near the bottom of a plate, and a small block of the same body lies there and
/// touches nothing. The block comes out below, and the bar goes all the way back.
TEST(ClosedDepths, OfPiecesThatComeOutElsewhereAreCoveredAfterEveryUnit)
{
    const Body plate = shifted(block(4, 4, 1, 1.0), {-2.0, -2.0, 0.0});
    const Body bar = shifted(block(1, 1, 4, 0.25), {0.1, 0.2, 0.0625});
    const Body within = shifted(block(1, 1, 1, 0.03125), {0.1, 0.2, 0.0625});
    for (const float distance : {0.0f, 0.01f})
        expect_covers({"a bar and a block in a plate", together(bar, within), plate}, distance, every_cut);
}

TEST(OpenDepths, AreCoveredInPlaceAndDepthAtManyCuts)
{
    for (std::uint32_t seed = 1; seed <= on_most_days(1, 8); ++seed)
        for (const OpenInClosed& one : open_in_closed(seed))
            for (const float distance : {0.0f, 0.05f})
                expect_covers(one, distance, on_most_days(20, 300));
}

TEST(OpenDepths, AreBoundedBeforeTheyAreMeasured)
{
    const Body ball = sphere(1.0, 4), sheet = shifted(grid(30, 30, 1.6, 1.6), {0.03, 0.05, 0.8});
    const auto made = [&] {
        World world = World::create().value();
        add(world, sheet);
        add(world, ball);
        return world;
    };
    World whole = made(), none = made(), most = made();
    for (World* world : {&whole, &none, &most})
        world->prepare_contacts();
    const std::uint64_t needed = whole.find_contacts(every_unit()).work_units_spent;
    const float first = none.find_contacts(Budget::work_units(0)).worst_error;
    EXPECT_LT(most.find_contacts(Budget::work_units(needed * 2 / 3)).worst_error, 0.25f * first);
}

TEST(OpenDepths, AreTheSameAfterEditsAndInKeptWorlds)
{
    const Body ball = sphere(1.0, 2);
    Body sheet = shifted(grid(6, 6, 1.2, 1.2), {0.03, 0.05, 0.8});
    World kept = World::create().value();
    const BodyId open = add(kept, sheet), closed = add(kept, ball);
    (void)kept.find_contacts();
    // A hole in the sheet, then one in the ball, which has no inside from then on.
    const std::vector<std::uint32_t> hole = {28, 29};
    ASSERT_TRUE(kept.edit(BodyEdit{.body = open, .remove_triangles = hole}).ok());
    sheet.triangles.erase(sheet.triangles.begin() + 28, sheet.triangles.begin() + 30);
    const std::map<std::uint32_t, double> expected = open_depths_by_definition(sheet, ball);
    EXPECT_GT(expected.size(), 10u);
    expect_depths(inside_contacts(kept.find_contacts(), open), expected);
    std::vector<Vec3> lower = sheet.positions;
    for (Vec3& p : lower)
        p.z -= 0.1f;
    ASSERT_TRUE(kept.set_positions(open, lower).ok());
    expect_depths(
        inside_contacts(kept.find_contacts(), open), open_depths_by_definition({sheet.triangles, lower}, ball));
    ASSERT_TRUE(kept.edit(BodyEdit{.body = closed, .remove_triangles = std::vector<std::uint32_t>{0}}).ok());
    for (const Contact& contact : kept.find_contacts().contacts)
        EXPECT_FALSE(is_vertex_inside(contact));
}

TEST(OpenDepths, AreNotMeasuredWhereNobodyWantsThem)
{
    World world = World::create({.contacts = {.measure_depths = false}}).value();
    const BodyId open = add(world, shifted(grid(6, 6, 1.2, 1.2), {0.03, 0.05, 0.8}));
    add(world, sphere(1.0, 2));
    for (const auto& [vertex, contact] : inside_contacts(world.find_contacts(), open))
        EXPECT_EQ(contact.depth_state, DepthState::local) << vertex;
}

/// What pushes a body away from another, as a share of what it pushes sideways.
struct Push {
    Vec3 force;
    double sideways = 0.0;
};

Push push_on(const Body& body, const Body& other)
{
    World world = World::create().value();
    const BodyId pushed = add(world, body);
    add(world, other);
    EXPECT_TRUE(world.find_contacts().complete);
    const Vec3 force = force_on(world, pushed);
    return {force, std::hypot(double(force.x), double(force.y)) / std::abs(double(force.z))};
}

TEST(OpenBodies, ThatArePressedIntoABallArePushedOut)
{
    const Body ball = sphere(0.5, 3);
    double sideways = 0.0;
    for (int k = 0; k < 40; ++k) {
        const Body sheet =
            shifted(grid(40, 40, 0.4, 0.4), {0.0037 * (k % 7), 0.0051 * (k % 5), 0.5 - 0.002 - 0.0007 * k});
        const Push push = push_on(sheet, ball);
        EXPECT_GT(push.force.z, 0.0f) << k;
        sideways += push.sideways / 40.0;
    }
    EXPECT_LT(sideways, 0.1);
}

TEST(OpenBodies, ThatHaveSunkIntoATableComeUp)
{
    // On the table, over one edge of it, and over all of them.
    for (const double x : {1.0, 0.2, 1.8})
        for (const double size : {1.3, 2.4}) {
            const Body table = shifted(block(8, 8, 2, 0.25), {0.0, 0.0, -0.5});
            const Push push = push_on(shifted(grid(24, 24, size, size), {x, 1.01, -0.004}), table);
            EXPECT_GT(push.force.z, 0.0f) << x << ' ' << size;
            EXPECT_LT(push.sideways, 0.2) << x << ' ' << size;
        }
}

TEST(OpenBodies, ThatAreDrapedOverAnEdgeGoAwayFromBothSides)
{
    // Half of the sheet lies on the table, and half hangs down beside it.
    const Body table = shifted(block(8, 8, 4, 0.25), {-2.0, -1.0, -1.0});
    Body sheet = grid(30, 20, 1.0, 1.0);
    for (Vec3& p : sheet.positions) {
        const float along = p.x;
        p.x = along < 0.0f ? along - 0.005f : -0.005f;
        p.z = along < 0.0f ? -0.005f : -0.005f - along;
        p.y += 0.013f;
    }
    const Push push = push_on(sheet, table);
    EXPECT_GT(push.force.z, 0.0f);
    EXPECT_GT(push.force.x, 0.0f);
}

TEST(OpenBodies, WithATipInAThinPlateGoBackTheWayTheyCame)
{
    // The tip is nearer to the far side of the plate than to the one by which it came in.
    for (const int cells : {1, 8}) {
        Body plate = block(cells, cells, 1, 1.0);
        for (Vec3& p : plate.positions)
            p = {2.0f * p.x / float(cells) - 1.0f, 2.0f * p.y / float(cells) - 1.0f, 0.02f * p.z};
        for (const bool is_from_above : {true, false}) {
            Body strip = shifted(upright(grid(2, 80, 0.05, 0.4)), {0.11, 0.07, 0.203});
            if (!is_from_above)
                for (Vec3& p : strip.positions)
                    p.z = 0.02f - p.z;
            const Push push = push_on(strip, plate);
            EXPECT_GT(push.force.z * (is_from_above ? 1.0f : -1.0f), 0.0f) << cells;
            EXPECT_LT(push.sideways, 0.1) << cells;
        }
    }
}

TEST(OpenBodies, ThatLieWithinAreTakenToTheNearestSide)
{
    World world = World::create().value();
    const BodyId ribbon = add(world, shifted(grid(2, 20, 0.05, 1.0), {1.0, 1.0, 1.6}));
    add(world, block(8, 8, 8, 0.25));
    const std::map<std::uint32_t, Contact> found = inside_contacts(world.find_contacts(), ribbon);
    EXPECT_EQ(found.size(), 3u * 21u);
    for (const auto& [vertex, contact] : found) {
        EXPECT_NEAR(contact.depth(), 0.4, 1e-5);
        EXPECT_NEAR(contact.normal.z, -1.0, 1e-5);
    }
    EXPECT_GT(force_on(world, ribbon).z, 0.0f);
}

} // namespace
} // namespace tactus::penetration
