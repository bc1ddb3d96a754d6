// SPDX-License-Identifier: MIT
#include "true_pairs.h"

#include <algorithm>

#include "contacts/half_space.h"
#include "neighbours.h"
#include "scaled.h"

namespace tactus::fuzz {

namespace {

struct FloatBox {
    float lower[3], upper[3];

    bool overlaps(const FloatBox& other) const
    {
        for (int k = 0; k < 3; ++k)
            if (lower[k] > other.upper[k] || other.lower[k] > upper[k])
                return false;
        return true;
    }
};

FloatBox box_of(const MirrorBody& body, const TriangleIndices& t)
{
    FloatBox box;
    for (int k = 0; k < 3; ++k) {
        const auto at = [&](int corner) {
            const Vec3& p = body.positions[t[corner]];
            return k == 0 ? p.x : k == 1 ? p.y : p.z;
        };
        box.lower[k] = std::min({at(0), at(1), at(2)});
        box.upper[k] = std::max({at(0), at(1), at(2)});
    }
    return box;
}

bool is_attached(const Mirror& mirror, const TriangleRef& a, const TriangleRef& b)
{
    const auto holds = [&](const TriangleRef& triangle, std::uint32_t body, std::uint32_t vertex) {
        if (triangle.first != body)
            return false;
        const TriangleIndices& t = mirror.bodies[body].triangles[triangle.second];
        return std::find(t.begin(), t.end(), vertex) != t.end();
    };
    for (const auto& [body_a, vertex_a, body_b, vertex_b] : mirror.attached)
        if ((holds(a, body_a, vertex_a) && holds(b, body_b, vertex_b))
            || (holds(b, body_a, vertex_a) && holds(a, body_b, vertex_b)))
            return true;
    return false;
}

template <class N>
Point<mpq_class> rational(const Point<N>& p);

mpz_class whole(const Int128& n)
{
    // Small numbers are those of at most nine bits.
    return mpz_class(static_cast<long>(n));
}
mpz_class whole(const mpz_class& n) { return n; }

template <class N>
Point<mpq_class> rational(const Point<N>& p)
{
    return {mpq_class(whole(p.x)), mpq_class(whole(p.y)), mpq_class(whole(p.z))};
}

/// Two triangles of one body that share vertices by number.
template <class N>
bool neighbours_count(const ScaledBody<N>& body, const TriangleIndices& a, const TriangleIndices& b)
{
    std::vector<std::uint32_t> shared, only_a, only_b;
    for (const std::uint32_t v : a)
        (std::find(b.begin(), b.end(), v) != b.end() ? shared : only_a).push_back(v);
    for (const std::uint32_t v : b)
        if (std::find(a.begin(), a.end(), v) == a.end())
            only_b.push_back(v);
    if (shared.size() >= 3)
        return true;
    ExactTriangle first, second;
    for (std::size_t k = 0; k < 3; ++k) {
        first[k] = rational(body.points[k < shared.size() ? shared[k] : only_a[k - shared.size()]]);
        second[k] = rational(body.points[k < shared.size() ? shared[k] : only_b[k - shared.size()]]);
    }
    return meet_off_shared(first, second, static_cast<int>(shared.size()));
}

bool share_vertex(const TriangleIndices& a, const TriangleIndices& b)
{
    return std::any_of(
        a.begin(), a.end(), [&](std::uint32_t v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

template <class N>
bool sphere_meets(
    const Mirror& mirror, const Scaled<N>& exact, std::uint32_t sphere, std::uint32_t other, std::uint32_t t)
{
    const N& radius = exact.bodies[sphere].radius;
    const Point<N>& centre = exact.bodies[sphere].points[0];
    if (mirror.bodies[other].is_sphere) {
        const N both = radius + exact.bodies[other].radius;
        const Point<N> between = exact.bodies[other].points[0] - centre;
        return sign(N(dot(between, between) - both * both)) <= 0;
    }
    return point_triangle(centre, exact.bodies[other].triangle(mirror.bodies[other].triangles[t]))
        .squared.at_most(N(radius * radius));
}

/// The pairs of a half-space with another body: every triangle with a corner on the plane or below it, or the sphere.
void with_half_space(
    const Mirror& mirror, std::uint32_t ground, std::uint32_t other, std::vector<TriangleRefPair>& pairs)
{
    const HalfSpace& plane = mirror.bodies[ground].plane;
    const MirrorBody& body = mirror.bodies[other];
    const auto add = [&](std::uint32_t triangle) {
        const TriangleRef half_space = {ground, 0}, second = {other, triangle};
        pairs.push_back(ground < other ? TriangleRefPair{half_space, second} : TriangleRefPair{second, half_space});
    };
    if (body.is_sphere && reaches_down_to(plane, body.centre, body.radius, 0.0f))
        add(0);
    for (std::uint32_t t = 0; t < body.triangles.size(); ++t) {
        const TriangleIndices& corners = body.triangles[t];
        if (!body.removed[t] && std::any_of(corners.begin(), corners.end(), [&](std::uint32_t v) {
                return reaches_down_to(plane, body.positions[v], 0.0f, 0.0f);
            }))
            add(t);
    }
}

template <class N>
void between_two(
    const Mirror& mirror, const Scaled<N>& exact, std::uint32_t a, std::uint32_t b, std::vector<TriangleRefPair>& pairs)
{
    const MirrorBody &first = mirror.bodies[a], &second = mirror.bodies[b];
    const auto count = [](const MirrorBody& body) {
        return body.is_sphere ? 1 : static_cast<std::uint32_t>(body.triangles.size());
    };
    std::vector<FloatBox> boxes;
    if (!second.is_sphere)
        for (const TriangleIndices& t : second.triangles)
            boxes.push_back(box_of(second, t));
    for (std::uint32_t i = 0; i < count(first); ++i) {
        if (!first.is_sphere && first.removed[i])
            continue;
        const FloatBox box = first.is_sphere ? FloatBox{} : box_of(first, first.triangles[i]);
        for (std::uint32_t j = a == b ? i + 1 : 0; j < count(second); ++j) {
            if (!second.is_sphere && second.removed[j])
                continue;
            bool meet = false;
            if (first.is_sphere)
                meet = sphere_meets(mirror, exact, a, b, j);
            else if (second.is_sphere)
                meet = sphere_meets(mirror, exact, b, a, i);
            else {
                if (!box.overlaps(boxes[j]))
                    continue;
                if (a == b && share_vertex(first.triangles[i], second.triangles[j]))
                    meet =
                        first.neighbours && neighbours_count(exact.bodies[a], first.triangles[i], second.triangles[j]);
                else
                    meet = triangles_meet(
                        exact.bodies[a].triangle(first.triangles[i]), exact.bodies[b].triangle(second.triangles[j]));
                meet = meet && !is_attached(mirror, {a, i}, {b, j});
            }
            if (meet)
                pairs.push_back({{a, i}, {b, j}});
        }
    }
}

} // namespace

std::vector<TriangleRefPair> true_pairs(const Mirror& mirror, TrueOf which)
{
    std::vector<TriangleRefPair> pairs;
    with_scaled(mirror, 0.0f, [&](const auto& exact) {
        for (std::uint32_t a = 0; a < mirror.bodies.size(); ++a)
            for (std::uint32_t b = a; b < mirror.bodies.size(); ++b) {
                const bool alive =
                    mirror.bodies[a].alive && mirror.bodies[b].alive && !(a == b && mirror.bodies[a].is_sphere);
                if (!(which == TrueOf::all_bodies ? alive : mirror.collide(a, b)))
                    continue;
                if (mirror.bodies[a].is_half_space || mirror.bodies[b].is_half_space) {
                    if (a != b && !(mirror.bodies[a].is_half_space && mirror.bodies[b].is_half_space))
                        with_half_space(
                            mirror, mirror.bodies[a].is_half_space ? a : b, mirror.bodies[a].is_half_space ? b : a,
                            pairs);
                } else
                    between_two(mirror, exact, a, b, pairs);
            }
    });
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

} // namespace tactus::fuzz
