// SPDX-License-Identifier: MIT
#include "true_edges.h"

#include <algorithm>
#include <cmath>

#include "../oracle/contacts/surface_ends.h"
#include "../oracle/scaled.h"

namespace tactus::fuzz::edges {

namespace {

using Direction = std::array<double, 3>;

double product(const Direction& a, const Direction& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

template <class N>
Direction direction(const Point<N>& p)
{
    return {to_double(p.x), to_double(p.y), to_double(p.z)};
}

double length(const Direction& d) { return std::sqrt(product(d, d)); }

/// What of a direction is across another, which has unit length.
Direction across(const Direction& d, const Direction& along)
{
    const double on = product(d, along);
    return {d[0] - on * along[0], d[1] - on * along[1], d[2] - on * along[2]};
}

Direction unit(const Direction& d)
{
    const double size = length(d);
    return size > 0.0 ? Direction{d[0] / size, d[1] / size, d[2] / size} : Direction{};
}

/// An edge with what is beside it.
template <class N>
struct Edge {
    Feature name;
    Point<N> from, along;
    Direction outward = {};       ///< The sum of the unit normals of the faces around it.
    std::vector<Point<N>> thirds; ///< The third corners of the faces around it, from its first end.
    bool has_say = true;
    bool may_be_thin = false;
    Bend bend = Bend::none;
};

template <class N>
Edge<N> edge_of(
    const MirrorBody& body, const ScaledBody<N>& exact, const Feature& name, const std::vector<std::uint32_t>& around)
{
    Edge<N> edge;
    edge.name = name;
    edge.from = exact.points[name[0]];
    edge.along = exact.points[name[1]] - edge.from;
    edge.has_say = around.size() <= 2;
    std::vector<Point<N>> normals;
    int turns = 0;
    for (const std::uint32_t t : around) {
        const TriangleIndices& corners = body.triangles[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = corners[k], b = corners[(k + 1) % 3];
            if ((a == name[0] && b == name[1]) || (a == name[1] && b == name[0])) {
                edge.thirds.push_back(exact.points[corners[(k + 2) % 3]] - edge.from);
                turns += a == name[0] ? 1 : -1;
                break;
            }
        }
        const std::array<Point<N>, 3> c = exact.triangle(corners);
        normals.push_back(cross(Point<N>(c[1] - c[0]), Point<N>(c[2] - c[0])));
        const Direction outward = unit(direction(normals.back()));
        for (std::size_t k = 0; k < 3; ++k)
            edge.outward[k] += outward[k];
        edge.has_say = edge.has_say && sign(dot(normals.back(), normals.back())) != 0;
    }
    const Direction along = unit(direction(edge.along));
    for (const Point<N>& third : edge.thirds) {
        const Direction side = direction(third);
        const double height = length(across(side, along));
        edge.may_be_thin = edge.may_be_thin || height < 1e-5 * length(side);
    }
    if (edge.has_say && around.size() == 2 && turns == 0) {
        const int side = sign(dot(normals[0], edge.thirds[1]));
        // Folded back onto itself it is neither.
        const bool folded = side == 0 && sign(dot(normals[0], normals[1])) < 0;
        edge.bend = folded ? Bend::none : side < 0 ? Bend::convex : side > 0 ? Bend::concave : Bend::flat;
    }
    return edge;
}

/// How much of a way leads along an edge or into a face beside it, at the most.
template <class N>
double share_beyond(const Edge<N>& edge, const Direction& way)
{
    const Direction along = unit(direction(edge.along));
    double share = std::fabs(product(along, way));
    for (const Point<N>& third : edge.thirds)
        share = std::fmax(share, product(unit(across(direction(third), along)), way));
    return share;
}

/// The nearest points of two edges as doubles, which need not be unique.
template <class N>
Direction between_nearest(const Edge<N>& a, const Edge<N>& b)
{
    const Direction u = direction(a.along), v = direction(b.along), w = direction(Point<N>(b.from - a.from));
    const double uu = product(u, u), uv = product(u, v), vv = product(v, v), uw = product(u, w), vw = product(v, w);
    Direction best = {};
    double least = INFINITY;
    const auto take = [&](double s, double t) {
        s = std::fmin(std::fmax(s, 0.0), 1.0), t = std::fmin(std::fmax(t, 0.0), 1.0);
        Direction off;
        for (std::size_t k = 0; k < 3; ++k)
            off[k] = w[k] + t * v[k] - s * u[k];
        if (const double size = length(off); size < least)
            least = size, best = off;
    };
    for (const double end : {0.0, 1.0})
        take(end, (end * uv - vw) / vv), take((uw + end * uv) / uu, end);
    const double below = uu * vv - uv * uv, s = (uw * vv - uv * vw) / below, t = (uv * uw - uu * vw) / below;
    if (below > 0.0 && s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)
        take(s, t);
    return best;
}

template <class N>
TrueEdges meeting_of(const Edge<N>& a, const Edge<N>& b, const N& distance, double metres)
{
    TrueEdges result;
    const Point<N> normal = cross(a.along, b.along), between = b.from - a.from;
    const N squared = dot(normal, normal), height = dot(normal, between);
    const Ratio<N> apart = segment_segment(
        a.from, Point<N>{N(a.from.x + a.along.x), N(a.from.y + a.along.y), N(a.from.z + a.along.z)}, b.from,
        Point<N>{N(b.from.x + b.along.x), N(b.from.y + b.along.y), N(b.from.z + b.along.z)});
    result.near = apart.at_most(N(distance * distance));
    result.distance = std::sqrt(apart.value()) * metres;
    result.meet = apart.is_zero();
    result.have_say = a.has_say && b.has_say;
    result.may_be_thin = a.may_be_thin || b.may_be_thin;
    result.bend_a = a.bend;
    result.bend_b = b.bend;
    if (!result.meet) {
        result.back = unit(between_nearest(a, b));
        const Direction towards_b = result.back;
        for (double& c : result.back)
            c = -c;
        result.outwards_a = product(a.outward, result.back);
        result.outwards_b = product(b.outward, towards_b);
        result.beyond = std::fmax(share_beyond(a, result.back), share_beyond(b, towards_b));
    }
    if (sign(squared) == 0)
        return result;
    const N s = dot(cross(between, b.along), normal), t = dot(cross(between, a.along), normal);
    result.between = sign(s) > 0 && sign(N(s - squared)) < 0 && sign(t) > 0 && sign(N(t - squared)) < 0;
    const auto both_end = [&](int way) {
        return surface_ends(a.along, a.thirds, b.along, normal, way)
               && surface_ends(b.along, b.thirds, a.along, normal, -way);
    };
    const int from_a_to_b = sign(height);
    result.both_end = from_a_to_b != 0 && both_end(from_a_to_b);
    result.both_end_any = both_end(1) || both_end(-1);
    return result;
}

/// Which edges of a triangle pass through the inside of another: edge k goes from corner k to the next.
template <class N>
std::vector<std::size_t> passing_edges(const std::array<Point<N>, 3>& a, const std::array<Point<N>, 3>& b)
{
    std::vector<std::size_t> passing;
    const Point<N> normal = cross(Point<N>(b[1] - b[0]), Point<N>(b[2] - b[0]));
    for (std::size_t k = 0; k < 3; ++k) {
        const Point<N>&p = a[k], &q = a[(k + 1) % 3];
        if (sign(dot(normal, Point<N>(p - b[0]))) * sign(dot(normal, Point<N>(q - b[0]))) >= 0)
            continue;
        int positive = 0, negative = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const int side = sign(dot(cross(Point<N>(b[i] - p), Point<N>(b[(i + 1) % 3] - p)), Point<N>(q - p)));
            positive += side > 0;
            negative += side < 0;
        }
        if (positive == 3 || negative == 3)
            passing.push_back(k);
    }
    return passing;
}

template <class N>
void mark_crossed(const Mirror& mirror, const Scaled<N>& exact, EdgeTruth& truth)
{
    const MirrorBody &a = mirror.bodies[0], &b = mirror.bodies[1];
    for (std::size_t i = 0; i < a.triangles.size(); ++i)
        for (std::size_t j = 0; j < b.triangles.size(); ++j) {
            if (a.removed[i] || b.removed[j])
                continue;
            const auto first = exact.bodies[0].triangle(a.triangles[i]),
                       second = exact.bodies[1].triangle(b.triangles[j]);
            const std::vector<std::size_t> of_a = passing_edges(first, second), of_b = passing_edges(second, first);
            if (of_a.size() != 1 || of_b.size() != 1)
                continue;
            const std::uint32_t ends_a[2] = {a.triangles[i][of_a[0]], a.triangles[i][(of_a[0] + 1) % 3]};
            const std::uint32_t ends_b[2] = {b.triangles[j][of_b[0]], b.triangles[j][(of_b[0] + 1) % 3]};
            truth[make_key(0, feature(ends_a, 2), 1, feature(ends_b, 2))].crosses = true;
        }
}

template <class N>
EdgeTruth all_of(const Mirror& mirror, const Scaled<N>& exact)
{
    std::array<std::vector<Edge<N>>, 2> edges;
    for (const std::uint32_t body : {0u, 1u})
        for (const auto& [name, around] : FeatureTable(mirror.bodies[body]).edges)
            if (name[0] != name[1])
                edges[body].push_back(edge_of(mirror.bodies[body], exact.bodies[body], name, around));
    EdgeTruth truth;
    for (const Edge<N>& a : edges[0])
        for (const Edge<N>& b : edges[1])
            truth[make_key(0, a.name, 1, b.name)] = meeting_of(a, b, exact.distance, exact.unit);
    mark_crossed(mirror, exact, truth);
    return truth;
}

} // namespace

EdgeTruth true_edges(const Mirror& mirror, float contact_distance)
{
    EdgeTruth truth;
    if (mirror.bodies.size() == 2 && mirror.bodies[0].alive && mirror.bodies[1].alive)
        with_scaled(mirror, contact_distance, [&](const auto& exact) { truth = all_of(mirror, exact); });
    return truth;
}

} // namespace tactus::fuzz::edges
