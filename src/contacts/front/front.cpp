// SPDX-License-Identifier: MIT
#include "contacts/front/front.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/planted_fault.h"

namespace tactus {

void Front::clear(RefinementOrder order, std::span<const ContactEncounter> encounters)
{
    order_ = order;
    encounters_ = encounters;
    sequence_ = 1;
    parts_.clear();
    free_.clear();
    handle_of_.clear();
    errors_.clear();
    queue_.clear();
}

void Front::make_room(std::size_t expected)
{
    parts_.reserve_touched(expected);
    free_.reserve_touched(expected);
    handle_of_.reserve_touched(expected);
    errors_.reserve_touched(expected);
    queue_.reserve_touched(expected);
}

std::uint32_t Front::add(const OpenPair& part, BodyId body_a, BodyId body_b, Vec3 normal)
{
    TACTUS_CHECK(list_->room() > 0);
    std::uint32_t handle = static_cast<std::uint32_t>(parts_.size());
    if (free_.empty()) {
        parts_.push_back({});
    } else {
        handle = free_.back();
        free_.pop_back();
    }
    parts_[handle] = {part, static_cast<std::uint32_t>(list_->open_count()), 0};
    Contact contact;
    contact.body_a = body_a;
    contact.body_b = body_b;
    contact.normal = normal;
    list_->add_open(contact);
    handle_of_.push_back(handle);
    errors_.push_back(0.0f);
    write_bounds(handle);
    return handle;
}

void Front::write_bounds(std::uint32_t handle)
{
    const std::uint32_t entry = parts_[handle].entry;
    const OpenPair& part = parts_[handle].part;
    const RegionBounds& bounds = part.bounds;
    Contact& contact = list_->open(entry);
    contact.point = contact.previous_point = bounds.point;
    contact.separation = bounds.separation;
    contact.separation_lower = bounds.separation_lower;
    contact.separation_upper = bounds.separation_upper;
    contact.point_bound = bounds.point_bound * (TACTUS_FAULT(28) ? 0.5f : 1.0f);
    contact.error_bound = errors_[entry] = bounds.error_bound(encounters_[part.encounter].contact_distance);
    TACTUS_CHECK(bounds.separation_lower <= bounds.separation_upper && contact.error_bound >= 0.0f);
}

void Front::narrow(std::uint32_t handle, const RegionBounds& bounds)
{
    parts_[handle].part.bounds = bounds;
    parts_[handle].part.is_sifted = true;
    write_bounds(handle);
}

void Front::queue(std::uint32_t handle, float weight)
{
    // Of equal errors the older comes first.
    const std::uint32_t younger = sequence_++;
    std::uint64_t key = UINT32_MAX - younger;
    if (order_ == RefinementOrder::depth_first)
        key = younger;
    else if (order_ == RefinementOrder::worst_error_first) {
        // Parts that will be opened again are worth what their overlap promises; those that are decided next, their
        // bound.
        const OpenPair& part = parts_[handle].part;
        const float error = part.is_sifted ? error_of(handle) : part.bounds.likely_error;
        // Floats that are not negative are ordered as their bits are.
        key |= std::uint64_t(std::bit_cast<std::uint32_t>(std::max(0.0f, error * weight))) << 32;
    }
    parts_[handle].sequence = younger;
    queue_.push_back({key, handle, younger});
    std::push_heap(queue_.begin(), queue_.end());
}

std::optional<std::uint32_t> Front::take_next()
{
    while (!queue_.empty()) {
        std::pop_heap(queue_.begin(), queue_.end());
        const Waiting next = queue_.back();
        queue_.pop_back();
        if (parts_[next.handle].sequence == next.sequence) {
            take(next.handle);
            return next.handle;
        }
    }
    return std::nullopt;
}

void Front::remove(std::uint32_t handle)
{
    const std::uint32_t entry = parts_[handle].entry;
    TACTUS_CHECK(entry < handle_of_.size() && handle_of_[entry] == handle);
    const std::uint32_t last = static_cast<std::uint32_t>(list_->open_count()) - 1;
    list_->remove_open(entry);
    handle_of_[entry] = handle_of_[last];
    errors_[entry] = errors_[last];
    parts_[handle_of_[entry]].entry = entry;
    handle_of_.pop_back();
    errors_.pop_back();
    parts_[handle].sequence = 0;
    free_.push_back(handle);
}

float Front::worst_error() const
{
    // Floats that are not negative are ordered as their bits are, and maxima of integers are taken several at a time.
    std::uint32_t worst = 0;
    for (const float error : errors_.span())
        worst = std::max(worst, std::bit_cast<std::uint32_t>(error));
    return std::bit_cast<float>(worst);
}

} // namespace tactus
