// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <vector>

#include "mesh/edits/new_rest.h"
#include "mesh/removed_triangle.h"
#include "tree/spheres/cell_tree.h"
#include "tree/spheres/sphere_tree_body.h"

namespace tactus {

StructureEdit SphereTreeBody::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added)
{
    const auto first_added = static_cast<std::uint32_t>(mesh_.triangles().size());
    const std::vector<Vec3> rest = deforms_ ? rest_of_new_vertices(rest_.span(), reference_.span(), new_vertices, added)
                                            : std::vector<Vec3>(new_vertices.begin(), new_vertices.end());
    for (std::size_t k = 0; k < new_vertices.size(); ++k) {
        rest_.push_back(rest[k]);
        if (deforms_)
            reference_.push_back(new_vertices[k]);
    }
    mesh_.add(new_vertices, added);
    std::vector<std::uint32_t> changed;
    const bool is_repaired = spheres_->edit(mesh_.triangles().indices, rest_.span(), removed, first_added, changed);
    mesh_.remove(removed);
    StructureEdit done;
    if (!is_repaired) {
        // From where the body is now.
        if (deforms_)
            std::copy(reference_.begin(), reference_.end(), rest_.begin());
        deforms_ = false;
        std::vector<std::uint32_t> faces = remaining_triangles(mesh_.given_triangles());
        done = {faces.size(), 1};
        spheres_ = std::make_unique<CellTree>(mesh_.triangles().indices, rest_.span(), std::move(faces), options_);
        bounds_.clear();
        return done;
    }
    done.nodes = changed.size();
    for (const std::uint32_t node : changed) {
        if (node < bounds_.size())
            bounds_[node] = Bound{};
        if (node != 0 && !spheres_->has_children(node))
            done.triangles += spheres_->own(node).size();
    }
    return done;
}

} // namespace tactus
