// SPDX-License-Identifier: MIT
#include "forces/surfaces/facing_areas.h"

namespace tactus {

double FacingAreas::facing(
    std::uint32_t body, const FollowedSurface& surface, bool is_closed, std::uint32_t vertex, DoubleVector direction)
{
    const auto next = static_cast<std::uint32_t>(stars_.size());
    const std::uint32_t place = places_.find_or_put(std::uint64_t(body) << 32 | vertex, next);
    if (place == next) {
        const auto first = static_cast<std::uint32_t>(normals_.size());
        double all = 0.0;
        for (const std::uint32_t triangle : (*surface.stars)[vertex]) {
            normals_.push_back(normal_of(surface.surface.triangle(triangle)));
            all += length(normals_.back());
        }
        stars_.push_back({first, static_cast<std::uint32_t>(normals_.size()) - first, all});
    }
    const Star& star = stars_[place];
    double facing = 0.0;
    for (const DoubleVector& normal : normals_.span().subspan(star.first, star.count))
        facing += facing_share(normal, direction, is_closed, surface.faces_inwards);
    return share_of_facing(facing, star.all);
}

} // namespace tactus
