// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "cli/options/command_line.h"
#include "cli/output/json.h"
#include "measure/machine.h"
#include "measure/write_file.h"
#include "measurements.h"

namespace tactus::frames {

namespace {

struct Arguments {
    std::vector<std::string> measurements;
    std::uint32_t frames = 10000;
    std::uint32_t every = 500;
    std::uint32_t repeats = 15;
    std::string json;
    std::string markdown;
};

template <class T>
T value_or_throw(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().message);
    return std::move(result).value();
}

std::string many_bodies(cli::Json& json)
{
    const ManyBodiesResult result = value_or_throw(measure_many_bodies(60, 5));
    const double allowed_us = 1.3 * result.vector_pass_us + 20.0;
    json["many_bodies"] = {
        {"bodies", result.bodies},
        {"moving", result.moving},
        {"triangles", result.triangles},
        {"moving_vertices", result.moving_vertices},
        {"frame_us", result.frame_us},
        {"update_us", result.update_us},
        {"query_us", result.query_us},
        {"plain_pass_us", result.plain_pass_us},
        {"vector_pass_us", result.vector_pass_us},
        {"pairs", result.pairs}};
    return fmt::format(
        "## Many bodies\n\n{} bodies, {} triangles, {} of them moving ({} vertices), none touching ({} pairs found). "
        "Medians, CPU microseconds a frame, everything in turn on the same frame.\n\n"
        "| what | us |\n|---|---|\n| update + query = frame | {:.1f} + {:.1f} = **{:.1f}** |\n"
        "| box pass over the moving ones, vector instructions | {:.1f} |\n| box pass, plain loop | {:.1f} |\n"
        "| 1.3 x the vector pass + 20 | {:.1f} |\n| 1.3 x the plain pass + 20 | {:.1f} |\n\n",
        result.bodies, result.triangles, result.moving, result.moving_vertices, result.pairs, result.update_us,
        result.query_us, result.frame_us, result.vector_pass_us, result.plain_pass_us, allowed_us,
        1.3 * result.plain_pass_us + 20.0);
}

std::string long_run(const Arguments& arguments, cli::Json& json)
{
    const LongRunResult result = value_or_throw(measure_long_run(arguments.frames, arguments.every, arguments.repeats));
    cli::Json samples = cli::Json::array();
    std::string text = fmt::format(
        "## A long run\n\n{} frames of large, non-periodic deformation; query of the world that has lived since frame "
        "0 "
        "against one made on the frame's positions. Medians of {} in turn, CPU microseconds.\n\n"
        "| frame | pairs | long-lived | fresh | ratio |\n|---|---|---|---|---|\n",
        result.frames, arguments.repeats);
    for (const LongRunSample& sample : result.samples) {
        text += fmt::format(
            "| {} | {}{} | {:.1f} | {:.1f} | {:.2f} |\n", sample.frame, sample.pairs,
            sample.same_pairs ? "" : " DIFFERENT", sample.long_lived_us, sample.fresh_us, sample.ratio);
        samples.push_back(
            {{"frame", sample.frame},
             {"pairs", sample.pairs},
             {"long_lived_us", sample.long_lived_us},
             {"fresh_us", sample.fresh_us},
             {"ratio", sample.ratio},
             {"same_pairs", sample.same_pairs}});
    }
    text += fmt::format(
        "\nWorst ratio **{:.2f}**; {} subtrees were rebuilt on the way.\n\n", result.worst_ratio,
        result.rebuilt_subtrees);
    json["long_run"] = {
        {"frames", result.frames},
        {"worst_ratio", result.worst_ratio},
        {"rebuilt_subtrees", result.rebuilt_subtrees},
        {"samples", std::move(samples)}};
    return text;
}

std::string cutting(cli::Json& json)
{
    std::string text =
        "## Cutting\n\nA hundredth of a body's triangles, or ten, are removed in every frame, and as many come in "
        "their place. "
        "Medians, CPU microseconds a frame, in turn; ratios to a frame without cuts. The last column is the same edit "
        "in a "
        "world that is prepared for contact queries.\n\n"
        "| structure | triangles | cut | uncut frame | edit | frame with it | ratio | body made anew | ratio | edit, "
        "with "
        "contacts |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n";
    for (const CuttingResult& result : value_or_throw(measure_cutting(60))) {
        text += fmt::format(
            "| {} | {} | {} | {:.0f} | {:.0f} | {:.0f} | **{:.2f}** | {:.0f} | {:.0f} | {:.0f} |{}\n", result.structure,
            result.triangles, result.cut_triangles, result.uncut_us, result.edit_us, result.cut_us,
            result.cut_us / result.uncut_us, result.rebuilt_us, result.rebuilt_us / result.uncut_us,
            result.contacts_edit_us, result.same_pairs ? "" : " DIFFERENT PAIRS");
        json["cutting"].push_back(
            {{"structure", result.structure},
             {"triangles", result.triangles},
             {"cut_triangles", result.cut_triangles},
             {"uncut_us", result.uncut_us},
             {"edit_us", result.edit_us},
             {"cut_us", result.cut_us},
             {"rebuilt_us", result.rebuilt_us},
             {"contacts_edit_us", result.contacts_edit_us},
             {"same_pairs", result.same_pairs}});
    }
    return text + "\n";
}

std::string memory(cli::Json& json)
{
    std::string text =
        "## Memory and building\n\n| scene | triangles | vertices | self-collision | kept, bytes a triangle | "
        "scratch, bytes a triangle | build, CPU s |\n|---|---|---|---|---|---|---|\n";
    for (const MemoryResult& result : value_or_throw(measure_memory())) {
        text += fmt::format(
            "| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.3f} |\n", result.body, result.triangles, result.vertices,
            result.self_collision ? "yes" : "no", result.bytes_per_triangle, result.scratch_bytes_per_triangle,
            result.build_cpu_seconds);
        json["memory"].push_back(
            {{"scene", result.body},
             {"triangles", result.triangles},
             {"vertices", result.vertices},
             {"self_collision", result.self_collision},
             {"bytes_per_triangle", result.bytes_per_triangle},
             {"scratch_bytes_per_triangle", result.scratch_bytes_per_triangle},
             {"build_cpu_seconds", result.build_cpu_seconds}});
    }
    return text + "\n";
}

void run(const Arguments& arguments, const std::string& command)
{
    cli::Json json{
        {"processor", benchmarks::processor_name()},
        {"date", benchmarks::date_today()},
        {"compiler", benchmarks::compiler_name()},
        {"command", command}};
    std::string report = fmt::format(
        "# Whole frames\n\n{}, {}, {}. Made by `{}`.\n\n", benchmarks::processor_name(), benchmarks::date_today(),
        benchmarks::compiler_name(), command);
    fmt::print("{}", report);
    for (const std::string& measurement : arguments.measurements) {
        const std::string part = measurement == "many_bodies" ? many_bodies(json)
                                 : measurement == "long_run"  ? long_run(arguments, json)
                                 : measurement == "cutting"   ? cutting(json)
                                                              : memory(json);
        fmt::print("{}", part);
        std::fflush(stdout);
        report += part;
    }
    if (!arguments.markdown.empty())
        benchmarks::write_file(arguments.markdown, report);
    if (!arguments.json.empty())
        benchmarks::write_file(arguments.json, json.text() + "\n");
}

} // namespace

} // namespace tactus::frames

int main(int argc, char** argv)
{
    tactus::frames::Arguments arguments;
    tactus::cli::CommandLine command_line(
        "What whole frames of Tactus cost: many bodies, a long run, cutting, memory and building.", "tactus_frames");
    tactus::cli::Options options = command_line.options();
    options.footer("Example: tactus_frames many_bodies long_run --frames 2000");
    options.arguments(
        "measurement", arguments.measurements, {"many_bodies", "long_run", "cutting", "memory"},
        "many_bodies, long_run, cutting, memory; all if left out");
    options.number(
        "--frames", "N", arguments.frames, tactus::cli::WholeNumbers{0, UINT32_MAX},
        "Frames of the long run (default 10000)");
    options.number(
        "--every", "N", arguments.every, tactus::cli::counts,
        "Frames between two comparisons of the long run (default 500)");
    options.number("--repeat", "N", arguments.repeats, tactus::cli::counts, "Repeats of each comparison (default 15)");
    options.text("--json", "FILE", arguments.json, "Write the numbers here");
    options.text("--markdown", "FILE", arguments.markdown, "Write the tables here");
    if (const std::optional<int> exit_code = command_line.read_or_exit_code(argc, argv))
        return *exit_code;
    if (arguments.measurements.empty())
        arguments.measurements = {"many_bodies", "long_run", "cutting", "memory"};
    std::string command = "tactus_frames";
    for (int k = 1; k < argc; ++k)
        command += std::string(" ") + argv[k];
    try {
        tactus::frames::run(arguments, command);
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "tactus_frames: {}\n", problem.what());
        return 2;
    }
}
