// SPDX-License-Identifier: MIT
#include "half_space.h"

#include <gmpxx.h>

namespace tactus::fuzz {

namespace {

mpq_class exactly(float number) { return mpq_class(static_cast<double>(number)); }

/// The height of a point above the plane, times the normal's length.
mpq_class long_height(const HalfSpace& plane, const Vec3& p)
{
    return exactly(plane.normal.x) * exactly(p.x) + exactly(plane.normal.y) * exactly(p.y)
           + exactly(plane.normal.z) * exactly(p.z) - exactly(plane.offset);
}

mpq_class squared_length(const Vec3& v)
{
    return exactly(v.x) * exactly(v.x) + exactly(v.y) * exactly(v.y) + exactly(v.z) * exactly(v.z);
}

} // namespace

bool reaches_down_to(const HalfSpace& plane, const Vec3& centre, float radius, float distance)
{
    const mpq_class height = long_height(plane, centre);
    if (sgn(height) <= 0)
        return true;
    const mpq_class reach = exactly(radius) + exactly(distance);
    return height * height <= reach * reach * squared_length(plane.normal);
}

double height_above(const HalfSpace& plane, const Vec3& p)
{
    constexpr unsigned bits = 512;
    const mpf_class length = sqrt(mpf_class(squared_length(plane.normal), bits));
    return mpf_class(mpf_class(long_height(plane, p), bits) / length, bits).get_d();
}

} // namespace tactus::fuzz
