// SPDX-License-Identifier: MIT
#include "cli/reproduce/occlusion/cell_trials.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>

namespace tactus::cli {

namespace {

class TrialChance {
public:
    explicit TrialChance(std::uint32_t seed) : engine_(seed) {}
    float between(float lower, float upper)
    {
        return lower + (upper - lower) * static_cast<float>(engine_() >> 8) * 0x1p-24f;
    }
    std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(engine_() % count); }
    Vec3 point(float lower, float upper)
    {
        const float x = between(lower, upper), y = between(lower, upper);
        return {x, y, between(lower, upper)};
    }
    /// A random direction, as a vector of unit length.
    Vec3 direction()
    {
        for (;;) {
            const Vec3 v = point(-1.0f, 1.0f);
            const float length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
            if (length > 0.1f && length < 1.0f)
                return {v.x / length, v.y / length, v.z / length};
        }
    }

private:
    std::mt19937 engine_;
};

Vec3 moved(Vec3 from, Vec3 way, float length)
{
    return {from.x + length * way.x, from.y + length * way.y, from.z + length * way.z};
}

Vec3 between_points(Vec3 a, Vec3 b, float share)
{
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
}

float apart(Vec3 a, Vec3 b) { return std::hypot(b.x - a.x, b.y - a.y, b.z - a.z); }

/// A direction at right angles to the way from a to b.
Vec3 across(Vec3 a, Vec3 b, TrialChance& chance)
{
    for (;;) {
        const Vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z}, v = chance.direction();
        const Vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
        const float length = std::hypot(n.x, n.y, n.z);
        if (length > 0.1f * apart(a, b))
            return {n.x / length, n.y / length, n.z / length};
    }
}

using Corners = std::array<Vec3, 3>;

/// Two points of the unit cell that are half a cell apart at least, and a third that is beside the first.
Corners thin_triangle(float ratio, TrialChance& chance)
{
    Vec3 a, b;
    do {
        a = chance.point(0.05f, 0.95f);
        b = chance.point(0.05f, 0.95f);
    } while (apart(a, b) < 0.5f);
    return {a, b, moved(a, across(a, b, chance), apart(a, b) / ratio)};
}

Corners fat_triangle(TrialChance& chance)
{
    for (;;) {
        const Corners t = {chance.point(0.0f, 1.0f), chance.point(0.0f, 1.0f), chance.point(0.0f, 1.0f)};
        const float a = apart(t[1], t[2]), b = apart(t[2], t[0]), c = apart(t[0], t[1]), s = 0.5f * (a + b + c);
        // The radius of its inner circle, squared, by Heron.
        if (std::min({a, b, c}) > 0.3f && (s - a) * (s - b) * (s - c) / s > 0.01f)
            return t;
    }
}

/// Thin, in a plane that two of the three views see edge-on.
Corners thin_and_edge_on(TrialChance& chance)
{
    Corners t;
    const float at = chance.between(0.05f, 0.95f), turn = chance.between(0.0f, 3.1415927f);
    const float u = std::cos(turn), v = std::sin(turn);
    t[0] = {0.5f - 0.4f * u, 0.5f - 0.4f * v, at};
    t[1] = {0.5f + 0.4f * u, 0.5f + 0.4f * v, at};
    t[2] = {t[0].x - 0.8f / 30.0f * v, t[0].y + 0.8f / 30.0f * u, at};
    return t;
}

/// A triangle of a hundredth of the cell's size.
Corners tiny_triangle(TrialChance& chance)
{
    Corners t = fat_triangle(chance);
    const Vec3 at = chance.point(0.02f, 0.97f);
    for (Vec3& p : t)
        p = moved(at, p, 0.01f);
    return t;
}

/// Large, with no more in the cell than a corner that reaches a hundredth of its size into a face.
Corners tip_of_triangle(TrialChance& chance)
{
    const float y = chance.between(0.1f, 0.9f), z = chance.between(0.1f, 0.9f), turn = chance.between(0.0f, 6.2831853f);
    const float u = 0.3f * std::cos(turn), v = 0.3f * std::sin(turn);
    return {{{0.01f, y, z}, {-0.8f, y + u, z + v}, {-0.8f, y - u, z - v}}};
}

/// Two of its corners are one.
Corners no_area(TrialChance& chance)
{
    const Vec3 a = chance.point(0.0f, 1.0f), b = chance.point(0.0f, 1.0f);
    return {a, b, b};
}

} // namespace

CellTrial cells_around(std::string name, const OwnBody& body, std::size_t count)
{
    TrialChance chance(1);
    CellTrial trial{std::move(name), body.mesh};
    struct Side {
        float lower, upper;
    };
    const auto side = [&](float lower, float upper, float at, std::uint32_t level) {
        const double cells = std::ldexp(1.0, static_cast<int>(level)), size = (double(upper) - lower) / cells;
        const double place = std::floor((double(at) - lower) / size) + double(chance.below(3)) - 1.0;
        const double from = lower + size * std::clamp(place, 0.0, cells - 1.0);
        return Side{static_cast<float>(from), static_cast<float>(from + size)};
    };
    for (std::size_t k = 0; k < count; ++k) {
        const TriangleIndices t = body.mesh.triangles[chance.below(body.mesh.triangles.size())];
        const float share = chance.between(0.0f, 1.0f), other = chance.between(0.0f, 1.0f);
        const Vec3 at = between_points(
            between_points(body.mesh.positions[t[0]], body.mesh.positions[t[1]], share), body.mesh.positions[t[2]],
            other);
        const std::uint32_t level = 2 + chance.below(5);
        const Side x = side(body.lower.x, body.upper.x, at.x, level);
        const Side y = side(body.lower.y, body.upper.y, at.y, level);
        const Side z = side(body.lower.z, body.upper.z, at.z, level);
        trial.cells.push_back({{x.lower, y.lower, z.lower}, {x.upper, y.upper, z.upper}});
    }
    return trial;
}

std::vector<CellTrial> cells_with_hard_triangles(std::size_t count)
{
    const std::pair<const char*, std::function<Corners(TrialChance&)>> kinds[] = {
        {"fat", fat_triangle},
        {"thin, 1 : 30", [](TrialChance& chance) { return thin_triangle(30.0f, chance); }},
        {"thin, 1 : 300", [](TrialChance& chance) { return thin_triangle(300.0f, chance); }},
        {"thin, 1 : 30, edge-on in two views", thin_and_edge_on},
        {"tiny, 1/100 of the cell", tiny_triangle},
        {"a tip, 1/100 of the cell", tip_of_triangle},
        {"without an area", no_area}};
    std::vector<CellTrial> trials;
    for (const auto& [name, make] : kinds) {
        TrialChance chance(2);
        CellTrial trial{name};
        for (std::size_t k = 0; k < count; ++k) {
            // Far enough from each other that no triangle reaches another's cell.
            const Vec3 lower = {3.0f * float(k % 8), 3.0f * float(k / 8 % 8), 3.0f * float(k / 64)};
            trial.cells.push_back({lower, {lower.x + 1.0f, lower.y + 1.0f, lower.z + 1.0f}});
            const auto first = static_cast<std::uint32_t>(3 * k);
            trial.mesh.triangles.push_back({first, first + 1, first + 2});
            for (const Vec3& p : make(chance))
                trial.mesh.positions.push_back({lower.x + p.x, lower.y + p.y, lower.z + p.z});
        }
        trials.push_back(std::move(trial));
    }
    return trials;
}

} // namespace tactus::cli
