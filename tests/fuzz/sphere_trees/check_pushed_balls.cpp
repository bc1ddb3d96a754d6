// SPDX-License-Identifier: MIT
// Two balls of 320 triangles that are pressed into each other by a tenth of their size, in any direction and turned in
// any way, as docs/contacts.md has them under "Parts that push".
#include <algorithm>

#include "check_sphere_trees.h"
#include "tree_scene.h"

#include <tactus/tactus.h>

namespace tactus::fuzz::sphere_trees {

namespace {

const FuzzMesh& plain_ball()
{
    static const FuzzMesh ball = [] {
        Random random(1);
        return round_ball(random, 2, 0.0);
    }();
    return ball;
}

SphereTree medial_tree(std::uint32_t levels)
{
    return make_sphere_tree({plain_ball().triangles, plain_ball().positions}, {.levels = levels}).value();
}

/// A tree of one level, or now and then of two, which takes longer to make.
const SphereTree& medial_ball(Random& random)
{
    if (random.one_in(16)) {
        static const SphereTree two_levels = medial_tree(2);
        return two_levels;
    }
    static const SphereTree one_level = medial_tree(1);
    return one_level;
}

struct BallKind {
    const char* name;
    StructureChoice structure;
    double max_degrees;         ///< As long as no contact is confirmed.
    double max_degrees_of_cuts; ///< Wherever the query is cut.
    double least_share;         ///< The least force at any cut, as a share of that of the complete answer.
    double largest_share;
};

BallKind any_kind(Random& random)
{
    switch (random.below(3)) {
    case 0:
        return {
            "medial sphere trees", structures::MedialSphereTree{.tree = &medial_ball(random)}, 1.0, 12.0, 0.75, 2.5};
    case 1:
        return {"trees on demand", Structure::on_demand_sphere_tree, 45.0, 45.0, 0.75, 60.0};
    default:
        return {"spherical octrees", Structure::spherical_octree, 45.0, 45.0, 0.75, 2.5};
    }
}

/// The force on one of two bodies by the last query.
Arrow force_on(World& world, BodyId body)
{
    for (const Wrench& wrench : world.contact_forces({.policy = ForcePolicy::spheres}).bodies)
        if (wrench.body == body)
            return arrow(wrench.force);
    return {};
}

} // namespace

void check_pushed_balls(Random random, Findings& findings)
{
    const BallKind kind = any_kind(random);
    const Arrow way = any_direction(random);
    const Quaternion rotations[2] = {any_rotation(random), any_rotation(random)};
    BodyId ids[2];
    const auto make = [&] {
        World world = World::create().value();
        for (int k = 0; k < 2; ++k) {
            const BodyDesc desc = {
                .triangles = plain_ball().triangles, .positions = plain_ball().positions, .structure = kind.structure};
            ids[k] = world.add_body(desc).value();
            const Arrow at = (k ? 1.8 : 0.0) * way;
            world.set_pose(ids[k], {.position = vector_of(at), .rotation = rotations[k]}).value();
        }
        return world;
    };
    World world = make();
    // A world of its own for each cut, and one that goes on.
    const auto judge = [&](World& asked, const ContactReport& report, std::uint64_t units, double whole) {
        const std::size_t parts = report.unrefined.size(), confirmed = report.contacts.size();
        const bool complete = report.complete;
        const Arrow force = force_on(asked, ids[1]);
        ++findings.counts.queries;
        const double degrees = std::atan2(length(cross(way, force)), dot(way, force)) * 180.0 / 3.14159265358979323846;
        const std::string about = std::string(kind.name) + " are pushed by " + text(force) + " N, "
                                  + std::to_string(degrees) + " degrees off their centres, with "
                                  + std::to_string(units) + " work units and " + std::to_string(parts) + " parts";
        if (complete)
            return findings.expect(degrees <= 8.0, "paper_force_angle", about + ", complete");
        const double max_degrees = confirmed ? kind.max_degrees_of_cuts : units ? kind.max_degrees : 1.0;
        findings.expect(degrees <= max_degrees, "paper_force_angle", about);
        findings.expect(
            length(force) >= kind.least_share * whole, "paper_force_angle",
            about + ", which is too little beside " + std::to_string(whole) + " N");
        findings.expect(
            length(force) <= kind.largest_share * whole, "paper_force_angle",
            about + ", which is too much beside " + std::to_string(whole) + " N");
    };
    (void)world.find_contacts();
    const double whole = length(force_on(world, ids[1]));
    for (int k = 0; k < 4; ++k) {
        const std::uint64_t units = k == 0 ? 0 : random.below(200);
        World fresh = make();
        judge(fresh, fresh.find_contacts(Budget::work_units(units)), units, whole);
        judge(fresh, fresh.refine_contacts(Budget::work_units(20)), units + 20, whole);
        judge(world, world.find_contacts(Budget::work_units(units)), units, whole);
    }
}

} // namespace tactus::fuzz::sphere_trees
