// SPDX-License-Identifier: MIT
// What a contact search does about an encounter as a whole: which of its triangles intersect, what that says of its
// depths, and what these are.
#include "contacts/contact_search.h"

#include <algorithm>

#include "base/work_prices.h"

namespace tactus {

/// Whether the triangles of its leaves are sifted before they are decided. Bounds on depths are for answers that need
/// only be good to some error, as long as they are not; and for a first query, of which nobody knows how far it will
/// get. After one that was complete, the next one most likely will be too, and goes straight there; after one that was
/// cut, contacts come first: forces are held by them. Bounds are those of vertices, and a tool may be inside between
/// its ends.
bool ContactSearch::sifts(std::uint32_t encounter) const
{
    const ContactEncounter& both = encounters_[encounter];
    return !is_unlimited_ && (goal_of(encounter) > 0.0f || is_first_) && turn_ == 0 && both.measures_depths
           && !both.has_sphere() && !both.has_tool() && both.fresh.empty() && covers_.covers(encounter)
           && !has_good_depths(encounter);
}

void ContactSearch::sift_next()
{
    const std::uint32_t handle = sift_.handle(), encounter = front_[handle].encounter;
    sifted_pairs_.clear();
    sift_.step(encounters_[encounter], sifted_pairs_);
    decider_.note_intersecting(encounter, sifted_pairs_.span());
    if (sift_.is_busy())
        return;
    if (!sift_.has_candidates())
        return remove_part(handle);
    front_.narrow(handle, sift_.bounds());
    sifted_.push_back({handle, progress_[encounter].last_sifted});
    progress_[encounter].last_sifted = static_cast<std::uint32_t>(sifted_.size()) - 1;
    note_sifted(encounter);
}

/// One of the parts that are not sifted is dealt with. When none are left, all triangles that intersect are known.
void ContactSearch::note_sifted(std::uint32_t encounter)
{
    if (--progress_[encounter].unsifted_parts == 0 && (sifts(encounter) || progress_[encounter].last_sifted != none))
        to_sketch_.push_back(encounter);
}

/// Whether something may be inside, or contacts wait for their depths: where depths are measured, those that are only
/// near do too.
bool ContactSearch::has_open_depths(std::uint32_t encounter) const
{
    return covers_.covers(encounter)
           || (encounters_[encounter].measures_depths && decider_.contacts(encounter).last != none);
}

/// A step towards bounds on the depths of an encounter, and then its parts go back into the queue.
void ContactSearch::sketch_next()
{
    const std::uint32_t index = to_sketch_[sketched_];
    if (covers_.is_sketching()) {
        covers_.step();
        is_sketched_ = !covers_.is_sketching();
        // Its parts may be gone by now, and the bounds may say that nothing is inside.
        if (!has_open_depths(index))
            to_finish_.resize_uninitialised(static_cast<std::size_t>(
                std::remove(to_finish_.begin() + finished_, to_finish_.end(), index) - to_finish_.begin()));
        return;
    }
    if (!is_sketched_ && sifts(index)) {
        if (!decider_.list_intersecting(index, per_unit::gathered_pairs, intersecting_))
            return;
        covers_.begin_sketch(index, encounters_[index], intersecting_.span(), confirmed_.list().room());
        is_sketched_ = !covers_.is_sketching();
        return;
    }
    std::uint32_t& last = progress_[index].last_sifted;
    for (std::size_t k = 0; k < per_unit::queued_parts && last != none; ++k) {
        queue(sifted_[last].handle);
        last = sifted_[last].before;
    }
    if (last != none)
        return;
    intersecting_.clear();
    is_sketched_ = false;
    ++sketched_;
}

/// Parts that wait for bounds on depths which nobody needs any more go back into the queue.
void ContactSearch::release_sifted()
{
    for (std::uint32_t encounter = 0; encounter < encounters_.size(); ++encounter)
        if (!sifts(encounter))
            for (std::uint32_t& last = progress_[encounter].last_sifted; last != none; last = sifted_[last].before)
                queue(sifted_[last].handle);
}

/// A step towards the depths of an encounter that has no open parts.
void ContactSearch::finish_next()
{
    const std::uint32_t index = to_finish_[finished_];
    if (!final_depths_.is_busy()) {
        if (intersecting_.empty() && has_good_depths(index)) {
            resting_encounters_.push_back(index);
            ++finished_;
            return;
        }
        if (!decider_.list_intersecting(index, per_unit::gathered_pairs, intersecting_))
            return;
        final_depths_.begin(encounters_[index], intersecting_.span(), decider_.contacts(index), confirmed_);
        return;
    }
    depths_dropped_ += final_depths_.step();
    if (final_depths_.is_busy())
        return;
    ++finished_;
    intersecting_.clear();
    // What had no room stays covered.
    if (depths_dropped_ == 0) {
        covers_.remove(index);
    } else {
        contacts_merged_ += depths_dropped_;
        merged_.push_back({index, none, depths_dropped_});
    }
    depths_dropped_ = 0;
}

} // namespace tactus
