// SPDX-License-Identifier: MIT
#include "world/bodies/make_tree.h"

#include <cmath>
#include <string>
#include <utility>

#include <tactus/papers.h>

#include "tree/buckets/bucket_body.h"
#include "tree/clusters/order/connected_order.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/posed_octree.h"
#include "tree/plain/brute_force.h"
#include "tree/refit/refit_bvh.h"
#include "tree/spheres/cell_tree.h"
#include "tree/spheres/sphere_tree_body.h"
#include "world/input/checked_input.h"

namespace tactus {
namespace {

std::optional<Error> check_levels(const char* what, std::uint32_t levels, std::uint32_t most)
{
    if (levels <= most)
        return std::nullopt;
    return invalid_input(
        std::string("the ") + what + " was asked for with " + std::to_string(levels) + " levels, at most "
        + std::to_string(most) + " are made");
}

/// What is wrong with each structure's options.
struct StructureCheck {
    std::optional<Error> operator()(const structures::RefitBvh&) const { return std::nullopt; }
    std::optional<Error> operator()(const structures::BruteForce&) const { return std::nullopt; }
    // Those of a medial tree are checked where it is made.
    std::optional<Error> operator()(const structures::MedialSphereTree&) const { return std::nullopt; }
    std::optional<Error> operator()(const structures::SphericalOctree& octree) const
    {
        return check_levels("octree", octree.levels, OctreeDepth::most_levels);
    }
    std::optional<Error> operator()(const structures::BucketOctree& buckets) const
    {
        return check_levels("bucket octree", buckets.levels, BucketGrid::max_levels);
    }
    std::optional<Error> operator()(const structures::OnDemandSphereTree& on_demand) const
    {
        for (const auto& [name, value] :
             {std::pair{"smallest_cell", on_demand.smallest_cell}, std::pair{"error", on_demand.error}})
            if (!(value >= 0.0f) || !std::isfinite(value))
                return invalid_input(
                    std::string("the sphere tree on demand was asked for with ") + name + " " + std::to_string(value)
                    + ", it must be finite and not negative");
        return check_levels("sphere tree on demand", on_demand.levels, CellTree::most_levels);
    }
};

/// Makes each structure of one mesh.
struct TreeMaker {
    const BodyDesc& options;
    std::vector<TriangleIndices>& triangles;
    std::span<const Vec3> positions;
    papers::Options as_paper;

    std::unique_ptr<Tree> operator()(const structures::RefitBvh&) const
    {
        // In tree order, a copy is worth its gather where every query reads all of it.
        const bool in_tree_order = options.storage == PositionStorage::copied && options.self_collision;
        const VertexPlaces places = in_tree_order ? VertexPlaces::first_use : VertexPlaces::as_given;
        // Patches that hang together stay compact however the body bends; pieces of space come apart.
        const std::vector<std::uint32_t> order = connected_order(triangles, positions);
        return std::make_unique<RefitBvh>(
            make_cluster_tree(triangles, positions, order, places), places, options.storage);
    }
    std::unique_ptr<Tree> operator()(const structures::BruteForce&) const
    {
        return std::make_unique<BruteForce>(std::move(triangles), positions.size());
    }
    std::unique_ptr<Tree> operator()(const structures::SphericalOctree& octree) const
    {
        return std::make_unique<PosedOctree>(
            std::move(triangles), positions, octree, as_paper.traversal, as_paper.one_sphere);
    }
    std::unique_ptr<Tree> operator()(const structures::BucketOctree& buckets) const
    {
        return std::make_unique<BucketBody>(std::move(triangles), positions.size(), buckets, as_paper.always_insert);
    }
    std::unique_ptr<Tree> operator()(const structures::OnDemandSphereTree& on_demand) const
    {
        return std::make_unique<SphereTreeBody>(std::move(triangles), positions, on_demand);
    }
    std::unique_ptr<Tree> operator()(const structures::MedialSphereTree& medial) const
    {
        return std::make_unique<SphereTreeBody>(std::move(triangles), positions, *medial.tree);
    }
};

} // namespace

std::optional<Error> check_structure(const StructureChoice& chosen) { return chosen.visit(StructureCheck{}); }

std::unique_ptr<Tree>
make_tree(const BodyDesc& options, std::vector<TriangleIndices> triangles, std::span<const Vec3> positions)
{
    const papers::Options as_paper = options.papers != nullptr ? *options.papers : papers::Options{};
    return options.structure.visit(TreeMaker{options, triangles, positions, as_paper});
}

} // namespace tactus
