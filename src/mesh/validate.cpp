// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/out_of_memory.h"

namespace tactus {
namespace {

/// A triangle whose vertices there are, with its number.
struct Face {
    TriangleIndices corners;
    std::uint32_t number = 0;
};

void note(MeshFinding& finding, std::size_t number)
{
    constexpr std::size_t max_first = 8;
    ++finding.count;
    std::vector<std::uint32_t>& first = finding.first;
    const auto value = static_cast<std::uint32_t>(number);
    const auto place = std::lower_bound(first.begin(), first.end(), value);
    if (place != first.end() && *place == value)
        return;
    first.insert(place, value);
    if (first.size() > max_first)
        first.pop_back();
}

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

std::vector<Edge> sorted_edges(std::span<const Face> faces)
{
    std::vector<Edge> edges;
    edges.reserve(3 * faces.size());
    for (std::size_t k = 0; k < faces.size(); ++k)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t from = faces[k].corners[corner];
            const std::uint32_t to = faces[k].corners[(corner + 1) % 3];
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

/// Looks at the edges, and joins the corners (3 * face + corner) of faces that share an edge at a vertex.
void look_at_edges(std::span<const Face> faces, MeshReport& report, Groups& corners)
{
    const auto corner_at = [&](std::uint32_t face, std::uint32_t vertex) {
        const TriangleIndices& of = faces[face].corners;
        return 3 * face + (of[0] == vertex ? 0u : of[1] == vertex ? 1u : 2u);
    };
    const std::vector<Edge> edges = sorted_edges(faces);
    for (auto begin = edges.begin(), end = begin; begin != edges.end(); begin = end) {
        end = std::find_if(begin, edges.end(), [&](const Edge& edge) { return edge.ends != begin->ends; });
        const std::span<const Edge> uses(begin, end);
        const std::uint32_t number = faces[uses[0].triangle].number;
        if (uses.size() == 1)
            note(report.boundary_edges, number);
        else if (uses.size() > 2)
            note(report.non_manifold_edges, number);
        else if (uses[0].forward == uses[1].forward)
            note(report.inconsistent_edges, number);
        for (const Edge& use : uses.subspan(1))
            for (const std::uint32_t vertex : {use.smaller(), use.larger()})
                corners.join(corner_at(uses[0].triangle, vertex), corner_at(use.triangle, vertex));
    }
}

void look_at_vertices(std::span<const Face> faces, std::size_t vertex_count, MeshReport& report, Groups& corners)
{
    Groups pieces(vertex_count);
    std::vector<std::uint32_t> fans(vertex_count, 0);
    std::vector<bool> used(vertex_count, false);
    for (std::uint32_t k = 0; k < faces.size(); ++k) {
        const TriangleIndices& triangle = faces[k].corners;
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            used[triangle[corner]] = true;
            pieces.join(triangle[0], triangle[corner]);
            // A vertex that a triangle has twice is still one corner of it.
            for (std::uint32_t other = 0; other < corner; ++other)
                if (triangle[other] == triangle[corner])
                    corners.join(3 * k + other, 3 * k + corner);
        }
    }
    for (std::uint32_t k = 0; k < 3 * faces.size(); ++k)
        if (corners.find(k) == k)
            ++fans[faces[k / 3].corners[k % 3]];
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
        if (!used[vertex])
            note(report.unused_vertices, vertex);
        if (fans[vertex] > 1)
            note(report.non_manifold_vertices, vertex);
        report.components += used[vertex] && pieces.find(vertex) == vertex ? 1 : 0;
    }
}

void look_for_duplicates(std::vector<Face> faces, MeshReport& report)
{
    for (Face& face : faces)
        std::sort(face.corners.begin(), face.corners.end());
    std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
        return a.corners != b.corners ? a.corners < b.corners : a.number < b.number;
    });
    for (std::size_t k = 1; k < faces.size(); ++k)
        if (faces[k].corners == faces[k - 1].corners)
            note(report.duplicate, faces[k].number);
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

bool is_degenerate(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return collinear(a.x, a.y, b.x, b.y, c.x, c.y) && collinear(a.y, a.z, b.y, b.z, c.y, c.z)
           && collinear(a.z, a.x, b.z, b.x, c.z, c.x);
}

bool has_finite_coordinates(const Vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

void look_at_places(std::span<const Face> faces, const PositionsView& positions, MeshReport& report)
{
    bool is_first = true;
    for (const Face& face : faces) {
        const std::array<Vec3, 3> at = {
            positions[face.corners[0]], positions[face.corners[1]], positions[face.corners[2]]};
        if (!std::all_of(at.begin(), at.end(), has_finite_coordinates))
            continue;
        if (is_degenerate(at[0], at[1], at[2]))
            note(report.degenerate, face.number);
        for (const Vec3& p : at) {
            Vec3& lower = report.lower_corner;
            Vec3& upper = report.upper_corner;
            lower = is_first ? p : Vec3{std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
            upper = is_first ? p : Vec3{std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
            is_first = false;
        }
    }
}

MeshReport report_on(const MeshView& mesh)
{
    MeshReport report;
    report.leftover_numbers = mesh.triangles.leftover() + mesh.positions.leftover();
    const std::size_t vertex_count = mesh.positions.size();
    std::vector<Face> faces;
    faces.reserve(mesh.triangles.size());
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
        const TriangleIndices corners = mesh.triangles[k];
        if (std::ranges::any_of(corners, [&](std::uint32_t vertex) { return vertex >= vertex_count; }))
            note(report.out_of_range, k);
        else
            faces.push_back({corners, static_cast<std::uint32_t>(k)});
    }
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex)
        if (!has_finite_coordinates(mesh.positions[vertex]))
            note(report.not_finite, vertex);
    Groups corners(3 * faces.size());
    look_at_edges(faces, report, corners);
    look_at_vertices(faces, vertex_count, report, corners);
    look_for_duplicates(faces, report);
    look_at_places(faces, mesh.positions, report);
    return report;
}

} // namespace

MeshReport validate(const MeshView& mesh)
{
    return unless_memory_ends(
        [&] { return report_on(mesh); },
        [] {
            MeshReport nothing;
            nothing.out_of_memory = true;
            return nothing;
        });
}

} // namespace tactus
