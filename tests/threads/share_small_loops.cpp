// SPDX-License-Identifier: MIT
// What these tests look at is small, and would be done by the caller alone.
#include "base/threads/parallel.h"

namespace tactus {
namespace {

[[maybe_unused]] const bool is_said = (Workers::share_small_loops(), true);

} // namespace
} // namespace tactus
