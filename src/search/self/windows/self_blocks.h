// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "geometry/box.h"
#include "tree/clusters/box_block.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/windows/adjacent_leaves.h"

namespace tactus {

/// A vertex in the 16-bit coordinates of a grid; the fourth lane is 0.
struct GridPoint {
    std::int16_t x, y, z, w;
};

/// The box around the normals of one leaf's triangles, each of any length, in one register: lanes 0 to 2 hold the
/// lower corner, lanes 4 to 6 the complement of the upper one, so that one minimum joins two boxes.
/// The true normals lie within, whatever was rounded on the way from the vertices.
struct alignas(16) NormalBox {
    std::int16_t lower[4];
    std::int16_t upper_complement[4];
};

/// A whole body in the coordinates of one grid, level by level: what a query of a body against itself works on.
/// Scratch memory of the query, kept at its peak.
class SelfBlocks {
public:
    /// The grid of a body, the nearest one to whose points the vertices are moved, at most half a cell and a
    /// hundredth. The box must hold all vertices; flat and huge ones are fine.
    static BoxGrid grid_over(const Box& root);

    /// False if the meter's deadline passed on the way; the blocks are then of no use.
    bool
    update(const ClusterTree& tree, const float* positions, const Box& root, Workers& workers, const WorkMeter& meter);

    std::uint32_t level_count() const { return level_count_; }
    /// Level 0: one block per leaf with its triangles' boxes; level 1: one per cluster with its leaves' boxes; and on.
    const BoxBlock* level(std::uint32_t level) const { return levels_[level].data(); }
    std::uint32_t node_count(std::uint32_t level) const { return node_counts_[level]; }
    const GridPoint* points() const { return points_.data(); }
    /// Per leaf. A leaf of which nothing is certain has a box around zero.
    const NormalBox* normals() const { return normals_.data(); }
    std::size_t bytes() const;

private:
    static constexpr std::uint32_t max_levels = 12;

    std::uint32_t level_count_ = 0;
    std::array<std::uint32_t, max_levels> node_counts_ = {};
    std::array<Buffer<BoxBlock>, max_levels> levels_;
    Buffer<GridPoint> points_;
    Buffer<NormalBox> normals_;
};

} // namespace tactus
