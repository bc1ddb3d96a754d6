// SPDX-License-Identifier: MIT
// A world that was moved from says so, whatever it is asked, and is as good as new when another is assigned to it.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

namespace tactus {
namespace {

int failed_checks = 0;

void count_failure(const char*, const char*, int) { ++failed_checks; }

class MovedWorld : public testing::Test {
protected:
    MovedWorld() : before_(set_check_handler(&count_failure))
    {
        failed_checks = 0;
        body = from.add_body({.triangles = triangles, .positions = positions}).value();
        other = from.add_body({.triangles = triangles, .positions = positions}).value();
        to = std::move(from);
    }
    ~MovedWorld() override { set_check_handler(before_); }

    const std::vector<TriangleIndices> triangles = {{0, 1, 2}};
    const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    World from = World::create().value(), to = World::create().value();
    BodyId body, other;

private:
    CheckHandler before_;
};

TEST_F(MovedWorld, RefusesWithASentence)
{
    const MeshView mesh = {triangles, positions};
    const auto expect_refusal = [](const auto& outcome) {
        ASSERT_FALSE(outcome.ok());
        EXPECT_EQ(
            outcome.error().message,
            "this world was moved from, it has no bodies and takes none until another is assigned to it");
    };
    expect_refusal(from.add_body({.triangles = triangles, .positions = positions}));
    expect_refusal(from.add_compound(std::span(&mesh, 1)));
    expect_refusal(from.add_sphere({.centre = {}, .radius = 1.0f}));
    expect_refusal(from.add_half_space());
    expect_refusal(from.part_of(body, 0));
    expect_refusal(from.remove_body(body));
    expect_refusal(from.edit(BodyEdit{.body = body}));
    expect_refusal(from.edit(std::span<const BodyEdit>{}));
    expect_refusal(from.info(body));
    expect_refusal(from.set_positions(body, positions));
    expect_refusal(from.set_pose(body, {}));
    expect_refusal(from.set_velocities(body, positions));
    expect_refusal(from.vertex_order(body));
    expect_refusal(from.set_filter(body, {}));
    expect_refusal(from.ignore_contacts(body, other));
    expect_refusal(from.attach_vertices(body, 0, other, 0));
    expect_refusal(from.set_contact_settings({}));
    expect_refusal(from.set_pair(body, other, {}));
    expect_refusal(from.closest_points(body, other));
    expect_refusal(from.cast_ray({}, {0, 0, 1}));
    EXPECT_EQ(failed_checks, 0);
}

TEST_F(MovedWorld, FindsNothingAndDoesNotCallThatComplete)
{
    EXPECT_EQ(from.body_count(), 0u);
    EXPECT_TRUE(from.find_pairs().bodies.empty());
    EXPECT_FALSE(from.find_pairs().complete);
    EXPECT_FALSE(from.any_pair());
    EXPECT_TRUE(from.find_contacts().contacts.empty());
    EXPECT_FALSE(from.find_contacts().complete);
    EXPECT_FALSE(from.refine_contacts().complete);
    from.prepare_contacts();
    EXPECT_TRUE(from.contact_forces().bodies.empty());
    // Nine calls, where checks are compiled in.
    EXPECT_TRUE(failed_checks == 0 || failed_checks == 9) << failed_checks;
}

TEST_F(MovedWorld, WorksAgainWhenAnotherIsAssignedToIt)
{
    EXPECT_EQ(to.body_count(), 2u);
    EXPECT_EQ(to.find_pairs().pair_count, 1u);
    from = std::move(to);
    EXPECT_EQ(from.body_count(), 2u);
    EXPECT_EQ(from.find_pairs().pair_count, 1u);
    EXPECT_EQ(failed_checks, 0);
}

} // namespace
} // namespace tactus
