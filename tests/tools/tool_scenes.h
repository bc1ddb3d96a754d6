// SPDX-License-Identifier: MIT
// Organs and tools for tests, and what a tool touches by definition.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include <tactus/tactus.h>

#include "geometry/simplices/simplex_distance.h"
#include "scenes/shapes.h"

namespace tactus::tool_tests {

using scenes::ShapeMesh;

inline ShapeMesh shape(std::string_view name, std::uint32_t triangles)
{
    return scenes::make_shape(name, {.triangles = triangles}).value();
}

inline float uniform(std::mt19937& random, float from, float to)
{
    return from + (to - from) * static_cast<float>(random() >> 8) * 0x1p-24f;
}

inline Vec3 point_in(std::mt19937& random, float reach)
{
    return {uniform(random, -reach, reach), uniform(random, -reach, reach), uniform(random, -reach, reach)};
}

/// Large triangles, needles, points and faces in one plane, with corners on a coarse grid so that much touches exactly.
inline ShapeMesh grid_soup(std::mt19937& random, std::size_t count)
{
    ShapeMesh mesh;
    const auto at = [&] {
        const auto step = [&] { return static_cast<float>(static_cast<int>(random() % 9) - 4) * 0.25f; };
        return Vec3{step(), step(), step()};
    };
    for (std::uint32_t k = 0; k < count; ++k) {
        const Vec3 a = at(), b = random() % 8 == 0 ? a : at();
        const Vec3 c = random() % 6 == 0 ? (a + b) * 0.5f : random() % 9 == 0 ? b : at();
        for (const Vec3 corner : {a, b, c})
            mesh.positions.push_back(corner);
        mesh.triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    }
    return mesh;
}

inline Triangle triangle_of(const ShapeMesh& mesh, std::size_t number)
{
    const auto [a, b, c] = mesh.triangles[number];
    return {mesh.positions[a], mesh.positions[b], mesh.positions[c]};
}

/// The numbers of all triangles within the volume of a tool, each decided exactly.
inline std::vector<std::uint32_t> touched_by_definition(const ShapeMesh& mesh, const ToolVolume& volume)
{
    std::vector<std::uint32_t> touched;
    for (std::uint32_t number = 0; number < mesh.triangles.size(); ++number)
        if (compare_distance(core_of(volume), triangle_of(mesh, number), {volume.radius, 0.0f, 0.0f}) <= 0)
            touched.push_back(number);
    return touched;
}

inline std::vector<std::uint32_t> numbers_of(const TouchReport& report)
{
    std::vector<std::uint32_t> numbers;
    for (const TouchedFace& face : report.faces)
        numbers.push_back(face.triangle);
    return numbers;
}

/// Where a tool is and where it was: standing, sweeping around its pivot, or moving as a whole; now and then in one of
/// the ways that have no triangle or tetrahedron between them.
inline ToolVolume random_move(std::mt19937& random, float reach, bool on_grid)
{
    const auto at = [&] {
        const Vec3 point = point_in(random, reach);
        const auto rounded = [&](float x) { return on_grid ? std::round(x * 4.0f) * 0.25f : x; };
        return Vec3{rounded(point.x), rounded(point.y), rounded(point.z)};
    };
    ToolVolume move = {
        at(), at(), {}, {}, on_grid ? static_cast<float>(random() % 5) * 0.125f : uniform(random, 0, 0.2f)};
    move.old_pivot = move.pivot;
    move.old_tip = move.tip;
    switch (random() % 8) {
    case 0: // stands
        break;
    case 1: // along the shaft
        move.old_tip = move.pivot + (move.tip - move.pivot) * 0.5f;
        break;
    case 2: // through the pivot
        move.old_tip = move.pivot + (move.pivot - move.tip) * 0.5f;
        break;
    case 3: // hardly at all
        move.old_tip = move.tip + Vec3{1e-7f, -1e-7f, 0.0f};
        break;
    case 4: // to a point
        move.tip = move.pivot;
        break;
    case 5:
        move.old_pivot = at();
        move.old_tip = at();
        break;
    default:
        move.old_tip = at();
        break;
    }
    return move;
}

} // namespace tactus::tool_tests
