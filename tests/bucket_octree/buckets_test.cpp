// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "bucket_octree/soups.h"

#include <tactus/papers.h>

namespace tactus::soups {
namespace {

using Buckets = std::map<std::uint32_t, std::vector<std::uint32_t>>;
using Triangle = std::array<Vec3, 3>;

template <class Primitive>
Buckets buckets_of(const BucketOctree<Primitive>& tree)
{
    Buckets buckets;
    tree.for_each_bucket([&](std::uint32_t cell, std::span<const std::uint32_t> primitives) {
        EXPECT_TRUE(buckets.emplace(cell, std::vector(primitives.begin(), primitives.end())).second);
    });
    return buckets;
}

bool covers(const BucketLanes& outer, const BucketLanes& inner)
{
    bool all = true;
    for (int axis = 0; axis < 3; ++axis)
        all = all && outer.lower[axis] <= inner.lower[axis] && outer.upper[axis] >= inner.upper[axis];
    return all;
}

/// The primitives below a node, each checked to be in the boxes of all nodes above it.
void collect(
    const BucketNodes& nodes, std::uint32_t name, const std::vector<Triangle>& triangles,
    std::multiset<std::uint32_t>& all)
{
    if (nodes.is_bucket(name)) {
        EXPECT_FALSE(nodes.primitives(name).empty()) << "an empty bucket was visited";
        for (const std::uint32_t k : nodes.primitives(name)) {
            EXPECT_TRUE(covers(nodes.box(name), BucketLanes::of(bounding_box(triangles[k]))));
            all.insert(k);
        }
        return;
    }
    const auto [begin, end] = nodes.children(name);
    EXPECT_LT(begin, end) << "a node without children was visited";
    EXPECT_LE(end - begin, 8u);
    for (std::uint32_t child = begin; child < end; ++child) {
        EXPECT_EQ(nodes.cell(child) >> 3, nodes.cell(name));
        EXPECT_TRUE(covers(nodes.box(name), nodes.box(child)));
        collect(nodes, child, triangles, all);
    }
}

std::vector<Triangle> triangle_soup(std::size_t count, std::uint64_t seed)
{
    Random random(seed);
    std::vector<Triangle> triangles;
    for (std::size_t k = 0; k < count; ++k)
        triangles.push_back(grown_at<Triangle>(rounded(random.in_cube()), 0.1f, random));
    return triangles;
}

TEST(Buckets, BothAlgorithmsMakeTheSameTreeWhereverThePrimitivesGo)
{
    for (std::uint32_t levels = 0; levels <= BucketGrid::max_levels; ++levels) {
        std::vector<Triangle> triangles = triangle_soup(400, 21);
        BucketOctree<Triangle> direct({.levels = levels});
        BucketOctree<Triangle> lists({.levels = levels, .algorithm = BucketAlgorithm::sorted_lists});
        BucketOctree<Triangle> patient(
            {.levels = levels, .algorithm = BucketAlgorithm::sorted_lists}, papers::Options{.always_insert = true});
        Random random(3);
        for (int frame = 0; frame < 8; ++frame) {
            direct.update(triangles);
            lists.update(triangles);
            patient.update(triangles);
            ASSERT_EQ(buckets_of(direct), buckets_of(lists)) << levels << " levels, frame " << frame;
            ASSERT_EQ(buckets_of(direct), buckets_of(patient)) << levels << " levels, frame " << frame;
            for (Triangle& triangle : triangles)
                if (frame == 4)
                    triangle = grown_at<Triangle>(rounded(random.in_cube()), 0.1f, random);
                else
                    move(triangle, rounded({0.02 * random.uniform(), -0.01 * random.uniform(), 0.01}));
        }
    }
}

TEST(Buckets, WhatLiesOnACellsEdgeOrAtTheBoxesMaximumLandsInOneBucketWithBoth)
{
    std::vector<Vec3> points;
    for (int x = 0; x <= 16; ++x)
        for (int y = 0; y <= 16; ++y)
            points.push_back({float(x), float(y), float((x * 7 + y * 3) % 17)});
    points.push_back({std::nextafter(16.0f, 0.0f), std::nextafter(8.0f, 0.0f), std::nextafter(8.0f, 16.0f)});
    for (std::uint32_t levels = 1; levels <= BucketGrid::max_levels; ++levels) {
        BucketOctree<Vec3> direct({.levels = levels});
        BucketOctree<Vec3> lists({.levels = levels, .algorithm = BucketAlgorithm::sorted_lists});
        direct.update(points);
        lists.update(points);
        const Buckets buckets = buckets_of(direct);
        EXPECT_EQ(buckets, buckets_of(lists));
        EXPECT_LT(buckets.rbegin()->first, 1u << (3 * levels)) << "nothing here is a stray";
        // Lower and upper corner of the box: the first and the last cell.
        BucketGrid grid;
        grid.set({{0.0f, 0.0f, 0.0f}, {16.0f, 16.0f, 16.0f}}, levels);
        EXPECT_EQ(grid.cell(Vec3{0.0f, 0.0f, 0.0f}), 0u);
        EXPECT_EQ(grid.cell(Vec3{16.0f, 16.0f, 16.0f}), (1u << (3 * levels)) - 1);
        EXPECT_EQ(grid.cell(Vec3{std::nextafter(16.0f, 17.0f) + 1.0f, 0.0f, 0.0f}), grid.stray());
        EXPECT_EQ(grid.cell(Vec3{0.0f, -16.0f, 0.0f}), grid.stray()) << "below the range";
    }
}

TEST(Buckets, TheKeyGrowsWithTheCoordinate)
{
    Random random(77);
    for (const double size : {1e-30, 1e-3, 1.0, 1e10, 1e37}) {
        BucketGrid grid;
        const float centre = static_cast<float>(random.between(-size, size));
        const float reach = static_cast<float>(size);
        grid.set({{centre - reach, 0.0f, -reach}, {centre + reach, 0.0f, reach}}, 6);
        std::vector<float> coordinates = {centre - reach, centre + reach, 0.0f, -1e38f, 1e38f};
        for (int k = 0; k < 2000; ++k)
            coordinates.push_back(static_cast<float>(random.between(-3.0 * size, 3.0 * size)));
        std::sort(coordinates.begin(), coordinates.end());
        std::int32_t last = -1;
        for (const float x : coordinates) {
            const std::int32_t slab = grid.slab(0, x);
            EXPECT_GE(slab, last);
            last = slab;
        }
        EXPECT_EQ(grid.slab(0, centre - reach), 0);
        EXPECT_EQ(grid.slab(0, centre + reach), static_cast<std::int32_t>(grid.side()) - 1);
    }
}

TEST(Buckets, PointersStandWhereTheFirstPrimitiveOfALaterSlabIs)
{
    Random random(31);
    BucketLists lists;
    std::vector<Vec3> points(300);
    for (int frame = 0; frame < 12; ++frame) {
        for (Vec3& point : points)
            // All slabs, then few: many are empty.
            point = rounded(random.in_cube()), point.x = frame % 2 == 0 ? point.x : std::round(2.0f * point.x);
        BucketGrid grid;
        grid.set({{-1.0f, -0.9f, -1.0f}, {1.0f, 1.0f, 2.0f}}, 1 + static_cast<std::uint32_t>(frame) % 5);
        lists.update(
            points.size(), [&](std::size_t k) { return points[k]; }, grid);
        for (int axis = 0; axis < 3; ++axis)
            for (std::int32_t k = -1; k <= static_cast<std::int32_t>(grid.side()); ++k) {
                const auto earlier = std::count_if(points.begin(), points.end(), [&](const Vec3& p) {
                    return grid.slab(axis, axis == 0 ? p.x : axis == 1 ? p.y : p.z) < k;
                });
                EXPECT_EQ(lists.first_of(axis, k), static_cast<std::size_t>(earlier));
            }
        for (std::size_t k = 0; k < points.size(); ++k)
            EXPECT_EQ(lists.key(k, grid), grid.key(points[k]));
    }
}

TEST(Buckets, NodesCoverWhatIsBelowThemAndOnlyOccupiedOnesAreVisited)
{
    for (std::uint32_t levels = 0; levels <= BucketGrid::max_levels; ++levels) {
        BucketOctree<Triangle> tree({.levels = levels});
        for (const std::size_t count : {500u, 3u, 90u, 700u}) {
            std::vector<Triangle> triangles = triangle_soup(count, count);
            if (count == 90)
                triangles[40] = {Vec3{900.0f, 0.0f, 0.0f}, Vec3{901.0f, 0.0f, 0.0f}, Vec3{900.0f, 1.0f, 0.0f}};
            tree.update(triangles);
            std::multiset<std::uint32_t> all;
            collect(tree.nodes(), tree.nodes().root(), triangles, all);
            EXPECT_EQ(all.size(), count);
            for (std::uint32_t k = 0; k < count; ++k)
                EXPECT_EQ(all.count(k), 1u);
            EXPECT_LE(tree.nodes().node_count(), 2u + count * (2 + tree.levels()));
        }
    }
}

TEST(Buckets, MakingTheTreeInStepsMakesTheSameTree)
{
    const std::vector<Triangle> triangles = triangle_soup(333, 9);
    BucketGrid grid;
    grid.set({{-1.0f, -1.0f, -1.0f}, {0.9f, 1.0f, 1.0f}}, 3);
    const auto chunk_at = [&](std::size_t begin, std::size_t count, BucketLanes* boxes, std::uint32_t* keys) {
        for (std::size_t k = 0; k < count; ++k) {
            boxes[k] = BucketLanes::of(bounding_box(triangles[begin + k]));
            keys[k] = grid.key(reference_point(triangles[begin + k]));
        }
    };
    BucketNodes whole, parts;
    whole.begin(grid, triangles.size());
    EXPECT_TRUE(whole.advance(SIZE_MAX, grid, chunk_at));
    for (const std::size_t steps : {1u, 7u, 100u}) {
        parts.begin(grid, triangles.size());
        std::size_t calls = 1;
        while (!parts.advance(steps, grid, chunk_at))
            ++calls;
        EXPECT_GE(calls, triangles.size() / steps);
        EXPECT_LE(calls, 12 * triangles.size() / steps + 10);
        ASSERT_EQ(parts.node_count(), whole.node_count());
        EXPECT_EQ(parts.root(), whole.root());
        for (std::uint32_t name = 0; name < whole.bucket_count(); ++name)
            EXPECT_TRUE(std::ranges::equal(parts.primitives(name), whole.primitives(name)));
    }
}

TEST(Buckets, AStrayLeavesTheOthersWhereTheyWere)
{
    std::vector<Triangle> triangles = triangle_soup(5000, 13);
    BucketOctree<Triangle> tree;
    tree.update(triangles);
    const Buckets before = buckets_of(tree);
    triangles.push_back({Vec3{-2000.0f, 3000.0f, 0.0f}, Vec3{-2000.0f, 3000.0f, 1.0f}, Vec3{-2000.0f, 3001.0f, 0.0f}});
    tree.update(triangles);
    Buckets after = buckets_of(tree);
    const std::uint32_t stray = 1u << (3 * tree.levels());
    ASSERT_TRUE(after.contains(stray));
    EXPECT_EQ(after[stray], std::vector<std::uint32_t>{5000});
    after.erase(stray);
    EXPECT_EQ(after, before);
}

TEST(Buckets, AFewThatStandUpFromAFlatBodyAreNoStraysAndMostNeverAre)
{
    Random random(41);
    std::vector<Vec3> points;
    for (int k = 0; k < 1000; ++k) {
        const Vec3 p = rounded(random.in_cube());
        points.push_back({p.x, p.y, k % 50 == 0 ? 0.5f * p.z : 0.0f});
    }
    BucketOctree<Vec3> tree({.levels = 4});
    tree.update(points);
    EXPECT_FALSE(buckets_of(tree).contains(1u << 12));
    // A third of all, far away from a heap in one place.
    for (std::size_t k = 0; k < points.size(); ++k)
        points[k] = k % 3 == 0 ? rounded(random.in_cube()) : Vec3{};
    tree.update(points);
    EXPECT_LT(buckets_of(tree)[1u << 12].size(), points.size() / 8 + 1);
}

TEST(Buckets, LevelsGrowWithTheNumberOfPrimitivesOrAreGiven)
{
    std::uint32_t last = 0;
    for (std::size_t count = 1; count < 10'000'000; count *= 2) {
        const std::uint32_t levels = automatic_bucket_levels(count);
        EXPECT_GE(levels, last);
        EXPECT_LE(levels, BucketGrid::max_levels);
        last = levels;
    }
    EXPECT_EQ(automatic_bucket_levels(1), 0u);
    EXPECT_GE(last, 6u);
    BucketOctree<Triangle> given({.levels = 5}), more({.levels = 70});
    given.update(triangle_soup(10, 1));
    more.update(triangle_soup(10, 1));
    EXPECT_EQ(given.levels(), 5u);
    EXPECT_EQ(more.levels(), BucketGrid::max_levels);
}

} // namespace
} // namespace tactus::soups
