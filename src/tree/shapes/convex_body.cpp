// SPDX-License-Identifier: MIT
#include "tree/shapes/convex_body.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"
#include "geometry/half_spaces/half_spaces_box.h"
#include "tree/clusters/order/connected_order.h"
#include "tree/shapes/posed_plane.h"

namespace tactus {
namespace {

Polytope or_origin(Polytope polytope)
{
    return polytope.corners.empty() ? Polytope{{Vec3{}}, {TriangleIndices{0, 0, 0}}} : std::move(polytope);
}

RefitBvh tree_over(const Polytope& polytope)
{
    const std::vector<std::uint32_t> order = connected_order(polytope.triangles, polytope.corners);
    return {
        make_cluster_tree(polytope.triangles, polytope.corners, order, VertexPlaces::as_given), VertexPlaces::as_given,
        PositionStorage::copied};
}

} // namespace

ConvexBody::ConvexBody(std::span<const Plane> half_spaces)
    : given_(half_spaces.begin(), half_spaces.end()), now_(given_), next_(given_),
      polytope_(or_origin(polytope_of(half_spaces))), posed_(polytope_.corners.size()), surface_(tree_over(polytope_))
{
    ConvexBody::set_pose({});
}

bool ConvexBody::set_pose(const RigidPose& pose)
{
    next_.clear();
    for (const Plane& plane : given_) {
        next_.push_back(posed_plane(pose, plane));
        if (!is_finite(next_.back().normal) || !std::isfinite(next_.back().offset))
            return false;
    }
    if (!pose_vertices(TACTUS_FAULT(86) ? RigidPose{} : pose, polytope_.corners, posed_.data())
        || !surface_.update(PositionsView(posed_.span()), nobody_))
        return false;
    std::swap(now_, next_);
    box_ = box_of_common_part(now_);
    if (has_surface())
        box_ = include(box_, surface_.box());
    return true;
}

std::size_t ConvexBody::bytes() const
{
    return sizeof(*this) - sizeof(surface_) + surface_.bytes() + posed_.bytes()
           + polytope_.corners.capacity() * sizeof(Vec3) + polytope_.triangles.capacity() * sizeof(TriangleIndices)
           + (given_.capacity() + now_.capacity() + next_.capacity()) * sizeof(Plane);
}

} // namespace tactus
