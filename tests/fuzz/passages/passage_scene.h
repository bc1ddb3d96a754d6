// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "../tools/oracle/true_touch.h"

namespace tactus::fuzz::tools {

/// Closed meshes and tools of which most go right through them, once or several times.
ToolScene random_passage_scene(std::uint64_t seed);

/// Pushes the tools of a scene, and of a world that is in its state, a little to one side.
void push_tools(ToolScene& scene, ToolWorld& kept, Random& random);

/// A tool that lies across an edge of a convex mesh, so near to it that next to nothing of its axis is inside or in
/// front.
struct GrazingTool {
    SceneBody tool;
    Place outwards; ///< The unit direction in which it is moved away from the edge, across the edge and the shaft.
};

/// A tool across a random edge of a mesh that is convex, if one is found that meets the mesh there alone.
std::optional<GrazingTool> grazing_tool(const SceneBody& mesh, Random& random);

} // namespace tactus::fuzz::tools
