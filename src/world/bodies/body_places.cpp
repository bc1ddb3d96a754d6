// SPDX-License-Identifier: MIT
#include "world/bodies/body_places.h"

#include <algorithm>

#include "base/out_of_memory.h"
#include "world/bodies/body.h"

namespace tactus {

Box BodyPlaces::reach_of(const Body& body) const
{
    return half_distance_ > 0.0 && !is_empty(body.box()) ? widened_by(half_distance_, body.box()) : body.box();
}

void BodyPlaces::add(Body& body, std::uint32_t index)
{
    if (body.half_space() != nullptr)
        return;
    body.proxy = broad_phase_.add(reach_of(body));
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
        broad_phase_.move(body.proxy, reach_of(body));
}

void BodyPlaces::clear()
{
    renew(broad_phase_);
    body_of_proxy_.clear();
}

} // namespace tactus
