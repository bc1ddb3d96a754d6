// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "base/structure_options.h"
#include "geometry/vector.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {

using Pairs = std::vector<std::vector<TrianglePair>>;

inline Pairs sorted_pairs(const PairReport& report)
{
    Pairs all;
    for (const BodyPairs& bodies : report.bodies) {
        all.emplace_back(bodies.pairs.begin(), bodies.pairs.end());
        std::sort(all.back().begin(), all.back().end());
    }
    return all;
}

/// A scene in a world of its own.
struct Played {
    World world = World::create().value();
    std::vector<BodyId> bodies;

    /// All but the meshes is in the description.
    Played(const scenes::Scene& scene, BodyDesc desc)
    {
        for (const scenes::SceneMesh& mesh : scene.meshes) {
            desc.triangles = mesh.triangles;
            desc.positions = mesh.positions;
            desc.self_collision = mesh.self_collision;
            bodies.push_back(world.add_body(desc).value());
        }
    }
    Played(const scenes::Scene& scene, Structure structure, const structures::OnDemandSphereTree& options = {})
        : Played(scene, BodyDesc{.structure = choice_of(structure, options)})
    {
    }

    void move_to(const scenes::Scene& scene, std::uint32_t frame)
    {
        for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh) {
            std::vector<Vec3> positions(scene.meshes[mesh].positions.size());
            scene.positions(frame, mesh, positions);
            EXPECT_TRUE(world.set_positions(bodies[mesh], positions).ok());
        }
    }
    BodyInfo sum() const
    {
        BodyInfo sum;
        for (const BodyId body : bodies) {
            const BodyInfo info = world.info(body).value();
            sum.octree_nodes += info.octree_nodes;
            sum.node_bytes = std::max(sum.node_bytes, info.node_bytes);
            sum.lower_corner = info.lower_corner;
            sum.upper_corner = info.upper_corner;
        }
        return sum;
    }
    papers::CellCounts counts() const
    {
        papers::CellCounts sum;
        for (const BodyId body : bodies) {
            const papers::CellCounts counts = papers::cell_counts(world, body).value();
            sum.cells_asked += counts.cells_asked;
            sum.nodes_made += counts.nodes_made;
            sum.nodes_dropped += counts.nodes_dropped;
        }
        return sum;
    }
};

/// Every mesh about the origin. Gives how large the last one is.
inline double put_in_the_middle(scenes::Scene& scene)
{
    for (scenes::SceneMesh& mesh : scene.meshes) {
        Vec3 middle = {};
        for (const Vec3& p : mesh.positions)
            middle = middle + p * (1.0f / float(mesh.positions.size()));
        for (Vec3& p : mesh.positions)
            p = p - middle;
    }
    const BodyInfo size = Played(scene, Structure::brute_force).sum();
    return double(size.upper_corner.x - size.lower_corner.x);
}

inline Pose random_pose(scenes::Random& random, double reach)
{
    return {
        {random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)},
        {random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0)}};
}

} // namespace tactus
