// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "scenes/bodies/icosphere.h"
#include "scenes/bodies/sheet.h"
#include "scenes/cuts/chunks.h"
#include "scenes/cuts/tumbling.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr double whole_seconds = 5.0;   ///< the scene, in however many frames
constexpr double falling_seconds = 0.6; ///< until it breaks
constexpr double turns_per_second = 0.2;
constexpr double stone_radius = 0.5;
constexpr double bowl_radius = 1.8;
constexpr double bowl_side = 2.3;

double seconds_of(const Moment& moment) { return whole_seconds * moment.progress; }

Point spin_axis() { return unit({0.4, 1.0, 0.2}); }

/// Until it breaks: falls, and turns a little. After that, as it was then.
Pose falling(double seconds)
{
    const double left = falling_seconds - std::min(seconds, falling_seconds);
    const double height = 0.97 * stone_radius + left * (5.9 - 4.905 * left);
    return turned(spin_axis(), turns_per_second * (falling_seconds - left), {0.0, 0.0, height});
}

Shape stone(std::uint32_t triangles, std::uint64_t seed)
{
    const TravellingWaves bumps(
        Random(seed, 96),
        {.count = 6, .shortest = 0.8, .longest = 2.0, .slowest = 0.0, .fastest = 0.0, .height = 0.12});
    Shape shape = icosphere(triangles);
    for (Point& p : shape.points)
        p = p * (stone_radius * (1.0 + bumps.height(p, 0.0)));
    return shape;
}

/// Into twelve: a slice in the middle and two outer ones, each of them in four.
std::vector<Plane> breaks(std::uint64_t seed)
{
    Random random(seed, 95);
    std::vector<Plane> planes;
    for (const Plane& plane : std::initializer_list<Plane>{
             {{1.0, 0.0, 0.0}, -0.19}, {{1.0, 0.0, 0.0}, 0.17}, {{0.0, 1.0, 0.0}, 0.03}, {{0.0, 0.0, 1.0}, -0.02}})
        planes.push_back({unit(plane.normal + random.direction() * 0.2), plane.offset});
    return planes;
}

/// The pieces as they fly apart.
std::vector<Tumbler> pieces_of(const BrokenShape& stone, std::uint64_t seed)
{
    Random random(seed, 97);
    const Pose broken_at = falling(falling_seconds);
    std::vector<Tumbler> pieces;
    for (std::size_t k = 0; k < stone.middles.size(); ++k) {
        Tumbler& piece = pieces.emplace_back();
        piece.centre = broken_at(stone.middles[k]);
        const Point outward = piece.centre - broken_at.origin;
        const Point spin = spin_axis() * (turns_per_second * 6.283185307179586);
        // The radius of the ball with its volume.
        double radius = 0.1;
        for (int round = 0; round < 40; ++round)
            radius = (2.0 * radius + stone.volumes[k] * 0.238732414637843 / (radius * radius)) / 3.0;
        // Pieces have corners: they keep a little more away from each other than balls would.
        piece.radius = 1.12 * radius;
        piece.velocity = outward * 4.4 + cross(spin, outward) + Point{0.0, 0.0, 1.6};
        piece.spin = spin + random.in_cube() * 0.3;
    }
    return pieces;
}

} // namespace

Scene falling_pieces(const SceneOptions& options)
{
    BrokenShape broken_stone = broken(stone(options.triangles, options.seed), breaks(options.seed));
    const Tumbling tumbling(
        pieces_of(broken_stone, options.seed), {{0.0, 0.0, bowl_radius}, bowl_radius}, whole_seconds - falling_seconds);
    MeshEdit edit = std::move(broken_stone.edit);
    edit.frame = 1;
    while (edit.frame < options.frames && seconds_of(moment_of(edit.frame, options.frames)) <= falling_seconds)
        ++edit.frame;

    const auto stone_at = [tumbling, chunk_of = std::move(broken_stone.chunk_of), middles = broken_stone.middles](
                              const Moment& moment, std::span<const Point> rest, std::span<Vec3> out) {
        const double seconds = seconds_of(moment);
        const Pose whole = falling(seconds);
        if (seconds <= falling_seconds) {
            for (std::size_t i = 0; i < rest.size(); ++i)
                out[i] = rounded(whole(rest[i]));
            return;
        }
        std::vector<Pose> poses;
        for (std::size_t k = 0; k < middles.size(); ++k)
            poses.push_back(tumbling.pose(k, seconds - falling_seconds));
        for (std::size_t i = 0; i < rest.size(); ++i) {
            // Its turn goes on from the one at which it broke.
            const Point from_middle = whole(rest[i]) - whole(middles[chunk_of[i]]);
            out[i] = rounded(poses[chunk_of[i]](from_middle));
        }
    };
    Shape bowl = sheet(std::max(32u, options.triangles / 4), bowl_side, bowl_side);
    for (Point& p : bowl.points) {
        const double x = p.x - 0.5 * bowl_side, y = p.y - 0.5 * bowl_side;
        p = {x, y, bowl_radius - std::sqrt(bowl_radius * bowl_radius - x * x - y * y)};
    }
    const auto bowl_at = [](const Moment&) { return Pose{}; };
    return moving_scene(
        options.frames, {{"stone", std::move(broken_stone.shape), stone_at, false, {std::move(edit)}},
                         {"bowl", std::move(bowl), point_by_point(bowl_at)}});
}

} // namespace tactus::scenes
