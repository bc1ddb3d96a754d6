// SPDX-License-Identifier: MIT
#include "tool_scene.h"

namespace tactus::fuzz::tools {

ToolWorld::ToolWorld(const ToolScene& scene, const WorldChoice& choice)
    : world(World::create({.worker_count = choice.workers, .contacts = scene.settings}).value())
{
    for (const SceneBody& body : scene.bodies) {
        if (choice.convex_sets && !body.half_spaces.empty()) {
            ids.push_back(world.add_convex({body.half_spaces, body.filter, body.thickness}).value());
            continue;
        }
        switch (body.kind) {
        case SceneKind::mesh: {
            BodyDesc desc = {.triangles = body.mesh.triangles, .positions = body.mesh.positions};
            desc.structure = choice.every_structure ? choice.structure : body.structure;
            desc.filter = body.filter;
            desc.thickness = body.thickness;
            ids.push_back(world.add_body(desc).value());
            const std::vector<std::uint32_t> gone = body.gone();
            if (!gone.empty())
                (void)world.edit(BodyEdit{.body = ids.back(), .remove_triangles = gone}).value();
            break;
        }
        case SceneKind::tool: {
            ToolDesc desc = {.pivot = body.pivot, .tip = body.tip, .radius = body.radius, .sweep = body.sweep};
            if (body.sweep) {
                desc.pivot = body.old_pivot;
                desc.tip = body.old_tip;
            }
            desc.filter = body.filter;
            desc.thickness = body.thickness;
            ids.push_back(world.add_tool(desc).value());
            if (body.sweep)
                world.set_tool(ids.back(), body.pivot, body.tip).value();
            break;
        }
        case SceneKind::ball:
            ids.push_back(world.add_sphere({body.centre, body.radius, body.filter, body.thickness}).value());
            break;
        case SceneKind::ground:
            ids.push_back(world.add_half_space({body.centre, body.offset, body.filter, body.thickness}).value());
            break;
        }
    }
    for (const auto& [a, b] : scene.ignored)
        world.ignore_contacts(ids[a], ids[b]).value();
    for (std::uint32_t a = 0; a < ids.size(); ++a)
        for (std::uint32_t b = a + 1; b < ids.size(); ++b)
            world.set_pair(ids[a], ids[b], {.material = scene.material}).value();
}

std::uint32_t ToolWorld::place(BodyId id) const
{
    for (std::uint32_t k = 0; k < ids.size(); ++k)
        if (ids[k] == id)
            return k;
    return UINT32_MAX;
}

} // namespace tactus::fuzz::tools
