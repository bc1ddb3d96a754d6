// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "forces/pushes/force_bodies.h"

namespace tactus {

/// Contacts as a force law sees them where bodies rest at a distance from each other: separations count from there.
/// Keeps its memory.
class RestOffsets {
public:
    /// The report with other separations; the same one where no body has a rest offset. Contacts that are near push if
    /// they are not silent, and once nobody doubts that they are near and not inside. Lives until the next call, and no
    /// longer than the report.
    ContactReport from_rest(const ContactReport& report, const ForceBodies& bodies);

    std::size_t bytes() const { return contacts_.bytes() + parts_.bytes(); }

private:
    Buffer<Contact> contacts_;
    Buffer<Contact> parts_;
};

} // namespace tactus
