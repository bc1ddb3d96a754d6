// SPDX-License-Identifier: MIT
#include "world/body.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "geometry/vector.h"
#include "hierarchy/connected_order.h"
#include "hierarchy/spherical_octree/build_octree.h"
#include "hierarchy/spherical_octree/rigid_pose.h"
#include "world/checked_input.h"

namespace tactus {
namespace {

/// A sentence about the first vertex that no float holds where the pose puts it.
Error refuse_pose(const RigidPose& pose, std::span<const Vec3> vertices)
{
    std::vector<DoubleVector> posed;
    for (const Vec3 p : vertices)
        posed.push_back(pose(to_double(p)));
    return refuse_coordinate(posed);
}

bool has_unused_vertex(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    std::vector<bool> used(vertex_count, false);
    for (const TriangleIndices& triangle : triangles)
        for (const std::uint32_t vertex : triangle)
            used[vertex] = true;
    return std::find(used.begin(), used.end(), false) != used.end();
}

} // namespace

const Box& Body::box() const
{
    return std::visit([](const auto& s) -> const Box& { return s.box(); }, structure);
}

TriangleList Body::triangles() const
{
    return std::visit([](const auto& s) { return s.triangles(); }, structure);
}

TriangleIndices Body::given_corners(std::size_t place) const
{
    TriangleIndices corners = triangles().indices[place];
    if (const auto* tree = std::get_if<RefitBvh>(&structure))
        for (std::uint32_t& corner : corners)
            corner = tree->tree().vertex_order[corner];
    return corners;
}

void Body::keep_given_triangles()
{
    if (!given_triangles.empty())
        return;
    const TriangleList list = triangles();
    given_triangles.resize(triangle_count);
    for (std::size_t place = 0; place < list.size(); ++place)
        if (list.number(place) != TriangleList::no_triangle)
            given_triangles[list.number(place)] = given_corners(place);
}

std::uint64_t Body::rebuilt_count() const
{
    const auto* tree = std::get_if<RefitBvh>(&structure);
    return tree != nullptr ? tree->rebuilt_count() : 0;
}

std::vector<std::uint32_t> Body::vertex_order() const
{
    std::vector<std::uint32_t> order;
    if (sphere() != nullptr)
        return order;
    std::vector<bool> listed(vertex_count, false);
    const auto add = [&](std::uint32_t vertex) {
        if (!listed[vertex])
            order.push_back(vertex);
        listed[vertex] = true;
    };
    const TriangleList list = triangles();
    for (std::size_t place = 0; place < list.size(); ++place)
        if (list.number(place) != TriangleList::no_triangle)
            for (const std::uint32_t vertex : given_corners(place))
                add(vertex);
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex)
        add(vertex);
    return order;
}

std::size_t Body::structure_bytes() const
{
    return std::visit([](const auto& s) { return s.bytes(); }, structure)
        + posed.bytes() + (self_tables ? self_tables->bytes() : 0) + part_ends.capacity() * sizeof(std::uint32_t)
        + given_triangles.capacity() * sizeof(TriangleIndices);
}

std::optional<Error> Body::check_count(const char* call, const PositionsView& positions) const
{
    if (auto error = check_layout(positions))
        return error;
    if (positions.size() != vertex_count)
        return invalid_input(
            std::string(call) + " got " + std::to_string(positions.size()) + " vertices, the body has "
                + std::to_string(vertex_count));
    return std::nullopt;
}

Result<void> Body::take_velocities(const PositionsView& given)
{
    if (auto error = check_count("set_velocities", given))
        return *error;
    std::vector<Vec3> taken(given.size());
    for (std::size_t vertex = 0; vertex < given.size(); ++vertex) {
        taken[vertex] = given[vertex];
        if (!std::isfinite(taken[vertex].x) || !std::isfinite(taken[vertex].y) || !std::isfinite(taken[vertex].z))
            return refuse_coordinate(given);
    }
    velocities = std::move(taken);
    return {};
}

Result<void> Body::update(const PositionsView& positions, Workers& workers)
{
    if (sphere() != nullptr)
        return invalid_input("set_positions got a sphere, which has no vertices: set_pose moves its centre");
    if (auto error = check_count("set_positions", positions))
        return *error;
    if (storage == PositionStorage::borrowed && !positions.is_packed_float())
        return invalid_input("borrowed positions must be packed floats");
    if (!take_positions(positions, workers))
        return refuse_coordinate(positions);
    velocities.clear();
    posed.is_posed = false;
    return {};
}

bool Body::take_positions(const PositionsView& positions, Workers& workers)
{
    if (auto* tree = std::get_if<RefitBvh>(&structure))
        return tree->update(positions, workers);
    if (auto* octree = std::get_if<PosedOctree>(&structure))
        return octree->update(positions);
    return std::get<BruteForce>(structure).update(positions);
}

/// Where the body lies now, by the caller's numbers. Vertices that no triangle uses may be anywhere.
void Body::keep_reference()
{
    posed.reference.resize_uninitialised(vertex_count);
    std::fill(posed.reference.begin(), posed.reference.end(), Vec3{});
    const TriangleList list = triangles();
    const auto* tree = std::get_if<RefitBvh>(&structure);
    const std::uint32_t kept = tree != nullptr ? tree->tree().used_vertex_count : vertex_count;
    for (std::uint32_t place = 0; place < kept; ++place)
        posed.reference[tree != nullptr ? tree->tree().vertex_order[place] : place] = list.vertex(place);
}

Result<void> Body::set_pose(const Pose& pose, Workers& workers)
{
    if (auto* body = std::get_if<SphereBody>(&structure)) {
        const Vec3 centre = to_float({pose.position.x, pose.position.y, pose.position.z});
        if (auto error = check_sphere({centre, body->sphere().radius}))
            return *error;
        body->move_to(centre);
        velocities.clear();
        return {};
    }
    const RigidPose rigid(pose);
    if (auto* octree = std::get_if<PosedOctree>(&structure))
        return octree->set_pose(rigid) ? Result<void>{} : refuse_pose(rigid, octree->reference());
    if (!posed.is_posed)
        keep_reference();
    const int next = storage == PositionStorage::borrowed ? 1 - posed.half : 0;
    Buffer<Vec3>& moved = posed.posed[next];
    moved.resize_uninitialised(vertex_count);
    if (!pose_vertices(rigid, posed.reference.span(), moved.data())
        || !take_positions(PositionsView(moved.span()), workers))
        return refuse_pose(rigid, posed.reference.span());
    velocities.clear();
    posed.half = next;
    posed.is_posed = true;
    return {};
}

Result<Body> make_body(const BodyDesc& desc, Workers& workers)
{
    const auto begin = std::chrono::steady_clock::now();
    if (auto error = check_layout(desc.positions))
        return *error;
    if (desc.octree.levels > OctreeDepth::most_levels)
        return invalid_input(
            "the octree was asked for with " + std::to_string(desc.octree.levels) + " levels, at most "
            + std::to_string(OctreeDepth::most_levels) + " are made");
    auto triangles = check_triangles(desc.triangles, desc.positions.size());
    if (!triangles)
        return triangles.error();
    std::vector<Vec3> rest(desc.positions.size());
    for (std::size_t vertex = 0; vertex < rest.size(); ++vertex) {
        rest[vertex] = desc.positions[vertex];
        if (!is_finite(rest[vertex]))
            return refuse_coordinate(desc.positions);
    }

    const auto make_structure = [&]() -> decltype(Body::structure) {
        if (desc.structure == Structure::brute_force)
            return BruteForce(std::move(triangles.value()), rest.size());
        if (desc.structure == Structure::spherical_octree)
            return PosedOctree(std::move(triangles.value()), rest, desc.octree);
        // In tree order, a copy is worth its gather where every query reads all of it; and with it vertices that no
        // triangle uses stay out of the body's box.
        const bool in_tree_order = desc.storage == PositionStorage::copied
            && (desc.self_collision || has_unused_vertex(triangles.value(), rest.size()));
        const VertexPlaces places = in_tree_order ? VertexPlaces::first_use : VertexPlaces::as_given;
        // Patches that hang together stay compact however the body bends; pieces of space come apart.
        const std::vector<std::uint32_t> order = connected_order(triangles.value(), rest);
        return RefitBvh(make_cluster_tree(triangles.value(), rest, order, places), places, desc.storage);
    };
    const auto triangle_count = static_cast<std::uint32_t>(desc.triangles.size());
    Body body{
        .structure = make_structure(),
        .self_tables = {},
        .storage = desc.storage,
        .self_collision = desc.self_collision,
        .neighbours = desc.neighbours,
        .filter = desc.filter,
        .vertex_count = static_cast<std::uint32_t>(rest.size()),
        .triangle_count = triangle_count,
        .posed = {},
        .part_ends = {},
        .velocities = {},
        .given_triangles = {}};
    const Result<void> updated = body.update(desc.positions, workers);
    if (!updated)
        return updated.error();
    if (const auto* tree = std::get_if<RefitBvh>(&body.structure); tree != nullptr && desc.self_collision)
        body.self_tables = make_self_tables(tree->tree(), tree->positions(), desc.neighbours);
    body.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return body;
}

Result<Body> make_sphere(const SphereDesc& desc)
{
    if (auto error = check_sphere({desc.centre, desc.radius}))
        return *error;
    return Body{
        .structure = SphereBody({desc.centre, desc.radius}),
        .self_tables = {},
        .filter = desc.filter,
        .vertex_count = 1,
        .triangle_count = 1,
        .posed = {},
        .part_ends = {},
        .velocities = {},
        .given_triangles = {}};
}

} // namespace tactus
