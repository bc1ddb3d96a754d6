// SPDX-License-Identifier: MIT
// What pushes a box that stands a little deep in a slab: its four corners, each the same, and nothing else.
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "forces/blocks.h"
#include "forces/samples.h"

namespace tactus {
namespace {

constexpr float slab_stiffness = 5000.0f;
constexpr double slab_depth = 0.005;

/// Where the box stands; the diagonals of the slab go through its middle.
struct Place {
    std::string name;
    double x = 0.0;
    double y = 0.0;
    double turned = 0.0; ///< about the vertical, radians
};

const std::array slab_places = {
    Place{"beside the diagonal", 0.013, 0.22, 0.0},
    Place{"across the diagonal", 0.0, 0.0, 0.0},
    Place{"across it, a little off", 0.013, -0.007, 0.0},
    Place{"across it, turned", 0.01, 0.0, 0.3},
    Place{"along it", 0.002, 0.003, 0.785},
};

class BoxOnSlab {
public:
    explicit BoxOnSlab(
        const Place& place, bool slab_is_open = false, float distance = 0.0f,
        ContactSelection which = ContactSelection::local)
        : world_(World::create({.contacts = {.contact_distance = distance, .which = which}}).value())
    {
        Block ground(1.0f, 1.0f, 0.5f);
        if (slab_is_open)
            ground.triangles = {{4, 5, 6}, {5, 7, 6}};
        slab_ = world_.add_body({.triangles = ground.triangles, .positions = ground.positions}).value();
        box_ = world_.add_body({.triangles = block_.triangles, .positions = block_.positions}).value();
        EXPECT_TRUE(world_.set_pose(slab_, {.position = {0, 0, -0.5}, .rotation = {}}).ok());
        EXPECT_TRUE(world_
                        .set_pose(
                            box_, {.position = {place.x, place.y, 0.05 - slab_depth},
                                   .rotation = {0, 0, std::sin(place.turned / 2), std::cos(place.turned / 2)}})
                        .ok());
        EXPECT_TRUE(world_.set_pair(slab_, box_, {.material = {.stiffness = slab_stiffness}}).ok());
        for (const Vec3 p : block_.positions) {
            const double c = std::cos(place.turned), s = std::sin(place.turned);
            posed_.push_back({c * p.x - s * p.y + place.x, s * p.x + c * p.y + place.y, p.z + 0.05 - slab_depth});
        }
    }

    const ContactReport& contacts() { return world_.find_contacts(); }
    const ForceReport& forces() { return world_.contact_forces(); }
    BodyId box() const { return box_; }
    Wrench wrench() const
    {
        for (const Wrench& wrench : world_force_.bodies)
            if (wrench.body == box_)
                return wrench;
        return {};
    }
    Wrench push()
    {
        (void)world_.find_contacts();
        world_force_ = world_.contact_forces();
        return wrench();
    }
    /// The torque of the box's vertex forces about a point.
    DoubleVector torque_of_vertices(DoubleVector about) const
    {
        DoubleVector torque;
        for (const VertexForce& force : world_force_.vertices)
            if (force.body == box_)
                torque = torque + cross(posed_[force.vertex] - about, to_double(force.force));
        return torque;
    }

private:
    Block block_{0.05f, 0.05f, 0.05f};
    World world_;
    BodyId slab_, box_;
    ForceReport world_force_;
    std::vector<DoubleVector> posed_;
};

TEST(ABoxOnASlab, IsPushedStraightUpByItsCornersWhereverDiagonalsAre)
{
    for (const Place& place : slab_places)
        for (const float distance : {0.0f, 0.002f}) {
            BoxOnSlab scene(place, false, distance);
            const Wrench wrench = scene.push();
            EXPECT_NEAR(wrench.force.z, 4 * slab_stiffness * slab_depth, 0.01) << place.name;
            EXPECT_NEAR(std::hypot(wrench.force.x, wrench.force.y), 0.0, 0.01) << place.name;
        }
}

TEST(ABoxOnASlab, IsNotTurnedByFourEqualForces)
{
    for (const Place& place : slab_places) {
        BoxOnSlab scene(place);
        const Wrench wrench = scene.push();
        EXPECT_LT(length(to_double(wrench.torque)), 0.002) << place.name;
        const DoubleVector of_vertices = scene.torque_of_vertices(to_double(wrench.centroid));
        EXPECT_LT(length(of_vertices - to_double(wrench.torque)), 1e-4) << place.name;
    }
}

TEST(ABoxOnASlab, IsNotPushedSidewaysByAnOpenSurfaceEither)
{
    for (const Place& place : slab_places) {
        BoxOnSlab scene(place, true);
        const Wrench wrench = scene.push();
        EXPECT_NEAR(std::hypot(wrench.force.x, wrench.force.y), 0.0, 0.01) << place.name;
    }
}

TEST(ABoxOnASlab, HasTheContactsThatCrossWhetherOrNotTheyPush)
{
    BoxOnSlab scene(slab_places[2], false, 0.0f, ContactSelection::all);
    std::size_t edges = 0;
    for (const Contact& contact : scene.contacts().contacts)
        edges += contact.kind == ContactKind::edge_edge && contact.crosses ? 1 : 0;
    EXPECT_GT(edges, 0u);
}

} // namespace
} // namespace tactus
