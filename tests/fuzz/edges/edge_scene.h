// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "../cases/fuzz_case.h"

namespace tactus::fuzz::edges {

/// Two bodies whose edges meet in ways that are hard to judge: planks across each other, boxes edge to edge and face to
/// face, plates and sheets that are tilted against each other by a little, flat and nearly flat grids, roofs, slivers,
/// and random closed bodies. Nearly all coordinates are small whole numbers of a unit, so that ties are exact. Nothing
/// happens to the bodies.
FuzzCase random_edge_case(std::uint64_t seed);

} // namespace tactus::fuzz::edges
