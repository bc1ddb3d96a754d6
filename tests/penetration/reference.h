// SPDX-License-Identifier: MIT
// What penetration depths should be, by the definition and in double. Shares nothing with what is tested.
#pragma once

#include "penetration/bodies.h"

namespace tactus::penetration {

/// How often a closed surface goes around a point, by the sum of the solid angles under which its triangles are seen
/// (A. van Oosterom and J. Strackee, "The Solid Angle of a Plane Triangle", 1983).
inline double winding_number(Vec3 point, const Body& body)
{
    double sum = 0.0;
    for (std::size_t t = 0; t < body.triangles.size(); ++t) {
        const Triangle triangle = body.triangle(t);
        const DoubleVector a = to_double(triangle.a) - to_double(point), b = to_double(triangle.b) - to_double(point),
                           c = to_double(triangle.c) - to_double(point);
        const double la = length(a), lb = length(b), lc = length(c);
        sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (2.0 * std::numbers::pi);
}

inline std::set<std::uint32_t> vertices_inside(const Body& body, const Body& other)
{
    std::set<std::uint32_t> inside;
    for (std::uint32_t v = 0; v < body.positions.size(); ++v)
        if (std::abs(winding_number(body.positions[v], other)) > 0.5)
            inside.insert(v);
    return inside;
}

inline double distance_to_segment(DoubleVector p, DoubleVector a, DoubleVector b)
{
    const DoubleVector along = b - a;
    const double squared = dot(along, along);
    const double t = squared > 0.0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0.0;
    return length(p - (a + along * t));
}

inline double distance_to_triangle(Vec3 point, const Triangle& triangle)
{
    const DoubleVector p = to_double(point), a = to_double(triangle.a), b = to_double(triangle.b),
                       c = to_double(triangle.c);
    double distance =
        std::min({distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
    const DoubleVector normal = cross(b - a, c - a);
    if (dot(normal, normal) > 0.0 && dot(cross(b - a, p - a), normal) >= 0.0 && dot(cross(c - b, p - b), normal) >= 0.0
        && dot(cross(a - c, p - c), normal) >= 0.0)
        distance = std::min(distance, std::abs(dot(p - a, unit(normal))));
    return distance;
}

/// Every two triangles that intersect.
inline std::vector<TrianglePair> intersecting_pairs(const Body& a, const Body& b)
{
    std::vector<std::pair<float, std::uint32_t>> by_x;
    float widest = 0.0f;
    for (std::uint32_t t = 0; t < b.triangles.size(); ++t) {
        const Box box = box_of(b.triangle(t));
        by_x.emplace_back(box.lower.x, t);
        widest = std::max(widest, box.upper.x - box.lower.x);
    }
    std::sort(by_x.begin(), by_x.end());
    std::vector<TrianglePair> pairs;
    for (std::uint32_t t = 0; t < a.triangles.size(); ++t) {
        const Triangle triangle = a.triangle(t);
        const Box box = box_of(triangle);
        auto next = std::lower_bound(by_x.begin(), by_x.end(), std::pair(box.lower.x - 1.001f * widest, 0u));
        for (; next != by_x.end() && next->first <= box.upper.x; ++next)
            if (overlap(box, box_of(b.triangle(next->second)))
                && triangles_intersect(triangle, b.triangle(next->second)))
                pairs.push_back({t, next->second});
    }
    return pairs;
}

/// Gives every two triangles that intersect to a depth search, which has to find out by itself how they cross.
inline std::vector<IntersectingPair> pairs_to_meet(const Body& a, const Body& b)
{
    std::vector<IntersectingPair> pairs;
    for (const TrianglePair& pair : intersecting_pairs(a, b))
        pairs.push_back({pair});
    return pairs;
}

/// Distance of each vertex of a inside b from b's triangles that intersect a or have a corner inside it; from all of
/// them if there are none.
inline std::map<std::uint32_t, double> depths_by_definition(const Body& a, const Body& b)
{
    std::set<std::uint32_t> patch;
    for (const TrianglePair& pair : intersecting_pairs(a, b))
        patch.insert(pair.b);
    const std::set<std::uint32_t> corners = vertices_inside(b, a);
    for (std::uint32_t t = 0; t < b.triangles.size(); ++t)
        for (const std::uint32_t corner : b.triangles[t])
            if (corners.contains(corner))
                patch.insert(t);
    const bool is_whole = patch.empty();
    for (std::uint32_t t = 0; is_whole && t < b.triangles.size(); ++t)
        patch.insert(t);
    std::map<std::uint32_t, double> depths;
    for (const std::uint32_t vertex : vertices_inside(a, b)) {
        double depth = INFINITY;
        for (const std::uint32_t t : patch)
            depth = std::min(depth, distance_to_triangle(a.positions[vertex], b.triangle(t)));
        depths[vertex] = depth;
    }
    return depths;
}

/// A body with the tables that penetration depths take.
struct Prepared {
    Body body;
    FeatureOwners owners;
    DepthTables tables;

    explicit Prepared(Body given)
        : body(std::move(given)), owners(body.triangles, body.positions.size()),
          tables(make_depth_tables(body.triangles, body.positions.size()))
    {
        // Positions are read 16 bytes at a time.
        body.positions.reserve(body.positions.size() + 1);
    }

    BodySurface surface() const { return {body.triangles, &body.positions.data()->x, &owners}; }
};

struct Found {
    std::vector<VertexDepth> inside_b;
    std::vector<VertexDepth> inside_a;

    friend bool operator==(const Found&, const Found&) = default;
};

inline Found found_by(const PenetrationDepths& depths)
{
    return {{depths.inside_b().begin(), depths.inside_b().end()}, {depths.inside_a().begin(), depths.inside_a().end()}};
}

inline Found depths_of(const Body& a, const Body& b)
{
    const Prepared first(a), second(b);
    const std::vector<IntersectingPair> pairs = pairs_to_meet(a, b);
    PenetrationDepths depths;
    depths.begin(first.surface(), first.tables, second.surface(), second.tables, pairs);
    WorkMeter meter(Budget::unlimited());
    depths.advance(meter);
    return found_by(depths);
}

inline std::set<std::uint32_t> vertices_of(const std::vector<VertexDepth>& depths)
{
    std::set<std::uint32_t> vertices;
    for (const VertexDepth& depth : depths)
        vertices.insert(depth.vertex);
    return vertices;
}

} // namespace tactus::penetration
