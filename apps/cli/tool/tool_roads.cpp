// SPDX-License-Identifier: MIT
#include "cli/tool/tool_roads.h"

#include <array>
#include <utility>

#if TACTUS_HAS_OPENGL
#include "opengl/tools/tool_road.h"
#endif

namespace tactus::cli {

namespace {

constexpr std::array<const char*, 5> names_of_roads = {
    the_processor, "selection", "feedback", "feedback_with_ids", "compute_shader"};
constexpr std::array<const char*, 2> names_of_forms = {"naive_box", default_form};

} // namespace

Texts names_of_all_roads() { return {names_of_roads.begin(), names_of_roads.end()}; }

Texts form_names() { return {names_of_forms.begin(), names_of_forms.end()}; }

#if TACTUS_HAS_OPENGL

Result<OpenedRoad> open_road(const std::string& road, const std::string& form)
{
    constexpr std::array<ToolRoad, 4> roads = {
        ToolRoad::selection, ToolRoad::feedback, ToolRoad::feedback_with_ids, ToolRoad::compute_shader};
    for (std::size_t k = 0; k < roads.size(); ++k) {
        if (road != names_of_roads[k + 1])
            continue;
        Result<GraphicsRoad> opened =
            GraphicsRoad::open(roads[k], form == default_form ? SweepForm::perspective : SweepForm::naive_box);
        if (!opened.ok())
            return opened.error();
        auto proposer = std::make_unique<GraphicsRoad>(std::move(opened).value());
        std::string renderer = proposer->renderer();
        return OpenedRoad{std::move(proposer), std::move(renderer)};
    }
    return Error{ErrorCode::invalid_argument, "no road through OpenGL is called " + road};
}

#else

Result<OpenedRoad> open_road(const std::string&, const std::string&)
{
    return Error{
        ErrorCode::unavailable,
        "this build was made without OpenGL; install EGL, epoxy and libpng and build again to have it"};
}

#endif

} // namespace tactus::cli
