// SPDX-License-Identifier: MIT
// What two bodies that are pressed into each other push with (ForcePolicy::spheres) while their depths are not known:
// cut after every unit of work, the force is there, and neither much less nor much more than in the complete answer.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/cases.h"
#include "geometry/double_vector.h"
#include "pressed_mesh.h"
#include "scenes/bodies/torus.h"

namespace tactus {
namespace {

const PressedMesh& pressed_ring()
{
    static const PressedMesh ring(scenes::torus(576, 1.0, 0.4));
    return ring;
}

/// Two bodies, the second of which is moved by some way.
struct Pressed {
    const PressedMesh& a;
    const PressedMesh& b;
    DoubleVector way;

    World world(Structure structure) const
    {
        World world = World::create().value();
        BodyId last;
        for (const PressedMesh* mesh : {&a, &b}) {
            BodyDesc desc = {.triangles = mesh->triangles, .positions = mesh->positions, .structure = structure};
            if (structure == Structure::medial_sphere_tree)
                desc.structure = structures::MedialSphereTree{.tree = &mesh->spheres};
            last = world.add_body(desc).value();
        }
        world.set_pose(last, {.position = {way.x, way.y, way.z}, .rotation = {}}).value();
        return world;
    }
};

/// What was seen of forces at all cuts of some queries.
struct SeenForces {
    double least = 1e30;   ///< newtons by those of the complete answer
    double largest = 0.0;  ///< the same
    double degrees = 0.0;  ///< the largest angle between the two
    double of_roots = 0.0; ///< the largest, by what the roots alone push with
    std::size_t cuts = 0;
};

DoubleVector force_on_second(World& world)
{
    for (const Wrench& wrench : world.contact_forces({.policy = ForcePolicy::spheres}).bodies)
        if (wrench.body.index == 1)
            return to_double(wrench.force);
    return {};
}

/// Cuts a query after every unit of work, and at the roots first.
void see_cuts(World& world, DoubleVector whole, SeenForces& seen)
{
    double roots = 0.0;
    for (bool complete = world.find_contacts(Budget::work_units(0)).complete; !complete;
         complete = world.refine_contacts(Budget::work_units(1)).complete) {
        const DoubleVector force = force_on_second(world);
        const double newtons = length(force), share = newtons / length(whole);
        roots = roots > 0.0 ? roots : newtons;
        seen.least = std::min(seen.least, share);
        seen.largest = std::max(seen.largest, share);
        seen.of_roots = std::max(seen.of_roots, newtons / roots);
        const double cosine = dot(force, whole) / (newtons * length(whole));
        seen.degrees = std::max(seen.degrees, std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::acos(-1.0));
        ++seen.cuts;
    }
}

struct PressedLimits {
    Structure structure;
    double largest;
    double degrees;
};

class CutPushes : public testing::TestWithParam<PressedLimits> {
protected:
    SeenForces see(const std::vector<Pressed>& scenes) const
    {
        SeenForces seen;
        for (const Pressed& pressed : scenes) {
            World world = pressed.world(GetParam().structure);
            EXPECT_TRUE(world.find_contacts(Budget::unlimited()).complete);
            const DoubleVector whole = force_on_second(world);
            EXPECT_GT(length(whole), 0.0);
            // After a complete answer, after one that was cut, and as the first.
            see_cuts(world, whole, seen);
            (void)world.find_contacts(Budget::work_units(30));
            see_cuts(world, whole, seen);
            World first = pressed.world(GetParam().structure);
            see_cuts(first, whole, seen);
        }
        RecordProperty("least", std::to_string(seen.least));
        RecordProperty("largest", std::to_string(seen.largest));
        RecordProperty("degrees", std::to_string(seen.degrees));
        RecordProperty("of_roots", std::to_string(seen.of_roots));
        return seen;
    }
};

std::vector<DoubleVector> directions()
{
    std::vector<DoubleVector> ways = {{1, 1, 1}, {1, 0, 0}, {-1, 0.3, 0.2}, {0, 1, 0}, {1, -1, 0}, {0.2, -0.5, -0.9}};
    ways.resize(on_most_days(3, 6));
    for (DoubleVector& way : ways)
        way = unit(way);
    return ways;
}

TEST_P(CutPushes, OfTwoBallsAreThereAtEveryCut)
{
    std::vector<Pressed> scenes;
    for (const DoubleVector& way : directions())
        for (const double apart : {1.8, 1.6})
            scenes.push_back({pressed_ball(), pressed_ball(), way * apart});
    const SeenForces seen = see(scenes);
    EXPECT_GT(seen.cuts, 100u);
    EXPECT_GT(seen.least, 0.9);
    EXPECT_LT(seen.largest, GetParam().largest);
    EXPECT_LT(seen.of_roots, 1.6);
    EXPECT_LT(seen.degrees, GetParam().degrees);
}

TEST_P(CutPushes, OfARingAndABallAreThereAtEveryCut)
{
    const SeenForces seen = see(
        {{pressed_ring(), pressed_ball(), {2.2, 0.0, 0.0}},
         {pressed_ring(), pressed_ball(), {0.0, 2.2, 0.0}},
         {pressed_ring(), pressed_ball(), {0.98, 0.0, 1.2}}});
    EXPECT_GT(seen.least, 0.9);
    EXPECT_LT(seen.of_roots, 1.6);
    EXPECT_LT(seen.degrees, 60.0);
}

INSTANTIATE_TEST_SUITE_P(
    Of, CutPushes,
    testing::Values(
        PressedLimits{Structure::medial_sphere_tree, 2.5, 10.0},
        PressedLimits{Structure::on_demand_sphere_tree, 50.0, 45.0},
        PressedLimits{Structure::spherical_octree, 3.0, 45.0}, PressedLimits{Structure::refit_bvh, 2.5, 45.0},
        PressedLimits{Structure::bucket_octree, 2.5, 45.0}),
    [](const testing::TestParamInfo<PressedLimits>& of) {
        return "structure_" + std::to_string(static_cast<int>(of.param.structure));
    });

} // namespace
} // namespace tactus
