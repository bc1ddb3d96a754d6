// SPDX-License-Identifier: MIT
#include "hierarchy/spherical_octree/posed_octree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hierarchy/spherical_octree/build_octree.h"
#include "hierarchy/spherical_octree/choose_levels.h"
#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// A vertex of a closed surface with its edges and faces, and a few more: cells that reach no more than this are left
/// whole in a tree that is not uniform.
constexpr std::uint32_t enough_features = 16;

SphericalOctree make_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const OctreeOptions& options)
{
    OctreeDepth depth = {.levels = options.levels, .enough_features = options.uniform ? 0 : enough_features};
    if (options.levels == 0) {
        ChosenOctree chosen = choose_levels(triangles, positions, {.order = options.traversal});
        if (options.uniform)
            return std::move(chosen.tree);
        depth.levels = chosen.levels;
    }
    return build_octree(triangles, positions, depth);
}

} // namespace

PosedOctree::PosedOctree(
    std::vector<TriangleIndices> triangles, std::span<const Vec3> positions, const OctreeOptions& options)
    : tree_(std::make_unique<SphericalOctree>(make_tree(triangles, positions, options))),
      triangles_(std::move(triangles)), order_(options.traversal), rest_(positions.size()), posed_(positions.size()),
      next_(positions.size()), face_boxes_(triangles_.size()), boxed_at_(triangles_.size())
{
    const FeatureLists lists = make_feature_lists(triangles_, positions.size());
    uses_all_vertices_ = lists.vertices.size() == positions.size();
    if (!uses_all_vertices_)
        used_vertices_ = lists.vertices;
    numbers_ = number_remaining(triangles_, TriangleList::no_triangle);
    std::fill(boxed_at_.begin(), boxed_at_.end(), 0u);
    std::copy(positions.begin(), positions.end(), rest_.begin());
    std::copy(positions.begin(), positions.end(), next_.begin());
    take_next();
}

/// Of the next positions.
void PosedOctree::add_travel()
{
    double farthest = 0.0;
    for (std::size_t v = 0; v < next_.size(); ++v) {
        const DoubleVector moved = to_double(next_[v]) - to_double(posed_[v]);
        farthest = std::max({farthest, std::abs(moved.x), std::abs(moved.y), std::abs(moved.z)});
    }
    if (farthest == 0.0)
        return;
    // Even the smallest move must show in the sum.
    const double sum = travel_ + farthest * (1.0 + 0x1p-50);
    travel_ = std::max(sum, std::nextafter(travel_, std::numeric_limits<double>::infinity()));
}

/// The next positions become the present ones.
void PosedOctree::take_next()
{
    if (moves_ > 0)
        add_travel();
    std::swap(posed_, next_);
    has_previous_ = moves_ > 0 && !next_.empty();
    box_ = {};
    if (uses_all_vertices_)
        for (const Vec3 p : posed_)
            box_ = include(box_, p);
    for (const std::uint32_t vertex : used_vertices_)
        box_ = include(box_, posed_[vertex]);
    if (++moves_ == 0) {
        std::fill(boxed_at_.begin(), boxed_at_.end(), 0u);
        moves_ = 1;
    }
}

bool PosedOctree::update(const PositionsView& positions)
{
    bool is_at_rest = true;
    has_previous_ = false;
    for (std::size_t v = 0; v < next_.size(); ++v) {
        next_[v] = positions[v];
        if (!is_finite(next_[v]))
            return false;
        is_at_rest = is_at_rest && next_[v] == rest_[v];
    }
    if (!refit_ && !is_at_rest)
        refit_ = std::make_unique<OctreeRefit>(*tree_, triangles_, rest_.span());
    if (refit_)
        refit_->set_positions(next_.span());
    pose_ = {};
    take_next();
    return true;
}

bool PosedOctree::set_pose(const RigidPose& pose)
{
    has_previous_ = false;
    if (!pose_vertices(pose, reference(), next_.data()))
        return false;
    pose_ = pose;
    take_next();
    return true;
}

// A surface point is the same mean of its posed corners as of the unposed ones. Each corner is off by less than 2^-23 of
// the lengths that it was computed from, and the matrix stretches by less than 2^-40: the margins are larger.
Box PosedOctree::world_box(const NodeSphere& sphere) const
{
    const double extent = refit_ ? refit_->extent() : tree_->extent();
    const DoubleVector centre = pose_(to_double(sphere.centre));
    const double position = std::abs(pose_.position.x) + std::abs(pose_.position.y) + std::abs(pose_.position.z);
    const double reach =
        static_cast<double>(sphere.radius) * (1.0 + 0x1p-32) + (position + 2.0 * extent) * 0x1p-20 + 0x1p-140;
    constexpr double largest = std::numeric_limits<float>::max();
    const auto rounded = [&](double value) { return static_cast<float>(std::clamp(value, -largest, largest)); };
    return {
        {rounded(centre.x - reach), rounded(centre.y - reach), rounded(centre.z - reach)},
        {rounded(centre.x + reach), rounded(centre.y + reach), rounded(centre.z + reach)}};
}

void PosedOctree::make_face_box(std::uint32_t face)
{
    const auto [a, b, c] = triangles_[face];
    face_boxes_[face] = box_of(Triangle{posed_[a], posed_[b], posed_[c]});
    boxed_at_[face] = moves_;
}

TriangleList PosedOctree::triangles() const
{
    return {posed_.empty() ? nullptr : &posed_.data()->x, triangles_, numbers_};
}

std::size_t PosedOctree::bytes() const
{
    return sizeof(*this) + tree_->bytes() + (refit_ ? refit_->bytes() : 0)
           + triangles_.capacity() * sizeof(TriangleIndices)
           + (numbers_.capacity() + used_vertices_.capacity()) * sizeof(std::uint32_t)
           + rest_.bytes() + posed_.bytes() + next_.bytes() + face_boxes_.bytes() + boxed_at_.bytes();
}

} // namespace tactus
