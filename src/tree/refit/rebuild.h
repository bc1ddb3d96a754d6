// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tree/clusters/cluster_boxes.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/order/spatial_order.h"

namespace tactus {

/// Watches how well a tree whose vertices keep the caller's numbers still fits its triangles, and rebuilds what has
/// decayed, a little with every update.
///
/// The surface of the clusters' boxes, compared with that of their triangles' own boxes, says how loose they are.
/// - Where the surface is stretched, its patches become long: the loosest node of 512 triangles is cut into patches
///   anew, at once, as the body lies now.
/// - Where triangles that are not connected part ways, the whole tree comes apart: it is sorted in space anew, spread
///   over some updates.
/// Either is done on trial, and kept if the clusters' boxes become smaller; the next trial waits for further growth.
class Rebuild {
public:
    explicit Rebuild(std::uint32_t cluster_count)
        : part_looseness_((cluster_count + clusters_per_part - 1) / clusters_per_part, 0.0f)
    {
    }

    /// The tree was edited: what is known of its quality does not hold any more.
    void begin_anew(std::uint32_t cluster_count)
    {
        sorting_ = false;
        tree_looseness_ = 0.0f;
        part_looseness_.assign((cluster_count + clusters_per_part - 1) / clusters_per_part, 0.0f);
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
        return look(tree, positions, boxes);
    }

    std::uint32_t first_changed_cluster() const { return first_cluster_; }
    std::uint32_t end_changed_cluster() const { return end_cluster_; }
    std::uint64_t rebuilt_count() const { return rebuilt_; }
    std::size_t bytes() const;

private:
    static constexpr std::uint32_t updates_per_look = 32;
    static constexpr std::uint32_t clusters_per_part = 8;
    /// How many updates the rebuilding of a whole tree is spread over, roughly.
    static constexpr std::size_t updates_per_rebuild = 16;
    // How much looser something must be to be tried, and how many times smaller its boxes must become.
    static constexpr float part_growth = 1.15f;
    static constexpr float part_gain = 1.1f;
    static constexpr float tree_growth = 1.3f;
    static constexpr float tree_gain = 2.0f;

    bool look(ClusterTree& tree, const float* positions, std::span<const LaneBox> boxes);
    void begin_sort(const ClusterTree& tree, const float* positions);
    bool advance_sort(ClusterTree& tree, const float* positions);
    bool try_patches(ClusterTree& tree, const float* positions);
    bool
    keep_if_better(ClusterTree& tree, const float* positions, std::span<const std::uint32_t> slots, float wanted_gain);

    SpatialSort sort_;
    bool sorting_ = false;
    std::uint32_t updates_ = 0;
    std::uint32_t first_cluster_ = 0;
    std::uint32_t end_cluster_ = 0;
    std::uint64_t rebuilt_ = 0;
    float tree_looseness_ = 0.0f;       ///< when it was last new; 0 until it is first looked at
    std::vector<float> part_looseness_; ///< the same per part
};

} // namespace tactus
