// SPDX-License-Identifier: MIT
#pragma once

#include "fuzz_case.h"
#include "random.h"

namespace tactus::fuzz {

/// How coordinates are chosen: multiples of a power of two, of which many coincide, or any floats if the unit is 0.
struct Lattice {
    float unit = 0.0f;

    float at(double value) const;
    /// Braces, other than the arguments of a call, are filled in their order by every compiler: with random numbers in
    /// them a case is the same on every machine.
    Vec3 at(const DoubleVec3& p) const { return {at(p.x), at(p.y), at(p.z)}; }
};

/// A random mesh of any kind around a centre: closed or open, convex or not, degenerate here and there.
FuzzMesh random_mesh(Random& random, const Lattice& lattice, const DoubleVec3& centre, double size);

/// Two to four closed meshes as one, around a centre: beside, through or inside each other.
FuzzMesh closed_pieces(Random& random, const Lattice& lattice, const DoubleVec3& centre, double size);

/// A copy of a mesh that lies beside it, over it or in it: mirrored or turned by a quarter about one of its vertices,
/// and moved by a few steps of the lattice. Half of them stand on the mesh upside down. So vertices lie exactly over
/// vertices, edges and faces, and edges cross at right angles. It faces outwards where the mesh does.
FuzzMesh facing_copy(Random& random, const Lattice& lattice, const FuzzMesh& mesh);

} // namespace tactus::fuzz
