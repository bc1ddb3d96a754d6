// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <tactus/tactus.h>

#include "scenes/scene.h"

namespace tactus::cli {

/// A world with the bodies of a scene, for contact queries at any of its frames. The scene must outlive it.
class SceneWorld {
public:
    struct Options {
        Structure structure = Structure::refit_bvh;
        std::uint32_t threads = 1;
        ContactSettings contacts = {};
    };

    static Result<SceneWorld> create(const scenes::Scene& scene, const Options& options);

    /// Computes the positions of a frame. The world learns of them by give_positions.
    void compute_frame(std::uint32_t frame);
    Result<void> give_positions();

    World& world() { return world_; }
    /// Of the box of all bodies, at the frame computed last, in metres.
    double diagonal() const;

private:
    SceneWorld(const scenes::Scene& scene, World world) : scene_(&scene), world_(std::move(world)) {}

    const scenes::Scene* scene_;
    World world_;
    std::vector<BodyId> ids_;
    std::vector<std::vector<Vec3>> positions_;
};

/// The mean length of the edges of all triangles at the first frame, in metres; 0 if there are none.
double mean_edge(const scenes::Scene& scene);

/// Triangles of all meshes.
std::size_t triangle_count(const scenes::Scene& scene);

} // namespace tactus::cli
