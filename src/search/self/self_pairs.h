// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "search/refinement_outcome.h"
#include "search/self/self_descent.h"
#include "search/self/self_waves.h"
#include "search/self/windows/self_blocks.h"
#include "search/self/windows/self_body.h"
#include "search/self/windows/self_uncertain.h"

namespace tactus {

/// Finds the intersecting triangles of one body that share no vertex, each pair once, smaller number first; where the
/// tables ask for neighbours, also those that share a vertex and meet in more than what they share.
///
/// Level by level from the top. Pairs of nodes that share a vertex are known in advance, and what is to be compared
/// below them; only pairs that share none come and go with the boxes. All boxes are made anew for each query.
/// Holds the scratch memory of the search, which is kept from query to query.
class SelfQuery {
public:
    /// Appends the pairs, in an order that does not depend on the workers. With first_hit_only it stops soon after
    /// the first one; the answer then has at least one pair if there is any.
    RefinementOutcome find_pairs(
        const SelfBody& body, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const;

private:
    SelfBlocks blocks_;
    UncertainPairs uncertain_;
    SelfWaves waves_;
    SelfDescent descent_;
};

} // namespace tactus
