// SPDX-License-Identifier: MIT
#include "tree/rigid_pose.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/planted_fault.h"

namespace tactus {
namespace {

DoubleVector transposed_times(const std::array<DoubleVector, 3>& axes, DoubleVector p)
{
    return {dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)};
}

/// The Frobenius norm of what the matrix's product with its transpose is away from one. It bounds how much the matrix
/// stretches or shrinks: by no more than this, relatively, up to a half.
double unevenness(const std::array<DoubleVector, 3>& axes)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double off = dot(axes[i], axes[j]) - (i == j ? 1.0 : 0.0);
            sum += off * off;
        }
    return std::sqrt(sum) + 0x1p-49;
}

} // namespace

RigidPose::RigidPose(const Pose& pose) : position(pose.position)
{
    auto [x, y, z, w] = pose.rotation;
    if (TACTUS_FAULT(41))
        w = -w;
    // The largest first: squares of the rest can then neither overflow nor vanish.
    const double largest = std::max({std::abs(x), std::abs(y), std::abs(z), std::abs(w)});
    TACTUS_CHECK(largest > 0.0 && std::isfinite(largest) && std::isfinite(dot(position, DoubleVector{0.5, 0.5, 0.5})));
    x /= largest, y /= largest, z /= largest, w /= largest;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    x /= length, y /= length, z /= length, w /= length;
    axes[0] = {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)};
    axes[1] = {2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)};
    axes[2] = {2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)};
}

bool pose_vertices(const RigidPose& pose, std::span<const Vec3> vertices, Vec3* posed)
{
    bool finite = true;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        posed[v] = to_float(pose(to_double(vertices[v])));
        finite = finite && is_finite(posed[v]);
    }
    return finite;
}

// Let w lead from the tree's origin to the other sphere's centre, in the world, and R be the tree's matrix. We compare
// y = R^T w with a node's centre c. In the world the two centres are |w - R c| apart, which is at least
// |R (y - c)| - |w - R R^T w|, and so at least |y - c| / (1 + e) - e |w| with the unevenness e of R.
SeenFrom::SeenFrom(
    const RigidPose& to, double to_extent, const RigidPose& from, double from_extent, double contact_distance)
{
    const DoubleVector apart = from.position - to.position;
    origin_ = transposed_times(to.axes, apart);
    for (int k = 0; k < 3; ++k)
        axes_[k] = transposed_times(to.axes, from.axes[k]);

    const double to_uneven = unevenness(to.axes), from_uneven = unevenness(from.axes);
    scale_ = (1.0 + to_uneven) * (1.0 + std::max(to_uneven, from_uneven));
    // Posed vertices are rounded to float: off by half an ulp in each coordinate, 2^-24 of it and a bit.
    const double rounding =
        (length(from.position) + length(to.position) + scale_ * (from_extent + to_extent)) * 0x1p-23;
    const double leads = length(apart) + scale_ * from_extent;
    reach_ = scale_ * (contact_distance + rounding + (to_uneven + 0x1p-48) * leads) + 0x1p-148;
}

} // namespace tactus
