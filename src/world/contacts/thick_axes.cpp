// SPDX-License-Identifier: MIT
#include "world/contacts/thick_axes.h"

#include <algorithm>
#include <span>

#include "base/planted_fault.h"
#include "world/bodies/table/body_table.h"

namespace tactus {
namespace {

/// Where others speak for a contact, it is not deep.
void make_thick(float radii, Contact& contact)
{
    const auto thick = [&](float separation) {
        return contact.silent && contact.is_confirmed() ? std::min(separation, std::max(0.0f, separation - radii))
                                                        : separation - radii;
    };
    contact.separation = thick(contact.separation);
    contact.separation_lower = thick(contact.separation_lower);
    contact.separation_upper = thick(contact.separation_upper);
}

} // namespace

ContactReport ThickAxes::seen(const ContactReport& of_axes, const BodyTable& bodies)
{
    if (!bodies.have_tools())
        return of_axes;
    const auto copy = [&](std::span<const Contact> from, Buffer<Contact>& to) {
        to.resize_uninitialised(from.size());
        std::copy(from.begin(), from.end(), to.begin());
        for (Contact& contact : to.span()) {
            const double radii =
                axis_radius(bodies.body(contact.body_a.index)) + axis_radius(bodies.body(contact.body_b.index));
            if (radii > 0.0 && !TACTUS_FAULT(85))
                make_thick(static_cast<float>(radii), contact);
        }
        return to.span();
    };
    ContactReport thick = of_axes;
    thick.contacts = copy(of_axes.contacts, contacts_);
    thick.unrefined = copy(of_axes.unrefined, parts_);
    return thick;
}

} // namespace tactus
