// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "search/refinement_outcome.h"
#include "search/tool_faces.h"
#include "search/walk/tree_walk.h"
#include "tree/tree.h"

namespace tactus {

/// Which triangles of a mesh a ball, a tool, a half-space or a convex set meets, or whether two such shapes do, decided
/// exactly. Two half-spaces do not count, nor do convex sets and tools. Keeps its memory.
class ShapePairs {
public:
    /// Of two bodies, one of which is a shape. Appends the pairs, sorted, with 0 for a shape. The first hit is all
    /// there is if that is all that was asked for.
    RefinementOutcome find(Tree& a, Tree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);
    /// Appends all pairs that are at most the distance apart, without a limit, and of a half-space others that are a
    /// little farther apart; two shapes always are. A tool counts as its axis where it is now.
    void find_near(Tree& a, Tree& b, float distance, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const { return walk_.bytes() + faces_.bytes() + places_.bytes(); }

private:
    RefinementOutcome find_faces(
        Tree& mesh, const Simplex& core, float distance, bool tool_is_a, WorkMeter& meter, bool first_hit_only,
        Buffer<TrianglePair>& pairs);

    TreeWalk walk_;
    ToolFaces faces_;
    Buffer<std::uint32_t> places_; ///< of a mesh's triangles
};

} // namespace tactus
