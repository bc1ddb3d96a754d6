// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <gmpxx.h>

#include "exact.h"

namespace tactus::fuzz {

using ExactTriangle = std::array<Point<mpq_class>, 3>;

/// Whether two triangles have a point in common that is not on the hull of the first `shared` corners of the first,
/// which is their common vertex or edge. Whatever two convex sets have in common has its corners among: corners of the
/// one in the other, edges that cross, and edges through faces. So only these are looked at.
bool meet_off_shared(const ExactTriangle& a, const ExactTriangle& b, int shared);

} // namespace tactus::fuzz
