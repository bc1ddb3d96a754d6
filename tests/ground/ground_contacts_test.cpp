// SPDX-License-Identifier: MIT
// Half-spaces have the contacts that the definition gives them in rational arithmetic, whatever the structures.
#include <gtest/gtest.h>

#include <cmath>

#include "base/cases.h"
#include "contacts/promises.h"
#include "ground/ground_oracle.h"

namespace tactus::ground {
namespace {

/// By body and vertex, with whether it is below. A sphere is vertex 0.
using OnGround = std::map<std::pair<std::uint32_t, std::uint32_t>, bool>;

struct Scene {
    std::vector<Mesh> meshes;
    std::vector<Ball> balls;
};

OnGround by_definition(const Scene& scene, const HalfSpaceDesc& ground, std::uint32_t first_body, float distance)
{
    OnGround all;
    std::uint32_t body = first_body;
    for (const Mesh& mesh : scene.meshes) {
        for (const auto& [vertex, crosses] : contacts_by_definition(ground, mesh, distance))
            all[{body, vertex}] = crosses;
        ++body;
    }
    for (const Ball& ball : scene.balls) {
        if (compare_height(ground, ball.centre, Rational(ball.radius) + Rational(distance)) <= 0)
            all[{body, 0}] = compare_height(ground, ball.centre, Rational(ball.radius)) < 0;
        ++body;
    }
    return all;
}

/// Fails where a contact does not say what its vertex and the plane say.
OnGround of_report(
    const ContactReport& report, const Scene& scene, const HalfSpaceDesc& ground, BodyId id, std::uint32_t first_body)
{
    OnGround all;
    for (const Contact& contact : report.contacts) {
        if (contact.body_a != id && contact.body_b != id)
            continue;
        EXPECT_TRUE(is_on_plane(contact));
        EXPECT_EQ(contact.kind == ContactKind::plane_vertex, contact.body_a == id);
        const BodyId other = contact.body_a == id ? contact.body_b : contact.body_a;
        const std::uint32_t number = other.index - first_body, vertex = vertex_of(contact);
        EXPECT_TRUE(all.try_emplace({other.index, vertex}, contact.crosses).second);
        const bool is_ball = number >= scene.meshes.size();
        const Ball ball =
            is_ball ? scene.balls[number - scene.meshes.size()] : Ball{scene.meshes[number].positions[vertex], 0.0f};
        const double height = height_of(ground, ball.centre) - double(ball.radius);
        const double size =
            std::fabs(height) + double(ball.radius)
            + double(std::max({std::fabs(ball.centre.x), std::fabs(ball.centre.y), std::fabs(ball.centre.z)}));
        EXPECT_NEAR(contact.separation, height, 1e-6 * size);
        EXPECT_EQ(contact.separation < 0.0f, contact.crosses && contact.separation != 0.0f);
        EXPECT_EQ(contact.depth_state, DepthState::local);
        const double length = std::sqrt(Rational(dot(exact(ground.normal), exact(ground.normal))).get_d());
        const double way = contact.body_a == id ? 1.0 : -1.0;
        EXPECT_NEAR(contact.normal.x, way * double(ground.normal.x) / length, 1e-6);
        EXPECT_NEAR(contact.normal.y, way * double(ground.normal.y) / length, 1e-6);
        EXPECT_NEAR(contact.normal.z, way * double(ground.normal.z) / length, 1e-6);
        const double down = double(ball.radius) + 0.5 * std::max(0.0, height);
        EXPECT_NEAR(contact.point.x, double(ball.centre.x) - down * double(ground.normal.x) / length, 1e-6 * size);
        EXPECT_NEAR(contact.point.z, double(ball.centre.z) - down * double(ground.normal.z) / length, 1e-6 * size);
        const auto& weights = contact.body_a == id ? contact.weights_b : contact.weights_a;
        EXPECT_EQ(weights[0], is_ball ? 0.0f : 1.0f);
        EXPECT_EQ((contact.body_a == id ? contact.weights_a : contact.weights_b)[0], 0.0f);
        if (!is_ball) {
            const std::uint32_t triangle = contact.body_a == id ? contact.triangle_b : contact.triangle_a;
            const TriangleIndices& corners = scene.meshes[number].triangles[triangle];
            EXPECT_NE(std::find(corners.begin(), corners.end(), vertex), corners.end());
        }
    }
    return all;
}

/// The ground comes before all others, or after them. On most days the structures take turns.
void expect_definition(
    const Scene& scene, const HalfSpaceDesc& ground, const std::vector<float>& distances, const std::string& what)
{
    bool is_first = false;
    std::size_t turn = what.size() + std::size_t(what.back());
    for (const float distance : distances)
        for (const Structure structure : quick_structures)
            for (const bool by_units : {false, true}) {
                if (++turn % on_most_days(3, 1) != 0)
                    continue;
                is_first = !is_first;
                World world = World::create({.contacts = {.contact_distance = distance}}).value();
                BodyId id;
                if (is_first)
                    id = world.add_half_space(ground).value();
                for (const Mesh& mesh : scene.meshes)
                    add(world, mesh, structure);
                for (const Ball& ball : scene.balls)
                    ASSERT_TRUE(world.add_sphere({ball.centre, ball.radius, {}}).ok());
                if (!is_first)
                    id = world.add_half_space(ground).value();
                const std::uint32_t first_body = is_first ? 1 : 0;
                const ContactReport& report = world.find_contacts(by_units ? every_unit() : Budget::unlimited());
                EXPECT_TRUE(report.complete);
                EXPECT_TRUE(
                    of_report(report, scene, ground, id, first_body)
                    == by_definition(scene, ground, first_body, distance))
                    << what << ", " << structure_name(structure) << ", distance " << distance;
            }
}

TEST(GroundContacts, AreThoseOfTheDefinitionWhereMuchLiesExactlyThere)
{
    std::size_t contacts = 0, touching = 0, at_distance = 0;
    std::uint32_t seed = 0;
    for (const HalfSpaceDesc& ground : some_grounds()) {
        std::mt19937 random(++seed);
        const Scene scene = {
            {spheres::crowded_soup(random, 20, 30), spheres::cube(), spheres::sheet(3)},
            {{{0.25f, 0.5f, 1.0f}, 0.5f}, {{1.0f, 1.25f, 0.5f}, 0.0f}, {{2.0f, 0.0f, -1.0f}, 0.25f}}};
        const std::vector<float> distances = {0.0f, 0.25f, 0.1f};
        expect_definition(scene, ground, distances, "seed " + std::to_string(seed));
        for (const float distance : distances) {
            contacts += by_definition(scene, ground, 0, distance).size();
            for (const Mesh& mesh : scene.meshes)
                for (const auto& [vertex, crosses] : contacts_by_definition(ground, mesh, distance))
                    if (compare_height(ground, mesh.positions[vertex], Rational(distance)) == 0)
                        ++(distance > 0.0f ? at_distance : touching);
        }
    }
    EXPECT_GT(contacts, 500u);
    EXPECT_GT(touching, 20u) << "of vertices that are on the plane";
    EXPECT_GT(at_distance, 10u) << "of vertices that are exactly at the distance";
}

TEST(GroundContacts, AreThoseOfTheDefinitionWhereEveryDigitCounts)
{
    for (std::uint32_t seed = 21; seed < 21 + on_most_days(2, 8); ++seed) {
        std::mt19937 random(seed);
        const auto number = [&] { return float(random() % (1u << 24)) * 0x1p-23f - 1.0f; };
        const auto three = [&] {
            const float x = number(), y = number();
            return Vec3{x, y, number()};
        };
        const Scene scene = {
            {spheres::ragged(spheres::crowded_soup(random, 14, 24), random), spheres::ragged(spheres::cube(), random)},
            {{three(), 0.3f}}};
        // Through a vertex, as far as floats go.
        const Vec3 normal = three(), through = scene.meshes[0].positions[0];
        const float offset = normal.x * through.x + normal.y * through.y + normal.z * through.z;
        expect_definition(scene, {.normal = normal, .offset = offset}, {0.0f, 0.1f}, "seed " + std::to_string(seed));
    }
}

TEST(GroundContacts, AreFoundForTheTinyAndTheHuge)
{
    for (const float scale : {1e-30f, 1e-12f, 1e12f, 1e30f}) {
        std::mt19937 random(7);
        Scene scene = {{spheres::ragged(spheres::cube(), random)}, {{{0.5f, 0.5f, 0.75f}, 0.5f}}};
        for (Vec3& p : scene.meshes[0].positions)
            p = {p.x * scale, p.y * scale, p.z * scale};
        scene.balls[0] = {{0.5f * scale, 0.5f * scale, 0.75f * scale}, 0.5f * scale};
        for (const Vec3 normal : {Vec3{0.0f, 0.0f, 1.0f}, Vec3{0.2f, 0.5f, -0.1f}})
            expect_definition(
                scene, {.normal = normal, .offset = 0.3f * scale}, {0.0f, 0.1f * scale},
                "scale " + std::to_string(scale));
    }
}

TEST(GroundContacts, OfAVertexAtTheDistanceEndAtTheNextFloat)
{
    // Seven metres long, and a vertex that is exactly seven above.
    const HalfSpaceDesc ground = {.normal = {2.0f, 3.0f, 6.0f}, .offset = -49.0f};
    Mesh mesh;
    mesh.positions = {{0.0f, 0.0f, 0.0f}, {9.0f, 9.0f, 9.0f}, {9.0f, 9.0f, 10.0f}};
    mesh.triangles = {{0, 1, 2}};
    for (const Structure structure : every_structure)
        for (const float distance : {std::nextafter(7.0f, 0.0f), 7.0f}) {
            World world = World::create({.contacts = {.contact_distance = distance}}).value();
            add(world, mesh, structure);
            ASSERT_TRUE(world.add_half_space(ground).ok());
            EXPECT_EQ(world.find_contacts().contacts.size(), distance == 7.0f ? 1u : 0u) << structure_name(structure);
            EXPECT_EQ(world.find_contacts(every_unit()).contacts.size(), distance == 7.0f ? 1u : 0u)
                << structure_name(structure);
        }
}

TEST(GroundContacts, AreThereHoweverDeepABodyIs)
{
    for (const float depth : {0.5f, 10.0f, 1e6f}) {
        World world = World::create().value();
        add(world, moved(spheres::cube(), {0.0f, 0.0f, -depth}));
        ASSERT_TRUE(world.add_half_space({}).ok());
        const ContactReport& report = world.find_contacts();
        EXPECT_EQ(report.contacts.size(), depth == 0.5f ? 4u : 8u);
        for (const Contact& contact : report.contacts)
            EXPECT_EQ(contact.separation, contact.point.z);
    }
}

TEST(GroundContacts, OfTwoHalfSpacesAreNone)
{
    World world = World::create({.contacts = {.contact_distance = 1.0f}}).value();
    ASSERT_TRUE(world.add_half_space({}).ok());
    ASSERT_TRUE(world.add_half_space({.normal = {0.0f, 1.0f, 0.0f}, .offset = 2.0f}).ok());
    const ContactReport& report = world.find_contacts();
    EXPECT_TRUE(report.complete);
    EXPECT_TRUE(report.contacts.empty());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    EXPECT_FALSE(world.any_pair());
}

} // namespace
} // namespace tactus::ground
