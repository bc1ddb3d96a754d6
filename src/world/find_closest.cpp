// SPDX-License-Identifier: MIT
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {

Result<ClosestPoints> World::closest_points(BodyId a, BodyId b)
{
    const Result<ClosestReport> report = closest_points(a, b, ClosestOptions{});
    if (!report)
        return report.error();
    return report.value().closest;
}

Result<ClosestReport> World::closest_points(BodyId a, BodyId b, const ClosestOptions& options)
{
    return Parts::ask(parts_.get(), [&] {
        return parts_->at_risk([&] { return parts_->surface_queries->closest().find(a, b, options); });
    });
}

} // namespace tactus
