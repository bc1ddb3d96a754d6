// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "search/refinement_outcome.h"
#include "search/walk/tree_walk.h"
#include "tree/tree.h"

namespace tactus {

/// Which triangles of a mesh a ball meets, or whether two balls do, decided exactly. Keeps its memory.
class SpherePairs {
public:
    /// Of two bodies, one of which is a ball. Appends the pairs, sorted, with 0 for a ball. The first hit is all there
    /// is if that is all that was asked for.
    RefinementOutcome find(Tree& a, Tree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);
    /// Appends all pairs that are at most the distance apart, without a limit; two balls always are.
    void find_near(Tree& a, Tree& b, float distance, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const { return walk_.bytes(); }

private:
    class Collector;
    struct Question {
        Tree& mesh;
        Sphere sphere;
        bool sphere_is_a = false;
        float distance = 0.0f;
        bool first_hit_only = false;
    };

    RefinementOutcome descend(const Question& question, WorkMeter& meter, Buffer<TrianglePair>& pairs);

    TreeWalk walk_;
};

} // namespace tactus
