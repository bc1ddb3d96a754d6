// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"
#include "geometry/sphere.h"

namespace tactus {

/// A closed ball in a body's own coordinates.
struct NodeSphere {
    Vec3 centre;
    float radius = 0.0f;

    friend constexpr bool operator==(const NodeSphere&, const NodeSphere&) = default;
};

/// The spheres of a node's eight children side by side, by octant. Octants without a child hold zeros.
struct SphereBlock {
    float x[8] = {};
    float y[8] = {};
    float z[8] = {};
    float radius[8] = {};

    NodeSphere operator[](unsigned octant) const { return {{x[octant], y[octant], z[octant]}, radius[octant]}; }
    void set(unsigned octant, const NodeSphere& sphere)
    {
        x[octant] = sphere.centre.x;
        y[octant] = sphere.centre.y;
        z[octant] = sphere.centre.z;
        radius[octant] = sphere.radius;
    }
};

/// Another body's sphere as it is seen from a tree: it overlaps a sphere there if the centres are at most
/// `scale * radius + distance` apart.
struct SphereQuery {
    DoubleVector centre;
    double distance = 0.0;
    double scale = 1.0;
};

/// The octants whose spheres overlap the query, one bit each; what stands in octants without a child is for the caller
/// to mask. Never misses one: the comparison is off by less than what the limit is raised by.
TACTUS_INLINE unsigned overlapping_octants(const SphereBlock& block, const SphereQuery& query)
{
    unsigned octants = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const double dx = static_cast<double>(block.x[k]) - query.centre.x;
        const double dy = static_cast<double>(block.y[k]) - query.centre.y;
        const double dz = static_cast<double>(block.z[k]) - query.centre.z;
        const double limit = query.scale * static_cast<double>(block.radius[k]) + query.distance;
        octants |= static_cast<unsigned>(dx * dx + dy * dy + dz * dz <= limit * limit * (1.0 + 0x1p-48)) << k;
    }
    return octants;
}

/// The same for one sphere, wider by a given length.
TACTUS_INLINE bool overlaps(const NodeSphere& sphere, const SphereQuery& query, double wider = 0.0)
{
    const DoubleVector apart = to_double(sphere.centre) - query.centre;
    const double limit = query.scale * (static_cast<double>(sphere.radius) + wider) + query.distance;
    return dot(apart, apart) <= limit * limit * (1.0 + 0x1p-48);
}

} // namespace tactus
