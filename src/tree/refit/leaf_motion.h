// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/buffer.h"
#include "tree/clusters/cluster_boxes.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// How far the leaves of each cluster have moved from one visit to the next, face by face. Where a cluster moves as a
/// whole, its lower faces come back as far as its upper ones go on.
class LeafMotion {
public:
    using Leaves = std::array<LaneBox, 8>;

    void make_room(std::size_t clusters)
    {
        seen_.resize_uninitialised(clusters);
        for (Seen& seen : seen_)
            seen.travel.era = 0;
    }

    /// A cluster's leaves as they are now. In another era they may be other ones; in era 0 nobody knows.
    void see(std::uint32_t cluster, std::uint64_t era, const Leaves& leaves)
    {
        Seen& seen = seen_.data()[cluster];
        if (era != 0 && seen.travel.era == era)
            add_steps(seen, leaves);
        else
            seen.travel = {era, {}, {}};
        seen.leaves = leaves;
    }

    /// Up to the last visit.
    const ChildTravel& travel(std::uint32_t cluster) const { return seen_.data()[cluster].travel; }
    std::size_t bytes() const { return seen_.bytes(); }

private:
    struct Seen {
        Leaves leaves;
        ChildTravel travel;
    };

    static void add_steps(Seen& seen, const Leaves& leaves)
    {
        constexpr float least = -std::numeric_limits<float>::max();
        // Differences of empty boxes are nan, which is never larger.
        std::array<float, 4> down = {least, least, least, least}, up = down;
        for (std::size_t k = 0; k < 8; ++k)
            for (std::size_t lane = 0; lane < 4; ++lane) {
                down[lane] = std::max(down[lane], seen.leaves[k].lower[lane] - leaves[k].lower[lane]);
                up[lane] = std::max(up[lane], leaves[k].upper[lane] - seen.leaves[k].upper[lane]);
            }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            add_step(seen.travel.down[axis], down[axis]);
            add_step(seen.travel.up[axis], up[axis]);
        }
    }

    /// The step is rounded by one part in 2^24, and the sum must not become less than the sum of all steps.
    static void add_step(double& sum, float step)
    {
        sum += double(step) + std::abs(double(step)) * 0x1p-23;
        sum += std::abs(sum) * 0x1p-51;
    }

    Buffer<Seen> seen_; ///< per cluster
};

} // namespace tactus
