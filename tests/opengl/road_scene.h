// SPDX-License-Identifier: MIT
// What the tests of the card's roads share: organs, tools, and roads that skip a test where there is no OpenGL.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/triangle.h"
#include "opengl/tools/tool_road.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/random.h"

#ifdef __SANITIZE_THREAD__
#define TACTUS_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TACTUS_THREAD_SANITIZER 1
#endif
#endif

namespace tactus {

struct RoadOrgan {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    MeshView view() const { return {triangles, positions}; }
    Triangle face(std::size_t t) const
    {
        return {positions[triangles[t][0]], positions[triangles[t][1]], positions[triangles[t][2]]};
    }
    void add(Vec3 a, Vec3 b, Vec3 c)
    {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), {a, b, c});
        triangles.push_back({first, first + 1, first + 2});
    }
};

/// A sphere of about unit radius with bumps that are others for every seed.
inline RoadOrgan bumpy_organ(std::uint64_t seed, std::uint32_t triangles = 1280)
{
    scenes::Random random(seed);
    const scenes::Shape ball = scenes::icosphere(triangles);
    RoadOrgan organ{ball.triangles, {}};
    const scenes::Point towards = random.direction();
    const scenes::Point other = random.direction();
    for (const scenes::Point p : ball.points) {
        const double bump = scenes::sine_of_turns(2.0 * dot(p, towards)) + scenes::sine_of_turns(1.3 * dot(p, other));
        organ.positions.push_back(scenes::rounded(p * (1.0 + 0.12 * bump)));
    }
    return organ;
}

/// A tool whose pivot is outside the organ and whose tip is near its surface or inside, and which sweeps.
inline ToolVolume random_sweep(scenes::Random& random)
{
    // One draw a line: which of two operands draws first is up to the compiler.
    const auto way = [&](double least, double most) {
        const scenes::Point heading = random.direction();
        return heading * random.between(least, most);
    };
    ToolVolume tool;
    const scenes::Point tip = way(0.2, 1.1);
    tool.pivot = tool.old_pivot = scenes::rounded(way(1.8, 3.0));
    tool.tip = scenes::rounded(tip);
    tool.old_tip = scenes::rounded(tip + way(0.1, 0.7));
    tool.radius = static_cast<float>(random.between(0.02, 0.12));
    return tool;
}

inline ToolVolume standing(ToolVolume tool)
{
    tool.old_tip = tool.tip;
    tool.old_pivot = tool.pivot;
    return tool;
}

/// Adds triangles that have lost their shape to an organ, near a tool: points, needles, specks, some that hold the
/// shaft in their planes, and one that is larger than everything.
inline void add_awkward_faces(RoadOrgan& organ, const ToolVolume& tool, scenes::Random& random)
{
    const DoubleVector pivot = to_double(tool.pivot);
    const DoubleVector shaft = to_double(tool.tip) - pivot;
    for (int k = 0; k < 10; ++k) {
        const auto somewhere = [&](double size) {
            const scenes::Point p = random.in_cube() * size;
            return DoubleVector{p.x, p.y, p.z};
        };
        const DoubleVector place = pivot + shaft * random.between(-0.1, 1.1) + somewhere(1.5 * tool.radius);
        const DoubleVector step = somewhere(0.3);
        organ.add(to_float(place), to_float(place), to_float(place));
        organ.add(to_float(place), to_float(place + step), to_float(place));
        organ.add(to_float(place), to_float(place + step), to_float(place + step * 2.0));
        organ.add(to_float(place), to_float(place + somewhere(1e-6)), to_float(place + somewhere(1e-6)));
        organ.add(to_float(place), to_float(place + shaft * 0.2), to_float(place + shaft * -0.1 + step * 1e-3));
    }
    organ.add({-9.0f, -8.0f, 0.1f}, {8.0f, -9.0f, -0.1f}, {0.0f, 9.0f, 0.3f});
}

/// Skips a test, with the driver's sentence, where there is no OpenGL.
class RoadTest : public testing::Test {
protected:
    void SetUp() override
    {
#ifdef TACTUS_THREAD_SANITIZER
        // The thread sanitizer cannot see how Mesa's own threads, which it did not compile, wait for each other.
        setenv("LP_NUM_THREADS", "0", 1);
#endif
        const Result<Context> context = Context::open();
        if (!context) {
            std::printf("No road of a card is here: %s\n", context.error().message.c_str());
            GTEST_SKIP();
        }
    }

    static GraphicsRoad open(ToolRoad road, SweepForm form = SweepForm::perspective)
    {
        Result<GraphicsRoad> opened = GraphicsRoad::open(road, form);
        if (!opened)
            ADD_FAILURE() << opened.error().message;
        return std::move(opened).value();
    }
};

inline std::vector<std::uint32_t> proposals(GraphicsRoad& road, const ToolVolume& tool, const MeshView& mesh)
{
    std::vector<std::uint32_t> faces = {77, 78};
    EXPECT_TRUE(road.propose(tool, mesh, faces));
    return faces;
}

} // namespace tactus
