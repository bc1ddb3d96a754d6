// SPDX-License-Identifier: MIT
#include <tactus/spheres.h>

#include <cmath>
#include <string>

#include "base/out_of_memory.h"
#include "base/threads/parallel.h"
#include "geometry/box.h"
#include "spheres/maker/build_sphere_tree.h"
#include "world/input/checked_input.h"
#include "world/spheres/medial_spheres.h"

namespace tactus {
namespace {

constexpr std::uint32_t most_levels = 24;
constexpr std::uint64_t max_spheres = std::uint64_t{1} << 22;

} // namespace

std::optional<Error> check_sphere_options(const SphereTreeOptions& options)
{
    if (auto error = check_worker_count(options.worker_count))
        return error;
    if (options.branch < 2 || options.branch > 8)
        return invalid_input("branch is " + std::to_string(options.branch) + ", a node has 2 to 8 children");
    if (options.levels > most_levels)
        return invalid_input(
            "levels is " + std::to_string(options.levels) + ", a tree has " + std::to_string(most_levels)
            + " at the most");
    if (!(options.max_error >= 0.0) || !std::isfinite(options.max_error))
        return invalid_input("max_error is not a number of metres that is 0 or more");
    std::uint64_t spheres = 1;
    for (std::uint32_t level = 0; level < options.levels && spheres <= max_spheres; ++level)
        spheres *= options.branch;
    if (spheres > max_spheres && options.max_error == 0.0)
        return Error{
            ErrorCode::too_large, "a tree of " + std::to_string(options.levels) + " levels with "
                                      + std::to_string(options.branch) + " children each is larger than "
                                      + std::to_string(max_spheres) + " spheres, unless max_error says where it ends"};
    return std::nullopt;
}

namespace {

Result<SphereTree> build_checked(const MeshView& mesh, const SphereTreeOptions& options)
{
    if (auto error = check_layout(mesh.positions))
        return *error;
    Result<std::vector<TriangleIndices>> triangles = check_triangles(mesh.triangles, mesh.positions.size());
    if (!triangles)
        return triangles.error();
    if (triangles.value().empty())
        return invalid_input("the mesh has no triangles, so there is nothing to put spheres around");
    std::vector<Vec3> positions(mesh.positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = mesh.positions[i];
        if (!is_finite(positions[i]))
            return refuse_coordinate(mesh.positions);
    }
    Box box;
    for (const TriangleIndices& triangle : triangles.value())
        for (const std::uint32_t vertex : triangle)
            box = include(box, positions[vertex]);
    if (!floats_hold_spheres(box))
        return invalid_input("the mesh is so large that spheres around it are too large for a float");
    std::optional<SphereTree> tree = build_sphere_tree(triangles.value(), positions, options);
    if (!tree)
        return Error{ErrorCode::cancelled, "making the sphere tree was given up"};
    return std::move(*tree);
}

} // namespace

Result<SphereTree> make_sphere_tree(const MeshView& mesh, const SphereTreeOptions& options)
{
    return refused_if_memory_ends([&]() -> Result<SphereTree> {
        if (auto error = check_sphere_options(options))
            return *error;
        return build_checked(mesh, options);
    });
}

Result<SphereTree> make_sphere_set(const MeshView& mesh, std::uint32_t count, const SphereTreeOptions& options)
{
    return refused_if_memory_ends([&]() -> Result<SphereTree> {
        if (count == 0 || count > max_spheres)
            return invalid_input(
                "a set of " + std::to_string(count) + " spheres was asked for, it has 1 to "
                + std::to_string(max_spheres));
        SphereTreeOptions flat = options;
        flat.levels = 1;
        flat.branch = 2;
        if (auto error = check_sphere_options(flat))
            return *error;
        flat.branch = count;
        return build_checked(mesh, flat);
    });
}

std::vector<SphereNode> spheres_of_level(const SphereTree& tree, std::uint32_t level)
{
    return unless_memory_ends(
        [&] {
            std::vector<SphereNode> spheres;
            for (std::size_t i = 0; i + 1 < tree.first_of_level.size() && i <= level; ++i)
                for (std::uint32_t n = tree.first_of_level[i]; n < tree.first_of_level[i + 1]; ++n)
                    if (i == level || tree.nodes[n].child_count == 0)
                        spheres.push_back(tree.nodes[n]);
            return spheres;
        },
        [] { return std::vector<SphereNode>{}; });
}

} // namespace tactus
