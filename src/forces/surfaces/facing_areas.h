// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/number_map.h"
#include "forces/surfaces/contact_area.h"
#include "forces/surfaces/follow_surface.h"
#include "geometry/double_vector.h"

namespace tactus {

/// What of surfaces around single vertices faces some directions (facing_area): the same, and quicker where a vertex is
/// asked about again, as corners of the face that many vertices are on are. The memory is kept.
class FacingAreas {
public:
    /// Surfaces have moved.
    void clear()
    {
        places_.clear();
        stars_.clear();
        normals_.clear();
    }
    /// The body is a number of the caller's, whose surface this is.
    double facing(
        std::uint32_t body, const FollowedSurface& surface, bool is_closed, std::uint32_t vertex,
        DoubleVector direction);

    /// Bytes held.
    std::size_t bytes() const { return places_.bytes() + stars_.bytes() + normals_.bytes(); }

private:
    /// The triangles around a vertex.
    struct Star {
        std::uint32_t first = 0; ///< of the normals
        std::uint32_t count = 0;
        double all = 0.0; ///< the sum of their lengths
    };

    NumberMap places_; ///< of the stars, by body and vertex
    Buffer<Star> stars_;
    Buffer<DoubleVector> normals_; ///< each twice as long as the triangle's area
};

} // namespace tactus
