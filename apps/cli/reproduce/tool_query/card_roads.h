// SPDX-License-Identifier: MIT
// The roads through OpenGL. A build or a machine without it has none of them, and says why.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/result.h>

#include "cli/reproduce/tool_query/timed_roads.h"

namespace tactus::cli {

/// A road through OpenGL: what it proposes is timed, and can be counted by a world that is handed it.
class CardRoad : public TimedRoad {
public:
    virtual ToolProposer& proposer() = 0;
    /// The driver's name for what draws.
    virtual std::string renderer() const = 0;
    /// Mesa's software renderers call themselves pipes.
    RoadClock clock() const
    {
        return renderer().find("pipe") != std::string::npos ? RoadClock::process : RoadClock::wall;
    }
};

/// The names of the roads through OpenGL, in the order of the tables. They are there whether they can be taken or not.
std::vector<std::string> card_road_names();

/// Opens a road by its number among the names, or says why it cannot be taken here.
Result<std::unique_ptr<CardRoad>> open_card_road(std::size_t number);

} // namespace tactus::cli
