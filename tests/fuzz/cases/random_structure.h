// SPDX-License-Identifier: MIT
#pragma once

#include "../../base/every_structure.h"
#include "random.h"

namespace tactus::fuzz {

/// Any structure that is made quickly.
inline Structure random_structure(Random& random)
{
    return quick_structures[random.below(static_cast<std::uint32_t>(quick_structures.size()))];
}

} // namespace tactus::fuzz
