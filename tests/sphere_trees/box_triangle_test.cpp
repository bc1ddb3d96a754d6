// SPDX-License-Identifier: MIT
#include "geometry/features/box_triangle.h"

#include <gtest/gtest.h>

#include "geometry/rational_oracle.h"
#include "scenes/random.h"

namespace tactus {
namespace {

using oracle::LinearProgram;
using oracle::Rational;

/// Whether a convex combination of the corners lies between both ends along all axes.
bool oracle_meets(const Box& box, const Triangle& triangle)
{
    const oracle::Point corners[3] = {oracle::exact(triangle.a), oracle::exact(triangle.b), oracle::exact(triangle.c)};
    const oracle::Point lower = oracle::exact(box.lower), upper = oracle::exact(box.upper);
    std::vector<std::vector<Rational>> rows(7, std::vector<Rational>(9, 0));
    std::vector<Rational> right_side(7);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t k = 0; k < 3; ++k)
            rows[2 * axis][k] = rows[2 * axis + 1][k] = corners[k][axis];
        rows[2 * axis][3 + 2 * axis] = -1;
        rows[2 * axis + 1][4 + 2 * axis] = 1;
        right_side[2 * axis] = lower[axis];
        right_side[2 * axis + 1] = upper[axis];
    }
    for (std::size_t k = 0; k < 3; ++k)
        rows[6][k] = 1;
    right_side[6] = 1;
    return LinearProgram(rows, right_side).feasible();
}

void compare(scenes::Random& random, int rounds, float (*coordinate)(scenes::Random&))
{
    int met = 0, apart = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto point = [&] { return Vec3{coordinate(random), coordinate(random), coordinate(random)}; };
        const Vec3 first = point();
        const Triangle triangle = {first, point(), round % 7 == 0 ? first : point()};
        const Box box = include(include(Box{}, point()), point());
        const bool meets = box_meets_triangle(box, triangle);
        EXPECT_EQ(meets, oracle_meets(box, triangle)) << round;
        if (overlap(box, box_of(triangle)))
            (meets ? met : apart)++;
    }
    EXPECT_GT(met, rounds / 10);
    EXPECT_GT(apart, rounds / 40);
}

TEST(ABoxAndATriangle, MeetWhereExactArithmeticSaysSo)
{
    scenes::Random random(4711);
    compare(random, 1500, [](scenes::Random& r) { return static_cast<float>(r.between(-1.0, 1.0)); });
}

TEST(ABoxAndATriangle, MeetWhereTheyTouch)
{
    scenes::Random random(4712);
    // Few coordinates: corners on faces, edges along edges, flat boxes, triangles that have collapsed.
    compare(random, 3000, [](scenes::Random& r) { return static_cast<float>(int(r.between(0.0, 4.999))) * 0.1f; });
}

TEST(ABoxAndATriangle, MeetAtAnySizeAndFarAway)
{
    scenes::Random random(4713);
    compare(random, 300, [](scenes::Random& r) { return static_cast<float>(r.between(-1.0, 1.0)) * 1e36f; });
    compare(random, 300, [](scenes::Random& r) { return static_cast<float>(int(r.between(-5.0, 5.0))) * 1e-44f; });
    compare(
        random, 300, [](scenes::Random& r) { return 1e6f + static_cast<float>(int(r.between(0.0, 6.0))) * 0.0625f; });
}

} // namespace
} // namespace tactus
