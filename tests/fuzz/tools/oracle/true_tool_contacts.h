// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "../../oracle/features.h"
#include "true_touch.h"

namespace tactus::fuzz::tools {

/// A place where the axis of a tool and a mesh are nearer to each other than all around.
struct TrueToolContact {
    double part = 0.0; ///< Where on the axis it is: 0 at the pivot, 1 at the tip.
    Place on_axis, on_mesh;
    double distance = 0.0;
    int corners = 0;      ///< How many vertices the feature of the mesh has.
    bool required = true; ///< False where the page does not say whether it is one: something around is just as near.
};

/// The contacts of a tool with a mesh at most so far from its axis, as the page defines them by their features. None
/// where it does not go by these alone: the axis meets the surface or is a point, or the mesh has triangles without
/// area or twice.
std::optional<std::vector<TrueToolContact>>
true_tool_contacts(const ToolScene& scene, std::uint32_t tool, std::uint32_t mesh, float limit);

} // namespace tactus::fuzz::tools
