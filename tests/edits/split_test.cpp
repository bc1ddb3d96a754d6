// SPDX-License-Identifier: MIT
// What bodies were, and what was said about them, holds for their pieces.
#include "base/every_structure.h"
#include "base/structure_options.h"
#include "edits/edited_model.h"
#include "world/contacts/pair_settings.h"

namespace tactus {
namespace {

/// A triangle in the plane z = 0, and one whose first corner rests on it at this height.
ModelBody resting(float z)
{
    return {{}, {{0, 1, 2}, {3, 4, 5}}, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, z}, {1, 1, z + 2}, {2, 1, z + 2}}};
}

class Split : public testing::TestWithParam<Structure> {
protected:
    BodyId add(const ModelBody& body, bool self_collision)
    {
        BodyDesc desc = {.triangles = body.triangles, .positions = body.positions};
        desc.structure = choice_of(GetParam(), quick_spheres());
        desc.self_collision = self_collision;
        return world.add_body(desc).value();
    }
    BodyId add_triangle(const ModelBody& of, std::size_t number)
    {
        ModelBody one{{}, {{0, 1, 2}}, {}};
        for (const std::uint32_t vertex : of.triangles[number])
            one.positions.push_back(of.positions[vertex]);
        return add(one, false);
    }
    BodyId split(BodyId body, BodyId join = {})
    {
        const auto report = world.edit(BodyEdit{.body = body, .join = join, .split = true});
        EXPECT_TRUE(report.ok());
        EXPECT_EQ(report.value().bodies[0].pieces.size(), 1u);
        return report.value().bodies[0].pieces[0].body;
    }
    void move_away_and_back(BodyId piece)
    {
        ASSERT_TRUE(world.set_pose(piece, {.position = {0, 0, 9}, .rotation = {}}).ok());
        ASSERT_TRUE(world.set_pose(piece, {}).ok());
    }

    World world = World::create().value();
};

TEST_P(Split, GoesOnReportingWhatTouchedAndWasReportedBefore)
{
    const BodyId body = add(resting(0.0f), true);
    ASSERT_EQ(world.find_pairs().pair_count, 1u);
    const std::size_t contacts = world.find_contacts().contacts.size();
    ASSERT_GT(contacts, 0u);
    split(body);
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
    EXPECT_TRUE(world.any_pair());
    EXPECT_EQ(world.find_contacts().contacts.size(), contacts);
}

TEST_P(Split, IsSilentAboutWhatTouchedAndWasNotTestedBefore)
{
    const BodyId body = add(resting(0.0f), false);
    ASSERT_EQ(world.find_pairs().pair_count, 0u);
    const BodyId piece = split(body);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u);
    move_away_and_back(piece);
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
}

TEST_P(Split, GoesOnReportingTwoBodiesThatAreJoinedAndSplitInOneEdit)
{
    const BodyId a = add_triangle(resting(0.0f), 0), b = add_triangle(resting(0.0f), 1);
    ASSERT_EQ(world.find_pairs().pair_count, 1u);
    split(a, b);
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
}

TEST_P(Split, IsSilentAboutTwoBodiesThatMightTouchUntilTheyHaveMovedApart)
{
    const BodyId a = add_triangle(resting(0.0f), 0), b = add_triangle(resting(0.0f), 1);
    ASSERT_TRUE(world.ignore_contacts(a, b).ok());
    const BodyId piece = split(a, b);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    move_away_and_back(piece);
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
}

TEST_P(Split, OfABodyThatMayTouchItselfMakesPiecesThatMayTouchEachOther)
{
    // The second triangle goes through the first, and through a third that comes off too.
    ModelBody three = resting(-1.0f);
    three.positions.insert(three.positions.end(), {{0, 0, 0.5f}, {4, 0, 0.5f}, {0, 4, 0.5f}});
    three.triangles.push_back({6, 7, 8});
    const BodyId body = add(three, true);
    ASSERT_EQ(world.find_pairs().pair_count, 2u);
    ASSERT_TRUE(world.ignore_contacts(body, body).ok());
    ASSERT_EQ(world.find_pairs().pair_count, 0u);
    const auto report = world.edit(BodyEdit{.body = body, .split = true});
    ASSERT_EQ(report.value().bodies[0].pieces.size(), 2u);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u);
    ASSERT_TRUE(world.ignore_contacts(body, report.value().bodies[0].pieces[0].body, false).ok());
    EXPECT_GT(world.find_pairs().pair_count, 0u) << "the pieces are there, and meet";
}

TEST_P(Split, KeepsAttachedVerticesOfOneBodyAttached)
{
    const BodyId body = add(resting(0.0f), true);
    ASSERT_TRUE(world.attach_vertices(body, 0, body, 3).ok());
    ASSERT_EQ(world.find_pairs().pair_count, 0u);
    const BodyId piece = split(body);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    move_away_and_back(piece);
    EXPECT_EQ(world.find_pairs().pair_count, 0u) << "for good";
}

TEST_P(Split, KeepsFilterAndPose)
{
    const BodyId body = add(resting(0.0f), true);
    const BodyId other = add_triangle(resting(0.0f), 0);
    ASSERT_TRUE(world.set_filter(body, {.group = 2, .mask = 2}).ok());
    ASSERT_TRUE(world.set_pose(body, {.position = {1, 0, 0}, .rotation = {}}).ok());
    ASSERT_EQ(world.find_pairs().pair_count, 1u);
    const BodyId piece = split(body);
    EXPECT_EQ(world.find_pairs().pair_count, 1u) << "not with the other";
    for (const BodyId id : {body, piece})
        EXPECT_GE(world.info(id).value().lower_corner.x, 1.0f);
    ASSERT_TRUE(world.set_filter(other, {.group = 2, .mask = 2}).ok());
    EXPECT_GT(world.find_pairs().pair_count, 1u);
}

TEST_P(Split, IsSilentAboutACutWithinAPieceThatComesOff)
{
    // Beside a large part, a strip of squares is torn half way: its middle vertices of one side are doubled.
    ModelBody body{{}, {}, {}};
    for (std::uint32_t x = 0; x <= 8; ++x)
        for (std::uint32_t y = 0; y <= 2; ++y)
            body.positions.push_back({float(x), float(y), 0.1f * float(x % 2)});
    const auto middle_of = [](std::uint32_t x) { return 3 * x + 1; };
    std::vector<std::uint32_t> torn;
    std::vector<TriangleIndices> again;
    for (std::uint32_t x = 0; x < 8; ++x)
        for (std::uint32_t y = 0; y < 2; ++y)
            for (const TriangleIndices& triangle :
                 {TriangleIndices{3 * x + y, 3 * x + y + 3, 3 * x + y + 4},
                  {3 * x + y, 3 * x + y + 4, 3 * x + y + 1}}) {
                TriangleIndices other = triangle;
                for (std::uint32_t& vertex : other)
                    if (y == 1 && vertex % 3 == 1 && vertex / 3 < 4)
                        vertex = 27 + vertex / 3;
                if (other != triangle) {
                    torn.push_back(std::uint32_t(body.triangles.size()));
                    again.push_back(other);
                }
                body.triangles.push_back(triangle);
            }
    std::vector<Vec3> added;
    for (std::uint32_t x = 0; x < 4; ++x)
        added.push_back(body.positions[middle_of(x)]);
    // The large part comes with the edit, so that the strip is what comes off.
    for (std::uint32_t k = 0; k < 60; ++k) {
        again.push_back({31, 32 + k, 33 + k});
    }
    for (std::uint32_t k = 0; k < 62; ++k)
        added.push_back({50.0f + 0.1f * float(k), 0.01f * float(k * k), 0.0f});
    const BodyId id = add(body, true);
    ASSERT_EQ(world.find_pairs().pair_count, 0u);
    const auto report = world.edit(
        BodyEdit{.body = id, .remove_triangles = torn, .add_vertices = added, .add_triangles = again, .split = true});
    ASSERT_TRUE(report.ok()) << report.error().message;
    ASSERT_EQ(report.value().bodies[0].pieces.size(), 1u);
    ASSERT_EQ(world.info(report.value().bodies[0].pieces[0].body).value().triangles, 32u);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u);
}

TEST_P(Split, JoinOfTwoBodiesThatMightTouchIsSilentUntilTheyHaveMovedApart)
{
    ModelBody model = resting(0.0f);
    const BodyId b = add_triangle(model, 1);
    ModelBody first{{}, {{0, 1, 2}}, {model.positions[0], model.positions[1], model.positions[2]}};
    const BodyId a = add(first, true);
    ASSERT_TRUE(world.ignore_contacts(a, b).ok());
    ASSERT_EQ(world.find_pairs().pair_count, 0u);
    ASSERT_TRUE(world.edit(BodyEdit{.body = a, .join = b}).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    std::vector<Vec3> apart = model.positions;
    for (std::size_t vertex = 3; vertex < 6; ++vertex)
        apart[vertex].z += 1.0f;
    ASSERT_TRUE(world.set_positions(a, apart).ok());
    ASSERT_TRUE(world.set_positions(a, model.positions).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
}

// Where the vertices lie that went with a piece is nothing to what stays.
TEST_P(Split, FindsWhatStaysInsideABody)
{
    add({{}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, {{-2, -2, -2}, {8, -2, -2}, {-2, 8, -2}, {-2, -2, 8}}},
        false);
    ModelBody both{
        {},
        {{0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {3, 4, 5}},
        {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 50}, {1, 0, 50}, {0, 1, 50}}};
    const BodyId body = add(both, false);
    split(body);
    const auto expect_one_inside = [&] {
        const ContactReport& report = world.find_contacts();
        ASSERT_EQ(report.contacts.size(), 3u);
        for (std::size_t vertex = 0; vertex < 3; ++vertex) {
            EXPECT_EQ(report.contacts[vertex].kind, ContactKind::inside_vertex);
            EXPECT_EQ(report.contacts[vertex].point, both.positions[vertex]);
        }
    };
    expect_one_inside();
    for (Vec3& p : both.positions)
        p.x += 0.5f;
    ASSERT_TRUE(world.set_positions(body, both.positions).ok());
    expect_one_inside();
}

INSTANTIATE_TEST_SUITE_P(EveryStructure, Split, testing::ValuesIn(every_structure));

TEST(PairSettingsOfPieces, AreThoseOfTheirBodyWithOthersWithItselfAndBetweenThem)
{
    AllPairSettings settings;
    settings.set(1, 1, {.weight = 2.0f});
    settings.set(0, 1, {.weight = 3.0f});
    for (const std::uint32_t piece : {2u, 3u})
        settings.inherit(piece, 1);
    for (const auto& [a, b] : {std::pair{2u, 2u}, {3u, 3u}, {1u, 2u}, {1u, 3u}, {2u, 3u}})
        EXPECT_EQ(settings.find(a, b).weight, 2.0f) << a << " and " << b;
    for (const std::uint32_t piece : {2u, 3u})
        EXPECT_EQ(settings.find(piece, 0).weight, 3.0f);
}

} // namespace
} // namespace tactus
