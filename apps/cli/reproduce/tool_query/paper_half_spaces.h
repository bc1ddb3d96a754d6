// SPDX-License-Identifier: MIT
// The volumes that J.-C. Lombardo, M.-P. Cani and F. Neyret, "Real-time Collision Detection for Virtual Surgery", 1999,
// have a graphics card clip an organ by, as half-spaces. They are written as the paper has them, which is not as one
// would have them: the volume of a sweep is no superset of what the tool passes through.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/queries.h>

namespace tactus::cli {

/// A volume of the paper: what the camera sees, and the clipping planes that are added to it.
struct PaperHalfSpaces {
    std::vector<HalfSpace> view;   ///< The six sides of the view.
    std::vector<HalfSpace> planes; ///< The planes that cut what is in view, none for a tool that stands.
    /// The corners of what is left: four around the pivot, then four around the tip or the way of the tip.
    std::array<Vec3, 8> corners = {};

    /// The view and the planes together.
    std::vector<HalfSpace> all() const;
};

/// How the paper sees a sweep.
enum class SweepView {
    naive_box,   ///< A box around the volume, its two slanted sides as planes (Figures 5 and 6).
    perspective, ///< A pyramid with the slanted sides, the top and the bottom as planes (Figures 7 and 8).
};

/// The orthographic box of a tool that stands, about the segment from its pivot to its tip. Nothing for a tool of no
/// length.
std::optional<PaperHalfSpaces> standing_volume(const ToolVolume& tool);

/// The hexahedron of Figure 4 for a tool whose pivot stands and whose tip moves. Nothing where the paper's formula has
/// no answer: the tip does not move, or moves along the shaft.
std::optional<PaperHalfSpaces> sweeping_volume(const ToolVolume& tool, SweepView view);

/// The triangles of the surface around the corners of a volume, facing outward.
std::array<TriangleIndices, 12> volume_surface();

} // namespace tactus::cli
