// SPDX-License-Identifier: MIT
#include "scenes/cuts/plane_cut.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tactus::scenes {
namespace {

constexpr std::uint32_t no_crossing = UINT32_MAX;

bool precedes(Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

} // namespace

PlaneCut plane_cut(std::span<const TriangleIndices> triangles, std::span<const Point> points, const Plane& plane)
{
    PlaneCut cut;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges;
    const auto crossing = [&](std::uint32_t a, std::uint32_t b) {
        const std::pair edge = std::minmax(a, b);
        const auto [place, is_new] = edges.try_emplace(edge, static_cast<std::uint32_t>(cut.crossings.size()));
        if (is_new) {
            // From the lesser end, so that edges with equal ends are crossed at equal points.
            const bool is_turned = precedes(points[b], points[a]);
            const Point begin = points[is_turned ? b : a], end = points[is_turned ? a : b];
            const double from = plane.height(begin), to = plane.height(end);
            cut.crossings.push_back(mix(begin, end, from / (from - to)));
        }
        return place->second;
    };
    std::vector<std::uint32_t> next;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        TriangleIndices corners = triangles[t];
        const auto above = [&](std::size_t k) { return plane.is_above(points[corners[k]]); };
        if (above(0) == above(1) && above(1) == above(2))
            continue;
        while (above(1) != above(2))
            std::rotate(corners.begin(), corners.begin() + 1, corners.end());
        CrossedTriangle& crossed = cut.crossed.emplace_back(CrossedTriangle{t, corners, above(0)});
        crossed.p = crossing(corners[0], corners[1]);
        crossed.q = crossing(corners[0], corners[2]);
        crossed.is_second_lesser = precedes(points[corners[1]], points[corners[2]]);
        next.resize(cut.crossings.size(), no_crossing);
        if (crossed.first_is_above)
            next[crossed.p] = crossed.q;
        else
            next[crossed.q] = crossed.p;
    }
    for (std::uint32_t first = 0; first < next.size(); ++first) {
        if (next[first] == no_crossing)
            continue;
        std::vector<std::uint32_t>& loop = cut.loops.emplace_back();
        for (std::uint32_t k = first; next[k] != no_crossing;) {
            loop.push_back(k);
            k = std::exchange(next[k], no_crossing);
        }
    }
    return cut;
}

namespace {

/// A ring of vertices, each at its share of the way around.
struct RingOfVertices {
    std::vector<std::uint32_t> vertices;
    std::vector<double> shares; ///< ascending from 0, with a 1 at the end

    std::uint32_t vertex(std::size_t k) const { return vertices[k % vertices.size()]; }
};

/// Triangles between a ring and one inside it.
void join(const RingOfVertices& outer, const RingOfVertices& inner, std::vector<TriangleIndices>& triangles)
{
    std::size_t i = 0, j = 0;
    while (i < outer.vertices.size() || j < inner.vertices.size()) {
        const bool is_outers_turn =
            j == inner.vertices.size() || (i < outer.vertices.size() && outer.shares[i + 1] <= inner.shares[j + 1]);
        if (is_outers_turn) {
            triangles.push_back({outer.vertex(i), outer.vertex(i + 1), inner.vertex(j)});
            ++i;
        } else {
            triangles.push_back({outer.vertex(i), inner.vertex(j + 1), inner.vertex(j)});
            ++j;
        }
    }
}

} // namespace

Cap cap_across(std::span<const Point> loop)
{
    const auto count = static_cast<std::uint32_t>(loop.size());
    RingOfVertices ring;
    std::vector<double> lengths = {0.0};
    Point middle;
    for (std::uint32_t k = 0; k < count; ++k) {
        const Point from = loop[k], to = loop[(k + 1) % count];
        const double length = norm(to - from);
        middle = middle + (from + to) * (0.5 * length);
        lengths.push_back(lengths.back() + length);
        ring.vertices.push_back(k);
    }
    const double around = lengths.back();
    middle = middle * (1.0 / around);
    for (const double length : lengths)
        ring.shares.push_back(length / around);
    const auto on_loop = [&](double share) {
        const auto after = std::ranges::upper_bound(lengths, share * around);
        const std::size_t k = std::clamp<std::ptrdiff_t>(after - lengths.begin() - 1, 0, count - 1);
        const double step = lengths[k + 1] - lengths[k];
        return mix(loop[k], loop[(k + 1) % count], step > 0.0 ? (share * around - lengths[k]) / step : 0.0);
    };

    Cap cap;
    const auto add_inner = [&](Point p) {
        cap.inner.push_back(p);
        return count + static_cast<std::uint32_t>(cap.inner.size()) - 1;
    };
    // A plane crosses two or three edges on the length of one.
    const std::uint32_t steps = std::max(3u, count / 3);
    const std::uint32_t rings = steps / 6;
    for (std::uint32_t k = 1; k <= rings; ++k) {
        const double scale = 1.0 - static_cast<double>(k) / (rings + 1);
        const auto vertices = std::max(3u, static_cast<std::uint32_t>(steps * scale + 0.5));
        RingOfVertices inner;
        for (std::uint32_t v = 0; v < vertices; ++v) {
            inner.shares.push_back(static_cast<double>(v) / vertices);
            inner.vertices.push_back(add_inner(mix(middle, on_loop(inner.shares.back()), scale)));
        }
        inner.shares.push_back(1.0);
        join(ring, inner, cap.triangles);
        ring = std::move(inner);
    }
    const std::uint32_t centre = add_inner(middle);
    for (std::size_t k = 0; k < ring.vertices.size(); ++k)
        cap.triangles.push_back({ring.vertex(k), ring.vertex(k + 1), centre});
    return cap;
}

} // namespace tactus::scenes
