// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "contacts/depths/depth_tables.h"
#include "forces/surfaces/follow_surface.h"
#include "geometry/features/vertex_face.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/random.h"

namespace tactus {
namespace {

/// A bumpy ball of about a metre, whose triangles face outwards or inwards.
struct Ball {
    explicit Ball(bool faces_inwards)
        : shape(scenes::icosphere(1280)), tables(make_depth_tables(shape.triangles, shape.points.size()))
    {
        scenes::Random random(3);
        for (const scenes::Point& p : shape.points) {
            const double size = random.between(0.97, 1.03);
            positions.insert(positions.end(), {float(size * p.x), float(size * p.y), float(size * p.z)});
        }
        if (faces_inwards)
            for (TriangleIndices& triangle : shape.triangles)
                std::swap(triangle[1], triangle[2]);
        surface = {{shape.triangles, positions.data(), nullptr, nullptr}, &tables.stars, faces_inwards};
    }

    std::uint32_t nearest(Vec3 point, double& distance) const
    {
        std::uint32_t best = 0;
        distance = INFINITY;
        for (std::uint32_t t = 0; t < shape.triangles.size(); ++t)
            if (const double d = closest(point, surface.surface.triangle(t)).distance; d < distance) {
                distance = d;
                best = t;
            }
        return best;
    }

    scenes::Shape shape;
    DepthTables tables;
    std::vector<float> positions;
    FollowedSurface surface;
};

TEST(FollowingASurface, ComesToTheNearestPointFromATriangleCloseBy)
{
    scenes::Random random(4);
    for (const bool faces_inwards : {false, true}) {
        const Ball ball(faces_inwards);
        int inside = 0;
        for (int round = 0; round < 400; ++round) {
            const scenes::Point d = random.direction();
            const double radius = random.between(0.85, 1.1);
            const Vec3 before = {float(radius * d.x), float(radius * d.y), float(radius * d.z)};
            const scenes::Point step = random.in_cube();
            const Vec3 vertex = before + Vec3{float(step.x), float(step.y), float(step.z)} * 0.02f;
            double was = 0.0, distance = 0.0;
            Contact contact;
            const bool is_of_a = round % 2 == 0;
            (is_of_a ? contact.triangle_b : contact.triangle_a) = ball.nearest(before, was);
            const std::uint32_t nearest = ball.nearest(vertex, distance);
            follow_surface(vertex, is_of_a, ball.surface, contact);
            const auto& corners = is_of_a ? contact.vertices_b : contact.vertices_a;
            const auto& weights = is_of_a ? contact.weights_b : contact.weights_a;
            Vec3 point = {};
            for (std::size_t k = 0; k < 3; ++k)
                point = point + ball.surface.surface.vertex(corners[k]) * weights[k];
            const Vec3 to_point = point - vertex;
            // The surface is uneven by as much as some vertices are deep: it may be nearer elsewhere by a little.
            EXPECT_GE(std::abs(contact.separation), distance - 1e-6);
            EXPECT_LE(std::abs(contact.separation), distance + 0.02);
            EXPECT_NEAR(std::sqrt(dot(to_point, to_point)), std::abs(contact.separation), 1e-5);
            if (std::abs(radius - 1.0) > 0.07) {
                EXPECT_EQ(contact.separation < 0.0f, radius < 1.0) << radius << ' ' << nearest;
            }
            if (contact.separation < 0.0f) {
                ++inside;
                // The other body's vertex goes out with the normal, or against it if it is a's.
                EXPECT_GT(dot(contact.normal, to_point) * (is_of_a ? -1.0f : 1.0f), 0.0f);
            }
        }
        EXPECT_GT(inside, 100);
    }
}

TEST(FollowingASurface, LetsGoOfAVertexThatIsFarFromWhereItWas)
{
    const Ball ball(false);
    Contact contact;
    double distance = 0.0;
    contact.triangle_b = ball.nearest({0.0f, 0.0f, 0.9f}, distance);
    contact.separation = -0.1f;
    follow_surface({0.0f, 0.0f, -0.9f}, true, ball.surface, contact);
    EXPECT_GE(contact.separation, 0.0f);
}

} // namespace
} // namespace tactus
