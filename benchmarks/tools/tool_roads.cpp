// SPDX-License-Identifier: MIT
// tactus_tool_roads [ROUNDS]: how long each road of a graphics card takes to propose the faces that a tool touches, on
// an organ that deforms before every question. Prints a table in markdown: of a renderer that runs on the processor the
// time that all of its threads use, which does not depend on who else is busy, and of a card the time until the answer
// is there.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "measure/cpu_clock.h"
#include "measure/machine.h"
#include "measure/median.h"
#include "opengl/tools/tool_road.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/wave.h"

namespace tactus::benchmarks {
namespace {

constexpr std::array triangle_counts = {4u, 1224u, 5000u, 20000u};
// Roads are compared at the size of the paper's liver.
constexpr std::size_t compared = 1;
constexpr std::size_t frames_per_turn = 6;
constexpr std::size_t uncounted_frames = 2;

struct Organ {
    std::vector<TriangleIndices> triangles;
    std::vector<scenes::Point> points;
    std::vector<Vec3> positions;

    // Moves every vertex a little, another way in every frame.
    void deform(std::size_t frame)
    {
        positions.clear();
        for (const scenes::Point p : points) {
            const double wave = scenes::sine_of_turns(1.5 * p.x + p.y + 0.01 * static_cast<double>(frame));
            positions.push_back(scenes::rounded(p * (1.0 + 0.05 * wave)));
        }
    }
};

// A ball with as many of its triangles as are asked for, or a tetrahedron.
Organ make_organ(std::uint32_t triangle_count)
{
    if (triangle_count == 4)
        return {
            {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}},
            {{1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}},
            {}};
    std::uint32_t size = 80;
    while (size < triangle_count)
        size *= 4;
    scenes::Shape ball = scenes::icosphere(size);
    ball.triangles.resize(triangle_count);
    return {std::move(ball.triangles), std::move(ball.points), {}};
}

struct Row {
    std::string name;
    Result<GraphicsRoad> road;
    // The median time in microseconds for each number of triangles, and the faces of the last proposal.
    std::array<double, triangle_counts.size()> microseconds = {};
    std::array<std::size_t, triangle_counts.size()> faces = {};
};

bool renders_by_processor(const std::vector<Row>& rows)
{
    return rows[0].road.value().renderer().find("pipe") != std::string::npos;
}

double seconds_now(bool is_software)
{
    if (is_software)
        return cpu_seconds();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void measure(std::vector<Row>& rows, const ToolVolume& tool, std::size_t size, std::size_t rounds)
{
    const bool is_software = renders_by_processor(rows);
    const double clock_cost = is_software ? cpu_clock_cost_seconds() : 0.0;
    Organ organ = make_organ(triangle_counts[size]);
    std::vector<std::vector<double>> times(rows.size());
    std::vector<std::uint32_t> proposed;
    // Roads take turns of some frames, as a simulator that has one road asks it frame after frame. The first frames of
    // a turn find everything as the other roads left it, and do not count.
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t k = 0; k < rows.size(); ++k)
            for (std::size_t frame = 0; rows[k].road.ok() && frame < frames_per_turn; ++frame) {
                organ.deform(frames_per_turn * round + frame);
                const MeshView mesh{organ.triangles, organ.positions};
                const double begin = seconds_now(is_software);
                const bool answered = rows[k].road.value().propose(tool, mesh, proposed);
                const double seconds = seconds_now(is_software) - begin - clock_cost;
                if (answered && frame >= uncounted_frames)
                    times[k].push_back(1e6 * seconds);
                rows[k].faces[size] = proposed.size();
            }
    for (std::size_t k = 0; k < rows.size(); ++k)
        rows[k].microseconds[size] = median(std::move(times[k]));
}

void print_table(const std::vector<Row>& rows)
{
    std::printf(
        "| road | 4 | 1224 | 5000 | 20 000 | faces of 1224 | times faster at 1224 |\n|---|---|---|---|---|---|---|\n");
    for (const Row& row : rows) {
        if (!row.road) {
            std::printf("| %s | %s | | | | | |\n", row.name.c_str(), row.road.error().message.c_str());
            continue;
        }
        std::printf("| %s |", row.name.c_str());
        for (const double time : row.microseconds)
            std::printf(" %.1f |", time);
        std::printf(
            " %zu | %.1f |\n", row.faces[compared], rows[0].microseconds[compared] / row.microseconds[compared]);
    }
}

} // namespace
} // namespace tactus::benchmarks

int main(int argc, char** argv)
{
    using namespace tactus;
    using namespace tactus::benchmarks;
    const std::size_t rounds = argc > 1 ? std::max(1l, std::atol(argv[1])) : 15;
    std::vector<Row> rows;
    const auto add = [&](const char* name, ToolRoad road, SweepForm form) {
        rows.push_back({name, GraphicsRoad::open(road, form)});
    };
    add("selection, a name per triangle", ToolRoad::selection, SweepForm::perspective);
    add("the same, naive box", ToolRoad::selection, SweepForm::naive_box);
    add("feedback, a token per triangle", ToolRoad::feedback, SweepForm::perspective);
    add("one feedback draw with ids", ToolRoad::feedback_with_ids, SweepForm::perspective);
    add("compute shader", ToolRoad::compute_shader, SweepForm::perspective);
    if (!rows[0].road) {
        std::printf("%s\n", rows[0].road.error().message.c_str());
        return 1;
    }

    ToolVolume tool;
    tool.pivot = tool.old_pivot = {0.0f, 0.3f, 3.0f};
    tool.tip = tool.old_tip = {0.5f, 0.1f, 0.4f};
    tool.radius = 0.05f;
    std::printf(
        "Microseconds%s a proposal, median of %zu, organ deforming. %s, %s, %s, %s.\n",
        renders_by_processor(rows) ? " of all threads" : "", rounds * (frames_per_turn - uncounted_frames),
        rows[0].road.value().renderer().c_str(), processor_name().c_str(), compiler_name().c_str(),
        date_today().c_str());
    for (const bool sweeps : {false, true}) {
        if (sweeps)
            tool.old_tip = {0.3f, -0.2f, 0.5f};
        for (std::size_t size = 0; size < triangle_counts.size(); ++size)
            measure(rows, tool, size, rounds);
        std::printf("\n%s:\n\n", sweeps ? "Sweeping" : "Standing");
        print_table(rows);
    }
    return 0;
}
