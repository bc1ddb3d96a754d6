// SPDX-License-Identifier: MIT
#include <vector>

#include <gtest/gtest.h>

#include "scenes/random.h"
#include "spheres/judge/disk_area.h"
#include "spheres/judge/judged/triangle_frame.h"

namespace tactus::sphere_check {
namespace {

TEST(DiskArea, AnglesAreThoseOfTheLibraryToTheLastDigits)
{
    scenes::Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const double y = random.between(-1.0, 1.0) * std::pow(2.0, random.between(-40.0, 40.0));
        const double x = random.between(-1.0, 1.0);
        EXPECT_NEAR(direction_angle(y, x), std::atan2(y, x), 1e-15 * std::abs(std::atan2(y, x)));
    }
    EXPECT_EQ(direction_angle(0.0, 1.0), 0.0);
    EXPECT_EQ(direction_angle(0.0, 0.0), 0.0);
    EXPECT_DOUBLE_EQ(direction_angle(0.0, -1.0), std::acos(-1.0));
}

TEST(DiskArea, OfAPolygonAndADiskIsWhatAGridCounts)
{
    scenes::Random random(2);
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<PlanePoint> triangle;
        for (int i = 0; i < 3; ++i)
            triangle.push_back({random.uniform(), random.uniform()});
        if (polygon_area(triangle) < 0.0)
            std::swap(triangle[0], triangle[1]);
        const PlanePoint centre{random.between(-0.3, 1.3), random.between(-0.3, 1.3)};
        const double radius = random.between(0.01, 0.9);
        constexpr int steps = 400;
        double counted = 0.0;
        for (int row = 0; row < steps; ++row)
            for (int column = 0; column < steps; ++column) {
                const PlanePoint p{(column + 0.5) / steps, (row + 0.5) / steps};
                bool inside = dot(p - centre, p - centre) <= radius * radius;
                for (int i = 0; i < 3; ++i)
                    inside = inside && cross(triangle[(i + 1) % 3] - triangle[i], p - triangle[i]) >= 0.0;
                counted += inside ? 1.0 : 0.0;
            }
        EXPECT_NEAR(common_area(triangle, centre, radius * radius), counted / (steps * steps), 2e-3) << trial;
    }
}

TEST(TriangleFrame, KeepsItsPromiseForNeedles)
{
    scenes::Random random(3);
    for (int trial = 0; trial < 2000; ++trial) {
        const double thin = std::pow(10.0, -random.between(0.0, 18.0));
        const auto point = [&] { return Point{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}; };
        const Point a = point(), b = point();
        const Point c = a + (b - a) * random.uniform() + point() * thin;
        const TriangleFrame frame(a, b, c);
        EXPECT_NEAR(dot(frame.x_axis, frame.y_axis), 0.0, 8 * half_ulp);
        for (const Point& corner : {a, b, c}) {
            double nearest = 1.0;
            for (const PlanePoint& p : frame.corners())
                nearest = std::min(nearest, norm(frame.place(p) - corner));
            EXPECT_LE(nearest, 16.0 * half_ulp * (frame.longest_side() + largest_coordinate(a)));
            EXPECT_LE(frame.distance(corner), 64.0 * half_ulp * (1.0 + frame.longest_side()));
        }
    }
}

} // namespace
} // namespace tactus::sphere_check
