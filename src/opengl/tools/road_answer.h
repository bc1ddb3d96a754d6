// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "opengl/tools/tool_road.h"

namespace tactus {

/// What a road found out about a mesh. The lists keep their memory from one proposal to the next.
struct RoadAnswer {
    std::size_t in_view = 0;
    std::vector<std::uint32_t> faces;
    std::vector<FaceDepths> depths;
    std::vector<ClippedFace> clipped_faces;
    std::vector<Vec3> points;

    void clear()
    {
        in_view = 0;
        faces.clear();
        depths.clear();
        clipped_faces.clear();
        points.clear();
    }
};

} // namespace tactus
