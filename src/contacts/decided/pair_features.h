// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <tactus/contact.h>
#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/batch/contact_batch.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// The lower numbered of two triangles of one body comes first, whichever way round a search finds them: where parallel
/// edges are nearest in many points, which of these is named depends on the order.
inline TrianglePair in_order(TrianglePair pair) { return {std::min(pair.a, pair.b), std::max(pair.a, pair.b)}; }

/// Finds the features of pairs of triangles that are in contact, and that count: exempt ones are left out, and those
/// that are not local if only local contacts are asked for. Keeps its memory.
class alignas(64) PairFeatures {
public:
    /// Forgets what it found.
    void clear()
    {
        found_.clear();
        intersecting_.clear();
    }
    /// Appends the contacts of pairs of an encounter, and which of them intersect: exempt ones too, for what is inside
    /// is told by where surfaces meet. Features that are near come up once among all pairs.
    void find(const ContactEncounter& encounter, std::span<const TrianglePair> pairs, ContactSelection which);
    std::span<const DecidedContact> found() const { return found_.span(); }
    std::span<const IntersectingPair> intersecting() const { return intersecting_.span(); }

    std::size_t bytes() const
    {
        return batch_.bytes() + wanted_.bytes() + exempt_.bytes() + found_.bytes() + intersecting_.bytes();
    }

private:
    std::span<const TrianglePair>
    without_exempt(const ContactEncounter& encounter, std::span<const TrianglePair> pairs);
    template <class IsKept>
    void keep_found(std::size_t begin, IsKept is_kept);

    ContactBatch batch_;
    Buffer<TrianglePair> wanted_;
    Buffer<TrianglePair> exempt_; ///< of the pairs asked about, those that are attached or refused
    Buffer<DecidedContact> found_;
    Buffer<IntersectingPair> intersecting_;
};

} // namespace tactus
