// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/exact/length_sum.h"
#include "geometry/simplices/simplex.h"
#include "geometry/triangle_pairs/triangle_batch.h"

namespace tactus {

/// Compares the distances of many triangles to one hull with a length.
class SimplexBatch {
public:
    /// What float arithmetic knows for certain about a triangle.
    enum Verdict : std::uint32_t { apart = 0, within = 1, open = 2 };

    /// An edge of the hull, in floats from its first corner.
    struct Edge {
        Vec3 from;
        Vec3 along;
        float per_square = 0.0f; ///< one by its squared length, about
    };

    /// A side of the hull, in floats from its first corner.
    struct Side {
        Vec3 from;
        Vec3 ab;
        Vec3 ac;
        Vec3 normal;
        Vec3 to_b; ///< its product with the way to a point is how much of ab leads to the point's foot, about
        Vec3 to_c;
    };

    /// There must be a corner, and all numbers must be finite.
    SimplexBatch(const Simplex& hull, const LengthSum& length);

    const Simplex& hull() const { return hull_; }
    const LengthSum& length() const { return length_; }

    /// Fills the verdicts of `count` triangles of a mesh.
    void judge(
        const TriangleSource& source, const std::uint32_t* triangles, std::size_t count, std::uint32_t* verdicts) const;

    /// Writes those of the given triangles that are not farther from the hull than the length, in their order, and
    /// gives how many there are: the answer is that of compare_distance for every one. `found` has room for `count`,
    /// and may be the same array as `triangles`. Allocates nothing.
    std::size_t find_within(
        const TriangleSource& source, const std::uint32_t* triangles, std::size_t count, std::uint32_t* found) const;

    /// What the kernel reads.
    struct Prepared {
        std::array<Vec3, 4> corners{}; ///< from the first
        std::array<Edge, 6> edges{};
        std::array<Side, 4> sides{};
        int corner_count = 0;
        int edge_count = 0;
        int side_count = 0;
        float size = 0.0f;
        float lower = 0.0f; ///< not above the length
        float upper = 0.0f; ///< not below the length
    };

private:
    Simplex hull_;
    LengthSum length_;
    Prepared prepared_;
};

} // namespace tactus
