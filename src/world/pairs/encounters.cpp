// SPDX-License-Identifier: MIT
#include "world/pairs/encounters.h"

#include <algorithm>

#include "base/out_of_memory.h"
#include "base/planted_fault.h"
#include "world/bodies/body.h"
#include "world/bodies/table/body_table.h"

namespace tactus {

bool Encounters::are_tested(std::uint32_t a, std::uint32_t b) const
{
    const BodyDesc &of_a = bodies_.body(a).options, &of_b = bodies_.body(b).options;
    const bool may_meet = a == b ? of_a.self_collision : TACTUS_FAULT(37) || may_collide(of_a.filter, of_b.filter);
    return may_meet && !exemptions_.contact_allowed(a, b);
}

void Encounters::list()
{
    listed_.clear();
    for (const std::uint32_t body : bodies_.self_colliding())
        if (are_tested(body, body))
            listed_.push_back({body, body});
    bodies_.for_each_two_near(workers_, [&](std::uint32_t a, std::uint32_t b) {
        if (are_tested(a, b))
            listed_.push_back({std::min(a, b), std::max(a, b)});
    });
    std::sort(listed_.begin(), listed_.end());
}

void Encounters::forget() noexcept { renew(listed_); }

} // namespace tactus
