// SPDX-License-Identifier: MIT
#include "world/body.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "hierarchy/connected_order.h"

namespace tactus {
namespace {

/// Slots, boxes and places are numbered by 32 bits; this leaves room for all of them.
constexpr std::size_t largest_count = std::size_t{1} << 30;

Error refuse(ErrorCode code, std::string message) { return {code, std::move(message)}; }

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

/// A sentence about the first coordinate that is not a finite float.
Error refuse_coordinate(const PositionsView& positions)
{
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const Vec3 p = positions[vertex];
        const float rounded[3] = {p.x, p.y, p.z};
        for (int axis = 0; axis < 3; ++axis) {
            if (std::isfinite(rounded[axis]))
                continue;
            std::string value = std::isnan(rounded[axis]) ? "nan" : rounded[axis] > 0 ? "infinite" : "minus infinite";
            if (positions.is_double()) {
                const auto* place = static_cast<const std::byte*>(positions.data()) + vertex * positions.stride_bytes();
                const double given = reinterpret_cast<const double*>(place)[axis];
                if (std::isfinite(given))
                    value = number(given) + ", too large for a float";
            }
            return refuse(
                ErrorCode::invalid_argument,
                "vertex " + std::to_string(vertex) + ": " + "xyz"[axis] + " is " + value);
        }
    }
    return refuse(ErrorCode::invalid_argument, "a position is not finite");
}

std::optional<Error> check_layout(const PositionsView& positions)
{
    if (positions.leftover() != 0)
        return refuse(
            ErrorCode::invalid_argument,
            "the positions hold " + std::to_string(3 * positions.size() + positions.leftover())
                + " numbers, which is not three to a vertex");
    return std::nullopt;
}

Result<std::vector<TriangleIndices>> check_triangles(const TrianglesView& triangles, std::size_t vertex_count)
{
    if (triangles.leftover() != 0)
        return refuse(
            ErrorCode::invalid_argument,
            "the triangles hold " + std::to_string(3 * triangles.size() + triangles.leftover())
                + " indices, which is not three to a triangle");
    if (triangles.size() > largest_count || vertex_count > largest_count)
        return refuse(
            ErrorCode::too_large,
            "a body of " + std::to_string(triangles.size()) + " triangles and " + std::to_string(vertex_count)
                + " vertices is larger than the " + std::to_string(largest_count) + " of each that fit");
    std::vector<TriangleIndices> copy(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        copy[t] = triangles[t];
        for (std::uint32_t vertex : copy[t])
            if (vertex >= vertex_count)
                return refuse(
                    ErrorCode::invalid_argument,
                    "triangle " + std::to_string(t) + ": vertex "
                        + std::to_string(static_cast<std::int64_t>(static_cast<std::int32_t>(vertex)) < 0
                                             ? static_cast<std::int64_t>(static_cast<std::int32_t>(vertex))
                                             : static_cast<std::int64_t>(vertex))
                        + " does not exist, the body has " + std::to_string(vertex_count) + " vertices");
    }
    return copy;
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
        + (self_tables ? self_tables->bytes() : 0) + given_triangles.capacity() * sizeof(TriangleIndices);
}

std::optional<Error> Body::check_count(const char* call, const PositionsView& positions) const
{
    if (auto error = check_layout(positions))
        return error;
    if (positions.size() != vertex_count)
        return refuse(
            ErrorCode::invalid_argument,
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
    if (auto error = check_count("set_positions", positions))
        return *error;
    if (storage == PositionStorage::borrowed && !positions.is_packed_float())
        return refuse(ErrorCode::invalid_argument, "borrowed positions must be packed floats");
    if (auto* tree = std::get_if<RefitBvh>(&structure)) {
        if (!tree->update(positions, workers))
            return refuse_coordinate(positions);
    } else if (!std::get<BruteForce>(structure).update(positions)) {
        return refuse_coordinate(positions);
    }
    velocities.clear();
    return {};
}

Result<Body> make_body(const BodyDesc& desc, Workers& workers)
{
    const auto begin = std::chrono::steady_clock::now();
    if (auto error = check_layout(desc.positions))
        return *error;
    auto triangles = check_triangles(desc.triangles, desc.positions.size());
    if (!triangles)
        return triangles.error();
    std::vector<Vec3> rest(desc.positions.size());
    for (std::size_t vertex = 0; vertex < rest.size(); ++vertex) {
        rest[vertex] = desc.positions[vertex];
        if (!std::isfinite(rest[vertex].x) || !std::isfinite(rest[vertex].y) || !std::isfinite(rest[vertex].z))
            return refuse_coordinate(desc.positions);
    }

    const auto make_structure = [&]() -> std::variant<RefitBvh, BruteForce> {
        if (desc.structure == Structure::brute_force)
            return BruteForce(std::move(triangles.value()), rest.size());
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

} // namespace tactus
