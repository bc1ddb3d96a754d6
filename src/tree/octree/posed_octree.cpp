// SPDX-License-Identifier: MIT
#include "tree/octree/posed_octree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tree/octree/made/build_octree.h"
#include "tree/octree/pairs/choose_levels.h"

namespace tactus {
namespace {

/// A vertex of a closed surface with its edges and faces, and a few more: cells that reach no more than this are left
/// whole in a tree that is not uniform.
constexpr std::uint32_t enough_features = 16;

} // namespace

SphericalOctree PosedOctree::make_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions,
    const structures::SphericalOctree& options, OctreeOrder order, bool one_sphere)
{
    if (one_sphere)
        return build_octree(triangles, positions, {.levels = 0});
    OctreeDepth depth = {.levels = options.levels, .enough_features = options.uniform ? 0 : enough_features};
    if (options.levels == 0) {
        ChosenOctree chosen = choose_levels(triangles, positions, {.order = order});
        if (options.uniform)
            return std::move(chosen.tree);
        depth.levels = chosen.levels;
    }
    return build_octree(triangles, positions, depth);
}

PosedOctree::PosedOctree(
    std::vector<TriangleIndices> triangles, std::span<const Vec3> positions, const structures::SphericalOctree& options,
    OctreeOrder order, bool one_sphere)
    : tree_(std::make_unique<SphericalOctree>(make_tree(triangles, positions, options, order, one_sphere))),
      mesh_(std::move(triangles), positions), options_(options), order_(order), one_sphere_(one_sphere),
      rest_(positions.size())
{
    const TriangleList faces = mesh_.triangles();
    for (std::size_t face = 0; face < faces.size(); ++face)
        face_count_ += faces.number(face) != TriangleList::no_triangle ? 1 : 0;
    built_count_ = face_count_;
    std::copy(positions.begin(), positions.end(), rest_.begin());
}

bool PosedOctree::update(const PositionsView& positions)
{
    // The memory first: where there is none, nothing is changed.
    std::unique_ptr<OctreeRefit> made;
    if (!refit_ && !stands_at(positions, rest_.span()))
        made = std::make_unique<OctreeRefit>(*tree_, mesh_.triangles().indices, rest_.span());
    if (!mesh_.update(positions))
        return false;
    if (made)
        refit_ = std::move(made);
    if (refit_)
        refit_->set_positions(mesh_.positions());
    return true;
}

// A surface point is the same mean of its posed corners as of the unposed ones. Each corner is off by less than 2^-23
// of the lengths that it was computed from, and the matrix stretches by less than 2^-40: the margins are larger.
Box PosedOctree::world_box(const NodeSphere& sphere) const
{
    const double extent = refit_ ? refit_->extent() : tree_->extent();
    const RigidPose& pose = mesh_.pose();
    const DoubleVector centre = pose(to_double(sphere.centre));
    const double position = std::abs(pose.position.x) + std::abs(pose.position.y) + std::abs(pose.position.z);
    const double reach =
        static_cast<double>(sphere.radius) * (1.0 + 0x1p-32) + (position + 2.0 * extent) * 0x1p-20 + 0x1p-140;
    constexpr double largest = std::numeric_limits<float>::max();
    const auto rounded = [&](double value) { return static_cast<float>(std::clamp(value, -largest, largest)); };
    return {
        {rounded(centre.x - reach), rounded(centre.y - reach), rounded(centre.z - reach)},
        {rounded(centre.x + reach), rounded(centre.y + reach), rounded(centre.z + reach)}};
}

TreeCounts PosedOctree::counts() const
{
    return {.levels = tree_->level_count(), .nodes = tree_->node_count(), .leaves = tree_->leaf_count()};
}

std::size_t PosedOctree::bytes() const
{
    return sizeof(*this) + tree_->bytes() + (refit_ ? refit_->bytes() : 0) + mesh_.bytes() + rest_.bytes()
           + editor_.bytes() + (nodes_ != nullptr ? nodes_->bytes() : 0);
}

} // namespace tactus
