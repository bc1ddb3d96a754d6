// SPDX-License-Identifier: MIT
#include "tree/spheres/sphere_tree_body.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/planted_fault.h"
#include "mesh/removed_triangle.h"
#include "tree/spheres/cell_tree.h"
#include "tree/spheres/medial_tree.h"

namespace tactus {
namespace {

Buffer<Vec3> copied(std::span<const Vec3> positions)
{
    Buffer<Vec3> copy(positions.size());
    std::copy(positions.begin(), positions.end(), copy.begin());
    return copy;
}

} // namespace

// Which faces there are must be known before the mesh puts vertices in the place of removed ones.
SphereTreeBody::SphereTreeBody(
    std::vector<TriangleIndices> triangles, std::span<const Vec3> positions,
    const structures::OnDemandSphereTree& options)
    : mesh_(triangles, positions), rest_(copied(positions)), options_(options),
      spheres_(
          std::make_unique<CellTree>(mesh_.triangles().indices, rest_.span(), remaining_triangles(triangles), options))
{
}

SphereTreeBody::SphereTreeBody(
    std::vector<TriangleIndices> triangles, std::span<const Vec3> positions, const SphereTree& tree)
    : mesh_(triangles, positions), rest_(copied(positions)),
      spheres_(
          std::make_unique<MedialTree>(mesh_.triangles().indices, rest_.span(), remaining_triangles(triangles), tree)),
      bounds_(tree.nodes.size())
{
    std::fill(bounds_.begin(), bounds_.end(), Bound{});
}

bool SphereTreeBody::update(const PositionsView& positions)
{
    // The memory first: where there is none, nothing is changed.
    if (deforms_ || !stands_at(positions, rest_.span()))
        reference_.reserve(rest_.size());
    if (!mesh_.update(positions))
        return false;
    const std::span<const Vec3> now = mesh_.positions();
    deforms_ = deforms_ || !std::equal(now.begin(), now.end(), rest_.begin());
    if (deforms_) {
        reference_.resize_uninitialised(now.size());
        std::copy(now.begin(), now.end(), reference_.begin());
    }
    return true;
}

bool SphereTreeBody::divide(std::uint32_t node, std::size_t max_faces)
{
    spheres_->use(node);
    const auto has_bounds = [&] {
        const auto [first, count] = spheres_->children(node);
        return first + count <= bounds_.size();
    };
    // Memory may have ended between the two.
    if (spheres_->has_children(node) && has_bounds())
        return true;
    if (!spheres_->divide(node, max_faces))
        return false;
    if (const auto [first, count] = spheres_->children(node); count > 0) {
        if (const std::size_t known = bounds_.size(); !has_bounds()) {
            bounds_.resize_uninitialised(first + count);
            std::fill(bounds_.begin() + known, bounds_.end(), Bound{});
        }
        std::fill_n(bounds_.begin() + first, count, Bound{});
    }
    return true;
}

double SphereTreeBody::moved_since(const Bound& bound) const
{
    if (TACTUS_FAULT(14))
        return 0.0;
    // The sums of all moves are themselves rounded.
    return mesh_.travel() - bound.travel_then + mesh_.travel() * 0x1p-40;
}

bool SphereTreeBody::make_box(std::uint32_t node, std::size_t max_faces)
{
    Bound& bound = bounds_[node];
    if (bound.move == mesh_.moves())
        return true;
    if (!deforms_) {
        bound.now = mesh_.posed(spheres_->own_box(node));
        if (const Sphere sphere = spheres_->own_sphere(node); std::isfinite(sphere.radius))
            bound.now = intersection(bound.now, mesh_.posed(sphere));
    } else if (!make_bound(bound, node, max_faces)) {
        return false;
    }
    bound.move = mesh_.moves();
    return true;
}

Sphere SphereTreeBody::posed_sphere(std::uint32_t node) const
{
    const Sphere own = spheres_->own_sphere(node);
    return mesh_.posed_sphere(std::isfinite(own.radius) ? own : sphere_around(spheres_->own_box(node)));
}

Sphere SphereTreeBody::sphere_now(std::uint32_t node)
{
    if (!deforms_)
        return posed_sphere(node);
    if (node == 0)
        return sphere_around(box());
    make_box(node, SIZE_MAX);
    return sphere_around(node_box(node));
}

/// Of a body that deforms: an old box, widened, or a new one.
bool SphereTreeBody::make_bound(Bound& bound, std::uint32_t node, std::size_t max_faces)
{
    if (bound.travel_then >= 0.0 && 4.0 * moved_since(bound) <= double(longest_side(bound.box))) {
        bound.now = intersection(widened_by(moved_since(bound), bound.box), box());
        return true;
    }
    if (bound.partial_travel != mesh_.travel()) {
        bound.partial_travel = mesh_.travel();
        bound.partial = {};
        bound.next = 0;
    }
    const std::span<const std::uint32_t> own = spheres_->own(node);
    for (; bound.next < own.size() && max_faces > 0; --max_faces)
        bound.partial = include(bound.partial, mesh_.face_box(own[bound.next++]));
    if (bound.next < own.size())
        return false;
    bound.now = bound.box = bound.partial;
    bound.travel_then = mesh_.travel();
    bound.partial_travel = -1.0;
    return true;
}

TreeCounts SphereTreeBody::counts() const
{
    const SphereNodes::Counts counts = spheres_->counts();
    return {
        .levels = counts.levels,
        .nodes = counts.nodes,
        .leaves = counts.leaves,
        .asked = counts.asked,
        .made = counts.made,
        .dropped = counts.dropped,
        .node_bytes = counts.bytes};
}

std::size_t SphereTreeBody::bytes() const
{
    return sizeof(*this) + mesh_.bytes() + rest_.bytes() + reference_.bytes() + spheres_->root_bytes()
           + spheres_->counts().bytes + bounds_.bytes() + (nodes_ != nullptr ? nodes_->bytes() : 0);
}

} // namespace tactus
