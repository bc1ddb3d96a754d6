// SPDX-License-Identifier: MIT
#include "forces/pushes/wrench_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/planted_fault.h"
#include "forces/pushes/contact_force.h"

namespace tactus {

namespace {

bool is_zero(DoubleVector a) { return a.x == 0.0 && a.y == 0.0 && a.z == 0.0; }

DoubleVector approach(DoubleVector from, DoubleVector to, float most, bool& limited)
{
    const DoubleVector step = to - from;
    const double length = std::sqrt(dot(step, step));
    if (!(most >= 0.0f) || !(length > most))
        return to;
    limited = true;
    return from + step * (most / length);
}

} // namespace

void WrenchSums::add_up(std::span<Push> pushes, const ForceBodies& bodies)
{
    number_bodies(pushes);
    sums_.clear();
    for (const BodyId body : ids_)
        sums_.push_back({body, bodies.centroid(body), {}, {}});

    for (const Push& push : pushes) {
        const DoubleVector point = to_double(push.contact.point);
        const DoubleVector force = to_double(push.contact.force);
        Sum& a = sums_[push.number_a];
        a.force = a.force - force;
        a.torque = a.torque - cross(point - to_double(a.centroid), force);
        Sum& b = sums_[push.number_b];
        b.force = b.force + force;
        b.torque = b.torque + cross(point - to_double(TACTUS_FAULT(33) ? a.centroid : b.centroid), force);
    }
}

void WrenchSums::number_bodies(std::span<Push> pushes)
{
    ids_.clear();
    for (const Push& push : pushes) {
        const std::size_t count = ids_.size();
        if (count < 2 || ids_[count - 2] != push.contact.body_a || ids_[count - 1] != push.contact.body_b) {
            ids_.push_back(push.contact.body_a);
            ids_.push_back(push.contact.body_b);
        }
    }
    std::sort(ids_.begin(), ids_.end());
    const BodyId* end = std::unique(ids_.begin(), ids_.end());
    ids_.resize_uninitialised(static_cast<std::size_t>(end - ids_.begin()));

    const Push* previous = nullptr;
    for (Push& push : pushes) {
        // Contacts of the same bodies mostly follow each other.
        const bool is_same = previous != nullptr && previous->contact.body_a == push.contact.body_a
                             && previous->contact.body_b == push.contact.body_b;
        push.number_a = is_same ? previous->number_a : number_of(push.contact.body_a);
        push.number_b = is_same ? previous->number_b : number_of(push.contact.body_b);
        previous = &push;
    }
}

std::uint32_t WrenchSums::number_of(BodyId body) const
{
    const BodyId* found = std::lower_bound(ids_.begin(), ids_.end(), body);
    TACTUS_CHECK(found != ids_.end() && *found == body);
    return static_cast<std::uint32_t>(found - ids_.begin());
}

bool WrenchSums::limit(float max_force_change, float max_torque_change, const ForceBodies& bodies)
{
    bool limited = false;
    next_.clear();
    const Sum* before = last_.begin();
    const Sum* now = sums_.begin();
    // Both are sorted by body: one walk over both.
    while (before != last_.end() || now != sums_.end()) {
        const bool is_pushed = now != sums_.end() && (before == last_.end() || now->body <= before->body);
        const bool was_pushed = before != last_.end() && (!is_pushed || before->body == now->body);
        const Sum from = was_pushed ? *before++ : Sum{};
        const Sum to = is_pushed ? *now++ : Sum{};
        Sum next = to;
        next.force = approach(from.force, to.force, max_force_change, limited);
        next.torque = approach(from.torque, to.torque, max_torque_change, limited);
        if (!is_pushed) {
            if (is_zero(next.force) && is_zero(next.torque))
                continue;
            next.body = from.body;
            next.centroid = bodies.centroid(from.body);
        }
        next_.push_back(next);
    }
    std::swap(last_, next_);

    wrenches_.clear();
    for (const Sum& sum : last_)
        wrenches_.push_back({sum.body, sum.centroid, to_finite_float(sum.force), to_finite_float(sum.torque)});
    next_.reserve(last_.capacity());
    return limited;
}

void WrenchSums::forget(BodyId body)
{
    const Sum* end = std::remove_if(last_.begin(), last_.end(), [&](const Sum& sum) { return sum.body == body; });
    last_.resize_uninitialised(static_cast<std::size_t>(end - last_.begin()));
}

} // namespace tactus
