// SPDX-License-Identifier: MIT
#include "pipeline/forces/held_pushes.h"

#include <algorithm>

namespace tactus {

void HeldPushes::append(std::span<const Push> before, const ContactReport& report, Buffer<Push>& pushes)
{
    if (report.complete || before.empty())
        return;
    open_pairs_.clear();
    for (const Contact& part : report.open())
        append_pair(part, open_pairs_);
    sort(open_pairs_);
    list_confirmed(report.confirmed());
    for (const Push& push : before) {
        const std::uint64_t id = push.contact.id;
        if (id != 0 && !std::binary_search(confirmed_.begin(), confirmed_.end(), id) && may_live(push))
            pushes.push_back(push);
    }
}

void HeldPushes::list_confirmed(std::span<const Contact> confirmed)
{
    confirmed_.clear();
    unmeasured_pairs_.clear();
    for (const Contact& contact : confirmed) {
        confirmed_.push_back(contact.id);
        if (contact.depth_state == DepthState::open)
            append_pair(contact, unmeasured_pairs_);
    }
    std::sort(confirmed_.begin(), confirmed_.end());
    sort(unmeasured_pairs_);
}

bool HeldPushes::may_live(const Push& push) const
{
    const BodyPair pair = pair_of(push.contact.body_a, push.contact.body_b);
    const bool is_inside = push.kind == ContactKind::vertex_inside || push.kind == ContactKind::inside_vertex;
    return contains(open_pairs_, pair) || (is_inside && contains(unmeasured_pairs_, pair));
}

void HeldPushes::append_pair(const Contact& contact, Buffer<BodyPair>& pairs)
{
    const BodyPair pair = pair_of(contact.body_a, contact.body_b);
    // Contacts of the same bodies mostly follow each other, and there are many more contacts than bodies.
    if (pairs.empty() || pairs.back() != pair)
        pairs.push_back(pair);
}

void HeldPushes::sort(Buffer<BodyPair>& pairs)
{
    std::sort(pairs.begin(), pairs.end());
    const BodyPair* end = std::unique(pairs.begin(), pairs.end());
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
}

bool HeldPushes::contains(const Buffer<BodyPair>& pairs, BodyPair pair)
{
    return std::binary_search(pairs.begin(), pairs.end(), pair);
}

} // namespace tactus
