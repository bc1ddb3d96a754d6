// SPDX-License-Identifier: MIT
#include "features.h"

#include <algorithm>

namespace tactus::fuzz {

Feature feature(const std::uint32_t* vertices, int count)
{
    Feature f = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    std::copy(vertices, vertices + count, f.begin());
    std::sort(f.begin(), f.end());
    return f;
}

int size_of(const Feature& f) { return static_cast<int>(3 - std::count(f.begin(), f.end(), UINT32_MAX)); }

ContactKey make_key(std::uint32_t body_a, const Feature& a, std::uint32_t body_b, const Feature& b, bool inside)
{
    if (body_a < body_b || (body_a == body_b && a <= b))
        return {body_a, body_b, inside, a, b};
    return {body_b, body_a, inside, b, a};
}

std::string text(const ContactKey& key)
{
    const auto listed = [](const Feature& f) {
        std::string s;
        for (int k = 0; k < size_of(f); ++k)
            s += (k ? "," : "") + std::to_string(f[static_cast<std::size_t>(k)]);
        return s.empty() ? std::string("-") : s;
    };
    return (key.inside ? "inside " : "") + ("body " + std::to_string(key.body_a)) + " [" + listed(key.a)
           + "] with body " + std::to_string(key.body_b) + " [" + listed(key.b) + "]";
}

ContactKey key_of(const Mirror& mirror, const Contact& c)
{
    const Feature none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const std::uint32_t a = mirror.place_of(c.body_a), b = mirror.place_of(c.body_b);
    const auto distinct = [](std::array<std::uint32_t, 3> v) {
        std::sort(v.begin(), v.end());
        const auto end = std::unique(v.begin(), v.end());
        return feature(v.data(), static_cast<int>(end - v.begin()));
    };
    switch (c.kind) {
    case ContactKind::vertex_face:
        return make_key(a, feature(c.vertices_a.data(), 1), b, feature(c.vertices_b.data(), 3));
    case ContactKind::face_vertex:
        return make_key(a, feature(c.vertices_a.data(), 3), b, feature(c.vertices_b.data(), 1));
    case ContactKind::edge_edge:
        return make_key(a, feature(c.vertices_a.data(), 2), b, feature(c.vertices_b.data(), 2));
    case ContactKind::vertex_inside: {
        const bool sphere = a != UINT32_MAX && mirror.bodies[a].is_sphere;
        return make_key(a, sphere ? none : feature(c.vertices_a.data(), 1), b, none, true);
    }
    case ContactKind::inside_vertex: {
        const bool sphere = b != UINT32_MAX && mirror.bodies[b].is_sphere;
        return make_key(a, none, b, sphere ? none : feature(c.vertices_b.data(), 1), true);
    }
    case ContactKind::sphere_surface:
        return make_key(a, none, b, distinct(c.vertices_b));
    case ContactKind::surface_sphere:
        return make_key(a, distinct(c.vertices_a), b, none);
    case ContactKind::sphere_sphere:
        return make_key(a, none, b, none);
    case ContactKind::vertex_plane: {
        const bool sphere = a != UINT32_MAX && mirror.bodies[a].is_sphere;
        return make_key(a, sphere ? none : feature(c.vertices_a.data(), 1), b, none);
    }
    case ContactKind::plane_vertex: {
        const bool sphere = b != UINT32_MAX && mirror.bodies[b].is_sphere;
        return make_key(a, none, b, sphere ? none : feature(c.vertices_b.data(), 1));
    }
    case ContactKind::shaft_inside:
    case ContactKind::inside_shaft:
    case ContactKind::unrefined:
        break;
    }
    return make_key(a, none, b, none);
}

ContactName name_of(const Mirror& mirror, const Contact& c)
{
    const ContactName without_face = {key_of(mirror, c)};
    const bool face_of_a = c.kind == ContactKind::face_vertex;
    const std::uint32_t place = mirror.place_of(face_of_a ? c.body_a : c.body_b);
    if ((!face_of_a && c.kind != ContactKind::vertex_face) || place == UINT32_MAX)
        return without_face;
    return {without_face.key, mirror.bodies[place].first_number(face_of_a ? c.triangle_a : c.triangle_b)};
}

std::string text(const ContactName& name)
{
    return text(name.key) + (name.face == UINT32_MAX ? "" : ", triangle " + std::to_string(name.face));
}

FeatureTable::FeatureTable(const MirrorBody& body)
{
    for (std::uint32_t t = 0; t < body.triangles.size(); ++t) {
        if (body.removed[t])
            continue;
        const TriangleIndices& i = body.triangles[t];
        faces[feature(i.data(), 3)].push_back(t);
        for (int k = 0; k < 3; ++k) {
            vertices[feature(&i[static_cast<std::size_t>(k)], 1)].push_back(t);
            const std::uint32_t edge[2] = {i[static_cast<std::size_t>(k)], i[static_cast<std::size_t>((k + 1) % 3)]};
            edges[feature(edge, 2)].push_back(t);
        }
    }
}

const std::vector<std::uint32_t>& FeatureTable::around(const Feature& f) const
{
    static const std::vector<std::uint32_t> none;
    const auto& table = size_of(f) == 1 ? vertices : size_of(f) == 2 ? edges : faces;
    const auto found = table.find(f);
    return found == table.end() ? none : found->second;
}

bool may_be_reported(const Mirror& mirror, const TriangleRef& a, const TriangleRef& b, bool neighbours)
{
    const TriangleIndices& first = mirror.bodies[a.first].triangles[a.second];
    const TriangleIndices& second = mirror.bodies[b.first].triangles[b.second];
    const auto has = [](const TriangleIndices& t, std::uint32_t v) {
        return std::find(t.begin(), t.end(), v) != t.end();
    };
    if (a.first == b.first && !neighbours)
        for (const std::uint32_t v : first)
            if (has(second, v))
                return false;
    for (const auto& [body_a, vertex_a, body_b, vertex_b] : mirror.attached) {
        if (a.first == body_a && b.first == body_b && has(first, vertex_a) && has(second, vertex_b))
            return false;
        if (b.first == body_a && a.first == body_b && has(second, vertex_a) && has(first, vertex_b))
            return false;
    }
    return true;
}

} // namespace tactus::fuzz
