// SPDX-License-Identifier: MIT
// F. Ganovelli, J. Dingliana, C. O'Sullivan, "BucketTree: Improving Collision Detection Between Deformable Objects",
// 2000, as the C++ template that they announced. Where we differ: node boxes cover the primitives in them and not the
// cells, so that nothing is missed; both algorithms have one key function; primitives that have flown off do not
// stretch the buckets of the others; and a tree can be searched against itself.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <tactus/body.h>
#include <tactus/detail/bucket_box.h>
#include <tactus/detail/bucket_grid.h>
#include <tactus/detail/bucket_lists.h>
#include <tactus/detail/bucket_nodes.h>
#include <tactus/detail/bucket_pairs.h>

namespace tactus {

/// A point is a primitive of its own.
constexpr Vec3 reference_point(const Vec3& point) { return point; }
constexpr BucketBox bounding_box(const Vec3& point) { return {point, point}; }

/// Segments, triangles, tetrahedra, and any other convex hull of a few points.
template <std::size_t N>
requires(N > 0) constexpr BucketBox bounding_box(const std::array<Vec3, N>& corners)
{
    BucketBox box{corners[0], corners[0]};
    for (const Vec3& p : corners) {
        box.lower = {
            detail::smaller_of(p.x, box.lower.x), detail::smaller_of(p.y, box.lower.y),
            detail::smaller_of(p.z, box.lower.z)};
        box.upper = {
            detail::larger_of(p.x, box.upper.x), detail::larger_of(p.y, box.upper.y),
            detail::larger_of(p.z, box.upper.z)};
    }
    return box;
}

/// The middle of its box.
template <std::size_t N>
requires(N > 0) constexpr Vec3 reference_point(const std::array<Vec3, N>& corners)
{
    const auto [lower, upper] = bounding_box(corners);
    return {0.5f * lower.x + 0.5f * upper.x, 0.5f * lower.y + 0.5f * upper.y, 0.5f * lower.z + 0.5f * upper.z};
}

/// Anything that can say its reference point and its box, by functions that are found beside it. The point says which
/// bucket it goes to, and is best somewhere in the box; the box says what it can meet. Both must be finite.
///
///     struct Capsule {
///         tactus::Vec3 begin, end;
///         float radius;
///     };
///     tactus::Vec3 reference_point(const Capsule& capsule) { return capsule.begin; }
///     tactus::BucketBox bounding_box(const Capsule& capsule)
template <class T>
concept BucketPrimitive = requires(const T& primitive)
{
    {
        reference_point(primitive)
        } -> std::convertible_to<Vec3>;
    {
        bounding_box(primitive)
        } -> std::convertible_to<BucketBox>;
};

/// As many that an occupied bucket of a surface holds some twenty primitives.
constexpr std::uint32_t automatic_bucket_levels(std::size_t primitive_count)
{
    std::uint32_t levels = 0;
    // A surface occupies some four of the 4^levels cells of a cube's side.
    while (levels < BucketGrid::max_levels && (std::size_t{128} << (2 * levels)) < primitive_count)
        ++levels;
    return levels;
}

/// An octree over moving primitives of one kind, made anew whenever they have moved. It needs no topology, so
/// primitives may come, go and change as they like between updates.
///
///     BucketOctree<std::array<Vec3, 4>> bones, organs; // of tetrahedra
///     bones.update(bone_cells);                        // whenever they have moved
///     organs.update(organ_cells);
///     bones.for_each_pair(organs, [&](std::uint32_t bone, std::uint32_t organ) {
///         std::printf("bone %u and organ %u may touch\n", bone, organ);
///     });
///
/// It takes memory when it meets more primitives than ever before, and otherwise none. Where there is none, update
/// passes on std::bad_alloc, as the standard's containers do, and the tree is of no more use. Updates of different
/// trees, and searches of any trees that nobody updates, may run in different threads at the same time.
template <BucketPrimitive Primitive>
class BucketOctree {
public:
    explicit BucketOctree(const structures::BucketOctree& options = {}) : options_(options)
    {
        options_.levels = std::min(options_.levels, BucketGrid::max_levels);
    }

    /// With what a reproduction of the paper asks for; needs tactus/papers.h.
    template <std::same_as<papers::Options> PaperOptions>
    BucketOctree(const structures::BucketOctree& options, const PaperOptions& paper) : BucketOctree(options)
    {
        always_insert_ = paper.always_insert;
    }

    /// Takes the primitives as they are now. They are named by their places from here on, and are not looked at again.
    template <std::ranges::random_access_range R>
    requires std::convertible_to < std::ranges::range_reference_t<R>,
    const Primitive& > void update(const R& primitives)
    {
        const auto count = static_cast<std::size_t>(std::ranges::distance(primitives));
        points_.resize(count);
        boxes_.resize(count);
        BucketBox all{{}, {}};
        std::size_t place = 0;
        for (const Primitive& primitive : primitives) {
            const Vec3 point = reference_point(primitive);
            points_[place] = point;
            boxes_[place] = BucketLanes::of(bounding_box(primitive));
            all = place++ == 0 ? BucketBox{point, point} : reaching(all, point);
        }
        set_range(all);
        const auto point_at = [&](std::size_t k) { return points_[k]; };
        const bool has_lists = options_.algorithm == BucketAlgorithm::sorted_lists;
        if (has_lists)
            lists_.update(count, point_at, grid_, always_insert_);
        nodes_.begin(grid_, count);
        nodes_.advance(
            SIZE_MAX, grid_, [&](std::size_t begin, std::size_t some, BucketLanes* boxes, std::uint32_t* keys) {
                std::copy_n(boxes_.begin() + static_cast<std::ptrdiff_t>(begin), some, boxes);
                for (std::size_t k = 0; k < some; ++k)
                    keys[k] = has_lists ? lists_.key(begin + k, grid_) : grid_.key(points_[begin + k]);
            });
    }

    std::size_t size() const { return points_.size(); }
    /// As they were asked for, or chosen at the last update.
    std::uint32_t levels() const { return grid_.levels(); }
    /// The box around all primitives; inverted if there are none.
    BucketBox box() const { return size() > 0 ? nodes_.box(nodes_.root()).box() : BucketLanes::none().box(); }
    std::uint32_t bucket_count() const { return nodes_.bucket_count(); } ///< How many hold something.
    std::size_t bytes() const
    {
        return nodes_.bytes() + lists_.bytes() + points_.capacity() * sizeof(Vec3)
               + boxes_.capacity() * sizeof(BucketLanes);
    }

    /// Calls visit(cell, primitives) for every bucket that holds something. The cell is a number below 8^levels, with
    /// the bits of x, y and z in turn; strays have 8^levels. The primitives' places ascend.
    template <class Visit>
    void for_each_bucket(Visit visit) const
    {
        for (std::uint32_t name = 0; name < nodes_.bucket_count(); ++name)
            visit(nodes_.cell(name), nodes_.primitives(name));
    }

    /// Calls visit(of_this, of_other) for every two buckets whose boxes overlap, with the places of the primitives in
    /// them. This is what the paper's traversal gives. Ends if the visit returns false.
    template <class Other, class Visit>
    void for_each_bucket_pair(const BucketOctree<Other>& other, Visit visit) const
    {
        auto go_on = [&](std::uint32_t a, std::uint32_t b) {
            return wants_more(visit, nodes_.primitives(a), other.nodes_.primitives(b));
        };
        BucketPairs pairs(nodes_, other.nodes_, options_.order, go_on);
        pairs.find();
    }

    /// Calls visit(place_in_this, place_in_other) once for every two primitives whose boxes overlap, and for no others.
    /// Ends if the visit returns false.
    template <class Other, class Visit>
    void for_each_pair(const BucketOctree<Other>& other, Visit visit) const
    {
        auto go_on = [&](std::uint32_t a, std::uint32_t b) {
            for (const std::uint32_t i : nodes_.primitives(a)) {
                if (!overlap(boxes_[i], other.nodes_.box(b)))
                    continue;
                for (const std::uint32_t j : other.nodes_.primitives(b))
                    if (overlap(boxes_[i], other.boxes_[j]) && !wants_more(visit, i, j))
                        return false;
            }
            return true;
        };
        BucketPairs pairs(nodes_, other.nodes_, options_.order, go_on);
        pairs.find();
    }

    /// Calls visit(place, larger_place) once for every two primitives of this tree whose boxes overlap, and for no
    /// others. Ends if the visit returns false.
    template <class Visit>
    void for_each_self_pair(Visit visit) const
    {
        auto go_on = [&](std::uint32_t a, std::uint32_t b) {
            const std::span<const std::uint32_t> in_a = nodes_.primitives(a), in_b = nodes_.primitives(b);
            for (std::size_t k = 0; k < in_a.size(); ++k) {
                const std::uint32_t i = in_a[k];
                if (!overlap(boxes_[i], nodes_.box(b)))
                    continue;
                for (const std::uint32_t j : a == b ? in_b.subspan(k + 1) : in_b)
                    if (overlap(boxes_[i], boxes_[j]) && !wants_more(visit, std::min(i, j), std::max(i, j)))
                        return false;
            }
            return true;
        };
        BucketPairs pairs(nodes_, nodes_, options_.order, go_on);
        pairs.find_self();
    }

    const BucketNodes& nodes() const { return nodes_; }

private:
    template <BucketPrimitive>
    friend class BucketOctree;

    static BucketBox reaching(const BucketBox& box, const Vec3& p)
    {
        return {
            {detail::smaller_of(p.x, box.lower.x), detail::smaller_of(p.y, box.lower.y),
             detail::smaller_of(p.z, box.lower.z)},
            {detail::larger_of(p.x, box.upper.x), detail::larger_of(p.y, box.upper.y),
             detail::larger_of(p.z, box.upper.z)}};
    }

    template <class Visit, class... Arguments>
    static bool wants_more(Visit& visit, Arguments&&... arguments)
    {
        if constexpr (std::is_void_v<std::invoke_result_t<Visit&, Arguments...>>) {
            visit(std::forward<Arguments>(arguments)...);
            return true;
        } else {
            return static_cast<bool>(visit(std::forward<Arguments>(arguments)...));
        }
    }

    void set_range(const BucketBox& all)
    {
        const std::size_t count = points_.size();
        const BucketFences fences = BucketFences::around(count, [&](std::size_t k) { return points_[k]; });
        BucketBox range = all;
        if (count > 0 && !fences.hold(all)) {
            BucketBox held_range = fences.inside;
            std::size_t held = 0;
            for (const Vec3& point : points_)
                if (fences.hold(point))
                    held_range = held++ == 0 ? BucketBox{point, point} : reaching(held_range, point);
            // What is many is no stray.
            if (8 * (count - held) < count)
                range = held_range;
        }
        grid_.set(range, options_.levels > 0 ? options_.levels : automatic_bucket_levels(count));
    }

    structures::BucketOctree options_;
    bool always_insert_ = false;
    BucketGrid grid_;
    BucketLists lists_;
    BucketNodes nodes_;
    std::vector<Vec3> points_;
    std::vector<BucketLanes> boxes_;
};

} // namespace tactus
