// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "geometry/box.h"
#include "geometry/triangle.h"
#include "tree/triangle_list.h"

namespace tactus {

/// The structure without a structure: the triangles as they were given, removed ones left out. The reference for all
/// the others.
class BruteForce {
public:
    BruteForce(std::vector<TriangleIndices> triangles, std::size_t vertex_count);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);

    TriangleList triangles() const;
    /// The positions before the last update; none if they were not kept.
    const float* previous_positions() const { return has_previous_ ? &next_.data()->x : nullptr; }
    const Box& box() const { return box_; }
    std::size_t bytes() const;

private:
    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> numbers_; ///< of the triangles, where some were removed
    Buffer<Vec3> positions_;             ///< readable beyond the last
    Buffer<Vec3> next_;                  ///< between updates the ones before
    bool has_positions_ = false;
    bool has_previous_ = false;
    Box box_;
};

} // namespace tactus
