// SPDX-License-Identifier: MIT
// Which clusters of a tree are near a region, and the boxes of a query's grid, are the same for any number of workers.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/spatial_order.h"
#include "scenes/scene.h"
#include "tree/clusters/block_tree.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {
namespace {

/// Two trees of many pieces each, the last piece shorter, for any number of workers.
class NearClusters : public testing::TestWithParam<std::uint32_t> {
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
            std::vector<Vec3> positions(scene_.meshes[mesh].positions.size());
            scene_.positions(frame, mesh, positions);
            ASSERT_TRUE(trees_[mesh].update(positions, workers_));
        }
    }

    static Box box_of_cluster(const TriangleList& triangles, std::size_t cluster)
    {
        Box box;
        for (std::size_t slot = 64 * cluster; slot < std::min(64 * cluster + 64, triangles.size()); ++slot)
            if (triangles.number(slot) != TriangleList::no_triangle)
                for (const std::uint32_t vertex : triangles.indices[slot])
                    box = include(box, Box{triangles.vertex(vertex), triangles.vertex(vertex)});
        return box;
    }

    /// By the triangles, one cluster after the other.
    static std::vector<std::uint32_t> expected_near(const RefitBvh& tree, const Box& region)
    {
        std::vector<std::uint32_t> near;
        for (std::uint32_t cluster = 0; cluster < tree.tree().cluster_count(); ++cluster)
            if (overlap(box_of_cluster(tree.triangles(), cluster), region))
                near.push_back(cluster);
        return near;
    }

    void expect_near(const RefitBvh& tree, const Box& region)
    {
        EXPECT_TRUE(std::ranges::equal(tree.near(), expected_near(tree, region)));
        for (const std::uint32_t cluster : tree.near()) {
            const Box box = box_of(tree.cluster_boxes()[cluster]), expected = box_of_cluster(tree.triangles(), cluster);
            ASSERT_EQ(box.lower, expected.lower) << cluster;
            ASSERT_EQ(box.upper, expected.upper) << cluster;
        }
    }

    /// All of a body, the slice of it between two shares of its height, and what is beside it.
    static std::vector<Box> regions(const Box& body)
    {
        const auto between = [&](float begin, float end) {
            Box part = body;
            part.lower.z = body.lower.z + begin * (body.upper.z - body.lower.z);
            part.upper.z = body.lower.z + end * (body.upper.z - body.lower.z);
            return part;
        };
        return {body, between(0.0f, 0.5f), between(0.45f, 0.5f), between(0.99f, 1.0f), between(1.5f, 2.0f)};
    }

    scenes::Scene scene_ = scenes::make_scene("bumpy_spheres", {.triangles = sized(40000)}).value();
    RefitBvh trees_[2] = {tree_of(scene_.meshes[0]), tree_of(scene_.meshes[1])};
    Workers workers_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Workers, NearClusters, testing::ValuesIn(worker_counts()), testing::PrintToStringParamName());

TEST_P(NearClusters, OfOneTreeAreThoseWhoseTrianglesReachIntoTheRegion)
{
    RefitBvh& tree = trees_[0];
    for (const std::uint32_t frame : {10u, 11u, 30u}) {
        set_frame(frame);
        for (const Box& region : regions(tree.box())) {
            EXPECT_TRUE(std::ranges::equal(tree.refit(region, workers_), expected_near(tree, region)));
            expect_near(tree, region);
        }
    }
}

TEST_P(NearClusters, OfTwoTreesAreThoseOfEach)
{
    for (const std::uint32_t frame : {10u, 11u, 30u}) {
        set_frame(frame);
        for (const Box& region : regions(trees_[1].box())) {
            RefitBvh::refit_both(trees_[0], trees_[1], region, workers_);
            expect_near(trees_[0], region);
            expect_near(trees_[1], region);
        }
    }
}

TEST_P(NearClusters, AreFoundAgainAfterAllBoxesWereMade)
{
    RefitBvh& tree = trees_[0];
    set_frame(10);
    const std::vector<Box> all = regions(tree.box());
    tree.refit(all[2], workers_);
    set_frame(12);
    tree.refit_all(workers_);
    EXPECT_EQ(tree.near().size(), tree.tree().cluster_count());
    expect_near(tree, tree.box());
    tree.refit(all[1], workers_);
    expect_near(tree, all[1]);
}

/// Boxes in a grid, one by one and side by side, on every level.
TEST_P(NearClusters, HaveTheSameBlocksInAnyParts)
{
    RefitBvh& tree = trees_[0];
    set_frame(10);
    const BoxGrid grid = {{0.0f, 0.0f, 0.0f}, {9000.0f, 9000.0f, 9000.0f}};
    for (const Box& region : regions(tree.box())) {
        const auto near = tree.refit(region, workers_);
        if (near.empty())
            continue;
        BlockTree whole, parts;
        for (BlockTree* made : {&whole, &parts})
            made->begin(tree.tree(), tree.positions(), tree.cluster_boxes(), near, grid);
        whole.quantise(0, near.size());
        workers_.for_each_chunk(
            near.size(), BlockTree::clusters_of_a_block,
            [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) { parts.quantise(begin, end); });
        whole.join_levels();
        parts.join_levels();
        ASSERT_EQ(parts.root(), whole.root());
        ASSERT_EQ(parts.top_level(), whole.top_level());
        for (std::uint32_t address = 0; address <= whole.root(); ++address) {
            EXPECT_TRUE(std::ranges::equal(parts.boxes()[address].lanes, whole.boxes()[address].lanes)) << address;
            const BoxBlock &left = parts.blocks()[address / 8], &right = whole.blocks()[address / 8];
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_TRUE(std::ranges::equal(left.lower[axis], right.lower[axis])) << address;
                EXPECT_TRUE(std::ranges::equal(left.upper[axis], right.upper[axis])) << address;
            }
        }
        for (std::size_t address = 0; address < near.size(); ++address)
            EXPECT_EQ(parts.leaf_block_of_cluster()[address], BlockTree::not_expanded);
    }
}

} // namespace
} // namespace tactus
