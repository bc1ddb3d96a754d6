// SPDX-License-Identifier: MIT
// Which faces at an edge count as at right angles to the way from there to another edge, where the surface ends.
#pragma once

namespace tactus {

/// One over the sine of the angle at which the other edge may rise over a face that comes nearer than its own edge, if
/// another face stays behind steeply or it is the only one.
constexpr int inverse_level_sine = 32;
/// One over the sine of the angle by which the way may lean against such a face: the smaller the angle at which two
/// edges cross, the more the way between them leans where surfaces are tilted by next to nothing.
constexpr int inverse_leaning_sine = 4;
/// One over the sine of the angle from which on a face stays behind steeply.
constexpr int inverse_steep_sine = 2;

} // namespace tactus
