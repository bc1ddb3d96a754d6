// SPDX-License-Identifier: MIT
#include "geometry/triangle_pairs/triangle_batch.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "geometry/triangle_cases.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

constexpr std::uint64_t batch_seed = 31;

std::vector<IndexPair> expected_hits(const Soup& a, const Soup& b, const std::vector<IndexPair>& pairs)
{
    std::vector<IndexPair> hits;
    for (const IndexPair pair : pairs)
        if (triangles_intersect(a.triangles[pair.a], b.triangles[pair.b]))
            hits.push_back(pair);
    return hits;
}

using Test = std::size_t (*)(const TriangleSource&, const TriangleSource&, const IndexPair*, std::size_t, IndexPair*);

std::vector<IndexPair>
hits_of(Test test, const TriangleSource& a, const TriangleSource& b, const std::vector<IndexPair>& pairs)
{
    std::vector<IndexPair> hits(pairs.size());
    hits.resize(test(a, b, pairs.data(), pairs.size(), hits.data()));
    return hits;
}

TEST(TriangleBatch, EqualsTheScalarTestOnEveryKindOfPair)
{
    Soup a;
    Soup b;
    std::vector<IndexPair> pairs;
    for (std::uint32_t i = 0; i < 60000; ++i) {
        auto [s, t] = cases::triangle_pair(batch_seed, i);
        if (i % 101 == 0)
            s.b.y = NAN;
        if (i % 103 == 0)
            t.c.x = -INFINITY;
        a.add(s);
        b.add(t);
        pairs.push_back({i, i});
    }
    const TriangleSource source_a = a.source();
    const TriangleSource source_b = b.source();
    const std::vector<IndexPair> expected = expected_hits(a, b, pairs);
    EXPECT_EQ(hits_of(&intersecting_pairs, source_a, source_b, pairs), expected);
    EXPECT_EQ(hits_of(&intersecting_pairs_scalar, source_a, source_b, pairs), expected);
    EXPECT_GT(expected.size(), pairs.size() / 5);
}

TEST(TriangleBatch, EqualsTheScalarTestOnSmallTrianglesAtEveryScale)
{
    for (const float scale : {1.0f, 1e-30f, 1e-36f, 1e-12f, 1e12f, 1e30f, 1e38f, 0x1p-149f, 0x1p-140f}) {
        cases::Random random(batch_seed + 1);
        Soup a;
        Soup b;
        for (Soup* soup : {&a, &b})
            for (int i = 0; i < 100; ++i) {
                const Vec3 centre = random.point();
                const auto corner = [&] { return (centre + random.point() * 0.5f) * (scale * 0.5f); };
                soup->add({corner(), corner(), corner()});
            }
        std::vector<IndexPair> pairs;
        for (std::uint32_t i = 0; i < 100; ++i)
            for (std::uint32_t j = 0; j < 100; ++j)
                pairs.push_back({i, j});
        const TriangleSource source_a = a.source();
        const TriangleSource source_b = b.source();
        EXPECT_EQ(hits_of(&intersecting_pairs, source_a, source_b, pairs), expected_hits(a, b, pairs)) << scale;
    }
}

TEST(TriangleBatch, EqualsTheScalarTestOnSheetsFoldedFlat)
{
    cases::Random random(batch_seed + 3);
    for (int axis = 0; axis < 3; ++axis)
        for (const bool on_grid : {false, true})
            for (const float scale : {1.0f, 1e-20f, 1e-38f, 1e20f, 1e38f}) {
                Soup a;
                Soup b;
                for (Soup* soup : {&a, &b})
                    for (int i = 0; i < 90; ++i) {
                        const auto corner = [&] {
                            const Vec3 p = on_grid ? random.grid_point(6) * 0.125f : random.point();
                            const float level = 0.3f * scale;
                            switch (axis) {
                            case 0:
                                return Vec3{level, p.y * scale, p.z * scale};
                            case 1:
                                return Vec3{p.x * scale, level, p.z * scale};
                            default:
                                return Vec3{p.x * scale, p.y * scale, level};
                            }
                        };
                        soup->add({corner(), corner(), corner()});
                    }
                std::vector<IndexPair> pairs;
                for (std::uint32_t i = 0; i < 90; ++i)
                    for (std::uint32_t j = 0; j < 90; ++j)
                        pairs.push_back({i, j});
                const TriangleSource source_a = a.source();
                const TriangleSource source_b = b.source();
                EXPECT_EQ(hits_of(&intersecting_pairs, source_a, source_b, pairs), expected_hits(a, b, pairs))
                    << "axis " << axis << ", scale " << scale;
            }
}

TEST(TriangleBatch, NonFiniteCoordinatesNeverIntersect)
{
    for (const float bad : {INFINITY, -INFINITY, NAN})
        for (int corners = 1; corners < 64; ++corners)
            for (int axis = 0; axis < 3; ++axis) {
                std::array<Vec3, 6> p = {Vec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, corners % 2 == 0 ? -1.0f : 0.0f},
                                         {2, 1, 0},     {1, 2, 0}};
                for (std::size_t i = 0; i < 6; ++i)
                    if ((corners >> i & 1) != 0)
                        (axis == 0 ? p[i].x : axis == 1 ? p[i].y : p[i].z) = bad;
                Soup a;
                Soup b;
                a.add({p[0], p[1], p[2]});
                b.add({p[3], p[4], p[5]});
                const TriangleSource source_a = a.source();
                const TriangleSource source_b = b.source();
                EXPECT_TRUE(hits_of(&intersecting_pairs, source_a, source_b, {{0, 0}}).empty())
                    << bad << " at corners " << corners << ", axis " << axis;
            }
}

TEST(TriangleBatch, TakesAnyNumberOfPairsAndMayWriteOverThem)
{
    Soup a;
    Soup b;
    for (std::uint32_t i = 0; i < 700; ++i) {
        const auto [s, t] = cases::triangle_pair(batch_seed + 2, i);
        a.add(s);
        b.add(t);
    }
    const TriangleSource source_a = a.source();
    const TriangleSource source_b = b.source();
    for (const std::uint32_t count : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 255u, 256u, 257u, 259u, 511u, 512u, 513u, 700u}) {
        std::vector<IndexPair> pairs;
        for (std::uint32_t i = 0; i < count; ++i)
            pairs.push_back({699 - i, 699 - i});
        const std::vector<IndexPair> expected = expected_hits(a, b, pairs);
        EXPECT_EQ(hits_of(&intersecting_pairs, source_a, source_b, pairs), expected) << count;
        pairs.shrink_to_fit();
        pairs.resize(intersecting_pairs(source_a, source_b, pairs.data(), pairs.size(), pairs.data()));
        EXPECT_EQ(pairs, expected) << count;
    }
}

} // namespace
} // namespace tactus
