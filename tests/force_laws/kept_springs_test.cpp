// SPDX-License-Identifier: MIT
// A spring that holds a contact stays with the contact's id, whatever else its vertex comes to touch.
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

namespace tactus {
namespace {

/// Notes how far the spring of each contact is stretched along y.
class StretchLaw final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        stretches[load.id] = load.stretch.y;
        return default_force_law().push(load);
    }

    mutable std::map<std::uint64_t, float> stretches;
};

TEST(ASpring, StaysWithTheContactThatKeepsItsId)
{
    // A vertex that is through one wall goes on through another one, and both push it.
    const std::vector<TriangleIndices> two = {{0, 1, 2}, {3, 4, 5}}, one = {{0, 1, 2}};
    const std::vector<Vec3> walls = {{0.5f, -2, -2}, {0.5f, 2, -2}, {0.5f, 0, 3}, {1, -2, -2}, {1, 2, -2}, {1, 0, 3}};
    const std::vector<Vec3> first = {{0.6f, 0, 0}, {2, 0, -0.5f}, {2, 0, 0.5f}},
                            then = {{0.4f, 0.05f, 0}, {1.8f, 0.05f, -0.5f}, {1.8f, 0.05f, 0.5f}};
    World world = World::create({.contacts = {.which = ContactSelection::all}}).value();
    const BodyId a = world.add_body({.triangles = two, .positions = walls}).value();
    const BodyId b = world.add_body({.triangles = one, .positions = first}).value();
    ASSERT_TRUE(world.set_pair(a, b, {.material = {.stiffness = 100, .sticking = 1}}).ok());
    StretchLaw before, after;
    (void)world.find_contacts();
    (void)world.contact_forces({.law = &before});
    ASSERT_TRUE(world.set_positions(b, then).ok());
    (void)world.find_contacts();
    (void)world.contact_forces({.law = &after});
    ASSERT_EQ(before.stretches.size(), 1u);
    ASSERT_EQ(after.stretches.size(), 2u);
    for (const auto& [id, stretch] : after.stretches)
        EXPECT_NEAR(stretch, before.stretches.contains(id) ? 0.05f : 0.0f, 1e-6f) << id;
}

} // namespace
} // namespace tactus
