// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_edge.h"
#include "geometry/features/vertex_face.h"
#include "hierarchy/surfaces.h"
#include "scenes/random.h"
#include "scenes/shapes.h"
#include "tree/octree/made/feature_lists.h"
#include "tree/octree/pairs/elementary_pairs.h"
#include "tree/rigid_pose.h"

namespace tactus::octree_cases {

using surfaces::Surface;

inline constexpr OctreeOrder both_orders[] = {OctreeOrder::leaves_then_reverse, OctreeOrder::both_at_once};

inline Surface shape(const std::string& name, std::uint32_t triangles)
{
    scenes::ShapeMesh mesh = scenes::make_shape(name, {.triangles = triangles}).value();
    return {std::move(mesh.triangles), std::move(mesh.positions)};
}

struct NamedSurface {
    std::string name;
    Surface surface;
};

/// Bodies of the scenes, closed, open, round, sharp and thin.
inline std::vector<NamedSurface> bodies()
{
    return {{"box", shape("cube_lattice", 12)},
            {"bumpy sphere", shape("bumpy_sphere", 320)},
            {"torus", shape("torus", 300)},
            {"tool", shape("tool", 64)},
            {"cube lattice", shape("cube_lattice", 96)},
            {"sheet", shape("sheet", 128)}};
}

/// What meshes from elsewhere are like.
inline std::vector<NamedSurface> odd_surfaces()
{
    Surface point{{{0, 1, 2}, {0, 0, 0}}, std::vector<Vec3>(3, Vec3{1.5f, -2.0f, 0.25f})};
    Surface line{{{0, 1, 2}, {1, 2, 3}}, {{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {-1, -2, -3}}};
    Surface one{{{4, 2, 0}}, {{0, 0, 0}, {9, 9, 9}, {1, 0, 0}, {}, {0, 1, 0.5f}}};
    Surface huge = shape("sphere", 80), tiny = huge, far = huge, denormal = huge;
    for (std::size_t v = 0; v < huge.positions.size(); ++v) {
        const Vec3 p = huge.positions[v];
        huge.positions[v] = {p.x * 1e30f, p.y * 1e30f, p.z * 1e30f};
        tiny.positions[v] = {p.x * 1e-30f, p.y * 1e-30f, p.z * 1e-30f};
        far.positions[v] = {p.x + 1e6f, p.y - 3e6f, p.z};
        denormal.positions[v] = {p.x * 1e-43f, p.y * 1e-43f, p.z * 1e-43f};
    }
    return {
        {"nothing", {}},
        {"a point", point},
        {"a line", line},
        {"one triangle", one},
        {"tangled", surfaces::tangled()},
        {"soup", surfaces::soup(60)},
        {"fan", surfaces::fan(40)},
        {"huge", huge},
        {"tiny", tiny},
        {"far away", far},
        {"hardly more than zero", denormal}};
}

inline DoubleVector vector_of(scenes::Point p) { return {p.x, p.y, p.z}; }

inline RigidPose pose_of(const scenes::Pose& pose)
{
    RigidPose rigid;
    rigid.position = vector_of(pose.origin);
    rigid.axes = {vector_of(pose.x_axis), vector_of(pose.y_axis), vector_of(pose.z_axis)};
    return rigid;
}

/// Turned anyhow, at most `reach` from the origin along each axis. One draw after another: the order in which arguments
/// are evaluated differs between machines.
inline RigidPose any_pose(scenes::Random& random, double reach = 0.0)
{
    const scenes::Point axis = random.direction();
    const double turns = random.uniform();
    const scenes::Point origin = random.in_cube() * reach;
    return pose_of(scenes::turned(axis, turns, origin));
}

/// The vertices where the pose puts them, rounded to float.
inline std::vector<Vec3> posed(const std::vector<Vec3>& positions, const RigidPose& pose)
{
    std::vector<Vec3> moved;
    for (const Vec3 p : positions)
        moved.push_back(to_float(pose(to_double(p))));
    return moved;
}

using PairSet = std::set<FeaturePair>;

struct ContactSets {
    PairSet vertex_face;
    PairSet face_vertex;
    PairSet edge_edge;

    std::size_t size() const { return vertex_face.size() + face_vertex.size() + edge_edge.size(); }
};

inline PairSet vertices_near_faces(
    const Surface& of_vertices, const std::vector<Vec3>& vertices, const Surface& of_faces,
    const std::vector<Vec3>& corners, float distance, bool faces_first)
{
    PairSet found;
    for (const std::uint32_t v : make_feature_lists(of_vertices.triangles, vertices.size()).vertices)
        for (std::uint32_t f = 0; f < of_faces.triangles.size(); ++f) {
            const TriangleIndices& t = of_faces.triangles[f];
            if (within(vertices[v], Triangle{corners[t[0]], corners[t[1]], corners[t[2]]}, distance))
                found.insert(faces_first ? FeaturePair{f, v} : FeaturePair{v, f});
        }
    return found;
}

/// Every elementary pair of two bodies that is within a distance, in exact arithmetic on the given positions.
inline ContactSets contacts(
    const Surface& a, const std::vector<Vec3>& at_a, const Surface& b, const std::vector<Vec3>& at_b, float distance)
{
    ContactSets found;
    found.vertex_face = vertices_near_faces(a, at_a, b, at_b, distance, false);
    found.face_vertex = vertices_near_faces(b, at_b, a, at_a, distance, true);
    const auto edges_a = make_feature_lists(a.triangles, at_a.size()).edges;
    const auto edges_b = make_feature_lists(b.triangles, at_b.size()).edges;
    for (std::uint32_t i = 0; i < edges_a.size(); ++i)
        for (std::uint32_t j = 0; j < edges_b.size(); ++j)
            if (within(
                    Segment{at_a[edges_a[i][0]], at_a[edges_a[i][1]]},
                    Segment{at_b[edges_b[j][0]], at_b[edges_b[j][1]]}, distance))
                found.edge_edge.insert({i, j});
    return found;
}

} // namespace tactus::octree_cases
