// SPDX-License-Identifier: MIT
#include "cli/measure/contact_summary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/measure/playback.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/table.h"

namespace tactus::cli {

namespace {

template <class Value>
std::vector<double> column(const std::vector<ContactFrame>& frames, Value value)
{
    std::vector<double> values;
    for (const ContactFrame& frame : frames)
        values.push_back(static_cast<double>(value(frame)));
    return values;
}

Json percentiles_json(const Percentiles& of)
{
    return {{"p50", of.p50}, {"p99", of.p99}, {"p99_9", of.p99_9}, {"worst", of.worst}};
}

std::size_t rounded(double count) { return static_cast<std::size_t>(std::llround(count)); }

std::string microseconds_text(double microseconds) { return fmt::format("{:.1f}", microseconds); }

std::string metres_text(double metres) { return readable(metres * 1e3, 3) + " mm"; }

void add_row(Table& table, const std::string& name, const Percentiles& of)
{
    table.add_row(
        {name, microseconds_text(of.p50), microseconds_text(of.p99), microseconds_text(of.p99_9),
         microseconds_text(of.worst)});
}

Json row_json(std::size_t number, const ContactFrame& frame, const ContactRunOptions& options)
{
    Json row = {
        {"frame", number},
        {"update_us", frame.update_us},
        {"query_us", frame.query_us},
        {"complete", frame.complete},
        {"worst_error", frame.worst_error},
        {"contacts", frame.confirmed},
        {"least_separation", frame.deepest ? Json(frame.deepest->separation) : Json()},
        {"open_pairs", frame.open_pairs},
        {"node_tests", frame.node_tests},
        {"work_units", frame.work_units}};
    if (options.rate > 0.0)
        row["late"] = frame.is_late;
    if (options.with_forces) {
        row["force_us"] = frame.force_us;
        row["force"] = frame.force;
        row["force_change"] = frame.force_change;
    }
    return row;
}

/// Queries that look at all triangles that are near at once do not count their node tests.
std::string work_text(const ContactSummary& summary)
{
    const std::string units = counted(rounded(summary.median_work_units), "work unit");
    const std::string tests = counted(summary.node_tests, "node test");
    if (summary.node_tests == 0)
        return fmt::format("work: median {} a frame\n", units);
    if (summary.median_node_tests == 0.0)
        return fmt::format(
            "work: median {} a frame; {} in {}, in the others none were counted\n", units, tests,
            counted(summary.frames_with_node_tests, "frame"));
    return fmt::format(
        "work: median {} and {} a frame, {} in all\n", counted(rounded(summary.median_node_tests), "node test"), units,
        tests);
}

Json deepest_json(const ContactSummary& summary)
{
    if (!summary.deepest)
        return {};
    const auto& [separation, point] = *summary.deepest;
    return {{"separation", separation}, {"point", {point.x, point.y, point.z}}, {"frame", summary.deepest_frame}};
}

/// How deep the deepest contact is, or how far apart the nearest, and where.
std::string deepest_text(const ContactSummary& summary)
{
    if (!summary.deepest)
        return "";
    const auto& [separation, point] = *summary.deepest;
    return fmt::format(
        "{} {}, at ({}, {}, {}){}\n", separation < 0.0f ? "deepest:" : "nearest:",
        metres_text(std::abs(double{separation})) + (separation < 0.0f ? " deep" : " apart"), readable(point.x, 4),
        readable(point.y, 4), readable(point.z, 4),
        summary.frames > 1 ? fmt::format(", in frame {}", summary.deepest_frame) : "");
}

std::string force_text(const ContactSummary& summary, const ContactRunOptions& options)
{
    const std::string change = summary.frames == 1 ? ""
                                                   : fmt::format(
                                                       ", largest change from one frame to the next {} N",
                                                       readable(summary.largest_force_change, 3));
    return fmt::format(
        "force: largest {} N{}, {} us{}, policy {}\n", readable(summary.largest_force, 3), change,
        microseconds_text(summary.median_force_us), summary.frames == 1 ? "" : " a frame", policy_name(options.policy));
}

std::string one_frame_text(const ContactSummary& summary, const ContactRunOptions& options)
{
    std::string text = fmt::format("contacts: {}", summary.max_contacts);
    text += summary.complete_frames == 1
                ? ", the whole answer\n"
                : fmt::format(
                    ", and parts that the budget left open, with an error bound of {} in place or depth\n",
                    metres_text(summary.worst_error));
    text += deepest_text(summary);
    if (options.with_forces)
        text += force_text(summary, options);
    const std::string units = summary.median_work_units > 0.0
                                  ? fmt::format(" and {}", counted(rounded(summary.median_work_units), "work unit"))
                                  : "";
    text += fmt::format(
        "query: {} us{}, CPU time of the thread; the bodies' positions took {} us\n",
        microseconds_text(summary.query_us.worst), units, microseconds_text(summary.median_update_us));
    return text;
}

} // namespace

Percentiles percentiles(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
        return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
    };
    return {at(0.5), at(0.99), at(0.999), values.back()};
}

ContactSummary summarise(const std::vector<ContactFrame>& frames, const BudgetOption& budget)
{
    ContactSummary summary;
    summary.frames = frames.size();
    std::vector<double> overruns;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const ContactFrame& frame = frames[k];
        if (frame.deepest && (!summary.deepest || frame.deepest->separation < summary.deepest->separation)) {
            summary.deepest = frame.deepest;
            summary.deepest_frame = k;
        }
        summary.complete_frames += frame.complete ? 1 : 0;
        summary.frames_in_contact += frame.confirmed > 0 ? 1 : 0;
        summary.late_frames += frame.is_late ? 1 : 0;
        summary.worst_error = std::max(summary.worst_error, frame.worst_error);
        summary.max_contacts = std::max(summary.max_contacts, frame.confirmed);
        summary.node_tests += frame.node_tests;
        summary.frames_with_node_tests += frame.node_tests > 0 ? 1 : 0;
        summary.largest_force = std::max(summary.largest_force, frame.force);
        summary.largest_force_change = std::max(summary.largest_force_change, frame.force_change);
        if (budget.microseconds)
            overruns.push_back(std::max(0.0, frame.query_us - *budget.microseconds));
    }
    summary.deadline_misses = static_cast<std::size_t>(
        std::count_if(overruns.begin(), overruns.end(), [](double overrun) { return overrun > 0.0; }));
    summary.overrun_us = percentiles(overruns);
    summary.query_us = percentiles(column(frames, [](const ContactFrame& f) { return f.query_us; }));
    summary.median_update_us = median(column(frames, [](const ContactFrame& f) { return f.update_us; }));
    summary.median_force_us = median(column(frames, [](const ContactFrame& f) { return f.force_us; }));
    summary.median_error = median(column(frames, [](const ContactFrame& f) { return f.worst_error; }));
    summary.median_contacts = median(column(frames, [](const ContactFrame& f) { return f.confirmed; }));
    summary.median_node_tests = median(column(frames, [](const ContactFrame& f) { return f.node_tests; }));
    summary.median_work_units = median(column(frames, [](const ContactFrame& f) { return f.work_units; }));
    return summary;
}

std::string contact_summary_text(const ContactSummary& summary, const ContactRunOptions& options)
{
    if (summary.frames == 1)
        return one_frame_text(summary, options);
    Table table({"microseconds", "median", "99 %", "99.9 %", "worst"});
    add_row(table, "query", summary.query_us);
    if (options.budget.microseconds)
        add_row(table, "overrun", summary.overrun_us);
    std::string text = table.text() + "\n";
    const double frames = static_cast<double>(std::max<std::size_t>(summary.frames, 1));
    text += fmt::format(
        "complete answers: {} of {} ({:.1f} %)\n", summary.complete_frames, summary.frames,
        100.0 * static_cast<double>(summary.complete_frames) / frames);
    if (options.budget.microseconds)
        text += fmt::format("deadline misses: {} of {}\n", summary.deadline_misses, summary.frames);
    if (options.rate > 0.0)
        text += fmt::format(
            "late frames: {} of {} were not done when the next one began, {} a second on the wall clock\n",
            summary.late_frames, summary.frames, readable(options.rate, 6));
    text += fmt::format(
        "error bound, in place or depth: median {}, worst {}\n", metres_text(summary.median_error),
        metres_text(summary.worst_error));
    text += fmt::format(
        "contacts: median {:.0f}, most {}; {} of {} frames in contact\n", summary.median_contacts, summary.max_contacts,
        summary.frames_in_contact, summary.frames);
    text += deepest_text(summary);
    text += work_text(summary);
    if (options.with_forces)
        text += force_text(summary, options);
    text += fmt::format(
        "times are CPU time of the thread, from the call to its return; moving the bodies took {} us a frame\n",
        microseconds_text(summary.median_update_us));
    return text;
}

Json contact_summary_json(
    const ContactSummary& summary, const ContactRunOptions& options, const std::vector<ContactFrame>& frames)
{
    Json budget = Json::object();
    if (options.budget.microseconds)
        budget["microseconds"] = *options.budget.microseconds;
    if (options.budget.work_units)
        budget["work_units"] = *options.budget.work_units;
    Json json = {
        {"order", order_name(options.world.contacts.order)},
        {"which", selection_name(options.world.contacts.which)},
        {"contact_distance", options.world.contacts.contact_distance},
        {"budget", std::move(budget)},
        {"rate", options.rate},
        {"frame_count", summary.frames},
        {"complete_share",
         static_cast<double>(summary.complete_frames) / static_cast<double>(std::max<std::size_t>(summary.frames, 1))},
        {"frames_in_contact", summary.frames_in_contact},
        {"query_us", percentiles_json(summary.query_us)},
        {"median_update_us", summary.median_update_us},
        {"worst_error", summary.worst_error},
        {"median_error", summary.median_error},
        {"median_contacts", summary.median_contacts},
        {"max_contacts", summary.max_contacts},
        {"deepest", deepest_json(summary)},
        {"median_node_tests", summary.median_node_tests},
        {"node_tests", summary.node_tests},
        {"median_work_units", summary.median_work_units}};
    if (options.budget.microseconds) {
        json["deadline_misses"] = summary.deadline_misses;
        json["overrun_us"] = percentiles_json(summary.overrun_us);
    }
    if (options.rate > 0.0)
        json["late_frames"] = summary.late_frames;
    if (options.with_forces) {
        json["force_policy"] = policy_name(options.policy);
        json["largest_force"] = summary.largest_force;
        json["largest_force_change"] = summary.largest_force_change;
        json["median_force_us"] = summary.median_force_us;
    }
    json["frames"] = Json::array();
    for (std::size_t k = 0; k < frames.size(); ++k)
        json["frames"].push_back(row_json(k, frames[k], options));
    return json;
}

} // namespace tactus::cli
