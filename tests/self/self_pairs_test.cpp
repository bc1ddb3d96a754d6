// SPDX-License-Identifier: MIT
#include "search/self/self_pairs.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

#include "scenes/scene.h"
#include "self/self_search.h"

namespace tactus {
namespace {

using surfaces::Surface;

TEST(SelfPairs, AreThoseOfBruteForceOnEverySceneOfOneMesh)
{
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        auto scene = scenes::make_scene(info.name, {.triangles = std::min(700u, info.default_triangles), .frames = 6});
        ASSERT_TRUE(scene.ok()) << info.name;
        for (std::size_t mesh = 0; mesh < std::min<std::size_t>(2, scene.value().meshes.size()); ++mesh) {
            const auto& given = scene.value().meshes[mesh];
            SelfSearch search({given.triangles, given.positions});
            std::vector<Vec3> positions(given.positions.size());
            for (std::uint32_t frame = 0; frame < scene.value().frame_count; frame += 2) {
                scene.value().positions(frame, mesh, positions);
                search.move(positions);
                EXPECT_EQ(search.pairs(), search.brute_force())
                    << info.name << ", mesh " << mesh << ", frame " << frame;
                EXPECT_TRUE(search.outcome.complete);
                EXPECT_EQ(search.outcome.open_pairs, 0u);
            }
        }
    }
}

TEST(SelfPairs, AreThoseOfBruteForceOnMeshesOfEveryKind)
{
    for (const Surface& s :
         {Surface{}, surfaces::rectangle(1, 1), surfaces::rectangle(30, 20), surfaces::fan(600), surfaces::soup(900),
          surfaces::tangled(), surfaces::both(surfaces::rectangle(20, 20), surfaces::rectangle(20, 20))}) {
        SelfSearch search(s);
        EXPECT_EQ(search.pairs(), search.brute_force()) << s.triangles.size() << " triangles";
    }
}

TEST(SelfPairs, AreFoundAtAnyScale)
{
    const Surface s = surfaces::rectangle(24, 16);
    for (const float scale : {1e-38f, 1e-30f, 1e-3f, 1e5f, 1e30f, 1e36f})
        for (const float shift : {0.0f, 100.0f}) {
            std::vector<Vec3> positions = crossing_pleats(s, 2.0f);
            for (Vec3& p : positions)
                p = {(p.x + shift) * scale, p.y * scale, (p.z - shift) * scale};
            SelfSearch search(s);
            search.move(positions);
            const auto expected = search.brute_force();
            EXPECT_FALSE(expected.empty()) << scale;
            EXPECT_EQ(search.pairs(), expected) << scale << ' ' << shift;
        }
}

TEST(SelfPairs, AreFoundInFlatAndCollapsedBodies)
{
    const Surface s = surfaces::rectangle(16, 12);
    SelfSearch search(s);
    for (int axis = 0; axis < 4; ++axis) {
        std::vector<Vec3> positions = crossing_pleats(s, 1.0f);
        for (Vec3& p : positions) {
            p.x = axis == 0 || axis == 3 ? 7.0f : p.x;
            p.y = axis == 1 || axis == 3 ? 7.0f : p.y;
            p.z = axis == 2 || axis == 3 ? 7.0f : p.z;
        }
        search.move(positions);
        EXPECT_EQ(search.pairs(), search.brute_force()) << axis;
    }
}

TEST(SelfPairs, OfAnyBudgetAreAPrefixOfThoseOfALargerOne)
{
    const Surface s = surfaces::rectangle(20, 12);
    SelfSearch search(s);
    search.move(crossing_pleats(s, 2.5f));
    const auto all = search.pairs();
    const auto order = search.unsorted();
    const std::uint64_t units = search.units;
    ASSERT_GT(units, 10u);
    Workers workers(1);
    std::size_t before = 0;
    for (std::uint64_t limit = 0; limit <= units; ++limit) {
        WorkMeter meter(Budget::work_units(limit));
        const RefinementOutcome outcome = search.search(workers, meter, false);
        const auto found = search.unsorted();
        ASSERT_GE(found.size(), before) << limit;
        ASSERT_TRUE(std::equal(found.begin(), found.end(), order.begin())) << limit;
        EXPECT_EQ(outcome.complete, limit >= units) << limit;
        EXPECT_EQ(outcome.open_pairs == 0, outcome.complete) << limit;
        EXPECT_LE(meter.spent(), limit);
        before = found.size();
    }
    EXPECT_EQ(before, all.size());
}

TEST(SelfPairs, AreSomeOfAllAndSaidToBeIncompleteWhereTheDeadlineComesFirst)
{
    const Surface s = surfaces::rectangle(96, 64);
    SelfSearch search(s);
    search.move(crossing_pleats(s, 2.5f));
    const auto all = search.pairs();
    for (const std::uint32_t worker_count : {1u, 3u}) {
        Workers workers(worker_count);
        for (const int microseconds : {-1, 0, 50, 100, 200, 400, 800, 1600}) {
            WorkMeter meter(Budget::within(std::chrono::microseconds(microseconds)));
            const RefinementOutcome outcome = search.search(workers, meter, false);
            const auto found = search.sorted();
            EXPECT_TRUE(std::includes(all.begin(), all.end(), found.begin(), found.end())) << microseconds;
            EXPECT_EQ(outcome.complete, outcome.open_pairs == 0) << microseconds;
            if (outcome.complete) {
                EXPECT_EQ(found, all) << microseconds;
            }
            if (microseconds < 0) {
                EXPECT_FALSE(outcome.complete);
                EXPECT_TRUE(found.empty());
            }
        }
    }
}

TEST(SelfPairs, StopAtTheFirstHitIfAsked)
{
    const Surface s = surfaces::rectangle(96, 64);
    SelfSearch search(s);
    Workers workers(2);
    WorkMeter flat_meter(Budget::unlimited());
    EXPECT_TRUE(search.search(workers, flat_meter, true).complete);
    EXPECT_TRUE(search.sorted().empty());
    search.move(crossing_pleats(s, 2.5f));
    const auto all = search.pairs();
    WorkMeter meter(Budget::unlimited());
    search.search(workers, meter, true);
    const auto some = search.sorted();
    EXPECT_FALSE(some.empty());
    EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end()));
}

TEST(SelfPairs, IncludeNeighboursThatMeetInMoreThanTheyShareIfAsked)
{
    for (const Surface& s :
         {surfaces::rectangle(16, 12), surfaces::tangled(), surfaces::fan(200), surfaces::soup(100)}) {
        SelfSearch search(s, true);
        EXPECT_EQ(search.pairs(), search.brute_force()) << s.triangles.size();
        std::vector<Vec3> folded = crossing_pleats(s, 1.0f);
        for (Vec3& p : folded)
            p.x = std::abs(p.x - 3.0f);
        search.move(folded);
        EXPECT_EQ(search.pairs(), search.brute_force()) << s.triangles.size() << ", folded";
    }
}

TEST(SelfPairs, SkipEmptySlots)
{
    const Surface s = surfaces::rectangle(24, 16);
    std::vector<Vec3> positions = crossing_pleats(s, 2.5f);
    ClusterTree tree = surfaces::tree_over({s.triangles, positions});
    std::vector<float> places;
    Box root;
    for (std::uint32_t vertex : tree.vertex_order) {
        places.insert(places.end(), {positions[vertex].x, positions[vertex].y, positions[vertex].z});
        root = include(root, positions[vertex]);
    }
    places.resize(places.size() + 4);
    std::vector<bool> removed(s.triangles.size(), false);
    for (std::size_t slot = 3; slot < tree.triangle_of_slot.size(); slot += 7)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle) {
            removed[tree.triangle_of_slot[slot]] = true;
            tree.triangle_of_slot[slot] = ClusterTree::no_triangle;
            tree.indices[slot] = {0, 0, 0};
        }
    SelfSearch whole({s.triangles, positions});
    std::vector<TrianglePair> expected;
    for (const TrianglePair& pair : whole.brute_force())
        if (!removed[pair.a] && !removed[pair.b])
            expected.push_back(pair);
    const SelfTables tables = make_self_tables(tree, places.data());
    SelfQuery query;
    Buffer<TrianglePair> found;
    Workers workers(1);
    WorkMeter meter(Budget::unlimited());
    EXPECT_TRUE(query.find_pairs({tree, tables, places.data(), root}, workers, meter, false, found).complete);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::vector<TrianglePair>(found.begin(), found.end()), expected);
    EXPECT_FALSE(expected.empty());
}

} // namespace
} // namespace tactus
