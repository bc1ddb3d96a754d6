// SPDX-License-Identifier: MIT
#include "crossed_plates.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tactus::fuzz::edges {

namespace {

/// How far something rises over how far.
struct Slope {
    int rise = 0;
    int run = 1;
};

/// Half of a flat side in one of two directions: so many steps, and how far it rises over all of them.
struct HalfSide {
    std::array<int, 2> step = {};
    int steps = 0;
    int rise = 0;

    double length_of_step() const { return std::sqrt(step[0] * step[0] + step[1] * step[1]); }
    double length() const { return steps * length_of_step(); }
};

HalfSide along_x(const Slope& slope) { return {{1, 0}, slope.run, slope.rise}; }
HalfSide along_y(const Slope& slope) { return {{0, 1}, slope.run, slope.rise}; }

/// A plate whose flat side is below or above and whose sides lean away from that, or an open sheet. How the sides lean
/// is said in steps.
GridMesh plate(Random& random, bool is_below, bool closed, const HalfSide& x, const HalfSide& y, const Slope& lean)
{
    GridMesh mesh = slab(random, 1, 1, 1, 0, closed, [](int, int) { return 1; });
    const auto height = static_cast<int>(std::lround(lean.rise * x.length_of_step()));
    for (auto& p : mesh.points) {
        const int side_x = 2 * p[0] - 1, side_y = 2 * p[1] - 1;
        const bool is_flat = !closed || (p[2] == 0) == is_below;
        const int out = is_flat ? 0 : lean.run, up = is_flat ? 0 : is_below ? height : -height;
        const int by_x = side_x * (x.steps + out), by_y = side_y * (y.steps + out);
        p = {
            by_x * x.step[0] + by_y * y.step[0], by_x * x.step[1] + by_y * y.step[1],
            side_x * x.rise + side_y * y.rise + up};
    }
    return mesh;
}

/// A slope, repeated as often as it takes to come at least so far.
Slope repeated(const Slope& slope, int run)
{
    const int times = (run + slope.run - 1) / slope.run;
    return {times * slope.rise, times * slope.run};
}

void move(GridMesh& mesh, int by_x, int by_y, int by_z)
{
    for (auto& p : mesh.points)
        p = {p[0] + by_x, p[1] + by_y, p[2] + by_z};
}

/// Moves the second plate over the first one, or a little into it, and may turn its edges along y by 45 degrees.
void move_over(Random& random, GridMesh& mesh, int half_width)
{
    const int skew = random.one_in(3) ? random.between(-1, 1) : 0;
    for (auto& p : mesh.points)
        p[0] += skew * p[1];
    const int by_x = random.between(-half_width, half_width) / 2, by_y = random.between(-half_width, half_width) / 2;
    move(mesh, by_x, by_y, random.between(-3, 6) * (half_width / 8) / 2);
}

/// Plates whose long edges cross at 90 degrees, or at 45 and 90.
std::vector<GridMesh> tilted_plates(Random& random)
{
    // The slopes 1/32 and 64/2047 have sines that are less than 1/32 by very little, and 63/2015 has one a little
    // larger.
    constexpr std::array<Slope, 10> tilts = {
        {{0, 1}, {0, 1}, {1, 90}, {1, 33}, {1, 32}, {2, 63}, {1, 31}, {1, 15}, {64, 2047}, {63, 2015}}};
    // From overhanging to flatter than 30 degrees, the tangent of which is between those of the two in the middle.
    constexpr std::array<Slope, 8> leans = {{{9, -3}, {4, 0}, {4, 0}, {7, 12}, {15, 26}, {26, 45}, {4, 7}, {1, 9}}};
    const bool are_large = random.one_in(4);
    const int half_width = are_large ? 500 : random.between(8, 30), half_length = 3 * half_width + 30;
    const auto tilt = [&](int run) {
        Slope slope = repeated(tilts[random.below(are_large ? 10 : 8)], run);
        slope.rise *= random.one_in(2) ? 1 : -1;
        return slope;
    };
    std::vector<GridMesh> meshes;
    for (const bool is_above : {false, true}) {
        const Slope along = tilt(half_length), across = random.one_in(3) ? Slope{0, half_width} : tilt(half_width);
        const Slope& lean = leans[random.below(8)];
        const bool is_closed = !random.one_in(3);
        meshes.push_back(plate(
            random, is_above, is_closed, along_x(is_above ? across : along), along_y(is_above ? along : across), lean));
    }
    move_over(random, meshes[1], half_width);
    return meshes;
}

/// Plates of which the first has a side over y that leans by 30 degrees against the second's edge along y, or by next
/// to nothing more or less.
std::vector<GridMesh> plates_that_lean_by_30_degrees(Random& random)
{
    const int half_width = random.between(8, 30), half_length = 3 * half_width + 30;
    const Slope level = {0, half_width};
    // The angle comes to be with the coordinates below, and one in two is off.
    const int run = random.between(52, 80), off = random.one_in(2) ? random.between(-1, 1) : 0;
    const Slope y = repeated({random.one_in(2) ? 1 : -1, run}, half_length);
    std::vector<GridMesh> meshes;
    meshes.push_back(
        plate(random, false, true, along_x({0, half_length}), along_y(level), {run - 3 + off, 3 * (run + 1)}));
    meshes.push_back(plate(random, true, !random.one_in(3), along_x(level), along_y(y), {4, 0}));
    move_over(random, meshes[1], half_width);
    // One axis along (1, 1, 1) and two across that, of which one unit is longer than the other by a factor sqrt(3).
    for (GridMesh& mesh : meshes)
        for (auto& p : mesh.points)
            p = {p[0] + p[1] + p[2], p[0] - p[1] + p[2], p[0] - 2 * p[2]};
    return meshes;
}

/// How far something rises over a length if the sine of its slope is about as given, or anything up to twice that.
int rise_at(Random& random, double sine, double length)
{
    const auto rise = static_cast<int>(std::lround(length * sine / std::sqrt(1.0 - sine * sine)));
    const int about = random.one_in(4) ? random.between(0, 2 * rise) : rise + random.between(-1, 1);
    return random.one_in(2) ? about : -about;
}

/// Plates that lie along each other, one turned against the other. The turned one rises along its long edges, or is
/// rolled over them, or both: by about as much as its edges may rise over the other's flat side, or its flat side over
/// the other's edges.
std::vector<GridMesh> turned_plates(Random& random)
{
    // The tangents of about 90, 30, 10, 7.24, 7.13, 5, 2, 1 and 0.6 degrees. The sine of 7.18 degrees is 1/8, and if
    // edges cross at less the plane counts, and otherwise the other edge.
    constexpr std::array<Slope, 9> turns = {
        {{1, 0}, {4, 7}, {3, 17}, {8, 63}, {1, 8}, {2, 23}, {1, 29}, {1, 57}, {1, 100}}};
    constexpr std::array<Slope, 5> leans = {{{4, 0}, {4, 0}, {3, 1}, {4, 7}, {1, 3}}};
    const Slope& turned = turns[random.below(9)];
    const std::array<int, 2> step = {turned.run, turned.rise}, step_across = {-turned.rise, turned.run};
    HalfSide length = {step}, width = {step_across};
    const auto size = static_cast<int>(std::lround(length.length_of_step()));
    const double sine = turned.rise / length.length_of_step();
    width.steps = random.between(1, std::max(1, 32 / size));
    width.steps *= random.one_in(4) ? 4 : 1;
    length.steps = random.between(2, 20) * width.steps;
    const std::uint32_t tilt = random.below(4);
    if (tilt != 0)
        length.rise = rise_at(random, std::min(1.0 / 32, sine / 4), length.length());
    if (tilt < 2)
        width.rise = rise_at(random, std::min(1.0 / 4, 1.0 / 32 / sine), width.length());

    const std::size_t which = random.below(2);
    std::vector<GridMesh> meshes;
    for (std::size_t k = 0; k < 2; ++k) {
        const Slope& lean = leans[random.below(5)];
        const bool is_closed = !random.one_in(3);
        if (k == which)
            meshes.push_back(plate(random, k == 1, is_closed, length, width, lean));
        else
            meshes.push_back(plate(
                random, k == 1, is_closed, along_x({0, length.steps * size}),
                along_y({0, width.steps * size + random.between(-1, 1)}), {lean.rise * size, lean.run * size}));
    }
    // Moving a plate to the side moves the places where long edges cross farther along them, the more the smaller the
    // angle is.
    const auto to_side = static_cast<int>(length.length() * sine / 2);
    const int along = length.steps * size / 4, rise = std::max(std::abs(length.rise), std::abs(width.rise));
    const int by_x = random.between(-along, along), by_y = random.between(-to_side, to_side);
    // Their middles nearly touch, or are as far apart as their corners rise.
    const int part = random.one_in(2) ? 1 : (rise + 3) / 4;
    move(meshes[1], by_x, by_y, random.between(-2, 4) * part);
    return meshes;
}

} // namespace

std::vector<GridMesh> crossed_plates(Random& random)
{
    const std::uint32_t kind = random.below(4);
    std::vector<GridMesh> meshes = kind == 0   ? plates_that_lean_by_30_degrees(random)
                                   : kind == 1 ? tilted_plates(random)
                                               : turned_plates(random);
    Random same = random;
    turn(same, meshes[0]);
    turn(random, meshes[1]);
    return meshes;
}

} // namespace tactus::fuzz::edges
