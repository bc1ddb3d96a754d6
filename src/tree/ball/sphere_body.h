// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "geometry/double_vector.h"
#include "geometry/sphere.h"
#include "tree/triangle_list.h"

namespace tactus {

/// The structure of a body that is a sphere. Where a mesh has triangles, it has one that has shrunk to the centre, so
/// that vertex 0 is the centre and triangle 0 the sphere; only its box knows how large it is.
class SphereBody {
public:
    explicit SphereBody(const Sphere& sphere) : centres_{sphere.centre, sphere.centre}, radius_(sphere.radius)
    {
        box_ = box_of(sphere);
    }

    /// Moves the centre.
    void move_to(Vec3 centre)
    {
        centres_[1] = centres_[0];
        centres_[0] = centre;
        has_previous_ = true;
        box_ = box_of(sphere());
        const DoubleVector way = to_double(centre) - to_double(centres_[1]);
        travel_ += std::max({std::fabs(way.x), std::fabs(way.y), std::fabs(way.z)}) * (1.0 + 0x1p-50);
    }

    Sphere sphere() const { return {centres_[0], radius_}; }
    TriangleList triangles() const { return {&centres_[0].x, triangles_, {}}; }
    /// The centre before it was last moved; none if it never was.
    const float* previous_positions() const { return has_previous_ ? &centres_[1].x : nullptr; }
    const Box& box() const { return box_; }
    /// Metres that the centre has moved along any axis, summed up over all its moves.
    double travel() const { return travel_; }
    std::size_t bytes() const { return sizeof(*this); }

private:
    static constexpr std::array<TriangleIndices, 1> triangles_ = {{{0, 0, 0}}};

    // One more than there are: positions are read 16 bytes at a time.
    std::array<Vec3, 3> centres_; ///< now, and before
    float radius_;
    bool has_previous_ = false;
    double travel_ = 0.0;
    Box box_;
};

} // namespace tactus
