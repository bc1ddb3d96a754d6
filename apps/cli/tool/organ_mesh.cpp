// SPDX-License-Identifier: MIT
#include "cli/tool/organ_mesh.h"

#include <filesystem>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/shapes.h"
#include "cli/verbs.h"
#include "scenes/scene.h"
#include "scenes/words/nearest_names.h"

namespace tactus::cli {

Result<io::Mesh> organ_mesh(const ToolOptions& options)
{
    std::error_code error;
    const bool is_file = std::filesystem::exists(options.organ, error);
    const ShapeInfo* shape = is_file ? nullptr : find_shape(options.organ);
    if (shape != nullptr)
        return make_shape(*shape, options.triangles, options.seed);
    // What looks like a file is missed as a file, and all else may be a name that is misspelt.
    if (!is_file && options.organ.find_first_of("./\\") == std::string::npos) {
        for (const scenes::SceneInfo& scene : scenes::all_scenes())
            if (scene.name == options.organ)
                return refusal(fmt::format(
                    "{0} is a scene, and a tool is held against one mesh; tactus make {0} -o FILE.obj writes one of "
                    "its meshes",
                    options.organ));
        std::vector<std::string_view> names;
        for (const ShapeInfo& known : all_shapes())
            names.push_back(known.name);
        return refusal(
            "no mesh file or shape is called '" + options.organ + "'" + scenes::nearest_names(options.organ, names));
    }
    if (options.triangles > 0)
        return refusal(fmt::format(
            "--triangles goes with the name of a shape; leave it out, since {} has the triangles that it has",
            options.organ));
    return io::read_mesh(options.organ, {.weld = !options.no_weld});
}

} // namespace tactus::cli
