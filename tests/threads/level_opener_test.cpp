// SPDX-License-Identifier: MIT
// The pairs of clusters of two trees come in the same order, and for as many work units, for any number of workers.
#include "search/clusters/level_opener.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/spatial_order.h"
#include "scenes/scene.h"
#include "search/clusters/refinement.h"

namespace tactus {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class LevelsOf : public testing::TestWithParam<std::string> {
protected:
    LevelsOf()
    {
        for (std::size_t mesh = 0; mesh < 2; ++mesh) {
            const scenes::SceneMesh& m = scene_.meshes[mesh];
            trees_.emplace_back(
                make_cluster_tree(
                    m.triangles, m.positions, spatial_order(m.triangles, m.positions), VertexPlaces::as_given),
                VertexPlaces::as_given, PositionStorage::copied);
            std::vector<Vec3> positions(m.positions.size());
            scene_.positions(2 * scene_.frame_count / 3, mesh, positions);
            EXPECT_TRUE(trees_[mesh].update(positions, alone_));
        }
        const Box region = intersection(trees_[0].box(), trees_[1].box());
        const Vec3 middle = region.lower * 0.5f + region.upper * 0.5f, half = region.upper - middle;
        const float scale = 30000.0f / std::max({half.x, half.y, half.z});
        grid_ = {middle, {scale, scale, scale}};
        RefitBvh::refit_both(trees_[0], trees_[1], region, grid_, alone_);
        for (std::size_t side = 0; side < 2; ++side)
            begin(blocks_[side], side);
    }

    void begin(BlockTree& blocks, std::size_t side) const
    {
        const RefitBvh& tree = trees_[side];
        blocks.begin(tree.tree(), tree.positions(), tree.near(), tree.packed_near(), grid_);
    }

    Pairs open(LevelOpener& opener, Workers& workers, WorkMeter& meter) const
    {
        BoxPairList list, scratch;
        is_complete_ = opener.open(blocks_[0], blocks_[1], workers, meter, list, scratch);
        Pairs pairs(list.count);
        for (std::size_t k = 0; k < list.count; ++k)
            pairs[k] = {list.a[k], list.b[k]};
        return pairs;
    }

    scenes::Scene scene_ = scenes::make_scene(GetParam(), {.triangles = sized(24000)}).value();
    Workers alone_{1};
    std::vector<RefitBvh> trees_;
    BoxGrid grid_;
    BlockTree blocks_[2];
    mutable bool is_complete_ = false;
};

INSTANTIATE_TEST_SUITE_P(
    Scenes, LevelsOf, testing::Values("bumpy_spheres", "soft_organs", "coincident_twins"),
    [](const auto& name) { return name.param; });

TEST_P(LevelsOf, TwoTreesAreOpenedInTheSameOrderByAnyNumberOfWorkers)
{
    LevelOpener never_shared(UINT64_MAX);
    WorkMeter meter(Budget::unlimited());
    const Pairs expected = open(never_shared, alone_, meter);
    ASSERT_GT(expected.size(), 100u) << "enough for sixteen workers";
    for (const std::uint32_t count : {1u, 2u, 3u, 5u, 8u, 16u}) {
        Workers workers(count);
        LevelOpener always_shared(0), shared_if_worth;
        for (LevelOpener* opener : {&always_shared, &shared_if_worth})
            for (int run = 0; run < 4; ++run) {
                WorkMeter again(Budget::unlimited());
                EXPECT_EQ(open(*opener, workers, again), expected) << count << " workers";
                EXPECT_TRUE(is_complete_);
                EXPECT_EQ(again.spent(), meter.spent()) << count << " workers";
            }
    }
}

TEST_P(LevelsOf, TwoTreesAreCutAtTheSameUnitForAnyNumberOfWorkers)
{
    LevelOpener never_shared(UINT64_MAX);
    WorkMeter all(Budget::unlimited());
    open(never_shared, alone_, all);
    Workers workers(5);
    LevelOpener always_shared(0);
    for (std::uint64_t units = 0; units <= all.spent(); ++units) {
        WorkMeter one(Budget::work_units(units)), five(Budget::work_units(units));
        const Pairs expected = open(never_shared, alone_, one);
        EXPECT_EQ(is_complete_, units == all.spent());
        EXPECT_EQ(open(always_shared, workers, five), expected) << units;
        EXPECT_EQ(is_complete_, units == all.spent());
        EXPECT_EQ(five.spent(), one.spent()) << units;
    }
}

/// Memory of one query is used by the next, whatever was left in it.
TEST_P(LevelsOf, TwoTreesAreOpenedAgainByFewerWorkersAndMore)
{
    LevelOpener never_shared(UINT64_MAX), always_shared(0);
    WorkMeter meter(Budget::unlimited());
    const Pairs expected = open(never_shared, alone_, meter);
    for (const std::uint32_t count : {16u, 2u, 8u, 1u, 3u}) {
        Workers workers(count);
        WorkMeter again(Budget::unlimited());
        EXPECT_EQ(open(always_shared, workers, again), expected) << count << " workers";
    }
}

/// The boxes of leaves and of triangles are those of a plan that one worker carries out, and each slice finds all that
/// it needs of them.
TEST_P(LevelsOf, TwoTreesAreOpenedInSlicesThatExpandTheClustersOfTheFirst)
{
    LevelOpener never_shared(UINT64_MAX), in_slices;
    WorkMeter meter(Budget::unlimited());
    const Pairs expected = open(never_shared, alone_, meter);
    std::vector<std::uint32_t> named;
    for (const auto& pair : expected)
        named.push_back(pair.first);
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    BlockTree planned;
    begin(planned, 0);
    ASSERT_EQ(planned.plan_expansion(named, SingleBoxes::of_leaves_and_triangles), named.size());
    planned.expand_range(0, named.size());
    for (const std::uint32_t count : {2u, 3u, 8u}) {
        Workers workers(count);
        begin(blocks_[0], 0);
        BoxPairList list, scratch;
        WorkMeter again(Budget::unlimited());
        in_slices.begin_slices(blocks_[0], blocks_[1], workers, again, list, scratch);
        blocks_[0].make_room_for_all(SingleBoxes::of_leaves_and_triangles);
        std::vector<Pairs> slices(units_for(list.count, in_slices.slice_size()));
        std::atomic<std::size_t> expanded = 0, missing = 0;
        workers.for_each_chunk(
            list.count, in_slices.slice_size(),
            [&](std::size_t index, std::size_t first, std::size_t end, std::uint32_t worker) {
                const BoxPairList& found = in_slices.open_slice(blocks_[0], blocks_[1], list, first, end, worker);
                expanded += blocks_[0].expand_together({found.a.data(), found.count});
                for (std::size_t k = 0; k < found.count; ++k) {
                    slices[index].push_back({found.a[k], found.b[k]});
                    missing += blocks_[0].leaf_block_of_cluster()[found.a[k]] != found.a[k] ? 1 : 0;
                }
            });
        in_slices.end_slices(again);
        EXPECT_EQ(again.spent(), meter.spent()) << count << " workers";
        Pairs pairs;
        for (const Pairs& slice : slices)
            pairs.insert(pairs.end(), slice.begin(), slice.end());
        EXPECT_EQ(pairs, expected) << count << " workers";
        EXPECT_EQ(expanded, named.size()) << count << " workers";
        EXPECT_EQ(missing, 0u) << count << " workers";
        const auto same = [](const BlockBox& a, const BlockBox& b) { return std::ranges::equal(a.lanes, b.lanes); };
        for (const std::uint32_t address : named) {
            const std::size_t block = blocks_[0].leaf_block_of_cluster()[address];
            const std::size_t other = planned.leaf_block_of_cluster()[address];
            ASSERT_NE(block, BlockTree::not_expanded);
            for (std::size_t k = 0; k < 8; ++k) {
                ASSERT_TRUE(same(blocks_[0].leaf_boxes()[8 * block + k], planned.leaf_boxes()[8 * other + k]));
                ASSERT_EQ(blocks_[0].slot_of_leaf()[8 * block + k], planned.slot_of_leaf()[8 * other + k]);
            }
            for (std::size_t k = 0; k < 64; ++k)
                ASSERT_TRUE(
                    same(blocks_[0].triangle_boxes()[64 * block + k], planned.triangle_boxes()[64 * other + k]));
        }
    }
}

/// Large enough that every stage of a search has many chunks.
TEST(SameSearch, OfLargeTreesForAnyNumberOfWorkers)
{
    const scenes::Scene scene =
        scenes::make_scene("bumpy_spheres", {.triangles = sized(std::uint32_t(on_most_days(80000, 160000)))}).value();
    const auto tree_of = [&](std::size_t index) {
        const scenes::SceneMesh& mesh = scene.meshes[index];
        return RefitBvh(
            make_cluster_tree(
                mesh.triangles, mesh.positions, spatial_order(mesh.triangles, mesh.positions), VertexPlaces::as_given),
            VertexPlaces::as_given, PositionStorage::copied);
    };
    struct Found {
        std::vector<TrianglePair> pairs;
        std::vector<TrianglePair> first_hit;
        std::vector<TrianglePair> near;
        std::vector<TrianglePair> of_half_the_units;
        std::uint64_t units = 0;

        bool operator==(const Found&) const = default;
    };
    const auto found_by = [&](std::uint32_t count) {
        Workers workers(count);
        RefitBvh a = tree_of(0), b = tree_of(1);
        Refinement refinement;
        std::vector<Found> frames;
        for (const std::uint32_t frame : {30u, 31u, 50u}) {
            std::size_t index = 0;
            for (RefitBvh* tree : {&a, &b}) {
                std::vector<Vec3> positions(scene.meshes[index].positions.size());
                scene.positions(frame, index++, positions);
                EXPECT_TRUE(tree->update(positions, workers));
            }
            Found& found = frames.emplace_back();
            const auto ask = [&](const Budget& budget, bool first_hit_only) {
                Buffer<TrianglePair> pairs;
                WorkMeter meter(budget);
                refinement.find_pairs(a, b, workers, meter, first_hit_only, pairs);
                if (!first_hit_only)
                    found.units += meter.spent();
                return std::vector<TrianglePair>(pairs.begin(), pairs.end());
            };
            found.pairs = ask(Budget::unlimited(), false);
            found.of_half_the_units = ask(Budget::work_units(found.units / 2), false);
            found.first_hit = ask(Budget::unlimited(), true);
            Buffer<TrianglePair> near;
            WorkMeter meter(Budget::unlimited());
            refinement.find_near(a, b, {.distance = 0.001f}, workers, meter, near);
            found.near.assign(near.begin(), near.end());
            found.units += meter.spent();
        }
        return frames;
    };
    const std::vector<Found> one = found_by(1);
    for (const Found& found : one) {
        EXPECT_GT(found.pairs.size(), 500u);
        EXPECT_GT(found.near.size(), found.pairs.size());
        EXPECT_GT(found.of_half_the_units.size(), 0u);
        EXPECT_EQ(found.first_hit.size(), 1u);
    }
    for (const std::uint32_t count : {2u, 3u, 5u, 8u, 16u})
        EXPECT_TRUE(found_by(count) == one) << count << " workers";
}

} // namespace
} // namespace tactus
