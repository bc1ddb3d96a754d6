// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include <tactus/bucket_octree.h>

namespace tactus {

/// How far points reach along each axis, without those beyond its fences.
class BucketRange {
public:
    BucketRange() = default;
    explicit BucketRange(const BucketFences& fences)
        : fences_(BucketLanes::of(fences.inside)), within_(BucketLanes::none()), beyond_{}
    {
    }

    /// A point in the first three lanes.
    void add(detail::FourFloats point)
    {
        const detail::FourInts is_within = (point >= fences_.lower) & (point <= fences_.upper);
        const BucketLanes far = BucketLanes::none();
        within_.lower = detail::smaller_of(is_within ? point : far.lower, within_.lower);
        within_.upper = detail::larger_of(is_within ? point : far.upper, within_.upper);
        beyond_ += is_within + 1;
    }

    /// Points that were beyond the fences of the axis where there are most such.
    std::size_t beyond() const { return static_cast<std::size_t>(std::max({beyond_[0], beyond_[1], beyond_[2]})); }
    BucketBox within() const { return within_.box(); }

private:
    BucketLanes fences_ = BucketLanes::none();
    BucketLanes within_ = BucketLanes::none();
    detail::FourInts beyond_ = {};
};

} // namespace tactus
