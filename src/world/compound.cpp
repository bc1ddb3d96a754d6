// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include "world/bodies/body.h"
#include "world/input/checked_input.h"
#include "world/parts.h"

namespace tactus {
namespace {

/// Appends the meshes of all parts to one, and gives where their triangles end.
Result<std::vector<std::uint32_t>> join_parts(
    std::span<const MeshView> parts, const BodyDesc& rest, std::vector<TriangleIndices>& triangles,
    std::vector<Vec3>& positions)
{
    if (parts.empty())
        return invalid_input("a compound needs at least one part");
    if (rest.triangles.size() != 0 || rest.positions.size() != 0)
        return invalid_input(
            "a compound's mesh comes with its parts, it cannot have triangles or positions beside them");
    if (rest.storage == PositionStorage::borrowed)
        return invalid_input("a compound's positions come from several arrays and are copied, they cannot be borrowed");
    std::vector<std::uint32_t> ends;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const auto refuse_part = [&](const Error& error) {
            return Error{error.code, "part " + std::to_string(part) + ": " + error.message};
        };
        const MeshView& mesh = parts[part];
        if (auto error = check_layout(mesh.positions))
            return refuse_part(*error);
        const auto given = check_triangles(mesh.triangles, mesh.positions.size());
        if (!given)
            return refuse_part(given.error());
        if (auto error = check_size(triangles.size() + mesh.triangles.size(), positions.size() + mesh.positions.size()))
            return refuse_part(*error);
        const auto first = static_cast<std::uint32_t>(positions.size());
        for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
            positions.push_back(mesh.positions[vertex]);
            if (!is_finite(positions.back()))
                return refuse_part(refuse_coordinate(mesh.positions));
        }
        for (const auto& [a, b, c] : given.value())
            triangles.push_back({first + a, first + b, first + c});
        ends.push_back(static_cast<std::uint32_t>(triangles.size()));
    }
    return ends;
}

} // namespace

Result<BodyId> World::add_compound(std::span<const MeshView> parts, const BodyDesc& rest)
{
    return refused_if_memory_ends([&]() -> Result<BodyId> {
        std::vector<TriangleIndices> triangles;
        std::vector<Vec3> positions;
        Result<std::vector<std::uint32_t>> ends = join_parts(parts, rest, triangles, positions);
        if (!ends)
            return ends.error();
        BodyDesc desc = rest;
        desc.triangles = triangles;
        desc.positions = positions;
        Result<BodyId> added = add_body(desc);
        if (added)
            parts_->bodies.find(added.value())->part_ends = std::move(ends.value());
        return added;
    });
}

Result<std::uint32_t> World::part_of(BodyId id, std::uint32_t triangle) const
{
    return Parts::ask_body(parts_.get(), id, [&](const Body& body) -> Result<std::uint32_t> {
        if (triangle >= body.triangle_count)
            return invalid_input(
                "triangle " + std::to_string(triangle) + " does not exist, body " + std::to_string(id.index) + " has "
                + std::to_string(body.triangle_count) + " triangles");
        if (body.part_ends.empty())
            return std::uint32_t{0};
        const auto end = std::upper_bound(body.part_ends.begin(), body.part_ends.end(), triangle);
        return static_cast<std::uint32_t>(end - body.part_ends.begin());
    });
}

} // namespace tactus
