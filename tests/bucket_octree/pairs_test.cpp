// SPDX-License-Identifier: MIT
#include <deque>
#include <ranges>

#include <gtest/gtest.h>

#include "bucket_octree/soups.h"

namespace tactus::soups {
namespace {

template <class Primitive>
class BucketOctreeOf : public testing::Test {
protected:
    static std::vector<Primitive> soup(std::size_t count, float size, Random& random)
    {
        std::vector<Primitive> primitives;
        for (std::size_t k = 0; k < count; ++k)
            primitives.push_back(grown_at<Primitive>(rounded(random.in_cube()), size, random));
        return primitives;
    }
};

using Primitives =
    testing::Types<Vec3, std::array<Vec3, 2>, std::array<Vec3, 3>, std::array<Vec3, 4>, std::array<Vec3, 8>, Capsule>;
TYPED_TEST_SUITE(BucketOctreeOf, Primitives);

TYPED_TEST(BucketOctreeOf, PrimitivesThatMoveALittleOrJumpHasBruteForcesPairs)
{
    for (const structures::BucketOctree& options : all_options()) {
        SCOPED_TRACE(named(options));
        Random random(4711);
        auto a = this->soup(120, 0.15f, random), b = this->soup(80, 0.3f, random);
        // Points rarely coincide by themselves.
        if constexpr (std::is_same_v<TypeParam, Vec3>)
            std::copy(a.begin(), a.begin() + 40, b.begin() + 20);
        BucketOctree<TypeParam> tree_a(options), tree_b(options);
        std::size_t found = 0;
        for (int frame = 0; frame < 6; ++frame) {
            tree_a.update(a);
            tree_b.update(b);
            const auto pairs = tree_pairs(tree_a, tree_b);
            found += pairs.size();
            ASSERT_EQ(pairs, plain_pairs(a, b)) << "frame " << frame;
            ASSERT_EQ(tree_self_pairs(tree_a), plain_self_pairs(a)) << "frame " << frame;
            const bool jumps = frame % 3 == 2;
            for (auto& primitive : a)
                if (jumps)
                    primitive = grown_at<TypeParam>(rounded(random.in_cube()), 0.15f, random);
                else
                    move(primitive, {0.01f, static_cast<float>(random.between(-0.02, 0.02)), 0.0f});
        }
        EXPECT_GT(found, 0u);
    }
}

TYPED_TEST(BucketOctreeOf, PrimitivesHasThemWhereAllLieInOnePlaneOrOnePointOrCoincide)
{
    Random random(12);
    auto spread = this->soup(70, 0.2f, random);
    auto flat = spread, point = spread, coincident = spread;
    for (std::size_t k = 0; k < spread.size(); ++k) {
        flat[k] = grown_at<TypeParam>({float(k % 10), 0.5f, float(k / 10)}, 0.0f, random);
        point[k] = grown_at<TypeParam>({0.25f, -3.0f, 1e-20f}, 0.0f, random);
        coincident[k] = spread[k % 7];
    }
    for (const structures::BucketOctree& options : all_options(4))
        for (const auto& a : {flat, point, coincident, spread})
            for (const auto& b : {flat, point, coincident, spread}) {
                BucketOctree<TypeParam> tree_a(options), tree_b(options);
                tree_a.update(a);
                tree_b.update(b);
                ASSERT_EQ(tree_pairs(tree_a, tree_b), plain_pairs(a, b)) << named(options);
                ASSERT_EQ(tree_self_pairs(tree_a), plain_self_pairs(a)) << named(options);
            }
}

TYPED_TEST(BucketOctreeOf, PrimitivesHasThemWhateverFliesOff)
{
    for (const structures::BucketOctree& options : all_options(5)) {
        Random random(99);
        auto a = this->soup(120, 0.2f, random), b = this->soup(80, 0.2f, random);
        a[17] = grown_at<TypeParam>({2000.0f, 0.0f, 0.0f}, 0.1f, random);
        a[18] = grown_at<TypeParam>({0.0f, -1e30f, 0.0f}, 0.1f, random);
        b[3] = grown_at<TypeParam>({2000.0f, 0.0f, 0.0f}, 0.1f, random);
        if constexpr (std::is_same_v<TypeParam, Vec3>)
            b[3] = a[17];
        BucketOctree<TypeParam> tree_a(options), tree_b(options);
        tree_a.update(a);
        tree_b.update(b);
        ASSERT_EQ(tree_pairs(tree_a, tree_b), plain_pairs(a, b)) << named(options);
        ASSERT_EQ(tree_self_pairs(tree_a), plain_self_pairs(a)) << named(options);
    }
}

TEST(BucketOctreePairs, TreesOfDifferentPrimitivesLevelsAndAlgorithmsMeet)
{
    Random random(5);
    std::vector<Vec3> points;
    std::vector<std::array<Vec3, 4>> cells;
    for (int k = 0; k < 300; ++k) {
        points.push_back(rounded(random.in_cube()));
        cells.push_back(grown_at<std::array<Vec3, 4>>(rounded(random.in_cube()), 0.2f, random));
    }
    for (const structures::BucketOctree& of_points : all_options(5)) {
        BucketOctree<Vec3> tree_a(of_points);
        BucketOctree<std::array<Vec3, 4>> tree_b({.levels = 3, .algorithm = BucketAlgorithm::sorted_lists});
        tree_a.update(points);
        tree_b.update(cells);
        ASSERT_EQ(tree_pairs(tree_a, tree_b), plain_pairs(points, cells)) << named(of_points);
    }
}

TEST(BucketOctreePairs, AnyRangeWillDoAndPrimitivesMayComeAndGo)
{
    Random random(6);
    std::vector<Vec3> vertices;
    for (int k = 0; k < 200; ++k)
        vertices.push_back(rounded(random.in_cube()));
    BucketOctree<std::array<Vec3, 3>> lists({.algorithm = BucketAlgorithm::sorted_lists}), direct;
    for (const std::uint32_t count : {40u, 190u, 0u, 1u, 190u, 7u}) {
        const auto triangle = [&](std::uint32_t k) {
            return std::array<Vec3, 3>{vertices[k], vertices[k + 1], vertices[k + 2]};
        };
#if defined(__clang__) && __clang_major__ < 16
        // These versions cannot compile the views of libstdc++.
        std::deque<std::array<Vec3, 3>> strip;
        for (std::uint32_t k = 0; k < count; ++k)
            strip.push_back(triangle(k));
#else
        // Triangles of a strip, made as they are asked for.
        const auto strip = std::views::iota(0u, count) | std::views::transform(triangle);
#endif
        lists.update(strip);
        direct.update(strip);
        std::vector<std::array<Vec3, 3>> all;
        for (std::uint32_t k = 0; k < count; ++k)
            all.push_back(strip[k]);
        EXPECT_EQ(lists.size(), count);
        EXPECT_EQ(tree_self_pairs(lists), plain_self_pairs(all));
        EXPECT_EQ(tree_pairs(direct, lists), plain_pairs(all, all));
    }
}

TEST(BucketOctreePairs, AVisitCanEndTheSearch)
{
    const std::vector<Vec3> points(20, Vec3{1.0f, 2.0f, 3.0f});
    BucketOctree<Vec3> tree;
    tree.update(points);
    int visits = 0;
    tree.for_each_pair(tree, [&](std::uint32_t, std::uint32_t) { return ++visits < 5; });
    EXPECT_EQ(visits, 5);
    tree.for_each_self_pair([&](std::uint32_t, std::uint32_t) { return ++visits < 9; });
    EXPECT_EQ(visits, 9);
    tree.for_each_bucket_pair(tree, [&](auto in_a, auto in_b) {
        EXPECT_EQ(in_a.size(), in_b.size());
        ++visits;
        return false;
    });
    EXPECT_EQ(visits, 10);
}

TEST(BucketOctreePairs, APrimitiveThatIsNoNumberSpoilsNothingForTheOthers)
{
    Random random(8);
    std::vector<std::array<Vec3, 2>> segments;
    for (int k = 0; k < 100; ++k)
        segments.push_back(grown_at<std::array<Vec3, 2>>(rounded(random.in_cube()), 0.2f, random));
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    segments[0] = {Vec3{nan, nan, nan}, Vec3{nan, nan, nan}};
    segments[64] = {Vec3{nan, 0.0f, inf}, Vec3{nan, 0.0f, inf}};
    std::vector<Pair> expected = plain_self_pairs(segments);
    const auto is_about_them = [](const Pair& p) { return p.first == 0 || p.first == 64 || p.second == 64; };
    std::erase_if(expected, is_about_them);
    for (const structures::BucketOctree& options : all_options(3)) {
        BucketOctree<std::array<Vec3, 2>> tree(options);
        tree.update(segments);
        std::vector<Pair> pairs = tree_self_pairs(tree);
        std::erase_if(pairs, is_about_them);
        EXPECT_EQ(pairs, expected) << named(options);
    }
}

} // namespace
} // namespace tactus::soups
