// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "fuzz_case.h"

namespace tactus::fuzz {

/// Leaves out of a case whatever it can while `still_differs` says yes: frames, steps, bodies, triangles, settings.
/// Asks it at most `max_attempts` times.
FuzzCase reduced(FuzzCase fuzz_case, const std::function<bool(const FuzzCase&)>& still_differs, int max_attempts);

} // namespace tactus::fuzz
