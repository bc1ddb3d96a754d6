// SPDX-License-Identifier: MIT
#include "pipeline/forces/held_pushes.h"

#include <algorithm>

namespace tactus {

void HeldPushes::append(std::span<const Push> before, const ContactReport& report, Buffer<Push>& pushes)
{
    if (report.complete || before.empty())
        return;
    list_open_pairs(report.open());
    if (open_pairs_.empty())
        return;
    list_confirmed(report.confirmed());
    for (const Push& push : before) {
        const std::uint64_t id = push.contact.id;
        if (id == 0 || std::binary_search(confirmed_.begin(), confirmed_.end(), id))
            continue;
        const BodyPair pair = pair_of(push.contact.body_a, push.contact.body_b);
        if (std::binary_search(open_pairs_.begin(), open_pairs_.end(), pair))
            pushes.push_back(push);
    }
}

void HeldPushes::list_open_pairs(std::span<const Contact> parts)
{
    open_pairs_.clear();
    for (const Contact& part : parts) {
        const BodyPair pair = pair_of(part.body_a, part.body_b);
        // Parts of the same bodies mostly follow each other, and there are many more parts than bodies.
        if (open_pairs_.empty() || open_pairs_.back() != pair)
            open_pairs_.push_back(pair);
    }
    std::sort(open_pairs_.begin(), open_pairs_.end());
    const BodyPair* end = std::unique(open_pairs_.begin(), open_pairs_.end());
    open_pairs_.resize_uninitialised(static_cast<std::size_t>(end - open_pairs_.begin()));
}

void HeldPushes::list_confirmed(std::span<const Contact> confirmed)
{
    confirmed_.clear();
    for (const Contact& contact : confirmed)
        confirmed_.push_back(contact.id);
    std::sort(confirmed_.begin(), confirmed_.end());
}

} // namespace tactus
