// SPDX-License-Identifier: MIT
// What a tool touches, by distances of hulls in exact arithmetic and, where lengths are wanted, in doubles.
#pragma once

#include <vector>

#include "../../oracle/exact.h"
#include "../tool_scene.h"

namespace tactus::fuzz::tools {

/// The triangles of a mesh within a radius of the hull of four points, removed ones not counted, by number.
std::vector<std::uint32_t> true_touched(const SceneBody& mesh, const std::array<Vec3, 4>& hull, float radius);

/// Whether a ball, a half-space or another tool has a point in common with the volume of a tool.
bool volumes_meet(const SceneBody& tool, const SceneBody& other);

using ExactPoint = Point<mpq_class>;
ExactPoint exact(const Vec3& p);
/// The point a part of the way from one to another.
ExactPoint between(const ExactPoint& a, const ExactPoint& b, const mpq_class& part);
/// How far a segment and a triangle are apart, squared.
mpq_class squared_gap(const ExactPoint& p, const ExactPoint& q, const std::array<ExactPoint, 3>& triangle);

/// Vectors in double precision.
struct Place {
    double x = 0.0, y = 0.0, z = 0.0;

    friend Place operator+(const Place& a, const Place& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Place operator-(const Place& a, const Place& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Place operator*(double s, const Place& a) { return {s * a.x, s * a.y, s * a.z}; }
};
Place place_of(const Vec3& p);
double product(const Place& a, const Place& b);
double length(const Place& a);
/// How far a segment is from a triangle, rounded.
double gap(const Place& p, const Place& q, const std::array<Place, 3>& triangle);
/// How far two segments are apart, rounded.
double gap_of_segments(const Place& p0, const Place& p1, const Place& q0, const Place& q1);

std::array<Place, 3> corners_of(const SceneBody& mesh, std::uint32_t triangle);

} // namespace tactus::fuzz::tools
