// SPDX-License-Identifier: MIT
#include "spheres/judge/judged/judged_surface.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <tactus/geometry.h>

#include "spheres/judge/judged/box_tree.h"

namespace tactus::sphere_check {

namespace {

/// All points on rays from an apex whose directions are between three: what three planes through the apex enclose.
class Cone {
public:
    /// Wider by `margin` on every side, and by what the rounding of its planes makes of it as far as `reach`.
    Cone(const Point& apex, const std::array<Point, 3>& directions, double margin, double reach);

    /// True only where no point of the box is in the cone.
    bool misses(const PointBox& box) const;

    /// At most the distance from the apex of any point that the triangle has in the cone; infinite where there is none.
    double least_along(const std::array<Point, 3>& triangle) const;

private:
    Point apex_;
    Point middle_;                 ///< a unit vector
    std::array<Point, 3> inwards_; ///< normals of the planes
    std::array<double, 3> margins_;
};

Cone::Cone(const Point& apex, const std::array<Point, 3>& directions, double margin, double reach) : apex_(apex)
{
    const Point sum = directions[0] + directions[1] + directions[2];
    middle_ = sum * (1.0 / norm(sum));
    for (int i = 0; i < 3; ++i) {
        const Point normal = cross(directions[i], directions[(i + 1) % 3]);
        const double length = norm(normal);
        inwards_[i] = normal * ((dot(normal, sum) < 0.0 ? -1.0 : 1.0) / length);
        // The closer two directions are, the less is known about the plane through them.
        margins_[i] = margin + 32.0 * half_ulp * reach / length;
    }
}

bool Cone::misses(const PointBox& box) const
{
    for (int i = 0; i < 3; ++i) {
        const Point& inwards = inwards_[i];
        const Point farthest{
            inwards.x > 0.0 ? box.upper.x : box.lower.x, inwards.y > 0.0 ? box.upper.y : box.lower.y,
            inwards.z > 0.0 ? box.upper.z : box.lower.z};
        if (dot(farthest - apex_, inwards) < -margins_[i])
            return true;
    }
    return false;
}

double Cone::least_along(const std::array<Point, 3>& triangle) const
{
    // The triangle is clipped by the three planes. What is left is nowhere nearer than its nearest corner is along the
    // cone's middle, because that is linear.
    std::array<Point, 8> corners, clipped;
    std::size_t count = 3;
    for (std::size_t i = 0; i < 3; ++i)
        corners[i] = triangle[i] - apex_;
    for (std::size_t plane = 0; plane < 3; ++plane) {
        const Point& inwards = inwards_[plane];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Point& from = corners[i];
            const Point& to = corners[i + 1 < count ? i + 1 : 0];
            const double at_from = dot(from, inwards) + margins_[plane], at_to = dot(to, inwards) + margins_[plane];
            if (at_from >= 0.0)
                clipped[kept++] = from;
            if ((at_from >= 0.0) != (at_to >= 0.0))
                clipped[kept++] = from + (to - from) * (at_from / (at_from - at_to));
        }
        count = kept;
        corners = clipped;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i)
        least = std::min(least, dot(corners[i], middle_));
    return least;
}

/// Whether every edge is used as often in one direction as in the other. Vertices at the same place are the same one.
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

Error refusal(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

// Turns the axes so that the line runs along z.
Point turned(const Point& p, int axis)
{
    return axis == 2 ? p : axis == 1 ? Point{p.z, p.x, p.y} : Point{p.y, p.z, p.x};
}

// Twice the area of a triangle seen along the line, of which one corner is on it: its sign, or 0 where rounding
// decides.
int side_of(const Point& from, const Point& to, const Point& line)
{
    const double left = (from.x - line.x) * (to.y - line.y), right = (from.y - line.y) * (to.x - line.x);
    const double difference = left - right;
    const double error = 8.0 * half_ulp * (std::abs(left) + std::abs(right));
    return difference > error ? 1 : difference < -error ? -1 : 0;
}

} // namespace

Result<JudgedSurface> JudgedSurface::create(const MeshView& mesh)
{
    if (mesh.triangles.leftover() != 0 || mesh.positions.leftover() != 0)
        return refusal("the numbers of the mesh do not come in threes");
    if (mesh.triangles.size() == 0)
        return refusal("the mesh has no triangles");
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const Vec3 p = mesh.positions[v];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return refusal("vertex " + std::to_string(v) + " is not finite");
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t vertex : mesh.triangles[t])
            if (vertex >= mesh.positions.size())
                return refusal(
                    "triangle " + std::to_string(t) + " names vertex " + std::to_string(vertex)
                    + ", but there are only " + std::to_string(mesh.positions.size()));
    JudgedSurface surface;
    surface.look_at(mesh);
    return surface;
}

void JudgedSurface::look_at(const MeshView& mesh)
{
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        positions.push_back(mesh.positions[v]);
    std::vector<PointBox> boxes;
    double six_volumes = 0.0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const TriangleIndices triangle = mesh.triangles[t];
        triangles.push_back(triangle);
        const Corners corners{
            widen(positions[triangle[0]]), widen(positions[triangle[1]]), widen(positions[triangle[2]])};
        PointBox box{corners.a, corners.a};
        box.extend({corners.b, corners.b});
        box.extend({corners.c, corners.c});
        boxes.push_back(box);
        corners_.push_back(corners);
        frames_.emplace_back(corners.a, corners.b, corners.c);
        area_ += frames_.back().area();
        const Point origin = corners_[0].a;
        six_volumes += dot(corners.a - origin, cross(corners.b - origin, corners.c - origin));
    }
    tree_ = BoxTree(boxes);
    is_closed_ = sphere_check::is_closed(triangles, positions);
    volume_ = is_closed_ ? std::abs(six_volumes) / 6.0 : 0.0;
}

JudgedSurface::Nearest JudgedSurface::nearest(const Point& point, std::uint32_t guess) const
{
    Nearest found{frames_[guess].distance(point), guess};
    found.triangle = tree_.nearest(
        point, found.distance, guess, [&](std::uint32_t triangle) { return frames_[triangle].distance(point); });
    return found;
}

double JudgedSurface::first_radius(const Point& apex, const std::array<Point, 3>& directions, double reach) const
{
    const Cone cone(apex, directions, 4.0 * rounding_at(apex), reach);
    struct Open {
        double squared;
        std::uint32_t node;
    };
    double least = std::numeric_limits<double>::infinity();
    Open stack[64];
    int height = 0;
    stack[height++] = {squared_distance(tree_.box(), apex), 0};
    while (height > 0) {
        const Open open = stack[--height];
        const BoxTree::Node& node = tree_.nodes()[open.node];
        if (open.squared >= least * least || cone.misses(node.box))
            continue;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const std::uint32_t triangle = tree_.order()[node.first + i];
            const Corners& corners = corners_[triangle];
            const double along = cone.least_along({corners.a, corners.b, corners.c});
            if (along < least)
                least = std::min(least, std::max(along, frames_[triangle].distance(apex)));
        }
        if (node.count == 0) {
            Open near{squared_distance(tree_.nodes()[node.first].box, apex), node.first};
            Open far{squared_distance(tree_.nodes()[node.first + 1].box, apex), node.first + 1};
            if (far.squared < near.squared)
                std::swap(near, far);
            stack[height++] = far;
            stack[height++] = near;
        }
    }
    return least;
}

bool JudgedSurface::crossings(const Point& point, int axis, std::vector<LineCrossing>& found) const
{
    found.clear();
    const Point line = turned(point, axis);
    bool certain = true;
    const auto meets_line = [&](const PointBox& box) {
        const Point lower = turned(box.lower, axis), upper = turned(box.upper, axis);
        return lower.x <= line.x && line.x <= upper.x && lower.y <= line.y && line.y <= upper.y;
    };
    tree_.visit(meets_line, [&](std::uint32_t triangle) {
        const Corners& corners = corners_[triangle];
        const Point a = turned(corners.a, axis), b = turned(corners.b, axis), c = turned(corners.c, axis);
        const int ab = side_of(a, b, line), bc = side_of(b, c, line), ca = side_of(c, a, line);
        if ((ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0))
            return;
        if (ab == 0 || bc == 0 || ca == 0) {
            // The line misses the triangle's own box: no edge of it can be in doubt.
            const bool misses = std::max({a.x, b.x, c.x}) < line.x || std::min({a.x, b.x, c.x}) > line.x
                                || std::max({a.y, b.y, c.y}) < line.y || std::min({a.y, b.y, c.y}) > line.y;
            certain = certain && misses;
            return;
        }
        // Each corner weighs as much as the triangle that the line makes with the edge across.
        const double to_a = (b.x - line.x) * (c.y - line.y) - (b.y - line.y) * (c.x - line.x);
        const double to_b = (c.x - line.x) * (a.y - line.y) - (c.y - line.y) * (a.x - line.x);
        const double to_c = (a.x - line.x) * (b.y - line.y) - (a.y - line.y) * (b.x - line.x);
        const double sum = to_a + to_b + to_c;
        const double height = a.z + (to_b * (b.z - a.z) + to_c * (c.z - a.z)) / sum;
        // Weights of a triangle seen from its edge are mostly rounding.
        const double reach = std::max({std::abs(a.x - line.x), std::abs(b.x - line.x), std::abs(c.x - line.x)})
                             * std::max({std::abs(a.y - line.y), std::abs(b.y - line.y), std::abs(c.y - line.y)});
        const double steepness = std::max(std::abs(b.z - a.z), std::abs(c.z - a.z));
        found.push_back({height, 64.0 * half_ulp * steepness * (1.0 + reach / std::abs(sum)), ab});
    });
    return certain;
}

std::optional<bool> JudgedSurface::is_inside_by_lines(const Point& point) const
{
    std::vector<LineCrossing> found;
    for (int axis = 0; axis < 3; ++axis) {
        if (!crossings(point, axis, found))
            continue;
        const double here = axis == 0 ? point.x : axis == 1 ? point.y : point.z;
        const double margin = rounding_at(point);
        int winding = 0;
        bool certain = true;
        for (const LineCrossing& crossing : found) {
            certain = certain && std::abs(crossing.height - here) > margin + crossing.doubt;
            winding += crossing.height > here ? crossing.turns : 0;
        }
        if (certain)
            return winding != 0;
    }
    return std::nullopt;
}

std::optional<bool> JudgedSurface::is_inside(const Point& point, double clearance) const
{
    // Every point within the clearance is on the same side, and lines through some other one miss the edges.
    constexpr Point steps[] = {{0.0, 0.0, 0.0}, {0.31, 0.17, 0.23}, {-0.19, 0.29, -0.37}, {0.11, -0.41, 0.13}};
    for (const Point& step : steps)
        if (const std::optional<bool> inside = is_inside_by_lines(point + step * clearance))
            return inside;
    return std::nullopt;
}

} // namespace tactus::sphere_check
