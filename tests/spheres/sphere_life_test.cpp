// SPDX-License-Identifier: MIT
// Spheres as bodies of a world: ids of their contacts, forces, what they refuse and what they answer.
#include <gtest/gtest.h>

#include <cmath>

#include "spheres/sphere_oracle.h"

namespace tactus::spheres {
namespace {

BodyId add(World& world, const Mesh& mesh, Structure structure = Structure::refit_bvh)
{
    return world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
}

Pose at(double x, double y, double z) { return {.position = {x, y, z}, .rotation = {}}; }

TEST(SphereLife, AContactKeepsItsIdWhileTheSphereRollsOn)
{
    World world = World::create().value();
    add(world, sheet(8));
    const BodyId ball = world.add_sphere({{0.1f, 0.4f, 0.19f}, 0.2f, {}}).value();
    std::uint64_t id = 0;
    std::set<char> features;
    for (int frame = 0; frame < 64; ++frame) {
        // On 2^-k numbers, so that it stands on vertices and edges too.
        ASSERT_TRUE(world.set_pose(ball, at(0.125 + frame / 64.0, 0.5, 0.1875)).ok());
        const ContactReport& report =
            world.find_contacts(frame % 2 == 0 ? Budget::unlimited() : Budget::work_units(5000));
        ASSERT_EQ(report.contacts.size(), 1u) << frame;
        const Contact& contact = report.contacts[0];
        if (frame > 0) {
            EXPECT_EQ(contact.id, id) << frame;
            EXPECT_NEAR(contact.previous_point.x, contact.point.x - 1.0f / 64, 1e-6f);
        }
        EXPECT_EQ(contact.age, static_cast<std::uint32_t>(frame));
        id = contact.id;
        features.insert(feature_of(contact).kind);
    }
    EXPECT_GT(features.size(), 1u) << "it rolls over several kinds of features";
    ASSERT_TRUE(world.set_pose(ball, at(1.0, 0.5, 0.5)).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.set_pose(ball, at(1.0, 0.5, 0.1875)).ok());
    ASSERT_EQ(world.find_contacts().contacts.size(), 1u);
    EXPECT_NE(world.refine_contacts().contacts[0].id, id) << "a contact that ended does not come back";
}

TEST(SphereLife, ForcesPushApartByDepthAndNeverPull)
{
    World world = World::create().value();
    const BodyId ground = add(world, sheet(8));
    const BodyId ball = world.add_sphere({{0.55f, 0.8f, 0.19f}, 0.2f, {}}).value();
    ASSERT_TRUE(world.set_pair(ground, ball, {.material = {.stiffness = 500.0f, .damping = 10.0f}}).ok());
    ASSERT_EQ(world.find_contacts().contacts.size(), 1u);
    const auto force_on_ball = [&](Vec3 velocity) {
        EXPECT_TRUE(world.set_velocities(ball, std::vector{velocity}).ok());
        const ForceReport& report = world.contact_forces();
        DoubleVec3 sum;
        for (const VertexForce& pushed : report.vertices) {
            EXPECT_EQ(pushed.body, ground) << "a sphere has no vertices";
            sum.z += double(pushed.force.z);
        }
        for (const Wrench& wrench : report.bodies) {
            EXPECT_NEAR(wrench.force.z, wrench.body == ball ? -sum.z : sum.z, 1e-5);
            if (wrench.body == ball) {
                EXPECT_EQ(wrench.centroid, (Vec3{0.55f, 0.8f, 0.19f}));
            }
        }
        return -sum.z;
    };
    EXPECT_NEAR(force_on_ball({}), 5.0, 1e-4);
    EXPECT_NEAR(force_on_ball({0.0f, 0.0f, -0.1f}), 6.0, 1e-4) << "approach adds";
    EXPECT_NEAR(force_on_ball({0.0f, 0.0f, 0.1f}), 4.0, 1e-4);
    EXPECT_EQ(force_on_ball({0.0f, 0.0f, 10.0f}), 0.0) << "it leaves, and nothing holds it";
}

TEST(SphereLife, VelocitiesComeFromWhereItWasAtTheQueryBefore)
{
    World world = World::create().value();
    const BodyId ground = add(world, sheet(8));
    const BodyId ball = world.add_sphere({{0.55f, 0.8f, 0.2f}, 0.2f, {}}).value();
    ASSERT_TRUE(world.set_pair(ground, ball, {.material = {.damping = 100.0f, .pressure_stiffness = 0.0f}}).ok());
    world.find_contacts();
    ASSERT_TRUE(world.set_pose(ball, at(0.55, 0.8, 0.19)).ok());
    world.find_contacts();
    const ForceReport& report = world.contact_forces({.step_seconds = 0.1f});
    ASSERT_EQ(report.contacts.size(), 1u);
    EXPECT_NEAR(report.contacts[0].force.z, 10.0f, 1e-3f);
}

TEST(SphereLife, SixSpheresInAHeapAreAllPushedApart)
{
    World world = World::create().value();
    std::vector<BodyId> balls;
    for (int k = 0; k < 6; ++k)
        balls.push_back(
            world.add_sphere({{0.3f * float(k % 3), 0.3f * float(k / 3), 0.05f * float(k)}, 0.25f, {}}).value());
    const ContactReport& report = world.find_contacts(Budget::work_units(100000));
    EXPECT_TRUE(report.complete);
    EXPECT_GE(report.contacts.size(), 7u);
    for (const Contact& contact : report.contacts) {
        const ForceReport& forces = world.contact_forces();
        for (const ContactForce& force : forces.contacts)
            if (force.id == contact.id) {
                EXPECT_GE(
                    force.force.x * contact.normal.x + force.force.y * contact.normal.y
                        + force.force.z * contact.normal.z,
                    0.0f);
            }
    }
}

TEST(SphereLife, ASqueezedBodyIsNotThrownOut)
{
    for (const std::uint64_t units : {0u, 1u, 2u, 4u, 8u, 16u, 64u, 100000u})
        for (const ForcePolicy policy : {ForcePolicy::held, ForcePolicy::certified_lower}) {
            World world = World::create().value();
            const BodyId body = add(world, cube());
            for (const float height : {-0.2f, 1.2f}) {
                const BodyId ball = world.add_sphere({{0.5f, 0.5f, height}, 0.25f, {}}).value();
                ASSERT_TRUE(world.set_pair(body, ball, {.material = {.stiffness = 1000.0f}}).ok());
            }
            world.find_contacts();
            world.contact_forces({.policy = policy});
            ASSERT_TRUE(world.set_positions(body, cube().positions).ok());
            world.find_contacts(Budget::work_units(units));
            for (const Wrench& wrench : world.contact_forces({.policy = policy}).bodies)
                if (wrench.body == body && policy == ForcePolicy::held) {
                    EXPECT_NEAR(wrench.force.z, 0.0f, 1e-3f) << units;
                }
        }
}

TEST(SphereLife, IsABodyLikeAnyOther)
{
    World world = World::create().value();
    const BodyId ground = add(world, sheet(8));
    const BodyId ball = world.add_sphere({{0.55f, 0.8f, 0.1f}, 0.2f, {.group = 2, .mask = 4}}).value();
    EXPECT_EQ(world.body_count(), 2u);
    const BodyInfo info = world.info(ball).value();
    EXPECT_TRUE(info.is_sphere);
    EXPECT_EQ(info.radius, 0.2f);
    EXPECT_EQ(info.triangles + info.vertices, 0u);
    EXPECT_LE(info.lower_corner.z, -0.1f);
    EXPECT_FALSE(world.info(ground).value().is_sphere);
    EXPECT_TRUE(world.vertex_order(ball).value().empty());

    EXPECT_TRUE(world.find_contacts().contacts.empty()) << "by the filter";
    ASSERT_TRUE(world.set_filter(ball, {}).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 1u);
    ASSERT_TRUE(world.ignore_contacts(ground, ball).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.ignore_contacts(ground, ball, false).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 1u);
    ASSERT_TRUE(world.remove_body(ball).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    EXPECT_EQ(world.set_pose(ball, {}).error().code, ErrorCode::stale_id);
    EXPECT_EQ(add(world, cube()).index, ball.index) << "its place is free for a mesh";
    EXPECT_FALSE(world.info({ball.index, ball.generation + 1}).value().is_sphere);
}

TEST(SphereLife, RefusesWhatMakesNoSenseAndSaysWhatToDo)
{
    World world = World::create().value();
    const BodyId ground = add(world, sheet(2));
    const BodyId ball = world.add_sphere({{1.0f, 2.0f, 3.0f}, 0.5f, {}}).value();
    const std::vector<Vec3> one = {{0.0f, 0.0f, 0.0f}}, two(2);
    EXPECT_NE(world.set_positions(ball, one).error().message.find("set_pose"), std::string::npos);
    EXPECT_NE(world.attach_vertices(ground, 0, ball, 0).error().message.find("ignore_contacts"), std::string::npos);
    EXPECT_FALSE(world.set_velocities(ball, two).ok());
    const float infinite = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();
    for (const SphereDesc& desc :
         {SphereDesc{{}, -1.0f, {}}, SphereDesc{{}, infinite, {}}, SphereDesc{{}, std::nanf(""), {}},
          SphereDesc{{std::nanf(""), 0.0f, 0.0f}, 1.0f, {}}, SphereDesc{{0.0f, largest, 0.0f}, largest, {}}}) {
        const auto refused = world.add_sphere(desc);
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
        EXPECT_NE(refused.error().message.find("sphere"), std::string::npos);
    }
    EXPECT_FALSE(world.set_pose(ball, at(1e39, 0.0, 0.0)).ok());
    EXPECT_EQ(world.info(ball).value().lower_corner.x, std::nextafter(0.5f, 0.0f))
        << "a refusal leaves it where it was";
}

TEST(SphereQueries, PairsNameTheTrianglesThatTheSphereMeets)
{
    for (const Structure structure : every_structure)
        for (std::uint32_t seed = 1; seed <= 8; ++seed) {
            std::mt19937 random(seed);
            const Mesh mesh = crowded_soup(random, 12, 40);
            World world = World::create().value();
            const BodyId first = world.add_sphere({{0.5f, 1.0f, 0.75f}, 0.5f, {}}).value();
            const BodyId body = add(world, mesh, structure);
            const BodyId last = world.add_sphere({{1.25f, 1.0f, 0.75f}, 0.25f, {}}).value();
            std::set<TrianglePair> expected_first, expected_last;
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                const auto corner = [&](int k) { return exact(mesh.positions[mesh.triangles[t][k]]); };
                const auto squared = [&](Vec3 p) {
                    return squared_distance(exact(p), corner(0), corner(1), corner(2));
                };
                if (squared({0.5f, 1.0f, 0.75f}) <= Rational(1, 4))
                    expected_first.insert({0, t});
                if (squared({1.25f, 1.0f, 0.75f}) <= Rational(1, 16))
                    expected_last.insert({t, 0});
            }
            const PairReport& report = world.find_pairs();
            EXPECT_TRUE(report.complete);
            std::size_t pairs = 0;
            for (const BodyPairs& found : report.bodies) {
                const std::set<TrianglePair> list(found.pairs.begin(), found.pairs.end());
                EXPECT_EQ(list.size(), found.pairs.size());
                pairs += list.size();
                if (found.body_a == first && found.body_b == body) {
                    EXPECT_TRUE(list == expected_first);
                } else if (found.body_b == last && found.body_a == body) {
                    EXPECT_TRUE(list == expected_last);
                } else {
                    EXPECT_TRUE(found.body_a == first && found.body_b == last);
                    EXPECT_TRUE(list == std::set<TrianglePair>({{0, 0}})) << "they touch exactly";
                }
            }
            EXPECT_EQ(pairs, expected_first.size() + expected_last.size() + 1);
            EXPECT_TRUE(world.any_pair());
            const PairReport& cut = world.find_pairs(Budget::work_units(1));
            EXPECT_FALSE(cut.complete);
            EXPECT_GT(cut.open_pairs, 0u);
        }
}

TEST(SphereQueries, ClosestPointsAreOnTheSurfaceOfTheSphere)
{
    for (const Structure structure : every_structure) {
        World world = World::create().value();
        const BodyId body = add(world, cube(), structure);
        const BodyId ball = world.add_sphere({{3.0f, 0.25f, 0.5f}, 0.5f, {}}).value();
        const BodyId other = world.add_sphere({{3.0f, 4.25f, 0.5f}, 1.0f, {}}).value();
        ClosestPoints closest = world.closest_points(body, ball).value();
        EXPECT_EQ(closest.distance, 1.5f);
        EXPECT_EQ(closest.point_a, (Vec3{1.0f, 0.25f, 0.5f}));
        EXPECT_EQ(closest.point_b, (Vec3{2.5f, 0.25f, 0.5f}));
        EXPECT_EQ(world.closest_points(ball, body).value().point_a, closest.point_b);
        closest = world.closest_points(ball, other).value();
        EXPECT_EQ(closest.distance, 2.5f);
        EXPECT_EQ(closest.point_a, (Vec3{3.0f, 0.75f, 0.5f}));
        EXPECT_EQ(closest.point_b, (Vec3{3.0f, 3.25f, 0.5f}));
        ASSERT_TRUE(world.set_pose(ball, at(1.5, 0.25, 0.5)).ok());
        EXPECT_EQ(world.closest_points(ball, body).value().distance, 0.0f) << "they touch exactly";
        ASSERT_TRUE(world.set_pose(ball, at(std::nextafter(1.5f, 2.0f), 0.25, 0.5)).ok());
        EXPECT_GT(world.closest_points(ball, body).value().distance, 0.0f);
    }
}

TEST(SphereQueries, RaysHitExactlyWhatTheyMeet)
{
    std::mt19937 random(3);
    int hits = 0, touches = 0;
    World world = World::create().value();
    for (int k = 0; k < 4000; ++k) {
        const auto number = [&] {
            return k % 2 == 0 ? 0.5f * float(random() % 4) : float(random() % (1u << 24)) * 0x1p-23f;
        };
        const auto point = [&] {
            const float x = number(), y = number();
            return Vec3{x, y, number()};
        };
        const Vec3 origin = point(), centre = point(), to = point();
        const Vec3 direction = {to.x - origin.x, to.y - 1.0f, to.z - 1.0f};
        const Ball ball = {centre, 0.5f * number()};
        if (direction == Vec3{})
            continue;
        const Point d = exact(direction), c = exact(centre) - exact(origin);
        const Rational radius = ball.radius, along = dot(c, d), whole = dot(d, d);
        const Rational room = radius * radius * whole - (dot(c, c) * whole - along * along);
        const bool expected = dot(c, c) <= radius * radius || (along > 0 && room >= 0);
        touches += room == 0 ? 1 : 0;
        const BodyId id = world.add_sphere({ball.centre, ball.radius, {}}).value();
        const RayHit hit = world.cast_ray(origin, direction).value();
        ASSERT_TRUE(world.remove_body(id).ok());
        ASSERT_EQ(hit.hit, expected) << k;
        hits += hit.hit ? 1 : 0;
        if (hit.hit) {
            const double x = double(hit.point.x) - centre.x, y = double(hit.point.y) - centre.y,
                         z = double(hit.point.z) - centre.z;
            EXPECT_NEAR(std::sqrt(x * x + y * y + z * z), ball.radius, 1e-5);
        }
    }
    EXPECT_GT(hits, 500);
    EXPECT_GT(touches, 10);
}

TEST(SphereQueries, RaysMeetTheSurface)
{
    World world = World::create().value();
    const BodyId ball = world.add_sphere({{0.0f, 0.0f, 5.0f}, 1.0f, {.group = 2}}).value();
    const BodyId body = add(world, cube(0.5f));
    RayHit hit = world.cast_ray({0.0f, 0.0f, 10.0f}, {0.0f, 0.0f, -2.0f}).value();
    ASSERT_TRUE(hit.hit);
    EXPECT_EQ(hit.body, ball);
    EXPECT_EQ(hit.distance, 2.0f);
    EXPECT_EQ(hit.point, (Vec3{0.0f, 0.0f, 6.0f}));
    hit = world.cast_ray({0.0f, 0.0f, 5.0f}, {0.0f, 0.0f, -1.0f}).value();
    EXPECT_EQ(hit.body, ball) << "from inside it is where the ray leaves";
    EXPECT_EQ(hit.distance, 1.0f);
    hit = world.cast_ray({0.0f, 0.0f, 10.0f}, {0.0f, 0.0f, -2.0f}, {.mask = 1}).value();
    EXPECT_EQ(hit.body, body);
    EXPECT_FALSE(world.cast_ray({1.5f, 0.0f, 10.0f}, {0.0f, 0.0f, -1.0f}).value().hit);
    EXPECT_FALSE(world.cast_ray({0.0f, 0.0f, 10.0f}, {0.0f, 0.0f, 1.0f}).value().hit);
    EXPECT_FALSE(world.cast_ray({0.0f, 0.0f, 10.0f}, {0.0f, 0.0f, -1.0f}, {.max_distance = 3.5f}).value().hit);
}

} // namespace
} // namespace tactus::spheres
