// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/options/command_line.h"
#include "match.h"
#include "measure/write_file.h"
#include "results_table.h"
#include "workloads.h"

namespace tactus::peers {

namespace {

struct Arguments {
    std::vector<std::string> rows;
    std::vector<std::string> peers;
    std::uint32_t frames = 0;
    std::size_t passes = 5;
    double allowance_seconds = 6.0;
    std::string json;
    std::string markdown;
    bool list = false;
};

std::vector<PeerInfo> chosen_peers(const std::vector<std::string>& names)
{
    std::vector<PeerInfo> all = available_peers();
    if (names.empty())
        return all;
    std::vector<PeerInfo> chosen;
    const auto lower = [](std::string text) {
        for (char& c : text)
            c = char(std::tolower(static_cast<unsigned char>(c)));
        return text;
    };
    for (const std::string& name : names) {
        bool found = false;
        for (const PeerInfo& peer : all)
            if (lower(peer.name) == lower(name)) {
                chosen.push_back(peer);
                found = true;
            }
        if (!found)
            throw std::runtime_error("no library of this build is called '" + name + "'; --list names them");
    }
    return chosen;
}

void print_list()
{
    for (const PeerInfo& peer : available_peers())
        fmt::print("library  {:<10} {:<8} {}\n", peer.name, peer.version, peer.setup);
    for (const Row& row : all_rows())
        fmt::print("row      {:<18} {}\n", row.name, row.title);
}

void print_match(const MatchResult& match)
{
    fmt::print(
        "{}: {} triangles, {} frames, {} to {} pairs\n", match.workload, match.triangles, match.frames,
        match.fewest_pairs, match.max_pairs);
    for (const PeerTimes& peer : match.peers) {
        fmt::print(
            "  {:<14} {:>9.4f} + {:>9.4f} = {:>9.4f} ms, worst {:>9.4f}, {} frames, {} passes", peer.name,
            peer.update_ms, peer.query_ms, peer.total_ms, peer.worst_ms, peer.frames_played, peer.passes_played);
        if (peer.difference.frames > 0)
            fmt::print(
                ", DIFFERS on {} frames: {} pairs missing, {} too many", peer.difference.frames,
                peer.difference.missing, peer.difference.extra);
        fmt::print("\n");
    }
    if (const auto ratio = ratio_of(match))
        fmt::print("  {:.1f} times faster than {}\n", ratio->times_faster, ratio->fastest_peer);
    std::fflush(stdout);
}

int run(const Arguments& arguments, std::string command)
{
    if (arguments.list) {
        print_list();
        return 0;
    }
    std::vector<std::string> rows = arguments.rows;
    if (rows.empty())
        for (const Row& row : all_rows())
            rows.push_back(row.name);

    RunResult result;
    result.command = std::move(command);
    result.peers = chosen_peers(arguments.peers);
    result.options = {.passes = arguments.passes, .allowance_seconds = arguments.allowance_seconds};
    for (const std::string& row : rows) {
        const Result<Workload> workload = make_workload(row, arguments.frames);
        if (!workload)
            throw std::runtime_error(workload.error().message);
        result.matches.push_back(play_match(workload.value(), result.peers, result.options));
        print_match(result.matches.back());
    }

    const std::string report = markdown_report(result);
    fmt::print("\n{}", report);
    if (!arguments.markdown.empty())
        benchmarks::write_file(arguments.markdown, report);
    if (!arguments.json.empty())
        benchmarks::write_file(arguments.json, json_report(result).text() + "\n");
    if (const std::size_t frames = differing_tactus_frames(result.matches); frames > 0) {
        fmt::print(stderr, "tactus_peers: TACTUS GAVE OTHER PAIRS THAN THE REFERENCE on {} frames\n", frames);
        return 1;
    }
    return 0;
}

} // namespace

} // namespace tactus::peers

int main(int argc, char** argv)
{
    tactus::peers::Arguments arguments;
    tactus::cli::CommandLine command_line(
        "Tactus and the libraries people use today, on the same sequences in one run.", "tactus_peers");
    tactus::cli::Options options = command_line.options();
    options.footer("Example: tactus_peers --rows spheres_5k,cloth_32k --peers cgal,embree,bullet,tactus --frames 20");
    options.list("--rows", "NAMES", arguments.rows, {}, "Rows of the table, or .seq files; all rows if left out");
    options.list(
        "--peers", "NAMES", arguments.peers, {}, "Libraries, the reference for the pairs first; all if left out");
    options.number(
        "--frames", "N", arguments.frames, tactus::cli::WholeNumbers{0, UINT32_MAX},
        "Frames of each row; the row's own number if left out");
    options.number(
        "--repeat", "N", arguments.passes, tactus::cli::counts,
        "Passes over the frames; each frame counts with its fastest (default 5)");
    options.number(
        "--allowance", "SECONDS", arguments.allowance_seconds, tactus::cli::RealNumbers{0.0, 1e9},
        "CPU seconds a slow library may use on a row (default 6)");
    options.text("--json", "FILE", arguments.json, "Write the numbers here");
    options.text("--markdown", "FILE", arguments.markdown, "Write the tables here");
    options.flag("--list", arguments.list, "Name the libraries of this build and the rows");
    if (const std::optional<int> exit_code = command_line.read_or_exit_code(argc, argv))
        return *exit_code;

    std::string command = "tactus_peers";
    for (int k = 1; k < argc; ++k)
        command += std::string(" ") + argv[k];
    try {
        return tactus::peers::run(arguments, command);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "tactus_peers: {}\n", problem.what());
        return 2;
    }
}
