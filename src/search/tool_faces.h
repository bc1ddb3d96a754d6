// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "geometry/simplices/simplex.h"
#include "search/refinement_outcome.h"
#include "search/walk/tree_walk.h"
#include "tree/tree.h"

namespace tactus {

/// Which triangles of a mesh are within a distance of a hull of a few points: what a tool touches, decided exactly.
/// Keeps its memory.
class ToolFaces {
public:
    /// Appends the places of the triangles in the tree's list, ascending, each once. The first one that is found is all
    /// there is if that is all that was asked for.
    RefinementOutcome find(
        Tree& mesh, const Simplex& core, float distance, WorkMeter& meter, bool first_hit_only,
        Buffer<std::uint32_t>& places);

    std::size_t bytes() const { return walk_.bytes(); }

private:
    void find_in_clusters(RefitBvh& tree, const Simplex& core, float distance, Buffer<std::uint32_t>& places);

    TreeWalk walk_;
    Workers nobody_{1};
};

} // namespace tactus
