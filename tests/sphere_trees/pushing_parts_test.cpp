// SPDX-License-Identifier: MIT
// What parts that nobody has looked into push with (ForcePolicy::spheres): two balls, pressed into each other along
// (1, 1, 1), are to be pushed apart along it, wherever the query is cut.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/cases.h"
#include "geometry/double_vector.h"
#include "pressed_mesh.h"

namespace tactus {
namespace {

/// Two balls whose centres are so many metres apart along (1, 1, 1).
World two_balls(Structure structure, double apart)
{
    const PressedMesh& ball = pressed_ball();
    BodyDesc desc = {.triangles = ball.triangles, .positions = ball.positions, .structure = structure};
    if (structure == Structure::medial_sphere_tree)
        desc.structure = structures::MedialSphereTree{.tree = &ball.spheres};
    World world = World::create().value();
    (void)world.add_body(desc).value();
    const BodyId second = world.add_body(desc).value();
    const double along = apart / std::sqrt(3.0);
    world.set_pose(second, {.position = {along, along, along}, .rotation = {}}).value();
    return world;
}

struct Pushed {
    bool complete = false;
    double newtons = 0.0;
    double degrees_off = 0.0; ///< of the force on the second ball from (1, 1, 1)
};

Pushed push_of(World& world, const Budget& budget)
{
    Pushed pushed;
    pushed.complete = world.find_contacts(budget).complete;
    const ForceReport& report = world.contact_forces({.policy = ForcePolicy::spheres});
    DoubleVector by_vertices, sum;
    for (const VertexForce& vertex : report.vertices)
        if (vertex.body.index == 1)
            by_vertices = by_vertices + to_double(vertex.force);
    for (const Wrench& wrench : report.bodies) {
        sum = sum + to_double(wrench.force);
        if (wrench.body.index != 1)
            continue;
        const DoubleVector force = to_double(wrench.force);
        pushed.newtons = length(force);
        const double cosine = (force.x + force.y + force.z) / std::sqrt(3.0) / pushed.newtons;
        pushed.degrees_off = std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::acos(-1.0);
        EXPECT_LT(length(force - by_vertices), 1e-4 * pushed.newtons) << "all of it acts on vertices";
    }
    EXPECT_LT(length(sum), 1e-5 * pushed.newtons);
    return pushed;
}

struct Sampled {
    Structure structure;
    double max_degrees_off; ///< at any cut; of medial trees what docs/contacts.md says
};

class PushingParts : public testing::TestWithParam<Sampled> {};

TEST_P(PushingParts, PushTwoBallsApartAlongTheirCentres)
{
    World at_once = two_balls(GetParam().structure, 1.8);
    const Pushed roots = push_of(at_once, Budget::work_units(0));
    EXPECT_LT(roots.degrees_off, 1.0);
    const Pushed whole = push_of(at_once, Budget::unlimited());
    ASSERT_TRUE(whole.complete);
    EXPECT_LT(whole.degrees_off, 5.0);
    EXPECT_GT(roots.newtons, whole.newtons);
    for (std::uint64_t units = 1;; units += 1 + units / on_most_days(8, 200)) {
        World world = two_balls(GetParam().structure, 1.8);
        const Pushed cut = push_of(world, Budget::work_units(units));
        EXPECT_GT(cut.newtons, 0.0) << units << " work units";
        EXPECT_LT(cut.degrees_off, GetParam().max_degrees_off) << units << " work units";
        if (cut.complete)
            break;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Of, PushingParts,
    testing::Values(
        Sampled{Structure::medial_sphere_tree, 8.0}, Sampled{Structure::on_demand_sphere_tree, 30.0},
        Sampled{Structure::spherical_octree, 45.0}, Sampled{Structure::refit_bvh, 180.0},
        Sampled{Structure::bucket_octree, 180.0}),
    [](const testing::TestParamInfo<Sampled>& of) {
        return "structure_" + std::to_string(static_cast<int>(of.param.structure));
    });

TEST(PartsOfOneCentre, PushAlongAnAxisOfTheWorld)
{
    for (const Structure structure : {Structure::medial_sphere_tree, Structure::refit_bvh}) {
        World world = two_balls(structure, 0.0);
        ASSERT_FALSE(world.find_contacts(Budget::work_units(0)).complete);
        for (const ContactForce& contact : world.contact_forces({.policy = ForcePolicy::spheres}).contacts)
            for (const float along : {contact.force.x, contact.force.y, contact.force.z})
                EXPECT_TRUE(std::isfinite(along));
        for (const Contact& part : world.refine_contacts(Budget::work_units(0)).unrefined)
            EXPECT_EQ(std::abs(part.normal.x) + std::abs(part.normal.y) + std::abs(part.normal.z), 1.0f);
    }
}

} // namespace
} // namespace tactus
