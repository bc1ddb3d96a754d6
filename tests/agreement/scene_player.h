// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/papers.h>
#include <tactus/world.h>

#include "base/cases.h"
#include "base/every_structure.h"
#include "base/structure_options.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {

/// What a query answered, for comparison: the sorted triangle pairs of every two bodies that have any.
/// Bodies go by the indices of their ids.
using Answer = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<TrianglePair>>;

inline Answer answer_of(const PairReport& report)
{
    Answer answer;
    std::size_t count = 0;
    for (const BodyPairs& bodies : report.bodies) {
        EXPECT_FALSE(bodies.pairs.empty());
        EXPECT_LE(bodies.body_a, bodies.body_b);
        std::vector<TrianglePair> pairs(bodies.pairs.begin(), bodies.pairs.end());
        std::sort(pairs.begin(), pairs.end());
        count += pairs.size();
        EXPECT_TRUE(answer.try_emplace({bodies.body_a.index, bodies.body_b.index}, std::move(pairs)).second);
    }
    EXPECT_EQ(count, report.pair_count);
    return answer;
}

inline std::size_t pair_count(const Answer& answer)
{
    std::size_t count = 0;
    for (const auto& [bodies, pairs] : answer)
        count += pairs.size();
    return count;
}

/// Equal, or a sentence with the first pair that is missing, too many, or there twice.
inline testing::AssertionResult agree(const Answer& found, const Answer& expected)
{
    if (found == expected)
        return testing::AssertionSuccess();
    testing::AssertionResult failure = testing::AssertionFailure();
    failure << pair_count(found) << " pairs found, " << pair_count(expected) << " expected";
    const auto name_missing = [&failure](const Answer& all, const Answer& from, const char* what) {
        for (const auto& [bodies, pairs] : all) {
            const auto there = from.find(bodies);
            for (const TrianglePair& pair : pairs)
                if (there == from.end() || !std::binary_search(there->second.begin(), there->second.end(), pair)) {
                    failure << "; " << what << " (" << pair.a << ", " << pair.b << ") of bodies " << bodies.first
                            << " and " << bodies.second;
                    return;
                }
        }
    };
    name_missing(expected, found, "missing");
    name_missing(found, expected, "too many");
    return failure;
}

/// How the bodies of a scene are put into a world.
struct Way {
    std::string name;
    std::function<Structure(std::size_t mesh)> structure = [](std::size_t) { return Structure::refit_bvh; };
    PositionStorage storage = PositionStorage::copied;
    std::uint32_t workers = 1;
    bool neighbours = false;
    structures::SphericalOctree octree = {};
    structures::BucketOctree buckets = {};
    structures::MedialSphereTree medial = quick_spheres(2);
    papers::Options as_paper = {};

    StructureChoice choice(std::size_t mesh) const { return choice_of(structure(mesh), octree, buckets, medial); }
};

inline Way tree_way(std::uint32_t workers)
{
    return {.name = "refit_bvh, " + std::to_string(workers) + " workers", .workers = workers};
}

inline Way brute_force_way()
{
    return {.name = "brute_force", .structure = [](std::size_t) { return Structure::brute_force; }};
}

inline Way octree_way(
    const structures::SphericalOctree& options = {},
    papers::OctreeTraversal traversal = papers::OctreeTraversal::both_at_once)
{
    return {
        .name = std::string("spherical_octree, ") + (options.levels == 0 ? "chosen" : std::to_string(options.levels))
                + " levels, " + (options.uniform ? "uniform, " : "")
                + (traversal == papers::OctreeTraversal::both_at_once ? "both at once" : "leaves then reverse"),
        .structure = [](std::size_t) { return Structure::spherical_octree; },
        .octree = options,
        .as_paper = {.traversal = traversal}};
}

inline Way bucket_way(const structures::BucketOctree& options = {}, std::uint32_t workers = 1)
{
    return {
        .name = std::string("bucket_octree, ") + (options.levels == 0 ? "chosen" : std::to_string(options.levels))
                + " levels, " + (options.algorithm == BucketAlgorithm::direct ? "direct, " : "sorted lists, ")
                + (options.order == BucketOrder::smaller_first ? "smaller first, " : "larger first, ")
                + std::to_string(workers) + " workers",
        .structure = [](std::size_t) { return Structure::bucket_octree; },
        .workers = workers,
        .buckets = options};
}

/// Ways with bucket octrees, alone and with each of the other structures.
inline std::vector<Way> bucket_ways()
{
    std::vector<Way> ways;
    for (const std::uint32_t workers : {1u, 2u})
        ways.push_back(bucket_way({}, workers));
    for (const std::uint32_t levels : {1u, 3u, 7u})
        ways.push_back(bucket_way({.levels = levels, .order = BucketOrder::smaller_first}));
    ways.push_back(bucket_way({.algorithm = BucketAlgorithm::sorted_lists}));
    ways.push_back({.name = "bucket_octree and the others", .structure = [](std::size_t mesh) {
                        constexpr Structure turns[] = {Structure::bucket_octree, Structure::refit_bvh,
                                                       Structure::bucket_octree, Structure::spherical_octree,
                                                       Structure::bucket_octree, Structure::brute_force};
                        return turns[mesh % 6];
                    }});
    ways.push_back({.name = "the others and bucket_octree", .structure = [](std::size_t mesh) {
                        constexpr Structure turns[] = {
                            Structure::spherical_octree, Structure::bucket_octree, Structure::brute_force};
                        return turns[mesh % 3];
                    }});
    return ways;
}

/// Ways with the structures that have no ways of their own here, each alone, and with sphere trees among the others.
inline std::vector<Way> other_ways()
{
    std::vector<Way> ways;
    for (const Structure structure : every_structure) {
        const bool has_own_ways = structure == Structure::refit_bvh || structure == Structure::brute_force
                                  || structure == Structure::spherical_octree || structure == Structure::bucket_octree;
        if (!has_own_ways)
            ways.push_back(
                {.name = structure_name(structure), .structure = [structure](std::size_t) { return structure; }});
    }
    ways.push_back({.name = "sphere trees and the others", .structure = [](std::size_t mesh) {
                        constexpr Structure turns[] = {
                            Structure::on_demand_sphere_tree, Structure::refit_bvh,
                            Structure::medial_sphere_tree,    Structure::spherical_octree,
                            Structure::bucket_octree,         Structure::on_demand_sphere_tree,
                            Structure::medial_sphere_tree,    Structure::brute_force};
                        return turns[mesh % 8];
                    }});
    return ways;
}

/// Ways with octrees, which are slow where everything is near everything.
inline std::vector<Way> octree_ways()
{
    std::vector<Way> ways;
    ways.push_back(octree_way());
    ways.push_back(octree_way({.levels = 3, .uniform = true}, papers::OctreeTraversal::leaves_then_reverse));
    ways.push_back(
        {.name = "three structures", .structure = [](std::size_t mesh) {
             constexpr Structure turns[] = {Structure::spherical_octree, Structure::refit_bvh, Structure::brute_force};
             return turns[mesh % 3];
         }});
    return ways;
}

/// The first of every two bodies is searched by brute force, the other by a tree.
inline Way half_brute_force_way()
{
    return {.name = "first of two brute_force", .structure = [](std::size_t mesh) {
                return mesh % 2 == 0 ? Structure::brute_force : Structure::refit_bvh;
            }};
}

/// Two structures in turns, as every_structure has them: every two different ones, whichever comes first.
inline std::vector<Way> mixed_ways()
{
    std::vector<Way> ways;
    for (const Structure even : every_structure)
        for (const Structure odd : every_structure)
            if (even != odd)
                ways.push_back(
                    {.name = "structures " + std::to_string(static_cast<int>(even)) + " and "
                             + std::to_string(static_cast<int>(odd)) + " in turns",
                     .structure = [even, odd](std::size_t mesh) { return mesh % 2 == 0 ? even : odd; }});
    return ways;
}

/// More workers than most machines have, so that they wait for each other.
inline std::vector<Way> ways_of_many_workers() { return {tree_way(5), tree_way(8), bucket_way({}, 5)}; }

/// Every structure and storage that must give brute force's pairs, with one worker and two. The octrees' ways are
/// apart, and so are those of many workers.
inline std::vector<Way> every_way()
{
    std::vector<Way> ways;
    for (std::uint32_t workers : {1u, 2u})
        ways.push_back(tree_way(workers));
    ways.push_back({.name = "borrowed", .storage = PositionStorage::borrowed});
    ways.push_back({.name = "borrowed, 2 workers", .storage = PositionStorage::borrowed, .workers = 2});
    ways.push_back(half_brute_force_way());
    ways.push_back({.name = "second of two brute_force", .structure = [](std::size_t mesh) {
                        return mesh % 2 == 0 ? Structure::refit_bvh : Structure::brute_force;
                    }});
    for (const Way& way : bucket_ways())
        ways.push_back(way);
    for (const Way& way : other_ways())
        ways.push_back(way);
    return ways;
}

inline World make_world(std::uint32_t workers = 1)
{
    Result<World> world = World::create({.worker_count = workers});
    EXPECT_TRUE(world.ok());
    return std::move(world).value();
}

/// A world with the bodies of a scene, which can be put to any frame.
class ScenePlayer {
public:
    explicit ScenePlayer(const scenes::Scene& scene, const Way& way = tree_way(1))
        : scene_(scene), world_(make_world(way.workers))
    {
        for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
            const scenes::SceneMesh& from = scene.meshes[mesh];
            given_.emplace_back(from.positions.size());
            padded_.emplace_back();
            const Result<BodyId> body = world_.add_body(
                {.triangles = from.triangles,
                 .positions = padded(mesh, from.positions),
                 .structure = way.choice(mesh),
                 .storage = way.storage,
                 .self_collision = from.self_collision,
                 .neighbours = way.neighbours,
                 .papers = &way.as_paper});
            EXPECT_TRUE(body.ok()) << (body.ok() ? "" : body.error().message);
            bodies_.push_back(body.ok() ? body.value() : BodyId{});
        }
    }

    void set_positions(std::size_t mesh, const std::vector<Vec3>& positions)
    {
        const Result<void> done = world_.set_positions(bodies_[mesh], padded(mesh, positions));
        EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
    }

    void set_frame(std::uint32_t frame, std::size_t mesh)
    {
        scene_.positions(frame, mesh, given_[mesh]);
        set_positions(mesh, given_[mesh]);
    }

    void set_frame(std::uint32_t frame)
    {
        for (std::size_t mesh = 0; mesh < bodies_.size(); ++mesh)
            set_frame(frame, mesh);
    }

    Answer pairs(const PairOptions& options = {}) { return answer_of(world_.find_pairs(options)); }
    World& world() { return world_; }
    BodyId body(std::size_t mesh) const { return bodies_[mesh]; }
    std::size_t body_count() const { return bodies_.size(); }

private:
    /// A copy with one more float after the last vertex, kept until the second call from now: what a borrowed body
    /// needs.
    PositionsView padded(std::size_t mesh, const std::vector<Vec3>& positions)
    {
        std::swap(padded_[mesh].first, padded_[mesh].second);
        std::vector<float>& floats = padded_[mesh].first;
        floats.clear();
        floats.reserve(3 * positions.size() + 1);
        for (const Vec3& p : positions)
            floats.insert(floats.end(), {p.x, p.y, p.z});
        floats.push_back(0.0f);
        return {floats.data(), positions.size()};
    }

    const scenes::Scene& scene_;
    World world_;
    std::vector<BodyId> bodies_;
    std::vector<std::vector<Vec3>> given_;
    std::vector<std::pair<std::vector<float>, std::vector<float>>> padded_;
};

inline scenes::Scene scene_called(std::string_view name, const scenes::SceneOptions& options = {})
{
    Result<scenes::Scene> scene = scenes::make_scene(name, options);
    EXPECT_TRUE(scene.ok()) << name;
    return std::move(scene).value();
}

/// The scene's first mesh alone, against itself.
inline scenes::Scene alone(scenes::Scene scene)
{
    scene.meshes.resize(1);
    scene.meshes[0].self_collision = true;
    return scene;
}

inline std::vector<Vec3> positions_at(const scenes::Scene& scene, std::uint32_t frame, std::size_t mesh)
{
    std::vector<Vec3> positions(scene.meshes[mesh].positions.size());
    scene.positions(frame, mesh, positions);
    return positions;
}

inline std::vector<std::string> scene_names()
{
    std::vector<std::string> names;
    for (const scenes::SceneInfo& info : scenes::all_scenes())
        names.push_back(info.name);
    return names;
}

/// Frames spread over the whole scene, the first and the last among them.
inline std::vector<std::uint32_t> spread_frames(const scenes::Scene& scene, std::uint32_t most)
{
    std::vector<std::uint32_t> frames;
    const auto count = std::max(std::min(most, 2u), static_cast<std::uint32_t>(cases(most)));
    const std::uint32_t last = scene.frame_count - 1;
    for (std::uint32_t k = 0; k < count; ++k) {
        const auto frame = static_cast<std::uint32_t>(std::uint64_t{last} * k / std::max(1u, count - 1));
        if (frames.empty() || frames.back() != frame)
            frames.push_back(frame);
    }
    return frames;
}

} // namespace tactus
