// SPDX-License-Identifier: MIT
#include "scenes/shapes.h"

#include <algorithm>
#include <utility>

#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/cube_lattice.h"
#include "scenes/bodies/grid_body.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/bodies/organ.h"
#include "scenes/bodies/sheet.h"
#include "scenes/bodies/torus.h"
#include "scenes/makers.h"
#include "scenes/words/nearest_names.h"
#include "scenes/words/readable_number.h"

namespace tactus::scenes {
namespace {

constexpr std::uint32_t max_triangles = 16'000'000;

struct Entry {
    ShapeInfo info;
    ShapeMesh (*make)(const ShapeOptions&);
};

ShapeMesh rounded_mesh(Shape shape)
{
    ShapeMesh mesh;
    mesh.triangles = std::move(shape.triangles);
    mesh.positions.resize(shape.points.size());
    std::ranges::transform(shape.points, mesh.positions.begin(), rounded);
    return mesh;
}

// The first mesh of a scene, at a frame of its sixty.
ShapeMesh still(Scene (*make)(const SceneOptions&), const ShapeOptions& options, std::uint32_t frame = 0)
{
    Scene scene = make({.triangles = options.triangles, .frames = 60, .seed = options.seed});
    scene.positions(frame, 0, scene.meshes[0].positions);
    return {std::move(scene.meshes[0].triangles), std::move(scene.meshes[0].positions)};
}

const std::vector<Entry>& entries()
{
    using Options = ShapeOptions;
    static const std::vector<Entry> table = {
        {{"sphere", "the unit sphere, evenly cut", 1280, ""},
         [](const Options& o) { return rounded_mesh(icosphere(o.triangles)); }},
        {{"bumpy_sphere", "a unit sphere with bumps", 20480, "bumpy_spheres"},
         [](const Options& o) { return rounded_mesh(bumpy_sphere(o.triangles, o.seed)); }},
        {{"organ", "a liver, smooth and closed, 0.24 m long", 1280, "organ_tool"},
         [](const Options& o) { return rounded_mesh(organ(OrganKind::liver, o.triangles, o.seed)); }},
        {{"kidney", "a kidney, smooth and closed, 0.16 m long", 1280, "soft_organs"},
         [](const Options& o) { return rounded_mesh(organ(OrganKind::kidney, o.triangles, o.seed)); }},
        {{"tool", "a thin round instrument, 0.2 m long, its tip at the origin", 64, "organ_tool"},
         [](const Options& o) { return rounded_mesh(capsule(o.triangles, 0.2, 0.004)); }},
        {{"torus", "a ring of 1 m with a tube of 0.3 m", 2000, ""},
         [](const Options& o) { return rounded_mesh(torus(o.triangles, 1.0, 0.3)); }},
        {{"sheet", "a plain square of 1 m", 2048, ""},
         [](const Options& o) { return rounded_mesh(sheet(o.triangles)); }},
        {{"folded_cloth", "a cloth folded in four layers that pass slightly through each other", 32000, "folded_cloth"},
         [](const Options& o) { return still(folded_cloth, o, 42); }},
        {{"crumpled_sheet", "a sheet crumpled through itself", 32000, "crumpled_sheet"},
         [](const Options& o) { return still(crumpled_sheet, o); }},
        {{"flat_folded_sheet", "a sheet folded exactly flat, both layers in one plane", 8192, "flat_folded_sheet"},
         [](const Options& o) { return still(flat_folded_sheet, o, 20); }},
        {{"wound_sheet", "a sheet wound onto itself, all windings at one radius", 18000, "wound_sheet"},
         [](const Options& o) { return still(wound_sheet, o); }},
        {{"cube_lattice", "unit cubes side by side that touch exactly", 6144, "touching_cubes"},
         [](const Options& o) {
             return rounded_mesh(cube_lattice(lattice_side(o.triangles / 12), LatticeColour::all));
         }},
        {{"grid", "an ellipsoid made from a grid of points with two poles", 1280, "six_objects"},
         [](const Options& o) {
             return rounded_mesh(grid_ellipsoid(o.triangles, {0.6, 0.8, 1.0}));
         }},
        {{"rope", "a closed tube that winds through a room of two metres", 5120, "large_deformation"},
         [](const Options& o) { return still(large_deformation, o); }},
    };
    return table;
}

} // namespace

std::span<const ShapeInfo> all_shapes()
{
    static const std::vector<ShapeInfo> infos = [] {
        std::vector<ShapeInfo> list;
        for (const Entry& entry : entries())
            list.push_back(entry.info);
        return list;
    }();
    return infos;
}

Result<ShapeMesh> make_shape(std::string_view name, const ShapeOptions& options)
{
    const auto entry =
        std::ranges::find(entries(), name, [](const Entry& e) -> std::string_view { return e.info.name; });
    if (entry == entries().end()) {
        std::vector<std::string_view> names;
        for (const ShapeInfo& info : all_shapes())
            names.push_back(info.name);
        return Error{
            ErrorCode::invalid_argument, "no shape is called '" + std::string(name) + "'" + nearest_names(name, names)};
    }
    if (options.triangles > max_triangles)
        return Error{
            ErrorCode::invalid_argument, "shape " + entry->info.name + ": " + readable(options.triangles)
                                             + " triangles asked for, at most " + readable(max_triangles)
                                             + " are made"};
    ShapeOptions ready = options;
    if (ready.triangles == 0)
        ready.triangles = entry->info.default_triangles;
    return entry->make(ready);
}

} // namespace tactus::scenes
