// SPDX-License-Identifier: MIT
#include "cli/tool/touch_words.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/table.h"
#include "cli/scenes/structures.h"
#include "cli/tool/tool_roads.h"

namespace tactus::cli {

namespace {

constexpr std::size_t max_rows = 10;

std::string more_rows(std::size_t count)
{
    return count > max_rows ? fmt::format("... and {} more; --json has all of them\n", readable(count - max_rows)) : "";
}

/// Where the tip is after a part of its way.
Vec3 tip_after(const ToolMotion& motion, float part)
{
    const auto between = [&](float begin, float end) { return begin + part * (end - begin); };
    return {
        between(motion.begin.x, motion.end.x), between(motion.begin.y, motion.end.y),
        between(motion.begin.z, motion.end.z)};
}

std::string faces_text(const ToolMotion& motion, const TouchRun& run)
{
    const char* does = motion.sweeps ? "sweeps through" : "touches";
    if (run.faces.empty())
        return fmt::format(
            "the tool {} {}\n", does, run.report.complete ? "nothing" : "nothing that was found in the time it had");
    // While a tool sweeps, its shaft may grow longer or shorter: a part of it is no length.
    std::vector<std::string> headings = {"triangle", "shaft from", "shaft to"};
    if (!motion.sweeps)
        headings.insert(headings.end(), {"begins m from the pivot", "ends m from the pivot"});
    Table table(headings);
    const Vec3 &pivot = motion.pivot, &tip = motion.end;
    const double length = std::hypot(double{tip.x} - pivot.x, double{tip.y} - pivot.y, double{tip.z} - pivot.z);
    for (std::size_t k = 0; k < std::min(max_rows, run.faces.size()); ++k) {
        const TouchedFace& face = run.faces[k];
        const auto cell = [&](const std::string& number) { return face.shaft_open ? "open" : number; };
        std::vector<std::string> cells = {
            std::to_string(face.triangle), cell(fmt::format("{:.4f}", face.shaft_begin)),
            cell(fmt::format("{:.4f}", face.shaft_end))};
        if (!motion.sweeps)
            cells.insert(
                cells.end(),
                {cell(readable(length * face.shaft_begin, 4)), cell(readable(length * face.shaft_end, 4))});
        table.add_row(std::move(cells));
    }
    return fmt::format(
        "the tool {} {}\n\n{}{}\n", does, counted(run.faces.size(), "triangle"), table.text(),
        more_rows(run.faces.size()));
}

std::string first_touch_text(const ToolMotion& motion, const TouchReport& report)
{
    if (!motion.sweeps || !std::isfinite(report.first_touch_begin))
        return {};
    if (report.first_touch_end == 0.0f)
        return "first touch: where the sweep begins\n";
    const bool ends = std::isfinite(report.first_touch_end);
    return fmt::format(
        "first touch: {} of the way, certified; the tip is then at {}\n",
        ends ? fmt::format("between {} and {}", report.first_touch_begin, report.first_touch_end)
             : fmt::format("not before {}", report.first_touch_begin),
        point_text(tip_after(motion, ends ? report.first_touch_end : report.first_touch_begin)));
}

std::string contacts_text(const ToolOptions& options, const TouchRun& run)
{
    if (!options.wants_contacts())
        return {};
    // Parts of the organ that nobody had time for may push too.
    const std::string force = options.forces ? fmt::format(
                                  "the tool is pushed with {} N, policy {}\n", point_text(run.force),
                                  policy_name(options.policy_or_default()))
                                             : "";
    if (run.contacts.empty())
        return fmt::format(
            "no contacts where it stands{}\n{}", run.contacts_complete ? "" : ", as far as the budget went", force);
    Table table({"contact with", "mm", "point", "pushes the tool along", options.forces ? "N" : ""});
    for (std::size_t k = 0; k < std::min(max_rows, run.contacts.size()); ++k) {
        const ToolContact& contact = run.contacts[k];
        table.add_row(
            {fmt::format("triangle {}", contact.triangle), readable(1e3 * double{contact.separation}, 4),
             point_text(contact.point), point_text(contact.normal),
             options.forces ? readable(std::hypot(contact.force.x, contact.force.y, contact.force.z), 4) : ""});
    }
    return fmt::format(
        "{} where it stands{}; below 0 mm it is that deep\n\n{}{}{}\n", counted(run.contacts.size(), "contact"),
        run.contacts_complete ? "" : ", and more that the budget had no time for", table.text(),
        more_rows(run.contacts.size()), force);
}

/// What the budget had no time for.
std::string missing_text(const ToolOptions& options, const ToolMotion& motion, const TouchRun& run)
{
    std::string text;
    const auto add = [&](const std::string& what) {
        text += fmt::format("not complete: {} did not fit into {}\n", what, options.budget);
    };
    if (run.report.open_nodes > 0)
        add(counted(run.report.open_nodes, "part") + " of the organ");
    if (run.report.open_faces > 0)
        add(fmt::format(
            "{} for {}", motion.sweeps ? "the part of the shaft or the first touch" : "the part of the shaft",
            counted(run.report.open_faces, "triangle")));
    if (!run.contacts_complete)
        add("all contacts");
    return text;
}

std::string road_text(const ToolOptions& options, const ToolMotion& motion, const TouchRun& run)
{
    std::string text;
    if (!run.no_road.empty())
        text += fmt::format("{} was not taken: {}; this is the processor's answer\n", options.road, run.no_road);
    if (run.road != the_processor)
        text += fmt::format(
            "{} by {}: {} proposed, {} of them in vain; {} touched and not proposed, which the processor found\n",
            run.road, run.renderer, counted(run.report.proposed, "triangle"), readable(run.report.proposed_in_vain),
            readable(run.report.not_proposed));
    text += missing_text(options, motion, run);
    text += fmt::format(
        "{} by the {}: {} for the organ's new positions, {} for which triangles",
        duration_text(run.update_us + run.query_us), run.road == the_processor ? the_processor : run.road + " road",
        duration_text(run.update_us), duration_text(run.query_us));
    if (run.propose_us > 0.0)
        text += fmt::format(", of which OpenGL took {}", duration_text(run.propose_us));
    return text
           + fmt::format(
               "\n{} for which triangles and which parts of the shaft{}{}\n", duration_text(run.parts_us),
               motion.sweeps ? ", and the first touch" : "",
               run.frames == 1 ? std::string(" (one frame)")
                               : fmt::format(" (medians of {})", counted(run.frames, "frame")));
}

Json finite_or_null(float value) { return std::isfinite(value) ? Json(double{value}) : Json(); }

} // namespace

std::string touch_text(const ToolOptions& options, const ToolMotion& motion, const TouchRun& run)
{
    return faces_text(motion, run) + first_touch_text(motion, run.report) + contacts_text(options, run)
           + road_text(options, motion, run);
}

Json touch_json(const ToolOptions& options, const ToolMotion& motion, const TouchRun& run)
{
    Json faces = Json::array();
    for (const TouchedFace& face : run.faces)
        faces.push_back(
            {{"triangle", face.triangle},
             {"shaft_begin", double{face.shaft_begin}},
             {"shaft_end", double{face.shaft_end}},
             {"shaft_open", face.shaft_open}});
    Json json = {
        {"tool",
         {{"pivot", point_json(motion.pivot)},
          {"tip", point_json(motion.end)},
          {"old_tip", point_json(motion.begin)},
          {"radius", double{motion.radius}},
          {"sweeps", motion.sweeps}}},
        {"face_count", run.faces.size()},
        {"faces", std::move(faces)},
        {"complete", run.report.complete},
        {"open_nodes", run.report.open_nodes},
        {"open_faces", run.report.open_faces},
        {"first_touch", Json()},
        {"road", run.road},
        {"microseconds", run.update_us + run.query_us},
        {"update_microseconds", run.update_us},
        {"query_microseconds", run.query_us},
        {"parts_microseconds", run.parts_us},
        {"frames", run.frames},
        {"structure", structure_name(options.playback.structure)},
        {"budget", options.budget}};
    if (motion.sweeps && std::isfinite(run.report.first_touch_begin))
        json["first_touch"] = {
            {"begin", finite_or_null(run.report.first_touch_begin)},
            {"end", finite_or_null(run.report.first_touch_end)}};
    if (!run.no_road.empty()) {
        json["road_asked_for"] = options.road;
        json["road_not_taken"] = run.no_road;
    } else if (run.road != the_processor) {
        json["form"] = options.form;
        json["renderer"] = run.renderer;
        json["proposed"] = run.report.proposed;
        json["proposed_in_vain"] = run.report.proposed_in_vain;
        json["not_proposed"] = run.report.not_proposed;
        json["propose_microseconds"] = run.propose_us;
    }
    if (options.wants_contacts()) {
        json["contacts"] = Json::array();
        for (const ToolContact& contact : run.contacts) {
            Json one = {
                {"triangle", contact.triangle},
                {"point", point_json(contact.point)},
                {"normal", point_json(contact.normal)},
                {"separation", double{contact.separation}}};
            if (options.forces)
                one["force"] = point_json(contact.force);
            json["contacts"].push_back(std::move(one));
        }
        json["contacts_complete"] = run.contacts_complete;
        if (options.forces) {
            json["force"] = point_json(run.force);
            json["force_policy"] = policy_name(options.policy_or_default());
        }
    }
    return json;
}

} // namespace tactus::cli
