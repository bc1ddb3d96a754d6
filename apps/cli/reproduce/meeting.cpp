// SPDX-License-Identifier: MIT
#include "cli/reproduce/meeting.h"

#include <tactus/tactus.h>

namespace tactus::cli {

Result<double> distance_of_first_touch(const OwnBody& a, const OwnBody& b)
{
    World world = World::create().value();
    const Result<BodyId> body = world.add_body(desc_of(a, Structure::refit_bvh));
    const Result<BodyId> other = world.add_body(desc_of(b, Structure::refit_bvh));
    if (!body.ok() || !other.ok())
        return body.ok() ? other.error() : body.error();
    for (double distance = 1.5; distance > 0.0; distance -= 1.0 / 512.0) {
        if (Result<void> moved = world.set_pose(body.value(), approaching(distance)); !moved.ok())
            return moved.error();
        if (world.any_pair())
            return distance;
    }
    return 0.0;
}

} // namespace tactus::cli
