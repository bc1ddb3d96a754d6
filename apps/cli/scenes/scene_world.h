// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <tactus/tactus.h>

#include "scenes/scene_bodies.h"

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

    /// Cuts what the scene cuts before a frame, and computes its positions. The world learns of them by give_positions.
    Result<void> go_to(std::uint32_t frame) { return bodies_.go_to(world_, frame); }
    Result<void> give_positions() { return bodies_.give_positions(world_); }

    World& world() { return world_; }
    const scenes::SceneBodies& scene_bodies() const { return bodies_; }
    const scenes::EditTotals& edits() const { return bodies_.edits(); }
    /// Of the box of all bodies, at the frame computed last, in metres.
    double diagonal() const;

private:
    SceneWorld(const scenes::Scene& scene, World world) : scene_(&scene), world_(std::move(world)), bodies_(scene) {}

    const scenes::Scene* scene_;
    World world_;
    scenes::SceneBodies bodies_;
};

/// The mean length of the edges of all triangles at the first frame, in metres; 0 if there are none.
double mean_edge(const scenes::Scene& scene);

/// Triangles of all meshes.
std::size_t triangle_count(const scenes::Scene& scene);

} // namespace tactus::cli
