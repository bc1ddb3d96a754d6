// SPDX-License-Identifier: MIT
// Which faces at an edge count as at right angles to the way from there to another edge, where the surface ends.
#pragma once

namespace tactus {

/// One over the sine of the angle by which a face may come nearer than its edge, if another stays behind steeply or it
/// is the only one.
constexpr int inverse_level_sine = 32;
/// One over the sine of the angle from which on a face stays behind steeply.
constexpr int inverse_steep_sine = 2;

} // namespace tactus
