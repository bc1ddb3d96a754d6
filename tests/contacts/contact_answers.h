// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "agreement/scene_player.h"
#include "geometry/features/crossing.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"

namespace tactus {

/// A contact by what it is between: bodies, kind, and both features: a vertex, a triangle, or the two vertices of an
/// edge.
using ContactFeatures =
    std::tuple<std::uint32_t, std::uint32_t, ContactKind, std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

/// With whether its features cross.
using ContactSet = std::map<ContactFeatures, bool>;

inline ContactFeatures name_of(const Contact& contact)
{
    // Of a vertex inside a body, where it comes out is no part of the name, and a half-space has no features.
    const bool is_of_a = contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::vertex_plane;
    if (is_of_a || contact.kind == ContactKind::inside_vertex || contact.kind == ContactKind::plane_vertex)
        return {
            contact.body_a.index,
            contact.body_b.index,
            contact.kind,
            {is_of_a ? contact.vertices_a[0] : contact.vertices_b[0]},
            {}};
    if (contact.kind == ContactKind::sphere_surface || contact.kind == ContactKind::surface_sphere) {
        const bool is_b = contact.kind == ContactKind::sphere_surface;
        const auto& vertices = is_b ? contact.vertices_b : contact.vertices_a;
        return {
            contact.body_a.index,
            contact.body_b.index,
            contact.kind,
            {vertices[0], vertices[1], vertices[2]},
            {is_b ? contact.triangle_b : contact.triangle_a}};
    }
    const auto feature = [&](ContactKind of_vertex, const std::array<std::uint32_t, 3>& vertices,
                             std::uint32_t triangle) {
        if (contact.kind == ContactKind::edge_edge)
            return std::vector{std::min(vertices[0], vertices[1]), std::max(vertices[0], vertices[1])};
        return std::vector{contact.kind == of_vertex ? vertices[0] : triangle};
    };
    return {
        contact.body_a.index, contact.body_b.index, contact.kind,
        feature(ContactKind::vertex_face, contact.vertices_a, contact.triangle_a),
        feature(ContactKind::face_vertex, contact.vertices_b, contact.triangle_b)};
}

/// The confirmed contacts of a report; fails if one is there twice. Without those of bodies inside others.
inline ContactSet contact_set(const ContactReport& report)
{
    ContactSet set;
    for (const Contact& contact : report.contacts) {
        if (contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex)
            continue;
        EXPECT_TRUE(set.try_emplace(name_of(contact), contact.crosses).second);
    }
    return set;
}

/// By the definition, from nothing but the exact tests of two features: every vertex with every face, every edge with
/// every edge, every triangle with every triangle.
class ContactReference {
public:
    ContactReference(
        std::uint32_t body_a, std::uint32_t body_b, const scenes::SceneMesh& a, const scenes::SceneMesh& b,
        const std::vector<Vec3>& positions_a, const std::vector<Vec3>& positions_b, float distance)
        : body_a_(body_a), body_b_(body_b), a_{a, positions_a}, b_{b, positions_b}, distance_(distance),
          is_self_(body_a == body_b)
    {
        add_vertices();
        add_edges();
        add_crossings();
    }

    const ContactSet& set() const { return set_; }

private:
    struct Side {
        const scenes::SceneMesh& mesh;
        const std::vector<Vec3>& positions;

        Triangle triangle(std::size_t index) const
        {
            const TriangleIndices& t = mesh.triangles[index];
            return {positions[t[0]], positions[t[1]], positions[t[2]]};
        }
        std::set<std::uint32_t> vertices() const
        {
            std::set<std::uint32_t> used;
            for (const TriangleIndices& t : mesh.triangles)
                used.insert(t.begin(), t.end());
            return used;
        }
        std::set<std::array<std::uint32_t, 2>> edges() const
        {
            std::set<std::array<std::uint32_t, 2>> all;
            for (const TriangleIndices& t : mesh.triangles)
                for (int k = 0; k < 3; ++k) {
                    const std::uint32_t from = t[k], to = t[(k + 1) % 3];
                    if (from != to)
                        all.insert({std::min(from, to), std::max(from, to)});
                }
            return all;
        }
    };

    static bool share(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b)
    {
        return std::any_of(a.begin(), a.end(), [&](auto v) { return std::find(b.begin(), b.end(), v) != b.end(); });
    }
    static std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> list)
    {
        std::sort(list.begin(), list.end());
        return list;
    }

    void add(ContactKind kind, std::vector<std::uint32_t> a, std::vector<std::uint32_t> b, bool crosses)
    {
        a = sorted(a);
        b = sorted(b);
        if (is_self_ && (kind == ContactKind::face_vertex || (kind == ContactKind::edge_edge && b < a))) {
            std::swap(a, b);
            if (kind == ContactKind::face_vertex)
                kind = ContactKind::vertex_face;
        }
        bool& known = set_[{body_a_, body_b_, kind, a, b}];
        known = known || crosses;
    }

    void add_vertex_face(std::uint32_t vertex, std::uint32_t face, bool crosses)
    {
        const TriangleIndices& corners = b_.mesh.triangles[face];
        if (!is_self_ || std::find(corners.begin(), corners.end(), vertex) == corners.end())
            add(ContactKind::vertex_face, {vertex}, {face}, crosses);
    }

    void add_vertices()
    {
        for (const std::uint32_t vertex : a_.vertices())
            for (std::uint32_t t = 0; t < b_.mesh.triangles.size(); ++t)
                if (within(a_.positions[vertex], b_.triangle(t), distance_))
                    add_vertex_face(vertex, t, false);
        for (const std::uint32_t vertex : b_.vertices())
            for (std::uint32_t t = 0; !is_self_ && t < a_.mesh.triangles.size(); ++t)
                if (within(b_.positions[vertex], a_.triangle(t), distance_))
                    add(ContactKind::face_vertex, {t}, {vertex}, false);
    }
    void add_edges()
    {
        const auto edges_b = b_.edges();
        for (const auto& [begin_a, end_a] : a_.edges())
            for (const auto& [begin_b, end_b] : edges_b)
                if (within(
                        Segment{a_.positions[begin_a], a_.positions[end_a]},
                        Segment{b_.positions[begin_b], b_.positions[end_b]}, distance_)
                    && !(is_self_ && share({begin_a, end_a}, {begin_b, end_b})))
                    add(ContactKind::edge_edge, {begin_a, end_a}, {begin_b, end_b}, false);
    }
    void add_crossings()
    {
        for (std::uint32_t i = 0; i < a_.mesh.triangles.size(); ++i)
            for (std::uint32_t j = is_self_ ? i + 1 : 0; j < b_.mesh.triangles.size(); ++j) {
                const std::vector<std::uint32_t> a(a_.mesh.triangles[i].begin(), a_.mesh.triangles[i].end());
                const std::vector<std::uint32_t> b(b_.mesh.triangles[j].begin(), b_.mesh.triangles[j].end());
                if (is_self_ && share(a, b))
                    continue;
                const Crossing found = crossing(a_.triangle(i), b_.triangle(j));
                if (found.kind == CrossingKind::vertex_face)
                    add_vertex_face(a[found.a], j, true);
                else if (found.kind == CrossingKind::face_vertex)
                    add(ContactKind::face_vertex, {i}, {b[found.b]}, true);
                else if (found.kind == CrossingKind::edge_edge)
                    add(ContactKind::edge_edge, {a[found.a], a[(found.a + 1) % 3]}, {b[found.b], b[(found.b + 1) % 3]},
                        true);
            }
    }

    std::uint32_t body_a_, body_b_;
    Side a_, b_;
    float distance_;
    bool is_self_;
    ContactSet set_;
};

/// Of a whole scene at a frame.
inline ContactSet contacts_by_definition(const scenes::Scene& scene, std::uint32_t frame, float distance)
{
    std::vector<std::vector<Vec3>> positions(scene.meshes.size());
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        positions[mesh].resize(scene.meshes[mesh].positions.size());
        scene.positions(frame, mesh, positions[mesh]);
    }
    ContactSet all;
    for (std::uint32_t a = 0; a < scene.meshes.size(); ++a)
        for (std::uint32_t b = a; b < scene.meshes.size(); ++b)
            if (a != b || scene.meshes[a].self_collision)
                all.merge(ContactSet(
                    ContactReference(a, b, scene.meshes[a], scene.meshes[b], positions[a], positions[b], distance)
                        .set()));
    return all;
}

/// The mean length of the edges of a scene's first mesh, as it was given.
inline float mean_edge(const scenes::Scene& scene)
{
    const scenes::SceneMesh& mesh = scene.meshes[0];
    double sum = 0.0;
    for (const TriangleIndices& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Vec3 from = mesh.positions[t[k]], to = mesh.positions[t[(k + 1) % 3]];
            sum += std::hypot(double(to.x) - from.x, double(to.y) - from.y, double(to.z) - from.z);
        }
    return static_cast<float>(sum / (3.0 * double(std::max<std::size_t>(mesh.triangles.size(), 1))));
}

} // namespace tactus
