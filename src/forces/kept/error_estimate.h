// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "forces/kept/open_pairs.h"

namespace tactus {

/// How far forces may be off because a query was cut. It is an estimate: a bound on depths and places is certified, but
/// how many contacts there are in what was not looked into is not, and each of them may push.
///
/// What pushes between two bodies with an unfinished answer stands for as much that is missing, and may be off by as
/// much again while its depth is open; or, if no part between them has an error bound as large as it is deep, by that
/// share of it.
class ErrorEstimate {
public:
    /// Begins a call; the pairs are those of the report.
    void begin(const ContactReport& report, const OpenPairs& open);
    /// The largest error bound of the unrefined contacts between a contact's two bodies, in metres; 0 where there are
    /// none.
    double bound(const Contact& contact, const OpenPairs& open) const;
    /// A contact pushes with so many newtons, by the depth that it has here. It is open if the query has come to it and
    /// its depth may still change.
    void add(const Contact& contact, double push, bool is_open, const OpenPairs& open);
    /// Newtons, for all bodies together.
    double sum() const { return sum_; }

    /// Bytes held.
    std::size_t bytes() const { return error_bounds_.bytes(); }

private:
    Buffer<double> error_bounds_; ///< the largest of each two bodies, in metres, in the order of the open ones
    double sum_ = 0.0;
};

} // namespace tactus
