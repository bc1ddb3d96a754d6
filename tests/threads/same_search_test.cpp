// SPDX-License-Identifier: MIT
// The searches below the world do the same for any number of workers, and boxes are moved by several threads at once.
#include <thread>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/spatial_order.h"
#include "broad_phase/broad_phase.h"
#include "scenes/random.h"
#include "scenes/scene.h"
#include "search/clusters/refinement.h"
#include "self/self_search.h"

namespace tactus {
namespace {

TEST(SameSearch, OfABodyAgainstItselfForAnyNumberOfWorkers)
{
    const surfaces::Surface s = surfaces::rectangle(96, 64);
    SelfSearch search(s);
    search.move(crossing_pleats(s, 2.5f));
    search.pairs(1);
    const auto one = search.unsorted();
    const std::uint64_t units = search.units;
    EXPECT_GT(one.size(), 100u);
    for (const std::uint32_t workers : worker_counts()) {
        search.pairs(workers);
        EXPECT_EQ(search.unsorted(), one) << workers;
        EXPECT_EQ(search.units, units) << workers;
    }
}

TEST(SameSearch, OfTwoTreesForAnyNumberOfWorkers)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 700}).value();
    const auto tree_at_frame = [&](std::size_t index, std::uint32_t frame, Workers& workers) {
        const scenes::SceneMesh& mesh = scene.meshes[index];
        RefitBvh tree(
            make_cluster_tree(
                mesh.triangles, mesh.positions, spatial_order(mesh.triangles, mesh.positions), VertexPlaces::as_given),
            VertexPlaces::as_given, PositionStorage::copied);
        std::vector<Vec3> positions(mesh.positions.size());
        scene.positions(frame, index, positions);
        EXPECT_TRUE(tree.update(positions, workers));
        return tree;
    };
    std::vector<TrianglePair> one;
    for (const std::uint32_t count : {1u, 2u, 5u, 8u}) {
        Workers workers(count);
        RefitBvh a = tree_at_frame(0, 60, workers), b = tree_at_frame(1, 60, workers);
        Refinement refinement;
        for (int run = 0; run < 5; ++run) {
            Buffer<TrianglePair> found;
            WorkMeter meter(Budget::unlimited());
            EXPECT_TRUE(refinement.find_pairs(a, b, workers, meter, false, found).complete);
            const std::vector<TrianglePair> now(found.begin(), found.end());
            if (one.empty())
                one = now;
            EXPECT_FALSE(one.empty());
            EXPECT_EQ(now, one) << count << " workers";
        }
    }
}

TEST(BoxesMovedBySeveralThreadsAtOnce, HaveBruteForcesPairs)
{
    constexpr std::uint32_t count = 400;
    BroadPhase phase;
    std::vector<Box> boxes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto x = static_cast<float>(i);
        boxes[i] = {{x - 0.4f, -0.4f, -0.4f}, {x + 0.4f, 0.4f, 0.4f}};
        phase.add(boxes[i]);
    }
    EXPECT_TRUE(phase.pairs().empty());
    Workers workers(4);
    scenes::Random random(5);
    for (int frame = 0; frame < 20; ++frame) {
        for (Box& box : boxes) {
            const auto some = [&] { return 0.6f * (static_cast<float>(random.below(1000)) * 0.001f - 0.5f); };
            const Vec3 step = {some(), some(), some()};
            box = {box.lower + step, box.upper + step};
        }
        {
            std::vector<std::jthread> threads;
            for (std::uint32_t thread = 0; thread < 4; ++thread)
                threads.emplace_back([&phase, &boxes, thread] {
                    for (std::uint32_t i = thread; i < count; i += 4)
                        phase.move(i, boxes[i]);
                });
        }
        std::vector<ProxyPair> expected;
        for (std::uint32_t a = 0; a < count; ++a)
            for (std::uint32_t b = a + 1; b < count; ++b)
                if (overlap(boxes[a], boxes[b]))
                    expected.push_back({a, b});
        const auto found = phase.pairs(frame % 4 == 0 ? nullptr : &workers);
        ASSERT_EQ(std::vector<ProxyPair>(found.begin(), found.end()), expected) << frame;
    }
    EXPECT_FALSE(phase.pairs().empty());
}

} // namespace
} // namespace tactus
