// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "geometry/vector.h"
#include "mesh/removed_triangle.h"
#include "tree/refit/refit_bvh.h"
#include "tree/shapes/convex_body.h"
#include "tree/shapes/half_space_body.h"
#include "tree/shapes/sphere_body.h"
#include "tree/shapes/tool_body.h"
#include "world/bodies/body.h"
#include "world/bodies/make_tree.h"
#include "world/input/checked_input.h"
#include "world/spheres/medial_spheres.h"

namespace tactus {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// A body that is one shape in place of a mesh.
template <class Desc>
Body make_shape(std::unique_ptr<Tree> shape, const Desc& desc)
{
    return {
        .tree = std::move(shape),
        .self_tables = {},
        .vertex_count = 1,
        .triangle_count = 1,
        .removed_count = 0,
        .options = {.filter = desc.filter, .thickness = desc.thickness, .user_data = desc.user_data},
        .as_paper = {},
        .medial_spheres = {},
        .posed = {},
        .part_ends = {},
        .motion = {},
        .given_triangles = {},
        .edited_positions = {}};
}

/// Triangles get other numbers where bodies are split, so that lists of them mean nothing later.
std::unique_ptr<const SphereTree> without_triangles(const SphereTree& tree)
{
    SphereTree spheres = {tree.nodes, tree.first_of_level, {}, tree.closed};
    for (SphereNode& node : spheres.nodes)
        node.first_triangle = node.triangle_count = 0;
    return std::make_unique<const SphereTree>(std::move(spheres));
}

/// Builds the body of a mesh that has been checked; the options say the rest. Positions are the same as those in
/// `given`. The spheres are those that the options name, where they name some.
Result<Body> build_body(
    const BodyDesc& options, std::vector<TriangleIndices> triangles, std::span<const Vec3> positions,
    const PositionsView& given, std::unique_ptr<const SphereTree> spheres, Workers& workers)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto triangle_count = static_cast<std::uint32_t>(triangles.size());
    const auto removed_count =
        static_cast<std::uint32_t>(std::count_if(triangles.begin(), triangles.end(), is_removed));
    Body body{
        .tree = make_tree(options, std::move(triangles), positions),
        .self_tables = {},
        .vertex_count = static_cast<std::uint32_t>(positions.size()),
        .triangle_count = triangle_count,
        .removed_count = removed_count,
        .options = options,
        .as_paper = options.papers != nullptr ? *options.papers : papers::Options{},
        .medial_spheres = std::move(spheres),
        .posed = {},
        .part_ends = {},
        .motion = {},
        .given_triangles = {},
        .edited_positions = {}};
    body.options.triangles = {};
    body.options.positions = {};
    body.options.papers = nullptr;
    if (body.medial_spheres != nullptr)
        body.options.structure = Structure::medial_sphere_tree;
    const Result<void> updated = body.update(given, workers);
    if (!updated)
        return updated.error();
    RefitBvh* clusters = body.tree->clusters();
    if (clusters != nullptr && options.self_collision) {
        body.self_tables = make_self_tables(clusters->tree(), clusters->positions(), options.neighbours);
        clusters->keep_slots();
    }
    // The memory is taken now that queries would have to take.
    if (clusters == nullptr)
        body.tree->nodes();
    body.build_seconds = seconds_since(begin);
    return body;
}

} // namespace

Result<Body> make_body(const BodyDesc& desc, Workers& workers)
{
    if (auto error = check_layout(desc.positions))
        return *error;
    if (auto error = check_structure(desc.structure))
        return *error;
    if (auto error = check_thickness(desc.thickness))
        return *error;
    auto triangles = check_triangles(desc.triangles, desc.positions.size());
    if (!triangles)
        return triangles.error();
    std::vector<Vec3> rest(desc.positions.size());
    for (std::size_t vertex = 0; vertex < rest.size(); ++vertex) {
        rest[vertex] = desc.positions[vertex];
        if (!is_finite(rest[vertex]))
            return refuse_coordinate(desc.positions);
    }
    const auto* medial = desc.structure.get_if<structures::MedialSphereTree>();
    if (medial == nullptr)
        return build_body(desc, std::move(triangles.value()), rest, desc.positions, nullptr, workers);
    const auto begin = std::chrono::steady_clock::now();
    const Result<SphereTree> spheres = medial_spheres_of(desc, *medial);
    if (!spheres)
        return spheres.error();
    BodyDesc with_tree = desc;
    with_tree.structure = structures::MedialSphereTree{.tree = &spheres.value()};
    const double seconds = seconds_since(begin);
    auto body = build_body(
        with_tree, std::move(triangles.value()), rest, desc.positions, without_triangles(spheres.value()), workers);
    if (body)
        body.value().build_seconds += seconds;
    return body;
}

Result<Body> with_mesh(
    const Body& body, std::vector<TriangleIndices> triangles, std::span<const Vec3> own_positions,
    const std::optional<Pose>& pose, Workers& workers)
{
    BodyDesc options = body.options;
    options.papers = &body.as_paper;
    std::unique_ptr<const SphereTree> spheres;
    if (body.medial_spheres != nullptr) {
        spheres = std::make_unique<const SphereTree>(*body.medial_spheres);
        options.structure = structures::MedialSphereTree{.tree = spheres.get()};
    }
    std::vector<TriangleIndices> given = triangles;
    Buffer<Vec3> kept(own_positions.size());
    std::copy(own_positions.begin(), own_positions.end(), kept.begin());
    auto made = build_body(
        options, std::move(triangles), own_positions, PositionsView(kept.span()), std::move(spheres), workers);
    if (!made)
        return made;
    Body& next = made.value();
    next.given_triangles = std::move(given);
    next.part_ends = body.part_ends;
    next.proxy = body.proxy;
    next.pair_distance = body.pair_distance;
    // What is borrowed is read here until the caller says where it is now.
    if (body.options.storage == PositionStorage::borrowed)
        next.edited_positions = std::move(kept);
    if (pose)
        if (const Result<void> posed = next.set_pose(*pose, workers); !posed)
            return posed.error();
    return made;
}

Result<Body> make_sphere(const SphereDesc& desc)
{
    if (auto error = check_sphere({desc.centre, desc.radius}))
        return *error;
    if (auto error = check_thickness(desc.thickness))
        return *error;
    Body body = make_shape(std::make_unique<SphereBody>(Sphere{desc.centre, desc.radius}), desc);
    body.posed.pose = pose_of_sphere(desc.centre);
    return body;
}

Result<Body> make_half_space(const HalfSpaceDesc& desc)
{
    const Plane plane = {desc.normal, desc.offset};
    if (auto error = check_half_space(plane))
        return *error;
    if (auto error = check_thickness(desc.thickness))
        return *error;
    return make_shape(std::make_unique<HalfSpaceBody>(plane), desc);
}

Result<Body> make_convex(const ConvexDesc& desc)
{
    if (auto error = check_half_spaces(desc.half_spaces))
        return *error;
    if (auto error = check_thickness(desc.thickness))
        return *error;
    std::vector<Plane> planes;
    for (const HalfSpace& half_space : desc.half_spaces)
        planes.push_back({half_space.normal, half_space.offset});
    const auto begin = std::chrono::steady_clock::now();
    auto convex = std::make_unique<ConvexBody>(planes);
    const Polytope& surface = convex->polytope();
    const auto vertex_count = static_cast<std::uint32_t>(surface.corners.size());
    const auto triangle_count = static_cast<std::uint32_t>(surface.triangles.size());
    Body body = make_shape(std::move(convex), desc);
    body.vertex_count = vertex_count;
    body.triangle_count = triangle_count;
    body.build_seconds = seconds_since(begin);
    return body;
}

Result<Body> make_tool(const ToolDesc& desc)
{
    if (auto error = check_tool(desc))
        return *error;
    if (auto error = check_thickness(desc.thickness))
        return *error;
    Body body = make_shape(std::make_unique<ToolBody>(desc.pivot, desc.tip, desc.radius, desc.sweep), desc);
    body.vertex_count = 2;
    return body;
}

} // namespace tactus
