// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "sphere_tree/sphere_judge.h"
#include "spheres/maker/balls/ball.h"

namespace tactus::sphere_judge {
namespace {

/// A compiler that takes a centre's floats for the doubles they were made of gives an excess that its points do not
/// have.
TEST(BallFit, SaysWhatItsCostliestPointCosts)
{
    const Mesh flat{{{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 2, 0.5f}}};
    for (const Mesh& mesh : {bumpy_body(), flat}) {
        const SurfaceDistance surface(mesh.triangles, mesh.positions);
        std::vector<DoubleVector> points;
        for (const TriangleIndices& t : mesh.triangles)
            for (int k = 1; k < 20; ++k) {
                const DoubleVector a = to_double(mesh.positions[t[0]]), b = to_double(mesh.positions[t[1]]),
                                   c = to_double(mesh.positions[t[2]]);
                points.push_back(a + (b - a) * (0.037 * k) + (c - a) * (0.013 * k));
            }
        for (std::size_t first = 0; first + 19 <= points.size(); first += 19) {
            const std::span<const DoubleVector> some = std::span(points).subspan(first);
            Ball ball = ball_at(surface, to_float(some[7]));
            BallFit(surface).fit(ball, some.first(19), 40);
            double costliest = -1e300;
            for (const DoubleVector& p : some.first(19))
                costliest = std::max(costliest, cost(ball, p));
            EXPECT_NEAR(ball.excess, costliest, 1e-13) << first;
        }
    }
}

} // namespace
} // namespace tactus::sphere_judge
