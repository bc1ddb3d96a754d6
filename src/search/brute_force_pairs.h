// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "search/refinement_outcome.h"
#include "tree/triangle_list.h"

namespace tactus {

/// Tests every triangle of a against every triangle of b, one at a time and exactly, and appends the pairs that
/// intersect. This is what every other search must agree with, so it shares nothing with them but the exact test.
RefinementOutcome brute_force_pairs(
    const TriangleList& a, const TriangleList& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

/// The same for one body with itself: each pair once, smaller number first, without those that share a vertex; with
/// neighbours, also those that share vertices and meet in more than what they share.
RefinementOutcome brute_force_self_pairs(
    const TriangleList& triangles, WorkMeter& meter, bool first_hit_only, bool neighbours, Buffer<TrianglePair>& pairs);

} // namespace tactus
