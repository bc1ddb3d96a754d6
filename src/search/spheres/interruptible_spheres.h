// SPDX-License-Identifier: MIT
// C. Mendoza, C. O'Sullivan, "Interruptible collision detection for deformable objects", 2006, Figure 7: two sphere
// trees are compared breadth first, and the traversal may stop at any test.
//
// Where we differ: a sphere holds whole triangles, so that no two of them can touch whose spheres do not overlap; and
// what is left when it stops is given back as it is, instead of being taken for colliding.
#pragma once

#include <tactus/papers.h>

namespace tactus {

class SphereTreeBody;

/// Compares two trees as Figure 7 has it. Trees on demand are divided where they are opened.
papers::InterruptibleSpheres
traverse_interruptibly(SphereTreeBody& a, SphereTreeBody& b, const papers::InterruptibleLimits& limits);

} // namespace tactus
