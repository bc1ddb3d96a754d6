// SPDX-License-Identifier: MIT
#include "spheres/maker/balls/medial_balls.h"

#include <algorithm>

namespace tactus {
namespace {

double signed_volume(const SurfacePieces& pieces)
{
    const DoubleVector origin = pieces.points()[0];
    double sum = 0.0;
    for (const Piece& piece : pieces.pieces()) {
        const DoubleVector a = pieces.points()[piece.corners[0]] - origin;
        const DoubleVector b = pieces.points()[piece.corners[1]] - origin;
        const DoubleVector c = pieces.points()[piece.corners[2]] - origin;
        sum += dot(a, cross(b, c));
    }
    return sum;
}

Ball shrunk_ball(const SurfaceDistance& surface, DoubleVector touched, DoubleVector inwards, double radius)
{
    std::uint32_t place = 0;
    for (int step = 0; step < 24; ++step) {
        const double nearly = radius * (1.0 - 1e-3);
        const NearestPoint nearest = surface.nearest(touched + inwards * radius, place, nearly);
        place = nearest.place;
        if (nearest.distance >= nearly)
            break;
        const DoubleVector across = nearest.point - touched;
        const double along = dot(across, inwards);
        const double smaller = along > 0.0 ? dot(across, across) / (2.0 * along) : radius;
        if (!(smaller < radius * (1.0 - 1e-6)))
            break;
        radius = smaller;
    }
    Ball hint;
    hint.place = place;
    return ball_at(surface, to_float(touched + inwards * radius), &hint);
}

} // namespace

std::vector<MedialBall>
medial_balls(const SurfaceDistance& surface, const SurfacePieces& pieces, std::size_t count, Workers& workers)
{
    const std::span<const Piece> all = pieces.pieces();
    const std::span<const DoubleVector> points = pieces.points();
    const std::size_t stride = std::max<std::size_t>(all.size() / std::max<std::size_t>(count, 1), 1);
    std::vector<MedialBall> balls((all.size() + stride - 1) / stride);
    const double turn = signed_volume(pieces) > 0.0 ? -1.0 : 1.0;
    const double widest = distance(to_double(surface.box().lower), to_double(surface.box().upper));
    workers.for_each(balls.size(), 64, [&](std::size_t i, std::uint32_t) {
        const Piece& piece = all[i * stride];
        const DoubleVector a = points[piece.corners[0]], b = points[piece.corners[1]], c = points[piece.corners[2]];
        const DoubleVector middle = (a + b + c) * (1.0 / 3.0);
        const DoubleVector normal = cross(b - a, c - a);
        const double length = std::sqrt(dot(normal, normal));
        balls[i].piece = static_cast<std::uint32_t>(i * stride);
        if (surface.is_closed() && length > 0.0)
            balls[i].ball = shrunk_ball(surface, middle, normal * (turn / length), widest);
        else
            balls[i].ball = ball_at(surface, to_float(middle));
    });
    return balls;
}

} // namespace tactus
