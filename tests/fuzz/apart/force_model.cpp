// SPDX-License-Identifier: MIT
#include "force_model.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace tactus::fuzz {

namespace {

/// Area vectors of the triangles around a vertex, or beside an edge, pointing out of a closed body.
std::vector<Arrow>
areas_around(const MirrorBody& body, const Facing& facing, const std::uint32_t* vertices, std::size_t count)
{
    std::vector<Arrow> areas;
    for (std::size_t t = 0; t < body.triangles.size(); ++t) {
        const TriangleIndices& corners = body.triangles[t];
        bool holds = !body.removed[t];
        for (std::size_t k = 0; k < count; ++k)
            holds = holds && std::find(corners.begin(), corners.end(), vertices[k]) != corners.end();
        if (!holds)
            continue;
        const Arrow at = arrow(body.positions[corners[0]]);
        areas.push_back(
            0.5 * facing.outwards
            * cross(arrow(body.positions[corners[1]]) - at, arrow(body.positions[corners[2]]) - at));
    }
    return areas;
}

/// A third of the areas as far as they face a way, and a third of all of them.
struct Faced {
    double area = 0.0;
    double all = 0.0;
};

Faced faced(const std::vector<Arrow>& areas, const Facing& facing, const Arrow& way)
{
    Faced result;
    for (const Arrow& area : areas) {
        const double along = dot(area, way);
        result.area += (facing.closed ? std::fmax(0.0, along) : std::fabs(along)) / 3.0;
        result.all += length(area) / 3.0;
    }
    return result;
}

/// The area of one side: of a vertex, of an edge, or of a face's corners by their weights.
AreaRange area_of_side(
    const MirrorBody& body, const Facing& facing, const std::array<std::uint32_t, 3>& vertices,
    const std::array<float, 3>& weights, int count, const Arrow& way)
{
    AreaRange range;
    const auto least = [](const Faced& f) { return std::fmax(f.area, f.all / 8.0); };
    if (count < 3) {
        const Faced f =
            faced(areas_around(body, facing, vertices.data(), static_cast<std::size_t>(count)), facing, way);
        return {least(f), least(f), 1e-5 * f.all};
    }
    Faced sum;
    for (std::size_t k = 0; k < 3; ++k) {
        const Faced f = faced(areas_around(body, facing, &vertices[k], 1), facing, way);
        const double weight = static_cast<double>(weights[k]);
        sum.area += weight * f.area;
        sum.all += weight * f.all;
        range.most += weight * least(f);
    }
    range.least = std::fmin(least(sum), range.most);
    range.most = std::fmax(least(sum), range.most);
    range.rounding = 1e-5 * sum.all;
    return range;
}

AreaRange both_sides(const AreaRange& p, const AreaRange& q)
{
    const auto joined = [](double a, double b) { return a > 0.0 && b > 0.0 ? 1.0 / (1.0 / a + 1.0 / b) : 0.0; };
    return {joined(p.least, q.least), joined(p.most, q.most), p.rounding + q.rounding};
}

AreaRange of_sphere(double radius, double depth)
{
    const double h = std::fmin(depth, 2.0 * radius);
    const double area = std::acos(-1.0) * h * (radius - h / 3.0);
    return {area, area, 1e-5 * area + 1e-6 * h};
}

} // namespace

std::string text(const Arrow& a)
{
    return "(" + std::to_string(a.x) + " " + std::to_string(a.y) + " " + std::to_string(a.z) + ")";
}

Facing facing_of(const MirrorBody& body)
{
    Facing facing;
    if (!body.is_mesh() || body.live_triangles() == 0)
        return facing;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> surplus;
    double volume = 0.0, size = 0.0;
    const Arrow origin = arrow(body.positions[0]);
    for (std::size_t t = 0; t < body.triangles.size(); ++t) {
        if (body.removed[t])
            continue;
        const TriangleIndices& corners = body.triangles[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = corners[k], to = corners[(k + 1) % 3];
            surplus[{std::min(from, to), std::max(from, to)}] += from < to ? 1 : from > to ? -1 : 0;
        }
        const Arrow a = arrow(body.positions[corners[0]]) - origin, b = arrow(body.positions[corners[1]]) - origin,
                    c = arrow(body.positions[corners[2]]) - origin;
        volume += dot(cross(a, b), c);
        size += length(a) * length(cross(b - a, c - a));
    }
    facing.closed = std::ranges::all_of(surplus, [](const auto& edge) { return edge.second == 0; });
    facing.outwards = facing.closed && volume < 0.0 ? -1.0 : 1.0;
    facing.certain = !facing.closed || std::fabs(volume) > 1e-4 * size;
    return facing;
}

AreaRange area_of(const Mirror& mirror, const std::vector<Facing>& facings, const Contact& c)
{
    const std::uint32_t a = mirror.place_of(c.body_a), b = mirror.place_of(c.body_b);
    const MirrorBody &first = mirror.bodies[a], &second = mirror.bodies[b];
    const double depth = -static_cast<double>(c.separation);
    const double r = static_cast<double>(first.radius), q = static_cast<double>(second.radius);
    // A sphere without a radius is a point, and leaves the area to the other body.
    if (r > 0.0 && q > 0.0)
        return of_sphere(1.0 / (1.0 / r + 1.0 / q), depth);
    if (r > 0.0 || q > 0.0)
        return of_sphere(std::fmax(r, q), depth);
    const Arrow n = arrow(c.normal), back = -1.0 * n;
    const auto of_a = [&](int count) { return area_of_side(first, facings[a], c.vertices_a, c.weights_a, count, n); };
    const auto of_b = [&](int count) {
        return area_of_side(second, facings[b], c.vertices_b, c.weights_b, count, back);
    };
    if (first.is_sphere || second.is_sphere)
        return first.is_mesh() ? of_a(3) : second.is_mesh() ? of_b(3) : AreaRange{};
    switch (c.kind) {
    case ContactKind::vertex_face:
    case ContactKind::vertex_inside:
        return both_sides(of_a(1), of_b(3));
    case ContactKind::face_vertex:
    case ContactKind::inside_vertex:
        return both_sides(of_a(3), of_b(1));
    case ContactKind::edge_edge:
        return both_sides(of_a(2), of_b(2));
    case ContactKind::vertex_plane:
        return of_a(1);
    case ContactKind::plane_vertex:
        return of_b(1);
    default:
        return {};
    }
}

Arrow SidePoint::of(const MirrorBody& body, const std::vector<Vec3>& of_vertices, const Vec3& single) const
{
    if (!body.is_mesh())
        return arrow(single);
    Arrow sum;
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] != 0.0f && vertices[k] < of_vertices.size())
            sum = sum + static_cast<double>(weights[k]) * arrow(of_vertices[vertices[k]]);
    return sum;
}

Arrow SidePoint::now(const Mirror& mirror) const
{
    const MirrorBody& body = mirror.bodies[place];
    return of(body, body.positions, body.is_sphere ? body.centre : body.anchor);
}

SidePoint side_a(const Mirror& mirror, const Contact& c)
{
    return {mirror.place_of(c.body_a), c.vertices_a, c.weights_a};
}

SidePoint side_b(const Mirror& mirror, const Contact& c)
{
    return {mirror.place_of(c.body_b), c.vertices_b, c.weights_b};
}

ContactPush default_push(const ContactLoad& load)
{
    const Material& m = load.material;
    const auto number = [](float f) { return static_cast<double>(f); };
    const double k = m.stiffness != 0.0f ? number(m.stiffness) : number(m.pressure_stiffness) * load.area;
    const double c = number(m.damping) + number(m.pressure_damping) * load.area;
    const double sticking = number(m.sticking), coulomb = number(m.coulomb);
    const auto shortened = [](const Arrow& a, double most) {
        const double size = length(a);
        return size > most ? (most / size) * a : a;
    };
    ContactPush push;
    push.normal = std::fmax(0.0, k * load.depth + c * load.approach_speed);
    Arrow stretch = arrow(load.stretch);
    if (coulomb >= 0.0 && sticking * k > 0.0)
        stretch = shortened(stretch, coulomb * push.normal / (sticking * k));
    push.stretch = vector_of(stretch);
    if (push.normal == 0.0)
        return push;
    const Arrow w = arrow(load.sliding_velocity);
    Arrow tangential = -1.0 * (sticking * (k * stretch + c * w) + number(m.friction) * w);
    if (coulomb >= 0.0)
        tangential = shortened(tangential, coulomb * push.normal);
    push.tangential = vector_of(tangential);
    return push;
}

} // namespace tactus::fuzz
