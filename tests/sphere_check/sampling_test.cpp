// SPDX-License-Identifier: MIT
// The judge against plain sampling: every sample must be inside its intervals, and many of them near their ends.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "sphere_check/test_meshes.h"

namespace tactus::judged {
namespace {

/// Spheres about random points of the surface, that leave holes.
std::vector<Sphere> random_spheres(const TestMesh& mesh, std::uint64_t seed, std::size_t count, double radius)
{
    scenes::Random random(seed);
    std::vector<Sphere> spheres;
    for (std::size_t i = 0; i < count; ++i) {
        const auto triangle = random.below(static_cast<std::uint32_t>(mesh.triangles.size()));
        const Point p = random_point(random, mesh, triangle) * random.between(0.8, 1.02);
        spheres.push_back(sphere_at(p, radius * random.between(0.5, 1.5)));
    }
    return spheres;
}

struct Sampled {
    double uncovered = 0.0; ///< square metres
    double deviation = 0.0; ///< of that, expected
    double gap = 0.0;
    double protrusion = 0.0;
    double mean_protrusion = 0.0;
};

Sampled sampled(const TestMesh& mesh, const std::vector<Sphere>& spheres, bool closed, std::size_t per_triangle)
{
    Sampled found;
    scenes::Random random(99);
    double variance = 0.0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const double area = triangle_area(mesh, t);
        std::size_t misses = 0;
        for (std::size_t i = 0; i < per_triangle; ++i) {
            const double gap = gap_at(random_point(random, mesh, t), spheres);
            found.gap = std::max(found.gap, gap);
            misses += gap > 0.0 ? 1 : 0;
        }
        const double part = static_cast<double>(misses) / static_cast<double>(per_triangle);
        found.uncovered += area * part;
        variance += area * area * (part * (1.0 - part) + 0.01) / static_cast<double>(per_triangle);
    }
    found.deviation = std::sqrt(variance);
    for (const Sphere& sphere : spheres) {
        double worst = 0.0;
        for (int i = 0; i < 300; ++i) {
            const double part = i < 200 ? 1.0 : random.uniform();
            const Point p = widened(sphere.centre) + random.direction() * (part * static_cast<double>(sphere.radius));
            worst = std::max(worst, protrusion_at(p, mesh, closed));
        }
        found.protrusion = std::max(found.protrusion, worst);
        found.mean_protrusion += worst / static_cast<double>(spheres.size());
    }
    return found;
}

void expect_agreement(const TestMesh& mesh, const std::vector<Sphere>& spheres, std::size_t per_triangle)
{
    const Result<SphereCheck> result = check_spheres(mesh.view(), spheres);
    ASSERT_TRUE(result.ok()) << result.error().message;
    const SphereCheck& check = result.value();
    const Sampled samples = sampled(mesh, spheres, check.closed, per_triangle);
    EXPECT_LE(check.uncovered_area.upper - check.uncovered_area.lower, 1e-6 * check.surface_area);
    EXPECT_LE(check.uncovered_area.lower, samples.uncovered + 5.0 * samples.deviation);
    EXPECT_GE(check.uncovered_area.upper, samples.uncovered - 5.0 * samples.deviation);
    EXPECT_GE(check.largest_gap.upper, samples.gap);
    EXPECT_LE(check.largest_gap.lower, samples.gap + 0.05);
    EXPECT_GE(check.largest_protrusion.upper, samples.protrusion);
    EXPECT_LE(check.largest_protrusion.lower, 1.1 * samples.protrusion + 1e-3);
    EXPECT_LE(check.largest_protrusion.upper - check.largest_protrusion.lower, 1e-5);
    EXPECT_GE(check.mean_protrusion, samples.mean_protrusion - 2e-5);
    EXPECT_LE(check.mean_protrusion, 1.1 * samples.mean_protrusion + 1e-3);
}

/// The slow way: pieces that one sphere holds, pieces that no sphere reaches, and the rest in ever smaller ones.
void add_uncovered(
    const Point& a, const Point& b, const Point& c, const std::vector<Sphere>& spheres, int depth, Interval& area)
{
    const double whole = 0.5 * length(cross(b - a, c - a));
    const Point middle = (a + b + c) * (1.0 / 3.0);
    const double reach = std::max({length(a - middle), length(b - middle), length(c - middle)});
    bool reached = false;
    for (const Sphere& sphere : spheres) {
        const Point centre = widened(sphere.centre);
        const double radius = sphere.radius;
        if (length(a - centre) <= radius && length(b - centre) <= radius && length(c - centre) <= radius)
            return;
        reached = reached || length(middle - centre) <= radius + reach;
    }
    if (!reached || depth == 0) {
        area.lower += reached ? 0.0 : whole;
        area.upper += whole;
        return;
    }
    const Point ab = (a + b) * 0.5, bc = (b + c) * 0.5, ca = (c + a) * 0.5;
    add_uncovered(a, ab, ca, spheres, depth - 1, area);
    add_uncovered(b, bc, ab, spheres, depth - 1, area);
    add_uncovered(c, ca, bc, spheres, depth - 1, area);
    add_uncovered(ab, bc, ca, spheres, depth - 1, area);
}

TEST(SphereCheckAndSubdivision, AgreeOnRandomTriangles)
{
    scenes::Random random(12);
    for (std::size_t trial = 0; trial < cases(300); ++trial) {
        TestMesh mesh{{{0, 1, 2}}, {}};
        const double thin = trial % 3 == 0 ? 0.02 : 1.0;
        for (int i = 0; i < 3; ++i)
            mesh.positions.push_back(
                sphere_at({random.uniform(), thin * random.uniform(), random.uniform()}, 0).centre);
        std::vector<Sphere> spheres;
        const std::uint32_t count = 1 + random.below(12);
        for (std::uint32_t i = 0; i < count; ++i)
            spheres.push_back(
                sphere_at(random_point(random, mesh, 0) + random.in_cube() * 0.1, random.between(0.02, 0.6)));
        const Interval area = check_spheres(mesh.view(), spheres).value().uncovered_area;
        Interval slow;
        add_uncovered(
            widened(mesh.positions[0]), widened(mesh.positions[1]), widened(mesh.positions[2]), spheres, 7, slow);
        EXPECT_LE(area.lower, slow.upper * (1.0 + 1e-12)) << trial;
        EXPECT_GE(area.upper, slow.lower * (1.0 - 1e-12)) << trial;
        EXPECT_LE(area.upper - area.lower, 1e-10) << trial;
    }
}

TEST(SphereCheckAndSampling, AgreeOnABumpySphereWithHoles)
{
    const TestMesh mesh = from_shape(scenes::bumpy_sphere(320, 3));
    expect_agreement(mesh, random_spheres(mesh, 5, 40, 0.3), 1000);
}

TEST(SphereCheckAndSampling, AgreeOnManySmallSpheres)
{
    const TestMesh mesh = from_shape(scenes::icosphere(80));
    expect_agreement(mesh, random_spheres(mesh, 6, 200, 0.12), 4000);
}

TEST(SphereCheckAndSampling, AgreeOnAnOpenMesh)
{
    TestMesh mesh = from_shape(scenes::bumpy_sphere(320, 4));
    mesh.triangles.resize(200);
    expect_agreement(mesh, random_spheres(mesh, 7, 40, 0.3), 1000);
}

TEST(SphereCheckAndSampling, AgreeOnFewLargeTrianglesUnderManySpheres)
{
    const TestMesh mesh = cube(0.5f);
    expect_agreement(mesh, random_spheres(mesh, 8, 300, 0.1), 40000);
}

TEST(SphereCheckAndSampling, SeeTheOneSphereThatIsMissing)
{
    const TestMesh mesh = unit_square();
    std::vector<Sphere> spheres;
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column)
            spheres.push_back({{(column + 0.5f) / 8, (row + 0.5f) / 8, 0.0f}, 0.08839f});
    Result<SphereCheck> check = check_spheres(mesh.view(), spheres);
    ASSERT_TRUE(check.ok());
    EXPECT_EQ(check.value().uncovered_area.upper, 0.0);
    EXPECT_EQ(check.value().largest_gap.upper, 0.0);

    spheres.erase(spheres.begin() + 27);
    check = check_spheres(mesh.view(), spheres);
    ASSERT_TRUE(check.ok());
    // The cell less the four disks' segments that reach into it.
    const double r = static_cast<double>(0.08839f), half = 1.0 / 16.0;
    const double segment = r * r * std::acos(half / r) - half * std::sqrt(r * r - half * half);
    const double overlaps = 4.0 * segment;
    EXPECT_NEAR(check.value().uncovered_area.lower, 1.0 / 64.0 - overlaps, 1e-7);
    EXPECT_LE(check.value().uncovered_area.upper - check.value().uncovered_area.lower, 1e-10);
    EXPECT_NEAR(check.value().largest_gap.lower, 1.0 / 8.0 - r, 1e-6);
}

} // namespace
} // namespace tactus::judged
