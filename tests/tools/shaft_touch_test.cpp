// SPDX-License-Identifier: MIT
// Where on the shaft and when on its way a tool touches, against densely sampled places and times.
#include <gtest/gtest.h>

#include "base/cases.h"
#include "geometry/triangle_pairs/triangle_distance.h"
#include "queries/tools/shaft_touch.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

DoubleVector between(DoubleVector from, DoubleVector to, double part) { return from + (to - from) * part; }

/// A point of the shaft at a time.
DoubleVector on_shaft(const ToolVolume& move, double s, double t)
{
    return between(
        between(to_double(move.old_pivot), to_double(move.old_tip), s),
        between(to_double(move.pivot), to_double(move.tip), s), t);
}

double distance_to(DoubleVector from, DoubleVector to, const Triangle& face)
{
    return triangle_distance(
               DoubleCorners{from, to, to}, DoubleCorners{to_double(face.a), to_double(face.b), to_double(face.c)})
        .distance;
}

double distance_at(const ToolVolume& move, double t, const Triangle& face)
{
    return distance_to(on_shaft(move, 0.0, t), on_shaft(move, 1.0, t), face);
}

TEST(ShaftTouch, GivesThePartOfTheShaftThatTouches)
{
    std::mt19937 random(21);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    std::size_t shortened = 0;
    for (std::size_t k = 0; k < cases(on_most_days(300, 1500)); ++k) {
        ToolVolume move = random_move(random, 1.5f, false);
        move.old_pivot = move.pivot;
        for (const std::uint32_t number : touched_by_definition(mesh, move)) {
            const Triangle face = triangle_of(mesh, number);
            const PartOfWay part = touching_part(move, face);
            ASSERT_GE(part.begin, 0.0);
            ASSERT_LE(part.begin, part.end);
            ASSERT_LE(part.end, 1.0);
            const double length = std::sqrt(
                dot(on_shaft(move, 1.0, 1.0) - on_shaft(move, 0.0, 1.0),
                    on_shaft(move, 1.0, 1.0) - on_shaft(move, 0.0, 1.0)));
            for (int step = 0; step <= 64; ++step) {
                const double s = step / 64.0;
                const double distance = distance_to(on_shaft(move, s, 0.0), on_shaft(move, s, 1.0), face);
                if (distance < double(move.radius) - 1e-9) {
                    ASSERT_GE(s, part.begin) << k << ' ' << number;
                    ASSERT_LE(s, part.end) << k << ' ' << number;
                }
            }
            // Both ends are near what touches, unless they are those of the shaft.
            const double slack = double(move.radius) * 0.001 + 4e-6 * (length + 3.0) + 1e-7;
            for (const double end : {part.begin, part.end}) {
                shortened += end > 0.0 && end < 1.0 ? 1 : 0;
                ASSERT_LE(
                    distance_to(on_shaft(move, end, 0.0), on_shaft(move, end, 1.0), face),
                    double(move.radius) + slack * 2)
                    << k << ' ' << number;
            }
        }
    }
    EXPECT_GT(shortened, 200u);
}

TEST(ShaftTouch, GivesWhenASweepFirstTouches)
{
    std::mt19937 random(22);
    const ShapeMesh mesh = shape("bumpy_sphere", 320);
    std::size_t later = 0, passed_by = 0;
    for (std::size_t k = 0; k < cases(on_most_days(400, 2000)); ++k) {
        const ToolVolume move = random_move(random, 1.5f, false);
        const std::vector<std::uint32_t> touched = touched_by_definition(mesh, move);
        FirstTouch first(move);
        for (const std::uint32_t number : touched)
            first.consider(triangle_of(mesh, number));
        if (touched.empty()) {
            EXPECT_TRUE(std::isinf(first.not_before()));
            continue;
        }
        if (move.pivot == move.old_pivot && move.tip == move.old_tip) {
            EXPECT_EQ(first.not_before(), 0.0);
            EXPECT_EQ(first.by(), 0.0);
            continue;
        }
        if (move.pivot == move.old_pivot) {
            ASSERT_LE(first.by(), 1.0);
        }
        ASSERT_LE(first.not_before(), first.by());
        passed_by += std::isinf(first.by()) ? 1 : 0;
        later += first.not_before() > 0.0 && first.by() <= 1.0 ? 1 : 0;
        double reached = std::numeric_limits<double>::infinity();
        for (const std::uint32_t number : touched) {
            const Triangle face = triangle_of(mesh, number);
            for (int step = 0; step <= 100; ++step) {
                const double t = step / 100.0;
                if (t < first.not_before()) {
                    ASSERT_GT(distance_at(move, t, face), double(move.radius) - 1e-9) << k << ' ' << number;
                }
            }
            if (first.by() <= 1.0)
                reached = std::min(reached, distance_at(move, first.by(), face));
        }
        if (first.by() <= 1.0 && first.by() < 1.0) {
            EXPECT_LE(reached, double(move.radius) + 1e-9) << k;
        }
        if (move.pivot == move.old_pivot && first.by() < 1.0) {
            EXPECT_LT(first.by() - first.not_before(), 1e-5) << k;
        }
    }
    EXPECT_GT(later, 20u);
    EXPECT_GT(passed_by, 0u);
}

} // namespace
} // namespace tactus::tool_tests
