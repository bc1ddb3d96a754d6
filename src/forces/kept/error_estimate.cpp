// SPDX-License-Identifier: MIT
#include "forces/kept/error_estimate.h"

#include <algorithm>

#include "base/planted_fault.h"

namespace tactus {

void ErrorEstimate::begin(const ContactReport& report, const OpenPairs& open)
{
    sum_ = 0.0;
    error_bounds_.clear();
    for (std::uint32_t k = 0; k < open.count(); ++k)
        error_bounds_.push_back(0.0);
    for (const Contact& part : report.unrefined)
        if (open.hold(part)) {
            double& bound = error_bounds_[open.place(part)];
            bound = std::max(bound, double(part.error_bound));
        }
}

double ErrorEstimate::bound(const Contact& contact, const OpenPairs& open) const
{
    return open.hold(contact) ? error_bounds_[open.place(contact)] : 0.0;
}

void ErrorEstimate::add(const Contact& contact, double push, bool is_open, const OpenPairs& open)
{
    if (!(push > 0.0) || !open.hold(contact))
        return;
    const double depth = contact.depth(), bound = error_bounds_[open.place(contact)];
    const double share = depth > bound ? bound / depth : 1.0;
    sum_ += push * (is_open ? 2.0 : 1.0) * (TACTUS_FAULT(60) ? 0.0 : share);
}

} // namespace tactus
