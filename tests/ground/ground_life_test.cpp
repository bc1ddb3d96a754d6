// SPDX-License-Identifier: MIT
// Half-spaces as bodies of a world: ids of their contacts, forces, what they refuse, and what stands on them.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/double_vector.h"
#include "ground/ground_oracle.h"

namespace tactus::ground {
namespace {

Pose at(double x, double y, double z) { return {.position = {x, y, z}, .rotation = {}}; }

TEST(GroundLife, AContactKeepsItsIdWhileItsVertexStays)
{
    World world = World::create().value();
    ASSERT_TRUE(world.add_half_space({}).ok());
    const BodyId box = add(world, spheres::cube());
    std::map<std::uint32_t, std::uint64_t> ids;
    for (int frame = 0; frame < 16; ++frame) {
        ASSERT_TRUE(world.set_pose(box, at(0.1 * frame, 0.3, -0.01 * frame)).ok());
        const ContactReport& report =
            world.find_contacts(frame % 2 == 0 ? Budget::unlimited() : Budget::work_units(5000));
        ASSERT_TRUE(report.complete);
        ASSERT_EQ(report.contacts.size(), 4u) << frame;
        for (const Contact& contact : report.contacts) {
            EXPECT_EQ(contact.age, static_cast<std::uint32_t>(frame));
            if (frame > 0) {
                EXPECT_EQ(contact.id, ids.at(vertex_of(contact)));
                EXPECT_NEAR(contact.previous_point.x, contact.point.x - 0.1f, 1e-6f);
            }
            ids[vertex_of(contact)] = contact.id;
        }
    }
    ASSERT_TRUE(world.set_pose(box, at(0.0, 0.0, 1.0)).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.set_pose(box, at(0.0, 0.0, -0.1)).ok());
    for (const Contact& contact : world.find_contacts().contacts)
        EXPECT_NE(contact.id, ids.at(vertex_of(contact))) << "a contact that ended does not come back";
}

TEST(GroundLife, ContactsOfAMeshThatIsCutKeepTheirIds)
{
    World world = World::create().value();
    const BodyId cloth = add(world, spheres::sheet(4));
    ASSERT_TRUE(world.add_half_space({.normal = {0.0f, 0.0f, 1.0f}, .offset = 0.125f}).ok());
    std::map<std::uint32_t, std::uint64_t> ids;
    for (const Contact& contact : world.find_contacts().contacts)
        ids[vertex_of(contact)] = contact.id;
    ASSERT_EQ(ids.size(), 25u);
    const std::uint32_t torn[] = {0, 1, 2, 3};
    ASSERT_TRUE(world.edit(BodyEdit{.body = cloth, .remove_triangles = torn}).ok());
    const ContactReport& report = world.find_contacts();
    EXPECT_EQ(report.contacts.size(), 23u) << "two corners belong to no triangle any more";
    for (const Contact& contact : report.contacts) {
        EXPECT_EQ(contact.id, ids.at(vertex_of(contact)));
        EXPECT_EQ(contact.age, 1u);
    }
}

TEST(GroundLife, PushesAlongItsNormalByDepthAndNeverPulls)
{
    for (const bool ground_first : {false, true}) {
        World world = World::create().value();
        const HalfSpaceDesc slope = {.normal = {0.0f, 3.0f, 4.0f}, .offset = 0.05f};
        BodyId ground;
        if (ground_first)
            ground = world.add_half_space(slope).value();
        const BodyId box = add(world, spheres::cube());
        if (!ground_first)
            ground = world.add_half_space(slope).value();
        ASSERT_TRUE(world.set_pair(ground, box, {.material = {.stiffness = 500.0f, .damping = 10.0f}}).ok());
        // The edge along x lies a hundredth below.
        ASSERT_EQ(world.find_contacts().contacts.size(), 2u);
        const auto force_on_box = [&](float speed) {
            const std::vector<Vec3> velocities(8, {0.0f, 0.6f * speed, 0.8f * speed});
            EXPECT_TRUE(world.set_velocities(box, velocities).ok());
            const ForceReport& report = world.contact_forces();
            double along = 0.0;
            Vec3 sum;
            for (const VertexForce& pushed : report.vertices) {
                EXPECT_EQ(pushed.body, box) << "a half-space has no vertices";
                EXPECT_TRUE(pushed.vertex < 2);
                EXPECT_NEAR(pushed.force.y * 4.0f, pushed.force.z * 3.0f, 1e-4f);
            }
            for (const Wrench& wrench : report.bodies) {
                sum = {sum.x + wrench.force.x, sum.y + wrench.force.y, sum.z + wrench.force.z};
                EXPECT_TRUE(wrench.body == box || wrench.body == ground);
                if (wrench.body == box)
                    along = 0.6 * double(wrench.force.y) + 0.8 * double(wrench.force.z);
            }
            EXPECT_NEAR(sum.x, 0.0f, 1e-4f);
            EXPECT_NEAR(sum.y, 0.0f, 1e-4f);
            EXPECT_NEAR(sum.z, 0.0f, 1e-4f);
            return along;
        };
        EXPECT_NEAR(force_on_box(0.0f), 10.0, 1e-3);
        EXPECT_NEAR(force_on_box(-0.1f), 12.0, 1e-3) << "approach adds";
        EXPECT_NEAR(force_on_box(0.1f), 8.0, 1e-3);
        EXPECT_EQ(force_on_box(10.0f), 0.0) << "it leaves, and nothing holds it";
    }
}

TEST(GroundLife, ASphereOnItIsPushedByItsRadius)
{
    World world = World::create().value();
    const BodyId ball = world.add_sphere({{3.0f, 4.0f, 0.24f}, 0.25f, {}}).value();
    const BodyId ground = world.add_half_space({}).value();
    ASSERT_TRUE(world.set_pair(ball, ground, {.material = {.stiffness = 1000.0f}}).ok());
    const ContactReport& report = world.find_contacts();
    ASSERT_EQ(report.contacts.size(), 1u);
    const Contact contact = report.contacts[0];
    EXPECT_EQ(contact.kind, ContactKind::vertex_plane);
    EXPECT_NEAR(contact.separation, -0.01f, 1e-7f);
    EXPECT_EQ(contact.normal, (Vec3{0.0f, 0.0f, -1.0f}));
    EXPECT_EQ(contact.point.x, 3.0f);
    EXPECT_NEAR(contact.point.z, -0.01f, 1e-7f);
    const ForceReport& forces = world.contact_forces();
    EXPECT_TRUE(forces.vertices.empty());
    ASSERT_EQ(forces.bodies.size(), 2u);
    for (const Wrench& wrench : forces.bodies) {
        EXPECT_NEAR(wrench.force.z, wrench.body == ball ? 10.0f : -10.0f, 1e-3f);
        if (wrench.body == ground) {
            EXPECT_EQ(wrench.centroid, (Vec3{}));
            EXPECT_NEAR(wrench.torque.x, -40.0f, 1e-2f);
            EXPECT_NEAR(wrench.torque.y, 30.0f, 1e-2f);
        }
    }
}

TEST(GroundLife, ABeltThatMovesDragsWhatLiesOnIt)
{
    World world = World::create().value();
    const BodyId ground = world.add_half_space({}).value();
    const BodyId ball = world.add_sphere({{0.0f, 0.0f, 0.2f}, 0.25f, {}}).value();
    ASSERT_TRUE(world.set_pair(ground, ball, {.material = {.friction = 5.0f}}).ok());
    world.find_contacts();
    ASSERT_TRUE(world.set_pose(ground, at(0.25, 0.0, 0.0)).ok());
    EXPECT_EQ(world.info(ground).value().offset, 0.0f) << "its plane is the same";
    world.find_contacts();
    const ForceReport& report = world.contact_forces({.step_seconds = 0.5f});
    ASSERT_EQ(report.contacts.size(), 1u);
    EXPECT_NEAR(report.contacts[0].force.x, 2.5f, 1e-4f);
}

TEST(GroundLife, HeldForcesGoOnWhereQueriesAreCut)
{
    for (const std::uint64_t units : {0u, 1u, 3u, 10u}) {
        World world = World::create().value();
        const BodyId ground = world.add_half_space({}).value();
        const BodyId box = add(world, moved(spheres::cube(), {0.0f, 0.0f, -0.01f}));
        const BodyId ball = world.add_sphere({{4.0f, 0.0f, 0.24f}, 0.25f, {}}).value();
        for (const BodyId body : {box, ball})
            ASSERT_TRUE(world.set_pair(ground, body, {.material = {.stiffness = 1000.0f}}).ok());
        world.find_contacts();
        world.contact_forces();
        // Twice as deep.
        ASSERT_TRUE(world.set_pose(box, at(0.0, 0.0, -0.01)).ok());
        ASSERT_TRUE(world.set_pose(ball, at(4.0, 0.0, 0.23)).ok());
        world.find_contacts(Budget::work_units(units));
        for (const Wrench& wrench : world.contact_forces().bodies)
            EXPECT_NEAR(
                wrench.force.z,
                wrench.body == box    ? 80.0f
                : wrench.body == ball ? 20.0f
                                      : -100.0f,
                0.01f)
                << units << " units, body " << wrench.body.index << " of ground " << ground.index;
        // And out of it.
        ASSERT_TRUE(world.set_pose(box, at(0.0, 0.0, 0.02)).ok());
        ASSERT_TRUE(world.set_pose(ball, at(4.0, 0.0, 0.26)).ok());
        world.find_contacts(Budget::work_units(units));
        EXPECT_TRUE(world.contact_forces().bodies.empty()) << units;
    }
}

TEST(GroundLife, IsABodyLikeAnyOther)
{
    World world = World::create().value();
    const BodyId box = add(world, moved(spheres::cube(), {0.0f, 0.0f, -0.5f}));
    const BodyId ground = world.add_half_space({.filter = {.group = 2, .mask = 4}, .user_data = 7}).value();
    EXPECT_EQ(world.body_count(), 2u);
    const BodyInfo info = world.info(ground).value();
    EXPECT_TRUE(info.is_half_space);
    EXPECT_FALSE(info.is_sphere);
    EXPECT_EQ(info.normal, (Vec3{0.0f, 0.0f, 1.0f}));
    EXPECT_EQ(info.triangles + info.vertices, 0u);
    EXPECT_FALSE(world.info(box).value().is_half_space);
    EXPECT_TRUE(world.vertex_order(ground).value().empty());
    EXPECT_EQ(world.user_data(ground).value(), 7u);
    EXPECT_EQ(world.positions(ground).value(), (std::vector<Vec3>{{}}));
    EXPECT_EQ(world.pose(ground).value(), Pose{});

    EXPECT_TRUE(world.find_contacts().contacts.empty()) << "by the filter";
    ASSERT_TRUE(world.set_filter(ground, {}).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 4u);
    ASSERT_TRUE(world.ignore_contacts(ground, box).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    ASSERT_TRUE(world.ignore_contacts(ground, box, false).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 4u);
    for (int round = 0; round < 3; ++round) {
        const BodyId last = world.bodies().back();
        ASSERT_TRUE(world.remove_body(last).ok());
        EXPECT_TRUE(world.find_contacts().contacts.empty());
        EXPECT_EQ(world.set_pose(last, {}).error().code, ErrorCode::stale_id);
        EXPECT_EQ(world.add_half_space({}).value().index, last.index);
        EXPECT_EQ(world.find_contacts().contacts.size(), 4u);
        EXPECT_EQ(world.find_contacts().contacts[0].age, 1u);
    }
    ASSERT_TRUE(world.remove_body(world.bodies().back()).ok());
    EXPECT_EQ(add(world, spheres::cube()).index, ground.index) << "its place is free for a mesh";
    EXPECT_TRUE(world.find_contacts().complete);
}

TEST(GroundLife, APoseTurnsAndMovesThePlaneThatWasGiven)
{
    World world = World::create().value();
    const BodyId ground = world.add_half_space({.normal = {0.0f, 0.0f, 2.0f}, .offset = 1.0f}).value();
    EXPECT_EQ(world.positions(ground).value()[0], (Vec3{0.0f, 0.0f, 0.5f}));
    for (int twice = 0; twice < 2; ++twice) {
        ASSERT_TRUE(world.set_pose(ground, at(5.0, 6.0, 0.25)).ok());
        EXPECT_EQ(world.info(ground).value().normal, (Vec3{0.0f, 0.0f, 2.0f}));
        EXPECT_EQ(world.info(ground).value().offset, 1.5f);
        EXPECT_EQ(world.positions(ground).value()[0], (Vec3{5.0f, 6.0f, 0.75f}));
    }
    // A quarter about x, so that up is along -y.
    const Pose pose = {.position = {0.0, -1.0, 0.0}, .rotation = {1.0, 0.0, 0.0, 1.0}};
    ASSERT_TRUE(world.set_pose(ground, pose).ok());
    const BodyInfo info = world.info(ground).value();
    EXPECT_NEAR(info.normal.y, -2.0f, 1e-6f);
    EXPECT_NEAR(info.normal.z, 0.0f, 1e-6f);
    EXPECT_NEAR(info.offset, 3.0f, 1e-6f);
    EXPECT_EQ(world.pose(ground).value(), pose);
    EXPECT_TRUE(world.is_inside(ground, {0.0f, 0.0f, 0.0f}).value().inside);
    EXPECT_FALSE(world.is_inside(ground, {0.0f, -2.0f, 0.0f}).value().inside);
}

TEST(GroundLife, RefusesWhatMakesNoSenseAndSaysWhatToDo)
{
    World world = World::create().value();
    const BodyId box = add(world, spheres::cube());
    const BodyId ground = world.add_half_space({}).value();
    const BodyId other = world.add_half_space({}).value();
    const std::vector<Vec3> one = {{0.0f, 0.0f, 0.0f}}, two(2);
    EXPECT_NE(world.set_positions(ground, one).error().message.find("set_pose"), std::string::npos);
    EXPECT_NE(world.attach_vertices(box, 0, ground, 0).error().message.find("ignore_contacts"), std::string::npos);
    EXPECT_FALSE(world.set_velocities(ground, two).ok());
    EXPECT_NE(world.edit(BodyEdit{.body = ground}).error().message.find("half-space"), std::string::npos);
    EXPECT_NE(world.closest_points(ground, other).error().message.find("two half-spaces"), std::string::npos);
    const float infinite = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();
    const std::pair<HalfSpaceDesc, const char*> refused[] = {
        {{.normal = {}}, "normal is zero"},
        {{.normal = {0.0f, std::nanf(""), 1.0f}}, "normal: y is nan"},
        {{.normal = {infinite, 0.0f, 0.0f}}, "normal: x is inf"},
        {{.normal = {0.0f, 0.0f, 1.0f}, .offset = infinite}, "offset is inf"},
        {{.normal = {0.0f, 0.0f, 0.5f}, .offset = largest}, "metres from the origin"}};
    for (const auto& [desc, words] : refused) {
        const auto result = world.add_half_space(desc);
        ASSERT_FALSE(result.ok()) << words;
        EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
        EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
    }
    EXPECT_NE(world.set_pose(ground, at(0.0, 0.0, 1e39)).error().message.find("half-space"), std::string::npos);
    EXPECT_EQ(world.info(ground).value().offset, 0.0f) << "a refusal leaves it where it was";
}

TEST(ACube, FallsOnTheGroundAndComesToRest)
{
    World world = World::create().value();
    const BodyId ground = world.add_half_space({.normal = {0.0f, 0.0f, 3.0f}, .offset = 0.75f}).value();
    const BodyId box = add(world, moved(spheres::cube(), {-0.5f, -0.5f, -0.5f}));
    ASSERT_TRUE(
        world.set_pair(ground, box, {.material = {.stiffness = 2000.0f, .damping = 20.0f, .friction = 10.0f}}).ok());
    const double step = 0.001, weight = 9.81, inertia = 1.0 / 6.0;
    DoubleVec3 place = {0.0, 0.0, 1.2}, velocity = {0.3, 0.0, 0.0}, turning = {0.0, 0.2, 0.1};
    Quaternion turned = {0.1, 0.05, 0.0, 1.0};
    std::vector<Vec3> velocities(8);
    for (int k = 0; k < 5000; ++k) {
        ASSERT_TRUE(world.set_pose(box, {place, turned}).ok());
        const std::vector<Vec3> corners = world.positions(box).value();
        for (std::size_t v = 0; v < 8; ++v) {
            const DoubleVec3 arm = {corners[v].x - place.x, corners[v].y - place.y, corners[v].z - place.z};
            const DoubleVec3 swing = cross(turning, arm);
            velocities[v] = {float(velocity.x + swing.x), float(velocity.y + swing.y), float(velocity.z + swing.z)};
        }
        ASSERT_TRUE(world.set_velocities(box, velocities).ok());
        world.find_contacts();
        velocity.z -= weight * step;
        for (const Wrench& wrench : world.contact_forces().bodies)
            if (wrench.body == box) {
                EXPECT_GE(wrench.force.z, 0.0f);
                velocity.x += double(wrench.force.x) * step;
                velocity.y += double(wrench.force.y) * step;
                velocity.z += double(wrench.force.z) * step;
                turning.x += double(wrench.torque.x) * step / inertia;
                turning.y += double(wrench.torque.y) * step / inertia;
                turning.z += double(wrench.torque.z) * step / inertia;
            }
        place = {place.x + velocity.x * step, place.y + velocity.y * step, place.z + velocity.z * step};
        const double h = 0.5 * step;
        const Quaternion q = turned;
        turned = {
            q.x + h * (turning.x * q.w + turning.y * q.z - turning.z * q.y),
            q.y + h * (turning.y * q.w + turning.z * q.x - turning.x * q.z),
            q.z + h * (turning.z * q.w + turning.x * q.y - turning.y * q.x),
            q.w - h * (turning.x * q.x + turning.y * q.y + turning.z * q.z)};
    }
    const ContactReport& report = world.find_contacts();
    ASSERT_EQ(report.contacts.size(), 4u) << "it stands on a side";
    for (const Contact& contact : report.contacts)
        EXPECT_NEAR(contact.depth(), weight / 4.0 / 2000.0, 1e-4) << "each corner carries a quarter of the weight";
    EXPECT_NEAR(place.z, 0.75, 0.002);
    EXPECT_LT(std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z), 1e-3);
    for (const Wrench& wrench : world.contact_forces().bodies)
        EXPECT_NEAR(wrench.force.z, wrench.body == box ? weight : -weight, 0.05);
}

} // namespace
} // namespace tactus::ground
