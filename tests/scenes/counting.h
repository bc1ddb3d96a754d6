// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/world.h>

#include "scenes/random.h"
#include "scenes/scene_bodies.h"

namespace tactus::scenes {

inline Scene made(std::string_view name, const SceneOptions& options = {})
{
    Result<Scene> scene = make_scene(name, options);
    EXPECT_TRUE(scene.ok()) << name;
    return scene.ok() ? std::move(scene).value() : Scene{};
}

inline std::vector<Vec3> positions_at(const Scene& scene, std::uint32_t frame, std::size_t mesh)
{
    std::vector<Vec3> positions(vertex_count_at(scene, frame, mesh));
    scene.positions(frame, mesh, positions);
    return positions;
}

/// Intersecting pairs of two meshes of a scene at a frame.
inline std::size_t pair_count(const Scene& scene, std::uint32_t frame, std::size_t a = 0, std::size_t b = 1)
{
    const auto pairs = intersecting_pairs(
        scene.meshes[a].triangles, positions_at(scene, frame, a), scene.meshes[b].triangles,
        positions_at(scene, frame, b));
    EXPECT_TRUE(pairs.ok());
    return pairs.ok() ? pairs.value().size() : 0;
}

/// Intersecting pairs of one mesh with itself.
inline std::size_t self_pair_count(const Scene& scene, std::uint32_t frame, std::size_t mesh = 0)
{
    const auto pairs = self_intersecting_pairs(scene.meshes[mesh].triangles, positions_at(scene, frame, mesh));
    EXPECT_TRUE(pairs.ok());
    return pairs.ok() ? pairs.value().size() : 0;
}

/// One number for everything that a scene says about a frame: triangles and the bits of the positions.
inline std::uint64_t frame_hash(const Scene& scene, std::uint32_t frame)
{
    std::uint64_t hash = 0;
    const auto add = [&hash](std::uint32_t word) { hash = splitmix64(hash ^ word); };
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        for (const auto& [number, triangle] : triangles_at(scene, frame, mesh))
            for (const std::uint32_t index : triangle)
                add(index);
        for (const Vec3& p : positions_at(scene, frame, mesh)) {
            add(std::bit_cast<std::uint32_t>(p.x));
            add(std::bit_cast<std::uint32_t>(p.y));
            add(std::bit_cast<std::uint32_t>(p.z));
        }
    }
    return hash;
}

} // namespace tactus::scenes
