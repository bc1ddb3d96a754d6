// SPDX-License-Identifier: MIT
#include "cli/reproduce/on_demand/on_demand_bodies.h"

namespace tactus::cli {

Pose animated_pose(std::size_t body, double time)
{
    if (body > 0)
        return {{1.8 * double(body), 0.0, 0.0}, {}};
    return {{-2.2 + 0.71 * time, 0.25, 0.1}, {0.3, 0.1, 0.2 * time, 1.0}};
}

} // namespace tactus::cli
