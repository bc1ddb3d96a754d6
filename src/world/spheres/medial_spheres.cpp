// SPDX-License-Identifier: MIT
#include "world/spheres/medial_spheres.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "geometry/vector.h"
#include "world/input/checked_input.h"

namespace tactus {
namespace {

std::uint32_t levels_for(std::size_t triangle_count, std::uint32_t branch)
{
    constexpr std::uint32_t most_levels = 3;
    constexpr std::size_t triangles_per_leaf = 4;
    std::uint32_t levels = 0;
    for (std::size_t leaves = branch; levels < most_levels && triangles_per_leaf * leaves <= triangle_count;
         leaves *= branch)
        ++levels;
    return levels;
}

} // namespace

std::optional<Error> check_sphere_tree(const SphereTree& tree, std::uint32_t max_children)
{
    if (tree.nodes.empty())
        return invalid_input("the sphere tree has no spheres");
    std::vector<bool> has_parent(tree.nodes.size(), false);
    has_parent[0] = true;
    for (std::size_t index = 0; index < tree.nodes.size(); ++index) {
        const SphereNode& node = tree.nodes[index];
        const std::string name = "node " + std::to_string(index) + " of the sphere tree";
        if (!is_finite(node.sphere.centre) || !std::isfinite(node.sphere.radius) || node.sphere.radius < 0.0f)
            return invalid_input(name + " has a sphere that is not finite or of a radius below 0");
        if (!has_parent[index])
            return invalid_input(name + " is not the child of a node before it");
        if (node.child_count > max_children)
            return invalid_input(
                name + " has " + std::to_string(node.child_count) + " children: " + std::to_string(max_children)
                + " is the most. make_sphere_tree makes such trees, make_sphere_set does not");
        for (std::size_t child = node.first_child; child < std::size_t{node.first_child} + node.child_count; ++child) {
            if (child <= index || child >= tree.nodes.size() || has_parent[child])
                return invalid_input(name + " has a child that does not exist, stands before it, or is another's");
            has_parent[child] = true;
        }
        if (std::size_t{node.first_triangle} + node.triangle_count > tree.triangles.size())
            return invalid_input(name + " names triangles that the tree does not list");
    }
    return std::nullopt;
}

bool floats_hold_spheres(const Box& box)
{
    constexpr float largest = std::numeric_limits<float>::max() / 16.0f;
    return box.lower.x > -largest && box.lower.y > -largest && box.lower.z > -largest && box.upper.x < largest
           && box.upper.y < largest && box.upper.z < largest;
}

Result<SphereTree> medial_spheres_of(const BodyDesc& desc, const structures::MedialSphereTree& medial)
{
    if (medial.tree != nullptr) {
        if (auto error = check_sphere_tree(*medial.tree, 8))
            return *error;
        return *medial.tree;
    }
    Box box;
    for (std::size_t vertex = 0; vertex < desc.positions.size(); ++vertex)
        box = include(box, desc.positions[vertex]);
    SphereTreeOptions options = medial.make;
    if (auto error = check_sphere_options(options))
        return *error;
    if (options.levels == 0)
        options.levels = levels_for(desc.triangles.size(), options.branch);
    const bool has_spheres = desc.triangles.size() > 0 && floats_hold_spheres(box);
    if (has_spheres && options.levels > 0)
        return make_sphere_tree({desc.triangles, desc.positions}, options);
    SphereTree root;
    root.nodes.resize(1);
    if (has_spheres)
        root.nodes[0].sphere.centre = (box.lower + box.upper) * 0.5f;
    return root;
}

} // namespace tactus
