// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <tactus/geometry.h>

#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/order/connected_order.h"

namespace tactus::surfaces {

/// Every number below count, once.
inline bool is_permutation_of_all(std::vector<std::uint32_t> order, std::size_t count)
{
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    return order == all;
}

struct Surface {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// A rectangle of columns x rows unit squares in the plane z = 0, each cut into two triangles.
inline Surface rectangle(std::uint32_t columns, std::uint32_t rows)
{
    Surface s;
    for (std::uint32_t j = 0; j <= rows; ++j)
        for (std::uint32_t i = 0; i <= columns; ++i)
            s.positions.push_back({static_cast<float>(i), static_cast<float>(j), 0.0f});
    for (std::uint32_t j = 0; j < rows; ++j)
        for (std::uint32_t i = 0; i < columns; ++i) {
            const std::uint32_t a = j * (columns + 1) + i, b = a + 1, c = b + columns + 1, d = c - 1;
            s.triangles.push_back({a, b, c});
            s.triangles.push_back({a, c, d});
        }
    return s;
}

/// Triangles around one vertex, closed.
inline Surface fan(std::uint32_t count)
{
    Surface s;
    s.positions.push_back({0.0f, 0.0f, 0.0f});
    // Whole-number points on a square, in order, so that nothing depends on a sine.
    const std::uint32_t side = count / 4 + 1;
    const auto f = [](std::uint32_t i) { return static_cast<float>(i); };
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t edge = 4 * i / count, k = i - edge * count / 4;
        const float half = 0.5f * f(side), along = f(k) - half;
        s.positions.push_back(
            edge == 0   ? Vec3{along, -half, 0.0f}
            : edge == 1 ? Vec3{half, along, 0.0f}
            : edge == 2 ? Vec3{-along, half, 0.0f}
                        : Vec3{-half, -along, 0.0f});
    }
    for (std::uint32_t i = 0; i < count; ++i)
        s.triangles.push_back({0, 1 + i, 1 + (i + 1) % count});
    return s;
}

/// Triangles that share nothing.
inline Surface soup(std::uint32_t count)
{
    Surface s;
    std::uint32_t state = 12345;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / 16777216.0f;
    };
    for (std::uint32_t t = 0; t < count; ++t) {
        const Vec3 at = {next(), next(), next()};
        for (int k = 0; k < 3; ++k)
            s.positions.push_back({at.x + 0.1f * next(), at.y + 0.1f * next(), at.z + 0.1f * next()});
        s.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return s;
}

/// Two surfaces in one, not joined.
inline Surface both(const Surface& a, const Surface& b)
{
    Surface s = a;
    const auto shift = static_cast<std::uint32_t>(a.positions.size());
    s.positions.insert(s.positions.end(), b.positions.begin(), b.positions.end());
    for (const TriangleIndices& t : b.triangles)
        s.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
    return s;
}

inline Surface moved(Surface s, Vec3 by)
{
    for (Vec3& p : s.positions)
        p = {p.x + by.x, p.y + by.y, p.z + by.z};
    return s;
}

/// Every face twice, edges with four faces, faces that turn the wrong way, faces of no area, a vertex used twice.
inline Surface tangled()
{
    Surface s = rectangle(12, 9);
    const std::vector<TriangleIndices> once = s.triangles;
    for (std::size_t t = 0; t < once.size(); t += 3)
        s.triangles.push_back(once[t]);
    for (std::size_t t = 1; t < once.size(); t += 5)
        s.triangles.push_back({once[t][0], once[t][2], once[t][1]});
    for (std::size_t t = 2; t < once.size(); t += 7)
        s.triangles.push_back({once[t][0], once[t][0], once[t][1]});
    s.triangles.push_back({5, 5, 5});
    s.triangles.push_back({0, 60, 129});
    return s;
}

inline ClusterTree tree_over(const Surface& s)
{
    return make_cluster_tree(s.triangles, s.positions, connected_order(s.triangles, s.positions));
}

} // namespace tactus::surfaces
