// SPDX-License-Identifier: MIT
// Penetration depths that are cut short and gone on with, and those of meshes that are not as they should be.
#include "contacts/depths/penetration_depths.h"

#include <gtest/gtest.h>

#include "penetration/reference.h"

namespace tactus::penetration {
namespace {

struct Overlap {
    Prepared a;
    Prepared b;
    std::vector<IntersectingPair> pairs = pairs_to_meet(a.body, b.body);

    void begin(PenetrationDepths& depths) const { depths.begin(a.surface(), a.tables, b.surface(), b.tables, pairs); }
};

std::vector<Overlap> overlaps()
{
    std::mt19937 random(5);
    const Pose place = any_pose(random);
    Pose beside = any_pose(random);
    beside.place = place.place + any_direction(random) * 1.2;
    Pose within = any_pose(random);
    within.place = place.place;
    std::vector<Overlap> result;
    result.push_back({Prepared(moved(sphere(1.0, 2), place)), Prepared(moved(sphere(0.8, 2), beside))});
    result.push_back({Prepared(moved(torus(1.0, 0.4, 24, 9), place)), Prepared(moved(torus(0.8, 0.4, 24, 9), beside))});
    result.push_back({Prepared(moved(sphere(0.4, 1), within)), Prepared(moved(sphere(1.0, 2), place))});
    return result;
}

TEST(CutPenetrationDepths, AreTheUncutOnesHoweverTheWorkIsCut)
{
    for (const Overlap& overlap : overlaps()) {
        PenetrationDepths depths;
        overlap.begin(depths);
        WorkMeter uncut(Budget::unlimited());
        ASSERT_TRUE(depths.advance(uncut));
        const Found expected = found_by(depths);
        ASSERT_GT(expected.inside_b.size(), 10u);
        for (std::uint64_t units = 1; units < uncut.spent(); ++units) {
            overlap.begin(depths);
            WorkMeter first(Budget::work_units(units)), rest(Budget::unlimited());
            EXPECT_FALSE(depths.advance(first));
            EXPECT_EQ(first.spent(), units);
            EXPECT_TRUE(depths.advance(rest));
            EXPECT_EQ(rest.spent(), uncut.spent() - units);
            ASSERT_EQ(found_by(depths), expected) << "cut after " << units << " units";
        }
        overlap.begin(depths);
        std::uint64_t calls = 0;
        for (bool done = false; !done; ++calls) {
            WorkMeter one(Budget::work_units(1));
            done = depths.advance(one);
        }
        EXPECT_EQ(calls, uncut.spent());
        EXPECT_EQ(found_by(depths), expected);
    }
}

TEST(CutPenetrationDepths, DoNothingWithoutUnits)
{
    const Overlap overlap = std::move(overlaps()[0]);
    PenetrationDepths depths;
    EXPECT_TRUE(depths.done());
    overlap.begin(depths);
    WorkMeter none(Budget::work_units(0));
    EXPECT_FALSE(depths.advance(none));
    EXPECT_FALSE(depths.done());
    EXPECT_TRUE(depths.inside_a().empty() && depths.inside_b().empty());
}

TEST(CutPenetrationDepths, CanBeGivenUpAndBegunAnew)
{
    const std::vector<Overlap> all = overlaps();
    PenetrationDepths depths;
    for (std::uint64_t units = 1; units < 400; units += 7) {
        all[1].begin(depths);
        WorkMeter some(Budget::work_units(units)), rest(Budget::unlimited());
        depths.advance(some);
        all[0].begin(depths);
        depths.advance(rest);
        ASSERT_EQ(found_by(depths), depths_of(all[0].a.body, all[0].b.body));
    }
}

TEST(CutPenetrationDepths, TakeNoMemoryTheSecondTime)
{
    const std::vector<Overlap> all = overlaps();
    PenetrationDepths depths;
    std::size_t bytes = 0;
    for (int round = 0; round < 3; ++round) {
        for (const Overlap& overlap : all) {
            overlap.begin(depths);
            WorkMeter meter(Budget::unlimited());
            depths.advance(meter);
        }
        EXPECT_GT(depths.bytes(), 0u);
        EXPECT_TRUE(round == 0 || depths.bytes() == bytes);
        bytes = depths.bytes();
    }
}

TEST(CutPenetrationDepths, DoNotDependOnTheOrderOfThePairs)
{
    std::mt19937 random(11);
    std::vector<Overlap> all = overlaps();
    const auto [above, below] = spikes_on_spikes(4);
    all.push_back({Prepared(together(above)), Prepared(together(below))});
    for (Overlap& overlap : all) {
        const Found expected = depths_of(overlap.a.body, overlap.b.body);
        for (int trial = 0; trial < 10; ++trial) {
            for (std::size_t i = overlap.pairs.size(); i > 1; --i)
                std::swap(overlap.pairs[i - 1], overlap.pairs[random() % i]);
            PenetrationDepths depths;
            overlap.begin(depths);
            WorkMeter meter(Budget::unlimited());
            depths.advance(meter);
            EXPECT_EQ(found_by(depths), expected);
        }
    }
}

TEST(CutPenetrationDepths, ReadVerticesWhereverTheyStand)
{
    Overlap overlap = std::move(overlaps()[0]);
    const Found expected = depths_of(overlap.a.body, overlap.b.body);
    const std::size_t count = overlap.a.body.positions.size();
    std::vector<std::uint32_t> places(count);
    std::vector<Vec3> stored(count);
    for (std::uint32_t v = 0; v < count; ++v) {
        places[v] = static_cast<std::uint32_t>(count - 1 - v);
        stored[places[v]] = overlap.a.body.positions[v];
    }
    BodySurface surface = overlap.a.surface();
    surface.positions = &stored.data()->x;
    surface.place_of_vertex = places.data();
    PenetrationDepths depths;
    depths.begin(surface, overlap.a.tables, overlap.b.surface(), overlap.b.tables, overlap.pairs);
    WorkMeter meter(Budget::unlimited());
    depths.advance(meter);
    EXPECT_EQ(found_by(depths), expected);
}

TEST(OddPenetrationDepths, OfBodiesThatOnlyTouchAreNone)
{
    const Body cube = block(4, 4, 4, 0.25);
    const DoubleVector steps[] = {{1, 0, 0}, {1, 0.25, 0}, {1, 0.1, 0.3}, {1, 1, 0},
                                  {1, 1, 1}, {0, 0, 0},    {-1, 0.5, 0.5}};
    for (const DoubleVector& step : steps) {
        const Body other = shifted(cube, step);
        ASSERT_FALSE(intersecting_pairs(cube, other).empty());
        const Found found = depths_of(cube, other);
        EXPECT_TRUE(found.inside_a.empty() && found.inside_b.empty()) << step.x << ' ' << step.y << ' ' << step.z;
    }
}

// Edges meet edges and vertices everywhere, so that no edge says how the windings of its ends differ.
TEST(OddPenetrationDepths, OfBlocksInOneGridAreThoseOfTheVerticesStrictlyInside)
{
    const Body cube = block(4, 4, 4, 0.25);
    const DoubleVector steps[] = {
        {0.5, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 0.5}, {0.75, 0.25, 0.5}, {0.375, 0.375, 0.375}};
    for (const DoubleVector& step : steps) {
        const Body other = shifted(cube, step);
        const auto strictly_inside = [](const Body& body, DoubleVector lower) {
            std::set<std::uint32_t> inside;
            for (std::uint32_t v = 0; v < body.positions.size(); ++v) {
                const DoubleVector p = to_double(body.positions[v]) - lower;
                if (std::min({p.x, p.y, p.z}) > 0.0 && std::max({p.x, p.y, p.z}) < 1.0)
                    inside.insert(v);
            }
            return inside;
        };
        const Found found = depths_of(cube, other);
        EXPECT_EQ(vertices_of(found.inside_b), strictly_inside(cube, step));
        EXPECT_EQ(vertices_of(found.inside_a), strictly_inside(other, {0, 0, 0}));
    }
}

TEST(OddPenetrationDepths, OfAnInnerBodyThatTouchesTheOuterFromInsideAreThere)
{
    const Body outer = block(4, 4, 4, 0.25);
    const Body inner = shifted(block(2, 2, 2, 0.125), {0.75, 0.375, 0.375});
    const Found found = depths_of(inner, outer);
    EXPECT_EQ(found.inside_b.size(), inner.positions.size() - 9);
    for (const VertexDepth& each : found.inside_b)
        EXPECT_EQ(each.way_out, (Vec3{1, 0, 0}));
}

TEST(OddPenetrationDepths, OfTwoOpenSurfacesAreNone)
{
    Body bowl = sphere(1.0, 2), other = shifted(sphere(0.9, 2), {0.83, 0.1, 0.2});
    bowl.triangles.pop_back();
    other.triangles.pop_back();
    EXPECT_FALSE(make_depth_tables(bowl.triangles, bowl.positions.size()).is_closed);
    EXPECT_TRUE(make_depth_tables(sphere(1.0, 2).triangles, bowl.positions.size()).is_closed);
    const Found found = depths_of(bowl, other);
    EXPECT_TRUE(found.inside_a.empty() && found.inside_b.empty());
    // One triangle the wrong way round is no closed surface either.
    Body turned = sphere(1.0, 2);
    std::swap(turned.triangles[7][0], turned.triangles[7][1]);
    EXPECT_FALSE(make_depth_tables(turned.triangles, turned.positions.size()).is_closed);
    EXPECT_FALSE(make_depth_tables({}, 0).is_closed);
}

TEST(OddPenetrationDepths, DoNotDependOnWhichWayTrianglesAreTurned)
{
    for (const Overlap& overlap : overlaps()) {
        const Body &a = overlap.a.body, &b = overlap.b.body;
        const Found expected = depths_of(a, b);
        for (const auto& [turned_a, turned_b] :
             {std::pair(inside_out(a), b), std::pair(a, inside_out(b)), std::pair(inside_out(a), inside_out(b))}) {
            const Found found = depths_of(turned_a, turned_b);
            ASSERT_EQ(vertices_of(found.inside_b), vertices_of(expected.inside_b));
            ASSERT_EQ(vertices_of(found.inside_a), vertices_of(expected.inside_a));
            for (std::size_t i = 0; i < expected.inside_b.size(); ++i) {
                EXPECT_NEAR(found.inside_b[i].depth, expected.inside_b[i].depth, 1e-6f);
                EXPECT_GT(dot(found.inside_b[i].way_out, expected.inside_b[i].way_out), 0.9999f);
            }
        }
    }
}

TEST(OddPenetrationDepths, OfAVertexThatHardlyLiesInsideLeadAlongTheNormal)
{
    const Body slab = shifted(block(2, 2, 1, 1.0), {0, 0, -1});
    for (const Body& other : {slab, inside_out(slab)}) {
        const Body needle = shifted(spike(5, 0.1, 1.0), {0.75, 0.25, -1e-30});
        const Found found = depths_of(needle, other);
        ASSERT_EQ(found.inside_b.size(), 1u);
        EXPECT_EQ(found.inside_b[0].way_out, (Vec3{0, 0, 1}));
        EXPECT_NEAR(found.inside_b[0].depth, 1e-30f, 1e-33f);
    }
}

/// The same surface, and triangles on it that have no area: vertices named twice and three times, and edges opened by
/// two flat triangles that hold a vertex at their middle.
Body with_flat_triangles(Body body)
{
    const std::size_t count = body.triangles.size();
    for (std::size_t t = 0; t < count; t += 3) {
        const auto [a, b, c] = body.triangles[t];
        body.triangles.push_back({a, a, b});
        body.triangles.push_back({c, c, c});
        const auto middle = static_cast<std::uint32_t>(body.positions.size());
        body.positions.push_back(body.positions[a]);
        body.triangles.push_back({a, b, middle});
        body.triangles.push_back({b, a, middle});
    }
    return body;
}

Body doubled(Body body)
{
    const std::vector<TriangleIndices> once = body.triangles;
    body.triangles.insert(body.triangles.end(), once.begin(), once.end());
    return body;
}

TEST(OddPenetrationDepths, OfFlatAndDoubledTrianglesAreThoseOfTheRest)
{
    for (const Overlap& overlap : overlaps()) {
        const Body &a = overlap.a.body, &b = overlap.b.body;
        const Found expected = depths_of(a, b);
        for (const auto& [odd_a, odd_b] :
             {std::pair(with_flat_triangles(a), b), std::pair(a, with_flat_triangles(b)),
              std::pair(doubled(a), doubled(b)),
              std::pair(with_flat_triangles(doubled(a)), doubled(with_flat_triangles(b)))}) {
            const Found found = depths_of(odd_a, odd_b);
            std::size_t i = 0;
            for (const VertexDepth& each : found.inside_b) {
                if (each.vertex >= a.positions.size())
                    continue;
                ASSERT_LT(i, expected.inside_b.size());
                EXPECT_EQ(each, expected.inside_b[i++]);
            }
            EXPECT_EQ(i, expected.inside_b.size());
        }
    }
}

TEST(OddPenetrationDepths, OfAPieceWhoseFaceAloneIsPiercedAreDistancesFromWhatPiercesIt)
{
    // A cube near the bottom of a larger one, which has a hollow: a spike, whose tip is in the middle of a triangle of
    // the cube's top. No edge of the cube meets anything.
    const Body cube = shifted(block(1, 1, 1, 1.0), {1.0, 1.0, 0.1});
    const Body hollow = together(block(1, 1, 1, 3.0), inside_out(shifted(spike(3, 0.2, 0.8), {1.75, 1.3, 0.8})));
    const Found found = depths_of(cube, hollow);
    const std::map<std::uint32_t, double> of_cube = depths_by_definition(cube, hollow);
    ASSERT_EQ(found.inside_b.size(), 8u);
    for (const VertexDepth& each : found.inside_b)
        EXPECT_NEAR(each.depth, of_cube.at(each.vertex), 1e-6) << "vertex " << each.vertex;
    ASSERT_EQ(found.inside_a.size(), 1u);
    // All of the cube is inside, so that its side is a way out for the tip.
    EXPECT_NEAR(found.inside_a[0].depth, 0.25f, 1e-6f);
}

TEST(OddPenetrationDepths, OfSomePiecesAreThereForEach)
{
    const Body dust = together(
        together(shifted(sphere(0.1, 1), {0.3, 0.2, 0.1}), shifted(sphere(0.1, 1), {2.0, 0.0, 0.0})),
        together(shifted(sphere(0.1, 1), {-0.2, 0.3, 0.0}), shifted(sphere(0.3, 1), {0.93, 0.05, 0.02})));
    Body ball = sphere(1.0, 3);
    ball.positions.push_back({0.3f, 0.2f, 0.1f}); // of no triangle
    EXPECT_EQ(make_depth_tables(dust.triangles, dust.positions.size()).shells.size(), 4u);
    const Found found = depths_of(dust, ball);
    EXPECT_EQ(vertices_of(found.inside_b), vertices_inside(dust, ball));
    for (const VertexDepth& each : found.inside_b)
        EXPECT_NEAR(
            each.depth, 1.0 - length(to_double(dust.positions[each.vertex])),
            each.vertex >= 3 * sphere(0.1, 1).positions.size() ? 0.1 : 0.01);
}

} // namespace
} // namespace tactus::penetration
