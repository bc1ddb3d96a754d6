// SPDX-License-Identifier: MIT
#include "cli/measure/mesh_survey.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tactus::cli {

namespace {

struct Edge {
    std::uint64_t ends = 0; ///< the smaller vertex in the high half
    std::uint32_t triangle = 0;
    bool forward = false; ///< the triangle runs from the smaller vertex to the larger one

    std::uint32_t smaller() const { return static_cast<std::uint32_t>(ends >> 32); }
    std::uint32_t larger() const { return static_cast<std::uint32_t>(ends); }
};

/// Groups that grow together.
class Groups {
public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

    std::uint32_t find(std::uint32_t item)
    {
        while (parent_[item] != item)
            item = parent_[item] = parent_[parent_[item]];
        return item;
    }

    /// True if the two were apart.
    bool join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<std::uint32_t> parent_;
};

std::vector<Edge> sorted_edges(std::span<const TriangleIndices> triangles)
{
    std::vector<Edge> edges;
    edges.reserve(3 * triangles.size());
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t from = triangles[k][corner];
            const std::uint32_t to = triangles[k][(corner + 1) % 3];
            if (from == to)
                continue;
            edges.push_back(
                {(std::uint64_t{std::min(from, to)} << 32) | std::max(from, to), static_cast<std::uint32_t>(k),
                 from < to});
        }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return a.ends != b.ends ? a.ends < b.ends : a.triangle < b.triangle;
    });
    // A triangle that has a vertex twice runs along its one edge there and back.
    const auto same = [](const Edge& a, const Edge& b) { return a.ends == b.ends && a.triangle == b.triangle; };
    edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
    return edges;
}

/// Counts the edges, and joins the corners (3 * triangle + corner) of triangles that share an edge at a vertex.
void survey_edges(std::span<const TriangleIndices> triangles, MeshSurvey& survey, Groups& corners)
{
    const auto corner_at = [&](std::uint32_t triangle, std::uint32_t vertex) {
        const TriangleIndices& of = triangles[triangle];
        return 3 * triangle + (of[0] == vertex ? 0u : of[1] == vertex ? 1u : 2u);
    };
    const std::vector<Edge> edges = sorted_edges(triangles);
    for (auto begin = edges.begin(), end = begin; begin != edges.end(); begin = end) {
        end = std::find_if(begin, edges.end(), [&](const Edge& edge) { return edge.ends != begin->ends; });
        const std::span<const Edge> uses(begin, end);
        if (uses.size() == 1)
            ++survey.border_edges;
        else if (uses.size() > 2)
            ++survey.non_manifold_edges;
        else if (uses[0].forward == uses[1].forward)
            ++survey.flipped_edges;
        for (const Edge& use : uses.subspan(1))
            for (const std::uint32_t vertex : {use.smaller(), use.larger()})
                corners.join(corner_at(uses[0].triangle, vertex), corner_at(use.triangle, vertex));
    }
}

void survey_vertices(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, MeshSurvey& survey, Groups& corners)
{
    Groups pieces(vertex_count);
    std::vector<std::uint32_t> fans(vertex_count, 0);
    std::vector<bool> used(vertex_count, false);
    for (std::uint32_t k = 0; k < triangles.size(); ++k) {
        const TriangleIndices& triangle = triangles[k];
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            used[triangle[corner]] = true;
            pieces.join(triangle[0], triangle[corner]);
            // A vertex that a triangle has twice is still one corner of it.
            for (std::uint32_t other = 0; other < corner; ++other)
                if (triangle[other] == triangle[corner])
                    corners.join(3 * k + other, 3 * k + corner);
        }
    }
    for (std::uint32_t k = 0; k < 3 * triangles.size(); ++k)
        if (corners.find(k) == k)
            ++fans[triangles[k / 3][k % 3]];
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
        survey.unused_vertices += used[vertex] ? 0 : 1;
        survey.non_manifold_vertices += fans[vertex] > 1 ? 1 : 0;
        survey.components += used[vertex] && pieces.find(vertex) == vertex ? 1 : 0;
    }
}

std::size_t count_duplicates(std::span<const TriangleIndices> triangles)
{
    std::vector<TriangleIndices> sorted(triangles.begin(), triangles.end());
    for (TriangleIndices& triangle : sorted)
        std::sort(triangle.begin(), triangle.end());
    std::sort(sorted.begin(), sorted.end());
    return static_cast<std::size_t>(sorted.end() - std::unique(sorted.begin(), sorted.end()));
}

/// Whether a sum of doubles is exactly zero: each is added to a list of parts whose sum stays exact
/// (Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997).
bool sums_to_zero(const std::array<double, 6>& terms)
{
    std::array<double, 6> parts{};
    std::size_t count = 0;
    for (double carry : terms) {
        for (std::size_t k = 0; k < count; ++k) {
            const double sum = carry + parts[k];
            const double back = sum - carry;
            parts[k] = (carry - (sum - back)) + (parts[k] - back);
            carry = sum;
        }
        parts[count++] = carry;
    }
    return std::all_of(parts.begin(), parts.end(), [](double part) { return part == 0.0; });
}

/// Products of two floats are exact in double.
bool collinear(double ax, double ay, double bx, double by, double cx, double cy)
{
    return sums_to_zero({ax * by, -(ay * bx), bx * cy, -(by * cx), cx * ay, -(cy * ax)});
}

} // namespace

bool is_degenerate(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return collinear(a.x, a.y, b.x, b.y, c.x, c.y) && collinear(a.y, a.z, b.y, b.z, c.y, c.z)
           && collinear(a.z, a.x, b.z, b.x, c.z, c.x);
}

MeshSurvey survey_mesh(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    MeshSurvey survey;
    Groups corners(3 * triangles.size());
    survey_edges(triangles, survey, corners);
    survey_vertices(triangles, positions.size(), survey, corners);
    survey.duplicate_faces = count_duplicates(triangles);
    survey.lower_corner = survey.upper_corner = positions[triangles[0][0]];
    for (const TriangleIndices& triangle : triangles) {
        survey.degenerate_faces +=
            is_degenerate(positions[triangle[0]], positions[triangle[1]], positions[triangle[2]]) ? 1 : 0;
        for (const std::uint32_t vertex : triangle) {
            const Vec3& p = positions[vertex];
            Vec3& lower = survey.lower_corner;
            Vec3& upper = survey.upper_corner;
            lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
            upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
        }
    }
    return survey;
}

} // namespace tactus::cli
