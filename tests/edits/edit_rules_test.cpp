// SPDX-License-Identifier: MIT
// What edits refuse, and what they keep.
#include <string>

#include "base/every_structure.h"
#include "edits/edited_model.h"

namespace tactus {
namespace {

/// A square of two triangles in the plane z.
ModelBody square(float z) { return {{}, {{0, 1, 2}, {0, 2, 3}}, {{0, 0, z}, {1, 0, z}, {1, 1, z}, {0, 1, z}}}; }

struct Edits : testing::Test {
    BodyId add(const ModelBody& body, PositionStorage storage = PositionStorage::copied)
    {
        BodyDesc desc = {.triangles = body.triangles, .positions = body.positions};
        desc.storage = storage;
        return world.add_body(desc).value();
    }
    void expect_refusal(std::span<const BodyEdit> batch, const std::string& sentence)
    {
        const BodyInfo before_a = world.info(a).value(), before_b = world.info(b).value();
        const NumberedPairs pairs = pairs_of(world.find_pairs());
        const std::size_t bodies = world.body_count();
        const auto report = world.edit(batch);
        ASSERT_FALSE(report.ok());
        EXPECT_NE(report.error().message.find(sentence), std::string::npos) << report.error().message;
        EXPECT_EQ(world.info(a).value().triangles, before_a.triangles);
        EXPECT_EQ(world.info(b).value().vertices, before_b.vertices);
        EXPECT_EQ(world.body_count(), bodies);
        EXPECT_EQ(pairs_of(world.find_pairs()), pairs);
    }
    void expect_refusal(const BodyEdit& edit, const std::string& sentence)
    {
        expect_refusal(std::span(&edit, 1), sentence);
    }

    World world = World::create().value();
    BodyId a = add(square(0.0f));
    BodyId b = add({{}, {{0, 1, 2}}, {{0.2f, 0.1f, -1}, {0.3f, 0.1f, 1}, {0.3f, 0.2f, 1}}});
};

TEST_F(Edits, ThatAreNotPossibleAreRefusedWholeWithASentence)
{
    const std::uint32_t gone[] = {2}, twice[] = {1, 1}, first[] = {0};
    const std::vector<TriangleIndices> too_high = {{0, 1, 2}, {0, 1, 5}};
    const std::vector<Vec3> one = {{0, 0, 0}}, broken = {{0, 0, 0}, {0, NAN, 0}};
    expect_refusal({.body = a, .remove_triangles = gone}, "triangle 2 cannot be removed, there are only 2");
    expect_refusal({.body = a, .remove_triangles = twice}, "triangle 1 cannot be removed, it is removed already");
    expect_refusal(
        {.body = a, .add_vertices = PositionsView(one), .add_triangles = TrianglesView(too_high)},
        "of the triangles that are added, triangle 1: vertex 5 does not exist, the body has 5 vertices");
    expect_refusal(
        {.body = a, .add_vertices = PositionsView(broken)}, "of the vertices that are added, vertex 1: y is nan");
    expect_refusal({.body = a, .join = a}, "named twice");
    expect_refusal({.body = {7, 0}}, "there is no body 7");
    expect_refusal(BodyEdit{}, "a default BodyId names no body");
    expect_refusal({.body = {}, .join = a}, "a default BodyId names no body");
    const BodyEdit batch[] = {{.body = a, .remove_triangles = first}, {.body = b, .remove_triangles = gone}};
    expect_refusal(batch, "body 1: triangle 2");
    const BodyId ball = world.add_sphere({.centre = {5, 5, 5}, .radius = 1.0f}).value();
    expect_refusal({.body = a, .join = ball}, "is a sphere");
    expect_refusal({.body = ball, .remove_triangles = first}, "is a sphere");

    ASSERT_TRUE(world.edit(BodyEdit{.body = a, .remove_triangles = first}).ok());
    expect_refusal({.body = a, .remove_triangles = first}, "it is removed already");
}

TEST_F(Edits, CanTakeEverythingAwayAndPutSomethingBack)
{
    const std::uint32_t all[] = {0, 1};
    ASSERT_EQ(world.find_pairs().pair_count, 1u);
    ASSERT_TRUE(world.edit(BodyEdit{.body = a, .remove_triangles = all}).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u);
    EXPECT_FALSE(world.closest_points(a, b).ok());
    EXPECT_FALSE(world.cast_ray({0.3f, 0.15f, 0.5f}, {0.0f, 0.0f, -1.0f}, {.max_distance = 0.4f}).value().hit);
    const std::vector<TriangleIndices> back = {{0, 1, 2}};
    const auto report = world.edit(BodyEdit{.body = a, .add_triangles = TrianglesView(back)});
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.value().bodies[0].first_added_triangle, 2u);
    EXPECT_EQ(report.value().triangles_added, 1u);
    EXPECT_EQ(pairs_of(world.find_pairs()), (NumberedPairs{{a.index, 2, b.index, 0}}));
    EXPECT_GT(world.find_contacts().contacts.size(), 0u);
}

TEST_F(Edits, TakeNewVerticesInABodysOwnCoordinates)
{
    for (const Structure structure : every_structure) {
        const ModelBody model = square(0.0f);
        BodyDesc desc = {.triangles = model.triangles, .positions = model.positions};
        desc.structure = structure;
        const BodyId posed = world.add_body(desc).value();
        const Pose pose = {.position = {10, 0, 0}, .rotation = {}};
        ASSERT_TRUE(world.set_pose(posed, pose).ok());
        const std::vector<Vec3> top = {{0, 0, 3}};
        const std::vector<TriangleIndices> wall = {{0, 1, 4}};
        ASSERT_TRUE(
            world
                .edit(BodyEdit{.body = posed, .add_vertices = PositionsView(top), .add_triangles = TrianglesView(wall)})
                .ok());
        EXPECT_EQ(world.info(posed).value().upper_corner, (Vec3{11, 1, 3}));
        ASSERT_TRUE(world.set_pose(posed, {.position = {20, 0, 0}, .rotation = {}}).ok());
        EXPECT_EQ(world.info(posed).value().lower_corner, (Vec3{20, 0, 0}));
        ASSERT_TRUE(world.remove_body(posed).ok());
    }
}

TEST_F(Edits, OfBorrowedPositionsCountUntilNewOnesCome)
{
    ModelBody model = square(0.0f);
    model.positions.reserve(8);
    const BodyId borrowed = add(model, PositionStorage::borrowed);
    const std::vector<Vec3> far = {{0, 0, 9}};
    const std::vector<TriangleIndices> wall = {{0, 1, 4}};
    ASSERT_TRUE(
        world.edit(BodyEdit{.body = borrowed, .add_vertices = PositionsView(far), .add_triangles = TrianglesView(wall)})
            .ok());
    EXPECT_EQ(world.info(borrowed).value().upper_corner.z, 9.0f);
    EXPECT_FALSE(world.set_positions(borrowed, model.positions).ok()) << "there is one more vertex now";
    model.positions.push_back({0, 0, 5});
    ASSERT_TRUE(world.set_positions(borrowed, model.positions).ok());
    EXPECT_EQ(world.info(borrowed).value().upper_corner.z, 5.0f);
}

TEST_F(Edits, LetPiecesInheritWhatTheirBodyMayTouch)
{
    // Two squares in one body, the second far off, and attached to b.
    const ModelBody first = square(0.0f);
    const std::vector<Vec3> more = {{0, 0, 0.5f}, {1, 0, 0.5f}, {1, 1, 0.5f}};
    const std::vector<TriangleIndices> one_more = {{4, 5, 6}};
    ASSERT_TRUE(
        world.edit(BodyEdit{.body = a, .add_vertices = PositionsView(more), .add_triangles = TrianglesView(one_more)})
            .ok());
    ASSERT_EQ(world.find_pairs().pair_count, 2u);
    ASSERT_TRUE(world.attach_vertices(a, 4, b, 0).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
    const auto report = world.edit(BodyEdit{.body = a, .split = true});
    ASSERT_TRUE(report.ok());
    ASSERT_EQ(report.value().bodies[0].pieces.size(), 1u);
    const BodyPiece& piece = report.value().bodies[0].pieces[0];
    EXPECT_EQ(piece.triangle_of, (std::vector<std::uint32_t>{2}));
    EXPECT_EQ(piece.vertex_of, (std::vector<std::uint32_t>{4, 5, 6}));
    EXPECT_EQ(pairs_of(world.find_pairs()), (NumberedPairs{{a.index, 0, b.index, 0}})) << "still attached";
    ASSERT_TRUE(world.edit(BodyEdit{.body = a, .join = piece.body}).ok());
    EXPECT_EQ(pairs_of(world.find_pairs()), (NumberedPairs{{a.index, 0, b.index, 0}})) << "and again";
    ASSERT_TRUE(world.ignore_contacts(a, b).ok());
    const auto again = world.edit(BodyEdit{.body = a, .split = true});
    ASSERT_EQ(again.value().bodies[0].pieces.size(), 1u);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
}

TEST_F(Edits, DuringAnUnfinishedContactQueryAreSafe)
{
    scenes::Random random(5);
    EditedModel model;
    for (const float x : {0.0f, 1.2f}) {
        model.bodies.push_back(ball_at(random, 320, {x, 3.0f, 0.0f}));
        model.bodies.back().id = add(model.bodies.back());
    }
    for (std::uint64_t units = 1; units < 400; units += 1 + units / 8) {
        world.find_contacts(Budget::work_units(units));
        const RandomEdit edit(model, random);
        const auto report = world.edit(edit.edit(model));
        ASSERT_TRUE(report.ok());
        edit.apply(report.value().bodies[0], model);
        world.refine_contacts(Budget::work_units(units));
        world.contact_forces();
        const ContactReport contacts = world.refine_contacts();
        EXPECT_TRUE(contacts.complete);
        std::set<std::uint32_t> bodies;
        for (const ModelBody& body : model.bodies)
            bodies.insert(body.id.index);
        for (const Contact& contact : contacts.contacts)
            EXPECT_TRUE(contact.body_a == b || contact.body_a == a || bodies.count(contact.body_a.index) == 1);
    }
}

} // namespace
} // namespace tactus
