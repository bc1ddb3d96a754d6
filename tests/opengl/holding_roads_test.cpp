// SPDX-License-Identifier: MIT
#ifdef TACTUS_HAS_OPENGL

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "base/cases.h"
#include "geometry/triangle_pairs/triangle_distance.h"
#include "opengl/road_scene.h"
#include "opengl/tools/holding_volume.h"

namespace tactus {
namespace {

// How far a face is from the core of a tool: its segment, its triangle, or the surface of its tetrahedron.
double distance_to_core(const ToolVolume& tool, const Triangle& face)
{
    const std::array<Vec3, 4> ends = {tool.pivot, tool.tip, tool.old_tip, tool.old_pivot};
    if (tool.pivot == tool.old_pivot)
        return triangle_distance({ends[0], ends[1], ends[2]}, face).distance;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 4; ++k)
        least = std::min(least, triangle_distance({ends[k], ends[(k + 1) % 4], ends[(k + 2) % 4]}, face).distance);
    return least;
}

std::vector<std::uint32_t> touched_faces(const ToolVolume& tool, const RoadOrgan& organ)
{
    std::vector<std::uint32_t> faces;
    for (std::uint32_t t = 0; t < organ.triangles.size(); ++t)
        if (distance_to_core(tool, organ.face(t)) <= tool.radius)
            faces.push_back(t);
    return faces;
}

// A tool of some kind: standing, sweeping, with a pivot that moves, or with a motion that is hardly one.
ToolVolume some_tool(std::size_t kind, scenes::Random& random)
{
    ToolVolume tool = random_sweep(random);
    const Vec3 shaft = tool.tip - tool.pivot;
    switch (kind % 8) {
    case 0:
    case 1:
        return standing(tool);
    case 2:
        tool.old_pivot = tool.pivot + scenes::rounded(random.in_cube() * 0.3);
        break;
    case 3:
        tool.old_tip = tool.tip + shaft * 0.2f;
        break;
    case 4:
        tool.old_tip = tool.tip + Vec3{1e-6f, 0.0f, 1e-6f};
        break;
    case 5:
        tool.old_tip = tool.pivot - shaft * 0.3f;
        break;
    default:
        break;
    }
    return tool;
}

class HoldingRoads : public RoadTest {
protected:
    void SetUp() override
    {
        RoadTest::SetUp();
        if (IsSkipped())
            return;
        roads.push_back(open(ToolRoad::feedback_with_ids));
        roads.push_back(open(ToolRoad::compute_shader));
    }

    void expect_all_touched(const ToolVolume& tool, const RoadOrgan& organ)
    {
        const std::vector<std::uint32_t> touched = touched_faces(tool, organ);
        touched_count += touched.size();
        for (GraphicsRoad& road : roads) {
            const std::vector<std::uint32_t> faces = proposals(road, tool, organ.view());
            EXPECT_TRUE(std::is_sorted(faces.begin(), faces.end()));
            EXPECT_EQ(std::adjacent_find(faces.begin(), faces.end()), faces.end()) << "a face is named twice";
            std::vector<std::uint32_t> lost;
            std::set_difference(touched.begin(), touched.end(), faces.begin(), faces.end(), std::back_inserter(lost));
            EXPECT_TRUE(lost.empty()) << lost.size() << " of " << touched.size() << " faces, the first " << lost[0];
            EXPECT_EQ(road.after_planes(), faces.size());
            EXPECT_EQ(road.in_view(), faces.size());
            in_vain += faces.size() - std::min(faces.size(), touched.size());
        }
    }

    std::vector<GraphicsRoad> roads;
    std::size_t touched_count = 0;
    std::size_t in_vain = 0;
};

TEST_F(HoldingRoads, ProposeEveryFaceThatIsTouched)
{
    scenes::Random random(11);
    for (std::size_t round = 0; round < cases(40); ++round) {
        SCOPED_TRACE(round);
        const ToolVolume tool = some_tool(round, random);
        RoadOrgan organ = bumpy_organ(500 + round);
        add_awkward_faces(organ, tool, random);
        expect_all_touched(tool, organ);
    }
    EXPECT_GT(touched_count, cases(40) * 20);
    EXPECT_LT(in_vain, 2 * touched_count) << "of two roads";
}

TEST_F(HoldingRoads, ProposeEveryFaceThatIsTouchedFarFromTheOriginAndAtAnyScale)
{
    scenes::Random random(12);
    const struct {
        float scale;
        Vec3 origin;
    } places[] = {{1e-6f, {}}, {1e6f, {}}, {1.0f, {1000.0f, -500.0f, 20.0f}}, {0.1f, {0.0f, 99.0f, 0.0f}}};
    for (const auto& place : places) {
        for (std::size_t round = 0; round < cases(6); ++round) {
            ToolVolume tool = some_tool(round + 2, random);
            RoadOrgan organ = bumpy_organ(600 + round);
            add_awkward_faces(organ, tool, random);
            for (Vec3* end : {&tool.pivot, &tool.tip, &tool.old_pivot, &tool.old_tip})
                *end = *end * place.scale + place.origin;
            tool.radius *= place.scale;
            for (Vec3& p : organ.positions)
                p = p * place.scale + place.origin;
            expect_all_touched(tool, organ);
        }
    }
}

TEST_F(HoldingRoads, ATooThinToSeeToolStillHasItsFaces)
{
    scenes::Random random(13);
    for (std::size_t round = 0; round < cases(8); ++round) {
        ToolVolume tool = some_tool(round, random);
        tool.radius = round % 2 == 0 ? 0.0f : 1e-12f;
        expect_all_touched(tool, bumpy_organ(700 + round));
    }
    EXPECT_GT(touched_count, 0u);
}

TEST_F(HoldingRoads, NumbersAndListsMayBeLarge)
{
    // More triangles than twelve bits can count, and more hits than are read at once.
    const RoadOrgan organ = bumpy_organ(8, 20480);
    ToolVolume tool;
    tool.pivot = tool.old_pivot = {0.0f, 0.0f, 3.0f};
    tool.tip = tool.old_tip = {0.0f, 0.0f, -0.1f};
    tool.radius = 0.05f;
    expect_all_touched(tool, organ);
    tool.radius = 4.0f;
    for (GraphicsRoad& road : roads) {
        std::vector<std::uint32_t> all(organ.triangles.size());
        std::iota(all.begin(), all.end(), 0u);
        EXPECT_EQ(proposals(road, tool, organ.view()), all);
    }
    tool.radius = 0.05f;
    expect_all_touched(tool, organ);
}

TEST_F(HoldingRoads, TakeTriangleSoupsInEveryForm)
{
    scenes::Random random(14);
    const ToolVolume tool = random_sweep(random);
    const RoadOrgan organ = bumpy_organ(15);
    std::vector<double> spread;
    for (const Vec3 p : organ.positions)
        spread.insert(spread.end(), {p.x, p.y, p.z, -7.0});
    RoadOrgan cut = organ;
    for (GraphicsRoad& road : roads) {
        const std::vector<std::uint32_t> faces = proposals(road, tool, organ.view());
        ASSERT_GT(faces.size(), 3u);
        const PositionsView apart(spread.data(), organ.positions.size(), 4 * sizeof(double));
        EXPECT_EQ(proposals(road, tool, {organ.triangles, apart}), faces);
        EXPECT_TRUE(proposals(road, tool, {}).empty());
        // A removed triangle keeps its number and has no vertices.
        cut.triangles = organ.triangles;
        cut.triangles[faces[1]] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
        std::vector<std::uint32_t> others = faces;
        others.erase(others.begin() + 1);
        EXPECT_EQ(proposals(road, tool, cut.view()), others);
    }
}

TEST_F(HoldingRoads, HaveNoAnswerToNumbersThatFloatsCannotHold)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    scenes::Random random(16);
    const ToolVolume good = random_sweep(random);
    const RoadOrgan organ = bumpy_organ(17);
    std::vector<ToolVolume> tools(5, good);
    tools[0].tip.x = nan;
    tools[1].old_pivot.z = infinity;
    tools[2].radius = nan;
    tools[3].radius = -1.0f;
    tools[4].pivot.y = 1e30f;
    for (GraphicsRoad& road : roads) {
        for (const ToolVolume& tool : tools) {
            std::vector<std::uint32_t> faces = {1, 2, 3};
            EXPECT_FALSE(road.propose(tool, organ.view(), faces));
            EXPECT_TRUE(faces.empty());
        }
        RoadOrgan broken = organ;
        broken.positions[3].y = nan;
        std::vector<std::uint32_t> faces;
        EXPECT_FALSE(road.propose(good, broken.view(), faces));
        EXPECT_TRUE(road.propose(good, organ.view(), faces)) << "and goes on";
    }
}

// No card is needed to see that the volume holds the tool.
TEST(HoldingVolume, HoldsEveryPointOfTheTool)
{
    scenes::Random random(18);
    for (std::size_t round = 0; round < 200; ++round) {
        const ToolVolume tool = some_tool(round, random);
        const HoldingVolume volume = holding_volume(tool, 3.0).value();
        for (int k = 0; k < 40; ++k) {
            std::array<double, 4> weights;
            for (double& weight : weights)
                weight = random.uniform() < 0.3 ? 0.0 : random.uniform() + 1e-3;
            const double sum = weights[0] + weights[1] + weights[2] + weights[3];
            if (sum == 0.0)
                continue;
            const scenes::Point out = random.direction() * static_cast<double>(tool.radius);
            const DoubleVector point = (to_double(tool.pivot) * weights[0] + to_double(tool.tip) * weights[1]
                                        + to_double(tool.old_tip) * weights[2] + to_double(tool.old_pivot) * weights[3])
                                           * (1.0 / sum)
                                       + DoubleVector{out.x, out.y, out.z};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                EXPECT_LT(volume.lower[axis], dot(volume.axes[axis], point));
                EXPECT_GT(volume.upper[axis], dot(volume.axes[axis], point));
            }
            for (const HoldingPlane& plane : volume.cut_planes())
                EXPECT_GT(plane.offset, dot(plane.normal, point));
        }
    }
}

} // namespace
} // namespace tactus

#endif
