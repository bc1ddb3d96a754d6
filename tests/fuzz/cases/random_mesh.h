// SPDX-License-Identifier: MIT
#pragma once

#include "fuzz_case.h"
#include "random.h"

namespace tactus::fuzz {

/// How coordinates are chosen: multiples of a power of two, of which many coincide, or any floats if the unit is 0.
struct Lattice {
    float unit = 0.0f;

    float at(double value) const;
    Vec3 at(double x, double y, double z) const { return {at(x), at(y), at(z)}; }
};

/// A random mesh of any kind around a centre: closed or open, convex or not, degenerate here and there.
FuzzMesh random_mesh(Random& random, const Lattice& lattice, const DoubleVec3& centre, double size);

} // namespace tactus::fuzz
