// SPDX-License-Identifier: MIT
#include "opengl/tools/tool_road.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include "opengl/tools/compute_cut.h"
#include "opengl/tools/id_feedback.h"
#include "opengl/tools/picking_roads.h"

namespace tactus {

namespace {

using RoadClock = std::chrono::steady_clock;

Error missing(const std::string& what)
{
    return {ErrorCode::unavailable, what + "; the processor's road goes on without it"};
}

bool is_paper_road(ToolRoad road) { return road == ToolRoad::selection || road == ToolRoad::feedback; }

// Mesa's renderers that run on the processor.
bool is_software(std::string_view renderer)
{
    return renderer.find("llvmpipe") != std::string_view::npos || renderer.find("softpipe") != std::string_view::npos;
}

} // namespace

struct GraphicsRoad::Content {
    Content(Context opened, ToolRoad chosen, SweepForm chosen_form)
        : context(std::move(opened)), road(chosen), form(chosen_form)
    {
    }
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content()
    {
        const ContextScope scope(context);
        picking.reset();
        id_feedback.reset();
        compute_cut.reset();
    }

    Result<void> prepare();
    bool draw(const ToolVolume& volume, const MeshView& mesh);
    bool draw_paper(const ToolVolume& volume);

    Context context;
    ToolRoad road;
    SweepForm form;
    bool counts_in_view = false;
    // The road that was chosen has one of these.
    std::optional<PickingRoads> picking;
    std::optional<IdFeedback> id_feedback;
    std::optional<ComputeCut> compute_cut;
    TriangleStream triangles;
    RoadAnswer answer;
    bool stood_in = false;
    RoadClock::time_point begin;
    double seconds = 0.0;
};

Result<void> GraphicsRoad::Content::prepare()
{
    const auto keep = [](auto made, auto& place) -> Result<void> {
        if (!made)
            return missing(made.error().message);
        place.emplace(std::move(made).value());
        return {};
    };
    const ContextScope scope(context);
    if (!scope.ok())
        return missing("the driver does not let this thread draw");
    switch (road) {
    case ToolRoad::selection:
    case ToolRoad::feedback:
        return keep(PickingRoads::create(), picking);
    case ToolRoad::feedback_with_ids:
        return keep(IdFeedback::create(), id_feedback);
    case ToolRoad::compute_shader:
        return keep(ComputeCut::create(is_software(context.renderer())), compute_cut);
    }
    return missing("there is no such road");
}

bool GraphicsRoad::Content::draw_paper(const ToolVolume& tool)
{
    const std::optional<PaperVolume> volume = paper_volume(tool, form);
    if (!volume || !std::isfinite(triangles.largest_coordinate()))
        return false;
    stood_in = volume->stands_in;
    const bool drawn = road == ToolRoad::selection ? picking->select(*volume, triangles, answer)
                                                   : picking->feed_back(*volume, triangles, answer);
    seconds = std::chrono::duration<double>(RoadClock::now() - begin).count();
    if (!drawn)
        return false;
    if (!volume->has_planes)
        answer.in_view = answer.faces.size();
    else if (counts_in_view)
        return picking->count_in_view(*volume, triangles, answer);
    return true;
}

bool GraphicsRoad::Content::draw(const ToolVolume& tool, const MeshView& mesh)
{
    begin = RoadClock::now();
    seconds = 0.0;
    stood_in = false;
    answer.clear();
    const ContextScope scope(context);
    if (!scope.ok())
        return false;
    triangles.fill(mesh);
    if (is_paper_road(road))
        return draw_paper(tool);

    const std::optional<HoldingVolume> volume = holding_volume(tool, triangles.largest_coordinate());
    if (!volume)
        return false;
    const bool drawn = road == ToolRoad::compute_shader ? compute_cut->run(*volume, triangles, answer)
                                                        : id_feedback->draw(*volume, triangles, answer);
    if (triangles.has_missing())
        std::erase_if(answer.faces, [&](std::uint32_t t) { return triangles.is_missing(t); });
    answer.in_view = answer.faces.size();
    seconds = std::chrono::duration<double>(RoadClock::now() - begin).count();
    return drawn;
}

GraphicsRoad::GraphicsRoad(std::unique_ptr<Content> content) : content_(std::move(content)) {}
GraphicsRoad::GraphicsRoad(GraphicsRoad&&) noexcept = default;
GraphicsRoad& GraphicsRoad::operator=(GraphicsRoad&&) noexcept = default;
GraphicsRoad::~GraphicsRoad() = default;

Result<GraphicsRoad> GraphicsRoad::open(ToolRoad road, SweepForm form)
{
    Result<Context> context = Context::open();
    if (!context)
        return missing(context.error().message);
    return open_on(std::move(context).value(), road, form);
}

Result<GraphicsRoad> GraphicsRoad::open_on(Context context, ToolRoad road, SweepForm form)
{
    const std::string driver = context.renderer() + " gives OpenGL " + context.version();
    if (road == ToolRoad::compute_shader && !context.has_compute_shaders())
        return missing(driver + ", which has no compute shaders");
    if (road != ToolRoad::compute_shader && !context.is_compatibility())
        return missing(driver + ", without the compatibility profile that selection and feedback need");
    auto content = std::make_unique<Content>(std::move(context), road, form);
    if (const Result<void> prepared = content->prepare(); !prepared)
        return prepared.error();
    return GraphicsRoad(std::move(content));
}

bool GraphicsRoad::propose(
    const ToolVolume& volume, const MeshView& mesh, std::vector<std::uint32_t>& proposed) noexcept
{
    try {
        proposed.clear();
        if (content_->draw(volume, mesh)) {
            proposed.assign(content_->answer.faces.begin(), content_->answer.faces.end());
            return true;
        }
    } catch (const std::exception&) {
        // Memory ended: the world goes on without.
    }
    proposed.clear();
    content_->answer.clear();
    return false;
}

ToolRoad GraphicsRoad::road() const { return content_->road; }
const std::string& GraphicsRoad::renderer() const { return content_->context.renderer(); }
void GraphicsRoad::count_in_view(bool wanted) { content_->counts_in_view = wanted; }
std::size_t GraphicsRoad::in_view() const { return content_->answer.in_view; }
std::size_t GraphicsRoad::after_planes() const { return content_->answer.faces.size(); }
double GraphicsRoad::seconds() const { return content_->seconds; }
bool GraphicsRoad::stood_in() const { return content_->stood_in; }
std::span<const FaceDepths> GraphicsRoad::depths() const { return content_->answer.depths; }
std::span<const ClippedFace> GraphicsRoad::clipped_faces() const { return content_->answer.clipped_faces; }
std::span<const Vec3> GraphicsRoad::points() const { return content_->answer.points; }

} // namespace tactus
