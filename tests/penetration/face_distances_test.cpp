// SPDX-License-Identifier: MIT
// Points and triangles that are measured side by side, against those that are measured one by one.
#include "contacts/depths/face_distances.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include "geometry/features/vertex_face.h"

namespace tactus::penetration {
namespace {

struct Case {
    Vec3 point;
    Triangle triangle;
};

class Cases {
public:
    /// Any triangle, a flat or a thin one, one whose corners meet, or a point on the triangle.
    Case next()
    {
        Triangle t = {any_point(), any_point(), any_point()};
        Vec3 point = any_point();
        const auto kind = random_() % 9;
        const float tiny = std::ldexp(1.0f, -static_cast<int>(random_() % 40));
        if (kind == 1)
            t.c = t.a + (t.b - t.a) * any() + any_point() * tiny;
        if (kind == 2)
            t.b = t.a + any_point() * tiny;
        if (kind == 3)
            t.c = t.b = random_() % 2 == 0 ? t.a : t.b;
        if (kind == 4)
            point = t.a * 0.25f + t.b * 0.25f + t.c * 0.5f;
        if (kind == 5)
            point = t.a + (t.b - t.a) * 0.5f + any_point() * tiny;
        if (kind == 6)
            point = t.c;
        if (kind == 7)
            point.z = t.a.z = t.b.z = t.c.z;
        if (kind == 8) {
            // Thinner than rounding would leave one that lies askew.
            t = {{t.a.x, 0.0f, 0.0f}, {t.b.x, 0.0f, 0.0f}, {t.c.x, tiny, 0.0f}};
            point = t.a * 0.25f + t.b * 0.25f + t.c * 0.5f + Vec3{0.0f, 0.0f, point.z};
        }
        const float size = std::ldexp(1.0f, static_cast<int>(random_() % 61) - 30);
        return {point * size, {t.a * size, t.b * size, t.c * size}};
    }

private:
    float any() { return std::uniform_real_distribution<float>(-1.0f, 1.0f)(random_); }
    Vec3 any_point()
    {
        const float x = any(), y = any();
        return {x, y, any()};
    }

    std::mt19937 random_{3};
};

bool is_same(float found, double expected)
{
    return std::bit_cast<std::uint32_t>(found) == std::bit_cast<std::uint32_t>(static_cast<float>(expected));
}

TEST(FaceDistances, AreThoseThatAreMeasuredOneByOneToTheLastBit)
{
    Cases cases;
    FaceDistances distances;
    for (int round = 0; round < 20000; ++round) {
        Case asked[FaceDistances::size];
        const std::uint32_t count = 1 + round % FaceDistances::size;
        for (std::uint32_t lane = 0; lane < FaceDistances::size; ++lane) {
            asked[lane] = cases.next();
            distances.set(lane, asked[lane].point, asked[lane].triangle);
        }
        measure(distances, count);
        for (std::uint32_t lane = 0; lane < count; ++lane) {
            const VertexFaceClosest expected = closest(asked[lane].point, asked[lane].triangle);
            ASSERT_EQ(
                std::bit_cast<std::uint64_t>(distances.distance[lane]), std::bit_cast<std::uint64_t>(expected.distance))
                << round << " " << lane;
            for (int k = 0; k < 3; ++k)
                ASSERT_TRUE(is_same(distances.weights[k][lane], expected.weights[k])) << round << " " << lane;
            ASSERT_TRUE(
                is_same(distances.on_face[0][lane], expected.on_face.x)
                && is_same(distances.on_face[1][lane], expected.on_face.y)
                && is_same(distances.on_face[2][lane], expected.on_face.z))
                << round << " " << lane;
            if (distances.has_way[lane] == 0.0f)
                continue;
            const DoubleVector way = expected.offset * (1.0 / expected.distance);
            ASSERT_TRUE(
                is_same(distances.way[0][lane], way.x) && is_same(distances.way[1][lane], way.y)
                && is_same(distances.way[2][lane], way.z))
                << round << " " << lane;
        }
    }
}

} // namespace
} // namespace tactus::penetration
