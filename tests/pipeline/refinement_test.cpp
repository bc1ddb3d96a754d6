// SPDX-License-Identifier: MIT
#include "search/clusters/refinement.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <tactus/world.h>

#include "base/spatial_order.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

/// A scene's first two meshes as trees, and what is needed to search them.
class RefinementOf : public testing::Test {
protected:
    static RefitBvh tree_of(const scenes::SceneMesh& mesh)
    {
        return RefitBvh(
            make_cluster_tree(
                mesh.triangles, mesh.positions, spatial_order(mesh.triangles, mesh.positions), VertexPlaces::as_given),
            VertexPlaces::as_given, PositionStorage::copied);
    }

    void set_frame(std::uint32_t frame)
    {
        for (std::size_t mesh = 0; mesh < 2; ++mesh) {
            positions_[mesh].resize(scene_.meshes[mesh].positions.size());
            scene_.positions(frame, mesh, positions_[mesh]);
        }
        ASSERT_TRUE(a_.update(positions_[0], workers_));
        ASSERT_TRUE(b_.update(positions_[1], workers_));
    }

    RefinementOutcome search(Workers& workers, const Budget& budget = Budget::unlimited(), bool first_hit_only = false)
    {
        WorkMeter meter(budget);
        pairs_.clear();
        return refinement_.find_pairs(a_, b_, workers, meter, first_hit_only, pairs_);
    }

    std::vector<TrianglePair> found() const
    {
        std::vector<TrianglePair> sorted(pairs_.begin(), pairs_.end());
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }

    std::vector<TrianglePair> expected() const
    {
        std::vector<TrianglePair> pairs;
        for (std::uint32_t i = 0; i < scene_.meshes[0].triangles.size(); ++i)
            for (std::uint32_t j = 0; j < scene_.meshes[1].triangles.size(); ++j)
                if (triangles_intersect(triangle(0, i), triangle(1, j)))
                    pairs.push_back({i, j});
        return pairs;
    }

    std::array<Vec3, 3> triangle(std::size_t mesh, std::uint32_t t) const
    {
        const TriangleIndices& corners = scene_.meshes[mesh].triangles[t];
        return {positions_[mesh][corners[0]], positions_[mesh][corners[1]], positions_[mesh][corners[2]]};
    }

    scenes::Scene scene_ = scenes::make_scene("soft_organs", {.triangles = 700}).value();
    RefitBvh a_ = tree_of(scene_.meshes[0]);
    RefitBvh b_ = tree_of(scene_.meshes[1]);
    std::vector<Vec3> positions_[2];
    Workers workers_{1};
    Refinement refinement_;
    Buffer<TrianglePair> pairs_;
};

TEST_F(RefinementOf, TwoTreesFindsWhatLoopsFind)
{
    for (const std::uint32_t frame : {0u, 40u, 60u, 80u, 60u}) {
        set_frame(frame);
        const RefinementOutcome outcome = search(workers_);
        EXPECT_TRUE(outcome.complete);
        EXPECT_EQ(outcome.open_pairs, 0u);
        EXPECT_EQ(found(), expected()) << "frame " << frame;
    }
    EXPECT_GT(refinement_.scratch_bytes(), 0u);
}

TEST_F(RefinementOf, TwoTreesAppendsToWhatIsThere)
{
    set_frame(60);
    search(workers_);
    const std::size_t once = pairs_.size();
    ASSERT_GT(once, 0u);
    WorkMeter meter(Budget::unlimited());
    refinement_.find_pairs(a_, b_, workers_, meter, false, pairs_);
    EXPECT_EQ(pairs_.size(), 2 * once);
    EXPECT_TRUE(std::equal(pairs_.begin(), pairs_.begin() + once, pairs_.begin() + once));
}

TEST_F(RefinementOf, TwoTreesStopsAtTheFirstHit)
{
    set_frame(60);
    const std::vector<TrianglePair> all = expected();
    for (const std::uint32_t count : {1u, 2u}) {
        Workers workers(count);
        search(workers, Budget::unlimited(), true);
        EXPECT_GE(pairs_.size(), 1u);
        EXPECT_TRUE(std::ranges::includes(all, found()));
    }
}

TEST_F(RefinementOf, TwoTreesCutAnywhereGivesAPrefix)
{
    set_frame(60);
    WorkMeter meter(Budget::unlimited());
    refinement_.find_pairs(a_, b_, workers_, meter, false, pairs_);
    const std::vector<TrianglePair> all(pairs_.begin(), pairs_.end());
    for (std::uint64_t units = 0; units < meter.spent(); ++units) {
        const RefinementOutcome outcome = search(workers_, Budget::work_units(units));
        EXPECT_FALSE(outcome.complete) << units;
        EXPECT_GT(outcome.open_pairs, 0u) << units;
        ASSERT_LE(pairs_.size(), all.size());
        EXPECT_TRUE(std::equal(pairs_.begin(), pairs_.end(), all.begin())) << units;
    }
    EXPECT_TRUE(search(workers_, Budget::work_units(meter.spent())).complete);
}

TEST_F(RefinementOf, TwoTreesThatAreApartIsNoWork)
{
    set_frame(0);
    for (Vec3& p : positions_[1])
        p.x += 100.0f;
    ASSERT_TRUE(b_.update(positions_[1], workers_));
    const RefinementOutcome outcome = search(workers_, Budget::work_units(0));
    EXPECT_TRUE(outcome.complete);
    EXPECT_EQ(pairs_.size(), 0u);
}

} // namespace
} // namespace tactus
