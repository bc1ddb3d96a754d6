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
    return Parts::ask_body(parts_.get(), id, [&](const Body& body) -> Result<void> {
        if (body.tool() == nullptr)
            return invalid_input("set_tool got body " + std::to_string(id.index) + ", which is no tool");
        if (auto error = check_ends(pivot, tip))
            return *error;
        return set_positions(id, std::array<Vec3, 2>{pivot, tip});
    });
}

Result<TouchReport> World::find_touched(BodyId tool, const TouchOptions& options)
{
    return Parts::ask(parts_.get(), [&]() -> Result<TouchReport> {
        return parts_->at_risk([&] {
            parts_->begin_query();
            return parts_->tools->find(tool, options);
        });
    });
}

} // namespace tactus
