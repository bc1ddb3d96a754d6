// SPDX-License-Identifier: MIT
// What a contact search without a limit does at its end about contacts that found no room. When they were found, open
// parts had places that are free in the end: an answer that fits as a whole is complete.
#include <algorithm>
#include <limits>
#include <vector>

#include "contacts/contact_search.h"

namespace tactus {

void ConfirmedContacts::take_back(std::size_t count)
{
    std::vector<std::uint64_t> ids;
    for (std::size_t index = count; index < list_.confirmed_count(); ++index)
        ids.push_back(records_[index].id);
    std::sort(ids.begin(), ids.end());
    for (Record& old : old_records_.span())
        if (std::binary_search(ids.begin(), ids.end(), old.id)) {
            old.fate = Fate::left_out;
            has_left_out_ = true;
        }
    list_.keep_confirmed(count);
    records_.resize_uninitialised(count);
    table_.clear(count);
    for (std::uint32_t index = 0; index < count; ++index)
        table_.insert(place_of(index), index, [&](std::uint32_t number) { return place_of(number); });
}

void PairDecider::take_back(std::uint32_t encounter, std::size_t count)
{
    std::uint32_t& last = lists_[encounter].last_contact;
    while (last != none && last >= count)
        last = contact_before_[last];
    contact_before_.resize_uninitialised(std::min(contact_before_.size(), count));
}

void ContactSearch::note_merged(std::uint32_t handle, std::uint32_t contacts)
{
    const std::uint32_t encounter = front_[handle].encounter;
    contacts_merged_ += contacts;
    merged_.push_back({encounter, handle, contacts});
    // Which of its triangles intersect is known: others that wait for that need not wait for it.
    if (!front_[handle].is_sifted)
        note_sifted(encounter);
}

/// Goes on until no encounter fits. If what all of them lack fits into what is free and what they hold, then so does
/// what one of them lacks into what is free and what that one holds.
void ContactSearch::fit_merged()
{
    for (bool has_changed = !merged_.empty(); has_changed;) {
        has_changed = false;
        for (std::size_t k = 0; k < merged_.size();) {
            const bool is_first = std::none_of(merged_.begin(), merged_.begin() + k, [&](const Merged& before) {
                return before.encounter == merged_[k].encounter;
            });
            if (is_first && fits(merged_[k].encounter))
                has_changed = true;
            else
                ++k;
        }
    }
}

/// Puts contacts in the place of the parts that stand for them, if there is room for all; changes nothing otherwise.
bool ContactSearch::fits(std::uint32_t encounter)
{
    ContactList& list = confirmed_.list();
    const std::size_t known = list.confirmed_count();
    const auto is_of_it = [&](const Merged& merged) { return merged.encounter == encounter; };
    const auto parts =
        static_cast<std::uint32_t>(std::count_if(merged_.begin(), merged_.end(), [&](const Merged& merged) {
            return is_of_it(merged) && merged.handle != none;
        }));
    // Parts that are good enough, and were not looked into, stay; then so do bounds on what lies inside.
    const bool finishes = progress_[encounter].open_parts == parts && encounters_[encounter].has_inside();
    list.lend(parts + (finishes ? covers_.count_of(encounter) : 0));
    const bool has_room = confirm_all(encounter) && (!finishes || confirm_inside(encounter));
    list.lend(0);
    if (!has_room) {
        final_depths_.stop();
        decider_.take_back(encounter, known);
        confirmed_.take_back(known);
        return false;
    }
    // Depths that are final already stay as they are.
    while (parts > 0 && final_depths_.is_busy())
        (void)final_depths_.step();
    final_depths_.stop();
    for (const Merged& merged : merged_.span())
        if (is_of_it(merged)) {
            contacts_merged_ -= merged.contacts;
            if (merged.handle != none)
                front_.remove(merged.handle);
        }
    progress_[encounter].open_parts -= parts;
    if (finishes)
        covers_.remove(encounter);
    const auto end = std::remove_if(merged_.begin(), merged_.end(), is_of_it);
    merged_.resize_uninitialised(static_cast<std::size_t>(end - merged_.begin()));
    return true;
}

/// What its merged parts hold. False if there is no room for all.
bool ContactSearch::confirm_all(std::uint32_t encounter)
{
    return std::all_of(merged_.begin(), merged_.end(), [&](const Merged& merged) {
        return merged.encounter != encounter || merged.handle == none || confirm_part(front_[merged.handle]);
    });
}

bool ContactSearch::confirm_part(const OpenPair& part)
{
    dug_.clear();
    dug_.push_back(part);
    while (!dug_.empty()) {
        const OpenPair next = dug_.back();
        dug_.pop_back();
        while (!next.is_listed() && !opener_.make_ready(next))
            ;
        if (!next.is_listed() && !opener_.are_leaves(next)) {
            for (const OpenPair& child : opener_.open(next))
                dug_.push_back(child);
            continue;
        }
        near_.clear();
        append_triangles(next, near_);
        decider_.drop_verified(part.encounter, 0, near_);
        if (decider_.decide(part.encounter, near_.span()) > 0) {
            dug_.clear();
            return false;
        }
    }
    return true;
}

/// What lies inside. Depths of other contacts are left to do.
bool ContactSearch::confirm_inside(std::uint32_t encounter)
{
    (void)decider_.list_intersecting(encounter, std::numeric_limits<std::size_t>::max(), intersecting_);
    final_depths_.begin(encounters_[encounter], intersecting_.span(), decider_.contacts(encounter), confirmed_);
    std::uint32_t dropped = 0;
    while (final_depths_.is_busy() && !final_depths_.is_settling() && dropped == 0)
        dropped += final_depths_.step();
    intersecting_.clear();
    return dropped == 0;
}

} // namespace tactus
