// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/box.h"
#include "geometry/vector.h"

namespace tactus {

/// How many faces of a sphere tree's node are a leaf for those who search it.
inline constexpr std::uint32_t sphere_tree_run = 8;

/// A face, and where it lies.
struct PlacedFace {
    Vec3 middle;
    std::uint32_t face = 0;
};

/// Puts faces that are near each other side by side, in runs of 8, 64 and so on.
inline void put_in_runs(std::span<PlacedFace> faces)
{
    if (faces.size() <= sphere_tree_run) {
        // Halving leaves them as the standard library likes, and each likes it otherwise.
        std::sort(faces.begin(), faces.end(), [](const PlacedFace& a, const PlacedFace& b) { return a.face < b.face; });
        return;
    }
    std::size_t size = sphere_tree_run;
    while (8 * size < faces.size())
        size *= 8;
    Box middles;
    for (const PlacedFace& placed : faces)
        middles = include(middles, placed.middle);
    const Vec3 sides = middles.upper - middles.lower;
    const float longest = longest_side(middles);
    const auto axis = sides.x == longest ? &Vec3::x : sides.y == longest ? &Vec3::y : &Vec3::z;
    const std::size_t runs = (faces.size() + size - 1) / size;
    const std::size_t first = runs / 2 * size;
    std::nth_element(
        faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(first), faces.end(),
        [axis](const PlacedFace& a, const PlacedFace& b) {
            return a.middle.*axis < b.middle.*axis || (a.middle.*axis == b.middle.*axis && a.face < b.face);
        });
    put_in_runs(faces.first(first));
    put_in_runs(faces.subspan(first));
}

} // namespace tactus
