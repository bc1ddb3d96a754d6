// SPDX-License-Identifier: MIT
#include "true_contacts.h"

#include <cmath>

#include "../scaled.h"
#include "half_space.h"

namespace tactus::fuzz {

namespace {

/// A box of whole numbers, to leave out what is far away before anything is squared.
template <class N>
struct ScaledBox {
    Point<N> lower, upper;

    ScaledBox(const ScaledBody<N>& body, const Feature& f)
    {
        lower = upper = body.points[f[0]];
        for (int k = 1; k < size_of(f); ++k) {
            const Point<N>& p = body.points[f[static_cast<std::size_t>(k)]];
            lower = {p.x < lower.x ? p.x : lower.x, p.y < lower.y ? p.y : lower.y, p.z < lower.z ? p.z : lower.z};
            upper = {p.x > upper.x ? p.x : upper.x, p.y > upper.y ? p.y : upper.y, p.z > upper.z ? p.z : upper.z};
        }
    }

    bool apart(const ScaledBox& other, const N& distance) const
    {
        return N(lower.x - other.upper.x) > distance || N(other.lower.x - upper.x) > distance
               || N(lower.y - other.upper.y) > distance || N(other.lower.y - upper.y) > distance
               || N(lower.z - other.upper.z) > distance || N(other.lower.z - upper.z) > distance;
    }
};

bool share(const Feature& a, const Feature& b)
{
    for (int i = 0; i < size_of(a); ++i)
        for (int j = 0; j < size_of(b); ++j)
            if (a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(j)])
                return true;
    return false;
}

template <class N>
class ContactOracle {
public:
    ContactOracle(const Mirror& mirror, const Scaled<N>& exact, TrueContacts& result)
        : mirror_(mirror), exact_(exact), result_(result)
    {
        for (const MirrorBody& body : mirror.bodies)
            tables_.emplace_back(body.alive && body.is_mesh() ? body : MirrorBody{});
        squared_ = exact.distance * exact.distance;
    }

    void meshes(std::uint32_t a, std::uint32_t b)
    {
        near(a, tables_[a].vertices, b, tables_[b].faces);
        if (a != b)
            near(a, tables_[a].faces, b, tables_[b].vertices);
        near(a, tables_[a].edges, b, tables_[b].edges);
        through(a, b);
        if (a != b)
            through(b, a);
    }

    void sphere(std::uint32_t ball, std::uint32_t other)
    {
        const Point<N>& centre = exact_.bodies[ball].points[0];
        const Feature none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
        const double radius = to_double(exact_.bodies[ball].radius) * exact_.unit;
        if (mirror_.bodies[other].is_sphere) {
            const N reach = exact_.bodies[ball].radius + exact_.bodies[other].radius + exact_.distance;
            const Point<N> between = exact_.bodies[other].points[0] - centre;
            const N squared = dot(between, between);
            if (sign(N(squared - reach * reach)) <= 0)
                result_.near[make_key(ball, none, other, none)] = {
                    std::sqrt(to_double(squared)) * exact_.unit - radius
                        - to_double(exact_.bodies[other].radius) * exact_.unit,
                    true};
            return;
        }
        const N reach = exact_.bodies[ball].radius + exact_.distance;
        // The feature that holds the nearest point of each triangle; one counts if all triangles around it agree on it.
        std::map<std::uint32_t, std::pair<Feature, Ratio<N>>> nearest;
        const MirrorBody& body = mirror_.bodies[other];
        for (std::uint32_t t = 0; t < body.triangles.size(); ++t)
            if (!body.removed[t]) {
                const Nearest<N> found = point_triangle(centre, exact_.bodies[other].triangle(body.triangles[t]));
                std::uint32_t corners[3];
                int count = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    if (found.corners >> k & 1u)
                        corners[count++] = body.triangles[t][k];
                nearest[t] = {feature(corners, count), found.squared};
            }
        for (const auto& [t, found] : nearest) {
            bool all = found.second.at_most(N(reach * reach));
            for (const std::uint32_t around : tables_[other].around(found.first))
                all = all && nearest.at(around).first == found.first;
            if (all)
                result_.near[make_key(ball, none, other, found.first)] = {
                    std::sqrt(found.second.value()) * exact_.unit - radius, true};
        }
    }

private:
    using Table = std::map<Feature, std::vector<std::uint32_t>>;

    std::array<Point<N>, 3> corners(std::uint32_t body, const Feature& f) const
    {
        std::array<Point<N>, 3> result;
        for (int k = 0; k < size_of(f); ++k)
            result[static_cast<std::size_t>(k)] = exact_.bodies[body].points[f[static_cast<std::size_t>(k)]];
        return result;
    }

    Ratio<N> squared_distance(std::uint32_t a, const Feature& fa, std::uint32_t b, const Feature& fb) const
    {
        const std::array<Point<N>, 3> first = corners(a, fa), second = corners(b, fb);
        if (size_of(fa) == 1)
            return point_triangle(first[0], second).squared;
        if (size_of(fb) == 1)
            return point_triangle(second[0], first).squared;
        return segment_segment(first[0], first[1], second[0], second[1]);
    }

    void near(std::uint32_t a, const Table& table_a, std::uint32_t b, const Table& table_b)
    {
        std::vector<ScaledBox<N>> boxes;
        for (const auto& [fb, around] : table_b)
            boxes.emplace_back(exact_.bodies[b], fb);
        for (const auto& [fa, around_a] : table_a) {
            const ScaledBox<N> box(exact_.bodies[a], fa);
            std::size_t place = 0;
            for (const auto& [fb, around_b] : table_b) {
                const ScaledBox<N>& other = boxes[place++];
                if (box.apart(other, exact_.distance) || (a == b && share(fa, fb))
                    || (a == b && size_of(fa) == 2 && !(fa < fb)))
                    continue;
                const Ratio<N> squared = squared_distance(a, fa, b, fb);
                if (!squared.at_most(squared_))
                    continue;
                bool any = false, all = true;
                for (const std::uint32_t i : around_a)
                    for (const std::uint32_t j : around_b) {
                        any = any || may_be_reported(mirror_, {a, i}, {b, j}, true);
                        all = all && may_be_reported(mirror_, {a, i}, {b, j}, true);
                    }
                if (any)
                    result_.near[make_key(a, fa, b, fb)] = {std::sqrt(squared.value()) * exact_.unit, all};
            }
        }
    }

    void through(std::uint32_t a, std::uint32_t b)
    {
        for (const auto& [edge, around] : tables_[a].edges) {
            const ScaledBox<N> box(exact_.bodies[a], edge);
            const std::array<Point<N>, 3> ends = corners(a, edge);
            for (const auto& [face, same] : tables_[b].faces)
                if (!(a == b && share(edge, face)) && !box.apart(ScaledBox<N>(exact_.bodies[b], face), N(0))
                    && segment_meets_triangle(ends[0], ends[1], corners(b, face)))
                    result_.edges_through_faces.insert({a, b, false, edge, face});
        }
    }

    const Mirror& mirror_;
    const Scaled<N>& exact_;
    TrueContacts& result_;
    std::vector<FeatureTable> tables_;
    N squared_;
};

/// What of a body is below the plane of a half-space, or at most a distance above it.
void near_plane(const Mirror& mirror, std::uint32_t ground, std::uint32_t other, float distance, TrueContacts& result)
{
    const MirrorBody &half_space = mirror.bodies[ground], &body = mirror.bodies[other];
    const Feature none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const auto take = [&](const Feature& feature, const Vec3& centre, float radius) {
        if (reaches_down_to(half_space.plane, centre, radius, distance))
            result.near[make_key(ground, none, other, feature)] = {
                height_above(half_space.plane, centre) - static_cast<double>(radius), true};
    };
    if (body.is_sphere)
        return take(none, body.centre, body.radius);
    for (const auto& [vertex, around] : FeatureTable(body).vertices)
        take(vertex, body.positions[vertex[0]], 0.0f);
}

template <class N>
void find_all(const Mirror& mirror, const Scaled<N>& exact, float distance, TrueContacts& result)
{
    ContactOracle<N> oracle(mirror, exact, result);
    for (std::uint32_t a = 0; a < mirror.bodies.size(); ++a)
        for (std::uint32_t b = a; b < mirror.bodies.size(); ++b) {
            if (!mirror.collide(a, b))
                continue;
            if (mirror.bodies[a].is_half_space)
                near_plane(mirror, a, b, distance, result);
            else if (mirror.bodies[b].is_half_space)
                near_plane(mirror, b, a, distance, result);
            else if (mirror.bodies[a].is_sphere)
                oracle.sphere(a, b);
            else if (mirror.bodies[b].is_sphere)
                oracle.sphere(b, a);
            else
                oracle.meshes(a, b);
        }
}

} // namespace

TrueContacts true_contacts(const Mirror& mirror, float contact_distance)
{
    TrueContacts result;
    with_scaled(
        mirror, contact_distance, [&](const auto& exact) { find_all(mirror, exact, contact_distance, result); });
    return result;
}

} // namespace tactus::fuzz
