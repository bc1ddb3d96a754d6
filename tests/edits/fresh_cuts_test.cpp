// SPDX-License-Identifier: MIT
// The two sides of a cut lie on each other, and are in contact only once they have moved.
#include <cmath>

#include "base/every_structure.h"
#include "base/structure_options.h"
#include "contacts/features/fresh_cuts.h"
#include "edits/edited_model.h"

namespace tactus {
namespace {

/// A box of `cells` cubes in a row along x, with all walls between them: the closed boxes share their corners.
struct Row {
    explicit Row(std::uint32_t cells)
    {
        for (std::uint32_t x = 0; x <= cells; ++x)
            for (const auto& [y, z] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
                positions.push_back({float(x), float(y), float(z)});
    }
    /// The surface from one ring of four corners to another, with both ends closed.
    static std::vector<TriangleIndices> box(std::uint32_t first_ring, std::uint32_t last_ring)
    {
        const std::uint32_t a = 4 * first_ring, b = 4 * last_ring;
        std::vector<TriangleIndices> triangles = {
            {a, a + 2, a + 1}, {a, a + 3, a + 2}, {b, b + 1, b + 2}, {b, b + 2, b + 3}};
        for (std::uint32_t ring = first_ring; ring < last_ring; ++ring)
            for (std::uint32_t k = 0; k < 4; ++k) {
                const std::uint32_t p = 4 * ring + k, q = 4 * ring + (k + 1) % 4;
                triangles.push_back({p, q, q + 4});
                triangles.push_back({p, q + 4, p + 4});
            }
        return triangles;
    }

    std::vector<Vec3> positions;
};

std::vector<Vec3> shifted(std::vector<Vec3> positions, float x)
{
    for (Vec3& p : positions)
        p.x += x;
    return positions;
}

class FreshCut : public testing::TestWithParam<Structure> {
protected:
    /// A box of two cells is cut between them: the end of the first, and a second that has its own corners there.
    void SetUp() override
    {
        Row row(2);
        const std::vector<TriangleIndices> whole = Row::box(0, 2);
        BodyDesc desc = {.triangles = whole, .positions = row.positions};
        desc.structure = choice_of(GetParam(), quick_spheres());
        body = world.add_body(desc).value();
        // Everything beyond the first ring goes, and comes back on both sides of the cut.
        std::vector<std::uint32_t> removed = {2, 3};
        for (std::uint32_t t = 4 + 8; t < whole.size(); ++t)
            removed.push_back(t);
        const std::vector<Vec3> copies(row.positions.begin() + 4, row.positions.end()); // rings 1 and 2, as 3 and 4
        std::vector<TriangleIndices> added = {{4, 5, 6}, {4, 6, 7}};
        for (const TriangleIndices& t : Row::box(3, 4))
            added.push_back(t);
        const auto report = world.edit(BodyEdit{
            .body = body,
            .remove_triangles = removed,
            .add_vertices = PositionsView(copies),
            .add_triangles = TrianglesView(added),
            .split = true});
        ASSERT_TRUE(report.ok()) << report.error().message;
        ASSERT_EQ(report.value().bodies[0].pieces.size(), 1u);
        const BodyPiece& cut_off = report.value().bodies[0].pieces[0];
        piece = cut_off.body;
        std::vector<Vec3> all = row.positions;
        all.insert(all.end(), copies.begin(), copies.end());
        for (const std::uint32_t vertex : cut_off.vertex_of)
            piece_positions.push_back(all[vertex]);
        side = std::abs(piece_positions[0].x - 2.0f) < 0.5f || cut_off.vertex_of[0] >= 4 ? 1.0f : -1.0f;
        ASSERT_EQ(world.info(body).value().triangles, 12u);
        ASSERT_EQ(world.info(piece).value().triangles, 12u);
    }
    /// Away from the other half, or into it.
    void move_apart(float distance)
    {
        ASSERT_TRUE(world.set_positions(piece, shifted(piece_positions, side * distance)).ok());
    }
    std::size_t pushing()
    {
        const ForceReport& report = world.contact_forces();
        return std::size_t(std::count_if(
            report.contacts.begin(), report.contacts.end(), [](const ContactForce& c) { return c.force != Vec3{}; }));
    }

    World world = World::create().value();
    BodyId body;
    BodyId piece;
    std::vector<Vec3> piece_positions;
    float side = 1.0f;
};

TEST_P(FreshCut, IsSilentUntilItsSidesHaveMovedApart)
{
    for (int frame = 0; frame < 3; ++frame) {
        EXPECT_EQ(world.find_pairs().pair_count, 0u);
        EXPECT_FALSE(world.any_pair());
        const ContactReport contacts = world.find_contacts();
        EXPECT_TRUE(contacts.complete);
        EXPECT_EQ(contacts.contacts.size(), 0u);
        EXPECT_EQ(pushing(), 0u);
        move_apart(0.0f);
    }
    move_apart(0.001f);
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    move_apart(0.0f);
    EXPECT_GT(world.find_pairs().pair_count, 3u) << "they came together again";
    EXPECT_TRUE(world.any_pair());
    EXPECT_GT(world.find_contacts().contacts.size(), 3u);
}

TEST_P(FreshCut, HasMovedApartWhetherOrNotSomebodyAskedMeanwhile)
{
    move_apart(0.5f);
    move_apart(0.0f);
    EXPECT_GT(world.find_pairs().pair_count, 3u) << "they came together again";
    EXPECT_GT(world.find_contacts().contacts.size(), 3u);
}

TEST_P(FreshCut, HasMovedApartByAPoseWhetherOrNotSomebodyAskedMeanwhile)
{
    ASSERT_TRUE(world.set_pose(piece, {.position = {5, 0, 0}, .rotation = {}}).ok());
    ASSERT_TRUE(world.set_pose(piece, {}).ok());
    EXPECT_GT(world.find_pairs().pair_count, 3u);
}

TEST_P(FreshCut, IsSilentWhileItsSidesMoveTogetherOneAfterTheOther)
{
    const std::vector<Vec3> body_positions = [&] {
        std::vector<Vec3> all = Row(2).positions;
        all.insert(all.end(), all.begin() + 4, all.end());
        return all;
    }();
    for (int frame = 1; frame < 6; ++frame) {
        const float x = 4.0f * float(frame);
        if (frame % 2 == 0) {
            ASSERT_TRUE(world.set_positions(piece, shifted(piece_positions, x)).ok());
        }
        ASSERT_TRUE(world.set_positions(body, shifted(body_positions, x)).ok());
        if (frame % 2 == 1) {
            ASSERT_TRUE(world.set_positions(piece, shifted(piece_positions, x)).ok());
        }
        if (frame > 3) {
            EXPECT_EQ(world.find_pairs().pair_count, 0u);
        }
    }
}

TEST_P(FreshCut, HasNotMovedApartWhereAMoveWasRefused)
{
    std::vector<Vec3> broken = piece_positions;
    broken[0].x = NAN;
    for (int time = 0; time < 2; ++time)
        EXPECT_FALSE(world.set_positions(piece, broken).ok());
    move_apart(0.0f);
    EXPECT_FALSE(world.set_positions(piece, broken).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
}

TEST_P(FreshCut, IsSeenWhenItsSidesGoThroughEachOther)
{
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    // Turned a little, so that edges pierce faces.
    std::vector<Vec3> turned = piece_positions;
    for (Vec3& p : turned)
        p = {p.x - side * 0.05f + 0.01f * p.y, p.y + 0.1f, p.z + 0.1f};
    ASSERT_TRUE(world.set_positions(piece, turned).ok());
    EXPECT_GT(world.find_pairs().pair_count, 3u);
    EXPECT_GT(world.find_contacts().contacts.size(), 1u);
    EXPECT_GT(pushing(), 0u);
    ASSERT_TRUE(world.set_contact_settings({.which = ContactSelection::all}).ok());
    EXPECT_GT(world.find_contacts().contacts.size(), 3u);
}

TEST_P(FreshCut, GoesOnBeingSilentWhenItsBodiesAreEditedAgain)
{
    const std::uint32_t far_end[] = {2};
    const auto report = world.edit(BodyEdit{.body = piece, .remove_triangles = far_end});
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    ASSERT_TRUE(world.remove_body(body).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
}

INSTANTIATE_TEST_SUITE_P(EveryStructure, FreshCut, testing::ValuesIn(every_structure));

TEST(FreshCutOfOneBody, IsSilentWhereItTouchesItself)
{
    // A strip of squares is torn half way: the vertices of its middle line are doubled.
    ModelBody strip{{}, {}, {}};
    for (std::uint32_t x = 0; x <= 8; ++x)
        for (std::uint32_t y = 0; y <= 2; ++y)
            strip.positions.push_back({float(x), float(y), 0.1f * float(x % 2)});
    for (std::uint32_t x = 0; x < 8; ++x)
        for (std::uint32_t y = 0; y < 2; ++y) {
            const std::uint32_t a = 3 * x + y, b = a + 3;
            strip.triangles.push_back({a, b, b + 1});
            strip.triangles.push_back({a, b + 1, a + 1});
        }
    World world = World::create().value();
    BodyDesc desc = {.triangles = strip.triangles, .positions = strip.positions};
    desc.self_collision = true;
    const BodyId body = world.add_body(desc).value();
    ASSERT_EQ(world.find_pairs().pair_count, 0u);

    std::vector<std::uint32_t> removed;
    std::vector<TriangleIndices> added;
    std::vector<Vec3> copies;
    for (std::uint32_t x = 0; x < 4; ++x)
        copies.push_back(strip.positions[3 * x + 1]);
    for (std::uint32_t t = 0; t < strip.triangles.size(); ++t) {
        TriangleIndices triangle = strip.triangles[t];
        const bool is_upper = t % 4 >= 2;
        bool is_torn = false;
        for (std::uint32_t& vertex : triangle)
            if (is_upper && vertex % 3 == 1 && vertex / 3 < 4) {
                vertex = std::uint32_t(strip.positions.size()) + vertex / 3;
                is_torn = true;
            }
        if (is_torn) {
            removed.push_back(t);
            added.push_back(triangle);
        }
    }
    ASSERT_GT(added.size(), 6u);
    ASSERT_TRUE(world
                    .edit(BodyEdit{
                        .body = body,
                        .remove_triangles = removed,
                        .add_vertices = PositionsView(copies),
                        .add_triangles = TrianglesView(added)})
                    .ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u) << "nor at its end, where the sides share a vertex";
    strip.positions.insert(strip.positions.end(), copies.begin(), copies.end());
    std::vector<Vec3> torn = strip.positions;
    for (std::size_t k = 27; k < torn.size(); ++k)
        torn[k].y += 0.01f;
    ASSERT_TRUE(world.set_positions(body, torn).ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u) << "apart";
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u);
    ASSERT_TRUE(world.set_positions(body, strip.positions).ok());
    EXPECT_GT(world.find_pairs().pair_count, 0u) << "and together again";
    EXPECT_GT(world.find_contacts().contacts.size(), 3u);
}

// Two boxes of one body overlap, and stand on the same plane. When they come apart, what touches in that plane is no
// contact yet; and still it tells inside from outside.
TEST(FreshCutsOfOverlappingPieces, SayWhatIsInside)
{
    const std::vector<Vec3> positions = {
        {-1.75f, -0.5f, 0}, {-1.75f, 1, 0},        {0.25f, -0.5f, 0}, {0.25f, 1, 0}, {-1.75f, -0.5f, 0.75f},
        {-1.75f, 1, 0.75f}, {0.25f, -0.5f, 0.75f}, {0.25f, 1, 0.75f}, {-2, 0, 0},    {-2, 1.5f, 0},
        {-0.5f, 0, 0},      {-0.5f, 1.5f, 0},      {-2, 0, 2},        {-2, 1.5f, 2}, {-0.5f, 0, 2},
        {-0.5f, 1.5f, 2}};
    const std::vector<TriangleIndices> box = {{0, 1, 2}, {2, 1, 3}, {4, 6, 5}, {6, 7, 5}, {0, 2, 4}, {2, 6, 4},
                                              {1, 5, 3}, {3, 5, 7}, {0, 4, 1}, {1, 4, 5}, {2, 3, 6}, {3, 7, 6}};
    std::vector<TriangleIndices> both = box;
    for (const TriangleIndices& t : box)
        both.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    World world = World::create().value();
    const BodyId body = world.add_body({.triangles = both, .positions = positions}).value();
    ASSERT_TRUE(world.edit(BodyEdit{.body = body, .split = true}).ok());
    std::vector<Vec3> inside;
    const ContactReport& report = world.find_contacts();
    for (const Contact& contact : report.contacts) {
        EXPECT_NE(contact.point.z, 0.0f) << "the plane in which they touch";
        if (contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex)
            inside.push_back(contact.point);
    }
    ASSERT_TRUE(report.complete);
    EXPECT_EQ(inside, (std::vector<Vec3>{{-1.75f, 1, 0.75f}}));
}

// A triangle is cut off from where it stood: it touches one neighbour in a vertex, which is no contact yet, and passes
// through two others with the same vertex.
TEST(FreshCutsOfOverlappingPieces, DoNotTakeTheContactsOfOthersAlong)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {0, 3, 4}, {5, 2, 4}, {5, 6, 2}, {6, 2, 3}};
    const std::vector<Vec3> positions = {{-1, -0.5f, -1},         {-1.5f, 0, -0.75f},      {-1.25f, 0, -1},
                                         {-0.75f, -0.5f, -0.75f}, {-1.25f, -0.5f, -0.75f}, {-1, 0, -0.75f},
                                         {-1.25f, -0.75f, -1}};
    World world = World::create().value();
    const BodyId body = world.add_body({.triangles = triangles, .positions = positions}).value();
    const std::vector<std::uint32_t> removed = {0};
    const std::vector<Vec3> copies = {positions[0], positions[2]};
    const std::vector<TriangleIndices> added = {{7, 1, 8}};
    ASSERT_TRUE(world
                    .edit(BodyEdit{
                        .body = body,
                        .remove_triangles = removed,
                        .add_vertices = copies,
                        .add_triangles = added,
                        .split = true})
                    .ok());
    const ContactReport& report = world.find_contacts();
    ASSERT_EQ(report.contacts.size(), 1u);
    EXPECT_EQ(report.contacts[0].point, positions[2]);
    EXPECT_EQ(report.contacts[0].separation, 0.0f);
}

} // namespace
} // namespace tactus
