// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hierarchy/cluster_boxes.h"
#include "hierarchy/cluster_tree.h"
#include "hierarchy/spatial_order.h"

namespace tactus {

/// Watches how well a tree whose vertices keep the caller's numbers still fits its triangles, and rebuilds the parts
/// that have decayed, a little with every update.
///
/// A part is a node of 4096 triangles, or the whole tree. Its boxes' surface, compared with that of its triangles' own
/// boxes, says how loose it is. One that has become looser is sorted anew on trial, and the new order is kept if it
/// makes the clusters' boxes much smaller. Connected patches of a surface rarely gain from it, however they bend; loose
/// triangles, and pieces that part ways, do.
class Rebuild {
public:
    explicit Rebuild(std::uint32_t cluster_count)
        : part_looseness_((cluster_count + clusters_per_part - 1) / clusters_per_part, 0.0f)
    {
    }

    /// Call after an update. True if the tree was changed; it then gives the clusters whose boxes must be made anew.
    /// Boxes may be old: they are brought up to date, all of them, in the rare updates that look at the quality.
    template <class RefitAll>
    bool advance(ClusterTree& tree, const float* positions, std::span<const LaneBox> boxes, RefitAll refit_all)
    {
        if (sorting_)
            return advance_sort(tree, positions);
        if (++updates_ % updates_per_look != 0)
            return false;
        refit_all();
        look(tree, positions, boxes);
        return false;
    }

    std::uint32_t first_changed_cluster() const { return first_cluster_; }
    std::uint32_t end_changed_cluster() const { return end_cluster_; }
    std::uint64_t rebuilt_count() const { return rebuilt_; }
    std::size_t bytes() const;

private:
    static constexpr std::uint32_t updates_per_look = 32;
    static constexpr std::uint32_t clusters_per_part = 64;
    /// How many updates a rebuild is spread over, roughly.
    static constexpr std::size_t updates_per_rebuild = 16;
    static constexpr float tolerated_growth = 1.3f;
    /// How many times smaller the clusters' boxes must become.
    static constexpr float wanted_gain = 3.0f;

    void look(const ClusterTree& tree, const float* positions, std::span<const LaneBox> boxes);
    void begin_sort(const ClusterTree& tree, const float* positions, std::uint32_t first, std::uint32_t end);
    bool advance_sort(ClusterTree& tree, const float* positions);

    SpatialSort sort_;
    bool sorting_ = false;
    std::uint32_t updates_ = 0;
    std::uint32_t first_cluster_ = 0;
    std::uint32_t end_cluster_ = 0;
    std::uint64_t rebuilt_ = 0;
    float tree_looseness_ = 0.0f;         ///< when it was last new; 0 until it is first looked at
    std::vector<float> part_looseness_;   ///< the same per part
};

} // namespace tactus
