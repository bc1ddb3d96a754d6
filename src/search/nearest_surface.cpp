// SPDX-License-Identifier: MIT
#include "search/nearest_surface.h"

#include <limits>

#include "base/check.h"

namespace tactus {

void NearestSurface::begin(Vec3 point, Tree& tree, const BodySurface& surface)
{
    TACTUS_CHECK(is_finite(point) && !surface.triangles.empty() && !is_empty(tree.box()));
    nearest_ = {point, std::numeric_limits<double>::infinity(), {tree.triangles(), surface}};
    walk_.begin(tree.nodes(), TreeWalk::Order::nearest_first, nearest_);
}

} // namespace tactus
