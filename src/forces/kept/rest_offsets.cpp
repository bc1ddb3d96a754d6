// SPDX-License-Identifier: MIT
#include "forces/kept/rest_offsets.h"

#include "base/planted_fault.h"

namespace tactus {
namespace {

bool counts_from_rest(const Contact& contact)
{
    if (contact.separation < 0.0f)
        return true;
    // Nothing says that what may lie inside is near.
    if (!contact.is_confirmed())
        return !contact.silent;
    return (!contact.silent || TACTUS_FAULT(68)) && contact.depth_state != DepthState::open;
}

} // namespace

ContactReport RestOffsets::from_rest(const ContactReport& report, const ForceBodies& bodies)
{
    if (!bodies.have_rest_offsets())
        return report;
    const auto copy = [&](std::span<const Contact> from, Buffer<Contact>& to) {
        to.clear();
        for (const Contact& contact : from) {
            to.push_back(contact);
            if (counts_from_rest(contact) && !TACTUS_FAULT(67))
                to.back().separation -= bodies.rest_offset(contact.body_a, contact.body_b);
        }
        return to.span();
    };
    ContactReport seen = report;
    seen.contacts = copy(report.contacts, contacts_);
    seen.unrefined = copy(report.unrefined, parts_);
    return seen;
}

} // namespace tactus
