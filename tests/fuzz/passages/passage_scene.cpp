// SPDX-License-Identifier: MIT
#include "passage_scene.h"

#include <cmath>
#include <map>
#include <numbers>

#include "../cases/random_mesh.h"
#include "../cases/random_structure.h"
#include "../stage/stage.h"

namespace tactus::fuzz::tools {

namespace {

using Places = std::vector<Place>;
using Triangles = std::vector<TriangleIndices>;

Place cross_of_places(const Place& a, const Place& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A prism over a star: with deep notches a shaft passes through it several times.
void add_star(Random& random, Places& places, Triangles& triangles)
{
    const auto corners = static_cast<std::uint32_t>(random.between(3, 9));
    const double half = random.one_in(3) ? 0.1 : 0.2 + 0.8 * random.unit();
    std::vector<double> radii;
    for (std::uint32_t k = 0; k < corners; ++k)
        radii.push_back(0.25 + random.unit());
    for (const double z : {-half, half})
        for (std::uint32_t k = 0; k < corners; ++k) {
            const double angle = 2 * std::numbers::pi * k / corners;
            places.push_back({radii[k] * std::cos(angle), radii[k] * std::sin(angle), z});
        }
    places.push_back({0, 0, -half});
    places.push_back({0, 0, half});
    const std::uint32_t bottom = 2 * corners, top = bottom + 1;
    for (std::uint32_t i = 0; i < corners; ++i) {
        const std::uint32_t j = (i + 1) % corners;
        triangles.insert(
            triangles.end(),
            {{i, j, corners + j}, {i, corners + j, corners + i}, {bottom, j, i}, {top, corners + i, corners + j}});
    }
}

/// Rings around an axis between two poles: a ball, a spindle, or something rough.
void add_spindle(Random& random, Places& places, Triangles& triangles)
{
    const auto rings = static_cast<std::uint32_t>(random.between(1, 4)),
               columns = static_cast<std::uint32_t>(random.between(3, 8));
    const double roughness = random.one_in(2) ? 0.0 : 0.5;
    for (std::uint32_t r = 1; r <= rings; ++r)
        for (std::uint32_t c = 0; c < columns; ++c) {
            const double down = std::numbers::pi * r / (rings + 1), around = 2 * std::numbers::pi * c / columns;
            const double radius = 1 - roughness * random.unit();
            places.push_back(
                {radius * std::sin(down) * std::cos(around), radius * std::sin(down) * std::sin(around),
                 radius * std::cos(down)});
        }
    const std::uint32_t top = rings * columns, bottom = top + 1, last = top - columns;
    places.push_back({0, 0, 1});
    places.push_back({0, 0, -1});
    for (std::uint32_t c = 0; c < columns; ++c) {
        const std::uint32_t next = (c + 1) % columns;
        triangles.push_back({top, c, next});
        for (std::uint32_t ring = 0; ring < last; ring += columns) {
            triangles.push_back({ring + c, ring + columns + c, ring + columns + next});
            triangles.push_back({ring + c, ring + columns + next, ring + next});
        }
        triangles.push_back({bottom, last + next, last + c});
    }
}

/// A ring with a hole: a shaft across it passes through twice.
void add_ring(Random& random, Places& places, Triangles& triangles)
{
    const auto around = static_cast<std::uint32_t>(random.between(3, 8)),
               thick = static_cast<std::uint32_t>(random.between(3, 5));
    const double radius = 0.2 + 0.3 * random.unit();
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t j = 0; j < thick; ++j) {
            const double a = 2 * std::numbers::pi * i / around, b = 2 * std::numbers::pi * j / thick;
            const double out = 1 + radius * std::cos(b);
            places.push_back({out * std::cos(a), out * std::sin(a), radius * std::sin(b)});
            const std::uint32_t in = (i + 1) % around, jn = (j + 1) % thick;
            triangles.push_back({i * thick + j, in * thick + j, in * thick + jn});
            triangles.push_back({i * thick + j, in * thick + jn, i * thick + jn});
        }
}

SceneBody closed_body(Random& random, const Lattice& lattice)
{
    SceneBody body;
    const auto number = [&] { return random.unit() * 2 - 1; };
    const DoubleVec3 centre = {0.5 * number(), 0.5 * number(), 0.5 * number()};
    const double size = 0.4 + 0.8 * random.unit();
    const std::uint32_t kind = random.below(8);
    Places places;
    if (kind < 3)
        add_star(random, places, body.mesh.triangles);
    else if (kind < 5)
        add_spindle(random, places, body.mesh.triangles);
    else if (kind < 7)
        add_ring(random, places, body.mesh.triangles);
    else
        body.mesh = closed_pieces(random, lattice, centre, size);
    Pose pose = {.position = {}, .rotation = {number(), number(), number(), number() + 0.1}};
    if (random.one_in(3))
        pose.rotation = {0, 0, 0, 1};
    for (const Place& p : places) {
        const Vec3 turned = posed(pose, {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
        const Place at = size * place_of(turned);
        body.mesh.positions.push_back(lattice.at({centre.x + at.x, centre.y + at.y, centre.z + at.z}));
    }
    body.removed.assign(body.mesh.triangles.size(), 0);
    body.structure = random.one_in(3) ? Structure::refit_bvh : random_structure(random);
    return body;
}

/// A point between some vertices of a mesh: inside it, on its surface, or beside it.
Place somewhere_in(Random& random, const SceneBody& mesh)
{
    const auto vertex = [&] {
        return place_of(mesh.mesh.positions[random.below(static_cast<std::uint32_t>(mesh.mesh.positions.size()))]);
    };
    const double share = random.one_in(4) ? 0.0 : random.unit();
    const Place a = vertex(), b = vertex(), c = vertex();
    return 0.5 * (a + (1.0 - share) * b + share * c);
}

SceneBody tool_through(Random& random, const Lattice& lattice, const SceneBody& mesh)
{
    SceneBody tool;
    tool.kind = SceneKind::tool;
    const auto number = [&] { return random.unit() * 2 - 1; };
    const Place through = somewhere_in(random, mesh);
    Place along = {number(), number(), number() + 0.01};
    if (random.one_in(3))
        along = somewhere_in(random, mesh) - through + Place{0, 0, 1e-3};
    if (random.one_in(4)) {
        const std::uint32_t axis = random.below(3);
        along = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    }
    along = 3.0 / length(along) * along;
    const auto rounded = [&](const Place& p) { return lattice.at(DoubleVec3{p.x, p.y, p.z}); };
    tool.pivot = rounded(through - along);
    tool.tip = rounded(through + along);
    if (random.one_in(6))
        tool.tip = rounded(somewhere_in(random, mesh));
    if (random.one_in(12))
        tool.pivot = rounded(somewhere_in(random, mesh));
    if (random.one_in(2))
        std::swap(tool.pivot, tool.tip);
    if (!random.one_in(6))
        tool.radius = lattice.unit > 0.0f ? lattice.unit * static_cast<float>(random.between(1, 3))
                                          : static_cast<float>(0.3 * random.unit());
    return tool;
}

} // namespace

ToolScene random_passage_scene(std::uint64_t seed)
{
    Random random(seed ^ 0x7061737361676573u);
    ToolScene scene;
    Lattice lattice;
    if (random.one_in(2))
        lattice.unit = std::ldexp(1.0f, -random.between(3, 6));
    scene.unit = lattice.unit;
    for (int count = random.one_in(4) ? 2 : 1; count; --count)
        scene.bodies.push_back(closed_body(random, lattice));
    for (int count = random.one_in(4) ? 2 : 1; count; --count) {
        const SceneBody tool =
            tool_through(random, lattice, scene.bodies[0].kind == SceneKind::mesh ? scene.bodies[0] : scene.bodies[1]);
        scene.bodies.insert(random.one_in(2) ? scene.bodies.begin() : scene.bodies.end(), tool);
    }
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k)
        if (scene.bodies[k].kind == SceneKind::mesh)
            scene.bodies[k].judged = scene.solid(k);
    ContactSettings& settings = scene.settings;
    if (random.one_in(3))
        settings.contact_distance = lattice.unit > 0.0f ? lattice.unit : static_cast<float>(0.1 * random.unit());
    settings.which = random.one_in(2) ? ContactSelection::local : ContactSelection::all;
    settings.order = static_cast<RefinementOrder>(random.below(3));
    settings.keep_front = !random.one_in(3);
    scene.material.stiffness = random.one_in(2) ? 0.0f : 100.0f;
    return scene;
}

void push_tools(ToolScene& scene, ToolWorld& kept, Random& random)
{
    kept.has_history = true;
    const Lattice lattice{scene.unit};
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k) {
        SceneBody& body = scene.bodies[k];
        if (body.kind != SceneKind::tool)
            continue;
        const auto little = [&] { return 0.3 * (random.unit() * 2 - 1); };
        const Vec3 by = lattice.at(DoubleVec3{little(), little(), little()});
        for (Vec3* end : {&body.pivot, &body.tip})
            *end = {end->x + by.x, end->y + by.y, end->z + by.z};
        kept.world.set_tool(kept.ids[k], body.pivot, body.tip).value();
    }
}

std::optional<GrazingTool> grazing_tool(const SceneBody& mesh, Random& random)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, Place> normals;
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t) {
        const std::array<Place, 3> corners = corners_of(mesh, t);
        const Place normal = cross_of_places(corners[1] - corners[0], corners[2] - corners[0]);
        for (std::size_t k = 0; k < 3; ++k)
            normals[{mesh.mesh.triangles[t][k], mesh.mesh.triangles[t][(k + 1) % 3]}] = 1.0 / length(normal) * normal;
    }
    auto edge = std::next(normals.begin(), random.below(static_cast<std::uint32_t>(normals.size())));
    const auto back = normals.find({edge->first.second, edge->first.first});
    const Place from = place_of(mesh.mesh.positions[edge->first.first]),
                to = place_of(mesh.mesh.positions[edge->first.second]);
    if (back == normals.end() || length(to - from) < 0.2)
        return {};
    const Place &one = edge->second, &other = back->second;
    const double cosine = product(one, other);
    if (cosine > 0.9 || cosine < -0.4)
        return {};
    // The shaft leaves the edge before one face, and comes to it from before the other.
    const Place along_edge = 1.0 / length(to - from) * (to - from);
    Place along = one - other + (random.unit() - 0.5) * along_edge;
    along = 1.0 / length(along) * along;
    Place outwards = cross_of_places(along, along_edge);
    outwards = (product(outwards, one) < 0 ? -1.0 : 1.0) / length(outwards) * outwards;
    const Place middle = from + (0.3 + 0.4 * random.unit()) * (to - from);
    const auto rounded = [](const Place& p) {
        return Vec3{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    };
    GrazingTool grazing;
    grazing.outwards = outwards;
    grazing.tool.kind = SceneKind::tool;
    grazing.tool.pivot = rounded(middle - 3.0 * along);
    grazing.tool.tip = rounded(middle + 3.0 * along);
    grazing.tool.radius = static_cast<float>(0.02 + 0.1 * random.unit());
    return grazing;
}

} // namespace tactus::fuzz::tools
