// SPDX-License-Identifier: MIT
// Contacts by the search for triangle pairs, where nobody will stop it, or most likely nobody will.
#include <algorithm>
#include <chrono>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "contacts/batch/pair_boxes.h"
#include "contacts/contact_search.h"

namespace tactus {
namespace {

// What one worker takes at a time of a long list: where nobody stops it, and where each grant of units may be the last.
constexpr std::size_t pairs_at_once = 512;
constexpr std::size_t pairs_of_a_grant = ContactSearch::units_at_once * per_unit::decided_pairs;

} // namespace

/// Where nobody will stop it, and nothing is decided yet, the search for triangle pairs finds what is near level by
/// level.
void ContactSearch::search_at_once(PairSearch& search, Workers& workers)
{
    bool has_all = true;
    confirmed_.hold_births();
    for (std::uint32_t encounter = 0; encounter < encounters_.size(); ++encounter)
        has_all = search_at_once(encounter, search, workers) && has_all;
    confirmed_.release_births();
    if (has_all)
        verified_ = confirmed_.old_count();
}

/// Appends the triangles whose features may be in contact. False if the budget ended before.
bool ContactSearch::list_near(
    const ContactEncounter& encounter, PairSearch& search, Workers& workers, WorkMeter& meter,
    Buffer<TrianglePair>& pairs)
{
    const SearchedBody a = encounter.a.searched(), b = encounter.b.searched();
    // Features of two bodies that cross or touch are on triangles that intersect. Of one body, triangles that share a
    // vertex are no pairs, and may have features that touch.
    if (encounter.contact_distance == 0.0f && !encounter.is_self())
        return search.find_pairs(a, b, workers, meter, false, pairs).complete;
    return search.find_near(a, b, encounter.contact_distance, workers, meter, pairs).complete;
}

/// False if it has to be done part by part.
bool ContactSearch::search_at_once(std::uint32_t index, PairSearch& search, Workers& workers)
{
    const ContactEncounter& encounter = encounters_[index];
    const std::uint32_t handle = progress_[index].whole;
    // Where a body has no tree, all of it would be near.
    while (!progress_[index].is_prepared)
        prepare(index);
    if (handle == none || encounter.error_goal > 0.0f || encounter.a.tree->is_plain() || encounter.b.tree->is_plain())
        return false;
    decider_.begin_list(index);
    near_.clear();
    WorkMeter unlimited(Budget::unlimited());
    (void)list_near(encounter, search, workers, unlimited, near_);
    decider_.drop_verified(index, 0, near_);
    if (!decider_.decide_all(index, near_.span(), pairs_at_once, workers))
        return false;
    if (busy_with_ == handle)
        busy_with_.reset();
    if (const auto place = std::find(resting_.begin(), resting_.end(), handle); place != resting_.end()) {
        *place = resting_.back();
        resting_.pop_back();
        waking_ = std::min(waking_, resting_.size());
    }
    progress_[index].whole = none;
    remove_part(handle);
    return true;
}

/// Whether a query with a limit goes straight to all triangles that are near, as one without a limit does. It is the
/// shortest way to the whole answer, but until all of them are listed nothing better is known than that both bodies are
/// near each other. So it is for queries after one that was complete, or got far that way. The first that is cut early
/// may have been interrupted by another program, and the next one tries again; then it is tried now and then. After one
/// that got through, and had only depths left to measure, old contacts are not verified before: all are decided anyway.
bool ContactSearch::may_go_straight() const
{
    if (is_first_ || settings_.order != RefinementOrder::worst_error_first)
        return false;
    return turn_ <= 1 || got_far_ || turn_ % turns_to_try_again == 0;
}

/// Goes straight to the triangles of each two bodies that are near, one encounter after the other. What it comes to
/// before the budget ends is decided; the rest is open.
void ContactSearch::go_straight(PairSearch& search, Workers& workers, WorkMeter& meter)
{
    confirmed_.hold_births();
    bool has_all = true;
    for (const std::uint32_t index : ranking_.span())
        has_all = !meter.exhausted() && go_straight(index, search, workers, meter) && has_all;
    confirmed_.release_births();
    if (has_all)
        verified_ = confirmed_.old_count();
    goes_straight_ = false;
    got_far_ = !listed_.empty() && decided_straight_ >= listed_.size() / 2;
    got_through_ = has_all && decided_straight_ == listed_.size();
}

/// False if it has to be done part by part.
bool ContactSearch::go_straight(std::uint32_t index, PairSearch& search, Workers& workers, WorkMeter& meter)
{
    const ContactEncounter& encounter = encounters_[index];
    const std::uint32_t handle = progress_[index].whole;
    const std::size_t clusters = (encounter.a.list.indices.size() + encounter.b.list.indices.size()) / 64;
    if (handle == none || goal_of(index) > 0.0f
        || !PairSearch::near_can_be_cut(encounter.a.searched(), encounter.b.searched())
        || !meter.has_time_for(std::chrono::nanoseconds(clusters * price::brought_up_to_date)))
        return false;
    while (!progress_[index].is_prepared) {
        if (meter.grant(1) == 0)
            return false;
        prepare(index);
    }
    decider_.begin_list(index);
    const std::size_t first = listed_.size();
    if (!list_near(encounter, search, workers, meter, listed_) && !TACTUS_FAULT(76)) {
        listed_.resize_uninitialised(first);
        return false;
    }
    decider_.drop_verified(index, first, listed_);
    std::size_t next = first;
    while (next < listed_.size()) {
        const std::size_t left = listed_.size() - next;
        meter.set_aside(std::chrono::nanoseconds(left * price::written_pair));
        const std::uint64_t units = meter.grant(units_for_pairs(left, workers.count()));
        if (units == 0)
            break;
        const std::size_t count = std::min<std::size_t>(left, units * per_unit::decided_pairs);
        // Where there is not room for all, the parts have to be known that cover what is left.
        if (!decider_.decide_all(index, {listed_.data() + next, count}, pairs_of_a_grant, workers))
            return false;
        next += count;
        decided_straight_ += count;
    }
    progress_[index].whole = none;
    front_.take(handle);
    return replace_by_listed(index, handle, {first, next}, meter);
}

/// Puts open parts in the place of a whole encounter, for those of its listed triangles that are not decided.
bool ContactSearch::replace_by_listed(
    std::uint32_t index, std::uint32_t handle, const OwnListed& own, const WorkMeter& meter)
{
    const ContactEncounter& encounter = encounters_[index];
    const auto [first, next] = own;
    dug_.clear();
    // Without time for that the whole stays open, and is looked into part by part.
    if (next < listed_.size() && !meter.has_time_for(-std::chrono::microseconds(15)))
        return keep_whole(index, handle);
    for (std::size_t begin = next + (TACTUS_FAULT(75) ? 1 : 0); begin < listed_.size();) {
        // Pieces end in the same places wherever the query is cut: what is left of one never grows with more time.
        const std::size_t pieces = (begin - first) / pairs_of_a_listed_part + 1;
        const std::size_t end = std::min(first + pieces * pairs_of_a_listed_part, listed_.size());
        OpenPair part = front_[handle];
        part.listed = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
        part.are_leaves = true;
        const contact_batch::PairBoxes boxes = contact_batch::boxes_of_pairs(
            contact_batch::corner_source(encounter.a.surface), contact_batch::corner_source(encounter.b.surface),
            listed_.data() + begin, end - begin);
        part.nodes.box_a = intersection(boxes.a, part.nodes.box_a);
        part.nodes.box_b = intersection(boxes.b, part.nodes.box_b);
        dug_.push_back(part);
        begin = end;
    }
    // Or without room.
    if (dug_.size() > confirmed_.list().room() + 1)
        return keep_whole(index, handle);
    replace(handle, dug_.span());
    return true;
}

bool ContactSearch::keep_whole(std::uint32_t index, std::uint32_t handle)
{
    queue(handle);
    progress_[index].whole = handle;
    return false;
}

} // namespace tactus
