// SPDX-License-Identifier: MIT
// The Voronoi diagram that the adaptive medial axis comes from, against whole numbers of 128 bits and every site.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "scenes/random.h"
#include "sphere_tree/sphere_judge.h"
#include "spheres/maker/balls/surface_pieces.h"
#include "spheres/maker/voronoi/adaptive_medial_axis.h"
#include "spheres/maker/voronoi/delaunay_cells.h"
#include "spheres/maker/voronoi/grid_predicates.h"

namespace tactus::sphere_judge {
namespace {

__extension__ typedef __int128 Wide;

Wide determinant(Point u, Point v, Point w)
{
    const auto minor = [](double a, double b, double c, double d) { return Wide(a) * Wide(b) - Wide(c) * Wide(d); };
    return Wide(u.x) * minor(v.y, w.z, v.z, w.y) + Wide(u.y) * minor(v.z, w.x, v.x, w.z)
           + Wide(u.z) * minor(v.x, w.y, v.y, w.x);
}

Point between(Point from, Point to) { return {to.x - from.x, to.y - from.y, to.z - from.z}; }

Wide squared(Point p) { return Wide(p.x) * Wide(p.x) + Wide(p.y) * Wide(p.y) + Wide(p.z) * Wide(p.z); }

int sign_of_wide(Wide value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

int orientation(const std::array<Point, 4>& p)
{
    return sign_of_wide(determinant(between(p[0], p[1]), between(p[0], p[2]), between(p[0], p[3])));
}

// For a positive orientation and coordinates up to 2^22.
int in_sphere(const std::array<Point, 4>& p, Point e)
{
    Wide sum = 0;
    for (int skipped = 0; skipped < 4; ++skipped) {
        Point rows[3];
        for (int k = 0, row = 0; k < 4; ++k)
            if (k != skipped)
                rows[row++] = between(e, p[k]);
        const Wide part = squared(between(e, p[skipped])) * determinant(rows[0], rows[1], rows[2]);
        sum += skipped % 2 == 0 ? part : -part;
    }
    return sign_of_wide(sum);
}

Point whole_point(scenes::Random& random, double largest)
{
    const auto whole = [&] { return std::floor((2.0 * random.uniform() - 1.0) * largest); };
    const double x = whole(), y = whole();
    return {x, y, whole()};
}

TEST(Voronoi, SignsAreThoseOfWholeNumbers)
{
    scenes::Random random(7);
    int flat = 0, on_sphere = 0;
    for (int i = 0; i < 20'000; ++i) {
        const double largest = i % 4 == 0 ? 0x1p22 : i % 4 == 1 ? 4.0 : 12.0;
        std::array<Point, 4> p;
        for (Point& corner : p)
            corner = whole_point(random, largest);
        Point e = whole_point(random, largest);
        if (i % 4 == 3) {
            // Nearly degenerate: no double holds what decides.
            for (Point* point : {&p[0], &p[1], &p[2], &p[3], &e})
                *point = {point->x * 349'525.0 + 1.0, point->y * 349'523.0, point->z * 349'519.0};
            e.x += random.uniform() < 0.5 ? 1.0 : 0.0;
        }
        const int turn = orientation(p);
        ASSERT_EQ(grid_orientation(p[0], p[1], p[2], p[3]), turn) << i;
        flat += turn == 0 ? 1 : 0;
        if (turn == 0)
            continue;
        if (turn < 0)
            std::swap(p[0], p[1]);
        ASSERT_EQ(grid_in_sphere(p[0], p[1], p[2], p[3], e), in_sphere(p, e)) << i;
        on_sphere += in_sphere(p, e) == 0 ? 1 : 0;
    }
    EXPECT_GT(flat, 50);
    EXPECT_GT(on_sphere, 50);
}

std::array<Point, 4> corners_of(const DelaunayCells& cells, std::uint32_t number)
{
    std::array<Point, 4> corners;
    for (std::size_t k = 0; k < 4; ++k)
        corners[k] = cells.sites()[cells.cell(number).sites[k]];
    return corners;
}

// No site is in any sphere, neighbours know each other, and the cells fill the space between the four far sites.
void expect_delaunay(const DelaunayCells& cells)
{
    Wide volume = 0;
    for (std::uint32_t number = 0; number < cells.cell_count(); ++number) {
        if (cells.is_gone(number))
            continue;
        const std::array<Point, 4> p = corners_of(cells, number);
        ASSERT_EQ(orientation(p), 1);
        volume += determinant(between(p[0], p[1]), between(p[0], p[2]), between(p[0], p[3]));
        for (const std::uint32_t next : cells.cell(number).neighbours) {
            if (next == DelaunayCells::none)
                continue;
            ASSERT_FALSE(cells.is_gone(next));
            EXPECT_EQ(std::ranges::count(cells.cell(next).neighbours, number), 1);
        }
        if (cells.is_enclosing(number))
            continue;
        for (const Point& site : cells.sites().subspan(DelaunayCells::enclosing_count))
            EXPECT_LE(in_sphere(p, site), 0);
    }
    const std::span<const Point> far = cells.sites().first(4);
    const Wide whole = determinant(between(far[0], far[1]), between(far[0], far[2]), between(far[0], far[3]));
    EXPECT_TRUE(volume == (whole < 0 ? -whole : whole));
}

TEST(Voronoi, SpheresOfItsCornersAreEmpty)
{
    scenes::Random random(11);
    // Anywhere, on the corners of a lattice, where many lie on one sphere, and in a plane.
    for (const int kind : {0, 1, 2}) {
        DelaunayCells cells;
        std::vector<Point> added;
        for (std::size_t i = 0; i < on_most_days(150, 600); ++i) {
            Point site = whole_point(random, kind == 0 ? 0x1p22 : 4.0);
            if (kind == 2)
                site.z = 0.0;
            const bool is_new = std::ranges::none_of(added, [&](Point p) { return squared(between(p, site)) == 0; });
            EXPECT_EQ(cells.add(site, i % 3 == 0 ? DelaunayCells::none : cells.born()[0]), is_new);
            if (is_new)
                added.push_back(site);
        }
        EXPECT_EQ(cells.sites().size(), added.size() + DelaunayCells::enclosing_count);
        expect_delaunay(cells);
    }
}

class MedialAxisOfABody : public testing::Test {
protected:
    MedialAxisOfABody()
        : mesh_(bumpy_body()), surface_(mesh_.triangles, mesh_.positions),
          pieces_(mesh_.triangles, mesh_.positions, 3000)
    {
        for (std::size_t i = 0; i < pieces_.points().size(); i += 5)
            points_.push_back(pieces_.points()[i]);
    }

    double worst_cost(std::span<const Ball> balls) const
    {
        double worst = 0.0;
        for (const DoubleVector& p : points_) {
            double least = 1e300;
            for (const Ball& ball : balls)
                least = std::min(least, cost(ball, p));
            worst = std::max(worst, least);
        }
        return worst;
    }

    Mesh mesh_;
    SurfaceDistance surface_;
    SurfacePieces pieces_;
    std::vector<DoubleVector> points_;
};

TEST_F(MedialAxisOfABody, BecomesAsGoodAsIsAskedFor)
{
    AdaptiveMedialAxis axis(surface_, std::span(points_).first(12));
    EXPECT_EQ(axis.site_count(), 12u);
    std::size_t sites = 12;
    for (const double max_error : {0.2, 0.05}) {
        const std::vector<Ball> balls = axis.balls_of({{}, 4.0, points_}, {max_error, 60, 5000});
        EXPECT_GE(balls.size(), 60u);
        EXPECT_LE(worst_cost(balls), max_error);
        EXPECT_GT(axis.site_count(), sites);
        sites = axis.site_count();
        for (const Ball& ball : balls) {
            EXPECT_GT(ball.depth, 0.0);
            EXPECT_TRUE(surface_.is_inside(ball.centre));
        }
    }
    // What is good enough stays as it is, and limits hold.
    (void)axis.balls_of({{}, 4.0, points_}, {0.05, 60, 5000});
    EXPECT_EQ(axis.site_count(), sites);
    (void)axis.balls_of({{}, 4.0, points_}, {0.001, 60, 10});
    EXPECT_EQ(axis.site_count(), sites + 10);
}

TEST_F(MedialAxisOfABody, BecomesBetterOnlyWhereItIsAskedFor)
{
    AdaptiveMedialAxis near_the_top(surface_, std::span(points_).first(12)), everywhere = near_the_top;
    std::vector<DoubleVector> high;
    std::ranges::copy_if(points_, std::back_inserter(high), [](const DoubleVector& p) { return p.z > 1.3; });
    const MedialRegion top{{0.0, 0.0, 1.4}, 0.3, high};
    const std::vector<Ball> balls = near_the_top.balls_of(top, {0.02, 20, 5000});
    (void)everywhere.balls_of({{}, 4.0, points_}, {0.02, 20, 5000});
    EXPECT_GE(balls.size(), 20u);
    for (const Ball& ball : balls)
        EXPECT_LE(distance(to_double(ball.centre), top.centre), top.radius);
    EXPECT_LT(3 * near_the_top.site_count(), everywhere.site_count());
}

} // namespace
} // namespace tactus::sphere_judge
