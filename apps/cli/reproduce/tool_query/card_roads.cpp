// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/card_roads.h"

#include <array>
#include <utility>

#if TACTUS_HAS_OPENGL
#include "opengl/tools/tool_road.h"
#endif

namespace tactus::cli {

std::vector<std::string> card_road_names()
{
    return {
        "selection, naive box", "selection, perspective", "feedback, perspective", "feedback with ids",
        "compute shader"};
}

#if TACTUS_HAS_OPENGL

namespace {

class OpenCardRoad final : public CardRoad {
public:
    explicit OpenCardRoad(GraphicsRoad road) : road_(std::move(road)) {}

    void prepare(const TrialFrames&) override {}

    std::size_t play(const TrialFrames& frames, std::size_t number) override
    {
        road_.propose(frames.volumes[number % 2], {frames.triangles, frames.positions[number % 2]}, proposed_);
        return proposed_.size();
    }

    ToolProposer& proposer() override { return road_; }
    std::string renderer() const override { return road_.renderer(); }

private:
    GraphicsRoad road_;
    std::vector<std::uint32_t> proposed_;
};

} // namespace

Result<std::unique_ptr<CardRoad>> open_card_road(std::size_t number)
{
    // In the order of the names.
    constexpr std::array<std::pair<ToolRoad, SweepForm>, 5> roads = {
        {{ToolRoad::selection, SweepForm::naive_box},
         {ToolRoad::selection, SweepForm::perspective},
         {ToolRoad::feedback, SweepForm::perspective},
         {ToolRoad::feedback_with_ids, SweepForm::perspective},
         {ToolRoad::compute_shader, SweepForm::perspective}}};
    Result<GraphicsRoad> road = GraphicsRoad::open(roads[number].first, roads[number].second);
    if (!road.ok())
        return road.error();
    return std::unique_ptr<CardRoad>(std::make_unique<OpenCardRoad>(std::move(road).value()));
}

#else

Result<std::unique_ptr<CardRoad>> open_card_road(std::size_t)
{
    return Error{ErrorCode::unavailable, "this build was made without OpenGL"};
}

#endif

} // namespace tactus::cli
