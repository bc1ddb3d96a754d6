// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include "world/bodies/body.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/tool_queries.h"

namespace tactus {

Result<void> World::set_tool(BodyId id, Vec3 pivot, Vec3 tip)
{
    if (parts_ == nullptr)
        return moved_from_world();
    const Body* body = parts_->bodies.find(id);
    if (body != nullptr && (body->tool() == nullptr || !is_finite(pivot) || !is_finite(tip)))
        return refused_if_memory_ends([&]() -> Result<void> {
            return body->tool() == nullptr
                       ? invalid_input("set_tool got body " + std::to_string(id.index) + ", which is no tool")
                       : *check_ends(pivot, tip);
        });
    const std::array<Vec3, 2> ends = {pivot, tip};
    return set_positions(id, ends);
}

Result<TouchReport> World::find_touched(BodyId tool, const TouchOptions& options)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<TouchReport> {
        return parts_->at_risk([&] {
            parts_->begin_query();
            return parts_->tools->find(tool, options);
        });
    });
}

} // namespace tactus
