// SPDX-License-Identifier: MIT
// A face's corners fix an affine map from the plane in which it lay to the one in which it lies. What lay in the sphere
// is at most sqrt(r^2 - d^2) from the foot of the perpendicular from the sphere's centre, which is d long, and the map
// stretches no distance by more than its largest singular value s: so it lies in a ball of radius s sqrt(r^2 - d^2)
// around the image of the foot, however far and however much the face has turned.
#include "tree/octree/refit/carried_piece.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

CarriedPiece all_corners(const std::array<Vec3, 3>& corners)
{
    CarriedPiece piece;
    for (const Vec3 p : corners)
        piece.balls[piece.count++] = {to_double(p), 0.0};
    return piece;
}

} // namespace

CarriedPiece
carried_piece(const NodeSphere& sphere, const std::array<Vec3, 3>& rest_corners, const std::array<Vec3, 3>& corners)
{
    const DoubleVector rest = to_double(rest_corners[0]), now = to_double(corners[0]);
    const DoubleVector rest_1 = to_double(rest_corners[1]) - rest, rest_2 = to_double(rest_corners[2]) - rest;
    const DoubleVector now_1 = to_double(corners[1]) - now, now_2 = to_double(corners[2]) - now;
    const double a11 = dot(rest_1, rest_1), a12 = dot(rest_1, rest_2), a22 = dot(rest_2, rest_2);
    const double b11 = dot(now_1, now_1), b12 = dot(now_1, now_2), b22 = dot(now_2, now_2);
    const double longest_squared = std::max({b11, b22, b11 - 2.0 * b12 + b22});
    const double determinant = a11 * a22 - a12 * a12;
    // On a face this thin the map would not be known well enough. Elsewhere squares are off by less than 2^-36 of the
    // lengths in them, and lengths by less than 2^-20: both margins are larger.
    if (!(determinant > a11 * a22 * 0x1p-13))
        return all_corners(corners);
    constexpr double square_margin = 0x1p-30, margin = 0x1p-18;

    const DoubleVector to_centre = to_double(sphere.centre) - rest;
    const double c1 = dot(rest_1, to_centre), c2 = dot(rest_2, to_centre);
    const double u = (a22 * c1 - a12 * c2) / determinant, v = (a11 * c2 - a12 * c1) / determinant;
    const DoubleVector height = to_centre - rest_1 * u - rest_2 * v;
    const double radius = static_cast<double>(sphere.radius);
    const double lengths_squared = dot(to_centre, to_centre) + radius * radius;
    const double chord_squared = std::max(radius * radius - dot(height, height), 0.0) + lengths_squared * square_margin;

    // The eigenvalues of the second metric in the first are the squares of the singular values.
    const double half_trace = 0.5 * (a22 * b11 - 2.0 * a12 * b12 + a11 * b22) / determinant;
    const double product = (b11 * b22 - b12 * b12) / determinant;
    const double trace_squared = half_trace * half_trace;
    const double stretch_squared =
        half_trace + std::sqrt(std::max(trace_squared - product, 0.0) + trace_squared * square_margin);
    const double reach = std::sqrt(chord_squared * stretch_squared) * (1.0 + margin);
    if (!(4.0 * reach * reach < longest_squared))
        return all_corners(corners);
    CarriedPiece piece;
    piece.balls[0] = {now + now_1 * u + now_2 * v, reach};
    piece.count = 1;
    return piece;
}

} // namespace tactus
