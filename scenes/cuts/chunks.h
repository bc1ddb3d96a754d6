// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scenes/cuts/plane_cut.h"
#include "scenes/scene.h"

namespace tactus::scenes {

/// A closed mesh, and the edit that breaks it into closed chunks.
struct BrokenShape {
    Shape shape;                         ///< the vertices that the edit adds stand at the end
    std::vector<std::uint32_t> chunk_of; ///< per vertex
    std::vector<Point> middles;          ///< per chunk
    std::vector<double> volumes;
    MeshEdit edit; ///< its frame is the caller's to fill in
};

/// Breaks a shape along each of the planes. What lies on the two sides of a break has equal corners there.
BrokenShape broken(Shape shape, std::span<const Plane> planes);

} // namespace tactus::scenes
