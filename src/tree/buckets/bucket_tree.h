// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/bucket_octree.h>

#include "base/buffer.h"
#include "base/work_prices.h"
#include "geometry/box.h"
#include "tree/triangle_list.h"

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

/// A box as a bucket octree keeps it. Reads 4 bytes beyond each vertex.
inline BucketLanes triangle_lanes(const float* positions, const TriangleIndices& corners)
{
    const detail::FourFloats a = detail::four_of(positions + 3 * std::size_t(corners[0]));
    const detail::FourFloats b = detail::four_of(positions + 3 * std::size_t(corners[1]));
    const detail::FourFloats c = detail::four_of(positions + 3 * std::size_t(corners[2]));
    return {detail::smaller_of(detail::smaller_of(a, b), c), detail::larger_of(detail::larger_of(a, b), c)};
}

inline Box box_of(const BucketLanes& lanes)
{
    return {{lanes.lower[0], lanes.lower[1], lanes.lower[2]}, {lanes.upper[0], lanes.upper[1], lanes.upper[2]}};
}

/// The bucket octree over the triangles of a list, made whenever they have moved, a little at a time.
class BucketTree {
public:
    explicit BucketTree(const structures::BucketOctree& options = {}, bool always_insert = false)
        : options_(options), always_insert_(always_insert)
    {
    }

    /// The triangles lie in this box now, and have so many vertices. Their list must stay, and their positions stay as
    /// they are, until the next call; positions must be readable for 4 bytes beyond the last. Where only some places of
    /// the list count, these are given, and must stay too.
    void begin(
        const TriangleList& triangles, std::size_t vertex_count, const Box& box,
        std::span<const std::uint32_t> places = {});
    /// Goes on making the tree; true when it is made.
    bool advance(std::size_t steps = per_call::bucket_steps);
    void finish() { advance(SIZE_MAX); }

    /// When it is made.
    const BucketNodes& nodes() const { return nodes_; }
    const TriangleList& triangles() const { return triangles_; }
    /// Where a primitive of the nodes stands in the list.
    std::uint32_t place(std::uint32_t primitive) const { return places_.empty() ? primitive : places_[primitive]; }
    BucketLanes box_at(std::uint32_t place) const
    {
        return triangle_lanes(triangles_.positions, triangles_.indices[place]);
    }
    std::uint32_t levels() const { return levels_; }
    std::size_t bytes() const { return nodes_.bytes() + lists_.bytes() + points_.bytes(); }

private:
    enum class Phase { fencing, ranging, filling, made };

    std::size_t count() const { return places_.empty() ? triangles_.size() : places_.size(); }
    Vec3 reference(std::size_t primitive) const;
    void set_fences();
    std::size_t range_count() const { return places_.empty() ? vertex_count_ : places_.size(); }
    std::size_t find_range(std::size_t steps);
    void begin_filling(const BucketBox& range);
    bool fill(std::size_t steps);
    void sort_lists();

    structures::BucketOctree options_;
    bool always_insert_ = false;
    TriangleList triangles_;
    std::span<const std::uint32_t> places_;
    Box box_;
    Phase phase_ = Phase::made;
    BucketFences fences_;
    std::size_t vertex_count_ = 0;
    std::size_t ranged_ = 0; ///< vertices, or primitives, that were looked at for the range
    BucketRange range_;
    std::uint32_t levels_ = 0;
    BucketGrid grid_;
    BucketLists lists_;
    Buffer<Vec3> points_; ///< for the lists
    BucketNodes nodes_;
};

} // namespace tactus
