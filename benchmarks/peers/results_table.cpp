// SPDX-License-Identifier: MIT
#include "results_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "measure/machine.h"
#include "workloads.h"

namespace tactus::peers {

namespace {

const Row* row_of(const MatchResult& match)
{
    for (const Row& row : all_rows())
        if (row.name == match.workload)
            return &row;
    return nullptr;
}

std::string title_of(const std::string& workload)
{
    for (const Row& row : all_rows())
        if (row.name == workload)
            return row.title;
    return workload;
}

std::string milliseconds(double value)
{
    return value < 0.1    ? fmt::format("{:.4f}", value)
           : value < 10.0 ? fmt::format("{:.3f}", value)
                          : fmt::format("{:.1f}", value);
}

std::string peer_cell(const MatchResult& match, const std::string& name)
{
    const PeerTimes* times = times_of(match, name);
    if (times == nullptr)
        return "-";
    std::string cell = milliseconds(times->total_ms);
    if (times->frames_played < match.frames)
        cell += fmt::format(" ({} fr.)", times->frames_played);
    return cell;
}

std::string ratio_table(const RunResult& run)
{
    std::string text = "| workload | pairs |";
    std::string rule = "|---|---|";
    for (const PeerInfo& peer : run.peers)
        if (peer.name != "Tactus") {
            text += fmt::format(" {} |", peer.name);
            rule += "---|";
        }
    text += " Tactus: update + query = total | times faster than the fastest peer |\n" + rule + "---|---|\n";
    for (const MatchResult& match : run.matches) {
        text += fmt::format("| {} | {} to {} |", title_of(match.workload), match.fewest_pairs, match.max_pairs);
        for (const PeerInfo& peer : run.peers)
            if (peer.name != "Tactus")
                text += fmt::format(" {} |", peer_cell(match, peer.name));
        if (const PeerTimes* tactus = times_of(match, "Tactus"))
            text += fmt::format(
                " {} + {} = {} |", milliseconds(tactus->update_ms), milliseconds(tactus->query_ms),
                milliseconds(tactus->total_ms));
        else
            text += " - |";
        if (const auto ratio = ratio_of(match))
            text += fmt::format(" **{:.1f}** ({}) |\n", ratio->times_faster, ratio->fastest_peer);
        else
            text += " - |\n";
    }
    return text;
}

struct Summary {
    std::size_t workloads = 0;
    double mean = 0.0;
    double least = 0.0;
};

Summary summary_of(const RunResult& run)
{
    Summary summary;
    double logarithms = 0.0;
    for (const MatchResult& match : run.matches) {
        const Row* row = row_of(match);
        const auto ratio = ratio_of(match);
        if (row == nullptr || !row->main || !ratio)
            continue;
        logarithms += std::log(ratio->times_faster);
        summary.least = summary.workloads == 0 ? ratio->times_faster : std::min(summary.least, ratio->times_faster);
        ++summary.workloads;
    }
    summary.mean = summary.workloads > 0 ? std::exp(logarithms / double(summary.workloads)) : 0.0;
    return summary;
}

/// A tool reaches beyond its mesh, which lies within it: Tactus may find more there, and never less.
bool finds_more_of_tool(const MatchResult& match, const PeerTimes& peer)
{
    return match.is_of_tool && peer.name == "Tactus" && peer.difference.missing == 0;
}

std::string agreement_table(const RunResult& run)
{
    std::string text, more;
    for (const MatchResult& match : run.matches)
        for (const PeerTimes& peer : match.peers) {
            if (peer.difference.frames == 0)
                continue;
            if (finds_more_of_tool(match, peer))
                more += fmt::format(
                    "\n{}: Tactus finds {} touched triangles more on {} frames, which the mesh of the tool does not "
                    "reach "
                    "or holds within it.\n",
                    title_of(match.workload), peer.difference.extra, peer.difference.frames);
            else
                text += fmt::format(
                    "| {} | {} | {} of {} | {} | {} |\n", title_of(match.workload), peer.name, peer.difference.frames,
                    peer.frames_played, peer.difference.missing, peer.difference.extra);
        }
    if (text.empty())
        return "Every library gave the reference's pairs on every frame it played.\n" + more;
    return "| workload | library | frames that differ | pairs missing | pairs too many |\n|---|---|---|---|---|\n"
           + text + "\nWhere no library is named, its pairs were the reference's on every frame it played.\n" + more;
}

std::string memory_table(const RunResult& run)
{
    std::string text = "| workload | triangles | kept, bytes a triangle | scratch, bytes a triangle | build, CPU ms |\n"
                       "|---|---|---|---|---|\n";
    for (const MatchResult& match : run.matches)
        if (const PeerTimes* tactus = times_of(match, "Tactus"))
            text += fmt::format(
                "| {} | {} | {:.1f} | {:.1f} | {:.1f} |\n", title_of(match.workload), match.triangles,
                double(tactus->footprint.structure_bytes) / double(match.triangles),
                double(tactus->footprint.scratch_bytes) / double(match.triangles), tactus->build_ms);
    return text;
}

} // namespace

std::string markdown_report(const RunResult& run)
{
    std::string text = fmt::format(
        "# Tactus and its peers\n\n{}, {}, {}. Made by `{}`.\n\n", benchmarks::processor_name(),
        benchmarks::date_today(), benchmarks::compiler_name(), run.command);
    if (!run.matches.empty()) {
        text += fmt::format(
            "CPU milliseconds a frame, update plus query, one thread, all libraries in one run on the same frames: "
            "they play the whole sequence in turn, up to {} times. Each frame counts with its fastest pass, each "
            "library with the median over its frames. `(n fr.)`: a slow library that played only n of the frames.\n\n",
            run.options.passes);
        text += ratio_table(run);
        if (const Summary summary = summary_of(run); summary.workloads > 0)
            text += fmt::format(
                "\nOver the {} main workloads: geometric mean **{:.1f}** times faster than the fastest peer, least "
                "**{:.1f}**.\n",
                summary.workloads, summary.mean, summary.least);
        text += fmt::format(
            "\n## Do the pairs agree?\n\nCompared with {} frame by frame, touching counts as intersecting. Of a tool "
            "it is the touched triangles of the organ that count: Tactus knows the tool itself, of which the others' "
            "mesh "
            "is a little smaller, and must find all that they find.\n\n{}",
            run.matches.front().reference, agreement_table(run));
        text += "\n## How the libraries are used\n\n";
        for (const PeerInfo& peer : run.peers)
            text += fmt::format("- {} {}: {}.\n", peer.name, peer.version, peer.setup);
        text += "\n## What Tactus keeps\n\n" + memory_table(run);
    }
    return text;
}

cli::Json json_report(const RunResult& run)
{
    cli::Json report{
        {"processor", benchmarks::processor_name()},
        {"date", benchmarks::date_today()},
        {"compiler", benchmarks::compiler_name()},
        {"command", run.command},
        {"passes", run.options.passes}};
    for (const PeerInfo& peer : run.peers)
        report["libraries"].push_back({{"name", peer.name}, {"version", peer.version}, {"setup", peer.setup}});
    for (const MatchResult& match : run.matches) {
        cli::Json entry{{"workload", match.workload},   {"triangles", match.triangles},
                        {"frames", match.frames},       {"fewest_pairs", match.fewest_pairs},
                        {"max_pairs", match.max_pairs}, {"reference", match.reference}};
        for (const PeerTimes& peer : match.peers)
            entry["libraries"].push_back({
                {"name", peer.name},
                {"frames_played", peer.frames_played},
                {"passes_played", peer.passes_played},
                {"median_update_ms", peer.update_ms},
                {"median_query_ms", peer.query_ms},
                {"median_total_ms", peer.total_ms},
                {"worst_total_ms", peer.worst_ms},
                {"build_ms", peer.build_ms},
                {"differing_frames", peer.difference.frames},
                {"missing_pairs", peer.difference.missing},
                {"extra_pairs", peer.difference.extra},
                {"structure_bytes", peer.footprint.structure_bytes},
                {"scratch_bytes", peer.footprint.scratch_bytes},
            });
        if (const auto ratio = ratio_of(match)) {
            entry["fastest_peer"] = ratio->fastest_peer;
            entry["times_faster"] = ratio->times_faster;
        }
        report["workloads"].push_back(std::move(entry));
    }
    const Summary summary = summary_of(run);
    report["main_workloads"] = {
        {"count", summary.workloads}, {"geometric_mean", summary.mean}, {"least", summary.least}};
    return report;
}

std::size_t differing_tactus_frames(std::span<const MatchResult> matches)
{
    std::size_t frames = 0;
    for (const MatchResult& match : matches)
        for (const PeerTimes& peer : match.peers)
            if (peer.name.starts_with("Tactus") && !finds_more_of_tool(match, peer))
                frames += peer.difference.frames;
    return frames;
}

} // namespace tactus::peers
