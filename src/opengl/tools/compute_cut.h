// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <tactus/result.h>

#include "opengl/tools/card/card_buffer.h"
#include "opengl/tools/card/triangle_stream.h"
#include "opengl/tools/holding_volume.h"
#include "opengl/tools/road_answer.h"

namespace tactus {

/// A first cut by a compute shader: triangles that lie outside one plane of the volume are dropped, all others are
/// listed. Belongs to the context that is current when it is made, and at its end.
class ComputeCut {
public:
    /// Compiles the shader. A driver that runs on the processor is given few workgroups, each with much to do.
    static Result<ComputeCut> create(bool is_software);

    ComputeCut(ComputeCut&& other) noexcept;
    ComputeCut& operator=(ComputeCut&& other) = delete;
    ~ComputeCut();

    /// Gives the faces that no plane of the volume separates from it. False for meshes larger than the driver's largest
    /// buffer texture.
    bool run(const HoldingVolume& volume, const TriangleStream& triangles, RoadAnswer& answer);

private:
    ComputeCut(unsigned program, bool is_software);

    unsigned program_ = 0;
    unsigned texture_ = 0;
    int max_corners_ = 0;
    // Where the uniforms of the volume are, and of the number of triangles.
    std::array<int, 5> places_ = {};
    bool is_software_ = false;
    CardBuffer positions_;
    CardBuffer found_;
    std::vector<std::uint32_t> read_;
};

} // namespace tactus
