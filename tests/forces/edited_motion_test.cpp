// SPDX-License-Identifier: MIT
// How fast vertices move, by what they have moved since the contact query before, when meshes change in between.
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/every_structure.h"
#include "forces/vertex_motion_test.h"

namespace tactus {
namespace {

/// Two tips side by side in one mesh, each with its vertex 0 or 4 five centimetres below the ground's upper face.
struct TwoTips {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    explicit TwoTips(double height)
    {
        for (const std::uint32_t which : {0u, 1u}) {
            for (const auto& [a, b, c] : tip_triangles)
                triangles.push_back({4 * which + a, 4 * which + b, 4 * which + c});
            const float x = 3.0f * float(which);
            for (const Vec3 p : {Vec3{0, 0, -0.05f}, Vec3{1, 0, 1}, Vec3{-1, 1, 1}, Vec3{-1, -1, 1}})
                positions.push_back({p.x + x, p.y, float(p.z + height)});
        }
        positions.reserve(20);
    }
};

constexpr Vec3 falling_tips = {0.0f, 0.0f, -1.0f};
const double fall_of_tips = falling_tips.z * tip_step;

class EditedMotion : public testing::TestWithParam<Structure> {
protected:
    EditedMotion()
    {
        below = world.add_body({.triangles = tip_triangles, .positions = ground_below_tip}).value();
        const TwoTips tips(0.0);
        body =
            world.add_body({.triangles = tips.triangles, .positions = tips.positions, .structure = GetParam()}).value();
        EXPECT_TRUE(world.set_pair(below, body, damped_tip).ok());
        (void)world.find_contacts();
        at_rest = upward_force(world, body);
        EXPECT_TRUE(world.set_velocities(body, std::vector<Vec3>(8, falling_tips)).ok());
        when_falling = upward_force(world, body);
        EXPECT_GT(when_falling, at_rest + 10.0);
        place(-fall_of_tips, 0);
        (void)world.find_contacts();
    }

    /// Puts both tips at a height, and vertices that were added after them nowhere near.
    void place(double height, std::size_t added)
    {
        std::vector<Vec3> positions = TwoTips(height).positions;
        for (std::size_t k = 0; k < added; ++k)
            positions.push_back({100.0f + float(k), float(k * k), 50.0f});
        EXPECT_TRUE(world.set_positions(body, positions).ok());
    }

    World world = World::create().value();
    BodyId below, body;
    double at_rest = 0.0, when_falling = 0.0;
};

INSTANTIATE_TEST_SUITE_P(Structures, EditedMotion, testing::ValuesIn(every_structure));

TEST_P(EditedMotion, OutlivesAnEditAndVerticesThatAreAddedRest)
{
    const std::vector<Vec3> more = {{30, 0, 0}, {31, 0, 0}, {30, 1, 0}};
    const std::vector<TriangleIndices> far_away = {{8, 9, 10}};
    place(0.0, 0);
    ASSERT_TRUE(world.edit(BodyEdit{.body = body, .add_vertices = more, .add_triangles = far_away}).ok());
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, body), when_falling, 1e-2) << "moved before the edit";
    place(-fall_of_tips, 3);
    (void)world.find_contacts();
    ASSERT_TRUE(world.edit(BodyEdit{.body = body, .add_vertices = more}).ok());
    place(0.0, 6);
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, body), when_falling, 1e-2) << "moved after the edit";
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, body), at_rest, 1e-3);
}

TEST_P(EditedMotion, OfAVertexThatIsAddedBeginsAfterTheNextQuery)
{
    // The two tips go, and another comes in their place, from nowhere in particular.
    const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5, 6, 7};
    const std::vector<Vec3> anywhere(4, Vec3{50, 50, 50});
    const std::vector<TriangleIndices> tip = {{8, 10, 9}, {8, 9, 11}, {8, 11, 10}, {9, 10, 11}};
    ASSERT_TRUE(
        world.edit(BodyEdit{.body = body, .remove_triangles = all, .add_vertices = anywhere, .add_triangles = tip})
            .ok());
    const auto place_new = [&](double height) {
        std::vector<Vec3> positions = TwoTips(5.0).positions;
        const std::vector<Vec3> placed = TwoTips(height).positions;
        positions.insert(positions.end(), placed.begin(), placed.begin() + 4);
        EXPECT_TRUE(world.set_positions(body, positions).ok());
        (void)world.find_contacts();
        return upward_force(world, body);
    };
    EXPECT_NEAR(place_new(0.0), 0.5 * at_rest, 1e-3);
    (void)place_new(-fall_of_tips);
    EXPECT_NEAR(place_new(0.0), 0.5 * when_falling, 1e-2);
}

TEST_P(EditedMotion, IsThatOfTheBodyForAPieceThatComesOff)
{
    place(0.0, 0);
    const auto done = world.edit(BodyEdit{.body = body, .split = true});
    ASSERT_TRUE(done.ok());
    ASSERT_EQ(done.value().bodies[0].pieces.size(), 1u);
    const BodyId piece = done.value().bodies[0].pieces[0].body;
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, body), 0.5 * when_falling, 1e-2);
    EXPECT_NEAR(upward_force(world, piece), 0.5 * when_falling, 1e-2);
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, body), 0.5 * at_rest, 1e-3);
    EXPECT_NEAR(upward_force(world, piece), 0.5 * at_rest, 1e-3);
}

TEST_P(EditedMotion, OfAJoinedBodyBeginsAfterTheNextQuery)
{
    // It is the right one of two tips, and has the numbers 0 to 3 before and 8 to 11 after.
    const std::vector<Vec3> both = TwoTips(-fall_of_tips).positions;
    std::vector<Vec3> one(both.begin(), both.begin() + 4);
    for (Vec3& p : one)
        p.x -= 3.0f;
    const BodyId joined =
        world.add_body({.triangles = tip_triangles, .positions = one, .structure = GetParam()}).value();
    EXPECT_TRUE(world.set_pair(below, joined, damped_tip).ok());
    (void)world.find_contacts();
    for (Vec3& p : one)
        p.z += float(fall_of_tips);
    EXPECT_TRUE(world.set_positions(joined, one).ok());
    place(0.0, 0);
    ASSERT_TRUE(world.edit(BodyEdit{.body = body, .join = joined}).ok());
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, body), when_falling + 0.5 * at_rest, 1e-2);
}

TEST_P(EditedMotion, GivenVelocitiesOutliveEditsAndVerticesThatAreAddedRest)
{
    place(0.0, 0);
    EXPECT_TRUE(world.set_velocities(body, std::vector<Vec3>(8, falling_tips)).ok());
    const std::vector<Vec3> more = {{30, 0, 0}, {31, 0, 0}, {30, 1, 0}};
    const std::vector<TriangleIndices> far_away = {{8, 9, 10}};
    const auto done =
        world.edit(BodyEdit{.body = body, .add_vertices = more, .add_triangles = far_away, .split = true});
    ASSERT_TRUE(done.ok());
    ASSERT_EQ(done.value().bodies[0].pieces.size(), 2u);
    for (int k = 0; k < 2; ++k) {
        (void)world.find_contacts();
        EXPECT_NEAR(upward_force(world, body), 0.5 * when_falling, 1e-2);
        EXPECT_NEAR(upward_force(world, done.value().bodies[0].pieces[0].body), 0.5 * when_falling, 1e-2);
    }
}

TEST(SphereMotion, IsByWhatIsBetweenTwoQueriesAndGivenVelocitiesOutlivePoses)
{
    World world = World::create().value();
    const BodyId below = world.add_body({.triangles = tip_triangles, .positions = ground_below_tip}).value();
    const BodyId ball = world.add_sphere({.centre = {0, 0, 50.0f}, .radius = 0.5f}).value();
    EXPECT_TRUE(world.set_pair(below, ball, damped_tip).ok());
    const auto force_at = [&](double height) {
        EXPECT_TRUE(world.set_pose(ball, {.position = {0, 0, height}, .rotation = {}}).ok());
        (void)world.find_contacts();
        return upward_force(world, ball);
    };
    const double rest = force_at(0.45);
    EXPECT_NEAR(rest, 0.05 * 100.0, 1e-3);
    (void)world.find_contacts();
    (void)force_at(0.45 - fall_of_tips);
    (void)world.set_pose(ball, {.position = {0, 0, 30.0}, .rotation = {}});
    EXPECT_NEAR(force_at(0.45), rest + 50.0, 1e-2);
    (void)world.find_contacts();
    EXPECT_NEAR(upward_force(world, ball), rest, 1e-3);
    EXPECT_TRUE(world.set_velocities(ball, std::vector<Vec3>{falling_tips}).ok());
    EXPECT_NEAR(force_at(0.45 - fall_of_tips), 0.04 * 100.0 + 50.0, 1e-2);
    EXPECT_NEAR(force_at(0.45), rest + 50.0, 1e-2);
}

} // namespace
} // namespace tactus
