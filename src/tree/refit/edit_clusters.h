// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// Where triangles of a tree have gone and come.
struct EditedSlots {
    struct Emptied {
        std::uint32_t slot;
        std::array<std::uint32_t, 3> corners; ///< places
    };

    std::span<const std::uint32_t> clusters; ///< that have changed, ascending
    std::span<const Emptied> emptied;
    std::span<const std::uint32_t> filled; ///< after others were emptied
};

/// Removes triangles from a tree whose vertices are as given, and adds others, where they belong: a removed one leaves
/// its slot empty, and a new one takes that of a removed one with the same edge, or else one in a leaf or a cluster
/// that has one of its vertices. What finds no such slot goes to clusters at the end, in a connected_order. Only
/// clusters that change are touched, except for one pass over the lists of their vertices.
class ClusterEditor {
public:
    /// New triangles are numbered from first_number, which no triangle has had. Positions are packed floats, of all
    /// vertices. What it gives lives until the next call.
    EditedSlots edit(
        ClusterTree& tree, std::span<const std::uint32_t> removed, std::span<const TriangleIndices> added,
        std::uint32_t first_number, const float* positions);
    /// What the last edit gave.
    EditedSlots edited() const { return {changed_.span(), emptied_.span(), filled_.span()}; }
    /// Triangles have changed their slots since the last edit.
    void forget() { is_known_ = false; }

    std::size_t bytes() const
    {
        return slot_of_.bytes() + slot_with_.bytes() + empty_slots_.bytes() + is_changed_.bytes() + changed_.bytes()
               + emptied_.bytes() + filled_.bytes() + gap_with_.bytes() + next_gap_.bytes() + numbers_.bytes();
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    void look_at(const ClusterTree& tree, std::uint32_t first_number);
    void remove(ClusterTree& tree, std::uint32_t triangle);
    void list_gaps(const ClusterTree& tree);
    /// The slot of a removed triangle that had as many of these vertices as any, and two at least, or none.
    std::uint32_t gap_for(const ClusterTree& tree, const TriangleIndices& corners) const;
    /// An empty slot beside a triangle's neighbours, or none.
    std::uint32_t slot_beside(const ClusterTree& tree, const TriangleIndices& corners) const;
    std::uint32_t slot_at_the_end(ClusterTree& tree);
    void
    add(ClusterTree& tree, std::uint32_t slot, std::uint32_t number, const TriangleIndices& corners,
        const float* positions);
    void mark(std::uint32_t cluster);

    bool is_known_ = false;
    Buffer<std::uint32_t> slot_of_;    ///< per triangle
    Buffer<std::uint32_t> slot_with_;  ///< per vertex, one that has a triangle with it, or had
    Buffer<std::uint8_t> empty_slots_; ///< per cluster
    Buffer<std::uint8_t> is_changed_;  ///< per cluster
    Buffer<std::uint32_t> changed_;
    Buffer<EditedSlots::Emptied> emptied_;
    Buffer<std::uint32_t> filled_;
    Buffer<std::uint32_t> gap_with_; ///< per vertex, a corner of one that was removed: 3 * its number in emptied_ + k
    Buffer<std::uint32_t> next_gap_; ///< per such corner, the next one of its vertex
    CornerNumbers numbers_;
};

} // namespace tactus
