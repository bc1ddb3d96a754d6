// SPDX-License-Identifier: MIT
// What a world gives back of its bodies.
#include <algorithm>
#include <string>

#include <tactus/world.h>

#include "base/out_of_memory.h"
#include "world/bodies/body.h"
#include "world/input/checked_input.h"
#include "world/parts.h"

namespace tactus {
std::vector<BodyId> World::bodies() const
{
    if (parts_ == nullptr)
        return {};
    return unless_memory_ends(
        [&] {
            std::vector<BodyId> ids;
            for (std::uint32_t index = 0; index < parts_->bodies.slots().size(); ++index)
                if (parts_->bodies.slots()[index].body != nullptr)
                    ids.push_back(parts_->bodies.id_of(index));
            return ids;
        },
        [] { return std::vector<BodyId>(); });
}

Result<std::uint64_t> World::user_data(BodyId id) const
{
    return Parts::ask_body(
        parts_.get(), id, [&](const Body& body) -> Result<std::uint64_t> { return body.options.user_data; });
}

Result<void> World::set_user_data(BodyId id, std::uint64_t user_data)
{
    return Parts::ask_body(parts_.get(), id, [&](Body& body) -> Result<void> {
        body.options.user_data = user_data;
        return {};
    });
}

Result<std::vector<Vec3>> World::positions(BodyId id) const
{
    return Parts::ask_body(
        parts_.get(), id, [&](const Body& body) -> Result<std::vector<Vec3>> { return body.current_positions(); });
}

Result<void> World::positions(BodyId id, std::span<Vec3> to) const
{
    return Parts::ask_body(parts_.get(), id, [&](const Body& body) -> Result<void> {
        if (to.size() != body.vertex_count)
            return invalid_input(
                "positions was given room for " + std::to_string(to.size()) + " vertices, the body has "
                + std::to_string(body.vertex_count));
        std::ranges::copy(body.current_positions(), to.begin());
        return {};
    });
}

Result<Pose> World::pose(BodyId id) const
{
    return Parts::ask_body(
        parts_.get(), id, [&](const Body& body) -> Result<Pose> { return body.posed.pose.value_or(Pose{}); });
}

} // namespace tactus
