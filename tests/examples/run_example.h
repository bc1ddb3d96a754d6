// SPDX-License-Identifier: MIT
// Runs the examples that simulate, and reads the numbers that they print.
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

namespace tactus {

/// What an example printed, or nothing if it did not end with 0.
inline std::string output_of_example(const std::string& name, std::size_t argument)
{
    const std::string command =
        std::string(TACTUS_BINARY_DIR) + "/examples/example_" + name + " " + std::to_string(argument);
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return {};
    std::string output;
    std::array<char, 256> piece{};
    while (std::fgets(piece.data(), piece.size(), pipe) != nullptr)
        output += piece.data();
    return pclose(pipe) == 0 ? output : std::string();
}

/// What cloth_on_ball says after so many frames.
struct ClothRun {
    std::size_t frames = 0;
    std::size_t intersecting_pairs = 1; ///< The pairs of all frames, added up.
    std::size_t contacts = 0;           ///< The contacts of the last substep.
};

inline ClothRun run_cloth_on_ball(std::size_t frames)
{
    ClothRun run;
    const std::string output = output_of_example("cloth_on_ball", frames);
    std::sscanf(
        output.c_str(), "%zu frames: %zu intersecting pairs, %zu contacts at the end", &run.frames,
        &run.intersecting_pairs, &run.contacts);
    return run;
}

/// What box_stack says after so many seconds.
struct StackRun {
    std::size_t seconds = 0;
    double moved_mm = 1e30; ///< The farthest that a box came from where it was after the first second.
};

inline StackRun run_box_stack(std::size_t seconds)
{
    StackRun run;
    const std::string output = output_of_example("box_stack", seconds);
    std::sscanf(output.c_str(), "%zu s: the boxes moved by at most %lf mm", &run.seconds, &run.moved_mm);
    return run;
}

/// What haptic_loop says after so many milliseconds. Forces are in newtons.
struct HapticRun {
    std::size_t milliseconds = 0;
    double force = 0.0;
    double step = 1e30;
    double unlimited_force = 0.0;
    double unlimited_step = 0.0;
    std::size_t cut_answers = 0;
};

inline HapticRun run_haptic_loop(std::size_t milliseconds)
{
    HapticRun run;
    const std::string output = output_of_example("haptic_loop", milliseconds);
    std::sscanf(
        output.c_str(),
        "%zu ms: largest force %lf N, largest step %lf N; without a limit %lf N and %lf N %zu of the answers were cut",
        &run.milliseconds, &run.force, &run.step, &run.unlimited_force, &run.unlimited_step, &run.cut_answers);
    return run;
}

/// What tool_in_my_simulator says after so many milliseconds.
struct ToolRun {
    int milliseconds = 0;
    int in_touch = 0; ///< milliseconds
    int triangles = 0;
    double depth_mm = 1e30;
    double force = 0.0; ///< newtons
    int cut_answers = -1;
    double dent_mm = 0.0;
    double first_touch_begin = 2.0;
    double first_touch_end = 2.0;
    int strikes = 0;
    int seen_sweeping = -1;
    int seen_standing = -1;
};

inline ToolRun run_tool_in_my_simulator(std::size_t milliseconds)
{
    ToolRun run;
    const std::string output = output_of_example("tool_in_my_simulator", milliseconds);
    std::sscanf(
        output.c_str(),
        "%d ms: in touch for %d, with up to %d triangles, up to %lf mm deep; up to %lf N felt "
        "%d answers were cut; the organ ends with a dent of %lf mm "
        "the fold is first touched between %lf and %lf of the way "
        "%d strikes through a fold: %d seen by a tool that sweeps, %d by one that stands",
        &run.milliseconds, &run.in_touch, &run.triangles, &run.depth_mm, &run.force, &run.cut_answers, &run.dent_mm,
        &run.first_touch_begin, &run.first_touch_end, &run.strikes, &run.seen_sweeping, &run.seen_standing);
    return run;
}

} // namespace tactus
