// SPDX-License-Identifier: MIT
#include "tree/shapes/tool_body.h"

#include <algorithm>
#include <cmath>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"
#include "tree/shapes/single_node.h"

namespace tactus {
namespace {

Box box_of(const ToolVolume& volume)
{
    Box box = {volume.pivot, volume.pivot};
    for (const Vec3 end : {volume.tip, volume.old_pivot, volume.old_tip})
        box = include(box, end);
    return widened_by(volume.radius, box);
}

/// Metres along any axis.
double way_along_axes(Vec3 from, Vec3 to)
{
    const DoubleVector way = to_double(to) - to_double(from);
    return std::max({std::fabs(way.x), std::fabs(way.y), std::fabs(way.z)}) * (1.0 + 0x1p-50);
}

} // namespace

ToolBody::ToolBody(Vec3 pivot, Vec3 tip, float radius, bool sweeps)
    : volume_{pivot, tip, pivot, tip, radius}, sweeps_(sweeps), now_{pivot, tip, tip}, before_(now_),
      box_(box_of(volume_))
{
}

bool ToolBody::update(const PositionsView& positions, Workers&)
{
    const Vec3 pivot = positions[0], tip = positions[1];
    if (!is_finite(pivot) || !is_finite(tip))
        return false;
    travel_ += std::max(way_along_axes(now_[0], pivot), way_along_axes(now_[1], tip));
    before_ = now_;
    has_previous_ = true;
    now_ = {pivot, tip, tip};
    const std::array<Vec3, 3>& begin = sweeps_ && !TACTUS_FAULT(84) ? before_ : now_;
    volume_ = {pivot, tip, begin[0], begin[1], volume_.radius};
    box_ = box_of(volume_);
    return true;
}

TreeNodes& ToolBody::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<SingleNode<ToolBody>>(*this);
    return *nodes_;
}

} // namespace tactus
