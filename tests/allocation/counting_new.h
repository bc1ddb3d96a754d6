// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tactus {

/// How often any thread of this program has asked operator new for memory.
std::size_t allocation_count();

} // namespace tactus
