// SPDX-License-Identifier: MIT
#include "tree_scene.h"

#include <algorithm>
#include <map>

#include "../cases/random_mesh.h"
#include "../oracle/true_pairs.h"
#include "../stage/stage.h"
#include "../stage/write_cpp.h"

namespace tactus::fuzz::sphere_trees {

namespace {

double both_ways(Random& random) { return 2.0 * random.unit() - 1.0; }

MirrorBody mirrored(const PlacedMesh& mesh)
{
    MirrorBody body;
    body.alive = true;
    body.triangles = mesh.own.triangles;
    body.removed.assign(body.triangles.size(), 0);
    body.positions = mesh.positions();
    return body;
}

Arrow nearest_on_segment(const Arrow& from, const Arrow& to, const Arrow& p)
{
    const Arrow along = to - from;
    const double squared = dot(along, along);
    const double t = squared > 0.0 ? std::clamp(dot(p - from, along) / squared, 0.0, 1.0) : 0.0;
    return from + t * along;
}

/// Adds where the lines of edges of one triangle pass through the plane of another, and where edges of both are
/// nearest to each other.
void add_crossings(const Corners& a, const Corners& b, std::vector<Arrow>& points)
{
    const Arrow normal = cross(Arrow(b[1] - b[0]), Arrow(b[2] - b[0]));
    for (int k = 0; k < 3; ++k) {
        const Arrow &from = a[k], &to = a[(k + 1) % 3];
        const double begin = dot(normal, from - b[0]), end = dot(normal, to - b[0]);
        if (begin != end)
            points.push_back(from + std::clamp(begin / (begin - end), 0.0, 1.0) * Arrow(to - from));
        for (int j = 0; j < 3; ++j) {
            const Arrow along = to - from, other = b[(j + 1) % 3] - b[j], both = cross(along, other);
            const double squared = dot(both, both);
            if (squared > 0.0)
                points.push_back(
                    from + std::clamp(dot(cross(Arrow(b[j] - from), other), both) / squared, 0.0, 1.0) * along);
            points.push_back(nearest_on_segment(from, to, b[j]));
        }
    }
}

} // namespace

std::vector<Vec3> PlacedMesh::positions() const
{
    std::vector<Vec3> result;
    for (const Vec3& p : own.positions)
        result.push_back(posed(pose, p));
    return result;
}

Corners PlacedMesh::corners(std::uint32_t triangle) const
{
    Corners result;
    for (int k = 0; k < 3; ++k)
        result[k] = arrow(posed(pose, own.positions[own.triangles[triangle][k]]));
    return result;
}

std::vector<MetTriangles> met_triangles(const PlacedMesh& a, const PlacedMesh& b)
{
    Mirror mirror;
    mirror.bodies = {mirrored(a), mirrored(b)};
    std::vector<MetTriangles> met;
    for (const auto& [first, second] : true_pairs(mirror))
        met.push_back({first.second, second.second});
    return met;
}

FuzzMesh round_ball(Random& random, int cuts, double roughness)
{
    const double g = (1.0 + std::sqrt(5.0)) / 2.0;
    std::vector<Arrow> points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                 {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    FuzzMesh mesh;
    mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (; cuts > 0; --cuts) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [place, is_new] =
                middles.insert({{std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(points.size())});
            if (is_new)
                points.push_back(0.5 * (points[a] + points[b]));
            return place->second;
        };
        std::vector<TriangleIndices> finer;
        for (const TriangleIndices& t : mesh.triangles) {
            const std::uint32_t ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
            finer.insert(finer.end(), {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}});
        }
        mesh.triangles = finer;
    }
    for (const Arrow& p : points) {
        const Arrow out = (1.0 + roughness * both_ways(random)) / length(p) * p;
        mesh.positions.push_back({static_cast<float>(out.x), static_cast<float>(out.y), static_cast<float>(out.z)});
    }
    return mesh;
}

FuzzMesh any_mesh(Random& random)
{
    const Lattice lattice{random.one_in(2) ? 0.0f : 0.125f};
    switch (random.below(6)) {
    case 0:
        return round_ball(random, random.between(0, 1), 0.0);
    case 1:
        return round_ball(random, random.between(1, 2), 0.5 * random.unit());
    case 2:
        return closed_pieces(random, lattice, {}, 1.0);
    default:
        return random_mesh(random, lattice, {}, 1.0);
    }
}

Quaternion any_rotation(Random& random)
{
    const double size = random.one_in(3) ? 1e-3 : 1.0;
    const double x = both_ways(random), y = both_ways(random), z = both_ways(random);
    return {size * x, size * y, size * z, size * (0.1 + random.unit())};
}

Arrow any_direction(Random& random)
{
    for (;;) {
        const double x = both_ways(random), y = both_ways(random), z = both_ways(random);
        const Arrow way = {x, y, z};
        if (length(way) > 0.1 && length(way) <= 1.0)
            return 1.0 / length(way) * way;
    }
}

Pose any_pose(Random& random, double reach)
{
    const double x = reach * both_ways(random), y = reach * both_ways(random), z = reach * both_ways(random);
    Pose pose{.position = {x, y, z}, .rotation = {}};
    if (!random.one_in(4))
        pose.rotation = any_rotation(random);
    return pose;
}

DoubleVec3 any_way_off(Random& random)
{
    if (!random.one_in(6))
        return {};
    const double far = std::ldexp(1.0, random.between(10, 21));
    return vector_of(far * any_direction(random));
}

Pose moved(Pose pose, const DoubleVec3& by)
{
    pose.position = {pose.position.x + by.x, pose.position.y + by.y, pose.position.z + by.z};
    return pose;
}

Arrow placed(const Pose& pose, const Arrow& p)
{
    const Quaternion& q = pose.rotation;
    const double size = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    const Arrow axis = {q.x / size, q.y / size, q.z / size};
    // A unit quaternion (u, w) takes p to p + 2 w (u x p) + 2 u x (u x p).
    const Arrow turned = cross(axis, p);
    return arrow(pose.position) + p + (2.0 * q.w / size) * turned + 2.0 * cross(axis, turned);
}

Arrow nearest_on(const Corners& t, const Arrow& p)
{
    const Arrow normal = cross(Arrow(t[1] - t[0]), Arrow(t[2] - t[0]));
    const double squared = dot(normal, normal);
    if (squared > 0.0) {
        bool inside = true;
        for (int k = 0; k < 3; ++k)
            inside = inside && dot(cross(Arrow(t[(k + 1) % 3] - t[k]), Arrow(p - t[k])), normal) >= 0.0;
        if (inside)
            return p - (dot(p - t[0], normal) / squared) * normal;
    }
    Arrow best = nearest_on_segment(t[0], t[1], p);
    for (int k = 1; k < 3; ++k)
        if (const Arrow other = nearest_on_segment(t[k], t[(k + 1) % 3], p); length(other - p) < length(best - p))
            best = other;
    return best;
}

Arrow common_point(const Corners& a, const Corners& b)
{
    std::vector<Arrow> points(a.begin(), a.end());
    points.insert(points.end(), b.begin(), b.end());
    add_crossings(a, b, points);
    add_crossings(b, a, points);
    const auto off = [&](const Arrow& p) { return length(nearest_on(a, p) - p) + length(nearest_on(b, p) - p); };
    return *std::min_element(
        points.begin(), points.end(), [&](const Arrow& p, const Arrow& q) { return off(p) < off(q); });
}

double extent(const std::vector<Vec3>& positions)
{
    double largest = 0.0;
    for (const Vec3& p : positions)
        for (const float c : {p.x, p.y, p.z})
            largest = std::fmax(largest, std::fabs(static_cast<double>(c)));
    return largest;
}

std::string text(const Sphere& sphere)
{
    return "(" + cpp(sphere.centre) + ", " + std::to_string(static_cast<double>(sphere.radius)) + ")";
}

} // namespace tactus::fuzz::sphere_trees
