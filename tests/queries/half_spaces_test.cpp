// SPDX-License-Identifier: MIT
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/half_spaces/half_spaces.h"
#include "geometry/rational_oracle.h"
#include "scenes/random.h"

namespace tactus {
namespace {

using oracle::Point;
using oracle::Rational;

Rational product_of(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Whether weights of the corners exist with which no function of a half-space is positive.
bool meets_triangle(const std::vector<Plane>& spaces, const Triangle& t)
{
    std::vector<std::vector<Rational>> rows(1, std::vector<Rational>(3 + spaces.size(), 0));
    std::vector<Rational> right_side(1, 1);
    rows[0][0] = rows[0][1] = rows[0][2] = 1;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        std::vector<Rational> row(3 + spaces.size(), 0);
        const Vec3 corners[] = {t.a, t.b, t.c};
        for (std::size_t k = 0; k < 3; ++k)
            row[k] =
                product_of(oracle::exact(spaces[i].normal), oracle::exact(corners[k])) - Rational(spaces[i].offset);
        row[3 + i] = 1;
        rows.push_back(row);
        right_side.push_back(0);
    }
    return oracle::LinearProgram(rows, right_side).feasible();
}

// Whether a point, as the difference of two that are not negative, is in all half-spaces.
bool have_common_point(const std::vector<Plane>& spaces)
{
    std::vector<std::vector<Rational>> rows;
    std::vector<Rational> right_side;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        std::vector<Rational> row(6 + spaces.size(), 0);
        const Point normal = oracle::exact(spaces[i].normal);
        for (std::size_t k = 0; k < 3; ++k) {
            row[k] = normal[k];
            row[3 + k] = -normal[k];
        }
        row[6 + i] = 1;
        rows.push_back(row);
        right_side.emplace_back(spaces[i].offset);
    }
    return oracle::LinearProgram(rows, right_side).feasible();
}

// The point of the planes' common flat that is nearest to the centre; nothing if their normals depend on each other.
std::optional<Point>
foot_of(const std::vector<Plane>& spaces, const std::vector<std::size_t>& planes, const Point& centre)
{
    const std::size_t count = planes.size();
    std::vector<std::vector<Rational>> table(count, std::vector<Rational>(count + 1));
    for (std::size_t i = 0; i < count; ++i) {
        const Point normal = oracle::exact(spaces[planes[i]].normal);
        for (std::size_t k = 0; k < count; ++k)
            table[i][k] = product_of(normal, oracle::exact(spaces[planes[k]].normal));
        table[i][count] = product_of(normal, centre) - Rational(spaces[planes[i]].offset);
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t pivot = i;
        while (pivot < count && table[pivot][i] == 0)
            ++pivot;
        if (pivot == count)
            return std::nullopt;
        std::swap(table[i], table[pivot]);
        for (std::size_t row = 0; row < count; ++row) {
            if (row == i)
                continue;
            const Rational factor = table[row][i] / table[i][i];
            for (std::size_t column = i; column <= count; ++column)
                table[row][column] -= factor * table[i][column];
        }
    }
    Point foot = centre;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            foot[axis] -= table[i][count] / table[i][i] * oracle::exact(spaces[planes[i]].normal)[axis];
    return foot;
}

bool meets_ball(const std::vector<Plane>& spaces, const Sphere& ball)
{
    const Point centre = oracle::exact(ball.centre);
    const Rational squared_radius = Rational(ball.radius) * Rational(ball.radius);
    const auto is_near = [&](const std::vector<std::size_t>& planes) {
        const std::optional<Point> foot = foot_of(spaces, planes, centre);
        if (!foot)
            return false;
        for (const Plane& space : spaces)
            if (product_of(oracle::exact(space.normal), *foot) > Rational(space.offset))
                return false;
        const Point apart = {(*foot)[0] - centre[0], (*foot)[1] - centre[1], (*foot)[2] - centre[2]};
        return product_of(apart, apart) <= squared_radius;
    };
    if (is_near({}))
        return true;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        if (is_near({i}))
            return true;
        for (std::size_t k = 0; k < i; ++k) {
            if (is_near({i, k}))
                return true;
            for (std::size_t l = 0; l < k; ++l)
                if (is_near({i, k, l}))
                    return true;
        }
    }
    return false;
}

// Small whole numbers, so that much touches and much has collapsed, times a scale that need not be one.
class HalfSpaceCases : public testing::TestWithParam<float> {
public:
    float number() { return static_cast<float>(static_cast<int>(random.below(9)) - 4) * GetParam(); }
    Vec3 point() { return {number(), number(), number()}; }
    float unscaled() { return static_cast<float>(static_cast<int>(random.below(5)) - 2); }
    std::vector<Plane> spaces(std::size_t count)
    {
        std::vector<Plane> made;
        while (made.size() < count) {
            const Vec3 normal = {unscaled(), unscaled(), unscaled()};
            if (normal != Vec3{})
                made.push_back({normal, number() + GetParam()});
        }
        return made;
    }
    void shake(Vec3& p) { p.x = std::nextafter(p.x, unscaled() * 1e9f); }

    scenes::Random random{7};
};

TEST_P(HalfSpaceCases, MeetTrianglesAsExactArithmeticSays)
{
    std::size_t met = 0;
    const std::size_t count = 3000;
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Plane> all = spaces(1 + i % 9);
        Triangle t = {point(), point(), point()};
        if (i % 3 == 0)
            shake(t.a);
        const bool expected = meets_triangle(all, t);
        met += expected ? 1 : 0;
        ASSERT_EQ(HalfSpaces(all).meet(t), expected) << "case " << i;
        if (expected) {
            ASSERT_TRUE(HalfSpaces(all).may_meet(box_of(t))) << "case " << i;
        }
    }
    EXPECT_GT(met, count / 20);
    EXPECT_LT(met, count - count / 20);
}

TEST_P(HalfSpaceCases, MeetBallsAsExactArithmeticSays)
{
    std::size_t met = 0;
    const std::size_t count = 2000;
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Plane> all = spaces(1 + i % 7);
        Sphere ball = {point(), std::abs(number())};
        if (i % 3 == 0)
            shake(ball.centre);
        const bool expected = meets_ball(all, ball);
        met += expected ? 1 : 0;
        ASSERT_EQ(HalfSpaces(all).meet(ball), expected) << "case " << i;
    }
    EXPECT_GT(met, count / 20);
    EXPECT_LT(met, count - count / 20);
}

TEST_P(HalfSpaceCases, MeetAnotherHalfSpaceAsExactArithmeticSays)
{
    std::size_t met = 0;
    const std::size_t count = 300;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Plane> all = spaces(1 + i % 6);
        // Opposite to the first one, so that nothing, a plane or a layer is left between them.
        const Plane last = {all[0].normal * -1.0f, number() - all[0].offset};
        const bool is_opposite = i % 2 == 0;
        const Plane other = is_opposite ? last : spaces(1)[0];
        const bool meets = HalfSpaces(all).meet(other);
        all.push_back(other);
        const bool expected = have_common_point(all);
        met += expected ? 1 : 0;
        ASSERT_EQ(meets, expected) << "case " << i;
    }
    EXPECT_GT(met, count / 20);
    EXPECT_LT(met, count - count / 20);
}

INSTANTIATE_TEST_SUITE_P(AtEveryScale, HalfSpaceCases, testing::Values(1.0f, 0.1f, 1e-30f, 1e30f));

TEST(HalfSpacesAtTheEndsOfFloats, MeetWhatTheyShould)
{
    constexpr float most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
    const std::vector<Plane> thin = {
        {{most, least, 1.0f}, least}, {{-most, least, -1.0f}, 0.0f}, {{least, most, -least}, most}};
    for (const Vec3 far : {Vec3{most, -most, least}, Vec3{-most, most, 1.0f}, Vec3{least, least, most}}) {
        const Triangle t = {{-most, most, -1.0f}, {least, -least, 0.0f}, far};
        EXPECT_EQ(HalfSpaces(thin).meet(t), meets_triangle(thin, t));
        for (const float radius : {0.0f, least, 1.0f, 1e30f})
            EXPECT_EQ(HalfSpaces(thin).meet(Sphere{far, radius}), meets_ball(thin, {far, radius}));
    }
}

} // namespace
} // namespace tactus
