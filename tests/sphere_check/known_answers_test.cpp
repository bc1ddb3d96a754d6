// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "sphere_check/test_meshes.h"

namespace tactus::judged {
namespace {

constexpr double pi = 3.14159265358979323846;

SphereCheck checked(const TestMesh& mesh, const std::vector<Sphere>& spheres)
{
    const Result<SphereCheck> check = check_spheres(mesh.view(), spheres);
    EXPECT_TRUE(check.ok()) << check.error().message;
    return check.ok() ? check.value() : SphereCheck{};
}

void expect_holds(const Interval& interval, double value, double width)
{
    EXPECT_LE(interval.lower, value * (1.0 + 1e-15));
    EXPECT_GE(interval.upper, value * (1.0 - 1e-15));
    EXPECT_LE(interval.upper - interval.lower, width);
}

float just_above(double value)
{
    const auto rounded = static_cast<float>(value);
    return static_cast<double>(rounded) >= value ? rounded : std::nextafter(rounded, INFINITY);
}

TEST(SphereCheck, ASphereAroundACubeLeavesNothingUncovered)
{
    const TestMesh mesh = cube(0.5f);
    const float radius = just_above(std::sqrt(0.75));
    const SphereCheck check = checked(mesh, {{{0, 0, 0}, radius}});
    EXPECT_TRUE(check.closed);
    EXPECT_NEAR(check.surface_area, 6.0, 1e-14);
    EXPECT_NEAR(check.body_volume, 1.0, 1e-14);
    EXPECT_EQ(check.uncovered_area.lower, 0.0);
    EXPECT_EQ(check.uncovered_area.upper, 0.0);
    EXPECT_EQ(check.largest_gap.upper, 0.0);
    expect_holds(check.largest_protrusion, static_cast<double>(radius) - 0.5, 2e-6);
    EXPECT_NEAR(check.mean_protrusion, static_cast<double>(radius) - 0.5, 2e-5);
    const double ball = 4.0 / 3.0 * pi * std::pow(static_cast<double>(radius), 3.0);
    EXPECT_NEAR(check.outside_volume, ball - 1.0, 1e-3);
}

TEST(SphereCheck, ASphereThatIsTooSmallByTheLastBitIsNotSaidToCover)
{
    const float radius = std::nextafter(just_above(std::sqrt(0.75)), 0.0f);
    const SphereCheck check = checked(cube(0.5f), {{{0, 0, 0}, radius}});
    EXPECT_GT(check.uncovered_area.upper, 0.0);
    EXPECT_LT(check.uncovered_area.upper, 1e-10);
    EXPECT_GT(check.largest_gap.lower, 0.0);
    expect_holds(check.largest_gap, std::sqrt(0.75) - static_cast<double>(radius), 1e-6);
}

TEST(SphereCheck, ADiskInTheMiddleOfASquareLeavesItsCorners)
{
    const SphereCheck flat = checked(unit_square(), {{{0.5f, 0.5f, 0.0f}, 0.5f}});
    EXPECT_FALSE(flat.closed);
    expect_holds(flat.uncovered_area, 1.0 - pi / 4.0, 1e-10);
    expect_holds(flat.largest_gap, std::sqrt(0.5) - 0.5, 1e-6);
    expect_holds(flat.largest_protrusion, 0.5, 2e-6);

    const SphereCheck above = checked(unit_square(), {{{0.5f, 0.5f, 0.375f}, 0.625f}});
    expect_holds(above.uncovered_area, 1.0 - pi / 4.0, 1e-10);
    expect_holds(above.largest_protrusion, 1.0, 2e-6);
}

TEST(SphereCheck, TwoDisksThatOverlapCountOnce)
{
    // Each of radius 1/4, their centres 1/4 apart.
    const double r = 0.25, d = 0.25;
    const double lens = 2.0 * r * r * std::acos(d / (2.0 * r)) - 0.5 * d * std::sqrt(4.0 * r * r - d * d);
    const SphereCheck check = checked(unit_square(), {{{0.375f, 0.5f, 0.0f}, 0.25f}, {{0.625f, 0.5f, 0.0f}, 0.25f}});
    expect_holds(check.uncovered_area, 1.0 - 2.0 * pi * r * r + lens, 1e-10);
}

TEST(SphereCheck, TheSameSphereManyTimesIsOne)
{
    const std::vector<Sphere> spheres(40, Sphere{{0.5f, 0.5f, 0.0f}, 0.25f});
    expect_holds(checked(unit_square(), spheres).uncovered_area, 1.0 - pi / 16.0, 1e-10);
}

TEST(SphereCheck, NearlyEqualAndTouchingDisksNeedNoFinePieces)
{
    const float near = std::nextafter(0.5f, 1.0f);
    const SphereCheck equal = checked(unit_square(), {{{0.5f, 0.5f, 0.0f}, 0.25f}, {{near, 0.5f, 0.0f}, 0.25f}});
    const double shift = static_cast<double>(near) - 0.5;
    expect_holds(equal.uncovered_area, 1.0 - pi / 16.0 - 2.0 * 0.25 * shift, 1e-10);

    const SphereCheck touching = checked(unit_square(), {{{0.25f, 0.5f, 0.0f}, 0.25f}, {{0.75f, 0.5f, 0.0f}, 0.25f}});
    expect_holds(touching.uncovered_area, 1.0 - pi / 8.0, 1e-10);
}

TEST(SphereCheck, AHugeSphereCutsLikeAPlane)
{
    // Its surface goes through the middle of the square, and bends by less than 1e-7 on the way across.
    const SphereCheck check = checked(unit_square(), {{{-1048576.0f + 0.5f, 0.5f, 0.0f}, 1048576.0f}});
    EXPECT_LT(check.uncovered_area.upper - check.uncovered_area.lower, 1e-6);
    EXPECT_NEAR(check.uncovered_area.lower, 0.5, 1e-6);
}

TEST(SphereCheck, ASphereInsideABodyDoesNotStandOut)
{
    const SphereCheck check = checked(cube(0.5f), {{{0.1f, 0.0f, 0.0f}, 0.3f}});
    EXPECT_EQ(check.largest_protrusion.lower, 0.0);
    EXPECT_EQ(check.largest_protrusion.upper, 0.0);
    EXPECT_EQ(check.outside_volume, 0.0);
    expect_holds(check.uncovered_area, 6.0, 1e-10);
}

TEST(SphereCheck, TheWorstPointCanBeInsideTheSphere)
{
    // A thick shell: the middle of its hollow is farther from the surface than any point around it.
    TestMesh mesh = cube(1.0f);
    add_cube(mesh, -0.25f);
    const SphereCheck check = checked(mesh, {{{0.03f, 0.01f, 0.02f}, 0.2f}});
    EXPECT_TRUE(check.closed);
    EXPECT_NEAR(check.body_volume, 8.0 - 0.125, 1e-10);
    expect_holds(check.largest_protrusion, 0.25, 1e-5);
    EXPECT_NEAR(check.outside_volume, 4.0 / 3.0 * pi * 0.008, 1e-4);
}

TEST(SphereCheck, AFineBallHasTheVolumeAndTheGapOfAnIcosphere)
{
    const TestMesh mesh = from_shape(scenes::icosphere(1280));
    double farthest = 0.0, volume = 0.0, nearest = INFINITY;
    for (const Vec3& p : mesh.positions)
        farthest = std::max(farthest, length(widened(p)));
    for (const TriangleIndices& t : mesh.triangles) {
        const Point a = widened(mesh.positions[t[0]]), b = widened(mesh.positions[t[1]]),
                    c = widened(mesh.positions[t[2]]);
        volume += dot(a, cross(b, c)) / 6.0;
        nearest = std::min(nearest, distance_to_triangle({0, 0, 0}, a, b, c));
    }
    const float radius = just_above(farthest);
    const SphereCheck covered = checked(mesh, {{{0, 0, 0}, radius}});
    EXPECT_EQ(covered.uncovered_area.upper, 0.0);
    expect_holds(covered.largest_protrusion, static_cast<double>(radius) - nearest, 4e-6);
    EXPECT_NEAR(covered.body_volume, volume, 1e-9);
    EXPECT_NEAR(covered.outside_volume, 4.0 / 3.0 * pi * std::pow(static_cast<double>(radius), 3.0) - volume, 3e-4);

    const SphereCheck smaller = checked(mesh, {{{0, 0, 0}, 0.5f}});
    expect_holds(smaller.largest_gap, farthest - 0.5, 1e-6);
    EXPECT_NEAR(smaller.uncovered_area.lower, smaller.surface_area, 1e-9);
}

TEST(SphereCheck, WithoutSpheresEverythingIsUncovered)
{
    const SphereCheck check = checked(unit_square(), {});
    expect_holds(check.uncovered_area, 1.0, 1e-10);
    EXPECT_TRUE(std::isinf(check.largest_gap.lower));
    EXPECT_TRUE(std::isinf(check.largest_gap.upper));
    EXPECT_EQ(check.largest_protrusion.upper, 0.0);
    EXPECT_EQ(check.outside_volume, 0.0);
}

} // namespace
} // namespace tactus::judged
