// SPDX-License-Identifier: MIT
#include "geometry/orientation.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"

namespace tactus {
namespace {

using oracle::Point;
using oracle::Rational;

constexpr std::uint64_t orientation_seed = 11;

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

int determinant_sign(const Point& u, const Point& v, const Point& w)
{
    return sgn(Rational(
        u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])));
}

int exact_orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
    const Point origin = oracle::exact(a);
    return determinant_sign(
        difference(oracle::exact(b), origin), difference(oracle::exact(c), origin),
        difference(oracle::exact(d), origin));
}

int exact_line_side(Vec3 origin, Vec3 direction, Vec3 a, Vec3 b)
{
    return determinant_sign(
        difference(oracle::exact(a), oracle::exact(origin)), difference(oracle::exact(b), oracle::exact(origin)),
        oracle::exact(direction));
}

int exact_orient2d(Vec2 a, Vec2 b, Vec2 c)
{
    const Rational left = (Rational(b.x) - Rational(a.x)) * (Rational(c.y) - Rational(a.y));
    const Rational right = (Rational(b.y) - Rational(a.y)) * (Rational(c.x) - Rational(a.x));
    return cmp(left, right) > 0 ? 1 : (left == right ? 0 : -1);
}

TEST(Orientation, InSpaceEqualsTheRationalSign)
{
    int zeros = 0;
    for (std::uint64_t i = 0; i < 12000; ++i) {
        const auto [s, t] = cases::triangle_pair(orientation_seed, i);
        const int expected = exact_orient3d(s.a, s.b, s.c, t.a);
        zeros += expected == 0 ? 1 : 0;
        ASSERT_EQ(orient3d(s.a, s.b, s.c, t.a), expected) << "seed " << orientation_seed << ", case " << i;
        ASSERT_EQ(orient3d(s.b, s.a, s.c, t.a), -expected) << "seed " << orientation_seed << ", case " << i;
        ASSERT_EQ(orient3d(t.a, s.c, s.b, s.a), expected) << "seed " << orientation_seed << ", case " << i;
    }
    EXPECT_GT(zeros, 1000);
}

TEST(Orientation, OfALineEqualsTheRationalSign)
{
    for (std::uint64_t i = 0; i < 8000; ++i) {
        const auto [s, t] = cases::triangle_pair(orientation_seed + 1, i);
        const int expected = exact_line_side(s.a, s.b, s.c, t.a);
        ASSERT_EQ(line_side(s.a, s.b, s.c, t.a), expected) << "case " << i;
        ASSERT_EQ(line_side(s.a, s.b, t.a, s.c), -expected) << "case " << i;
    }
}

TEST(Orientation, InAPlaneEqualsTheRationalSign)
{
    int zeros = 0;
    for (std::uint64_t i = 0; i < 12000; ++i) {
        const auto [s, t] = cases::triangle_pair(orientation_seed + 2, i);
        for (int axis = 0; axis < 3; ++axis) {
            const Vec2 a = project(s.a, axis);
            const Vec2 b = project(s.b, axis);
            const Vec2 c = project(t.c, axis);
            const int expected = exact_orient2d(a, b, c);
            zeros += expected == 0 ? 1 : 0;
            ASSERT_EQ(orient2d(a, b, c), expected) << "case " << i;
            ASSERT_EQ(orient2d(b, a, c), -expected) << "case " << i;
            // The same determinant with the first row given as a direction.
            ASSERT_EQ(direction_side({0.0f, 0.0f}, b, c), exact_orient2d({0.0f, 0.0f}, b, c)) << "case " << i;
        }
    }
    EXPECT_GT(zeros, 3000);
}

TEST(Orientation, IsRightAtTheEndsOfTheFloatRange)
{
    constexpr float largest = std::numeric_limits<float>::max();
    constexpr float smallest = std::numeric_limits<float>::denorm_min();
    const std::array<float, 9> values = {
        0.0f, smallest, -smallest, largest, -largest, 1.0f, std::numeric_limits<float>::min(), 0x1p-120f, -0x1p127f};
    cases::Random random(orientation_seed + 3);
    const auto point = [&] { return Vec3{values[random.below(9)], values[random.below(9)], values[random.below(9)]}; };
    for (int i = 0; i < 12000; ++i) {
        const Vec3 a = point();
        const Vec3 b = point();
        const Vec3 c = point();
        const Vec3 d = point();
        ASSERT_EQ(orient3d(a, b, c, d), exact_orient3d(a, b, c, d)) << "case " << i;
        ASSERT_EQ(
            orient2d(project(a, 2), project(b, 2), project(c, 2)), exact_orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}))
            << "case " << i;
    }
}

TEST(Expansion, KeepsEveryBitOfAProduct)
{
    cases::Random random(orientation_seed + 4);
    for (int i = 0; i < 8000; ++i) {
        const double a = static_cast<double>(random.any_float()) - static_cast<double>(random.any_float());
        const double b = static_cast<double>(random.any_float()) - static_cast<double>(random.any_float());
        const Rounded p = exact_product(a, b);
        ASSERT_EQ(Rational(p.value) + Rational(p.error), Rational(a) * Rational(b));
        const Rounded s = exact_sum(a, b);
        ASSERT_EQ(Rational(s.value) + Rational(s.error), Rational(a) + Rational(b));
        const Rounded d = exact_difference(a, b);
        ASSERT_EQ(Rational(d.value) + Rational(d.error), Rational(a) - Rational(b));
    }
}

} // namespace
} // namespace tactus
