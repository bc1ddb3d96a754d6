// SPDX-License-Identifier: MIT
// The volumes of Lombardo, Cani, Neyret 1999, "Real-time Collision Detection for Virtual Surgery", sections 3 and 4, by
// the paper's own names.
//
// They are the paper's as written, and not supersets of the tool. The standing box ends at the tip and at the pivot,
// where a tool has round ends. The sides of the swept hexahedron are moved out by s along PP', so that their true
// margin is s times the sine of the angle between PP' and the shaft, and near and far planes are not moved out at all.
//
// Where we differ: up is handed over as x, y, z, and not as the printed x, z, y. The formula for the eye divides by
// |PP'| and gives an empty volume where the motion is along the shaft or through the pivot. For these, and for motions
// so tiny that floats cannot tell them from none, the standing box around the longest side of the triangle takes its
// place, widened by the height of the triangle.
#pragma once

#include <array>
#include <optional>

#include <tactus/queries.h>

#include "geometry/double_vector.h"

namespace tactus {

enum class SweepForm;

/// A camera of OpenGL, and clip planes beside its view volume.
struct PaperVolume {
    bool is_perspective = false; ///< glFrustum or glOrtho takes the six numbers.
    double left = 0.0;
    double right = 0.0;
    double bottom = 0.0;
    double top = 0.0;
    double near = 0.0;
    double far = 0.0;
    DoubleVector eye;
    // The camera's axes, of unit length: it looks against `backward`.
    DoubleVector rightward;
    DoubleVector upward;
    DoubleVector backward;
    bool has_planes = false;
    /// What is inside a plane a, b, c, d is where a x + b y + c z + d is not below 0, in the camera's coordinates.
    std::array<std::array<double, 4>, 2> planes = {};
    /// Whether the standing box takes the place of a formula that has no answer.
    bool stands_in = false;
};

/// The standing box where the tip did not move, else the volume of the sweep from the old tip to the new one about the
/// pivot as it is now. Nothing where the radius is zero, or the numbers leave no volume.
std::optional<PaperVolume> paper_volume(const ToolVolume& tool, SweepForm form);

/// The camera's own transformation, as gluLookAt makes it: column after column.
std::array<double, 16> look_at(const PaperVolume& volume);

/// Where a point of the view volume is, from its window coordinates in a window of one by one pixel, and its w.
DoubleVector point_in_space(const PaperVolume& volume, DoubleVector window, double w);

} // namespace tactus
