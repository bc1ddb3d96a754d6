// SPDX-License-Identifier: MIT
#include "cli/shapes.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/verbs.h"
#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/cube_lattice.h"
#include "scenes/bodies/grid_body.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/bodies/organ.h"
#include "scenes/bodies/sheet.h"

namespace tactus::cli {

namespace {

constexpr std::uint32_t max_triangles = 16'000'000;

io::Mesh rounded_mesh(scenes::Shape shape)
{
    io::Mesh mesh;
    mesh.triangles = std::move(shape.triangles);
    mesh.positions.reserve(shape.points.size());
    for (const scenes::Point& point : shape.points)
        mesh.positions.push_back(scenes::rounded(point));
    return mesh;
}

constexpr std::array<ShapeInfo, 8> shapes = {{
    {"sphere", "a round ball of 1 m radius", 1280,
     [](std::uint32_t triangles, std::uint64_t) { return rounded_mesh(scenes::icosphere(triangles)); }},
    {"bumpy_sphere", "a ball of 1 m radius with bumps", 20480,
     [](std::uint32_t triangles, std::uint64_t seed) { return rounded_mesh(scenes::bumpy_sphere(triangles, seed)); }},
    {"liver", "a smooth closed organ, 0.24 m long", 5120,
     [](std::uint32_t triangles, std::uint64_t seed) {
         return rounded_mesh(scenes::organ(scenes::OrganKind::liver, triangles, seed));
     }},
    {"kidney", "a smooth closed organ, 0.16 m long", 5120,
     [](std::uint32_t triangles, std::uint64_t seed) {
         return rounded_mesh(scenes::organ(scenes::OrganKind::kidney, triangles, seed));
     }},
    {"tool", "a straight round instrument, 0.2 m long", 64,
     [](std::uint32_t triangles, std::uint64_t) { return rounded_mesh(scenes::capsule(triangles, 0.2, 0.005)); }},
    {"sheet", "a flat square cloth of 1 m", 3200,
     [](std::uint32_t triangles, std::uint64_t) { return rounded_mesh(scenes::sheet(triangles)); }},
    {"grid", "an ellipsoid made from an n x m grid of points, 2 m long", 1280,
     [](std::uint32_t triangles, std::uint64_t) {
         return rounded_mesh(scenes::grid_ellipsoid(triangles, {0.6, 0.8, 1.0}));
     }},
    {"cube_lattice", "cubes side by side that touch exactly in faces, edges and corners", 324,
     [](std::uint32_t triangles, std::uint64_t) {
         return rounded_mesh(scenes::cube_lattice(
             scenes::lattice_side((std::uint64_t{triangles} + 11) / 12), scenes::LatticeColour::all));
     }},
}};

} // namespace

std::span<const ShapeInfo> all_shapes() { return shapes; }

const ShapeInfo* find_shape(std::string_view name)
{
    const auto found =
        std::find_if(shapes.begin(), shapes.end(), [&](const ShapeInfo& shape) { return shape.name == name; });
    return found == shapes.end() ? nullptr : &*found;
}

Result<io::Mesh> make_shape(const ShapeInfo& shape, std::uint32_t triangles, std::uint64_t seed)
{
    if (triangles > max_triangles)
        return refusal(
            fmt::format("{} triangles asked for, at most {} are made", readable(triangles), readable(max_triangles)));
    return shape.make(triangles == 0 ? shape.default_triangles : triangles, seed);
}

} // namespace tactus::cli
