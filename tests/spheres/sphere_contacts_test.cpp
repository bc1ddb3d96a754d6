// SPDX-License-Identifier: MIT
// Spheres have the contacts that the definition gives them in rational arithmetic, whatever the structures.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "base/cases.h"
#include "contacts/promises.h"
#include "spheres/sphere_oracle.h"

namespace tactus::spheres {
namespace {

/// Meshes and spheres in one world, spheres before and after the meshes.
struct Scene {
    std::vector<Mesh> meshes;
    std::vector<Ball> balls;
};

struct Ids {
    std::vector<BodyId> balls;
    std::vector<BodyId> meshes;
};

Ids fill(World& world, const Scene& scene, Structure structure)
{
    Ids ids;
    const std::size_t early = scene.balls.size() / 2;
    for (std::size_t k = 0; k < early; ++k)
        ids.balls.push_back(world.add_sphere({scene.balls[k].centre, scene.balls[k].radius, {}}).value());
    for (const Mesh& mesh : scene.meshes)
        ids.meshes.push_back(
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value());
    for (std::size_t k = early; k < scene.balls.size(); ++k)
        ids.balls.push_back(world.add_sphere({scene.balls[k].centre, scene.balls[k].radius, {}}).value());
    return ids;
}

/// All contacts of spheres, by the pair of bodies; two spheres have a feature without numbers.
using AllContacts = std::map<std::pair<BodyId, BodyId>, FeatureSet>;

AllContacts by_definition(const Scene& scene, const Ids& ids, float distance)
{
    AllContacts all;
    for (std::size_t k = 0; k < scene.balls.size(); ++k) {
        for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
            const FeatureSet found = contacts_by_definition(scene.balls[k], scene.meshes[m], distance);
            if (!found.empty())
                all[std::minmax(ids.balls[k], ids.meshes[m])] = found;
        }
        for (std::size_t other = 0; other < k; ++other) {
            const Rational apart = squared_distance(exact(scene.balls[k].centre), exact(scene.balls[other].centre));
            const Rational radii = Rational(scene.balls[k].radius) + Rational(scene.balls[other].radius);
            const Rational reach = radii + Rational(distance);
            if (apart <= reach * reach)
                all[std::minmax(ids.balls[k], ids.balls[other])] = {{{'s', {}}, apart < radii * radii}};
        }
    }
    return all;
}

AllContacts of_report(const ContactReport& report)
{
    AllContacts all;
    for (const Contact& contact : report.contacts) {
        const bool is_spheres = contact.kind == ContactKind::sphere_sphere;
        if (!is_spheres && !is_on_surface(contact))
            continue;
        FeatureSet& set = all[{contact.body_a, contact.body_b}];
        const FeatureName name = is_spheres ? FeatureName{'s', {}} : feature_of(contact);
        EXPECT_TRUE(set.try_emplace(name, contact.crosses).second);
    }
    return all;
}

std::vector<Ball> random_balls(std::mt19937& random, std::size_t count, bool on_grid)
{
    std::vector<Ball> balls;
    const auto number = [&] { return on_grid ? 0.25f * float(random() % 9) : float(random() % (1u << 24)) * 0x1p-23f; };
    for (std::size_t k = 0; k < count; ++k) {
        const float x = number(), y = number(), z = number();
        balls.push_back({{x, y, z}, k == 0 ? 0.0f : 0.4f * number()});
        if (on_grid)
            balls.back().radius = 0.25f * float(random() % 5);
    }
    return balls;
}

void expect_definition(const Scene& scene, const std::string& what)
{
    for (const float distance : {0.0f, 0.25f, 0.1f}) {
        std::optional<AllContacts> expected;
        for (const Structure structure : every_structure)
            for (const bool by_units : {false, true}) {
                World world = World::create({.contacts = {.contact_distance = distance}}).value();
                const Ids ids = fill(world, scene, structure);
                if (!expected)
                    expected = by_definition(scene, ids, distance);
                const ContactReport& report = world.find_contacts(by_units ? every_unit() : Budget::unlimited());
                EXPECT_TRUE(report.complete);
                EXPECT_TRUE(of_report(report) == *expected)
                    << what << ", structure " << int(structure) << ", distance " << distance;
            }
    }
}

TEST(SphereContacts, AreThoseOfTheDefinitionWhereMuchTouchesExactly)
{
    std::size_t contacts = 0;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        std::mt19937 random(seed);
        const Scene scene = {{crowded_soup(random, 10, 16), crowded_soup(random, 6, 5)}, random_balls(random, 5, true)};
        expect_definition(scene, "seed " + std::to_string(seed));
        World world = World::create().value();
        contacts += by_definition(scene, fill(world, scene, Structure::brute_force), 0.0f).size();
    }
    EXPECT_GT(contacts, 50u);
}

TEST(SphereContacts, AreThoseOfTheDefinitionWhereEveryDigitCounts)
{
    for (std::uint32_t seed = 21; seed < 21 + on_most_days(3, 6); ++seed) {
        std::mt19937 random(seed);
        const Scene scene = {
            {ragged(crowded_soup(random, 14, 24), random), ragged(cube(), random), ragged(sheet(4), random)},
            random_balls(random, 5, false)};
        expect_definition(scene, "seed " + std::to_string(seed));
    }
}

TEST(SphereContacts, AreFoundForTheTinyAndTheHuge)
{
    for (const float scale : {1e-30f, 1e-12f, 1e12f, 1e30f}) {
        std::mt19937 random(7);
        Scene scene = {{ragged(cube(), random), crowded_soup(random, 8, 10)}, random_balls(random, 4, true)};
        for (Mesh& mesh : scene.meshes)
            for (Vec3& p : mesh.positions)
                p = {p.x * scale, p.y * scale, p.z * scale};
        for (Ball& ball : scene.balls)
            ball = {{ball.centre.x * scale, ball.centre.y * scale, ball.centre.z * scale}, ball.radius * scale};
        expect_definition(scene, "scale " + std::to_string(scale));
    }
}

TEST(SphereContacts, AreOneOnAPlaneHoweverFineItIs)
{
    for (const std::uint32_t cells : {1u, 4u, 16u}) {
        World world = World::create().value();
        Mesh mesh = sheet(cells);
        for (Vec3& p : mesh.positions)
            p = {p.x / float(cells), p.y / float(cells), p.z};
        ASSERT_TRUE(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).ok());
        ASSERT_TRUE(world.add_sphere({{0.11f, 0.06f, 0.09f}, 0.1f, {}}).ok());
        const ContactReport& report = world.find_contacts();
        ASSERT_EQ(report.contacts.size(), 1u);
        const Contact& contact = report.contacts[0];
        EXPECT_EQ(contact.kind, ContactKind::surface_sphere);
        EXPECT_EQ(contact.depth_state, DepthState::local);
        EXPECT_NEAR(contact.separation, -0.01f, 1e-7f);
        EXPECT_EQ(contact.normal, (Vec3{0.0f, 0.0f, 1.0f}));
        EXPECT_EQ(contact.point, (Vec3{0.11f, 0.06f, 0.0f}));
        EXPECT_TRUE(contact.crosses);
    }
}

TEST(SphereContacts, AreTwoInAGroove)
{
    World world = World::create().value();
    const std::vector<Vec3> positions = {{-1.0f, -9.0f, 1.0f}, {-1.0f, 9.0f, 1.0f}, {0.0f, -9.0f, 0.0f},
                                         {0.0f, 9.0f, 0.0f},   {1.0f, -9.0f, 1.0f}, {1.0f, 9.0f, 1.0f}};
    const std::vector<TriangleIndices> triangles = {{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}};
    ASSERT_TRUE(world.add_body({.triangles = triangles, .positions = positions}).ok());
    ASSERT_TRUE(world.add_sphere({{0.0f, 0.1f, 0.7f}, 0.5f, {}}).ok());
    const ContactReport& report = world.find_contacts();
    ASSERT_EQ(report.contacts.size(), 2u);
    for (const Contact& contact : report.contacts) {
        EXPECT_NEAR(contact.separation, 0.7f * std::sqrt(0.5f) - 0.5f, 1e-6f);
        EXPECT_NEAR(contact.normal.z, std::sqrt(0.5f), 1e-6f);
    }
}

TEST(SphereContacts, OfTwoSpheresAreOneWithTheDepthOfBoth)
{
    World world = World::create({.contacts = {.contact_distance = 0.5f}}).value();
    const BodyId a = world.add_sphere({{0.0f, 0.0f, 0.0f}, 1.0f, {}}).value();
    const BodyId b = world.add_sphere({{3.0f, 0.0f, 0.0f}, 2.0f, {}}).value();
    for (const double x : {0.0, 1.0, 2.5, 3.0, 3.5, 3.75}) {
        ASSERT_TRUE(world.set_pose(b, {.position = {x, 0.0, 0.0}, .rotation = {}}).ok());
        const ContactReport& report = world.find_contacts();
        ASSERT_EQ(report.contacts.size(), x <= 3.5 ? 1u : 0u) << x;
        if (x > 3.5)
            continue;
        const Contact& contact = report.contacts[0];
        EXPECT_EQ(contact.kind, ContactKind::sphere_sphere);
        EXPECT_EQ(std::pair(contact.body_a, contact.body_b), std::pair(a, b));
        EXPECT_EQ(contact.separation, float(x - 3.0));
        EXPECT_EQ(contact.crosses, x < 3.0);
        EXPECT_EQ(contact.depth_state, DepthState::local);
        EXPECT_EQ(contact.normal, x > 0.0 ? (Vec3{1.0f, 0.0f, 0.0f}) : (Vec3{0.0f, 0.0f, 1.0f}));
    }
}

TEST(SphereContacts, InsideAClosedMeshComeOutWhereItIsNearest)
{
    for (const Structure structure : every_structure)
        for (const bool sphere_first : {false, true})
            for (const float radius : {0.0f, 0.1f, 0.5f, 4.0f}) {
                World world = World::create().value();
                const SphereDesc ball = {{0.25f, 0.5f, 0.625f}, radius, {}};
                BodyId sphere;
                if (sphere_first)
                    sphere = world.add_sphere(ball).value();
                const Mesh mesh = cube();
                const BodyId body =
                    world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure})
                        .value();
                if (!sphere_first)
                    sphere = world.add_sphere(ball).value();
                const ContactReport& report = world.find_contacts();
                ASSERT_TRUE(report.complete);
                int pushing = 0, inside = 0;
                for (const Contact& contact : report.contacts) {
                    EXPECT_EQ(contact.depth_state, DepthState::propagated);
                    EXPECT_EQ(contact.body_a, sphere_first ? sphere : body);
                    const float way = sphere_first ? 1.0f : -1.0f;
                    EXPECT_EQ(contact.normal, (Vec3{way, 0.0f, 0.0f})) << "it goes out through x = 0";
                    inside += is_vertex_inside(contact) ? 1 : 0;
                    if (contact.separation == 0.0f)
                        continue;
                    ++pushing;
                    EXPECT_EQ(contact.separation, -(radius + 0.25f));
                    const auto& corners = sphere_first ? contact.vertices_b : contact.vertices_a;
                    for (const std::uint32_t vertex : corners)
                        EXPECT_EQ(mesh.positions[vertex].x, 0.0f);
                }
                EXPECT_EQ(inside, 1);
                EXPECT_EQ(pushing, 1);
            }
}

TEST(SphereContacts, HoldAMeshThatIsInsideTheSphere)
{
    const Mesh mesh = cube();
    World world = World::create().value();
    ASSERT_TRUE(world.add_sphere({{-3.0f, 0.5f, 0.25f}, 50.0f, {}}).ok());
    ASSERT_TRUE(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).ok());
    const ContactReport& report = world.find_contacts();
    // The face that is seen, and the one behind it, which is nearer than all around it too, but does not push.
    ASSERT_EQ(report.contacts.size(), 2u);
    for (const Contact& contact : report.contacts) {
        EXPECT_EQ(contact.normal, (Vec3{1.0f, 0.0f, 0.0f}));
        EXPECT_EQ(contact.separation, contact.point.x == 0.0f ? -47.0f : 0.0f);
    }
}

TEST(SphereContacts, DoNotDependOnWhichWayTheTrianglesOfAClosedBodyFace)
{
    Mesh turned = cube();
    for (TriangleIndices& t : turned.triangles)
        std::swap(t[0], t[1]);
    for (const Vec3 centre :
         {Vec3{0.5f, 0.5f, 1.2f}, Vec3{0.5f, 0.5f, 0.9f}, Vec3{1.2f, 1.2f, 1.2f}, Vec3{1.2f, 1.2f, 0.4f}}) {
        std::vector<std::tuple<FeatureName, float, float, float, float>> found[2];
        for (const bool is_turned : {false, true}) {
            const Mesh mesh = is_turned ? turned : cube();
            World world = World::create().value();
            ASSERT_TRUE(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).ok());
            ASSERT_TRUE(world.add_sphere({centre, 0.4f, {}}).ok());
            for (const Contact& contact : world.find_contacts().contacts)
                if (is_on_surface(contact))
                    found[is_turned].emplace_back(
                        feature_of(contact), contact.separation, contact.normal.x, contact.normal.y, contact.normal.z);
            std::sort(found[is_turned].begin(), found[is_turned].end());
            EXPECT_LT(std::get<1>(found[is_turned][0]), 0.0f);
        }
        EXPECT_EQ(found[0], found[1]);
    }
}

TEST(SphereContacts, AtAnyCutPushNothingFurtherIn)
{
    // Centres in a thick plate, close to one side of it.
    const Mesh mesh = cube();
    for (const Vec3 centre : {Vec3{0.5f, 0.5f, 0.9f}, Vec3{0.05f, 0.4f, 0.5f}, Vec3{0.9f, 0.92f, 0.95f}})
        for (std::uint64_t units = 0; units < 40; ++units) {
            World world = World::create().value();
            const BodyId body = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
            const BodyId ball = world.add_sphere({centre, 0.3f, {}}).value();
            if (units % 2 == 0)
                world.find_contacts();
            ASSERT_TRUE(world.set_positions(body, mesh.positions).ok());
            world.find_contacts(Budget::work_units(units / 2));
            for (const Wrench& wrench : world.contact_forces({.policy = ForcePolicy::held}).bodies)
                if (wrench.body == ball) {
                    EXPECT_GE(
                        wrench.force.x * (centre.x - 0.5f) + wrench.force.y * (centre.y - 0.5f)
                            + wrench.force.z * (centre.z - 0.5f),
                        0.0f)
                        << units;
                }
        }
}

TEST(SphereContacts, WithTheCentreOnTheSurfaceArePushedOutByTheFace)
{
    const Mesh mesh = cube();
    World world = World::create().value();
    const BodyId body = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    ASSERT_TRUE(world.add_sphere({{0.25f, 0.5f, 1.0f}, 0.125f, {}}).ok());
    const ContactReport& report = world.find_contacts();
    ASSERT_EQ(report.contacts.size(), 1u);
    const Contact& contact = report.contacts[0];
    EXPECT_EQ(contact.body_a, body);
    EXPECT_EQ(contact.separation, -0.125f);
    EXPECT_EQ(contact.normal, (Vec3{0.0f, 0.0f, 1.0f}));
}

} // namespace
} // namespace tactus::spheres
