// SPDX-License-Identifier: MIT
// Worlds of bodies of every kind that nobody prepared: their first contact queries, and the closest points of their
// bodies.
#pragma once

#include <cstdint>

#include "../checks/findings.h"

namespace tactus::fuzz::crowds {

/// A scene from a seed. With `told` messages are followed by the members of the crowd.
/// Names `first_cover`, `first_true`, `first_depth`, `first_worst`, `first_same`, `first_units`, `first_rises`,
/// `first_end`, `first_refused`.
void check_first_budget(std::uint64_t seed, bool told, Findings& findings);
/// Names `closest_gap`, `closest_place`, `closest_found`, `closest_cut`, `closest_units`, `closest_same`,
/// `closest_refused`.
void check_closest(std::uint64_t seed, bool told, Findings& findings);

} // namespace tactus::fuzz::crowds
