// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <tactus/result.h>

#include "opengl/offscreen.h"
#include "opengl/tools/card/triangle_stream.h"
#include "opengl/tools/paper_volume.h"
#include "opengl/tools/road_answer.h"

namespace tactus {

/// The paper's two picking modes, drawn as the paper draws: every triangle by itself, with its number before it.
/// Belongs to the context that is current when it is made, which must have the compatibility profile.
class PickingRoads {
public:
    static Result<PickingRoads> create();

    /// Selection mode with a name for every triangle. Gives the faces and their depths.
    bool select(const PaperVolume& volume, const TriangleStream& triangles, RoadAnswer& answer);
    /// Feedback mode with a token for every triangle. Gives the faces and what is inside of each.
    bool feed_back(const PaperVolume& volume, const TriangleStream& triangles, RoadAnswer& answer);
    /// How many faces the view volume holds without the clip planes.
    bool count_in_view(const PaperVolume& volume, const TriangleStream& triangles, RoadAnswer& answer);

private:
    explicit PickingRoads(Offscreen target) : target_(std::move(target)) {}
    // Draws in selection mode and gives the number of hits, below zero where the driver has none.
    int draw_named(const PaperVolume& volume, bool with_planes, const TriangleStream& triangles);
    // Reads so many numbers of feedback. False if they do not say what they should.
    bool read_polygons(const PaperVolume& volume, std::size_t number_count, RoadAnswer& answer);

    // Drivers do not draw without something to draw on, even where nothing lands there.
    Offscreen target_;
    std::vector<unsigned> hits_;
    std::vector<float> fed_back_;
    std::vector<Vec3> piece_;
};

} // namespace tactus
