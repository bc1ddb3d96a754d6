// SPDX-License-Identifier: MIT
// An answer that is unfinished is so between two bodies, and the forces say how many such pairs there are.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "geometry/vector.h"

namespace tactus {
namespace {

const std::vector<TriangleIndices> tetrahedron = {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}};

/// Cuts the query, of bodies that move by `step` before it, after every number of work units, until it is complete.
/// Gives how many of the cut ones were not.
std::size_t cut_everywhere(const std::vector<Vec3>& one, const std::vector<Vec3>& other, Vec3 step)
{
    for (std::uint64_t units = 0; units < 1000; ++units) {
        World world = World::create({.worker_count = 1}).value();
        const BodyId a = world.add_body({.triangles = tetrahedron, .positions = one}).value();
        (void)world.add_body({.triangles = tetrahedron, .positions = other}).value();
        (void)world.find_contacts();
        std::vector<Vec3> moved = one;
        for (Vec3& position : moved)
            position = position + step;
        EXPECT_TRUE(world.set_positions(a, moved).ok());
        const bool complete = world.find_contacts(Budget::work_units(units)).complete;
        EXPECT_EQ(world.contact_forces().open_pairs, complete ? 0u : 1u) << units;
        if (complete)
            return static_cast<std::size_t>(units);
    }
    ADD_FAILURE() << "never complete";
    return 0;
}

TEST(UnfinishedPairs, AreNamedWhereverABudgetEnds)
{
    // The first body is flat, and has no inside.
    const std::vector<Vec3> flat = {{-1, 0, -1}, {-1, 1, -1}, {-1, 0, -1}, {0, 0, -1}};
    const std::vector<Vec3> solid = {{0, 1, 0}, {-2, 0, 0}, {0, -1, 1}, {0, 2, -1}};
    EXPECT_GT(cut_everywhere(flat, solid, {}), 0u);
    const std::vector<Vec3> below = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 0.5f}};
    EXPECT_GT(cut_everywhere(below, solid, {}), 0u);
    // The last contacts are no more to be looked at where bodies have moved apart.
    EXPECT_EQ(cut_everywhere(below, solid, {0, 0, -9}), 0u);
}

/// A sheet beside a box whose corners are folded into each other. Nothing touches, and what is left to do in the end is
/// to say so: no vertex is taken to be inside for being behind the face that it is near.
TEST(UnfinishedPairs, WithoutPartsAreNotPushed)
{
    const std::vector<TriangleIndices> box = {{0, 1, 2}, {2, 1, 3}, {4, 5, 6}, {5, 7, 6}, {0, 2, 4}, {2, 5, 4},
                                              {1, 6, 3}, {3, 6, 7}, {0, 4, 1}, {1, 4, 6}, {2, 3, 5}, {3, 7, 5}};
    const std::vector<Vec3> folded = {{0.25f, -0.75f, 0.1875f},   {0.25f, 0.25f, -0.8125f}, {1.6875f, -0.75f, -0.8125f},
                                      {1.6875f, 0.25f, -0.8125f}, {0.25f, -0.75f, 0.1875f}, {1.6875f, -0.75f, 0.1875f},
                                      {0.25f, 0.25f, 0.1875f},    {1.6875f, 0.25f, 0.1875f}};
    const std::vector<TriangleIndices> sheet = {{0, 1, 2}, {3, 2, 4}, {4, 2, 1}};
    const std::vector<Vec3> beside = {
        {-1.0625f, 1.3125f, 0.3125f},
        {-1.0625f, 0.3125f, 0.3125f},
        {0.375f, 0.3125f, 0.3125f},
        {0.375f, 0.3125f, -0.6875f},
        {-1.0625f, 0.3125f, -0.6875f}};
    World world =
        World::create({.worker_count = 1, .contacts = {.contact_distance = 0.1875f, .which = ContactSelection::all}})
            .value();
    (void)world.add_body({.triangles = box, .positions = folded}).value();
    (void)world.add_body({.triangles = sheet, .positions = beside}).value();
    std::size_t without_parts = 0;
    for (const ContactReport* report = &world.find_contacts(Budget::work_units(1)); !report->complete;
         report = &world.refine_contacts(Budget::work_units(1))) {
        if (!report->unrefined.empty())
            continue;
        ++without_parts;
        const ForceReport& forces = world.contact_forces();
        EXPECT_EQ(forces.open_pairs, 1u);
        EXPECT_EQ(forces.held_push, 0.0f);
        EXPECT_EQ(forces.estimated_error, 0.0f);
    }
    EXPECT_GT(without_parts, 0u);
}

} // namespace
} // namespace tactus
