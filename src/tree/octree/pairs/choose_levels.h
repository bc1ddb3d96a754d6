// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "tree/octree/made/spherical_octree.h"
#include "tree/octree/pairs/leaf_pairs.h"

namespace tactus {

/// What a number of levels costs in the rehearsal, as means over its poses.
struct LevelCost {
    std::uint32_t levels = 0;
    double node_tests = 0.0;
    double box_tests = 0.0; ///< boxes of faces compared at the leaves, where their weight is not zero
    /// Where their weight is not zero. Each pair counted once, as it is tested; on levels so coarse that even counting
    /// is too much, every time it is met.
    double elementary_tests = 0.0;
};

/// What is weighed against what. Searches in the paper's order open far more nodes than those of both trees at once,
/// so that fewer levels are best for them.
///
/// The weights are those of our own searches, for pairs and for contacts, whose leaves are compared by boxes of faces:
/// what comes through is the same for every number of levels. Where every elementary pair that leaves name is tested,
/// as in the paper, it is elementary tests that count.
struct LevelWeights {
    OctreeOrder order = OctreeOrder::leaves_then_reverse;
    double node_test = 4.0;
    double box_test = 1.0;
    double elementary_test = 0.0;
};

/// A tree of uniform depth with the best number of levels, and what was tried on the way to it.
struct ChosenOctree {
    SphericalOctree tree;
    std::uint32_t levels = 0;
    std::vector<LevelCost> tried;
};

/// Finds the paper's optimum (its Figure 4) for a mesh. Counts, and never looks at a clock: the same mesh gives the
/// same number on every machine.
ChosenOctree choose_levels(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const LevelWeights& weights = {});

} // namespace tactus
