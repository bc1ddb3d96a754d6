// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "scenes/bodies/shape.h"
#include "scenes/scene.h"

namespace tactus::scenes {

/// A closed mesh, and the edit that breaks it into closed chunks.
struct BrokenShape {
    Shape shape;                          ///< the vertices that the edit adds stand at the end
    std::vector<std::uint32_t> chunk_of; ///< per vertex
    std::vector<Point> middles;           ///< per chunk
    std::vector<double> volumes;
    MeshEdit edit;                        ///< its frame is the caller's to fill in
};

/// Breaks every chunk in two through its middle, `times` over: into 2, 4, 8 and so on.
BrokenShape broken(Shape shape, int times, std::uint64_t seed);

} // namespace tactus::scenes
