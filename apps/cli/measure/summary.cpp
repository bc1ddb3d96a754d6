// SPDX-License-Identifier: MIT
#include "cli/measure/summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/measure/pair_hash.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/table.h"

namespace tactus::cli {

namespace {

template <class Value>
std::vector<double> column(const std::vector<FrameResult>& frames, Value value)
{
    std::vector<double> values;
    for (const FrameResult& frame : frames)
        values.push_back(value(frame));
    return values;
}

} // namespace

Summary summarise(const std::vector<FrameResult>& frames)
{
    Summary summary;
    summary.median_update_ms = median(column(frames, [](const FrameResult& f) { return f.update_ms; }));
    summary.median_query_ms = median(column(frames, [](const FrameResult& f) { return f.query_ms; }));
    summary.median_total_ms = median(column(frames, [](const FrameResult& f) { return f.total_ms(); }));
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (frames[k].total_ms() > frames[summary.worst_frame].total_ms())
            summary.worst_frame = k;
        if (frames[k].pairs > frames[summary.most_pairs_frame].pairs)
            summary.most_pairs_frame = k;
        summary.frames_in_contact += frames[k].pairs > 0 ? 1 : 0;
    }
    return summary;
}

std::string summary_text(const Summary& summary, const std::vector<FrameResult>& frames)
{
    const FrameResult& worst = frames[summary.worst_frame];
    const FrameResult& most = frames[summary.most_pairs_frame];
    const std::string worst_heading = fmt::format("worst (frame {})", summary.worst_frame);
    Table table({"", "median", worst_heading});
    table.add_row({"update ms", milliseconds_text(summary.median_update_ms), milliseconds_text(worst.update_ms)});
    table.add_row({"query ms", milliseconds_text(summary.median_query_ms), milliseconds_text(worst.query_ms)});
    table.add_row({"total ms", milliseconds_text(summary.median_total_ms), milliseconds_text(worst.total_ms())});
    const double median_pairs =
        median(column(frames, [](const FrameResult& f) { return static_cast<double>(f.pairs); }));
    table.add_row({"pairs", fmt::format("{:.0f}", median_pairs), std::to_string(worst.pairs)});
    return table.text()
           + fmt::format(
               "{} of {} in contact, most pairs {} (frame {})\n", summary.frames_in_contact,
               counted(frames.size(), "frame"), readable(most.pairs), summary.most_pairs_frame);
}

Json summary_json(const std::vector<FrameResult>& frames, const Playback& playback)
{
    const Summary summary = summarise(frames);
    Json rows = Json::array();
    for (std::size_t k = 0; k < frames.size(); ++k)
        rows.push_back(
            {{"frame", k},
             {"update_ms", frames[k].update_ms},
             {"query_ms", frames[k].query_ms},
             {"pairs", frames[k].pairs},
             {"pair_hash", hash_text(frames[k].hash)}});
    return {
        {"build_ms", playback.build_ms()},
        {"median_update_ms", summary.median_update_ms},
        {"median_query_ms", summary.median_query_ms},
        {"median_total_ms", summary.median_total_ms},
        {"worst_total_ms", frames[summary.worst_frame].total_ms()},
        {"structure_bytes", playback.structure_bytes()},
        {"scratch_bytes", playback.scratch_bytes()},
        {"frames", std::move(rows)}};
}

} // namespace tactus::cli
