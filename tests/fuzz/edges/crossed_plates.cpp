// SPDX-License-Identifier: MIT
#include "crossed_plates.h"

namespace tactus::fuzz::edges {

namespace {

/// How far something rises over how far.
struct Slope {
    int rise = 0;
    int run = 1;
};

/// A plate whose flat side is below or above and whose sides lean away from that, or an open sheet. The slopes are of
/// the flat side along x and along y, over half of the plate, and of its sides.
GridMesh plate(Random& random, bool is_below, bool closed, const Slope& x, const Slope& y, const Slope& lean)
{
    GridMesh mesh = slab(random, 1, 1, 1, 0, closed, [](int, int) { return 1; });
    for (auto& p : mesh.points) {
        const int side_x = 2 * p[0] - 1, side_y = 2 * p[1] - 1;
        const bool is_flat = !closed || (p[2] == 0) == is_below;
        const int out = is_flat ? 0 : lean.run, up = is_flat ? 0 : is_below ? lean.rise : -lean.rise;
        p = {side_x * (x.run + out), side_y * (y.run + out), side_x * x.rise + side_y * y.rise + up};
    }
    return mesh;
}

/// A slope, repeated as often as it takes to come at least so far.
Slope repeated(const Slope& slope, int run)
{
    const int times = (run + slope.run - 1) / slope.run;
    return {times * slope.rise, times * slope.run};
}

} // namespace

std::vector<GridMesh> crossed_plates(Random& random)
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
    const Slope level = {0, half_width};
    const bool leans_by_30_degrees = random.one_in(4);
    std::vector<GridMesh> meshes;
    if (leans_by_30_degrees) {
        // The angle is that between the first plate's side over y and the second's edge along y, and one in two is off
        // by next to nothing. It comes to be with the coordinates below.
        const int run = random.between(52, 80), off = random.one_in(2) ? random.between(-1, 1) : 0;
        const Slope y = repeated({random.one_in(2) ? 1 : -1, run}, half_length);
        meshes.push_back(plate(random, false, true, {0, half_length}, level, {run - 3 + off, 3 * (run + 1)}));
        meshes.push_back(plate(random, true, !random.one_in(3), level, y, {4, 0}));
    } else {
        for (const bool is_above : {false, true}) {
            const Slope along = tilt(half_length), across = random.one_in(3) ? level : tilt(half_width);
            const Slope& lean = leans[random.below(8)];
            const bool is_closed = !random.one_in(3);
            meshes.push_back(
                plate(random, is_above, is_closed, is_above ? across : along, is_above ? along : across, lean));
        }
    }
    const int skew = random.one_in(3) ? random.between(-1, 1) : 0, by_x = random.between(-half_width, half_width) / 2,
              by_y = random.between(-half_width, half_width) / 2, by_z = random.between(-3, 6) * (half_width / 8) / 2;
    for (auto& p : meshes[1].points)
        p = {p[0] + skew * p[1] + by_x, p[1] + by_y, p[2] + by_z};
    if (leans_by_30_degrees)
        // One axis along (1, 1, 1) and two across that, of which one unit is longer than the other by a factor sqrt(3).
        for (GridMesh& mesh : meshes)
            for (auto& p : mesh.points)
                p = {p[0] + p[1] + p[2], p[0] - p[1] + p[2], p[0] - 2 * p[2]};
    Random same = random;
    turn(same, meshes[0]);
    turn(random, meshes[1]);
    return meshes;
}

} // namespace tactus::fuzz::edges
