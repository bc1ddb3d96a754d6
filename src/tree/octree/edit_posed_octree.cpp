// SPDX-License-Identifier: MIT
// A tree is about the mesh at rest, and a new vertex of a body that has deformed since never was. Any place will do for
// it, as far as nothing may be missed; it gets one that keeps the tree's spheres small.
#include <algorithm>
#include <cmath>
#include <vector>

#include "mesh/edits/new_rest.h"
#include "tree/octree/posed_octree.h"

namespace tactus {
namespace {

/// The share of a body's faces that an edit may change, before the tree is made anew.
constexpr std::size_t largest_share = 4;

/// How far beyond the root's cell a vertex may come to lie, as a share of the cell's half side, and is moved into it.
constexpr double little_beyond = 0.125;

double beyond(const OctreeCell& cell, Vec3 p)
{
    const DoubleVector from = to_double(p) - cell.centre;
    return std::max({std::abs(from.x), std::abs(from.y), std::abs(from.z)}) - cell.half_side;
}

float moved_into(float value, double centre, double half_side)
{
    const auto lower = static_cast<float>(centre - half_side), upper = static_cast<float>(centre + half_side);
    // Rounded towards the middle, so that it is inside however the two ends are rounded.
    const float low = double(lower) < centre - half_side ? std::nextafter(lower, upper) : lower;
    const float high = double(upper) > centre + half_side ? std::nextafter(upper, lower) : upper;
    return low <= high ? std::clamp(value, low, high) : value;
}

} // namespace

/// Whether all corners lie in the root's cell.
bool PosedOctree::holds(std::span<const TriangleIndices> added) const
{
    for (const TriangleIndices& corners : added)
        for (const std::uint32_t vertex : corners)
            if (beyond(tree_->root_cell(), rest_[vertex]) > 0.0)
                return false;
    return true;
}

/// Finds the places of new vertices at rest. False if they cannot be in the tree.
bool PosedOctree::take_rest(std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added)
{
    const std::size_t known = rest_.size();
    if (refit_ == nullptr) {
        for (const Vec3 p : new_vertices)
            rest_.push_back(p);
        return holds(added);
    }
    const OctreeCell& cell = tree_->root_cell();
    const std::vector<Vec3> guessed = rest_of_new_vertices(rest_.span(), refit_->positions(), new_vertices, added);
    bool is_near = true;
    for (const TriangleIndices& corners : added)
        for (const std::uint32_t vertex : corners)
            is_near =
                is_near && (vertex < known || beyond(cell, guessed[vertex - known]) <= little_beyond * cell.half_side);
    for (const Vec3 p : guessed)
        rest_.push_back(
            {moved_into(p.x, cell.centre.x, cell.half_side), moved_into(p.y, cell.centre.y, cell.half_side),
             moved_into(p.z, cell.centre.z, cell.half_side)});
    return is_near && holds(added);
}

/// The mesh is the edited one already.
StructureEdit PosedOctree::rebuild(std::span<const Vec3> new_vertices)
{
    const std::span<const Vec3> now = reference();
    for (std::size_t vertex = 0; vertex < rest_.size(); ++vertex)
        rest_[vertex] = vertex < now.size() ? now[vertex] : new_vertices[vertex - now.size()];
    refit_.reset();
    *tree_ = make_tree(mesh_.given_triangles(), rest_.span(), options_, order_, one_sphere_);
    editor_.forget();
    ++builds_;
    built_count_ = face_count_;
    return {face_count_, tree_->node_count()};
}

StructureEdit PosedOctree::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added)
{
    const std::size_t before = face_count_;
    const auto first_added = static_cast<std::uint32_t>(mesh_.triangles().size());
    face_count_ += added.size() - removed.size();
    const bool is_small = !tree_->empty() && face_count_ > 0
                          && (removed.size() + added.size()) * largest_share <= before
                          && face_count_ <= 2 * built_count_ && built_count_ <= 2 * face_count_;
    if (is_small && !editor_.has_looked())
        editor_.look_at(*tree_, mesh_.triangles());
    const bool can_repair = take_rest(new_vertices, added) && is_small;
    mesh_.add(new_vertices, added);
    if (!can_repair) {
        mesh_.remove(removed);
        return rebuild(new_vertices);
    }
    const std::span<const TriangleIndices> triangles = mesh_.triangles().indices;
    editor_.edit(*tree_, triangles, rest_.span(), removed, first_added);
    if (refit_ != nullptr)
        refit_->edit(editor_.moves(), triangles, rest_.span().last(new_vertices.size()), new_vertices);
    mesh_.remove(removed);
    return {editor_.faces_beside(), editor_.changed_nodes()};
}

} // namespace tactus
