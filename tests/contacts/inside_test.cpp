// SPDX-License-Identifier: MIT
// What lies inside another body: found whatever happened before, covered at every cut, and bounded in depth.
#include <tactus/papers.h>

#include "contacts/promises.h"

namespace tactus {
namespace {

/// A ball of about 3 n^2 triangles, a little off the axes.
papers::GridMesh ball(float x, float radius, int n = 8)
{
    const int around = n + n / 2;
    std::vector<Vec3> points;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= around; ++j) {
            const double down = 3.14159265358979 * i / n, along = 6.28318530717959 * (j % around) / around;
            const double ring = i % n != 0 ? std::sin(down) : 0.0;
            points.push_back(
                {x + radius * float(ring * std::cos(along)), radius * float(ring * std::sin(along)) + 0.013f,
                 radius * float(std::cos(down)) + 0.017f});
        }
    return papers::mesh_from_grid(points, std::uint32_t(n + 1), std::uint32_t(around + 1)).value();
}

BodyId add(World& world, const papers::GridMesh& mesh, Structure structure = Structure::refit_bvh)
{
    return world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
}

World world_of(const papers::GridMesh& a, const papers::GridMesh& b, const ContactSettings& settings = {})
{
    World world = World::create({.contacts = settings}).value();
    add(world, a);
    add(world, b);
    return world;
}

using Depths = std::map<ContactFeatures, float>;

Depths depths_of(const ContactReport& report)
{
    Depths depths;
    for (const Contact& contact : report.contacts)
        depths[name_of(contact)] = contact.separation;
    return depths;
}

class WhatLiesInside : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(
    Worlds, WhatLiesInside, testing::Values("another_structure", "an_error_goal", "near_a_corner"),
    [](const auto& name) { return name.param; });

TEST_P(WhatLiesInside, IsTheSameInEveryQueryOfThreeBodies)
{
    const bool near_a_corner = GetParam() == "near_a_corner";
    World world = World::create({.contacts = {.contact_distance = near_a_corner ? 0.05f : 0.0f}}).value();
    papers::GridMesh third = ball(3.4f, 1.0f);
    if (near_a_corner)
        for (Vec3& p : third.positions)
            p = p + Vec3{0.14f, 2.04f, 2.04f};
    const papers::GridMesh first = ball(0.0f, 1.0f);
    const BodyId a = add(world, first), b = add(world, ball(1.5f, 1.0f));
    const BodyId c =
        add(world, third, GetParam() == "another_structure" ? Structure::bucket_octree : Structure::refit_bvh);
    if (GetParam() == "an_error_goal") {
        ASSERT_TRUE(world.set_pair(b, c, {.error_goal = 1e-6f}).ok());
    }
    const Depths once = depths_of(world.find_contacts());
    for (int again = 0; again < 3; ++again) {
        if (again == 1) {
            ASSERT_TRUE(world.set_positions(a, first.positions).ok());
        }
        const ContactReport& report = world.find_contacts();
        EXPECT_TRUE(report.complete);
        EXPECT_EQ(depths_of(report), once);
        for (const Contact& contact : report.contacts)
            if (contact.body_a == a && is_vertex_inside(contact)) {
                const Vec3 p =
                    contact.kind == ContactKind::vertex_inside ? first.positions[contact.vertices_a[0]] : contact.point;
                const Vec3 centre = contact.kind == ContactKind::vertex_inside ? Vec3{1.5f, 0.013f, 0.017f}
                                                                               : Vec3{0.0f, 0.013f, 0.017f};
                EXPECT_LE(dot(p - centre, p - centre), 1.0f);
            }
    }
}

TEST(Inside, IsCoveredInPlaceAndDepthAfterEveryUnit)
{
    struct Case {
        papers::GridMesh a, b;
        float distance;
    };
    const std::vector<Case> all = {
        {ball(0.0f, 1.0f), ball(0.9f, 1.0f), 0.0f},
        {ball(0.0f, 1.0f), ball(1.8f, 1.0f), 0.1f},
        {ball(0.0f, 0.3f), ball(0.1f, 1.0f), 0.0f},
        {ball(0.0f, 1.0f), ball(0.1f, 0.3f), 0.2f}};
    for (const Case& one : all) {
        const ContactSettings settings = {.contact_distance = one.distance};
        World whole = world_of(one.a, one.b, settings);
        const Promises promises(whole.find_contacts());
        float worst_before = std::numeric_limits<float>::infinity();
        bool complete = false;
        for (std::uint64_t units = 0; !complete; units += std::max<std::uint64_t>(1, 3 / cases(3))) {
            World cut = world_of(one.a, one.b, settings);
            const ContactReport& report = cut.find_contacts(Budget::work_units(units));
            promises.check(report, "after " + std::to_string(units));
            EXPECT_LE(report.worst_error, worst_before) << units;
            worst_before = report.worst_error;
            complete = report.complete;
        }
    }
}

/// Bounds come before depths, however little these take: after less than twice the work of a query without depths, and
/// some three fifths of that of a whole one.
TEST(Inside, IsBoundedWellBeforeDepthsAreMeasured)
{
    for (const int n : {8, 16, 30})
        for (const float x : {0.9f, 1.4f, 1.8f}) {
            const papers::GridMesh a = ball(0.0f, 1.0f, n), b = ball(x, 1.0f, n);
            World flat = world_of(a, b, {.measure_depths = false}), whole = world_of(a, b);
            World cut = world_of(a, b), none = world_of(a, b);
            for (World* world : {&flat, &whole, &cut, &none})
                world->prepare_contacts();
            const std::uint64_t found = flat.find_contacts(every_unit()).work_units_spent;
            const std::uint64_t needed = whole.find_contacts(every_unit()).work_units_spent;
            const std::uint64_t units = std::min(19 * found / 10, 61 * needed / 100);
            const float first = none.find_contacts(Budget::work_units(0)).worst_error;
            const float then = cut.find_contacts(Budget::work_units(units)).worst_error;
            EXPECT_LT(then, 0.25f * first) << n << " rings, " << x << " m apart";
        }
}

TEST(Inside, IsNotDeeperThanTheErrorThatWasAskedFor)
{
    for (const float radius : {1.0f, 0.3f})
        for (const float goal : {2.0f, 1.0f, 0.3f, 0.1f, 0.01f}) {
            const papers::GridMesh a = ball(0.0f, radius), b = ball(radius < 1.0f ? 0.1f : 0.9f, 1.0f);
            World whole = world_of(a, b), coarse = world_of(a, b);
            const Promises promises(whole.find_contacts());
            const ContactReport& report = coarse.find_contacts(Budget::until_error(goal));
            EXPECT_LE(report.worst_error, goal);
            promises.check(report, "until " + std::to_string(goal));
            promises.check(coarse.refine_contacts(Budget::until_error(0.5f * goal)), "refined");
            EXPECT_TRUE(coarse.refine_contacts().complete);
            EXPECT_EQ(depths_of(coarse.refine_contacts()), depths_of(whole.refine_contacts()));
        }
}

TEST(Inside, OfSeveralPiecesEachIsFound)
{
    // One piece crosses the large ball's surface, one is inside, and one is outside.
    World world = World::create().value();
    const papers::GridMesh inner = ball(0.0f, 0.2f), crossing = ball(1.0f, 0.2f), outer = ball(2.0f, 0.2f);
    const std::vector<MeshView> parts = {
        {inner.triangles, inner.positions},
        {crossing.triangles, crossing.positions},
        {outer.triangles, outer.positions}};
    const BodyId pieces = world.add_compound(parts).value();
    add(world, ball(0.0f, 1.0f));
    std::set<std::uint32_t> found;
    const ContactReport& report = world.find_contacts();
    EXPECT_TRUE(report.complete);
    for (const Contact& contact : report.contacts)
        if (contact.kind == ContactKind::vertex_inside && contact.body_a == pieces)
            found.insert(contact.vertices_a[0]);
    for (std::uint32_t vertex = 0; vertex < inner.positions.size(); ++vertex)
        EXPECT_TRUE(found.contains(vertex)) << vertex;
}

/// A square sheet, open all around.
papers::GridMesh sheet(float x, float half)
{
    std::vector<Vec3> points;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            points.push_back({x, half * (float(i) - 1.5f) / 1.5f, half * (float(j) - 1.5f) / 1.5f});
    return papers::mesh_from_grid(points, 4, 4).value();
}

TEST(Inside, AnOpenSheetHasADepthThatIsFinal)
{
    for (const bool measures : {true, false})
        for (const Structure structure : {Structure::refit_bvh, Structure::bucket_octree, Structure::brute_force}) {
            World world = World::create({.contacts = {.measure_depths = measures}}).value();
            const BodyId inner = add(world, sheet(0.5f, 0.2f), structure);
            add(world, ball(0.0f, 1.0f));
            const ContactReport& report = world.find_contacts();
            EXPECT_TRUE(report.complete);
            // Every vertex has a depth of its own, and where they are not measured one stands for all.
            ASSERT_EQ(report.contacts.size(), measures ? 16u : 1u);
            for (const Contact& contact : report.contacts) {
                EXPECT_EQ(contact.kind, ContactKind::vertex_inside);
                EXPECT_EQ(contact.body_a, inner);
                EXPECT_EQ(contact.depth_state, measures ? DepthState::propagated : DepthState::local);
                // The ball's faces are a little nearer than its radius.
                const Vec3 from_centre = contact.point - Vec3{0.0f, 0.013f, 0.017f};
                EXPECT_NEAR(contact.depth(), 1.0f - std::sqrt(dot(from_centre, from_centre)), 0.08f);
            }
        }
}

TEST(Inside, IsNamedByTheSameVertexInKeptAndFreshWorlds)
{
    const ContactSettings settings = {.measure_depths = false};
    papers::GridMesh small = ball(0.0f, 0.3f);
    World kept = world_of(ball(0.0f, 1.0f), small, settings);
    for (int frame = 0; frame < 4; ++frame) {
        // Triangles turn round, and then the first of them goes.
        const BodyId inner{1, 0};
        if (frame > 0) {
            const std::uint32_t first[] = {std::uint32_t(frame) - 1};
            const std::vector<TriangleIndices> again = {
                {small.triangles[first[0]][1], small.triangles[first[0]][2], small.triangles[first[0]][0]}};
            ASSERT_TRUE(kept.edit(BodyEdit{.body = inner, .remove_triangles = first, .add_triangles = again}).ok());
        }
        World fresh = world_of(ball(0.0f, 1.0f), small, settings);
        EXPECT_EQ(depths_of(kept.find_contacts()), depths_of(fresh.find_contacts())) << frame;
    }
}

} // namespace
} // namespace tactus
