// SPDX-License-Identifier: MIT
// What a world answers depends on where its bodies are, and not on what happened before.
#include "base/every_structure.h"
#include "contacts/promises.h"

namespace tactus {
namespace {

using Separations = std::map<ContactFeatures, float>;

Separations separations_of(const ContactReport& report)
{
    Separations separations;
    for (const Contact& contact : report.contacts)
        separations[name_of(contact)] = contact.separation;
    return separations;
}

const std::vector<TriangleIndices> box_triangles = {{0, 1, 2}, {2, 1, 3}, {4, 5, 6}, {5, 7, 6}, {0, 2, 4}, {2, 5, 4},
                                                    {1, 6, 3}, {3, 6, 7}, {0, 4, 1}, {1, 4, 6}, {2, 3, 5}, {3, 7, 5}};

std::vector<Vec3> box_positions(Vec3 lower, Vec3 upper)
{
    const auto [x, y, z] = lower;
    const auto [u, v, w] = upper;
    return {{x, y, z}, {x, v, z}, {u, y, z}, {u, v, z}, {x, y, w}, {u, y, w}, {x, v, w}, {u, v, w}};
}

/// Two triangles that no edge connects: one of them inside the unit box or across its upper side, the other far away.
const std::vector<Vec3> two_sheets_positions = {{3.0f, 0.4f, 0.4f}, {3.0f, 0.6f, 0.4f}, {3.0f, 0.5f, 0.6f},
                                                {0.4f, 0.4f, 0.4f}, {0.6f, 0.4f, 0.4f}, {0.5f, 0.6f, 0.5f}};

TEST(OpenPieces, AreEachFoundInside)
{
    for (const Structure structure : {Structure::refit_bvh, Structure::bucket_octree, Structure::brute_force}) {
        World world = World::create().value();
        const BodyId sheets = world
                                  .add_body(
                                      {.triangles = std::vector<TriangleIndices>{{0, 1, 2}, {3, 4, 5}},
                                       .positions = two_sheets_positions,
                                       .structure = structure})
                                  .value();
        ASSERT_TRUE(
            world.add_body({.triangles = box_triangles, .positions = box_positions({0, 0, 0}, {1, 1, 1})}).ok());
        const ContactReport& report = world.find_contacts();
        EXPECT_TRUE(report.complete);
        ASSERT_EQ(report.contacts.size(), 3u);
        for (std::uint32_t k = 0; k < 3; ++k) {
            EXPECT_EQ(report.contacts[k].kind, ContactKind::vertex_inside);
            EXPECT_EQ(report.contacts[k].body_a, sheets);
            EXPECT_EQ(report.contacts[k].vertices_a[0], 3 + k);
            EXPECT_NEAR(report.contacts[k].depth(), 0.4f, 1e-6f);
        }
    }
}

TEST(OpenPieces, AreFoundInsideAfterAnEditToo)
{
    const std::vector<TriangleIndices> before = {{0, 1, 2}, {3, 4, 5}}, added = {{0, 2, 6}};
    World kept = World::create().value();
    const BodyId sheets = kept.add_body({.triangles = before, .positions = two_sheets_positions}).value();
    ASSERT_TRUE(kept.add_body({.triangles = box_triangles, .positions = box_positions({0, 0, 0}, {1, 1, 1})}).ok());
    (void)kept.find_contacts();
    const std::vector<Vec3> new_vertex = {{4.0f, 0.5f, 0.5f}};
    ASSERT_TRUE(kept.edit(BodyEdit{.body = sheets, .add_vertices = new_vertex, .add_triangles = added}).ok());
    const ContactReport& report = kept.find_contacts();
    ASSERT_EQ(report.contacts.size(), 3u);
    for (std::uint32_t k = 0; k < 3; ++k)
        EXPECT_EQ(report.contacts[k].vertices_a[0], 3 + k);
}

/// A tetrahedron with its fourth vertex above or below the others: its faces look outwards, or inwards.
std::vector<Vec3> tetrahedron(float height)
{
    return {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.25f, 0.25f, height}};
}

const std::vector<TriangleIndices> tetrahedron_triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

Separations of_fresh_world(std::span<const Vec3> positions, float sphere_height)
{
    World world = World::create().value();
    (void)world.add_sphere({.centre = {0.2f, 0.2f, sphere_height}, .radius = 0.3f}).value();
    (void)world.add_body({.triangles = tetrahedron_triangles, .positions = positions}).value();
    return separations_of(world.find_contacts());
}

TEST(SidesOfABody, ThatWasFlatAreThoseItHasWhenItIsNoMore)
{
    // Through the near side the sphere reaches the far ones, which do not push.
    for (const float height : {0.25f, -0.25f}) {
        const float sphere_height = height < 0.0f ? 0.2f : -0.2f;
        World kept = World::create().value();
        (void)kept.add_sphere({.centre = {0.2f, 0.2f, sphere_height}, .radius = 0.3f}).value();
        const BodyId body = kept.add_body({.triangles = tetrahedron_triangles, .positions = tetrahedron(0.0f)}).value();
        (void)kept.find_contacts();
        ASSERT_TRUE(kept.set_positions(body, tetrahedron(height)).ok());
        EXPECT_EQ(separations_of(kept.find_contacts()), of_fresh_world(tetrahedron(height), sphere_height)) << height;
    }
}

TEST(SidesOfABody, ThatIsTurnedInsideOutStay)
{
    // The sphere is on the side that was outside of the base, and is now inside of it: nothing pushes it any more.
    World kept = World::create().value();
    (void)kept.add_sphere({.centre = {0.2f, 0.2f, 0.2f}, .radius = 0.3f}).value();
    const BodyId body = kept.add_body({.triangles = tetrahedron_triangles, .positions = tetrahedron(0.25f)}).value();
    (void)kept.find_contacts();
    ASSERT_TRUE(kept.set_positions(body, tetrahedron(-0.25f)).ok());
    for (const auto& [name, separation] : separations_of(kept.find_contacts()))
        EXPECT_EQ(separation, 0.0f);
    for (const auto& [name, separation] : of_fresh_world(tetrahedron(-0.25f), 0.2f))
        EXPECT_LT(separation, 0.0f);
}

TEST(SidesOfABody, ThatIsMadeAnewAreThoseOfItsNewTriangles)
{
    World kept = World::create().value();
    (void)kept.add_sphere({.centre = {0.2f, 0.2f, 0.2f}, .radius = 0.3f}).value();
    std::vector<TriangleIndices> turned = tetrahedron_triangles;
    for (TriangleIndices& triangle : turned)
        std::swap(triangle[1], triangle[2]);
    const BodyId body = kept.add_body({.triangles = turned, .positions = tetrahedron(-0.25f)}).value();
    (void)kept.find_contacts();
    const std::vector<std::uint32_t> all = {0, 1, 2, 3};
    ASSERT_TRUE(
        kept.edit(BodyEdit{.body = body, .remove_triangles = all, .add_triangles = tetrahedron_triangles}).ok());
    Separations kept_separations, fresh_separations;
    for (const auto& [name, separation] : separations_of(kept.find_contacts()))
        kept_separations[{std::get<0>(name), std::get<1>(name), std::get<2>(name), std::get<3>(name), {}}] = separation;
    for (const auto& [name, separation] : of_fresh_world(tetrahedron(-0.25f), 0.2f))
        fresh_separations[{std::get<0>(name), std::get<1>(name), std::get<2>(name), std::get<3>(name), {}}] =
            separation;
    EXPECT_EQ(kept_separations, fresh_separations);
}

TEST(ParallelEdgesOfOneBody, AreInContactInTheSamePointHoweverTheyAreFound)
{
    const std::vector<TriangleIndices> triangles = {{2, 5, 4}, {0, 1, 2}, {3, 2, 4}};
    const std::vector<Vec3> positions = {{0.25f, 0.625f, 1.0f},    {0.25f, 0.75f, 1.0f},   {0.25f, 0.75f, 0.875f},
                                         {0.375f, 0.625f, 0.875f}, {0.375f, 0.75f, 0.75f}, {0.375f, 0.875f, 0.875f}};
    std::map<ContactFeatures, Vec3> expected;
    for (const Structure structure : quick_structures)
        for (const bool is_cut : {false, true}) {
            World world = World::create({.contacts = {.contact_distance = 0.25f}}).value();
            ASSERT_TRUE(world
                            .add_body(
                                {.triangles = triangles,
                                 .positions = positions,
                                 .structure = structure,
                                 .self_collision = true})
                            .ok());
            if (is_cut)
                (void)world.find_contacts(Budget::work_units(2));
            const ContactReport& report = is_cut ? world.refine_contacts() : world.find_contacts();
            ASSERT_TRUE(report.complete);
            ASSERT_GT(report.contacts.size(), 0u);
            for (const Contact& contact : report.contacts)
                EXPECT_EQ(expected.try_emplace(name_of(contact), contact.point).first->second, contact.point)
                    << static_cast<int>(structure) << (is_cut ? ", cut" : "");
        }
}

} // namespace
} // namespace tactus
