// SPDX-License-Identifier: MIT
// Meshes with sphere trees as plain data, and the few steps of geometry in doubles that judging spheres takes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "../apart/force_model.h"
#include "../cases/fuzz_case.h"
#include "../cases/random.h"
#include "../stage/mirror.h"

namespace tactus::fuzz::sphere_trees {

using Corners = std::array<Arrow, 3>;

/// A mesh where it lies: in its own coordinates, and by its pose.
struct PlacedMesh {
    FuzzMesh own;
    Pose pose;

    /// Where the vertices lie, by the formula at Pose.
    std::vector<Vec3> positions() const;
    /// A triangle where it lies.
    Corners corners(std::uint32_t triangle) const;
};

/// Two triangles of two meshes.
struct MetTriangles {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Every pair of triangles of two placed meshes that intersect, decided exactly.
std::vector<MetTriangles> met_triangles(const PlacedMesh& a, const PlacedMesh& b);

/// An icosahedron whose triangles are cut in four so many times, around the origin. Every vertex has a distance of its
/// own from there if it is rough.
FuzzMesh round_ball(Random& random, int cuts, double roughness);
/// A mesh of any kind around the origin: up to 320 triangles, one or two metres large, open or closed or degenerate.
FuzzMesh any_mesh(Random& random);

Quaternion any_rotation(Random& random);
/// A direction of unit length.
Arrow any_direction(Random& random);
/// A pose that turns in any way, or not at all, and moves by at most `reach` along each axis.
Pose any_pose(Random& random, double reach);
/// Mostly nothing, and now and then a way so long that floats are coarse there.
DoubleVec3 any_way_off(Random& random);
/// A pose moved by a way.
Pose moved(Pose pose, const DoubleVec3& by);

/// Where a pose puts a point, in doubles.
Arrow placed(const Pose& pose, const Arrow& p);

/// The point of a triangle that is nearest to a given one, in doubles.
Arrow nearest_on(const Corners& triangle, const Arrow& p);
/// A point that two triangles have in common, up to rounding, if they intersect.
Arrow common_point(const Corners& a, const Corners& b);

/// The largest coordinate of a placed mesh, by which rounding is measured.
double extent(const std::vector<Vec3>& positions);

std::string text(const Sphere& sphere);

} // namespace tactus::fuzz::sphere_trees
