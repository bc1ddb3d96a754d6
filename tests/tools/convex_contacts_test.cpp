// SPDX-License-Identifier: MIT
// A convex set that has an end has the contacts and forces that a mesh with its corners has.
#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/every_structure.h"
#include "base/same_contacts.h"
#include "contacts/promises.h"
#include "geometry/half_spaces/polytope.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

using Sides = std::vector<HalfSpace>;

Sides box_of_sides(Vec3 half)
{
    return {{{1, 0, 0}, half.x},  {{-1, 0, 0}, half.x}, {{0, 1, 0}, half.y},
            {{0, -1, 0}, half.y}, {{0, 0, 1}, half.z},  {{0, 0, -1}, half.z}};
}

/// A box with some of its corners and edges cut off.
Sides cut_box(std::mt19937& random)
{
    Sides sides = box_of_sides({uniform(random, 0.1f, 0.6f), uniform(random, 0.1f, 0.6f), uniform(random, 0.1f, 0.6f)});
    for (std::size_t more = random() % 8; more > 0; --more)
        sides.push_back({point_in(random, 1.0f) + Vec3{0, 0, 1e-3f}, uniform(random, 0.1f, 0.5f)});
    return sides;
}

std::vector<TriangleIndices> triangles_of(const Sides& sides)
{
    std::vector<Plane> planes;
    for (const HalfSpace& side : sides)
        planes.push_back({side.normal, side.offset});
    return polytope_of(planes).triangles;
}

Pose random_pose(std::mt19937& random, double reach)
{
    const auto at = [&] { return reach * double(uniform(random, -1, 1)); };
    return {.position = {at(), at(), at()}, .rotation = {at(), at(), at(), 0.3}};
}

/// Two worlds that differ in one body: it is a convex set here, and a mesh with the same corners there.
class Twins {
public:
    Twins(const Sides& sides, const Thickness& thickness)
    {
        set = sets.add_convex({.half_spaces = sides, .thickness = thickness}).value();
        const std::vector<Vec3> corners = sets.positions(set).value();
        meshes.add_body({.triangles = triangles_of(sides), .positions = corners, .thickness = thickness}).value();
    }
    template <class F>
    void in_both(F&& f)
    {
        f(sets);
        f(meshes);
    }

    World sets = World::create({.contacts = {.contact_distance = 0.02f}}).value();
    World meshes = World::create({.contacts = {.contact_distance = 0.02f}}).value();
    BodyId set; ///< The mesh has the same id.
};

TEST(ConvexContacts, AreThoseOfAMeshWithTheSameCorners)
{
    std::mt19937 random(61);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    std::size_t found = 0, deep = 0, pushed = 0;
    for (std::size_t k = 0; k < cases(on_most_days(60, 300)); ++k) {
        const Sides sides = cut_box(random);
        const Thickness thickness =
            k % 3 == 0 ? Thickness{.contact_distance = 0.05f, .rest_offset = 0.03f, .one_sided = {}} : Thickness{};
        Twins twins(sides, thickness);
        twins.in_both([&](World& world) {
            world
                .add_body(
                    {.triangles = mesh.triangles,
                     .positions = mesh.positions,
                     .structure = quick_structures[k % quick_structures.size()]})
                .value();
            world.add_sphere({.centre = {0.7f, 0.2f, 0.8f}, .radius = 0.3f}).value();
            world.add_half_space({.normal = {0, 1, 0.5f}, .offset = -0.9f}).value();
            world.add_tool({.pivot = {2, 0, 1}, .tip = {0.3f, -0.2f, 0.9f}, .radius = 0.05f}).value();
        });
        Pose pose = random_pose(random, 1.0);
        for (int frame = 0; frame < 5; ++frame) {
            pose.position.x *= 0.97;
            pose.rotation.y += 0.01;
            twins.in_both([&](World& world) { world.set_pose(twins.set, pose).value(); });
            const Budget budget = frame < 2    ? Budget::unlimited()
                                  : frame == 2 ? Budget::work_units(random() % 100)
                                               : Budget::work_units(1'000'000);
            const ContactReport& report = twins.sets.find_contacts(budget);
            EXPECT_TRUE(are_same(report, twins.meshes.find_contacts(budget)));
            const ForceOptions how = {.step_seconds = 0.01f};
            const ForceReport& forces = twins.sets.contact_forces(how);
            EXPECT_TRUE(are_same(forces, twins.meshes.contact_forces(how)));
            found += report.contacts.size();
            for (const Contact& contact : report.contacts)
                deep += contact.depth() > 0.0f ? 1 : 0;
            pushed += forces.vertices.size();
            if (testing::Test::HasFailure())
                FAIL() << "case " << k << ", frame " << frame;
        }
        const auto distance = [&](World& world, BodyId other) {
            const ClosestPoints closest = world.closest_points(twins.set, other).value();
            return std::tuple(closest.distance, closest.point_a.x, closest.point_b.y, closest.triangle_b);
        };
        for (const std::uint32_t other : {1u, 2u, 3u, 4u})
            EXPECT_EQ(distance(twins.sets, {other, 0}), distance(twins.meshes, {other, 0}));
    }
    EXPECT_GT(found, cases(1000));
    EXPECT_GT(deep, cases(300));
    EXPECT_GT(pushed, cases(300));
}

TEST(ConvexContacts, OfTwoSetsAreThoseOfTwoMeshes)
{
    std::mt19937 random(62);
    std::size_t found = 0;
    for (std::size_t k = 0; k < cases(on_most_days(100, 500)); ++k) {
        const Sides first = cut_box(random), second = cut_box(random);
        Twins twins(first, {});
        const BodyId other = twins.sets.add_convex({.half_spaces = second}).value();
        const std::vector<Vec3> corners = twins.sets.positions(other).value();
        twins.meshes.add_body({.triangles = triangles_of(second), .positions = corners}).value();
        const Pose pose = random_pose(random, 0.5);
        twins.in_both([&](World& world) { world.set_pose(other, pose).value(); });
        EXPECT_TRUE(are_same(twins.sets.find_contacts(), twins.meshes.find_contacts()));
        EXPECT_TRUE(are_same(twins.sets.contact_forces(), twins.meshes.contact_forces()));
        found += twins.sets.find_contacts().contacts.size();
        // Two sets are in no pairs, which are those of half-spaces.
        EXPECT_EQ(twins.sets.find_pairs().pair_count, 0u);
    }
    EXPECT_GT(found, cases(100));
}

/// The half-spaces of a set are turned and rounded by themselves, and may reach a little beyond its corners. Contacts
/// know nothing of what is near these alone.
TEST(ConvexContacts, AreThoseOfAMeshBesideWhatOnlyHalfSpacesReach)
{
    std::mt19937 random(65);
    std::size_t reaching = 0;
    for (std::size_t k = 0; k < cases(200); ++k) {
        const Sides sides = cut_box(random);
        const Pose pose = random_pose(random, 0.5);
        World sets = World::create().value(), meshes = World::create().value();
        const BodyId set = sets.add_convex({.half_spaces = sides}).value();
        const std::vector<Vec3> corners = sets.positions(set).value();
        ASSERT_EQ(meshes.add_body({.triangles = triangles_of(sides), .positions = corners}).value(), set);
        sets.set_pose(set, pose).value();
        meshes.set_pose(set, pose).value();
        const Vec3 end = sets.info(set).value().upper_corner;
        if (!(end.x > meshes.info(set).value().upper_corner.x))
            continue;
        ++reaching;
        const Vec3 middle = to_float(pose.position);
        const std::vector<Vec3> through = {middle, middle + Vec3{3, 0, 0}, middle + Vec3{0, 3, 0}};
        const std::vector<Vec3> beside = {
            {end.x, middle.y, middle.z}, {end.x + 1, middle.y, middle.z}, {end.x, middle.y + 1, middle.z}};
        const std::vector<TriangleIndices> one = {{0, 1, 2}};
        for (World* world : {&sets, &meshes})
            for (const std::vector<Vec3>& positions : {through, beside})
                world->add_body({.triangles = one, .positions = positions}).value();
        for (int frame = 0; frame < 2; ++frame)
            EXPECT_TRUE(are_same(sets.find_contacts(), meshes.find_contacts()));
        EXPECT_FALSE(sets.find_contacts().contacts.empty());
    }
    EXPECT_GT(reaching, cases(10));
}

TEST(ConvexContacts, CarryABoxThatStandsOnTheGround)
{
    World world = World::create().value();
    const BodyId box = world.add_convex({.half_spaces = box_of_sides({0.5f, 0.25f, 0.5f})}).value();
    const BodyId ground = world.add_half_space().value();
    world.set_pose(box, {.position = {3.0, 0.0, 0.5 - 0x1p-7}, .rotation = {}}).value();
    const ContactReport& report = world.find_contacts();
    ASSERT_EQ(report.contacts.size(), 4u);
    for (const Contact& contact : report.contacts) {
        EXPECT_EQ(contact.kind, ContactKind::vertex_plane);
        EXPECT_EQ(contact.depth(), 0x1p-7f);
        EXPECT_EQ(std::fabs(contact.point.x - 3.0f), 0.5f);
        EXPECT_EQ(std::fabs(contact.point.y), 0.25f);
    }
    const ForceReport& forces = world.contact_forces();
    ASSERT_EQ(forces.bodies.size(), 2u);
    EXPECT_EQ(forces.bodies[0].body, box);
    EXPECT_GT(forces.bodies[0].force.z, 0.0f);
    EXPECT_NEAR(forces.bodies[0].torque.x, 0.0f, 1e-5f * forces.bodies[0].force.z);
    EXPECT_EQ(forces.bodies[1].body, ground);
    EXPECT_EQ(forces.bodies[1].force.z, -forces.bodies[0].force.z);
    EXPECT_EQ(forces.vertices.size(), 4u);

    const BodyInfo info = world.info(box).value();
    EXPECT_TRUE(info.is_convex);
    EXPECT_EQ(info.vertices, 8u);
    EXPECT_EQ(info.triangles, 12u);
    // It knows its speed by its corners, as others do by their vertices.
    EXPECT_TRUE(world.set_velocities(box, std::vector<Vec3>(8)).ok());
    EXPECT_FALSE(world.set_velocities(box, std::vector<Vec3>(1)).ok());
    // Nothing is felt where filters say so.
    world.set_filter(box, {.group = 2, .mask = 2}).value();
    EXPECT_TRUE(world.find_contacts().contacts.empty());
}

TEST(ConvexContacts, CutAnywhereCoverAll)
{
    std::mt19937 random(63);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    for (std::size_t k = 0; k < cases(on_most_days(6, 20)); ++k) {
        const Sides sides = cut_box(random);
        const Pose pose = random_pose(random, 0.8);
        const auto world_of = [&] {
            World world = World::create({.contacts = {.contact_distance = 0.02f}}).value();
            const BodyId set = world.add_convex({.half_spaces = sides}).value();
            world
                .add_body(
                    {.triangles = mesh.triangles,
                     .positions = mesh.positions,
                     .structure = quick_structures[k % quick_structures.size()]})
                .value();
            world.set_pose(set, pose).value();
            return world;
        };
        World whole = world_of();
        const ContactReport& answer = whole.find_contacts(every_unit());
        const Promises promises(answer);
        for (const std::uint64_t units : cuts(answer.work_units_spent, 200)) {
            World cut = world_of();
            const ContactReport& report = cut.find_contacts(Budget::work_units(units));
            promises.check(report, std::to_string(k) + " after " + std::to_string(units));
            EXPECT_EQ(report.complete, units >= answer.work_units_spent);
        }
    }
}

TEST(ConvexContacts, AreNoneOfSetsWithoutAnEndOrAnInside)
{
    const ShapeMesh mesh = shape("sphere", 320);
    Sides shaft = box_of_sides({0.2f, 0.2f, 0.2f});
    shaft.pop_back();
    Sides square = box_of_sides({0.2f, 0.2f, 2.0f});
    square[0].offset = -0.2f;
    Sides nothing = box_of_sides({0.2f, 0.2f, 2.0f});
    nothing[0].offset = -0.3f;
    for (const Sides& sides : {Sides{{{1, 0, 0}, 0.0f}}, shaft, square, nothing}) {
        World world = World::create({.contacts = {.contact_distance = 0.1f}}).value();
        const BodyId set = world.add_convex({.half_spaces = sides}).value();
        const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
        world.add_sphere({.centre = {-0.2f, 0, 0}, .radius = 0.3f}).value();
        const ContactReport& report = world.find_contacts();
        EXPECT_TRUE(report.complete);
        EXPECT_TRUE(std::none_of(report.contacts.begin(), report.contacts.end(), [&](const Contact& contact) {
            return contact.body_a == set || contact.body_b == set;
        }));
        EXPECT_TRUE(world.find_contacts(Budget::work_units(3)).work_units_spent <= 3);
        for (const Wrench& wrench : world.contact_forces().bodies)
            EXPECT_NE(wrench.body, set);
        EXPECT_EQ(world.info(set).value().vertices, 0u);
        EXPECT_EQ(world.info(set).value().triangles, 0u);
        EXPECT_EQ(
            world.closest_points(set, organ).error().message,
            "body 0 is a convex set without an end or an inside, which has no surface that a point could be on");
        EXPECT_EQ(world.find_touched(set).value().faces.empty(), nothing[0].offset == sides[0].offset);
    }
}

TEST(ConvexContacts, RefuseVerticesThatAreAttached)
{
    World world = World::create().value();
    const BodyId set = world.add_convex({.half_spaces = box_of_sides({1, 1, 1})}).value();
    const std::vector<TriangleIndices> one = {{0, 1, 2}};
    const std::vector<Vec3> positions = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}};
    const BodyId mesh = world.add_body({.triangles = one, .positions = positions}).value();
    EXPECT_EQ(
        world.attach_vertices(mesh, 0, set, 0).error().message,
        "body 0 is a convex set and has no vertices that can be attached: ignore_contacts lets it touch another body "
        "anywhere");
    EXPECT_FALSE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.ignore_contacts(mesh, set).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
}

TEST(ConvexContacts, RefuseAThicknessThatIsNone)
{
    World world = World::create().value();
    const Sides sides = box_of_sides({1, 1, 1});
    EXPECT_FALSE(
        world.add_convex({.half_spaces = sides, .thickness = {.contact_distance = -1.0f, .rest_offset = {}}}).ok());
    const BodyId box =
        world.add_convex({.half_spaces = sides, .thickness = {.contact_distance = 0.5f, .rest_offset = {}}}).value();
    EXPECT_EQ(world.thickness(box, box).value().contact_distance, 0.5f);
    EXPECT_EQ(
        world.set_pose(box, {.position = {1e39, 0, 0}, .rotation = {}}).error().message,
        "no floats hold the convex set where the pose puts it");
}

} // namespace
} // namespace tactus::tool_tests
