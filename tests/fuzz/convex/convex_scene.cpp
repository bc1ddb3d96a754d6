// SPDX-License-Identifier: MIT
#include "convex_scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "../cases/random_mesh.h"
#include "../cases/random_structure.h"
#include "../tools/oracle/true_touch.h"

namespace tactus::fuzz::tools {

namespace {

Place random_place(Random& random, double reach)
{
    const auto number = [&] { return reach * (random.unit() * 2 - 1); };
    return {number(), number(), number()};
}

/// How large a set is, by the corner that is farthest from the origin.
double largest_coordinate(const std::vector<Vec3>& corners)
{
    double largest = 0.0;
    for (const Vec3& p : corners)
        for (const float c : {p.x, p.y, p.z})
            largest = std::max(largest, std::abs(static_cast<double>(c)));
    return largest;
}

SceneBody convex_body(Random& random, float unit)
{
    for (int attempt = 0; attempt < 50; ++attempt) {
        SceneBody body;
        body.half_spaces = random_half_spaces(random, unit);
        if (const std::optional<FuzzMesh> surface = surface_of(body.half_spaces)) {
            body.mesh = *surface;
            body.removed.assign(body.mesh.triangles.size(), 0);
            return body;
        }
    }
    throw std::runtime_error("no surface of a convex set can be told");
}

} // namespace

std::vector<HalfSpace> random_half_spaces(Random& random, float unit)
{
    const Lattice lattice{unit};
    std::vector<HalfSpace> all;
    const Place centre = random_place(random, 0.6);
    const auto add = [&](const Vec3& normal, double distance) {
        const double size = length(place_of(normal));
        all.push_back({normal, lattice.at(product(place_of(normal), centre) + distance * size)});
    };
    const double size = 0.3 + 0.7 * random.unit();
    if (random.one_in(4)) {
        for (int k = 0; k < 8; ++k)
            add({k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f}, size);
    } else {
        for (int axis = 0; axis < 3; ++axis) {
            const double half = random.one_in(4) ? 0.1 : size * (0.3 + random.unit());
            for (const float way : {-1.0f, 1.0f})
                add({axis == 0 ? way : 0.0f, axis == 1 ? way : 0.0f, axis == 2 ? way : 0.0f}, half);
        }
        for (int more = random.one_in(3) ? 0 : random.between(1, 6); more; --more) {
            Vec3 normal = {
                static_cast<float>(random.between(-3, 3)), static_cast<float>(random.between(-3, 3)),
                static_cast<float>(random.between(1, 3))};
            if (random.one_in(3)) {
                const Place any = random_place(random, 1.0);
                normal = {static_cast<float>(any.x), static_cast<float>(any.y), static_cast<float>(any.z + 1.5)};
            }
            const float way = random.one_in(2) ? 1.0f : -1.0f;
            add({way * normal.x, way * normal.y, way * normal.z}, size * (0.4 + 0.8 * random.unit()));
        }
    }
    if (random.one_in(4)) {
        HalfSpace twice = all[random.below(static_cast<std::uint32_t>(all.size()))];
        twice = {{2 * twice.normal.x, 2 * twice.normal.y, 2 * twice.normal.z}, 2 * twice.offset};
        all.push_back(twice);
    }
    if (random.one_in(4))
        add({0.5f, 0.25f, -1.0f}, 20.0);
    for (std::size_t k = 0; k < all.size(); ++k)
        std::swap(all[k], all[random.below(static_cast<std::uint32_t>(all.size()))]);
    return all;
}

std::optional<FuzzMesh> surface_of(const std::vector<HalfSpace>& half_spaces)
{
    World world = World::create().value();
    const BodyId set = world.add_convex({.half_spaces = half_spaces, .filter = {1, 2}}).value();
    const BodyInfo info = world.info(set).value();
    if (info.vertices == 0)
        return {};
    FuzzMesh surface;
    surface.positions = world.positions(set).value();
    const double size = largest_coordinate(surface.positions), little = 1e-4 * size;
    for (const HalfSpace& side : half_spaces) {
        const double unit = length(place_of(side.normal));
        std::vector<Place> face;
        for (const Vec3& corner : surface.positions)
            if (std::abs(product(place_of(side.normal), place_of(corner)) - static_cast<double>(side.offset))
                < 2e-5 * size * unit)
                face.push_back(place_of(corner));
        for (std::size_t i = 0; i < face.size(); ++i)
            for (std::size_t j = i + 1; j < face.size(); ++j)
                for (std::size_t k = j + 1; k < face.size(); ++k) {
                    const Place at = 1.0 / 3.0 * (face[i] + face[j] + face[k]) + little / unit * place_of(side.normal);
                    const Vec3 centre = {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)};
                    (void)world.add_sphere({centre, static_cast<float>(2 * little), {2, 1}, {}}).value();
                }
    }
    std::map<std::uint32_t, TriangleIndices> triangles;
    for (const Contact& contact : world.find_contacts().contacts) {
        const bool on_a = contact.body_a == set;
        if (contact.kind != (on_a ? ContactKind::surface_sphere : ContactKind::sphere_surface))
            continue;
        const TriangleIndices& vertices = on_a ? contact.vertices_a : contact.vertices_b;
        const auto& weights = on_a ? contact.weights_a : contact.weights_b;
        if (std::ranges::all_of(weights, [](float weight) { return weight > 0.0f; }))
            triangles[on_a ? contact.triangle_a : contact.triangle_b] = vertices;
    }
    if (triangles.size() != info.triangles)
        return {};
    for (const auto& [number, corners] : triangles)
        surface.triangles.push_back(corners);
    return surface;
}

ToolScene random_convex_scene(std::uint64_t seed)
{
    Random random(seed ^ 0x636f6e766578u);
    ToolScene scene;
    Lattice lattice;
    if (random.one_in(2))
        lattice.unit = std::ldexp(1.0f, -random.between(3, 5));
    scene.unit = lattice.unit;
    const auto point = [&](double reach) {
        const Place p = random_place(random, reach);
        return lattice.at(DoubleVec3{p.x, p.y, p.z});
    };
    for (int count = random.between(1, 2); count; --count)
        scene.bodies.push_back(convex_body(random, lattice.unit));
    for (int count = random.between(0, 2); count; --count) {
        SceneBody& body = scene.bodies.emplace_back();
        const Place at = random_place(random, 0.8);
        body.mesh = random_mesh(random, lattice, {at.x, at.y, at.z}, 0.3 + 0.7 * random.unit());
        body.removed.assign(body.mesh.triangles.size(), 0);
        body.structure = random_structure(random);
    }
    if (random.one_in(3)) {
        SceneBody& ball = scene.bodies.emplace_back();
        ball.kind = SceneKind::ball;
        ball.centre = point(1.0);
        ball.radius = lattice.at(0.1 + 0.5 * random.unit());
    }
    if (random.one_in(3)) {
        SceneBody& ground = scene.bodies.emplace_back();
        ground.kind = SceneKind::ground;
        ground.centre = random.one_in(2) ? Vec3{0, 0, 1} : Vec3{1, 2, 2};
        ground.offset = lattice.at(random.unit() - 1.0);
    }
    for (int count = random.between(0, 2); count; --count) {
        SceneBody& tool = scene.bodies.emplace_back();
        tool.kind = SceneKind::tool;
        tool.pivot = point(2.5);
        tool.tip = random.one_in(3) ? point(0.5)
                                    : lattice.at(DoubleVec3{
                                        -static_cast<double>(tool.pivot.x) + 0.3 * random.unit(),
                                        -static_cast<double>(tool.pivot.y), 0.4 * random.unit()});
        tool.radius = lattice.at(0.2 * random.unit());
    }
    for (std::size_t k = 0; k < scene.bodies.size(); ++k)
        std::swap(scene.bodies[k], scene.bodies[random.below(static_cast<std::uint32_t>(scene.bodies.size()))]);
    ContactSettings& settings = scene.settings;
    if (random.one_in(2))
        settings.contact_distance = lattice.unit > 0.0f ? lattice.unit : static_cast<float>(0.1 * random.unit());
    settings.which = random.one_in(2) ? ContactSelection::local : ContactSelection::all;
    settings.order = static_cast<RefinementOrder>(random.below(3));
    settings.keep_front = !random.one_in(3);
    settings.measure_depths = !random.one_in(6);
    scene.material.stiffness = random.one_in(2) ? 0.0f : 100.0f;
    scene.material.damping = random.one_in(3) ? 2.0f : 0.0f;
    return scene;
}

} // namespace tactus::fuzz::tools
