// SPDX-License-Identifier: MIT
#include "world/bodies/table/body_table.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "base/planted_fault.h"
#include "world/bodies/body.h"
#include "world/bodies/body_contacts.h"
#include "world/input/checked_input.h"

namespace tactus {
namespace {

template <class T>
void make_room_for_one(std::vector<T>& list)
{
    if (list.size() == list.capacity())
        list.reserve(std::max<std::size_t>(16, 2 * list.capacity()));
}

} // namespace

BodyTable::BodyTable() = default;
BodyTable::~BodyTable() = default;

Body* BodyTable::find(BodyId id) const
{
    if (id.index >= slots_.size() || slots_[id.index].generation != id.generation)
        return nullptr;
    return slots_[id.index].body.get();
}

Error BodyTable::stale(BodyId id) const
{
    if (id == BodyId{})
        return {ErrorCode::stale_id, "a default BodyId names no body"};
    if (id.index >= slots_.size())
        return {ErrorCode::stale_id, "there is no body " + std::to_string(id.index) + " in this world"};
    return {
        ErrorCode::stale_id,
        "body " + std::to_string(id.index) + " of generation " + std::to_string(id.generation) + " was removed"};
}

std::optional<Error> BodyTable::check_mesh(BodyId id, const char* what_shapes_lack) const
{
    const Body* known = find(id);
    if (known == nullptr)
        return stale(id);
    if (known->tree->is_volume()) {
        const char* kind = known->tool() != nullptr     ? "tool"
                           : known->is_convex()         ? "convex set"
                           : known->sphere() != nullptr ? "sphere"
                                                        : "half-space";
        return invalid_input("body " + std::to_string(id.index) + " is a " + kind + " and has no " + what_shapes_lack);
    }
    return std::nullopt;
}

BodyId BodyTable::adopt(std::unique_ptr<Body> body, std::unique_ptr<BodyContacts> contacts)
{
    make_room_for_one(self_colliding_);
    make_room_for_one(counting_queries_);
    make_room_for_one(half_spaces_);
    const bool takes_new_slot = free_slots_.empty();
    if (takes_new_slot) {
        make_room_for_one(slots_);
        free_slots_.reserve(slots_.capacity());
        places_.make_room(slots_.capacity());
    }
    const auto index = takes_new_slot ? static_cast<std::uint32_t>(slots_.size()) : free_slots_.back();
    places_.add(*body, index);
    if (takes_new_slot)
        slots_.emplace_back();
    else
        free_slots_.pop_back();
    if (body->options.self_collision)
        self_colliding_.insert(std::lower_bound(self_colliding_.begin(), self_colliding_.end(), index), index);
    if (body->tree->counts_queries())
        counting_queries_.push_back(index);
    if (body->half_space() != nullptr)
        half_spaces_.push_back(index);
    tool_count_ += body->tool() != nullptr ? 1 : 0;
    slots_[index].body = std::move(body);
    slots_[index].contacts = std::move(contacts);
    return id_of(index);
}

void BodyTable::remove(BodyId id) noexcept
{
    std::erase(self_colliding_, id.index);
    std::erase(counting_queries_, id.index);
    std::erase(half_spaces_, id.index);
    BodySlot& slot = slots_[id.index];
    tool_count_ -= slot.body->tool() != nullptr ? 1 : 0;
    slot.contacts.reset();
    slot.body.reset();
    // A slot whose generations are used up is never handed out again.
    if (TACTUS_FAULT(36) || ++slot.generation != 0)
        free_slots_.push_back(id.index);
}

void BodyTable::leave_place(BodyId id) { places_.remove(body(id.index)); }

void BodyTable::set_contact_distance(float metres)
{
    places_.set_contact_distance(metres);
    for (const BodySlot& slot : slots_)
        if (slot.body != nullptr)
            place(*slot.body);
}

PlaneHeights BodyTable::heights_above(std::uint32_t half_space) const
{
    return PlaneHeights(*body(half_space).half_space());
}

bool BodyTable::may_reach(const PlaneHeights& heights, double reach, std::uint32_t index) const
{
    const Body* known = slots_[index].body.get();
    return known != nullptr && known->half_space() == nullptr
           && heights.may_reach(known->box(), static_cast<float>(reach + places_.reach_around(*known)));
}

bool BodyTable::have_near_surfaces(std::uint32_t a, std::uint32_t b) const
{
    const Body &one = body(a), &other = body(b);
    if (!one.has_contacts() || !other.has_contacts())
        return false;
    if (!one.is_convex() && !other.is_convex())
        return true;
    const Box &of_one = one.tree->contact_tree()->box(), &of_other = other.tree->contact_tree()->box();
    const auto reach = static_cast<float>(places_.reach_around(one) + places_.reach_around(other));
    if (one.half_space() != nullptr)
        return heights_above(a).may_reach(of_other, reach);
    if (other.half_space() != nullptr)
        return heights_above(b).may_reach(of_one, reach);
    return overlap(places_.widened(one, of_one), places_.widened(other, of_other));
}

void BodyTable::begin_query()
{
    ++query_;
    for (const std::uint32_t index : counting_queries_)
        body(index).tree->begin_query(query_);
}

void BodyTable::forget_queries() noexcept
{
    places_.lose();
    for (BodySlot& slot : slots_) {
        slot.contacts.reset();
        if (slot.body != nullptr)
            slot.body->tree->forget_nodes();
    }
}

void BodyTable::recover()
{
    if (places_.are_known())
        return;
    places_.make_anew([&] {
        places_.make_room(slots_.size());
        for (std::uint32_t index = 0; index < slots_.size(); ++index)
            if (Body* known = slots_[index].body.get())
                places_.add(*known, index);
    });
}

} // namespace tactus
