// SPDX-License-Identifier: MIT
// What a contact search does before it looks into bodies: it takes memory, and has their tables made.
#include <algorithm>

#include "base/work_prices.h"
#include "contacts/contact_search.h"

namespace tactus {

void ContactSearch::make_room(const ContactSettings& settings, std::size_t triangles)
{
    add_room(settings, triangles, true);
    room_.finish();
}

void ContactSearch::plan_room(const ContactSettings& settings, std::size_t triangles)
{
    add_room(settings, triangles, false);
}

void ContactSearch::add_room(const ContactSettings& settings, std::size_t triangles, bool uses_memory)
{
    if (triangles <= roomy_for_)
        return;
    room_.finish();
    triangles = roomy_for_ = std::max(triangles, roomy_for_ + roomy_for_ / 2);
    // Where a query waits for it, it is no more than bodies of this size need: little that grows later takes no time.
    const std::size_t expected = std::min(settings.max_contacts, triangles / 2 + (uses_memory ? 4096 : 0));
    const std::size_t inside = std::min(triangles, triangles / 8 + (uses_memory ? 512 : 0));
    room_.begin(uses_memory);
    confirmed_.make_room(settings.max_contacts, expected, room_);
    decider_.make_room(expected, room_);
    front_.make_room(expected / 2, room_);
    descent_.make_room(room_);
    if (uses_memory)
        room_.add_step([this] { opener_.make_room(); });
    room_.add_room(deciding_.parts, per_call::compared_leaves);
    room_.add_room(deciding_.pairs, per_call::compared_pairs + 64);
    room_.add_room(asked_, per_call::compared_pairs + 64);
    if (settings.measure_depths)
        final_depths_.make_room(inside, room_);
}

/// A step towards the memory that was planned.
void ContactSearch::take_room()
{
    std::uint64_t left = price::unit / 2;
    room_.advance(left);
}

/// Whether the last query met bodies, and did not get as far as knowing what it needs of any two of them.
bool ContactSearch::knows_nothing() const
{
    return !encounters_.empty()
           && std::none_of(progress_.begin(), progress_.end(), [](const Progress& known) { return known.is_prepared; });
}

/// A step towards knowing what the search needs of two bodies.
void ContactSearch::prepare(std::uint32_t index)
{
    Progress& progress = progress_[index];
    if (progress.is_prepared || !preparer_->prepare(index))
        return;
    progress.is_prepared = true;
    if (covers_.covers(index) && !encounters_[index].has_inside())
        covers_.remove(index);
}

} // namespace tactus
