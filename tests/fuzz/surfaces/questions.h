// SPDX-License-Identifier: MIT
// Random questions about surfaces. Many of them are special on purpose: through vertices, along edges, within planes,
// exactly touching.
#pragma once

#include <vector>

#include "../cases/random.h"
#include "../oracle/surfaces/surface.h"

namespace tactus::fuzz {

struct RayQuestion {
    Vec3 origin, direction;
    RayOptions options;
};

struct BoxQuestion {
    Vec3 lower, upper;
};

class Questions {
public:
    /// The unit is what a coordinate of 1 has become in the scene.
    Questions(Random& random, const std::vector<SurfacePart>& parts, float unit)
        : random_(random), parts_(parts), unit_(unit)
    {
    }

    Vec3 point();
    RayQuestion ray();
    BoxQuestion box();
    Sphere ball();
    std::vector<HalfSpace> half_spaces();
    std::uint32_t mask();
    /// How far is looked from a point: without a limit, just as far as a corner of something, a little less, or
    /// anything.
    float reach(const Vec3& from);
    /// A number of work units that is most often below so many.
    std::uint64_t work_units(std::uint64_t most);

private:
    const SurfacePart& part() { return parts_[random_.below(static_cast<std::uint32_t>(parts_.size()))]; }
    Vec3 corner() { return part().corners[random_.below(3)]; }
    /// Of a triangle: a corner, the middle of an edge, or one within. Of a sphere: its centre, or on its surface.
    Vec3 point_of(const SurfacePart& part);
    /// Multiples of a sixteenth.
    Vec3 lattice(int most);
    Vec3 anywhere(double most);
    /// A way whose length is a float.
    Vec3 whole_way();
    HalfSpace half_space(const Vec3& inside);
    float nudged(double value);

    Random& random_;
    const std::vector<SurfacePart>& parts_;
    float unit_;
};

} // namespace tactus::fuzz
