// SPDX-License-Identifier: MIT
#include "spheres/judge/closed_mesh.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tactus::sphere_check {

bool is_closed(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    const auto key = [&](std::uint32_t v) { return std::tuple(positions[v].x, positions[v].y, positions[v].z); };
    std::vector<std::uint32_t> order(positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
    std::vector<std::uint32_t> place(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] =
            i > 0 && key(order[i]) == key(order[i - 1]) ? place[order[i - 1]] : static_cast<std::uint32_t>(i);

    struct Use {
        std::uint32_t low, high;
        int direction;
    };
    std::vector<Use> uses;
    uses.reserve(3 * triangles.size());
    for (const TriangleIndices& triangle : triangles)
        for (int side = 0; side < 3; ++side) {
            const std::uint32_t from = place[triangle[side]], to = place[triangle[(side + 1) % 3]];
            if (from != to)
                uses.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
        }
    std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
        return std::tuple(a.low, a.high, a.direction) < std::tuple(b.low, b.high, b.direction);
    });
    for (std::size_t begin = 0; begin < uses.size();) {
        int balance = 0;
        std::size_t end = begin;
        for (; end < uses.size() && uses[end].low == uses[begin].low && uses[end].high == uses[begin].high; ++end)
            balance += uses[end].direction;
        if (balance != 0)
            return false;
        begin = end;
    }
    return !uses.empty();
}

} // namespace tactus::sphere_check
