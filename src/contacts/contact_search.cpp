// SPDX-License-Identifier: MIT
#include "contacts/contact_search.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "base/work_prices.h"

namespace tactus {
namespace {

constexpr float weight_in_turn = 4.0f;
// With fewer, a query gets down to triangles by luck: on one side of a body first, which would push it out at the
// other.
constexpr std::uint64_t units_to_get_down = 24;

} // namespace

void ContactSearch::begin(
    const ContactSettings& settings, std::span<const ContactEncounter> encounters, EncounterPreparer& preparer)
{
    // A query that got no further than preparing bodies was none.
    expects_anything_ = expects_anything_ || knows_nothing();
    turn_ = has_work() && !expects_anything_ ? turn_ + 1 : 0;
    is_first_ = std::exchange(expects_anything_, false) || encounters_.empty();
    confirmed_.keep_unfinished([&](std::uint32_t encounter) { return progress_[encounter].open_parts > 0; });
    settings_ = settings;
    encounters_ = encounters;
    preparer_ = &preparer;
    // Whole bodies always fit, and what lies inside them.
    confirmed_.begin(std::max(settings.max_contacts, 2 * encounters.size()), encounters);
    decider_.begin(encounters, settings.which);
    front_.clear(settings.order, encounters);
    opener_.begin(settings.keep_front, encounters);
    sift_.stop();
    covers_.begin(encounters.size());
    sifted_.clear();
    to_sketch_.clear();
    sketched_ = 0;
    is_sketched_ = false;
    final_depths_.stop();
    progress_.resize_uninitialised(encounters.size());
    std::fill(progress_.begin(), progress_.end(), Progress{});
    rank_encounters();
    listed_.clear();
    goes_straight_ = may_go_straight();
    verifies_first_ = turn_ > 0 && !got_through_;
    got_far_ = got_through_ = false;
    decided_straight_ = 0;
    verified_ = finished_ = waking_ = 0;
    busy_with_.reset();
    is_deciding_ = false;
    digging_in_.reset();
    to_finish_.clear();
    resting_encounters_.clear();
    intersecting_.clear();
    error_goal_ = 0.0f;
    resting_.clear();
    units_ = contacts_merged_ = depths_dropped_ = 0;
    const bool gets_down = units_of_query_ >= units_to_get_down;
    units_of_query_ = 0;
    descent_.stop();
    if (turn_ > 0 && gets_down && !encounters.empty() && settings.order == RefinementOrder::worst_error_first)
        descent_.begin(static_cast<std::uint32_t>(turn_ % encounters.size()), turn_);
    merged_.clear();
    for (std::uint32_t encounter = 0; encounter < encounters.size(); ++encounter)
        add_whole_bodies(encounter);
}

void ContactSearch::add_whole_bodies(std::uint32_t index)
{
    const ContactEncounter& encounter = encounters_[index];
    progress_[index].is_prepared = encounter.is_prepared();
    NodePair both = {encounter.a.nodes->root(), encounter.b.nodes->root(), encounter.a.box, encounter.b.box};
    if (!may_touch(encounter, both))
        return;
    OpenPair whole;
    whole.encounter = index;
    whole.nodes = both;
    whole.likely_error = likely_error_of(both.box_a, both.box_b, encounter.contact_distance);
    progress_[index].whole = add_part(whole);
    if (encounter.has_inside() && overlap(both.box_a, both.box_b))
        covers_.add(index, encounter);
}

std::uint32_t ContactSearch::add_part(const OpenPair& part, std::uint32_t parent)
{
    ++progress_[part.encounter].open_parts;
    ++progress_[part.encounter].unsifted_parts;
    const std::uint32_t handle = front_.add(part);
    queue(handle);
    descent_.add(front_, handle, parent);
    return handle;
}

/// While queries are cut, encounters take turns in being looked into further: it is not always the same that are left.
float ContactSearch::weight_of(std::uint32_t encounter) const
{
    const bool is_its_turn = turn_ > 0 && encounter == turn_ % encounters_.size();
    return encounters_[encounter].weight * (is_its_turn ? weight_in_turn : 1.0f);
}

/// Those that count more come first, and where queries are cut, each in its turn.
void ContactSearch::rank_encounters()
{
    const std::size_t count = encounters_.size();
    const auto turn_of = [&](std::uint32_t encounter) { return (encounter + count - turn_ % count) % count; };
    ranking_.resize_uninitialised(count);
    std::iota(ranking_.begin(), ranking_.end(), 0u);
    std::sort(ranking_.begin(), ranking_.end(), [&](std::uint32_t left, std::uint32_t right) {
        const float more = encounters_[left].weight, less = encounters_[right].weight;
        return more != less ? more > less : turn_of(left) < turn_of(right);
    });
    for (std::uint32_t rank = 0; rank < count; ++rank)
        progress_[ranking_[rank]].rank = rank;
}

void ContactSearch::queue(std::uint32_t handle)
{
    const std::uint32_t encounter = front_[handle].encounter;
    front_.queue(handle, weight_of(encounter), progress_[encounter].rank);
}

void ContactSearch::go_on(const Budget& budget, PairSearch& search, Workers& workers)
{
    if (budget.error_goal() < error_goal_) {
        waking_ = resting_.size();
        for (const std::uint32_t encounter : resting_encounters_)
            to_finish_.push_back(encounter);
        resting_encounters_.clear();
    }
    const bool has_other_goal = budget.error_goal() != error_goal_ || budget.is_unlimited() != is_unlimited_;
    error_goal_ = budget.error_goal();
    is_unlimited_ = budget.is_unlimited();
    if (has_other_goal && !sifted_.empty())
        release_sifted();
    if (is_unlimited_)
        room_.finish();
    WorkMeter meter(budget);
    final_depths_.share(is_unlimited_ ? &workers : nullptr);
    if (is_unlimited_)
        search_at_once(search, workers);
    while (has_work()) {
        if (room_.is_done() && goes_straight_ && !is_unlimited_
            && (!verifies_first_ || verified_ == confirmed_.old_count())) {
            go_straight(search, workers, meter);
            continue;
        }
        // Open parts are written into the report at the end.
        meter.set_aside(std::chrono::nanoseconds(front_.open_count() * price::written_part));
        const std::uint64_t units = meter.grant(units_wanted());
        if (units == 0)
            break;
        step(units);
    }
    units_ = meter.spent();
    units_of_query_ += units_;
    if (is_unlimited_)
        fit_merged();
    front_.write();
}

bool ContactSearch::has_work() const
{
    // Where no part and no depth is open, neither the query before nor what is left in the queue has more to say.
    if (front_.open_count() == 0 && finished_ == to_finish_.size())
        return false;
    return verified_ < confirmed_.old_count() || is_deciding_ || sift_.is_busy() || digging_in_ || busy_with_
           || sketched_ < to_sketch_.size() || finished_ < to_finish_.size() || waking_ > 0 || front_.has_waiting();
}

/// What the next step can make use of.
std::uint64_t ContactSearch::units_wanted() const
{
    if (!room_.is_done())
        return 1;
    std::size_t pairs = is_deciding_ ? deciding_.left() : 0;
    if (verified_ < confirmed_.old_count())
        pairs = confirmed_.old_count() - verified_;
    return units_for_pairs(pairs, 1);
}

/// What so many pairs of triangles can make use of at once, by so many workers.
std::uint64_t ContactSearch::units_for_pairs(std::size_t pairs, std::uint64_t workers)
{
    const std::uint64_t units = (pairs + per_unit::decided_pairs - 1) / per_unit::decided_pairs;
    return std::clamp<std::uint64_t>(units, 1, workers * units_at_once);
}

/// What so many work units buy, of which all but one may only be used for triangles.
void ContactSearch::step(std::uint64_t units)
{
    if (!room_.is_done())
        return take_room();
    if (verified_ < confirmed_.old_count())
        return verify_next(units);
    if (is_deciding_)
        return decide_next(units);
    if (sift_.is_busy())
        return sift_next();
    if (digging_in_)
        return dig();
    if (busy_with_)
        return look_into(*busy_with_);
    if (sketched_ < to_sketch_.size())
        return sketch_next();
    if (finished_ < to_finish_.size())
        return finish_next();
    if (waking_ > 0)
        return wake_next();
    open_next();
}

/// Whether there is something to do that comes before the next part.
bool ContactSearch::is_pausing() const
{
    return is_deciding_ || sift_.is_busy() || digging_in_ || busy_with_ || sketched_ < to_sketch_.size()
           || finished_ < to_finish_.size();
}

/// As many parts as a unit buys.
void ContactSearch::open_next()
{
    for (std::uint64_t spent = 0; spent < price::part_unit && !is_pausing();) {
        std::optional<std::uint32_t> next = descent_.take_next(front_);
        if (!next)
            next = front_.take_next();
        if (!next)
            return;
        // Trees may not be ready yet for a whole encounter.
        const bool is_whole = progress_[front_[*next].encounter].whole == *next;
        spent += is_whole || front_[*next].is_listed() ? price::part_unit : opener_.price_of(front_[*next]);
        if (is_good_enough(*next))
            resting_.push_back(*next);
        else
            look_into(*next);
    }
}

/// The paper's verification of contacts: what was in contact a moment ago most likely still is.
void ContactSearch::verify_next(std::uint64_t units)
{
    const auto is_before = [](const ContactEncounter& encounter, const ConfirmedContacts::Old& contact) {
        return std::pair(encounter.a.id, encounter.b.id) < std::pair(contact.body_a, contact.body_b);
    };
    const ConfirmedContacts::Old first = confirmed_.old(verified_);
    const auto encounter = std::lower_bound(encounters_.begin(), encounters_.end(), first, is_before);
    const auto index = static_cast<std::uint32_t>(encounter - encounters_.begin());
    // Where nothing is open any more, all has been decided already.
    const bool still_meet = encounter != encounters_.end() && encounter->a.id == first.body_a
                            && encounter->b.id == first.body_b && progress_[index].open_parts > 0;
    if (still_meet && !progress_[index].is_prepared)
        return prepare(index);
    asked_.clear();
    const auto end = std::min<std::uint64_t>(verified_ + units * per_unit::decided_pairs, confirmed_.old_count());
    for (; verified_ < end; ++verified_) {
        const ConfirmedContacts::Old old = confirmed_.old(verified_);
        if (old.body_a != first.body_a || old.body_b != first.body_b)
            break;
        // A vertex inside a body as a whole may be on no triangle of it, and number 0 may be removed.
        if (!still_meet || encounter->a.surface.is_without(old.triangles.a)
            || encounter->b.surface.is_without(old.triangles.b))
            continue;
        asked_.push_back(old.triangles);
    }
    if (!asked_.empty())
        decider_.verify(index, asked_);
    confirmed_.lose_unclaimed(verified_);
}

/// Back into the queue.
void ContactSearch::wake_next()
{
    queue(resting_[--waking_]);
    resting_[waking_] = resting_.back();
    resting_.pop_back();
}

bool ContactSearch::is_good_enough(std::uint32_t handle)
{
    const std::uint32_t encounter = front_[handle].encounter;
    const float goal = goal_of(encounter);
    // As long as depths are not good enough, they need all that touches.
    return goal > 0.0f && front_.error_of(handle) <= goal && (!covers_.covers(encounter) || has_good_depths(encounter));
}

bool ContactSearch::has_good_depths(std::uint32_t encounter) const
{
    return covers_.covers(encounter) && covers_.error_of(encounter) <= goal_of(encounter);
}

float ContactSearch::goal_of(std::uint32_t encounter) const
{
    return std::max(error_goal_, encounters_[encounter].error_goal);
}

/// Takes a part as far as a step goes: prepares its bodies, or opens it.
void ContactSearch::look_into(std::uint32_t handle)
{
    const std::uint32_t index = front_[handle].encounter;
    const ContactEncounter& encounter = encounters_[index];
    busy_with_ = handle;
    if (!progress_[index].is_prepared)
        return prepare(index);
    const bool is_listed = front_[handle].is_listed();
    if (!is_listed && (!encounter.a.nodes->prepare() || !encounter.b.nodes->prepare()))
        return;
    if (!is_listed && !opener_.make_ready(front_[handle]))
        return;
    busy_with_.reset();
    open(handle);
}

void ContactSearch::open(std::uint32_t handle)
{
    const OpenPair part = front_[handle];
    progress_[part.encounter].whole = none;
    if (!part.is_listed() && !opener_.are_leaves(part))
        return replace(handle, opener_.open(part));
    if (part.is_listed() || part.is_sifted || !sifts(part.encounter))
        return gather_leaves(handle);
    near_.clear();
    opener_.open_leaves(part, near_);
    if (near_.empty())
        return remove_part(handle);
    sift_.begin(handle, front_.bounds_of_part(handle), near_.span());
    // Few triangles are sifted at once.
    if (near_.size() <= per_unit::sifted_pairs)
        sift_next();
}

/// Puts parts in the place of the one that they come from. If there is no room for them, it stands for them until all
/// of them have been looked into, one after the other.
void ContactSearch::replace(std::uint32_t handle, std::span<const OpenPair> parts)
{
    if (parts.size() > confirmed_.list().room() + 1) {
        digging_in_ = handle;
        dug_merged_ = 0;
        dug_.clear();
        for (const OpenPair& part : parts)
            dug_.push_back(part);
        return;
    }
    const std::uint32_t encounter = front_[handle].encounter;
    const bool was_sifted = front_[handle].is_sifted;
    front_.remove(handle);
    --progress_[encounter].open_parts;
    for (const OpenPair& part : parts)
        add_part(part, handle);
    if (!was_sifted)
        note_sifted(encounter);
    if (progress_[encounter].open_parts > 0)
        return;
    if (has_open_depths(encounter))
        to_finish_.push_back(encounter);
}

void ContactSearch::dig()
{
    if (dug_.empty()) {
        const std::uint32_t handle = *digging_in_;
        digging_in_.reset();
        return dug_merged_ == 0 ? remove_part(handle) : note_merged(handle, dug_merged_);
    }
    const OpenPair part = dug_.back();
    if (!opener_.make_ready(part))
        return;
    dug_.pop_back();
    if (opener_.are_leaves(part)) {
        begin_deciding(part.encounter);
        add_to_decide(none, part);
        is_deciding_ = true;
        return;
    }
    for (const OpenPair& next : opener_.open(part))
        dug_.push_back(next);
}

ContactReport ContactSearch::report() const
{
    ContactReport report;
    report.contacts = confirmed_.list().all_confirmed();
    report.unrefined = confirmed_.list().all_open();
    report.open_pairs = front_.open_count();
    report.complete = report.open_pairs == 0 && !has_work();
    report.work_units_spent = units_;
    report.worst_error = front_.worst_error();
    report.contacts_merged = contacts_merged_;
    report.node_tests = opener_.node_tests();
    report.scratch_bytes = confirmed_.bytes() + decider_.bytes() + front_.bytes() + descent_.bytes() + opener_.bytes()
                           + final_depths_.bytes() + progress_.bytes() + dug_.bytes() + resting_.bytes() + near_.bytes()
                           + intersecting_.bytes() + sifted_pairs_.bytes() + covers_.bytes() + sifted_.bytes()
                           + merged_.bytes() + asked_.bytes() + listed_.bytes() + ranking_.bytes()
                           + deciding_.parts.bytes() + deciding_.pairs.bytes();
    return report;
}

} // namespace tactus
