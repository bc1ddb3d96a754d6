// SPDX-License-Identifier: MIT
#pragma once

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "search/refinement_outcome.h"
#include "search/self/self_batches.h"
#include "search/self/windows/self_uncertain.h"

namespace tactus {

/// What one query of a body against itself works with, once its boxes are made and its windows are tested.
struct SelfTask {
    SelfBatches batches;
    UncertainPairs& uncertain;
    Workers& workers;
    WorkMeter& meter;
    Buffer<TrianglePair>& pairs; ///< what is found is appended

    const SelfBody& body() const { return batches.body; }
};

} // namespace tactus
