// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tactus/detail/bucket_grid.h>

namespace tactus {

/// The paper's second algorithm: the primitives in three lists, sorted by x, y and z, from which follows in which slab
/// each of them is.
///
/// The lists are kept from update to update. Where primitives move little they are nearly in order still, and insertion
/// sort puts right what is not in about linear time. B[k], the place of the first primitive whose slab is k or a later
/// one, is moved from where it was: past its neighbours, until that is true again. We differ from the paper in what its
/// procedure mixes up: the two loops' ends, and a slab without primitives, which is ordinary here. How a bucket comes
/// to its primitives the paper does not say: we write each one's three slabs down while walking along the lists, and
/// have its cell without a multiplication.
class BucketLists {
public:
    /// Insertion sort gives up, and the list is sorted at once, when it has moved primitives by so many places each.
    static constexpr std::size_t max_moves_each = 24;

    /// Primitives are new if there are more or fewer than before. Without a limit insertion sort never gives up.
    template <class PointAt>
    void update(std::size_t count, PointAt point_at, const BucketGrid& grid, bool unlimited = false)
    {
        const bool is_new = count != count_ || lists_[0].size() != count;
        count_ = count;
        moves_ = 0;
        for (int axis = 0; axis < 3; ++axis) {
            List& list = lists_[axis];
            if (is_new) {
                list.resize(count);
                slabs_[axis].resize(count);
                for (std::size_t k = 0; k < count; ++k)
                    list[k].primitive = static_cast<std::uint32_t>(k);
            }
            for (Entry& entry : list) {
                const Vec3 point = point_at(entry.primitive);
                const float at = axis == 0 ? point.x : axis == 1 ? point.y : point.z;
                entry.at = at == at ? at : 0.0f;
            }
            if (is_new || !insertion_sort(list, unlimited ? SIZE_MAX : max_moves_each * count))
                std::sort(list.begin(), list.end(), [](const Entry& a, const Entry& b) {
                    return a.at < b.at || (a.at == b.at && a.primitive < b.primitive);
                });
            move_pointers(axis, grid);
            write_slabs(axis, grid);
        }
    }

    /// Of a primitive in the grid: the same that the grid gives to its point.
    std::uint32_t key(std::size_t primitive, const BucketGrid& grid) const
    {
        return grid.key(slabs_[0][primitive] - 1, slabs_[1][primitive] - 1, slabs_[2][primitive] - 1);
    }
    /// The place in an axis's list of the first primitive in slab k or a later one; k from -1, below the range, to the
    /// one above it.
    std::size_t first_of(int axis, std::int32_t k) const { return first_[axis][static_cast<std::size_t>(k) + 1]; }
    /// By how many places the last update's insertion sort has moved primitives, in all three lists together.
    std::size_t moves() const { return moves_; }
    std::size_t bytes() const
    {
        std::size_t sum = 0;
        for (int axis = 0; axis < 3; ++axis)
            sum += lists_[axis].capacity() * sizeof(Entry) + slabs_[axis].capacity()
                   + first_[axis].capacity() * sizeof(std::size_t);
        return sum;
    }

private:
    struct Entry {
        float at;
        std::uint32_t primitive;
    };
    using List = std::vector<Entry>;

    /// False if it has given up.
    bool insertion_sort(List& list, std::size_t max_moves)
    {
        std::size_t moves = 0;
        for (std::size_t k = 1; k < list.size(); ++k) {
            const Entry entry = list[k];
            std::size_t place = k;
            for (; place > 0 && list[place - 1].at > entry.at; --place)
                list[place] = list[place - 1];
            list[place] = entry;
            moves += k - place;
            if (moves > max_moves)
                return false;
        }
        moves_ += moves;
        return true;
    }

    void move_pointers(int axis, const BucketGrid& grid)
    {
        const List& list = lists_[axis];
        std::vector<std::size_t>& first = first_[axis];
        first.resize(grid.side() + 2);
        for (std::uint32_t k = 0; k < first.size(); ++k) {
            const std::int32_t slab = static_cast<std::int32_t>(k) - 1;
            std::size_t place = std::min(first[k], list.size());
            while (place > 0 && grid.slab(axis, list[place - 1].at) >= slab)
                --place;
            while (place < list.size() && grid.slab(axis, list[place].at) < slab)
                ++place;
            first[k] = place;
        }
    }

    void write_slabs(int axis, const BucketGrid& grid)
    {
        const List& list = lists_[axis];
        for (std::uint32_t k = 0; k < grid.side() + 2; ++k) {
            const std::size_t end = k + 1 < grid.side() + 2 ? first_[axis][k + 1] : list.size();
            for (std::size_t place = first_[axis][k]; place < end; ++place)
                slabs_[axis][list[place].primitive] = static_cast<std::uint8_t>(k);
        }
    }

    std::size_t count_ = 0;
    std::size_t moves_ = 0;
    List lists_[3];
    std::vector<std::size_t> first_[3];  ///< the paper's bucket pointers, from slab -1 on
    std::vector<std::uint8_t> slabs_[3]; ///< per primitive, one more than its slab
};

} // namespace tactus
