// SPDX-License-Identifier: MIT
#include "tool_scene.h"

#include <algorithm>
#include <cmath>

#include "../cases/random_mesh.h"
#include "../cases/random_structure.h"
#include "../stage/stage.h"
#include "../stage/write_cpp.h"
#include "oracle/true_touch.h"
#include "tools_at_edges.h"

namespace tactus::fuzz::tools {

namespace {

double place(Random& random) { return (random.unit() * 2 - 1) * 1.5; }

Vec3 random_point(Random& random, const Lattice& lattice)
{
    const DoubleVec3 p = {place(random), place(random), place(random)};
    return lattice.at(p);
}

/// A corner of one of the meshes, or a point somewhere.
Vec3 end_of_tool(Random& random, const Lattice& lattice, const ToolScene& scene)
{
    if (!scene.bodies.empty() && random.one_in(4)) {
        const SceneBody& other = pick_body(random, scene);
        if (!other.mesh.positions.empty()) {
            Vec3 p = other.mesh.positions[random.below(static_cast<std::uint32_t>(other.mesh.positions.size()))];
            if (random.one_in(2))
                p.z += lattice.at(0.5 * random.unit());
            return p;
        }
    }
    return random_point(random, lattice);
}

float radius_of_tool(Random& random, const Lattice& lattice)
{
    if (random.one_in(6))
        return 0.0f;
    const double size = random.one_in(3) ? 0.6 : 0.15;
    return lattice.unit > 0.0f ? lattice.unit * static_cast<float>(random.between(1, random.one_in(4) ? 8 : 2))
                               : static_cast<float>(size * random.unit());
}

/// Where a tool goes next: anywhere, a little farther, along its shaft, through its pivot, across or along an edge, or
/// nowhere.
void move_ends(Random& random, const Lattice& lattice, const ToolScene& scene, SceneBody& tool)
{
    tool.old_pivot = tool.pivot;
    tool.old_tip = tool.tip;
    const auto along = [&](float share) {
        return Vec3{
            tool.pivot.x + share * (tool.tip.x - tool.pivot.x), tool.pivot.y + share * (tool.tip.y - tool.pivot.y),
            tool.pivot.z + share * (tool.tip.z - tool.pivot.z)};
    };
    switch (random.below(11)) {
    case 0:
        break;
    case 1:
        tool.tip = along(1.5f);
        break;
    case 2:
        tool.tip = along(-1.0f);
        break;
    case 3:
        tool.tip.x = std::nextafter(tool.tip.x, 10.0f);
        break;
    case 4:
        tool.tip = tool.pivot;
        break;
    case 5:
        tool.pivot = end_of_tool(random, lattice, scene);
        tool.tip = end_of_tool(random, lattice, scene);
        break;
    case 6: {
        const Vec3 by = random_point(random, lattice);
        tool.pivot = {tool.pivot.x + by.x, tool.pivot.y + by.y, tool.pivot.z + by.z};
        tool.tip = {tool.tip.x + by.x, tool.tip.y + by.y, tool.tip.z + by.z};
        break;
    }
    case 7:
        lay_across_edge(random, lattice, scene, tool);
        break;
    case 8:
        lay_along_edge(random, lattice, scene, tool);
        break;
    default:
        tool.tip = end_of_tool(random, lattice, scene);
        break;
    }
}

/// A sheet with bumps that is large enough to be searched by a tree.
FuzzMesh large_sheet(Random& random, const Lattice& lattice, const DoubleVec3& centre)
{
    constexpr std::uint32_t cells = 12;
    FuzzMesh mesh;
    const double bumps = random.one_in(2) ? 0.0 : 0.4;
    for (std::uint32_t y = 0; y <= cells; ++y)
        for (std::uint32_t x = 0; x <= cells; ++x) {
            const double height = centre.z + bumps * random.unit();
            mesh.positions.push_back(
                lattice.at(DoubleVec3{centre.x + 0.25 * x - 1.5, centre.y + 0.25 * y - 1.5, height}));
            const std::uint32_t v = y * (cells + 1) + x;
            if (x == cells || y == cells)
                continue;
            mesh.triangles.push_back({v, v + 1, v + cells + 1});
            mesh.triangles.push_back({v + 1, v + cells + 2, v + cells + 1});
        }
    return mesh;
}

SceneBody random_mesh_body(Random& random, const Lattice& lattice)
{
    SceneBody body;
    const DoubleVec3 centre = {place(random), place(random), place(random)};
    const double size = random.one_in(4) ? 0.25 : 0.5 + random.unit();
    body.mesh = random_mesh(random, lattice, centre, size);
    if (random.one_in(16))
        body.mesh = large_sheet(random, lattice, centre);
    // A grid of little triangles, of which many are edge-on or without area.
    if (random.one_in(8)) {
        body.mesh = {};
        for (std::uint32_t t = 0; t < 12; ++t) {
            const Vec3 at = random_point(random, lattice);
            const float little = lattice.unit > 0.0f ? lattice.unit : 0.01f;
            for (int k = 0; k < 3; ++k)
                body.mesh.positions.push_back(
                    {at.x + little * static_cast<float>(random.between(0, 1)),
                     at.y + little * static_cast<float>(random.between(0, 1)),
                     at.z + little * static_cast<float>(random.between(0, 1))});
            body.mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        }
    }
    body.removed.assign(body.mesh.triangles.size(), 0);
    if (random.one_in(6) && body.removed.size() > 1)
        body.removed[random.below(static_cast<std::uint32_t>(body.removed.size()))] = 1;
    body.structure = random_structure(random);
    return body;
}

CollisionFilter random_filter(Random& random)
{
    if (!random.one_in(10))
        return {};
    return {1u << random.below(2), random.one_in(2) ? 3u : 1u};
}

} // namespace

ToolScene random_tool_scene(std::uint64_t seed)
{
    Random random(seed ^ 0x746f6f6c73u);
    ToolScene scene;
    Lattice lattice;
    if (!random.one_in(3))
        lattice.unit = std::ldexp(1.0f, -random.between(2, 4));
    scene.unit = lattice.unit;
    for (std::uint32_t count = 1 + random.below(3); count; --count)
        scene.bodies.push_back(random_mesh_body(random, lattice));
    if (random.one_in(5)) {
        SceneBody& ball = scene.bodies.emplace_back();
        ball.kind = SceneKind::ball;
        ball.centre = random_point(random, lattice);
        ball.radius = radius_of_tool(random, lattice);
    }
    if (random.one_in(5)) {
        SceneBody& ground = scene.bodies.emplace_back();
        ground.kind = SceneKind::ground;
        const Vec3 normals[] = {{0, 0, 1}, {0, 0, 2}, {-1, 0, 0}, {3, 0, 4}, {1, 2, 2}};
        ground.centre = normals[random.below(5)];
        ground.offset = lattice.at(place(random));
    }
    for (std::uint32_t count = 1 + random.below(2); count; --count) {
        SceneBody tool;
        tool.kind = SceneKind::tool;
        tool.pivot = random_point(random, lattice);
        tool.tip = end_of_tool(random, lattice, scene);
        tool.radius = radius_of_tool(random, lattice);
        tool.sweep = !random.one_in(3);
        move_ends(random, lattice, scene, tool);
        scene.bodies.push_back(tool);
        if (random.one_in(3))
            std::swap(scene.bodies.back(), scene.bodies.front());
    }
    for (SceneBody& body : scene.bodies)
        body.filter = random_filter(random);
    if (random.one_in(8))
        scene.ignored.insert(Mirror::both(0, static_cast<std::uint32_t>(scene.bodies.size() - 1)));
    ContactSettings& settings = scene.settings;
    if (random.one_in(2))
        settings.contact_distance = lattice.unit > 0.0f ? lattice.unit * static_cast<float>(random.between(1, 3))
                                                        : static_cast<float>(0.2 * random.unit());
    settings.which = random.one_in(2) ? ContactSelection::local : ContactSelection::all;
    settings.order = static_cast<RefinementOrder>(random.below(3));
    settings.keep_front = !random.one_in(3);
    if (random.one_in(5))
        for (SceneBody& body : scene.bodies)
            if (body.kind == SceneKind::tool)
                body.thickness.contact_distance = lattice.unit > 0.0f ? 4 * lattice.unit : 0.25f;
    scene.material.stiffness = random.one_in(2) ? 0.0f : 100.0f;
    scene.material.damping = random.one_in(3) ? 2.0f : 0.0f;
    return scene;
}

Mirror ToolScene::mirror(bool with_axes) const
{
    Mirror mirror;
    for (std::uint32_t k = 0; k < bodies.size(); ++k) {
        const SceneBody& from = bodies[k];
        MirrorBody& body = mirror.bodies.emplace_back();
        body.id = {.index = k, .generation = 0};
        body.filter = from.filter;
        body.alive = from.kind == SceneKind::mesh || (from.kind == SceneKind::tool && with_axes);
        if (from.kind == SceneKind::mesh) {
            body.triangles = from.mesh.triangles;
            body.positions = from.mesh.positions;
            body.removed = from.removed;
        } else if (from.kind == SceneKind::tool) {
            body.triangles = {{0, 1, 1}};
            body.positions = {from.pivot, from.tip};
            body.removed = {0};
        }
        body.own = body.positions;
    }
    mirror.allowed = ignored;
    return mirror;
}

Solid ToolScene::solid(std::uint32_t place) const
{
    if (bodies[place].judged)
        return *bodies[place].judged;
    ToolScene alone;
    alone.bodies = {bodies[place]};
    return true_insides(alone.mirror(false)).solids[0];
}

void advance(ToolScene& scene, ToolWorld& kept, Random& random)
{
    kept.has_history = true;
    const Lattice lattice{scene.unit};
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k) {
        SceneBody& body = scene.bodies[k];
        if (body.kind == SceneKind::tool && !random.one_in(4)) {
            move_ends(random, lattice, scene, body);
            kept.world.set_tool(kept.ids[k], body.pivot, body.tip).value();
        } else if (body.kind == SceneKind::mesh && random.one_in(2)) {
            const Vec3 by = lattice.at(DoubleVec3{0.3 * place(random), 0.3 * place(random), 0.3 * place(random)});
            for (Vec3& p : body.mesh.positions) {
                p = {p.x + by.x, p.y + by.y, p.z + by.z};
                if (random.one_in(6))
                    p.z += lattice.at(0.2 * place(random));
            }
            body.judged.reset();
            kept.world.set_positions(kept.ids[k], body.mesh.positions).value();
        }
        if (body.kind == SceneKind::mesh && random.one_in(6)) {
            const auto t = random.below(static_cast<std::uint32_t>(body.removed.size()));
            if (!body.removed[t] && body.gone().size() + 1 < body.removed.size()) {
                body.removed[t] = 1;
                body.judged.reset();
                const std::uint32_t number[] = {t};
                (void)kept.world.edit(BodyEdit{.body = kept.ids[k], .remove_triangles = number}).value();
            }
        }
        if (random.one_in(12)) {
            body.filter = random_filter(random);
            kept.world.set_filter(kept.ids[k], body.filter).value();
        }
    }
}

ToolScene magnified(ToolScene scene, float factor)
{
    const auto magnify = [&](Vec3& p) { p = {p.x * factor, p.y * factor, p.z * factor}; };
    for (SceneBody& body : scene.bodies) {
        for (Vec3& p : body.mesh.positions)
            magnify(p);
        for (Vec3* p : {&body.pivot, &body.tip, &body.old_pivot, &body.old_tip})
            magnify(*p);
        if (body.kind == SceneKind::ball)
            magnify(body.centre);
        body.radius *= factor;
        body.offset *= factor;
        body.thickness = {};
    }
    scene.unit *= factor;
    scene.settings.contact_distance = 0.0f;
    return scene;
}

std::string program(const ToolScene& scene)
{
    std::string text = "\n    World world = World::create({.contacts = " + cpp(scene.settings) + "}).value();\n";
    const auto said = [](const SceneBody& body) {
        std::string more;
        if (body.filter.group != 1 || body.filter.mask != 0xffffffffu)
            more += ", .filter = {" + std::to_string(body.filter.group) + ", " + std::to_string(body.filter.mask) + "}";
        if (body.thickness.contact_distance)
            more += ", .thickness = {.contact_distance = " + cpp(*body.thickness.contact_distance) + "}";
        return more;
    };
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
        const SceneBody& body = scene.bodies[k];
        const std::string name = "body_" + std::to_string(k);
        const std::string is = "    const BodyId " + name + " = world.";
        switch (body.kind) {
        case SceneKind::mesh:
            text += "    const std::vector<TriangleIndices> t" + name + " = " + cpp(body.mesh.triangles) + ";\n";
            text += "    const std::vector<Vec3> p" + name + " = " + cpp(body.mesh.positions) + ";\n";
            text += is + "add_body({.triangles = t" + name + ", .positions = p" + name
                    + ", .structure = " + cpp(body.structure) + said(body) + "}).value();\n";
            if (!body.half_spaces.empty())
                text += "    // or a convex set of " + cpp(body.half_spaces) + "\n";
            if (!body.gone().empty())
                text += "    // removed: " + cpp(body.gone()) + "\n";
            break;
        case SceneKind::tool:
            text += is + "add_tool({.pivot = " + cpp(body.sweep ? body.old_pivot : body.pivot)
                    + ", .tip = " + cpp(body.sweep ? body.old_tip : body.tip) + ", .radius = " + cpp(body.radius)
                    + ", .sweep = " + (body.sweep ? "true" : "false") + said(body) + "}).value();\n";
            if (body.sweep)
                text += "    world.set_tool(" + name + ", " + cpp(body.pivot) + ", " + cpp(body.tip) + ").value();\n";
            break;
        case SceneKind::ball:
            text += is + "add_sphere({.centre = " + cpp(body.centre) + ", .radius = " + cpp(body.radius) + said(body)
                    + "}).value();\n";
            break;
        case SceneKind::ground:
            text += is + "add_half_space({.normal = " + cpp(body.centre) + ", .offset = " + cpp(body.offset)
                    + said(body) + "}).value();\n";
            break;
        }
    }
    for (const auto& [a, b] : scene.ignored)
        text += "    world.ignore_contacts(body_" + std::to_string(a) + ", body_" + std::to_string(b) + ").value();\n";
    return text;
}

} // namespace tactus::fuzz::tools
