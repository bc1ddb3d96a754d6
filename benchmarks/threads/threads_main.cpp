// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/threads/parallel.h"
#include "cli/options/command_line.h"
#include "cli/output/json.h"
#include "measure/machine.h"
#include "measure/write_file.h"
#include "played_row.h"
#include "scenes/scene.h"

namespace tactus::threads {

namespace {

struct Arguments {
    std::vector<std::string> rows;
    std::vector<std::string> workers;
    std::uint32_t frames = 0;
    std::size_t passes = 5;
    Turns turns = Turns::frames;
    std::string json;
    std::string markdown;
};

const std::array<Row, 10> usual_rows{{
    {"organ_tool", "organ_tool", 1280},
    {"spheres_1k", "bumpy_spheres", 1280},
    {"spheres_5k", "bumpy_spheres", 5120},
    {"spheres_82k", "bumpy_spheres", 81920},
    {"spheres_328k", "bumpy_spheres", 327680},
    {"cloth_32k", "folded_cloth", 32000},
    {"cloth_318k", "folded_cloth", 318000},
    {"closed_sphere_82k", "closed_bumpy_sphere", 81920},
    {"bodies_1000", "many_bodies", 1000, 1000, 12},
    {"bodies_1000_sparse", "many_bodies", 1000, 1000, 12, 0.65f},
}};

/// A usual row, a scene as it is by itself, or "scenes" for all of these.
std::vector<Row> chosen_rows(const Arguments& arguments)
{
    std::vector<Row> rows;
    const auto add = [&](Row row) {
        row.frames = arguments.frames > 0 ? arguments.frames : row.frames;
        rows.push_back(std::move(row));
    };
    if (arguments.rows.empty())
        std::for_each(usual_rows.begin(), usual_rows.end(), add);
    for (const std::string& name : arguments.rows) {
        const auto usual = std::ranges::find(usual_rows, name, &Row::name);
        if (usual != usual_rows.end())
            add(*usual);
        else if (name != "scenes")
            add({.name = name, .scene = name});
        else
            for (const scenes::SceneInfo& info : scenes::all_scenes())
                add({.name = info.name, .scene = info.name, .frames = std::min(info.default_frames, 60u)});
    }
    return rows;
}

/// 1, 2, 4, 8 and all that this process may use, or what was asked for.
std::vector<std::uint32_t> chosen_workers(const std::vector<std::string>& asked)
{
    std::vector<std::uint32_t> workers;
    for (const std::string& number : asked)
        workers.push_back(static_cast<std::uint32_t>(std::stoul(number)));
    if (!workers.empty())
        return workers;
    const std::uint32_t all = available_threads();
    for (const std::uint32_t some : {1u, 2u, 4u, 8u})
        if (some < all)
            workers.push_back(some);
    workers.push_back(all);
    return workers;
}

std::string table_head(const std::vector<std::uint32_t>& workers)
{
    std::string head = "| row | bodies | touching | triangles | pairs |", rule = "|---|---|---|---|---|";
    for (const std::uint32_t count : workers) {
        head += fmt::format(" {}, ms |", count);
        rule += "---|";
    }
    head += " times faster | query alone |\n";
    return head + rule + "---|---|\n";
}

std::string table_line(const PlayedRow& played)
{
    std::string line = fmt::format(
        "| {} | {} | {} | {} | {} |", played.name, played.bodies, played.touching, played.triangles, played.pairs);
    for (const WorkerTimes& times : played.times)
        line += fmt::format(" {:.4f} |", times.frame_ms);
    const WorkerTimes &first = played.times.front(), &last = played.times.back();
    return line
           + fmt::format(
               " **{:.2f}** | {:.2f} |{}\n", first.frame_ms / last.frame_ms, first.query_ms / last.query_ms,
               played.same_pairs ? "" : " OTHER PAIRS");
}

cli::Json json_of(const PlayedRow& played)
{
    cli::Json entry{{"row", played.name},          {"bodies", played.bodies}, {"triangles", played.triangles},
                    {"touching", played.touching}, {"pairs", played.pairs},   {"same_pairs", played.same_pairs},
                    {"times", cli::Json::array()}};
    for (const WorkerTimes& times : played.times)
        entry["times"].push_back(
            {{"workers", times.workers}, {"frame_ms", times.frame_ms}, {"query_ms", times.query_ms}});
    return entry;
}

/// Whether every number of workers gave the same pairs.
bool run(const Arguments& arguments, const std::string& command)
{
    const std::vector<std::uint32_t> workers = chosen_workers(arguments.workers);
    cli::Json json{
        {"processor", benchmarks::processor_name()},
        {"date", benchmarks::date_today()},
        {"compiler", benchmarks::compiler_name()},
        {"command", command},
        {"rows", cli::Json::array()}};
    std::string report = fmt::format(
        "# Workers\n\n{}, {}, {}. Made by `{}`.\n\nWall time of a frame, the update and the query, by the number of "
        "workers: medians over the frames, of each frame the fastest of {} passes. {} The last columns compare the "
        "last number with the first.\n\n{}",
        benchmarks::processor_name(), benchmarks::date_today(), benchmarks::compiler_name(), command, arguments.passes,
        arguments.turns == Turns::frames
            ? "All numbers take turns after every frame: helpers have to be woken for each, as where a frame follows "
              "another after a while, and caches hold other worlds."
            : "All numbers take turns after all frames, which follow each other at once: helpers are awake.",
        table_head(workers));
    fmt::print("{}", report);
    bool are_same = true;
    for (const Row& row : chosen_rows(arguments)) {
        const Result<PlayedRow> played = play(row, workers, arguments.passes, arguments.turns);
        if (!played.ok())
            throw std::runtime_error(played.error().message);
        const std::string line = table_line(played.value());
        fmt::print("{}", line);
        std::fflush(stdout);
        report += line;
        json["rows"].push_back(json_of(played.value()));
        are_same = are_same && played.value().same_pairs;
    }
    if (!arguments.markdown.empty())
        benchmarks::write_file(arguments.markdown, report);
    if (!arguments.json.empty())
        benchmarks::write_file(arguments.json, json.text() + "\n");
    return are_same;
}

} // namespace

} // namespace tactus::threads

int main(int argc, char** argv)
{
    tactus::threads::Arguments arguments;
    tactus::cli::CommandLine command_line("Frames of Tactus with one worker and with several.", "tactus_threads");
    tactus::cli::Options options = command_line.options();
    options.footer("Example: tactus_threads --rows spheres_82k,scenes --workers 1,16");
    options.list(
        "--rows", "NAMES", arguments.rows, {},
        "Rows of the table, names of scenes, or `scenes` for all of them; the usual rows if left out");
    options.list(
        "--workers", "NUMBERS", arguments.workers, {},
        "Numbers of workers, the one to compare with first; 1, 2, 4, 8 and all of this machine if left out");
    options.number(
        "--frames", "N", arguments.frames, tactus::cli::WholeNumbers{0, UINT32_MAX},
        "Frames of each row; the row's own number if left out");
    options.number(
        "--repeat", "N", arguments.passes, tactus::cli::counts,
        "Passes over the frames; each frame counts with its fastest (default 5)");
    options.choice(
        "--turns", "WHEN",
        [&arguments](const std::string& after) {
            arguments.turns = after == "frames" ? tactus::threads::Turns::frames : tactus::threads::Turns::passes;
        },
        {"frames", "passes"},
        "When another number has its turn: after every frame (frames, the default), so that helpers are asleep when it "
        "comes again, or after all frames (passes)");
    options.text("--json", "FILE", arguments.json, "Write the numbers here");
    options.text("--markdown", "FILE", arguments.markdown, "Write the table here");
    if (const std::optional<int> exit_code = command_line.read_or_exit_code(argc, argv))
        return *exit_code;
    std::string command = "tactus_threads";
    for (int k = 1; k < argc; ++k)
        command += std::string(" ") + argv[k];
    try {
        if (tactus::threads::run(arguments, command))
            return 0;
        fmt::print(stderr, "tactus_threads: OTHER PAIRS WITH ANOTHER NUMBER OF WORKERS\n");
        return 1;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "tactus_threads: {}\n", problem.what());
        return 2;
    }
}
