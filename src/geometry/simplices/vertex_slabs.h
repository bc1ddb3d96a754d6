// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/exact/length_sum.h"
#include "geometry/simplices/simplex.h"

namespace tactus {

/// A few slabs that hold all points within a length of a hull, for many vertices and boxes in float: along the shaft
/// and across it around a tool that stands, and along a triangle's normal and across its edges around one that sweeps.
/// They reach so much further that no rounding of float arithmetic matters.
class VertexSlabs {
public:
    /// The height of a point is its product with the three factors, and the offset. All points of a height between
    /// -outside and outside are in the slab.
    struct Slab {
        float x = 0.0f;
        float y = 0.0f;
        float z = 0.0f;
        float offset = 0.0f;
    };

    static constexpr float outside = 2.0f;
    static constexpr int max_count = 4;

    /// No coordinate of a vertex that is asked about may be larger in magnitude than max_coordinate. All numbers must
    /// be finite.
    VertexSlabs(const Simplex& hull, const LengthSum& length, float max_coordinate);

    /// There are no slabs where numbers are so large that their products are not finite.
    int count() const { return count_; }
    const Slab& operator[](int index) const { return slabs_[static_cast<std::size_t>(index)]; }

    /// False only if all of the box is outside of one of the slabs, and nothing of it within the length of the hull. No
    /// coordinate of the box may be larger in magnitude than max_coordinate.
    bool may_reach(const Box& box) const;

private:
    void add(DoubleVector axis, const Simplex& hull, double length, double max_coordinate);

    std::array<Slab, max_count> slabs_;
    int count_ = 0;
};

/// Fills one code for each of `count` packed vertices: bit 2 k is set if it is above slab k, and bit 2 k + 1 if it is
/// below. A triangle is farther from the hull than the length if the codes of its vertices have a bit in common.
void find_slab_codes(const VertexSlabs& slabs, const float* positions, std::size_t count, std::uint8_t* codes);

} // namespace tactus
