// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "geometry/box.h"
#include "geometry/double_vector.h"
#include "geometry/simplices/simplex.h"

namespace tactus {

/// Slabs that hold all points within a distance of a hull: across its normals and its edges, so that what lies beside a
/// long thin hull that is askew to the axes is seen to be beside it.
class CoreSlabs {
public:
    CoreSlabs(const Simplex& core, double distance);

    /// The box around all of it, rounded outwards.
    const Box& reach() const { return reach_; }
    /// False only if no point of the box is within the distance. An empty box has none.
    bool may_meet(const Box& box) const;

private:
    /// Where the middle of the hull is along a direction, how far the hull and the distance reach to either side of it,
    /// and more than all that is rounded.
    struct Slab {
        DoubleVector direction;
        DoubleVector magnitudes; ///< of the direction's components
        double middle = 0.0;
        double half_width = 0.0;
    };

    void add(const Simplex& core, DoubleVector direction, double distance);

    Box reach_;
    std::array<Slab, 7> slabs_;
    std::size_t count_ = 0;
};

} // namespace tactus
