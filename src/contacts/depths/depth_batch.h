// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "contacts/depths/face_distances.h"
#include "contacts/depths/overlap_side.h"
#include "contacts/depths/vertex_depth.h"

namespace tactus {

/// Writes the depths of vertices, given the triangles that each of them may come out of. It measures several vertices
/// at a time.
class DepthBatch {
public:
    /// Depths are of the one side, below the other. Both must stay until the last is written.
    DepthBatch(const OverlapSide& own, const OverlapSide& other) : own_(&own), other_(&other) {}

    /// The vertex may come out of the triangle. Those of one vertex follow each other, and its depth goes to one place:
    /// that of the nearest of them, and of several the lowest numbered.
    void add(const OverlapSide::Inside& inside, std::uint32_t triangle, VertexDepth& depth)
    {
        if (count_ == FaceDistances::size)
            write();
        put(inside, triangle, depth);
    }
    /// Writes what is not written yet.
    void write();

private:
    struct Question {
        const OverlapSide::Inside* inside = nullptr;
        VertexDepth* depth = nullptr;
        std::uint32_t triangle = 0;
        std::uint32_t first_corner = 0; ///< of the triangle: the one with which it begins here
    };

    void put(const OverlapSide::Inside& inside, std::uint32_t triangle, VertexDepth& depth);

    const OverlapSide* own_;
    const OverlapSide* other_;
    std::array<Question, FaceDistances::size> questions_;
    std::uint32_t count_ = 0;
    VertexDepth* last_ = nullptr; ///< what was written last
    double distance_ = 0.0;       ///< how deep that is
    FaceDistances distances_;
};

} // namespace tactus
