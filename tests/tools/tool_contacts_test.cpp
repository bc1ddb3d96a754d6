// SPDX-License-Identifier: MIT
// A tool has a contact wherever its axis and a surface are nearer to each other than all around.
#include <gtest/gtest.h>

#include "base/cases.h"
#include "geometry/triangle_pairs/triangle_distance.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

double distance_of(const ShapeMesh& mesh, DoubleVector pivot, DoubleVector tip)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t number = 0; number < mesh.triangles.size(); ++number) {
        const Triangle face = triangle_of(mesh, number);
        const DoubleCorners corners = {to_double(face.a), to_double(face.b), to_double(face.c)};
        least = std::min(least, triangle_distance(DoubleCorners{pivot, tip, tip}, corners).distance);
    }
    return least;
}

DoubleVector
weighted(const std::vector<Vec3>& vertices, std::array<std::uint32_t, 3> numbers, std::array<float, 3> weights)
{
    DoubleVector sum;
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] != 0.0f)
            sum = sum + to_double(vertices[numbers[k]]) * double(weights[k]);
    return sum;
}

TEST(ToolContacts, AreOneOnABallAndAsDeepAsTheRadiusSays)
{
    const ShapeMesh mesh = shape("sphere", 1280);
    World world = World::create().value();
    const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const BodyId tool = world.add_tool({.pivot = {-2, 0.03f, 1.05f}, .tip = {2, 0.01f, 1.04f}, .radius = 0.1f}).value();
    const double distance = distance_of(mesh, {-2, 0.03f, 1.05f}, {2, 0.01f, 1.04f});
    const ContactReport& report = world.find_contacts();
    ASSERT_TRUE(report.complete);
    ASSERT_EQ(report.contacts.size(), 1u);
    EXPECT_NEAR(report.contacts[0].separation, distance - double(0.1f), 1e-6);
    EXPECT_NEAR(report.contacts[0].depth(), double(0.1f) - distance, 1e-6);
    EXPECT_GT(report.contacts[0].normal.z, 0.9f);
    EXPECT_EQ(report.contacts[0].body_b, tool);

    const ForceReport& forces = world.contact_forces();
    ASSERT_EQ(forces.bodies.size(), 2u);
    EXPECT_EQ(forces.bodies[0].body, organ);
    EXPECT_GT(forces.bodies[1].force.z, 0.0f);
    EXPECT_NEAR(forces.bodies[0].force.z, -forces.bodies[1].force.z, 1e-6f * forces.bodies[1].force.z);
    // Both ends carry their share of it.
    float of_ends = 0.0f;
    for (const VertexForce& end : forces.vertices)
        if (end.body == tool)
            of_ends += end.force.z;
    EXPECT_NEAR(of_ends, forces.bodies[1].force.z, 1e-5f * of_ends);
}

TEST(ToolContacts, AreWhereNothingAroundIsNearer)
{
    std::mt19937 random(31);
    const ShapeMesh mesh = shape("bumpy_sphere", 1280);
    World world = World::create({.contacts = {.contact_distance = 0.05f}}).value();
    const BodyId body = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const BodyId tool = world.add_tool({.pivot = {0, 0, 3}, .tip = {0, 0, 2}, .radius = 0.1f}).value();
    std::size_t found = 0, with_contacts = 0;
    for (std::size_t k = 0; k < cases(on_most_days(600, 3000)); ++k) {
        const Vec3 pivot = point_in(random, 2.0f), tip = point_in(random, 1.4f);
        const double distance = distance_of(mesh, to_double(pivot), to_double(tip));
        // What crosses, or lies inside as a whole, is told by others.
        if (distance < 1e-4 || world.is_inside(body, pivot).value().inside)
            continue;
        world.set_tool(tool, pivot, tip).value();
        const ContactReport& report = world.find_contacts();
        ASSERT_TRUE(report.complete);
        float least = std::numeric_limits<float>::infinity();
        for (const Contact& contact : report.contacts) {
            ++found;
            const DoubleVector on_surface = weighted(mesh.positions, contact.vertices_a, contact.weights_a);
            const DoubleVector on_axis = weighted({pivot, tip}, contact.vertices_b, contact.weights_b);
            const double apart = length(on_surface - on_axis);
            EXPECT_NEAR(contact.separation, apart - double(0.1f), 2e-6);
            // No point of the axis beside it is nearer to the point of the surface.
            for (const double step : {-1e-3, 1e-3}) {
                const DoubleVector axis = to_double(tip) - to_double(pivot);
                const double along = dot(on_axis - to_double(pivot), axis) / dot(axis, axis) + step;
                if (along >= 0.0 && along <= 1.0) {
                    EXPECT_GE(length(on_surface - (to_double(pivot) + axis * along)), apart - 1e-6) << k;
                }
            }
            // No point of the surface beside it is nearer to that of the axis; behind an edge or a vertex some may be.
            // No triangle is less than 4 cm high.
            float beside_at_most = 2e-3f;
            for (const float weight : contact.weights_a)
                if (weight > 0.0f)
                    beside_at_most = std::min(beside_at_most, 0.04f * weight);
            for (int tried = 0; tried < 20; ++tried) {
                const Vec3 beside = to_float(on_surface) + point_in(random, beside_at_most);
                double near_beside = std::numeric_limits<double>::infinity();
                DoubleVector there;
                for (const TriangleIndices& corners : mesh.triangles)
                    if (std::any_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
                            return corner == contact.vertices_a[0] || corner == contact.vertices_a[1]
                                   || corner == contact.vertices_a[2];
                        })) {
                        const Triangle face = {
                            mesh.positions[corners[0]], mesh.positions[corners[1]], mesh.positions[corners[2]]};
                        const TriangleDistance to_face = triangle_distance(Triangle{beside, beside, beside}, face);
                        if (to_face.distance < near_beside) {
                            near_beside = to_face.distance;
                            there = to_face.point_b;
                        }
                    }
                EXPECT_GE(length(there - on_axis), apart - 1e-6) << k;
            }
            least = std::min(least, contact.separation);
        }
        // The nearest of all is always among them.
        if (distance < double(0.1f) + 0.05 - 1e-6) {
            ++with_contacts;
            EXPECT_NEAR(least, distance - double(0.1f), 2e-6) << k;
        } else if (distance > double(0.1f) + 0.05 + 1e-6) {
            EXPECT_TRUE(report.contacts.empty()) << k;
        }
    }
    EXPECT_GT(with_contacts, 30u);
    EXPECT_GT(found, with_contacts);
}

TEST(ToolContacts, AreTheSameWhicheverAreAskedFor)
{
    std::mt19937 random(32);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    for (std::size_t k = 0; k < cases(60); ++k) {
        const Vec3 pivot = point_in(random, 2.0f), tip = point_in(random, 1.2f);
        std::vector<std::tuple<ContactKind, std::uint32_t, std::uint32_t, float>> lists[2];
        for (const bool all : {false, true}) {
            World world =
                World::create({.contacts = {.which = all ? ContactSelection::all : ContactSelection::local}}).value();
            world.add_tool({.pivot = pivot, .tip = tip, .radius = 0.15f}).value();
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
            for (const Contact& contact : world.find_contacts().contacts)
                lists[all].emplace_back(contact.kind, contact.triangle_a, contact.triangle_b, contact.separation);
            std::sort(lists[all].begin(), lists[all].end());
        }
        EXPECT_EQ(lists[0], lists[1]) << k;
    }
}

TEST(ToolContacts, OfAnEndInsideAreDeeperByTheRadius)
{
    const ShapeMesh mesh = shape("sphere", 5120);
    World world = World::create().value();
    const BodyId tool =
        world.add_tool({.pivot = {0.01f, 0.02f, 3}, .tip = {0.01f, 0.02f, 0.9f}, .radius = 0.02f}).value();
    const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const double depth = -double(world.signed_distance(organ, {0.01f, 0.02f, 0.9f}).value().signed_distance);
    float deepest = 0.0f;
    for (const Contact& contact : world.find_contacts().contacts)
        deepest = std::max(deepest, contact.depth());
    EXPECT_NEAR(deepest, depth + 0.02, 1e-5);
    for (const Wrench& wrench : world.contact_forces().bodies)
        if (wrench.body == tool) {
            EXPECT_GT(wrench.force.z, 0.0f);
        }
}

TEST(ToolContacts, LiveOnWhileTheToolSlides)
{
    const ShapeMesh mesh = shape("bumpy_sphere", 1280);
    World world = World::create().value();
    world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const BodyId tool = world.add_tool({.pivot = {-2, 0, 1.05f}, .tip = {2, 0, 1.05f}, .radius = 0.1f}).value();
    const std::size_t first = world.find_contacts().contacts.size();
    ASSERT_GT(first, 0u);
    std::uint32_t oldest = 0;
    for (int frame = 1; frame < 20; ++frame) {
        const float y = 1e-4f * static_cast<float>(frame);
        world.set_tool(tool, {-2, y, 1.05f}, {2, y, 1.05f}).value();
        for (const Contact& contact : world.find_contacts(Budget::work_units(100'000)).contacts)
            oldest = std::max(oldest, static_cast<std::uint32_t>(contact.age));
    }
    EXPECT_GE(oldest, 10u);
}

TEST(ToolContacts, CutShortAreCovered)
{
    std::mt19937 random(33);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    for (std::size_t k = 0; k < cases(20); ++k) {
        const Vec3 pivot = point_in(random, 2.0f), tip = point_in(random, 1.1f);
        std::vector<Contact> complete;
        for (std::int64_t units = -1; units < 400; ++units) {
            World world = World::create({.contacts = {.contact_distance = 0.02f}}).value();
            world.add_tool({.pivot = pivot, .tip = tip, .radius = 0.1f}).value();
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
            const ContactReport& report = world.find_contacts(
                units < 0 ? Budget::unlimited() : Budget::work_units(static_cast<std::uint64_t>(units)));
            if (units < 0) {
                complete.assign(report.contacts.begin(), report.contacts.end());
                continue;
            }
            for (const Contact& contact : complete) {
                const auto is_same = [&](const Contact& other) {
                    return other.kind == contact.kind && other.vertices_a == contact.vertices_a
                           && other.vertices_b == contact.vertices_b;
                };
                const auto covers = [&](const Contact& part) {
                    const DoubleVector apart = to_double(part.point) - to_double(contact.point);
                    return length(apart) <= double(part.point_bound) * (1.0 + 1e-6)
                           && part.separation_lower <= contact.separation + 1e-6f
                           && contact.separation <= part.separation_upper + 1e-6f;
                };
                ASSERT_TRUE(
                    std::any_of(report.contacts.begin(), report.contacts.end(), is_same)
                    || std::any_of(report.unrefined.begin(), report.unrefined.end(), covers))
                    << k << ' ' << units;
            }
            if (report.complete)
                break;
        }
    }
}

} // namespace
} // namespace tactus::tool_tests
