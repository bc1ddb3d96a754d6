// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <tactus/body.h>
#include <tactus/result.h>
#include <tactus/spheres.h>

#include "geometry/box.h"

namespace tactus {

/// Whether floats hold the spheres around what is in a box, and the corners of their boxes.
bool floats_hold_spheres(const Box& box);

/// Whether it is one: every node but the first the child of one before it, spheres finite, and what is listed there.
std::optional<Error> check_sphere_tree(const SphereTree& tree, std::uint32_t max_children);

std::optional<Error> check_sphere_options(const SphereTreeOptions& options);

/// The tree that a medial body hangs its triangles on: the one that is given, checked, or a new one. Where no spheres
/// can be put around the mesh, it is a root alone.
Result<SphereTree> medial_spheres_of(const BodyDesc& desc, const structures::MedialSphereTree& medial);

} // namespace tactus
