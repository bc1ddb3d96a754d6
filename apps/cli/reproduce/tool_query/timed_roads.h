// SPDX-License-Identifier: MIT
// Every way to find the faces that a tool touches, as something that is given frame after frame.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tactus/queries.h>
#include <tactus/result.h>

#include "cli/reproduce/tool_query/trials.h"

namespace tactus::cli {

/// What is played of a trial: two frames that take turns, so that the body has moved in every one of them. A tool that
/// sweeps goes there in the one and back in the other, and passes through the same volume.
struct TrialFrames {
    TrialFrames(const TrialBody& body, const ToolTrial& trial, bool tool_sweeps);

    std::span<const TriangleIndices> triangles; ///< Those of the body, which must outlive the frames.
    bool sweeps = false;
    std::array<ToolVolume, 2> volumes;
    std::array<std::vector<Vec3>, 2> positions;
};

/// A way to find faces.
class TimedRoad {
public:
    virtual ~TimedRoad() = default;
    /// Makes ready what does not depend on the frame. Not timed.
    virtual void prepare(const TrialFrames& frames) = 0;
    /// Takes in the positions and the tool of a frame, and gives how many faces it finds. Timed.
    virtual std::size_t play(const TrialFrames& frames, std::size_t number) = 0;
};

/// Which time counts.
enum class RoadClock {
    thread,  ///< CPU time of the thread.
    process, ///< CPU time of all threads: a software renderer has some of its own.
    wall,    ///< The time until the answer is there: a card works while the thread waits.
};

/// What a road is called, and how it is timed.
struct RoadInfo {
    std::string name;
    RoadClock clock = RoadClock::thread;
};

struct NamedRoad {
    RoadInfo info;
    TimedRoad* road = nullptr;
};

/// Which part of the work with a tree of oriented boxes is done in a frame.
enum class ObbWay { build_only, rebuilt, kept };

/// The library's own road: set_positions, set_tool and find_touched, for the faces alone or with all that it gives.
Result<std::unique_ptr<TimedRoad>> processor_road(const TrialBody& body, bool faces_alone);
/// The tree that the paper compares with, against the paper's volume as a mesh of 12 triangles. The tree around a tool
/// that stands is kept, that around what it sweeps is built in every frame.
std::unique_ptr<TimedRoad> obb_road(ObbWay way);

/// Microseconds of a frame: the mean over as many frames as are worth a reading of the clock.
double microseconds_a_frame(const NamedRoad& road, const TrialFrames& frames);

} // namespace tactus::cli
