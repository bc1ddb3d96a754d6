// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <tactus/detail/bucket_box.h>

namespace tactus {

/// Where primitives are counted as being in the octree's box. One that is not is a stray, and has a bucket apart.
///
/// Fences stand outside the middle four fifths of a few samples, along each axis three times as far away as these are
/// wide. Where everything lies within them, that is the range. Where something does not, it is a stray, and the range
/// is what the others need: so one primitive that has flown off leaves the others' buckets as fine as they were.
struct BucketFences {
    static constexpr std::size_t max_samples = 64;

    BucketBox inside = {};

    /// From every so-manieth of `count` reference points.
    template <class PointAt>
    static BucketFences around(std::size_t count, PointAt point_at)
    {
        const std::size_t sample_count = std::min(count, max_samples);
        std::array<detail::FourFloats, max_samples> samples;
        const auto known = [](float x) { return x == x ? x : 0.0f; };
        for (std::size_t k = 0; k < sample_count; ++k) {
            const Vec3 point = point_at(k * count / sample_count);
            samples[k] = detail::FourFloats{known(point.x), known(point.y), known(point.z), 0.0f};
        }
        // Puts the lowest samples of each axis in order, and the highest, without a branch that nobody could foresee.
        constexpr float far = std::numeric_limits<float>::infinity();
        std::array<detail::FourFloats, max_samples / 10 + 1> lowest, highest;
        lowest.fill(detail::FourFloats{far, far, far, far});
        highest.fill(detail::FourFloats{-far, -far, -far, -far});
        for (std::size_t k = 0; k < sample_count; ++k) {
            detail::FourFloats sample = samples[k];
            for (detail::FourFloats& low : lowest) {
                const detail::FourFloats higher = detail::larger_of(sample, low);
                low = detail::smaller_of(sample, low);
                sample = higher;
            }
        }
        for (std::size_t k = 0; k < sample_count; ++k) {
            detail::FourFloats sample = samples[k];
            for (detail::FourFloats& high : highest) {
                const detail::FourFloats lower = detail::smaller_of(sample, high);
                high = detail::larger_of(sample, high);
                sample = lower;
            }
        }
        double low[3] = {}, high[3] = {}, width = 0.0;
        const std::size_t rank = sample_count / 10;
        for (int axis = 0; axis < 3 && sample_count > 0; ++axis) {
            low[axis] = lowest[rank][axis];
            high[axis] = highest[rank][axis];
            // The widest counts for all three: what stands up from a flat body is no stray.
            width = std::max(width, high[axis] - low[axis]);
        }
        constexpr double largest = std::numeric_limits<float>::max();
        const auto below = [&](double x) { return static_cast<float>(std::max(x - 3.0 * width, -largest)); };
        const auto above = [&](double x) { return static_cast<float>(std::min(x + 3.0 * width, largest)); };
        return {{{below(low[0]), below(low[1]), below(low[2])}, {above(high[0]), above(high[1]), above(high[2])}}};
    }

    bool hold(const Vec3& point) const
    {
        return (point.x >= inside.lower.x) & (point.y >= inside.lower.y) & (point.z >= inside.lower.z)
               & (point.x <= inside.upper.x) & (point.y <= inside.upper.y) & (point.z <= inside.upper.z);
    }
    bool hold(const BucketBox& box) const { return hold(box.lower) && hold(box.upper); }
};

/// The one key function: from a reference point to the cell of the octree's last level that it is in.
///
/// A cell's number has the bits of its three slabs, x first: the eight cells of a parent follow each other, and the
/// parent's number is theirs without the last three bits. A key has one slab after the other, and is quicker to come
/// by. Whatever lies a slab or more below the range or above it is a stray. Both ends of the range are inside.
class BucketGrid {
public:
    static constexpr std::uint32_t max_levels = 7;

    BucketGrid() { set({}, 0); }

    void set(const BucketBox& range, std::uint32_t levels)
    {
        const float lower[3] = {range.lower.x, range.lower.y, range.lower.z};
        const float upper[3] = {range.upper.x, range.upper.y, range.upper.z};
        levels_ = levels;
        side_ = 1u << levels;
        for (int axis = 0; axis < 3; ++axis) {
            // A little less than a slab for each, so that rounding leaves the range's upper end in the last one.
            const double slabs = double(side_) * (1.0 - 0x1p-20);
            const double extent = double(upper[axis]) - double(lower[axis]);
            constexpr double largest = std::numeric_limits<float>::max();
            origin_[axis] = lower[axis];
            scale_[axis] = extent > 0.0 ? static_cast<float>(std::min(slabs / extent, largest)) : float(largest);
        }
    }

    std::uint32_t levels() const { return levels_; }
    std::uint32_t side() const { return side_; } ///< slabs along each axis
    std::uint32_t stray() const
    {
        return 1u << (3 * levels_);
    } ///< the number after the last cell's, and the last key's

    /// From 0 to side() - 1 in the range, -1 below it and side() above. Grows with the coordinate: subtracting,
    /// scaling, clamping and truncating all do, whatever is rounded.
    std::int32_t slab(int axis, float coordinate) const
    {
        const float t = (coordinate - origin_[axis]) * scale_[axis];
        return static_cast<std::int32_t>(detail::smaller_of(detail::larger_of(t, -1.0f), float(side_)));
    }
    std::uint32_t key(std::int32_t slab_x, std::int32_t slab_y, std::int32_t slab_z) const
    {
        const auto x = static_cast<std::uint32_t>(slab_x), y = static_cast<std::uint32_t>(slab_y),
                   z = static_cast<std::uint32_t>(slab_z);
        return std::max(x, std::max(y, z)) < side_ ? x | y << levels_ | z << (2 * levels_) : stray();
    }
    std::uint32_t key(const Vec3& point) const { return key(slab(0, point.x), slab(1, point.y), slab(2, point.z)); }
    std::uint32_t cell_of_key(std::uint32_t key) const
    {
        const std::uint32_t mask = side_ - 1;
        return key == stray()
                   ? key
                   : spread(key & mask) << 2 | spread(key >> levels_ & mask) << 1 | spread(key >> (2 * levels_));
    }
    std::uint32_t key_of_cell(std::uint32_t cell) const
    {
        return cell == stray() ? cell
                               : gathered(cell >> 2) | gathered(cell >> 1) << levels_ | gathered(cell) << (2 * levels_);
    }
    std::uint32_t cell(const Vec3& point) const { return cell_of_key(key(point)); }

    float origin(int axis) const { return origin_[axis]; }
    float scale(int axis) const { return scale_[axis]; } ///< slabs per metre

private:
    /// Eight bits, three apart.
    static constexpr std::uint32_t spread(std::uint32_t bits)
    {
        bits = (bits | bits << 8) & 0x0000f00fu;
        bits = (bits | bits << 4) & 0x000c30c3u;
        return (bits | bits << 2) & 0x00249249u;
    }
    /// Every third bit, side by side.
    static constexpr std::uint32_t gathered(std::uint32_t bits)
    {
        bits &= 0x00249249u;
        bits = (bits | bits >> 2) & 0x000c30c3u;
        bits = (bits | bits >> 4) & 0x0000f00fu;
        return (bits | bits >> 8) & 0x000000ffu;
    }

    float origin_[3] = {};
    float scale_[3] = {};
    std::uint32_t levels_ = 0;
    std::uint32_t side_ = 1;
};

} // namespace tactus
