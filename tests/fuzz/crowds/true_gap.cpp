// SPDX-License-Identifier: MIT
#include "true_gap.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus::fuzz::crowds {

namespace {

constexpr unsigned bits = 1024;

using Q = mpq_class;
using V = std::array<Q, 3>;
using Triangle = std::array<V, 3>;

V point(const Vec3& p)
{
    return {Q(static_cast<double>(p.x)), Q(static_cast<double>(p.y)), Q(static_cast<double>(p.z))};
}
V operator-(const V& a, const V& b) { return {Q(a[0] - b[0]), Q(a[1] - b[1]), Q(a[2] - b[2])}; }
V operator+(const V& a, const V& b) { return {Q(a[0] + b[0]), Q(a[1] + b[1]), Q(a[2] + b[2])}; }
V operator*(const Q& s, const V& a) { return {Q(s * a[0]), Q(s * a[1]), Q(s * a[2])}; }
Q dot(const V& a, const V& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
V cross(const V& a, const V& b)
{
    return {Q(a[1] * b[2] - a[2] * b[1]), Q(a[2] * b[0] - a[0] * b[2]), Q(a[0] * b[1] - a[1] * b[0])};
}
Q clamped(const Q& value) { return value < 0 ? Q(0) : value > 1 ? Q(1) : value; }

Q squared_to_segment(const V& p, const V& a, const V& b)
{
    const V along = b - a;
    const Q length = dot(along, along);
    const V off = length == 0 ? V(p - a) : V(p - (a + clamped(Q(dot(p - a, along) / length)) * along));
    return dot(off, off);
}

/// The squared distance of two segments, as the least over the inner minimum and the four ends.
Q squared_between(const V& a, const V& b, const V& c, const V& d)
{
    Q least = std::min(
        {squared_to_segment(a, c, d), squared_to_segment(b, c, d), squared_to_segment(c, a, b),
         squared_to_segment(d, a, b)});
    const V u = b - a, v = d - c, w = a - c;
    const Q uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w), below = uu * vv - uv * uv;
    if (below == 0)
        return least;
    const Q s = (uv * vw - vv * uw) / below, t = (uu * vw - uv * uw) / below;
    if (s < 0 || s > 1 || t < 0 || t > 1)
        return least;
    const V off = (w + s * u) - t * v;
    return std::min(least, dot(off, off));
}

Q squared_to_triangle(const V& p, const Triangle& t)
{
    Q least = std::min(
        {squared_to_segment(p, t[0], t[1]), squared_to_segment(p, t[1], t[2]), squared_to_segment(p, t[2], t[0])});
    const V normal = cross(t[1] - t[0], t[2] - t[0]);
    const Q size = dot(normal, normal);
    if (size == 0)
        return least;
    for (std::size_t k = 0; k < 3; ++k)
        if (dot(cross(t[(k + 1) % 3] - t[k], p - t[k]), normal) < 0)
            return least;
    const Q height = dot(p - t[0], normal);
    return std::min(least, Q(height * height / size));
}

/// Whether an edge passes through the inside of a triangle: nothing else brings two triangles together whose corners
/// and edges are apart.
bool pierces(const V& a, const V& b, const Triangle& t)
{
    const V normal = cross(t[1] - t[0], t[2] - t[0]);
    const Q from = dot(a - t[0], normal), to = dot(b - t[0], normal);
    if (from == to || (from > 0 && to > 0) || (from < 0 && to < 0))
        return false;
    const V at = a + Q(from / (from - to)) * (b - a);
    for (std::size_t k = 0; k < 3; ++k)
        if (dot(cross(t[(k + 1) % 3] - t[k], at - t[k]), normal) < 0)
            return false;
    return true;
}

Q squared_between(const Triangle& a, const Triangle& b)
{
    Q least = squared_to_triangle(a[0], b);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        if (pierces(a[i], a[next], b) || pierces(b[i], b[next], a))
            return 0;
        least = std::min({least, squared_to_triangle(a[i], b), squared_to_triangle(b[i], a)});
        for (std::size_t j = 0; j < 3; ++j)
            least = std::min(least, squared_between(a[i], a[next], b[j], b[(j + 1) % 3]));
    }
    return least;
}

/// A member as triangles, of which balls and axes are collapsed ones.
struct Part {
    Triangle corners;
    std::array<double, 3> lower, upper;
};

Part part_of(const Vec3& a, const Vec3& b, const Vec3& c)
{
    Part part{{point(a), point(b), point(c)}, {}, {}};
    const auto bound = [&](std::size_t k, float x, float y, float z) {
        part.lower[k] = static_cast<double>(std::min({x, y, z}));
        part.upper[k] = static_cast<double>(std::max({x, y, z}));
    };
    bound(0, a.x, b.x, c.x), bound(1, a.y, b.y, c.y), bound(2, a.z, b.z, c.z);
    return part;
}

/// The triangles between any three corners of a convex body that have all others on one side.
void hull_of(const std::vector<Vec3>& corners, std::vector<Part>& parts)
{
    for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t j = i + 1; j < corners.size(); ++j)
            for (std::size_t k = j + 1; k < corners.size(); ++k) {
                const V from = point(corners[i]), normal = cross(point(corners[j]) - from, point(corners[k]) - from);
                bool above = false, below = false;
                for (const Vec3& p : corners) {
                    const int side = sgn(dot(point(p) - from, normal));
                    above = above || side > 0;
                    below = below || side < 0;
                }
                if (!(above && below))
                    parts.push_back(part_of(corners[i], corners[j], corners[k]));
            }
}

std::vector<Part> parts_of(const Member& member, const std::vector<Vec3>& corners)
{
    std::vector<Part> parts;
    switch (member.kind) {
    case Kind::ball:
        parts.push_back(part_of(member.centre, member.centre, member.centre));
        break;
    case Kind::tool:
        parts.push_back(part_of(member.centre, member.tip, member.tip));
        break;
    case Kind::convex:
        hull_of(corners, parts);
        break;
    case Kind::mesh:
        for (std::size_t t = 0; t < member.mesh.triangles.size(); ++t)
            if (!member.removed[t]) {
                const TriangleIndices& i = member.mesh.triangles[t];
                parts.push_back(part_of(corners[i[0]], corners[i[1]], corners[i[2]]));
            }
        break;
    case Kind::ground:
        break;
    }
    return parts;
}

double squared_of_boxes(const Part& a, const Part& b)
{
    double squared = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double gap = std::max({0.0, a.lower[k] - b.upper[k], b.lower[k] - a.upper[k]});
        squared += gap * gap;
    }
    return squared * (1 - 1e-12);
}

mpf_class root(const Q& squared)
{
    return sqrt(mpf_class(mpf_class(squared.get_num(), bits) / mpf_class(squared.get_den(), bits)));
}

double radius_of(const Member& member) { return member.kind == Kind::ball ? static_cast<double>(member.radius) : 0.0; }

/// How high the lowest point of a member is above a plane.
std::optional<TrueGap> gap_to_ground(const Member& ground, const Member& other, const std::vector<Vec3>& corners)
{
    const V normal = point(ground.centre);
    const mpf_class length = root(dot(normal, normal));
    std::optional<Q> lowest;
    for (const Part& part : parts_of(other, corners))
        for (const V& corner : part.corners) {
            const Q height = dot(normal, corner) - Q(static_cast<double>(ground.offset));
            if (!lowest || height < *lowest)
                lowest = height;
        }
    if (!lowest)
        return std::nullopt;
    TrueGap gap;
    gap.metres = mpf_class(mpf_class(lowest->get_num(), bits) / mpf_class(lowest->get_den(), bits)) / length
                 - mpf_class(radius_of(other), bits);
    // The height reaches the radius: height <= radius * length.
    const Q radius(radius_of(other));
    gap.is_zero = *lowest <= 0 || *lowest * *lowest <= radius * radius * dot(normal, normal);
    if (gap.is_zero)
        gap.metres = 0;
    return gap;
}

} // namespace

std::optional<TrueGap>
true_gap(const Member& a, const std::vector<Vec3>& corners_a, const Member& b, const std::vector<Vec3>& corners_b)
{
    if (a.kind == Kind::ground && b.kind == Kind::ground)
        return std::nullopt;
    if (a.kind == Kind::ground)
        return gap_to_ground(a, b, corners_b);
    if (b.kind == Kind::ground)
        return gap_to_ground(b, a, corners_a);
    const std::vector<Part> of_a = parts_of(a, corners_a), of_b = parts_of(b, corners_b);
    std::optional<Q> least;
    double bound = INFINITY;
    for (const Part& one : of_a)
        for (const Part& other : of_b) {
            if (squared_of_boxes(one, other) > bound)
                continue;
            const Q squared = squared_between(one.corners, other.corners);
            if (!least || squared < *least) {
                least = squared;
                bound = squared.get_d() * (1 + 1e-12);
            }
        }
    if (!least)
        return std::nullopt;
    const Q radii = Q(radius_of(a)) + Q(radius_of(b));
    TrueGap gap;
    gap.is_zero = *least <= radii * radii;
    gap.metres = mpf_class(0, bits);
    if (!gap.is_zero)
        gap.metres = root(*least) - mpf_class(mpf_class(radii.get_num(), bits) / mpf_class(radii.get_den(), bits));
    return gap;
}

double distance_to(const Member& member, const std::vector<Vec3>& corners, std::uint32_t triangle, const Vec3& at)
{
    if (member.kind == Kind::ground) {
        const V normal = point(member.centre);
        const double height = Q(dot(normal, point(at)) - Q(static_cast<double>(member.offset))).get_d();
        return std::max(0.0, height / std::sqrt(dot(normal, normal).get_d()));
    }
    Member one = member;
    if (member.kind == Kind::mesh) {
        if (triangle >= member.mesh.triangles.size() || member.removed[triangle])
            return INFINITY;
        one.mesh.triangles = {member.mesh.triangles[triangle]};
        one.removed = {0};
    }
    double least = INFINITY;
    for (const Part& part : parts_of(one, corners))
        least = std::min(least, std::sqrt(squared_to_triangle(point(at), part.corners).get_d()));
    return std::max(0.0, least - radius_of(member));
}

} // namespace tactus::fuzz::crowds
