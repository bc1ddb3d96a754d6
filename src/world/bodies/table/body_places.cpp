// SPDX-License-Identifier: MIT
#include "world/bodies/table/body_places.h"

#include <algorithm>

#include "base/out_of_memory.h"
#include "world/bodies/body.h"
#include "world/bodies/pair_thickness.h"

namespace tactus {

double BodyPlaces::reach_around(const Body& body) const
{
    return tactus::reach_of(body.options.thickness, body.pair_distance, contact_distance_);
}

Box BodyPlaces::widened(const Body& body, const Box& box) const
{
    const double reach = reach_around(body);
    return reach > 0.0 && !is_empty(box) ? widened_by(reach, box) : box;
}

void BodyPlaces::add(Body& body, std::uint32_t index)
{
    if (body.half_space() != nullptr)
        return;
    body.proxy = broad_phase_.add(widened(body, body.box()));
    body_of_proxy_.resize(std::max<std::size_t>(body_of_proxy_.size(), body.proxy + 1));
    body_of_proxy_[body.proxy] = index;
}

void BodyPlaces::remove(const Body& body)
{
    if (body.half_space() == nullptr)
        broad_phase_.remove(body.proxy);
}

void BodyPlaces::move(const Body& body)
{
    if (are_known_ && body.half_space() == nullptr)
        broad_phase_.move(body.proxy, widened(body, body.box()));
}

void BodyPlaces::clear()
{
    renew(broad_phase_);
    body_of_proxy_.clear();
}

} // namespace tactus
