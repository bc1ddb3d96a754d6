// SPDX-License-Identifier: MIT
// Edges within flat sides are in no local contact, and those at which a flat side ends are, whatever else is at them.
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

namespace tactus {
namespace {

/// How many contacts of two edges a roof has, whose ridge points down along y, with what lies below it.
std::size_t edge_contacts(const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions)
{
    const std::vector<TriangleIndices> roof = {{0, 1, 2}, {1, 0, 3}};
    const std::vector<Vec3> corners = {
        {0.25f, -1.0f, 0.125f}, {0.25f, 1.0f, 0.125f}, {1.0f, 0.0f, 1.0f}, {-1.0f, 0.0f, 1.0f}};
    World world = World::create({.contacts = {.contact_distance = 0.25f, .which = ContactSelection::local}}).value();
    EXPECT_TRUE(world.add_body({.triangles = triangles, .positions = positions}).ok());
    EXPECT_TRUE(world.add_body({.triangles = roof, .positions = corners}).ok());
    std::size_t count = 0;
    for (const Contact& contact : world.find_contacts().contacts)
        count += contact.kind == ContactKind::edge_edge ? 1 : 0;
    return count;
}

TEST(FlatSides, HaveNoContactsOfTheirInnerEdges)
{
    // Two halves of a flat side meet under the ridge, and lie exactly in one plane, along the axes or not.
    const std::vector<TriangleIndices> halves = {{0, 1, 2}, {1, 0, 3}};
    EXPECT_EQ(edge_contacts(halves, {{-1, 0, 0}, {1, 0, 0}, {0, 8, 0}, {0, -8, 0}}), 0u);
    EXPECT_EQ(edge_contacts(halves, {{-1, 0, 0}, {1, 0, 0}, {0, 8, 0.5f}, {0, -8, -0.5f}}), 0u);
    EXPECT_EQ(edge_contacts(halves, {{-1, 0, 0}, {1, 0, 0}, {0, 8, 0}, {0, -8, -0.5f}}), 1u);
    EXPECT_EQ(edge_contacts(halves, {{-1, 0, 0}, {1, 0, 0}, {0, 8, 0}, {0, -8, 0.5f}}), 0u);
}

TEST(FlatSides, HaveThoseOfEdgesOnWhichAWallStands)
{
    const std::vector<TriangleIndices> with_wall = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    EXPECT_EQ(edge_contacts(with_wall, {{-1, 0, 0}, {1, 0, 0}, {0, 8, 0}, {0, -8, 0}, {0, 0, -1}}), 1u);
    const std::vector<TriangleIndices> wall_first = {{0, 1, 4}, {0, 1, 2}, {1, 0, 3}};
    EXPECT_EQ(edge_contacts(wall_first, {{-1, 0, 0}, {1, 0, 0}, {0, 8, 0}, {0, -8, 0}, {0, 0, -1}}), 1u);
}

} // namespace
} // namespace tactus
