// SPDX-License-Identifier: MIT
#include "cli/output/scene_list.h"

#include "cli/output/table.h"
#include "scenes/scene.h"

namespace tactus::cli {

std::string scene_list_text()
{
    Table table({"scene", "triangles", "frames", "what happens"});
    for (const scenes::SceneInfo& scene : scenes::all_scenes())
        table.add_row(
            {scene.name, std::to_string(scene.default_triangles), std::to_string(scene.default_frames),
             scene.description});
    return table.text(1);
}

Json scene_list_json()
{
    Json list = Json::array();
    for (const scenes::SceneInfo& scene : scenes::all_scenes())
        list.push_back(
            {{"scene", scene.name},
             {"triangles", scene.default_triangles},
             {"frames", scene.default_frames},
             {"description", scene.description}});
    return {{"scenes", list}};
}

} // namespace tactus::cli
