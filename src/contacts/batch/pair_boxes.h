// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/batch/pair_codes.h"
#include "geometry/box.h"

namespace tactus::contact_batch {

/// The box of the triangles of a in a list of pairs, and that of those of b.
struct PairBoxes {
    Box a;
    Box b;
};

/// The boxes of `count` pairs, not zero.
PairBoxes boxes_of_pairs(const CornerSource& a, const CornerSource& b, const TrianglePair* pairs, std::size_t count);

} // namespace tactus::contact_batch
