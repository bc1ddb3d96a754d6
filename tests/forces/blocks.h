// SPDX-License-Identifier: MIT
// Closed boxes for tests.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// A box of twelve triangles, from these corners to the opposite ones.
struct Block {
    std::vector<Vec3> positions;
    std::vector<TriangleIndices> triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

    Block(float x, float y, float z)
    {
        for (int i = 0; i < 8; ++i)
            positions.push_back({(i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z});
    }
};

/// The same box with so many squares along each side, of two triangles each.
inline Block gridded_block(float x, float y, float z, int cells)
{
    Block block(x, y, z);
    block.positions.clear();
    block.triangles.clear();
    const std::array<float, 3> half = {x, y, z};
    std::map<std::array<int, 3>, std::uint32_t> numbers;
    const auto number = [&](const std::array<int, 3>& at) {
        const auto [place, is_new] = numbers.emplace(at, static_cast<std::uint32_t>(block.positions.size()));
        const auto coordinate = [&](std::size_t k) { return half[k] * (2.0f * float(at[k]) / float(cells) - 1.0f); };
        if (is_new)
            block.positions.push_back({coordinate(0), coordinate(1), coordinate(2)});
        return place->second;
    };
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const bool is_far : {false, true})
            for (int i = 0; i < cells; ++i)
                for (int j = 0; j < cells; ++j) {
                    const auto corner = [&](int u, int v) {
                        std::array<int, 3> at = {};
                        at[axis] = is_far ? cells : 0;
                        at[(axis + 1) % 3] = i + u;
                        at[(axis + 2) % 3] = j + v;
                        return number(at);
                    };
                    const std::uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
                    for (const TriangleIndices& t : {TriangleIndices{a, b, c}, TriangleIndices{a, c, d}})
                        block.triangles.push_back(is_far ? t : TriangleIndices{t[0], t[2], t[1]});
                }
    return block;
}

} // namespace tactus
