// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/parallel.h"
#include "queries/ray_cast.h"
#include "tree/tree.h"

namespace tactus {

/// Shows a ray the triangles of a tree that it may meet, the nearest nodes first.
void cast_into(RayCast& cast, std::uint32_t body, Tree& tree, Workers& workers);

} // namespace tactus
