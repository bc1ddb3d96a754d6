// SPDX-License-Identifier: MIT
// Two closed bodies push each other by their local contacts as they do by all of them.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "forces/blocks.h"
#include "geometry/double_vector.h"
#include "scenes/random.h"
#include "scenes/shapes.h"

namespace tactus {
namespace {

struct NamedMesh {
    std::string name;
    std::vector<Vec3> positions;
    std::vector<TriangleIndices> triangles;
};

NamedMesh mesh_of(const std::string& name, std::uint32_t triangles, float size)
{
    scenes::ShapeMesh made = scenes::make_shape(name, {.triangles = triangles}).value();
    for (Vec3& vertex : made.positions)
        vertex = vertex * size;
    return {name, made.positions, made.triangles};
}

NamedMesh mesh_of_block(const std::string& name, float x, float y, float z, int cells)
{
    const Block made = gridded_block(x, y, z, cells);
    return {name, made.positions, made.triangles};
}

/// A pose near the origin, turned in any direction.
Pose pose_of(scenes::Random& random, double reach)
{
    const scenes::Point place = random.in_cube(), axis = random.in_cube();
    const double length = std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z + 0.01);
    return {
        .position = {reach * place.x, reach * place.y, reach * place.z},
        .rotation = {axis.x / length, axis.y / length, axis.z / length, 0.1 / length}};
}

struct WholePush {
    Wrench on_b;
    double sum = 0.0;      ///< of the lengths of all pushes
    std::size_t edges = 0; ///< contacts of two edges that push
    std::size_t contacts = 0;
};

WholePush
push_of(const NamedMesh& a, const NamedMesh& b, const Pose& pose_a, const Pose& pose_b, ContactSelection which)
{
    World world = World::create({.contacts = {.contact_distance = 0.01f, .which = which}}).value();
    const BodyId body_a = world.add_body({.triangles = a.triangles, .positions = a.positions}).value();
    const BodyId body_b = world.add_body({.triangles = b.triangles, .positions = b.positions}).value();
    EXPECT_TRUE(world.set_pose(body_a, pose_a).ok());
    EXPECT_TRUE(world.set_pose(body_b, pose_b).ok());
    EXPECT_TRUE(world.set_pair(body_a, body_b, {.material = {.pressure_stiffness = 1e5f}}).ok());
    const ContactReport& report = world.find_contacts();
    EXPECT_TRUE(report.complete);
    WholePush push;
    push.contacts = report.contacts.size();
    for (const Contact& contact : report.contacts)
        push.edges += contact.kind == ContactKind::edge_edge && contact.separation < 0.0f ? 1 : 0;
    const ForceReport& forces = world.contact_forces();
    for (const ContactForce& one : forces.contacts)
        push.sum += length(to_double(one.force));
    for (const Wrench& wrench : forces.bodies)
        if (wrench.body == body_b)
            push.on_b = wrench;
    return push;
}

TEST(LocalAndAllContacts, PushClosedBodiesTheSame)
{
    const std::vector<NamedMesh> meshes = {
        mesh_of_block("plank", 0.5f, 0.08f, 0.04f, 1),
        mesh_of_block("gridded plank", 0.08f, 0.5f, 0.04f, 3),
        mesh_of_block("cube", 0.3f, 0.3f, 0.3f, 2),
        mesh_of("organ", 600, 3.0f),
        mesh_of("torus", 400, 0.3f),
    };
    scenes::Random random(20261118, 0);
    std::size_t edges = 0, pushing = 0, fewer = 0;
    for (const NamedMesh& a : meshes)
        for (const NamedMesh& b : meshes)
            for (int i = 0; i < 6; ++i) {
                const Pose pose_a = pose_of(random, 0.02),
                           pose_b = i == 0 ? Pose{{0.011, 0.007, 0.06}} : pose_of(random, 0.35);
                const WholePush all = push_of(a, b, i == 0 ? Pose{} : pose_a, pose_b, ContactSelection::all);
                const WholePush local = push_of(a, b, i == 0 ? Pose{} : pose_a, pose_b, ContactSelection::local);
                const double allowed = 1e-5 * all.sum;
                EXPECT_LE(length(to_double(local.on_b.force) - to_double(all.on_b.force)), allowed)
                    << a.name << " and " << b.name << ", place " << i;
                EXPECT_LE(length(to_double(local.on_b.torque) - to_double(all.on_b.torque)), allowed)
                    << a.name << " and " << b.name << ", place " << i;
                edges += all.edges;
                pushing += all.sum > 0.0;
                fewer += local.contacts < all.contacts;
            }
    EXPECT_GT(pushing, 100u);
    EXPECT_GT(fewer, 100u);
    EXPECT_GT(edges, 10u);
}

} // namespace
} // namespace tactus
