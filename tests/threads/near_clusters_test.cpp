// SPDX-License-Identifier: MIT
// Which clusters of a tree are near a region, and the boxes of a query's grid, are the same for any number of workers.
#include <algorithm>
#include <cmath>

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
            RefitBvh::refit_both(trees_[0], trees_[1], region, {{}, {1.0f, 1.0f, 1.0f}}, workers_);
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

/// A coordinate in a grid, as a box's lower or upper corner has it.
std::int16_t in_grid(float coordinate, float origin, float scale)
{
    return static_cast<std::int16_t>(std::trunc(std::clamp((coordinate - origin) * scale, -32767.0f, 32767.0f)));
}

/// Boxes in a grid, for any number of workers, and those of the levels above around them.
TEST_P(NearClusters, HaveTheirBoxesInTheGrid)
{
    set_frame(10);
    const BoxGrid grid = {{0.01f, 0.02f, 0.03f}, {9000.0f, 8000.0f, 70000.0f}};
    const float origin[3] = {grid.origin.x, grid.origin.y, grid.origin.z};
    const float scale[3] = {grid.scale.x, grid.scale.y, grid.scale.z};
    for (const Box& region : regions(trees_[1].box())) {
        RefitBvh::refit_both(trees_[0], trees_[1], region, grid, workers_);
        for (const RefitBvh& tree : trees_) {
            expect_near(tree, region);
            if (tree.near().empty())
                continue;
            BlockTree blocks;
            blocks.begin(tree.tree(), tree.positions(), tree.near(), tree.packed_near(), grid);
            std::int16_t lower[3] = {32767, 32767, 32767}, upper[3] = {-32768, -32768, -32768};
            for (std::uint32_t address = 0; address < tree.near().size(); ++address) {
                const LaneBox& box = tree.cluster_boxes()[tree.near()[address]];
                const BoxBlock& block = blocks.blocks()[address / 8];
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const std::int16_t low = in_grid(box.lower[axis], origin[axis], scale[axis]);
                    const std::int16_t high = in_grid(box.upper[axis], origin[axis], scale[axis]);
                    ASSERT_EQ(blocks.boxes()[address].lanes[axis], low) << address;
                    ASSERT_EQ(blocks.boxes()[address].lanes[4 + axis], high) << address;
                    ASSERT_EQ(block.lower[axis][address % 8], low) << address;
                    ASSERT_EQ(block.upper[axis][address % 8], high) << address;
                    lower[axis] = std::min(lower[axis], low);
                    upper[axis] = std::max(upper[axis], high);
                }
                EXPECT_EQ(blocks.leaf_block_of_cluster()[address], BlockTree::not_expanded);
            }
            for (std::size_t axis = 0; axis < 3; ++axis) {
                EXPECT_EQ(blocks.boxes()[blocks.root()].lanes[axis], lower[axis]);
                EXPECT_EQ(blocks.boxes()[blocks.root()].lanes[4 + axis], upper[axis]);
            }
        }
    }
}

} // namespace
} // namespace tactus
