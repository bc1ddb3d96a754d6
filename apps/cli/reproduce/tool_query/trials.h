// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/queries.h>
#include <tactus/result.h>

#include "scenes/bodies/shape.h"
#include "scenes/travelling_waves.h"

namespace tactus::cli {

/// A body of the experiment, which deforms all the time: waves run through it.
class TrialBody {
public:
    /// A liver of 4 x rings x (rings + 1) triangles, 0.24 m long: 1224 with 17 rings.
    static TrialBody liver(std::uint32_t rings);
    /// A tetrahedron of four triangles, about as large as the liver.
    static TrialBody tetrahedron();

    const std::vector<TriangleIndices>& triangles() const { return rest_.triangles; }
    /// Where the vertices are after so many seconds.
    std::vector<Vec3> positions_at(double seconds) const;

private:
    explicit TrialBody(scenes::Shape rest);

    scenes::Shape rest_;
    scenes::TravellingWaves waves_;
};

/// One tool against a body at one moment: it stands with its tip at `volume.tip`, or sweeps there from the old tip.
struct ToolTrial {
    ToolVolume volume;
    double seconds = 0.0; ///< The moment of the body's deformation.
    std::size_t standing_faces = 0;
    std::size_t sweeping_faces = 0;
};

/// How many faces the sweeps of a set of trials touch.
struct TouchedRange {
    std::size_t least = 0;
    std::size_t greatest = 0;
};

/// Trials of which the sweeps touch different numbers of faces, spread evenly over the range: the first tools of a
/// fixed row of random ones that do. Refuses where there are none within the first hundred thousand.
Result<std::vector<ToolTrial>> find_trials(const TrialBody& body, TouchedRange range, std::size_t count);

/// The tool of a trial with another motion: as long as `distance`, at an angle to the shaft that is given in full
/// turns, towards the tip, and ending where the trial's does.
ToolVolume with_motion(const ToolVolume& volume, double distance, double turns);

/// A tool where it ends, without its motion.
ToolVolume standing(const ToolVolume& volume);

} // namespace tactus::cli
