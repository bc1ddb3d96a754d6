// SPDX-License-Identifier: MIT
#include "io/spheres/round_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "io/formats/formats.h"
#include "io/spheres/sphere_formats.h"

namespace tactus::io {

namespace {

Vec3 unit(float x, float y, float z)
{
    const float scale = 1.0f / std::sqrt(x * x + y * y + z * z);
    return {x * scale, y * scale, z * scale};
}

Mesh icosahedron()
{
    const float g = 1.6180340f;
    Mesh mesh;
    for (const float a : {-1.0f, 1.0f})
        for (const float b : {-g, g}) {
            mesh.positions.push_back(unit(0, a, b));
            mesh.positions.push_back(unit(a, b, 0));
            mesh.positions.push_back(unit(b, 0, a));
        }
    // Corners that are nearest to each other, seen from outside against the clock.
    const auto near = [&](std::uint32_t i, std::uint32_t j) {
        const Vec3 a = mesh.positions[i], b = mesh.positions[j];
        return a.x * b.x + a.y * b.y + a.z * b.z > 0.3f;
    };
    for (std::uint32_t i = 0; i < 12; ++i)
        for (std::uint32_t j = i + 1; j < 12; ++j)
            for (std::uint32_t k = j + 1; k < 12; ++k) {
                if (!near(i, j) || !near(j, k) || !near(k, i))
                    continue;
                const Vec3 a = mesh.positions[i], b = mesh.positions[j], c = mesh.positions[k];
                const float turn =
                    a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
                mesh.triangles.push_back(turn > 0.0f ? TriangleIndices{i, j, k} : TriangleIndices{i, k, j});
            }
    return mesh;
}

Mesh divided(const Mesh& coarse)
{
    Mesh mesh;
    mesh.positions = coarse.positions;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [place, is_new] =
            middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(mesh.positions.size()));
        if (is_new) {
            const Vec3 p = mesh.positions[a], q = mesh.positions[b];
            mesh.positions.push_back(unit(p.x + q.x, p.y + q.y, p.z + q.z));
        }
        return place->second;
    };
    for (const auto& [a, b, c] : coarse.triangles) {
        const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        for (const TriangleIndices& triangle : {TriangleIndices{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
            mesh.triangles.push_back(triangle);
    }
    return mesh;
}

} // namespace

void add_round_meshes(Mesh& mesh, std::span<const Sphere> spheres)
{
    const Mesh coarse = divided(divided(icosahedron())), fine = divided(coarse);
    float largest = 0.0f;
    for (const Sphere& sphere : spheres)
        largest = std::max(largest, sphere.radius);
    for (const auto& [centre, radius] : spheres) {
        const Mesh& ball = radius >= 0.25f * largest ? fine : coarse;
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (const Vec3& p : ball.positions)
            mesh.positions.push_back({centre.x + radius * p.x, centre.y + radius * p.y, centre.z + radius * p.z});
        for (const auto& [a, b, c] : ball.triangles)
            mesh.triangles.push_back({first + a, first + b, first + c});
    }
}

std::string sphere_obj_bytes(std::span<const SphereNode> spheres)
{
    std::vector<Sphere> plain;
    for (const SphereNode& node : spheres)
        plain.push_back(node.sphere);
    Mesh mesh;
    add_round_meshes(mesh, plain);
    return obj_bytes(mesh);
}

} // namespace tactus::io
