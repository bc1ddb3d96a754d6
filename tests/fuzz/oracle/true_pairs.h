// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "../stage/mirror.h"

namespace tactus::fuzz {

enum class TrueOf {
    colliding,  ///< What find_pairs has to list.
    all_bodies, ///< Every two triangles that meet and share no vertex, whatever filters say, and within every body.
};

/// Every intersecting pair of triangles, decided with whole numbers, in order.
std::vector<TriangleRefPair> true_pairs(const Mirror& mirror, TrueOf which = TrueOf::colliding);

} // namespace tactus::fuzz
