// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"
#include "geometry/triangle_pairs/triangle_batch.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

class ManyTriangles : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ManyTriangles, AnswerAsRationalArithmeticOneByOneAndInBatches)
{
    constexpr std::uint32_t count = 15000;
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    std::vector<IndexPair> pairs;
    std::vector<IndexPair> expected;
    for (std::uint32_t number = 0; number < count; ++number) {
        const auto [a, b] = cases::triangle_pair(GetParam(), number);
        const IndexPair pair = {2 * number, 2 * number + 1};
        pairs.push_back(pair);
        for (const Vec3 p : {a.a, a.b, a.c, b.a, b.b, b.c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
            positions.insert(positions.end(), {p.x, p.y, p.z});
        }
        const bool intersect = oracle::triangles_intersect(a, b);
        if (intersect)
            expected.push_back(pair);
        for (int order = 0; order < 36; ++order) {
            const Triangle s = cases::reordered(a, order / 6);
            const Triangle t = cases::reordered(b, order % 6);
            ASSERT_EQ(triangles_intersect(s, t), intersect) << "seed " << GetParam() << ", case " << number;
            ASSERT_EQ(triangles_intersect(t, s), intersect) << "seed " << GetParam() << ", case " << number;
        }
    }
    positions.push_back(0.0f);
    const TriangleSource source = {positions.data(), indices.data()};
    std::vector<IndexPair> hits(count);
    hits.resize(intersecting_pairs(source, source, pairs.data(), count, hits.data()));
    EXPECT_EQ(hits, expected);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ManyTriangles, testing::Range<std::uint64_t>(1000, 1008));

} // namespace
} // namespace tactus
