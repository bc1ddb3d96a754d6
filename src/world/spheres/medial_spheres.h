// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>
#include <tactus/result.h>
#include <tactus/sphere_tree.h>

#include "geometry/box.h"

namespace tactus {

/// Whether floats hold the spheres around what is in a box, and the corners of their boxes.
bool floats_hold_spheres(const Box& box);

/// The tree that a medial body hangs its triangles on: the one that is given, checked, or a new one. Where no spheres can
/// be put around the mesh, it is a root alone.
Result<SphereTree> medial_spheres_of(const BodyDesc& desc);

} // namespace tactus
