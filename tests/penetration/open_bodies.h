// SPDX-License-Identifier: MIT
// Open bodies for tests of how deep they are in closed ones, and a reference that shares nothing with what is tested.
#pragma once

#include <numeric>

#include <tactus/tactus.h>

#include "penetration/reference.h"

namespace tactus::penetration {

/// A flat grid of so many cells in x and y around the origin.
inline Body grid(int nx, int ny, double width, double length)
{
    Body body;
    const auto number = [&](int i, int j) { return static_cast<std::uint32_t>(i * (ny + 1) + j); };
    for (int i = 0; i <= nx; ++i)
        for (int j = 0; j <= ny; ++j) {
            body.positions.push_back(to_float({width * (double(i) / nx - 0.5), length * (double(j) / ny - 0.5), 0.0}));
            if (i == nx || j == ny)
                continue;
            body.triangles.push_back({number(i, j), number(i + 1, j), number(i, j + 1)});
            body.triangles.push_back({number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)});
        }
    return body;
}

/// The same grid standing upright, its length along z.
inline Body upright(Body body)
{
    for (Vec3& p : body.positions)
        p = {p.x, 0.0f, p.y};
    return body;
}

/// A block whose lower corner is at the origin.
inline Body box_of_size(double x, double y, double z)
{
    Body body = block(1, 1, 1, 1.0);
    for (Vec3& p : body.positions)
        p = to_float({p.x * x, p.y * y, p.z * z});
    return body;
}

/// How deep each vertex of an open body inside a closed one is, by what docs/contacts.md says.
inline std::map<std::uint32_t, double> open_depths_by_definition(const Body& open, const Body& closed)
{
    const auto first = static_cast<std::uint32_t>(closed.triangles.size());
    std::vector<std::uint32_t> piece(first + open.triangles.size());
    std::iota(piece.begin(), piece.end(), 0u);
    const auto unite = [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t from = piece[a], to = piece[b];
        for (std::uint32_t& each : piece)
            each = each == from ? to : each;
    };
    const std::set<std::uint32_t> inside = vertices_inside(open, closed);
    std::map<std::uint32_t, std::uint32_t> triangle_at;
    for (std::uint32_t t = 0; t < open.triangles.size(); ++t)
        for (const std::uint32_t corner : open.triangles[t])
            if (inside.contains(corner))
                unite(first + t, triangle_at.try_emplace(corner, first + t).first->second);
    const std::vector<TrianglePair> pairs = intersecting_pairs(open, closed);
    for (const TrianglePair& pair : pairs)
        unite(first + pair.a, pair.b);
    std::map<std::uint32_t, double> depths;
    for (const auto& [vertex, holder] : triangle_at) {
        const std::uint32_t own = piece[holder];
        DoubleVector sum;
        double count = 0.0;
        std::set<std::uint32_t> met;
        for (const TrianglePair& pair : pairs)
            if (piece[pair.b] == own) {
                sum = sum + unit(normal_of(closed.triangle(pair.b)));
                count += 1.0;
                met.insert(pair.b);
            }
        const bool is_known = count > 0.0 && length(sum) >= 0.5 * count;
        double depth = INFINITY;
        for (std::uint32_t t = 0; t < first; ++t) {
            const DoubleVector normal = unit(normal_of(closed.triangle(t)));
            if (!has_direction(normal))
                continue;
            if (!is_known || met.contains(t) || dot(normal, sum) >= -0.6 * length(sum))
                depth = std::min(depth, distance_to_triangle(open.positions[vertex], closed.triangle(t)));
        }
        depths[vertex] = depth;
    }
    return depths;
}

inline BodyId add(World& world, const Body& body, Structure structure = Structure::refit_bvh)
{
    return world.add_body({.triangles = body.triangles, .positions = body.positions, .structure = structure}).value();
}

/// Of each vertex of a body that a report says is inside another one, the contact by which it pushes.
inline std::map<std::uint32_t, Contact> inside_contacts(const ContactReport& report, BodyId body)
{
    std::map<std::uint32_t, Contact> found;
    for (const Contact& contact : report.contacts) {
        const bool is_a = contact.body_a == body;
        const ContactKind with_face = is_a ? ContactKind::vertex_face : ContactKind::face_vertex,
                          within = is_a ? ContactKind::vertex_inside : ContactKind::inside_vertex;
        if (contact.kind != within && !(contact.kind == with_face && contact.separation < 0.0f))
            continue;
        const auto [known, is_new] = found.try_emplace((is_a ? contact.vertices_a : contact.vertices_b)[0], contact);
        if (!is_new && contact.separation < known->second.separation)
            known->second = contact;
    }
    return found;
}

/// The force on a body by the contacts of the last query.
inline Vec3 force_on(World& world, BodyId body)
{
    for (const Wrench& wrench : world.contact_forces().bodies)
        if (wrench.body == body)
            return wrench.force;
    return {};
}

} // namespace tactus::penetration
