// SPDX-License-Identifier: MIT
// Contacts where nobody will stop the search.
#include <algorithm>

#include "contacts/contact_search.h"

namespace tactus {

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

/// Fills near_ with the triangles whose features may be in contact.
void ContactSearch::list_near(const ContactEncounter& encounter, PairSearch& search, Workers& workers)
{
    near_.clear();
    const SearchedBody a = encounter.a.searched(), b = encounter.b.searched();
    // Features of two bodies that cross or touch are on triangles that intersect. Of one body, triangles that share a
    // vertex are no pairs, and may have features that touch.
    if (encounter.contact_distance == 0.0f && !encounter.is_self()) {
        WorkMeter unlimited(Budget::unlimited());
        search.find_pairs(a, b, workers, unlimited, false, near_);
    } else {
        search.find_near(a, b, encounter.contact_distance, workers, near_);
    }
}

/// False if it has to be done part by part.
bool ContactSearch::search_at_once(std::uint32_t index, PairSearch& search, Workers& workers)
{
    const ContactEncounter& encounter = encounters_[index];
    const std::uint32_t handle = progress_[index].whole;
    // Where a body has no tree, all of it would be near.
    if (handle == none || encounter.error_goal > 0.0f || encounter.a.tree->is_plain() || encounter.b.tree->is_plain())
        return false;
    list_near(encounter, search, workers);
    if (!decider_.decide_all(index, near_.span(), workers))
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

} // namespace tactus
