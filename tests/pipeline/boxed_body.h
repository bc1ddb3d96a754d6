// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/spatial_order.h"
#include "scenes/scene.h"
#include "search/clusters/box_pyramid.h"
#include "tree/plain/brute_force.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {

/// A mesh in both structures, for queries that take either.
class BoxedBody {
public:
    BoxedBody(std::vector<TriangleIndices> triangles, std::vector<Vec3> positions)
        : triangles_(std::move(triangles)), positions_(std::move(positions)), list_(triangles_, positions_.size()),
          tree_(
              make_cluster_tree(triangles_, positions_, spatial_order(triangles_, positions_)), VertexPlaces::first_use,
              PositionStorage::copied)
    {
        move(positions_);
    }

    void move(std::span<const Vec3> positions)
    {
        positions_.assign(positions.begin(), positions.end());
        Workers workers(1);
        list_.update(positions_);
        tree_.update(positions_, workers);
    }

    std::size_t size() const { return triangles_.size(); }
    Triangle operator[](std::size_t triangle) const
    {
        const TriangleIndices& t = triangles_[triangle];
        return {positions_[t[0]], positions_[t[1]], positions_[t[2]]};
    }
    std::span<const Vec3> positions() const { return positions_; }
    std::span<const TriangleIndices> triangles() const { return triangles_; }

    Tree& tree() { return tree_; }
    Tree& list() { return list_; }
    BoxedTriangles without_tree() const { return {list_.triangles(), {}, nullptr}; }
    BoxedTriangles with_tree()
    {
        Workers workers(1);
        tree_.refit_all(workers);
        return {tree_.triangles(), tree_.cluster_boxes(), &tree_.tree()};
    }

private:
    std::vector<TriangleIndices> triangles_;
    std::vector<Vec3> positions_;
    BruteForce list_;
    RefitBvh tree_;
};

/// A scene of the catalogue as small as it gets, at one of its frames.
struct SmallScene {
    scenes::Scene scene;
    std::vector<BoxedBody> bodies;

    SmallScene(const std::string& name, std::uint32_t triangles)
        : scene(scenes::make_scene(name, {.triangles = triangles, .frames = 16, .seed = 5, .bodies = 4}).value())
    {
        bodies.reserve(scene.meshes.size());
        for (const scenes::SceneMesh& mesh : scene.meshes)
            bodies.emplace_back(mesh.triangles, mesh.positions);
    }

    void go_to(std::uint32_t frame)
    {
        for (std::size_t body = 0; body < bodies.size(); ++body) {
            std::vector<Vec3> positions(bodies[body].positions().size());
            scene.positions(frame % scene.frame_count, body, positions);
            bodies[body].move(positions);
        }
    }
};

} // namespace tactus
