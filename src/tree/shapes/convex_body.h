// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "geometry/half_spaces/half_spaces_box.h"
#include "geometry/half_spaces/plane.h"
#include "tree/rigid_pose.h"
#include "tree/shapes/shape_body.h"

namespace tactus {

/// The structure of a body that is a convex set, the common part of some half-spaces. Its point is the origin of its
/// own coordinates.
class ConvexBody final : public ShapeBody {
public:
    /// At most max_planes, all finite.
    explicit ConvexBody(std::span<const Plane> half_spaces)
        : ShapeBody({}, box_of_common_part(half_spaces)), given_(half_spaces.begin(), half_spaces.end()), now_(given_)
    {
    }

    std::span<const Plane> convex() const override { return now_; }
    /// Turns and moves the given planes, and rounds them to floats. False, and nothing is changed, if these do not hold
    /// one of them there.
    bool set_pose(const RigidPose& pose) override;
    /// Nobody knows what its planes have come near to.
    Travel travel() const override { return {}; }
    std::size_t bytes() const override
    {
        return sizeof(*this) + (given_.capacity() + now_.capacity() + next_.capacity()) * sizeof(Plane);
    }

private:
    std::vector<Plane> given_;
    std::vector<Plane> now_;
    std::vector<Plane> next_; ///< until they are known to be finite
};

} // namespace tactus
