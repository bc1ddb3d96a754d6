// SPDX-License-Identifier: MIT
#include "geometry/simplices/simplex_batch.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "geometry/simplices/simplex_distance.h"
#include "geometry/simplices/vertex_slabs.h"
#include "simplices/hull_cases.h"

namespace tactus {
namespace {

constexpr std::uint64_t batch_seed = 907;

/// Triangles of which none shares a vertex with another.
struct LooseTriangles {
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    std::vector<Triangle> triangles;
    float max_coordinate = 0.0f;

    void add(const Triangle& t)
    {
        triangles.push_back(t);
        for (const Vec3 p : {t.a, t.b, t.c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
            positions.insert(positions.end(), {p.x, p.y, p.z});
            max_coordinate = std::max({max_coordinate, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
        }
    }
    std::size_t vertex_count() const { return indices.size(); }
    /// One float of padding is all that kernels may read beyond the last vertex; sanitizers watch that it is.
    TriangleSource source()
    {
        positions.resize(3 * vertex_count() + 1);
        positions.shrink_to_fit();
        return {positions.data(), indices.data()};
    }
};

class EveryInstructionSet : public testing::Test {
protected:
    ~EveryInstructionSet() override { use_only(0); }

    /// Zero means all that there are.
    static void use_only(std::int64_t targets)
    {
        hwy::SetSupportedTargetsForTest(targets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }

    template <class F>
    static void with_each(F f)
    {
        const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
        ASSERT_FALSE(targets.empty());
        for (const std::int64_t target : targets) {
            use_only(target);
            f();
        }
    }
};

using SimplexBatchWithEveryInstructionSet = EveryInstructionSet;
using VertexSlabsWithEveryInstructionSet = EveryInstructionSet;

std::vector<std::uint32_t> all_numbers(std::size_t count)
{
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

std::vector<std::uint32_t>
expected_within(const Simplex& hull, const LengthSum& length, const std::vector<Triangle>& triangles)
{
    std::vector<std::uint32_t> found;
    for (std::size_t i = 0; i < triangles.size(); ++i)
        if (compare_distance(hull, triangles[i], length) <= 0)
            found.push_back(static_cast<std::uint32_t>(i));
    return found;
}

/// The triangles whose vertices' codes have no bit in common.
std::vector<std::uint32_t> candidates_by(const std::vector<std::uint8_t>& codes, const LooseTriangles& all)
{
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t i = 0; i < all.triangles.size(); ++i)
        if ((codes[all.indices[3 * i]] & codes[all.indices[3 * i + 1]] & codes[all.indices[3 * i + 2]]) == 0)
            candidates.push_back(i);
    return candidates;
}

/// What the flat way finds: by codes, candidates and verdicts.
std::vector<std::uint32_t> found_flat(const Simplex& hull, const LengthSum& length, LooseTriangles& all)
{
    const TriangleSource source = all.source();
    const VertexSlabs slabs(hull, length, all.max_coordinate);
    std::vector<std::uint8_t> codes(all.vertex_count());
    find_slab_codes(slabs, source.positions, codes.size(), codes.data());
    std::vector<std::uint32_t> found = candidates_by(codes, all);
    found.resize(SimplexBatch(hull, length).find_within(source, found.data(), found.size(), found.data()));
    return found;
}

/// The number-th case's hull, and its triangle with some others around it.
LooseTriangles triangles_around(const cases::HullCase& given, cases::Random& random, std::uint64_t number, int more)
{
    LooseTriangles all;
    all.add(given.triangle);
    for (int k = 0; k < more; ++k) {
        // Others that lie at the same distance as often as not, and some of quite another kind.
        const Triangle t = cases::reordered(given.triangle, random.below(6));
        const Vec3 way = (t.a - given.hull.corners[0]) * static_cast<float>(random.below(3));
        const Triangle other = random.below(4) == 0
                                   ? cases::hull_case(batch_seed + 1, number + 12 * std::uint64_t(k)).triangle
                                   : Triangle{t.a + way, t.b + way, random.below(2) == 0 ? t.c + way : t.c};
        if (is_finite(other))
            all.add(other);
    }
    return all;
}

/// A length about as long as some triangle is away.
LengthSum length_of(const cases::HullCase& given, cases::Random& random)
{
    const DoubleVector way = to_double(given.triangle.a) - to_double(given.hull.corners[0]);
    const double root = std::sqrt(dot(way, way)) * (random.below(2) == 0 ? 1.0 : 0.5);
    const std::vector<LengthSum> lengths = cases::telling_lengths(random.below(3) == 0 ? 7.0 : root, random);
    return lengths[static_cast<std::size_t>(random.below(static_cast<int>(lengths.size())))];
}

TEST_F(SimplexBatchWithEveryInstructionSet, FindsWhatTheExactComparisonFinds)
{
    std::size_t within = 0, apart = 0, certain = 0;
    with_each([&] {
        for (std::uint64_t number = 0; number < 3000; ++number) {
            cases::Random random(batch_seed + number);
            const cases::HullCase given = cases::hull_case(batch_seed, number);
            LooseTriangles all = triangles_around(given, random, number, 1 + random.below(9));
            const LengthSum length = length_of(given, random);
            const std::vector<std::uint32_t> expected = expected_within(given.hull, length, all.triangles);
            const TriangleSource source = all.source();
            const SimplexBatch batch(given.hull, length);
            std::vector<std::uint32_t> found = all_numbers(all.triangles.size());
            std::vector<std::uint32_t> verdicts(found.size());
            batch.judge(source, found.data(), found.size(), verdicts.data());
            for (std::size_t i = 0; i < verdicts.size(); ++i) {
                const bool is_within =
                    std::binary_search(expected.begin(), expected.end(), static_cast<std::uint32_t>(i));
                ASSERT_TRUE(
                    verdicts[i] == SimplexBatch::open
                    || verdicts[i] == (is_within ? SimplexBatch::within : SimplexBatch::apart))
                    << "case " << number << ", " << testing::PrintToString(given.hull) << "and "
                    << testing::PrintToString(all.triangles[i]) << testing::PrintToString(length);
                certain += verdicts[i] != SimplexBatch::open;
            }
            found.resize(batch.find_within(source, found.data(), found.size(), found.data()));
            ASSERT_EQ(found, expected) << "case " << number;
            ASSERT_EQ(found_flat(given.hull, length, all), expected)
                << "case " << number << ", " << testing::PrintToString(given.hull) << testing::PrintToString(length);
            within += expected.size();
            apart += all.triangles.size() - expected.size();
        }
    });
    EXPECT_GT(within, 2000u);
    EXPECT_GT(apart, 2000u);
    EXPECT_GT(certain, (within + apart) / 3);
}

TEST_F(VertexSlabsWithEveryInstructionSet, LoseNothingAndKeepLittleOfAnOrdinaryMesh)
{
    with_each([&] {
        cases::Random random(batch_seed + 2);
        for (int round = 0; round < 200; ++round) {
            const Vec3 far = round % 4 == 0 ? random.point() * 1000.0f : Vec3{};
            LooseTriangles all;
            for (int i = 0; i < 150 + round; ++i) {
                const Vec3 near = far + random.point();
                all.add({near + random.point() * 0.05f, near + random.point() * 0.05f, near + random.point() * 0.05f});
            }
            // A shaft, and small motions of its ends.
            Simplex hull(far + random.point());
            hull.add(far + random.point());
            hull.corners[2] = hull.corners[1] + random.point() * 0.1f;
            hull.corners[3] = hull.corners[0] + random.point() * 0.05f;
            hull.count = 1 + round % 4;
            const LengthSum length = {0.02f, 0.0f, 0.0f};
            const std::vector<std::uint32_t> expected = expected_within(hull, length, all.triangles);
            ASSERT_EQ(found_flat(hull, length, all), expected) << round;

            const VertexSlabs slabs(hull, length, all.max_coordinate);
            std::vector<std::uint8_t> codes(all.vertex_count());
            find_slab_codes(slabs, all.positions.data(), codes.size(), codes.data());
            EXPECT_LE(candidates_by(codes, all).size(), all.triangles.size() / 8);
        }
    });
}

TEST(VertexSlabs, RejectWhatIsClearlyBeyondThem)
{
    const Simplex shaft(Segment{{0, 0, 0}, {0, 0, 1}});
    const VertexSlabs slabs(shaft, {0.1f, 0.0f, 0.0f}, 4.0f);
    EXPECT_EQ(slabs.count(), 3);
    const float positions[] = {0, 0, 2, 0, 0, 1.125f, 0, 0, 0.5f, 0, 0, -0.125f, 0, 0, 1.0625f};
    std::uint8_t codes[5];
    find_slab_codes(slabs, positions, 5, codes);
    EXPECT_NE(codes[0], 0);
    EXPECT_EQ(codes[0], codes[1]);
    EXPECT_EQ(codes[2], 0);
    EXPECT_NE(codes[3], 0);
    EXPECT_EQ(codes[0] & codes[3], 0);
    EXPECT_EQ(codes[4], 0);
}

TEST(VertexSlabs, AreNoneWhereNumbersAreTooLarge)
{
    const VertexSlabs slabs(Simplex(Vec3{3e38f, 0, 0}), {}, 3e38f);
    EXPECT_EQ(slabs.count(), 0);
    const float positions[] = {3e38f, 0, 0};
    std::uint8_t code = 1;
    find_slab_codes(slabs, positions, 1, &code);
    EXPECT_EQ(code, 0);
}

TEST(SimplexBatch, IsCertainOfOrdinaryTriangles)
{
    cases::Random random(batch_seed + 3);
    LooseTriangles all;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 near = random.point() * 0.3f;
        all.add({near + random.point() * 0.02f, near + random.point() * 0.02f, near + random.point() * 0.02f});
    }
    const TriangleSource source = all.source();
    const std::vector<std::uint32_t> numbers = all_numbers(all.triangles.size());
    for (int corners = 1; corners <= 4; ++corners) {
        Simplex hull;
        hull.corners = {Vec3{0, 0, 0.3f}, {0.02f, 0.03f, 0}, {0.05f, 0.02f, 0.01f}, {0.01f, 0.01f, 0.31f}};
        hull.count = corners;
        std::vector<std::uint32_t> verdicts(numbers.size());
        SimplexBatch(hull, {0.01f, 0.0f, 0.0f}).judge(source, numbers.data(), numbers.size(), verdicts.data());
        EXPECT_LT(std::count(verdicts.begin(), verdicts.end(), SimplexBatch::open), 20) << corners;
    }
}

} // namespace
} // namespace tactus
