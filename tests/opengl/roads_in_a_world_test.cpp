// SPDX-License-Identifier: MIT
#ifdef TACTUS_HAS_OPENGL

#include <array>
#include <optional>

#include <tactus/tactus.h>

#include "base/cases.h"
#include "opengl/road_scene.h"

namespace tactus {
namespace {

std::vector<std::uint32_t> numbers_touched(const TouchReport& report)
{
    std::vector<std::uint32_t> numbers;
    for (const TouchedFace& face : report.faces)
        numbers.push_back(face.triangle);
    return numbers;
}

class RoadsInAWorld : public RoadTest {};

TEST_F(RoadsInAWorld, AllGiveTheSameFacesOnceTheyAreDecided)
{
    std::vector<GraphicsRoad> roads;
    roads.push_back(open(ToolRoad::selection, SweepForm::naive_box));
    roads.push_back(open(ToolRoad::selection, SweepForm::perspective));
    roads.push_back(open(ToolRoad::feedback));
    roads.push_back(open(ToolRoad::feedback_with_ids));
    roads.push_back(open(ToolRoad::compute_shader));

    scenes::Random random(41);
    World world = World::create().value();
    const RoadOrgan rest = bumpy_organ(42);
    const BodyId organ = world.add_body({.triangles = rest.triangles, .positions = rest.positions}).value();
    const ToolVolume first = random_sweep(random);
    std::size_t touched = 0;
    std::size_t missed_by_the_paper = 0;
    for (const bool sweeps : {false, true}) {
        const BodyId tool =
            world.add_tool({.pivot = first.pivot, .tip = first.tip, .radius = 0.06f, .sweep = sweeps}).value();
        for (std::size_t frame = 0; frame < cases(8); ++frame) {
            world.set_positions(organ, bumpy_organ(43 + frame).positions).value();
            world.set_tool(tool, first.pivot, random_sweep(random).tip).value();
            const std::vector<std::uint32_t> expected = numbers_touched(world.find_touched(tool).value());
            touched += expected.size();
            for (GraphicsRoad& road : roads) {
                TouchOptions options;
                options.proposer = &road;
                const TouchReport report = world.find_touched(tool, options).value();
                EXPECT_EQ(numbers_touched(report), expected);
                EXPECT_EQ(report.proposed, road.after_planes());
                EXPECT_EQ(report.proposed - report.proposed_in_vain + report.not_proposed, expected.size());
                if (road.road() == ToolRoad::feedback_with_ids || road.road() == ToolRoad::compute_shader)
                    EXPECT_EQ(report.not_proposed, 0u);
                else
                    missed_by_the_paper += report.not_proposed;
            }
        }
        world.remove_body(tool).value();
    }
    EXPECT_GT(touched, cases(8) * 10);
    EXPECT_GT(missed_by_the_paper, 0u) << "the paper's volumes do not hold the tool";
}

} // namespace
} // namespace tactus

#endif
