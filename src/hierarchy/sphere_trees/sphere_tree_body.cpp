// SPDX-License-Identifier: MIT
#include "hierarchy/sphere_trees/sphere_tree_body.h"

#include <algorithm>
#include <utility>

#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

Buffer<Vec3> copied(std::span<const Vec3> positions)
{
    Buffer<Vec3> copy(positions.size());
    std::copy(positions.begin(), positions.end(), copy.begin());
    return copy;
}

float longest_side(const Box& box)
{
    const Vec3 size = box.upper - box.lower;
    return std::max({size.x, size.y, size.z});
}

} // namespace

// Which faces there are must be known before the mesh puts vertices in the place of removed ones.
SphereTreeBody::SphereTreeBody(
    std::vector<TriangleIndices> triangles, std::span<const Vec3> positions, const OnDemandOptions& options)
    : mesh_(triangles, positions), rest_(copied(positions)),
      cells_(mesh_.triangles().indices, rest_.span(), remaining_triangles(triangles), options)
{
}

bool SphereTreeBody::update(const PositionsView& positions)
{
    if (!mesh_.update(positions))
        return false;
    const std::span<const Vec3> now = mesh_.positions();
    deforms_ = deforms_ || !std::equal(now.begin(), now.end(), rest_.begin());
    if (deforms_)
        reference_ = copied(now);
    return true;
}

bool SphereTreeBody::divide(std::uint32_t node, std::size_t most_faces)
{
    cells_.use(node);
    if (cells_.has_children(node))
        return true;
    if (!cells_.divide(node, most_faces))
        return false;
    if (cells_.has_children(node)) {
        const std::size_t end = cells_.child(node, 7) + 1;
        if (bounds_.size() < end)
            bounds_.resize_uninitialised(end);
        for (unsigned octant = 0; octant < 8; ++octant)
            bounds_[cells_.child(node, octant)] = Bound{};
    }
    return true;
}

double SphereTreeBody::moved_since(const Bound& bound) const
{
    // The sums of all moves are themselves rounded.
    return mesh_.travel() - bound.travel_then + mesh_.travel() * 0x1p-40;
}

bool SphereTreeBody::make_box(std::uint32_t node, std::size_t most_faces)
{
    Bound& bound = bounds_[node];
    if (bound.move == mesh_.moves())
        return true;
    if (!deforms_)
        bound.now = mesh_.posed(cells_.node(node).own_box);
    else if (!make_bound(bound, node, most_faces))
        return false;
    bound.move = mesh_.moves();
    return true;
}

/// Of a body that deforms: an old box, widened, or a new one.
bool SphereTreeBody::make_bound(Bound& bound, std::uint32_t node, std::size_t most_faces)
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
    const std::vector<std::uint32_t>& own = cells_.node(node).own;
    for (; bound.next < own.size() && most_faces > 0; --most_faces)
        bound.partial = include(bound.partial, mesh_.face_box(own[bound.next++]));
    if (bound.next < own.size())
        return false;
    bound.now = bound.box = bound.partial;
    bound.travel_then = mesh_.travel();
    bound.partial_travel = -1.0;
    return true;
}

std::size_t SphereTreeBody::bytes() const
{
    return sizeof(*this) + mesh_.bytes() + rest_.bytes() + reference_.bytes() + cells_.root_bytes()
        + cells_.bytes() + bounds_.bytes();
}

} // namespace tactus
