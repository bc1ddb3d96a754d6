// SPDX-License-Identifier: MIT
// A shaft that passes through a closed body is pushed out of it by one contact for each stretch of its axis inside.
#include <gtest/gtest.h>

#include "base/cases.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

constexpr float radius = 0.005f;

bool is_shaft(const Contact& contact)
{
    return contact.kind == ContactKind::shaft_inside || contact.kind == ContactKind::inside_shaft;
}

/// An organ and a tool in a world.
struct Pierced {
    explicit Pierced(const ShapeMesh& mesh, float tool_radius = radius) : world(World::create().value())
    {
        organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
        tool = world.add_tool({.pivot = {0, 0, 9}, .tip = {0, 0, 8}, .radius = tool_radius}).value();
    }

    std::vector<Contact> contacts(Vec3 pivot, Vec3 tip)
    {
        world.set_tool(tool, pivot, tip).value();
        const ContactReport& report = world.find_contacts();
        EXPECT_TRUE(report.complete);
        return {report.contacts.begin(), report.contacts.end()};
    }
    std::vector<Contact> pushing(Vec3 pivot, Vec3 tip)
    {
        std::vector<Contact> found = contacts(pivot, tip);
        std::erase_if(found, [](const Contact& contact) { return contact.silent || !(contact.separation < 0.0f); });
        std::sort(found.begin(), found.end(), [](const Contact& left, const Contact& right) {
            return std::tuple(left.point.z, left.point.x) < std::tuple(right.point.z, right.point.x);
        });
        return found;
    }
    Vec3 force()
    {
        for (const Wrench& wrench : world.contact_forces().bodies)
            if (wrench.body == tool)
                return wrench.force;
        return {};
    }

    World world;
    BodyId organ, tool;
};

TEST(ShaftsInside, AreFeltWithoutAJumpAsTheyGoBelowTheSurface)
{
    Pierced pierced(shape("organ", 5120));
    Vec3 before = {};
    std::uint64_t id = 0;
    std::size_t inside = 0;
    for (int step = 0; step < 60; ++step) {
        const float z = 0.0715f - 1e-4f * static_cast<float>(step);
        const std::vector<Contact> found = pierced.pushing({-0.2f, 0, z}, {0.2f, 0, z});
        ASSERT_EQ(found.size(), 1u) << z;
        const Vec3 force = pierced.force();
        if (step > 0) {
            EXPECT_EQ(found[0].id, id) << z;
            EXPECT_GT(force.z, before.z) << z;
            EXPECT_LT(length(to_double(force) - to_double(before)), 0.1 * length(to_double(before))) << z;
        }
        inside += is_shaft(found[0]);
        before = force;
        id = found[0].id;
    }
    EXPECT_GT(inside, 20u);
    EXPECT_LT(inside, 60u);
}

TEST(ShaftsInside, AreAsDeepAsTheirDeepestPointAndTheRadius)
{
    std::mt19937 random(41);
    const ShapeMesh mesh = shape("sphere", 1280);
    Pierced pierced(mesh, 0.1f);
    std::size_t through = 0;
    for (std::size_t k = 0; k < cases(on_most_days(8, 100)); ++k) {
        const Vec3 middle = point_in(random, 0.55f), to = point_in(random, 1.0f);
        const DoubleVector along = unit(to_double(to));
        const Vec3 pivot = to_float(to_double(middle) - along * 3.0), tip = to_float(to_double(middle) + along * 3.0);
        const std::vector<Contact> found = pierced.contacts(pivot, tip);
        double deepest = 0.0;
        for (int sample = 0; sample <= 3000; ++sample) {
            const Vec3 point = to_float(to_double(pivot) + along * (0.002 * sample));
            if (length(to_double(point)) < 1.0)
                deepest = std::max(
                    deepest, -double(pierced.world.signed_distance(pierced.organ, point).value().signed_distance));
        }
        const auto shaft = std::find_if(found.begin(), found.end(), is_shaft);
        ASSERT_NE(shaft, found.end()) << k;
        EXPECT_EQ(std::count_if(found.begin(), found.end(), is_shaft), 1) << k;
        ++through;
        EXPECT_NEAR(shaft->depth(), deepest + double(0.1f), 2e-3) << k;
        EXPECT_NEAR(dot(to_double(shaft->normal), along), 0.0, 1e-5) << k;
        EXPECT_NEAR(length(to_double(shaft->normal)), 1.0, 1e-5) << k;
        EXPECT_EQ(shaft->body_b, pierced.tool);
        // A shaft in a ball goes out where it is nearest to the rim of that, seen along it.
        const DoubleVector aside = to_double(middle) - along * dot(to_double(middle), along);
        EXPECT_GT(dot(unit(aside), to_double(shaft->normal)), length(aside) > 0.3 ? 0.9 : -1.0) << k;
    }
    EXPECT_GT(through, 0u);
}

TEST(ShaftsInside, AreTheSameThroughVerticesAndEdgesAndBesideThem)
{
    const ShapeMesh mesh = shape("organ", 5120);
    Pierced pierced(mesh);
    const auto expect_same = [&](Vec3 pivot, Vec3 tip, Vec3 aside) {
        const std::vector<Contact> at = pierced.pushing(pivot, tip);
        const Vec3 force = pierced.force();
        const std::vector<Contact> beside = pierced.pushing(pivot + aside, tip + aside);
        const Vec3 force_beside = pierced.force();
        ASSERT_EQ(at.size(), beside.size());
        ASSERT_FALSE(at.empty());
        for (std::size_t k = 0; k < at.size(); ++k) {
            EXPECT_EQ(is_shaft(at[k]), is_shaft(beside[k]));
            EXPECT_NEAR(at[k].separation, beside[k].separation, 1e-5f);
            EXPECT_LT(length(to_double(at[k].normal) - to_double(beside[k].normal)), 0.02);
        }
        EXPECT_LT(length(to_double(force) - to_double(force_beside)), 0.02 * length(to_double(force)) + 1e-3);
    };
    // The liver has vertices at (0, 0, 0.0601657) and (0, 0, 0.0017762).
    for (int k = 0; k < 5; ++k)
        expect_same({0, 0, 0.25f}, {0, 0, -0.05f - 1e-6f * static_cast<float>(k)}, {1e-6f, 2e-6f, 0});
    for (const float tip : {0.06016f, 0.0601f, 0.05f, 0.03f})
        expect_same({0, 0, 0.25f}, {0, 0, tip}, {1e-6f, 2e-6f, 0});
    // Along x through a vertex, and through the middle of an edge as far as floats have it.
    std::mt19937 random(42);
    for (std::size_t k = 0; k < cases(10); ++k) {
        const TriangleIndices& corners = mesh.triangles[random() % mesh.triangles.size()];
        const Vec3 vertex = mesh.positions[corners[0]], other = mesh.positions[corners[1]];
        for (const Vec3 point : {vertex, (vertex + other) * 0.5f})
            if (std::abs(point.y) < 0.03f && std::abs(point.z - 0.03f) < 0.02f)
                expect_same({-1, point.y, point.z}, {1, point.y, point.z}, {0, 1e-6f, 2e-6f});
    }
}

TEST(ShaftsInside, ArePushedAcrossTheEdgeThatTheyLieUnderFromEitherEnd)
{
    // A double pyramid over a triangle, and an axis across one of its edges. Some of what is measured of so short a
    // passage differs by rounding alone.
    const ShapeMesh mesh = {
        .triangles = {{3, 0, 1}, {4, 1, 0}, {3, 1, 2}, {4, 2, 1}, {3, 2, 0}, {4, 0, 2}},
        .positions = {
            {0.34375f, 0.46875f, -0.125f},
            {-0.75f, 0.96875f, -0.125f},
            {-0.71875f, 0.03125f, -0.125f},
            {-0.46875f, 0.46875f, 0.71875f},
            {-0.46875f, 0.46875f, -1.0f}}};
    Pierced pierced(mesh);
    const Vec3 pivot = {1.672903f, -1.654274f, -0.2663506f}, tip = {-2.8888247f, 2.1045361f, 0.7641774f};
    const Vec3 out = {-0.474445f, -0.716138f, 0.511907f}; // across the axis and the edge
    for (const float depth : {1e-5f, 3e-5f, 1e-4f, 3e-4f, 1e-3f, 1e-2f}) {
        const Vec3 low_pivot = pivot - out * depth, low_tip = tip - out * depth;
        for (const bool turned : {false, true}) {
            const auto found = turned ? pierced.pushing(low_tip, low_pivot) : pierced.pushing(low_pivot, low_tip);
            ASSERT_EQ(found.size(), 1u) << depth;
            EXPECT_TRUE(is_shaft(found[0])) << depth;
            EXPECT_GT(dot(found[0].normal, out), 0.9999f) << depth << (turned ? " turned" : "");
        }
    }
}

TEST(ShaftsInside, AreNotPushedInByWhatTheyAreNearFromWithin)
{
    // A box of 0.2 m with a dent in the middle of its upper side, and a shaft 1 mm below that.
    ShapeMesh mesh;
    for (const float z : {-0.1f, 0.1f})
        for (const Vec3 corner : {Vec3{-0.1f, -0.1f, z}, {0.1f, -0.1f, z}, {0.1f, 0.1f, z}, {-0.1f, 0.1f, z}})
            mesh.positions.push_back(corner);
    mesh.positions.push_back({0, 0, 0.05f});
    mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {4, 5, 8}, {5, 6, 8}, {6, 7, 8}, {7, 4, 8}};
    for (std::uint32_t side = 0; side < 4; ++side) {
        const std::uint32_t next = (side + 1) % 4;
        mesh.triangles.push_back({side, next, next + 4});
        mesh.triangles.push_back({side, next + 4, side + 4});
    }
    Pierced pierced(mesh);
    const std::vector<Contact> found = pierced.contacts({-0.3f, 0.003f, 0.049f}, {0.3f, 0.003f, 0.049f});
    EXPECT_EQ(std::count_if(found.begin(), found.end(), is_shaft), 1);
    for (const Contact& contact : found) {
        EXPECT_TRUE(is_shaft(contact) || contact.silent || contact.separation >= 0.0f);
        if (!is_shaft(contact)) {
            EXPECT_EQ(contact.depth(), 0.0f);
        }
    }
}

TEST(ShaftsInside, CutShortAreCovered)
{
    std::mt19937 random(43);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    for (std::size_t k = 0; k < cases(on_most_days(2, 20)); ++k) {
        const Vec3 pivot = point_in(random, 0.5f) + Vec3{-2, 0, 0}, tip = point_in(random, 0.5f) + Vec3{2, 0, 0};
        std::vector<Contact> complete;
        for (std::int64_t units = -1; units < 2000; units += units < 100 ? 1 : 37) {
            World world = World::create().value();
            world.add_tool({.pivot = pivot, .tip = tip, .radius = 0.1f}).value();
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
            const ContactReport& report = world.find_contacts(
                units < 0 ? Budget::unlimited() : Budget::work_units(static_cast<std::uint64_t>(units)));
            if (units < 0) {
                complete.assign(report.contacts.begin(), report.contacts.end());
                std::erase_if(complete, [](const Contact& contact) { return !is_shaft(contact); });
                ASSERT_FALSE(complete.empty()) << k;
                continue;
            }
            for (const Contact& contact : complete) {
                const auto is_same = [&](const Contact& other) {
                    return other.kind == contact.kind && other.separation == contact.separation;
                };
                const auto covers = [&](const Contact& part) {
                    return length(to_double(part.point) - to_double(contact.point)) <= double(part.point_bound)
                           && part.separation_lower <= contact.separation
                           && contact.separation <= part.separation_upper;
                };
                ASSERT_TRUE(
                    std::any_of(report.contacts.begin(), report.contacts.end(), is_same)
                    || std::any_of(report.unrefined.begin(), report.unrefined.end(), covers))
                    << k << ' ' << units;
            }
            if (report.complete)
                break;
            ASSERT_LT(units, 1900);
        }
    }
}

TEST(ShaftsInside, AreTheSameInEveryStructureAndHoweverTheyAreCut)
{
    std::mt19937 random(44);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    std::size_t through = 0;
    for (std::size_t k = 0; k < cases(on_most_days(12, 100)); ++k) {
        Vec3 pivot = point_in(random, 3.0f), tip = point_in(random, 3.0f);
        // Half of them go through a vertex, or an edge.
        if (k % 2 == 0) {
            const TriangleIndices& corners = mesh.triangles[random() % mesh.triangles.size()];
            const Vec3 vertex = mesh.positions[corners[0]], other = mesh.positions[corners[1]];
            const Vec3 point = k % 4 == 0 ? vertex : (vertex + other) * 0.5f;
            pivot = {-2, point.y, point.z};
            tip = {2, point.y, point.z};
        }
        std::vector<std::tuple<ContactKind, float, float, bool>> expected;
        for (const Structure structure :
             {Structure::refit_bvh, Structure::brute_force, Structure::spherical_octree, Structure::bucket_octree})
            for (const bool is_cut : {false, true}) {
                World world = World::create().value();
                world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure})
                    .value();
                world.add_tool({.pivot = pivot, .tip = tip, .radius = 0.05f}).value();
                bool is_complete = world.find_contacts(is_cut ? Budget::work_units(1) : Budget::unlimited()).complete;
                for (int step = 0; step < 5000 && !is_complete; ++step)
                    is_complete = world.refine_contacts(Budget::work_units(3)).complete;
                ASSERT_TRUE(is_complete) << k;
                std::vector<std::tuple<ContactKind, float, float, bool>> said;
                for (const Contact& contact : world.refine_contacts().contacts)
                    said.emplace_back(contact.kind, contact.separation, contact.point.x, contact.silent);
                std::sort(said.begin(), said.end());
                if (structure == Structure::refit_bvh && !is_cut)
                    expected = said;
                EXPECT_EQ(said, expected) << k;
            }
        through += static_cast<std::size_t>(std::count_if(expected.begin(), expected.end(), [](const auto& said) {
            return std::get<0>(said) == ContactKind::inside_shaft;
        }));
    }
    EXPECT_GT(through, 0u);
}

TEST(ShaftsThroughSheets, HaveNoContactMoreWhereTheyMeetAVertex)
{
    const ShapeMesh mesh = shape("sheet", 200);
    const auto inner = std::find_if(mesh.positions.begin(), mesh.positions.end(), [](Vec3 point) {
        return std::abs(point.x - 0.5f) < 0.2f && std::abs(point.y - 0.5f) < 0.2f;
    });
    ASSERT_NE(inner, mesh.positions.end());
    Pierced pierced(mesh, 0.02f);
    const auto count = [&](Vec3 aside) {
        const Vec3 at = *inner + aside;
        const std::vector<Contact> found = pierced.pushing(at + Vec3{0, 0, 0.5f}, at - Vec3{0, 0, 0.5f});
        return std::count_if(
            found.begin(), found.end(), [](const Contact& contact) { return contact.separation == -0.02f; });
    };
    EXPECT_EQ(count({0, 0, 0}), 0);
    EXPECT_EQ(count({1e-3f, 2e-3f, 0}), 0);
}

} // namespace
} // namespace tactus::tool_tests
