// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus::io {

/// Which vertices become one. Vertices keep their order; each group stands where its first vertex stood.
struct WeldMap {
    std::vector<std::uint32_t> new_index;   ///< per old vertex
    std::vector<std::uint32_t> kept_vertex; ///< per new vertex, the old one whose position it takes
};

/// Groups the vertices that have equal coordinates in every one of the frames; -0 counts as 0.
/// All frames are of one length.
WeldMap weld_map(std::span<const std::vector<Vec3>> frames);

std::vector<Vec3> welded(std::span<const Vec3> positions, const WeldMap& map);
void renumber(std::span<TriangleIndices> triangles, const WeldMap& map);

} // namespace tactus::io
