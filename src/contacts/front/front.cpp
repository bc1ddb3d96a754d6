// SPDX-License-Identifier: MIT
#include "contacts/front/front.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/planted_fault.h"

namespace tactus {
namespace {

// Keys are ordered by these first.
constexpr std::uint64_t before_leaves = std::uint64_t(1) << 63;
// In the place of an error.
constexpr float not_written = -1.0f;

} // namespace

void Front::clear(RefinementOrder order, std::span<const ContactEncounter> encounters)
{
    order_ = order;
    encounters_ = encounters;
    sequence_ = 1;
    worst_error_ = 0.0f;
    parts_.clear();
    free_.clear();
    handle_of_.clear();
    errors_.clear();
    queue_.clear();
}

void Front::make_room(std::size_t expected, RoomStages& stages)
{
    stages.add_room(parts_, expected);
    stages.add_room(free_, expected);
    stages.add_room(handle_of_, expected);
    stages.add_room(errors_, expected);
    stages.add_room(queue_, expected);
}

std::uint32_t Front::add(const OpenPair& part)
{
    std::uint32_t handle = static_cast<std::uint32_t>(parts_.size());
    if (free_.empty()) {
        parts_.resize_uninitialised(handle + 1);
    } else {
        handle = free_.back();
        free_.pop_back();
    }
    parts_[handle] = {part, static_cast<std::uint32_t>(handle_of_.size()), 0};
    handle_of_.push_back(handle);
    errors_.push_back(not_written);
    list_->set_open_count(handle_of_.size());
    return handle;
}

const RegionBounds& Front::bounds_of_part(std::uint32_t handle)
{
    OpenPair& part = parts_[handle].part;
    if (part.known == OpenPair::Bounds::own)
        return part.bounds;
    const RegionBounds bounds = bounds_of(encounters_[part.encounter], part.nodes);
    part.bounds = part.known == OpenPair::Bounds::none ? bounds : narrowed(bounds, part.bounds);
    part.known = OpenPair::Bounds::own;
    return part.bounds;
}

float Front::error_of(std::uint32_t handle)
{
    return bounds_of_part(handle).error_bound(encounters_[parts_[handle].part.encounter].contact_distance);
}

void Front::write()
{
    for (std::size_t entry = 0; entry < handle_of_.size(); ++entry) {
        if (errors_[entry] >= 0.0f)
            continue;
        const RegionBounds& bounds = bounds_of_part(handle_of_[entry]);
        const OpenPair& part = parts_[handle_of_[entry]].part;
        const ContactEncounter& encounter = encounters_[part.encounter];
        Contact contact;
        contact.body_a = encounter.a.id;
        contact.body_b = encounter.b.id;
        const LikelyPush push = likely_push(encounter, part.nodes, !part.is_listed());
        contact.normal = push.normal;
        contact.point = contact.previous_point = bounds.point;
        contact.separation = std::clamp(
            part.covers_depths ? part.likely_separation : push.separation, bounds.separation_lower,
            bounds.separation_upper);
        contact.silent = part.covers_depths;
        contact.separation_lower = bounds.separation_lower;
        contact.separation_upper = bounds.separation_upper;
        contact.point_bound = bounds.point_bound * (TACTUS_FAULT(28) ? 0.5f : 1.0f);
        contact.error_bound = bounds.error_bound(encounter.contact_distance);
        TACTUS_CHECK(bounds.separation_lower <= bounds.separation_upper && contact.error_bound >= 0.0f);
        errors_[entry] = contact.error_bound;
        list_->open(entry) = contact;
    }
    // Floats that are not negative are ordered as their bits are, and maxima of integers are taken several at a time.
    std::uint32_t worst = 0;
    for (const float error : errors_.span())
        worst = std::max(worst, std::bit_cast<std::uint32_t>(error));
    worst_error_ = std::bit_cast<float>(worst);
}

void Front::narrow(std::uint32_t handle, const RegionBounds& bounds)
{
    OpenPair& part = parts_[handle].part;
    part.bounds = bounds;
    part.known = OpenPair::Bounds::own;
    part.is_sifted = true;
    errors_[parts_[handle].entry] = not_written;
}

/// Of a part that takes the next place in the queue.
std::uint64_t Front::key_of(std::uint32_t handle, float weight, std::uint32_t rank)
{
    if (order_ == RefinementOrder::depth_first)
        return sequence_;
    // Of equal errors the older comes first.
    const std::uint64_t older_first = UINT32_MAX - sequence_;
    const OpenPair& part = parts_[handle].part;
    // Parts that will be opened again are worth what their overlap promises; those that are decided next, their bound.
    const float error = order_ == RefinementOrder::breadth_first ? 0.0f
                        : part.is_sifted                         ? error_of(handle)
                                                                 : part.likely_error;
    // Floats that are not negative are ordered as their bits are.
    const auto worst_first = std::bit_cast<std::uint32_t>(std::max(0.0f, error * weight));
    if (!part.are_leaves)
        return before_leaves | std::uint64_t(worst_first) << 32 | older_first;
    // Leaves are decided many at a time, of one encounter after the other; how large their errors are need not be known
    // to the last bit.
    constexpr std::uint32_t last_rank = (1u << 20) - 1;
    return std::uint64_t(last_rank - std::min(rank, last_rank)) << 43 | std::uint64_t(worst_first >> 20) << 32
           | older_first;
}

void Front::queue(std::uint32_t handle, float weight, std::uint32_t rank)
{
    queue_.push_back({key_of(handle, weight, rank), handle, sequence_});
    parts_[handle].sequence = sequence_++;
    std::push_heap(queue_.begin(), queue_.end());
}

/// Takes parts off the head of the queue that have left it.
void Front::drop_taken()
{
    while (!queue_.empty() && parts_[queue_[0].handle].sequence != queue_[0].sequence) {
        std::pop_heap(queue_.begin(), queue_.end());
        queue_.pop_back();
    }
}

/// Of a queue whose first part waits there.
std::uint32_t Front::take_first()
{
    const std::uint32_t handle = queue_[0].handle;
    std::pop_heap(queue_.begin(), queue_.end());
    queue_.pop_back();
    take(handle);
    return handle;
}

std::optional<std::uint32_t> Front::take_next()
{
    drop_taken();
    return queue_.empty() ? std::nullopt : std::optional(take_first());
}

std::optional<std::uint32_t> Front::take_leaves_of(std::uint32_t encounter)
{
    drop_taken();
    if (queue_.empty())
        return std::nullopt;
    const OpenPair& first = parts_[queue_[0].handle].part;
    return first.are_leaves && first.encounter == encounter ? std::optional(take_first()) : std::nullopt;
}

void Front::remove(std::uint32_t handle)
{
    const std::uint32_t entry = parts_[handle].entry;
    TACTUS_CHECK(entry < handle_of_.size() && handle_of_[entry] == handle);
    handle_of_[entry] = handle_of_.back();
    errors_[entry] = errors_.back();
    if (errors_[entry] >= 0.0f)
        list_->open(entry) = list_->open(handle_of_.size() - 1);
    parts_[handle_of_[entry]].entry = entry;
    handle_of_.pop_back();
    errors_.pop_back();
    list_->set_open_count(handle_of_.size());
    parts_[handle].sequence = 0;
    free_.push_back(handle);
}

} // namespace tactus
