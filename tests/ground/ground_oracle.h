// SPDX-License-Identifier: MIT
// The contacts of half-spaces in rational arithmetic, by the definition alone.
#pragma once

#include <tactus/tactus.h>

#include "spheres/sphere_oracle.h"

namespace tactus::ground {

using spheres::Ball;
using spheres::dot;
using spheres::exact;
using spheres::Mesh;
using spheres::Point;
using spheres::Rational;

/// normal . x - offset, without rounding.
inline Rational value_at(const HalfSpaceDesc& ground, Vec3 x)
{
    return dot(exact(ground.normal), exact(x)) - Rational(ground.offset);
}

/// The sign of the height of a point above the plane, less a distance that is not negative: the root of the normal's
/// square is never taken.
inline int compare_height(const HalfSpaceDesc& ground, Vec3 x, const Rational& distance)
{
    const Rational value = value_at(ground, x);
    if (value <= 0)
        return value < 0 || distance > 0 ? -1 : 0;
    const Point normal = exact(ground.normal);
    return sgn(Rational(value * value - distance * distance * dot(normal, normal)));
}

inline double height_of(const HalfSpaceDesc& ground, Vec3 x)
{
    const Point normal = exact(ground.normal);
    return value_at(ground, x).get_d() / std::sqrt(Rational(dot(normal, normal)).get_d());
}

/// Which vertices that triangles use are in contact, and whether they are below.
inline std::map<std::uint32_t, bool>
contacts_by_definition(const HalfSpaceDesc& ground, const Mesh& mesh, float distance)
{
    std::map<std::uint32_t, bool> found;
    for (const TriangleIndices& triangle : mesh.triangles)
        for (const std::uint32_t vertex : triangle)
            if (compare_height(ground, mesh.positions[vertex], Rational(distance)) <= 0)
                found[vertex] = compare_height(ground, mesh.positions[vertex], 0) < 0;
    return found;
}

inline bool is_on_plane(const Contact& contact)
{
    return contact.kind == ContactKind::vertex_plane || contact.kind == ContactKind::plane_vertex;
}

inline std::uint32_t vertex_of(const Contact& contact)
{
    return (contact.kind == ContactKind::vertex_plane ? contact.vertices_a : contact.vertices_b)[0];
}

inline Mesh moved(Mesh mesh, Vec3 way)
{
    for (Vec3& p : mesh.positions)
        p = {p.x + way.x, p.y + way.y, p.z + way.z};
    return mesh;
}

inline BodyId add(World& world, const Mesh& mesh, Structure structure = Structure::refit_bvh)
{
    return world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
}

/// Normals of lengths that are whole numbers or roots, or tiny or huge, and offsets that vertices on a grid hit.
inline std::vector<HalfSpaceDesc> some_grounds()
{
    return {
        {},
        {.normal = {0.0f, 0.0f, 2.0f}, .offset = 1.0f},
        {.normal = {0.0f, -3.0f, 0.0f}, .offset = -3.75f},
        {.normal = {3.0f, 4.0f, 0.0f}, .offset = 2.0f},
        {.normal = {-2.0f, 3.0f, 6.0f}, .offset = 1.75f},
        {.normal = {1.0f, 2.0f, -2.0f}, .offset = 0.0f},
        {.normal = {0.3f, -0.1f, 0.7f}, .offset = 0.45f},
        {.normal = {1.0f, 1.0f, 1.0f}, .offset = 3.0f},
        {.normal = {1e-40f, 0.0f, 1e-40f}, .offset = 1e-40f},
        {.normal = {1e30f, -2e30f, 1e38f}, .offset = 3e37f},
        {.normal = {0.0f, 1e-30f, 1.0f}, .offset = 0.5f}};
}

} // namespace tactus::ground
