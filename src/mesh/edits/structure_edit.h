// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tactus {

/// What it took to change a structure where it is.
struct StructureEdit {
    std::size_t triangles = 0; ///< that were put elsewhere or stand beside those that changed
    std::size_t nodes = 0;     ///< that were changed or made, where they are counted
};

} // namespace tactus
