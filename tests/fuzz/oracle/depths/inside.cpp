// SPDX-License-Identifier: MIT
#include "inside.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "../../cases/random.h"
#include "../scaled.h"
#include "../true_pairs.h"

namespace tactus::fuzz {

namespace {

using DirectedEdges = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

DirectedEdges directed_edges(const MirrorBody& body)
{
    DirectedEdges edges;
    for (std::size_t t = 0; t < body.triangles.size(); ++t)
        if (!body.removed[t])
            for (std::size_t k = 0; k < 3; ++k)
                ++edges[{body.triangles[t][k], body.triangles[t][(k + 1) % 3]}];
    return edges;
}

bool meets_itself(const MirrorBody& body)
{
    Mirror alone;
    alone.bodies.push_back(body);
    alone.bodies[0].alive = alone.bodies[0].self_collision = alone.bodies[0].neighbours = true;
    return !true_pairs(alone).empty();
}

/// Parts of a mesh that hang together, by vertex: the smallest vertex of its part.
std::vector<std::uint32_t> components(const MirrorBody& body)
{
    std::vector<std::uint32_t> part(body.own.size());
    std::iota(part.begin(), part.end(), 0u);
    const auto root = [&](std::uint32_t v) {
        while (part[v] != v)
            v = part[v];
        return v;
    };
    for (std::size_t t = 0; t < body.triangles.size(); ++t)
        if (!body.removed[t])
            for (const std::uint32_t v : body.triangles[t]) {
                const std::uint32_t a = root(v), b = root(body.triangles[t][0]);
                part[std::max(a, b)] = std::min(a, b);
            }
    for (std::uint32_t& p : part)
        p = root(p);
    return part;
}

template <class N>
Solid judge(const MirrorBody& body, const ScaledBody<N>& exact)
{
    Solid solid;
    bool balanced = body.live_triangles() > 0;
    const DirectedEdges edges = directed_edges(body);
    for (const auto& [edge, count] : edges) {
        const auto back = edges.find({edge.second, edge.first});
        const int other = back == edges.end() ? 0 : back->second;
        solid.has_boundary = solid.has_boundary || count + other == 1;
        // An edge from a vertex to itself is its own way back.
        solid.open = solid.open || count != other;
        solid.has_edges_of_many = solid.has_edges_of_many || count + other > 2 || count > 1;
        balanced = balanced && count == 1 && other == 1;
    }
    std::map<std::uint32_t, N> volumes;
    const std::vector<std::uint32_t> part = components(body);
    solid.convex = true;
    for (std::size_t t = 0; t < body.triangles.size(); ++t) {
        if (body.removed[t])
            continue;
        const std::array<Point<N>, 3> corners = exact.triangle(body.triangles[t]);
        const Point<N> normal = cross(Point<N>(corners[1] - corners[0]), Point<N>(corners[2] - corners[0]));
        solid.has_degenerate = solid.has_degenerate || sign(dot(normal, normal)) == 0;
        N& volume = volumes[part[body.triangles[t][0]]];
        volume = N(volume + dot(cross(corners[0], corners[1]), corners[2]));
        for (std::size_t u = 0; solid.convex && u < body.triangles.size(); ++u)
            if (!body.removed[u])
                for (const std::uint32_t v : body.triangles[u])
                    solid.convex = solid.convex && sign(dot(normal, Point<N>(exact.points[v] - corners[0]))) <= 0;
    }
    solid.clean = balanced && !solid.has_degenerate && !meets_itself(body);
    for (const auto& [first, volume] : volumes)
        solid.clean = solid.clean && sign(volume) > 0;
    solid.convex = solid.convex && solid.clean;
    return solid;
}

template <class N>
Side side_of(const MirrorBody& body, const ScaledBody<N>& exact, const Point<N>& p)
{
    for (std::size_t t = 0; t < body.triangles.size(); ++t)
        if (!body.removed[t] && point_triangle(p, exact.triangle(body.triangles[t])).squared.is_zero())
            return Side::surface;
    Random random(1);
    // A ray that meets an edge says nothing; the next one goes elsewhere.
    for (int attempt = 0; attempt < 20; ++attempt) {
        const Point<N> ray = {N(random.between(-200, 200)), N(random.between(-200, 200)), N(random.between(-200, 200))};
        int winding = 0;
        bool certain = sign(dot(ray, ray)) != 0;
        for (std::size_t t = 0; certain && t < body.triangles.size(); ++t) {
            if (body.removed[t])
                continue;
            const std::array<Point<N>, 3> c = exact.triangle(body.triangles[t]);
            int positive = 0, negative = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const int s = sign(dot(cross(Point<N>(c[k] - p), Point<N>(c[(k + 1) % 3] - p)), ray));
                positive += s > 0;
                negative += s < 0;
            }
            if (positive && negative)
                continue;
            if (positive + negative != 3) {
                certain = false;
                break;
            }
            const Point<N> normal = cross(Point<N>(c[1] - c[0]), Point<N>(c[2] - c[0]));
            const int facing = sign(dot(normal, ray));
            if (sign(dot(normal, Point<N>(c[0] - p))) * facing > 0)
                winding += facing;
        }
        if (certain)
            return winding == 0 ? Side::outside : winding == 1 ? Side::inside : Side::doubtful;
    }
    return Side::doubtful;
}

template <class N>
void find_sides(const Mirror& mirror, const Scaled<N>& exact, InsideTruth& truth)
{
    truth.solids.resize(mirror.bodies.size());
    for (std::uint32_t k = 0; k < mirror.bodies.size(); ++k)
        if (mirror.bodies[k].alive && !mirror.bodies[k].is_sphere)
            truth.solids[k] = judge(mirror.bodies[k], exact.bodies[k]);
    for (std::uint32_t around = 0; around < mirror.bodies.size(); ++around)
        for (std::uint32_t body = 0; body < mirror.bodies.size(); ++body) {
            if (around == body || !truth.solids[around].clean || !mirror.collide(around, body))
                continue;
            const MirrorBody& other = mirror.bodies[body];
            if (other.is_sphere)
                truth.sides[{around, body, UINT32_MAX}] =
                    side_of(mirror.bodies[around], exact.bodies[around], exact.bodies[body].points[0]);
            std::vector<char> done(other.own.size());
            for (std::size_t t = 0; t < other.triangles.size(); ++t)
                for (const std::uint32_t v : other.triangles[t])
                    if (!other.removed[t] && !std::exchange(done[v], 1))
                        truth.sides[{around, body, v}] =
                            side_of(mirror.bodies[around], exact.bodies[around], exact.bodies[body].points[v]);
        }
}

} // namespace

InsideTruth true_insides(const Mirror& mirror)
{
    InsideTruth truth;
    with_scaled(mirror, 0.0f, [&](const auto& exact) { find_sides(mirror, exact, truth); });
    return truth;
}

} // namespace tactus::fuzz
