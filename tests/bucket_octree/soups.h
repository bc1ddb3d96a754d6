// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tactus/bucket_octree.h>

#include "scenes/random.h"

namespace tactus::soups {

using scenes::Random;
using scenes::rounded;

/// A primitive that the library knows nothing about.
struct Capsule {
    Vec3 begin;
    Vec3 end;
    float radius = 0.0f;
};

inline Vec3 reference_point(const Capsule& capsule) { return capsule.begin; }
inline BucketBox bounding_box(const Capsule& c)
{
    return {
        {std::min(c.begin.x, c.end.x) - c.radius, std::min(c.begin.y, c.end.y) - c.radius,
         std::min(c.begin.z, c.end.z) - c.radius},
        {std::max(c.begin.x, c.end.x) + c.radius, std::max(c.begin.y, c.end.y) + c.radius,
         std::max(c.begin.z, c.end.z) + c.radius}};
}

inline Vec3 moved(Vec3 p, Vec3 by) { return {p.x + by.x, p.y + by.y, p.z + by.z}; }

/// A primitive of about this size with a corner there.
template <class Primitive>
Primitive grown_at(Vec3 at, float size, Random& random)
{
    const auto near = [&] {
        const scenes::Point p = random.in_cube();
        return moved(at, rounded({size * p.x, size * p.y, size * p.z}));
    };
    if constexpr (std::is_same_v<Primitive, Vec3>) {
        return at;
    } else if constexpr (std::is_same_v<Primitive, Capsule>) {
        return {at, near(), static_cast<float>(random.between(0.0, size))};
    } else {
        Primitive corners{};
        for (Vec3& corner : corners)
            corner = near();
        return corners;
    }
}

inline void move(Vec3& point, Vec3 by) { point = moved(point, by); }
inline void move(Capsule& capsule, Vec3 by)
{
    move(capsule.begin, by);
    move(capsule.end, by);
}
template <std::size_t N>
void move(std::array<Vec3, N>& corners, Vec3 by)
{
    for (Vec3& corner : corners)
        move(corner, by);
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

template <class A, class B>
std::vector<Pair> plain_pairs(const std::vector<A>& a, const std::vector<B>& b)
{
    std::vector<Pair> pairs;
    std::vector<BucketBox> boxes;
    for (const B& primitive : b)
        boxes.push_back(bounding_box(primitive));
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const BucketBox p = bounding_box(a[i]);
        for (std::uint32_t j = 0; j < b.size(); ++j) {
            const BucketBox& q = boxes[j];
            if (p.lower.x <= q.upper.x && q.lower.x <= p.upper.x && p.lower.y <= q.upper.y && q.lower.y <= p.upper.y
                && p.lower.z <= q.upper.z && q.lower.z <= p.upper.z)
                pairs.emplace_back(i, j);
        }
    }
    return pairs;
}

template <class A>
std::vector<Pair> plain_self_pairs(const std::vector<A>& a)
{
    std::vector<Pair> pairs = plain_pairs(a, a);
    std::erase_if(pairs, [](const Pair& pair) { return pair.first >= pair.second; });
    return pairs;
}

template <class A, class B>
std::vector<Pair> tree_pairs(const BucketOctree<A>& a, const BucketOctree<B>& b)
{
    std::vector<Pair> pairs;
    a.for_each_pair(b, [&](std::uint32_t i, std::uint32_t j) { pairs.emplace_back(i, j); });
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

template <class A>
std::vector<Pair> tree_self_pairs(const BucketOctree<A>& a)
{
    std::vector<Pair> pairs;
    a.for_each_self_pair([&](std::uint32_t i, std::uint32_t j) { pairs.emplace_back(i, j); });
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Every combination of levels, algorithm and order.
inline std::vector<structures::BucketOctree> all_options(std::uint32_t most_levels = BucketGrid::max_levels)
{
    std::vector<structures::BucketOctree> all;
    for (std::uint32_t levels = 0; levels <= most_levels; ++levels)
        for (const auto algorithm : {BucketAlgorithm::direct, BucketAlgorithm::sorted_lists})
            for (const auto order : {BucketOrder::smaller_first, BucketOrder::larger_first})
                all.push_back({.levels = levels, .algorithm = algorithm, .order = order});
    return all;
}

inline std::string named(const structures::BucketOctree& options)
{
    return std::to_string(options.levels) + " levels, "
           + (options.algorithm == BucketAlgorithm::direct ? "direct" : "sorted lists")
           + (options.order == BucketOrder::smaller_first ? ", smaller first" : ", larger first");
}

} // namespace tactus::soups
