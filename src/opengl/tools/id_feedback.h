// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include <tactus/result.h>

#include "opengl/offscreen.h"
#include "opengl/tools/card/triangle_stream.h"
#include "opengl/tools/holding_volume.h"
#include "opengl/tools/road_answer.h"

namespace tactus {

/// All triangles in one draw in feedback mode, with their numbers in texture coordinates, which clipping leaves as they
/// are. Belongs to the context that is current when it is made, which must have the compatibility profile.
class IdFeedback {
public:
    static Result<IdFeedback> create();

    /// Gives the faces that have a part in the volume.
    bool draw(const HoldingVolume& volume, const TriangleStream& triangles, RoadAnswer& answer);

private:
    explicit IdFeedback(Offscreen target) : target_(std::move(target)) {}
    void number_triangles(std::size_t count);
    bool read_numbers(std::size_t number_count, std::size_t triangle_count, RoadAnswer& answer) const;

    // Drivers do not draw without something to draw on, even where nothing lands there.
    Offscreen target_;
    std::vector<float> ids_;
    std::vector<float> fed_back_;
};

} // namespace tactus
