// SPDX-License-Identifier: MIT
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/containment.h"
#include "base/every_structure.h"
#include "queries/surface_model.h"

namespace tactus {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<SurfaceTriangle> listed(const Result<OverlapReport>& report)
{
    return {report.value().triangles.begin(), report.value().triangles.end()};
}

class EveryStructure : public testing::TestWithParam<Structure> {
public:
    EveryStructure()
    {
        add(closed_cube(6, 2.0f));
        add(grid_soup(200, random));
        add(grid_soup(3, random));
        const Sphere ball = {{1.0f, -2.0f, 1.5f}, 1.25f};
        model.bodies.push_back(
            {world.add_sphere({.centre = ball.centre, .radius = ball.radius}).value(), {}, {}, {}, ball});
    }
    void add(SurfaceModel::Body body)
    {
        body.id =
            world.add_body({.triangles = body.triangles, .positions = body.positions, .structure = GetParam()}).value();
        model.bodies.push_back(body);
    }
    /// Lets f look at the bodies as they are, deformed, posed, and edited, each time as one that asks alone and as one
    /// of several.
    void in_every_state(const std::function<void()>& ask)
    {
        const auto f = [&] {
            ask();
            ASSERT_TRUE(world.prepare_reads());
            ask();
        };
        f();
        for (Vec3& p : model.bodies[0].positions)
            p.z += 0.25f * std::round(p.x * p.y);
        ASSERT_TRUE(world.set_positions(model.bodies[0].id, model.bodies[0].positions));
        f();
        for (Vec3& p : model.bodies[1].positions)
            p = p + Vec3{0.5f, -0.25f, 1.0f};
        ASSERT_TRUE(world.set_pose(model.bodies[1].id, {.position = {0.5, -0.25, 1.0}, .rotation = {}}));
        model.bodies[3].sphere->centre = {0.0f, 2.0f, 0.5f};
        ASSERT_TRUE(world.set_pose(model.bodies[3].id, {.position = {0.0, 2.0, 0.5}, .rotation = {}}));
        f();
        const std::vector<std::uint32_t> gone = {3, 17, 60, 61};
        for (const std::uint32_t k : gone)
            model.bodies[1].is_removed[k] = true;
        ASSERT_TRUE(world.edit(BodyEdit{.body = model.bodies[1].id, .remove_triangles = gone}));
        f();
    }
    float number(std::uint32_t count = 17)
    {
        return 0.5f * static_cast<float>(static_cast<int>(random.below(count)) - static_cast<int>(count / 2));
    }
    Vec3 point() { return {number(), number(), number()}; }
    Vec3 direction()
    {
        const Vec3 made = {number(5), number(5), number(5)};
        return made == Vec3{} ? Vec3{0.0f, 0.0f, -1.0f} : made;
    }
    std::vector<HalfSpace> half_spaces()
    {
        std::vector<HalfSpace> made(1 + random.below(8));
        for (HalfSpace& space : made)
            space = {direction(), 1.0f + number(7)};
        return made;
    }
    void expect_hits(const RayHitsReport& report, const std::vector<SurfaceModel::Hit>& expected)
    {
        ASSERT_EQ(report.hits.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_EQ(report.hits[k].body.index, expected[k].body);
            EXPECT_EQ(report.hits[k].triangle, expected[k].triangle);
            EXPECT_EQ(report.hits[k].distance, static_cast<float>(expected[k].t));
        }
    }

    World world = World::create().value();
    SurfaceModel model;
    scenes::Random random{11};
};

TEST_P(EveryStructure, FindsWhatOverlapsAShape)
{
    in_every_state([&] {
        std::size_t found = 0;
        for (std::size_t k = 0; k < cases(60); ++k) {
            const Vec3 p = point(), q = k % 3 == 0 ? p : point();
            const Box box = {min(p, q), k % 4 == 0 ? max(p, Vec3{q.x, q.y, p.z}) : max(p, q)};
            const Box tidy = {min(box.lower, box.upper), max(box.lower, box.upper)};
            const auto in_box = model.in_box(tidy);
            found += in_box.size();
            EXPECT_EQ(listed(world.overlap_box(tidy.lower, tidy.upper)), in_box);
            const Sphere ball = {p, std::abs(number())};
            EXPECT_EQ(listed(world.overlap_sphere(ball)), model.in_ball(ball));
            const std::vector<HalfSpace> spaces = half_spaces();
            EXPECT_EQ(listed(world.overlap_convex(spaces)), model.in_convex(spaces));
        }
        EXPECT_GT(found, 0u);
    });
}

TEST_P(EveryStructure, FindsAllHitsOfARayAndTheFirst)
{
    in_every_state([&] {
        std::size_t found = 0;
        for (std::size_t k = 0; k < cases(80); ++k) {
            const Vec3 from = point(), along = direction();
            const auto expected = model.hits(from, along);
            found += expected.size();
            expect_hits(world.cast_ray_through(from, along).value(), expected);
            const FirstHitReport first = world.cast_ray(from, along, {}, Budget::work_units(1u << 20)).value();
            ASSERT_EQ(first.first.hit, !expected.empty());
            EXPECT_TRUE(first.complete);
            if (!expected.empty()) {
                EXPECT_EQ(first.first.body.index, expected[0].body);
                EXPECT_EQ(first.first.triangle, expected[0].triangle);
                EXPECT_EQ(first.nothing_before, static_cast<float>(expected[0].t));
                EXPECT_EQ(world.cast_ray(from, along).value().triangle, expected[0].triangle);
            }
        }
        EXPECT_GT(found, 0u);
    });
}

TEST_P(EveryStructure, FindsTheNearestPoint)
{
    in_every_state([&] {
        for (std::size_t k = 0; k < cases(60); ++k) {
            const Vec3 p = k % 2 == 0 ? point() : point() * 1.3f;
            const auto expected = model.nearest(p);
            const NearestReport nearest = world.nearest_point(p).value();
            ASSERT_TRUE(nearest.found && nearest.complete);
            EXPECT_EQ(nearest.distance, static_cast<float>(expected.distance));
            EXPECT_EQ(nearest.distance_at_least, nearest.distance);
            EXPECT_EQ(nearest.body.index, expected.body);
            EXPECT_EQ(nearest.triangle, expected.triangle);
            const float below = std::nextafter(nearest.distance, 0.0f);
            if (below < nearest.distance) {
                const NearestReport none = world.nearest_point(p, {.max_distance = 0.999f * below}).value();
                EXPECT_FALSE(none.found);
                EXPECT_TRUE(none.complete);
                EXPECT_EQ(none.distance_at_least, 0.999f * below);
            }
        }
    });
}

TEST_P(EveryStructure, SaysWhetherAPointIsInside)
{
    in_every_state([&] {
        EXPECT_TRUE(world.is_inside(model.bodies[0].id, {0.25f, 0.125f, 0.0625f}).value().inside);
        const SurfaceModel::Body& cube = model.bodies[0];
        const Sphere ball = *model.bodies[3].sphere;
        for (std::size_t k = 0; k < cases(80); ++k) {
            const Vec3 p = point();
            const Containment expected = containment(p, cube.triangles, cube.positions);
            const SignedDistanceReport report = world.signed_distance(cube.id, p).value();
            const InsideReport side = world.is_inside(cube.id, p).value();
            EXPECT_TRUE(side.closed && side.complete && report.complete);
            EXPECT_EQ(side.winding, expected.winding);
            EXPECT_EQ(side.inside, expected.inside());
            EXPECT_EQ(side.on_surface, expected.on_surface);
            EXPECT_EQ(report.signed_distance < 0.0f, expected.inside());
            EXPECT_EQ(std::abs(report.signed_distance), expected.on_surface ? 0.0f : report.nearest.distance);
            EXPECT_FALSE(world.is_inside(model.bodies[1].id, p).value().closed);
            const int from_ball = compare_distance(p, ball.centre, {ball.radius, 0, 0});
            const InsideReport of_ball = world.is_inside(model.bodies[3].id, p).value();
            EXPECT_EQ(of_ball.inside, from_ball < 0);
            EXPECT_EQ(of_ball.on_surface, from_ball == 0);
        }
    });
}

// Asks with every budget until the answer is whole, each time of bodies that have moved, so that nothing is left of the
// time before.
template <class F>
void with_every_budget(EveryStructure& test, F ask)
{
    for (const bool prepares : {false, true})
        for (std::uint64_t units = 0;; ++units) {
            ASSERT_LT(units, 5000u);
            ASSERT_TRUE(test.world.set_positions(test.model.bodies[0].id, test.model.bodies[0].positions));
            if (prepares) {
                ASSERT_TRUE(test.world.prepare_reads());
            }
            if (ask(units))
                break;
        }
}

TEST_P(EveryStructure, KeepsItsPromisesWhereverTheBudgetEnds)
{
    for (std::size_t k = 0; k < cases(4); ++k) {
        const Vec3 p = point(), along = direction();
        const auto hits = model.hits(p, along);
        with_every_budget(*this, [&](std::uint64_t units) {
            const FirstHitReport first = world.cast_ray(p, along, {}, Budget::work_units(units)).value();
            EXPECT_LE(first.work_units_spent, units);
            EXPECT_LE(first.nothing_before, hits.empty() ? infinity : static_cast<float>(hits[0].t));
            if (first.first.hit) {
                EXPECT_GE(first.first.distance, first.nothing_before);
            }
            if (first.complete && !hits.empty()) {
                EXPECT_EQ(first.first.triangle, hits[0].triangle);
                EXPECT_EQ(first.first.body.index, hits[0].body);
            }
            const RayHitsReport all = world.cast_ray_through(p, along, {}, Budget::work_units(units)).value();
            for (std::size_t n = 0; n < hits.size() && static_cast<float>(hits[n].t) < all.complete_until; ++n) {
                EXPECT_LT(n, all.hits.size());
                if (n < all.hits.size()) {
                    EXPECT_EQ(all.hits[n].triangle, hits[n].triangle);
                }
            }
            if (all.complete)
                expect_hits(all, hits);
            return first.complete && all.complete;
        });
        const auto expected = model.nearest(p);
        float known_with_less = 0.0f;
        with_every_budget(*this, [&](std::uint64_t units) {
            const NearestReport nearest = world.nearest_point(p, {.budget = Budget::work_units(units)}).value();
            EXPECT_LE(nearest.work_units_spent, units);
            EXPECT_LE(nearest.distance_at_least, static_cast<float>(expected.distance));
            EXPECT_GE(nearest.distance, static_cast<float>(expected.distance));
            EXPECT_GE(nearest.distance_at_least, units == 0 ? 0.0f : known_with_less) << units;
            known_with_less = nearest.distance_at_least;
            if (nearest.complete) {
                EXPECT_EQ(nearest.triangle, expected.triangle);
            }
            return nearest.complete;
        });
        const auto expect_part_of = [](const OverlapReport& report, const std::vector<SurfaceTriangle>& all) {
            EXPECT_EQ(report.complete, report.open_nodes == 0);
            for (const SurfaceTriangle& found : report.triangles)
                EXPECT_NE(std::find(all.begin(), all.end(), found), all.end());
            if (report.complete) {
                EXPECT_EQ(report.triangles.size(), all.size());
            }
            return report.complete;
        };
        const Sphere ball = {p, 2.0f};
        const Box box = {p, p + Vec3{2.0f, 1.5f, 2.5f}};
        const std::vector<HalfSpace> spaces = half_spaces();
        with_every_budget(
            *this, [&, in_ball = model.in_ball(ball), in_box = model.in_box(box),
                    in_convex = model.in_convex(spaces)](std::uint64_t units) {
                const OverlapOptions options = {.budget = Budget::work_units(units)};
                bool is_complete = true;
                const auto expect = [&](const OverlapReport& report, const std::vector<SurfaceTriangle>& all) {
                    EXPECT_LE(report.work_units_spent, units);
                    is_complete = expect_part_of(report, all) && is_complete;
                };
                expect(world.overlap_sphere(ball, options).value(), in_ball);
                expect(world.overlap_box(box.lower, box.upper, options).value(), in_box);
                expect(world.overlap_convex(spaces, options).value(), in_convex);
                return is_complete;
            });
        with_every_budget(*this, [&](std::uint64_t units) {
            const BodyId body = model.bodies[0].id;
            const SignedDistanceReport whole = world.signed_distance(body, p).value();
            EXPECT_TRUE(whole.complete);
            const SignedDistanceReport apart =
                world.signed_distance(body, p, {.budget = Budget::work_units(units)}).value();
            EXPECT_LE(apart.nearest.distance_at_least, whole.nearest.distance);
            EXPECT_GE(apart.nearest.distance, whole.nearest.distance);
            if (!apart.side.complete) {
                EXPECT_GE(apart.signed_distance, 0.0f);
            }
            if (apart.complete) {
                EXPECT_EQ(apart.signed_distance, whole.signed_distance);
            }
            return apart.complete;
        });
        with_every_budget(*this, [&](std::uint64_t units) {
            const InsideReport side = world.is_inside(model.bodies[0].id, p, Budget::work_units(units)).value();
            EXPECT_LE(side.work_units_spent, units);
            if (side.complete) {
                EXPECT_EQ(side.inside, containment(p, model.bodies[0].triangles, model.bodies[0].positions).inside());
            }
            return side.complete;
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryStructure, testing::ValuesIn(every_structure), [](const auto& one) {
    return "structure" + std::to_string(static_cast<int>(one.param));
});

TEST(SurfaceQueries, GoToCollectorsThatMayHaveEnough)
{
    World world = World::create().value();
    const SurfaceModel::Body cube = closed_cube(4, 1.0f);
    const BodyId id = world.add_body({.triangles = cube.triangles, .positions = cube.positions}).value();
    struct Any final : OverlapCollector {
        bool take(const SurfaceTriangle& found) override
        {
            body = found.body;
            ++count;
            return false;
        }
        BodyId body;
        int count = 0;
    } any;
    const OverlapReport report = world.overlap_box({0.9f, -1, -1}, {1.1f, 1, 1}, {}, &any).value();
    EXPECT_EQ(any.count, 1);
    EXPECT_EQ(any.body, id);
    EXPECT_FALSE(report.complete);
    EXPECT_TRUE(report.triangles.empty());
    struct Nearest final : RayHitCollector {
        float take(const RayHit& hit) override
        {
            nearest = std::min(nearest, hit.distance);
            return hit.distance;
        }
        float nearest = std::numeric_limits<float>::infinity();
    } nearest;
    EXPECT_TRUE(
        world.cast_ray_through({0.1f, 0.2f, 5.0f}, {0, 0, -1}, {}, Budget::unlimited(), &nearest).value().complete);
    EXPECT_EQ(nearest.nearest, 4.0f);
}

TEST(SurfaceQueries, AskOnlyTheGroupsOfTheirMask)
{
    World world = World::create().value();
    const SurfaceModel::Body cube = closed_cube(1, 1.0f);
    ASSERT_TRUE(world.add_body({.triangles = cube.triangles, .positions = cube.positions, .filter = {.group = 2}}));
    EXPECT_TRUE(world.overlap_sphere({{}, 2.0f}, {.mask = 1}).value().triangles.empty());
    EXPECT_EQ(world.overlap_sphere({{}, 2.0f}, {.mask = 2}).value().triangles.size(), 12u);
    EXPECT_FALSE(world.nearest_point({}, {.mask = 1}).value().found);
    EXPECT_TRUE(world.nearest_point({}, {.mask = 3}).value().found);
    EXPECT_TRUE(world.cast_ray_through({}, {1, 0, 0}, {.mask = 1}).value().hits.empty());
}

TEST(SurfaceQueries, RefuseWhatNobodyCanAnswer)
{
    World world = World::create().value();
    EXPECT_EQ(world.overlap_box({0, nan, 0}, {1, 1, 1}).error().message, "the box's lower corner: y is nan");
    EXPECT_EQ(
        world.overlap_box({2, 0, 0}, {1, 1, 1}).error().message,
        "the box's lower x is 2.000000, above its upper one, 1.000000");
    EXPECT_FALSE(world.overlap_sphere({{}, -1.0f}).ok());
    EXPECT_EQ(world.overlap_convex({}).error().message, "a convex set needs 1 to 32 half-spaces, not 0");
    const HalfSpace flat[] = {{{1, 0, 0}, 0}, {{}, 1}};
    EXPECT_EQ(world.overlap_convex(flat).error().message, "half-space 1's normal is zero");
    EXPECT_EQ(world.nearest_point({infinity, 0, 0}).error().message, "the point: x is infinite");
    EXPECT_EQ(world.nearest_point({}, {.max_distance = nan}).error().message, "max_distance is nan");
    EXPECT_EQ(world.is_inside({}, {}).error().code, ErrorCode::stale_id);
    EXPECT_EQ(world.cast_ray_through({}, {}).error().message, "the ray's direction is zero");
    const NearestReport nothing = world.nearest_point({}).value();
    EXPECT_FALSE(nothing.found);
    EXPECT_TRUE(nothing.complete);
    EXPECT_EQ(nothing.distance_at_least, infinity);
}

} // namespace
} // namespace tactus
