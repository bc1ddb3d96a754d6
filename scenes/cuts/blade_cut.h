// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "scenes/cuts/plane_cut.h"
#include "scenes/scene.h"

namespace tactus::scenes {

/// A closed mesh that a blade cuts in two along a plane, bit by bit. Triangles are split where the blade has come to,
/// and both sides of the cut get a new surface, so that the mesh is closed at every frame.
struct BladeCut {
    Shape shape;                 ///< the vertices that edits add stand at the end
    std::vector<bool> is_above;  ///< per vertex, the side of the plane that it goes with
    std::vector<MeshEdit> edits; ///< the last one splits
};

/// `arrival` says at which frame the blade has passed a point of the plane: 1 at the least.
BladeCut blade_cut(Shape shape, const Plane& plane, const std::function<std::uint32_t(Point)>& arrival);

} // namespace tactus::scenes
