// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// Sorts items in space so that every run of 8, 64, 512, ... of them is a compact piece: recursive balanced splits at
/// multiples of those sizes, along whichever axis leaves the smaller boxes. The order depends on the coordinates alone,
/// not on the machine. The work can be done bit by bit.
class SpatialSort {
public:
    struct Item {
        std::array<float, 3> at;
        std::uint32_t number;
    };

    /// Takes the items to sort.
    void begin(std::vector<Item> items);
    /// Does splits until about `items` items have been looked at. True when everything is sorted.
    bool advance(std::size_t items);
    bool is_done() const { return open_.empty(); }
    /// The items in order, once everything is sorted.
    std::span<const Item> items() const { return items_; }
    /// What the sort holds.
    std::size_t bytes() const { return items_.capacity() * sizeof(Item) + open_.capacity() * sizeof(Range); }

private:
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t unit = 0; ///< size of the children among which it is split
    };

    std::vector<Item> items_;
    std::vector<Range> open_;
};

/// The centre of a triangle, for sorting.
inline SpatialSort::Item centre_of(Vec3 a, Vec3 b, Vec3 c, std::uint32_t number)
{
    // Thirds first: the sum of three large coordinates could overflow.
    const float third = 1.0f / 3.0f;
    return {
        {a.x * third + b.x * third + c.x * third, a.y * third + b.y * third + c.y * third,
         a.z * third + b.z * third + c.z * third},
        number};
}

} // namespace tactus
