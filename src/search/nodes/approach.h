// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/box.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// From a child to the node it is compared with: x, y, z upwards, then the same downwards.
using Direction = std::uint8_t;
constexpr std::size_t direction_count = 6;

/// Metres from one box to another along the direction in which they are farthest apart; negative where they overlap.
struct AxisGap {
    float metres = 0.0f; ///< rounded down
    Direction direction = 0;
};

inline AxisGap widest_gap(const Box& box, const Box& other)
{
    const Vec3 up = other.lower - box.upper, down = box.lower - other.upper;
    AxisGap widest{up.x, 0};
    const auto compare = [&](float metres, Direction direction) {
        if (metres > widest.metres)
            widest = {metres, direction};
    };
    compare(up.y, 1);
    compare(up.z, 2);
    compare(down.x, 3);
    compare(down.y, 4);
    compare(down.z, 5);
    widest.metres -= std::abs(widest.metres) * 0x1p-22f;
    return widest;
}

/// Where the children of a node are, as a whole, and the box of the other that they are compared with, along each
/// direction: from one moment to another of the same eras, the most that they have come towards each other.
class Approach {
public:
    Approach() = default;
    Approach(const ChildTravel& children, std::uint64_t era_of_other, const Box& other)
        : era_of_children_(children.era), era_of_other_(era_of_other), metres_{children.up[0] - double(other.lower.x),
                                                                               children.up[1] - double(other.lower.y),
                                                                               children.up[2] - double(other.lower.z),
                                                                               children.down[0] + double(other.upper.x),
                                                                               children.down[1] + double(other.upper.y),
                                                                               children.down[2] + double(other.upper.z)}
    {
    }

    bool is_known() const { return era_of_children_ != 0 && era_of_other_ != 0; }
    bool is_comparable(const Approach& earlier) const
    {
        return is_known() && era_of_children_ == earlier.era_of_children_ && era_of_other_ == earlier.era_of_other_;
    }
    /// Metres, by direction, rounded up; negative where they have parted.
    std::array<double, direction_count> since(const Approach& earlier) const
    {
        std::array<double, direction_count> closed;
        for (std::size_t k = 0; k < direction_count; ++k)
            closed[k] =
                metres_[k] - earlier.metres_[k] + (std::abs(metres_[k]) + std::abs(earlier.metres_[k])) * 0x1p-50;
        return closed;
    }

private:
    std::uint64_t era_of_children_ = 0;
    std::uint64_t era_of_other_ = 0;
    std::array<double, direction_count> metres_ = {};
};

} // namespace tactus
