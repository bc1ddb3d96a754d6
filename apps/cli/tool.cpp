// SPDX-License-Identifier: MIT
// tactus tool ORGAN: the triangles of a mesh that a tool through a pivot touches, standing or sweeping.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/options/contact_options.h"
#include "cli/options/playback_options.h"
#include "cli/options/point_option.h"
#include "cli/output/number_text.h"
#include "cli/output/streams.h"
#include "cli/pictures/scene_pictures.h"
#include "cli/tool/organ_mesh.h"
#include "cli/tool/tool_options.h"
#include "cli/tool/tool_pictures.h"
#include "cli/tool/tool_roads.h"
#include "cli/tool/touch_run.h"
#include "cli/tool/touch_words.h"
#include "cli/verbs.h"

namespace tactus::cli {

namespace {

Result<ToolMotion> motion_of(const ToolOptions& options)
{
    const auto missing = [](const char* option, const char* what) {
        return refusal(fmt::format(
            "{} is missing: {}; for instance tactus tool liver --pivot 0,0,0.25 --tip 0,0,0.063 --radius 0.005", option,
            what));
    };
    if (options.pivot.empty())
        return missing("--pivot X,Y,Z", "the point that the tool goes through and turns about");
    if (options.tip.empty())
        return missing("--tip X,Y,Z", "where the tool ends");
    if (!options.radius)
        return missing("--radius R", "how thick the tool is, in metres");
    const Result<Vec3> pivot = parse_point("--pivot", options.pivot), tip = parse_point("--tip", options.tip),
                       to = parse_point("--to", options.to.empty() ? options.tip : options.to);
    for (const Result<Vec3>* point : {&pivot, &tip, &to})
        if (!point->ok())
            return point->error();
    return ToolMotion{pivot.value(), tip.value(), to.value(), *options.radius, !options.to.empty()};
}

Result<int> run_tool(ToolOptions& options)
{
    if (Result<void> possible = can_draw_into(options.pictures); !possible.ok())
        return possible.error();
    const Result<ToolMotion> motion = motion_of(options);
    if (!motion.ok())
        return motion.error();
    if (!options.form.empty() && options.road == the_processor)
        return refusal("--form is about what OpenGL draws; add --road selection, or another that is not the processor");
    if (Result<void> possible = check_force_options(options.forces, options.policy); !possible.ok())
        return possible.error();
    if (options.form.empty())
        options.form = default_form;
    if (const Result<BudgetOption> budget = parse_budget(options.budget); !budget.ok())
        return budget.error();
    const Result<io::Mesh> organ = organ_mesh(options);
    if (!organ.ok())
        return organ.error();
    const Result<TouchRun> run = run_touch(options, motion.value(), organ.value());
    if (!run.ok())
        return run.error();
    std::vector<std::filesystem::path> pictures;
    if (!options.pictures.empty()) {
        Result<std::vector<std::filesystem::path>> drawn =
            draw_tool_picture(options, motion.value(), organ.value(), run.value());
        if (!drawn.ok())
            return drawn.error();
        pictures = std::move(drawn).value();
    }
    if (options.json) {
        Json json = {
            {"organ", options.organ},
            {"triangles", organ.value().triangles.size()},
            {"vertices", organ.value().positions.size()}};
        json.update(touch_json(options, motion.value(), run.value()));
        json["pictures"] = pictures_json(pictures);
        say_json(json);
        return exit_done;
    }
    say("{}: {}, {}\n", options.organ, counted(organ.value().triangles.size(), "triangle"),
        counted(organ.value().positions.size(), "vertex"));
    say_text(touch_text(options, motion.value(), run.value()));
    for (const std::filesystem::path& picture : pictures)
        say("picture: {}\n", picture.string());
    return exit_done;
}

} // namespace

void add_tool(CommandLine& command_line)
{
    const auto options = std::make_shared<ToolOptions>();
    Options verb =
        command_line.add_verb("tool", "Find the triangles that a long thin tool touches, or sweeps through", [options] {
            return run_tool(*options);
        });
    verb.required_argument(
        "ORGAN", options->organ, "A mesh: OBJ, PLY, STL, OFF, glTF and others; or a mesh of tactus make --list");
    verb.point("--pivot", true, options->pivot, "Where the tool's shaft begins, as the hole that it goes in by");
    verb.point("--tip", true, options->tip, "Where the tool ends");
    verb.point("--to", false, options->to, "Where the tip goes: what the tool sweeps through on its way counts");
    verb.number(
        "--radius", "R REQUIRED", options->radius, RealNumbers{0.0, 1e30}, "Metres around the shaft that are tool too");
    verb.flag(
        "--contacts", options->contacts, "Also say where the tool and the organ touch, and how deep, where it ends");
    verb.number(
        "--contact-distance", "D", options->contact_distance, RealNumbers{0.0, 1e30},
        "Metres: as far apart counts as a contact (default 0)");
    add_force_options(verb, options->forces, "Also say how hard the contacts push the tool", options->policy);
    verb.text("--budget", "B", options->budget, "What each query may take: 200us, 0.5ms, 1000units, unlimited");
    verb.choice(
        "--road", "NAME", options->road, names_of_all_roads(),
        "Who finds the triangles: processor (default), or who proposes them through OpenGL and is compared with it: "
        "selection, feedback, feedback_with_ids or compute_shader");
    verb.choice(
        "--form", "NAME", options->form, form_names(),
        "What OpenGL draws for a sweep: naive_box or perspective (default)");
    add_playback_options(verb, options->playback);
    verb.number("--triangles", "N", options->triangles, counts, "With a mesh of the list: about so many triangles");
    verb.number(
        "--seed", "N", options->seed, WholeNumbers{0, UINT64_MAX},
        "With a mesh of the list: another one of the same kind (default 0)");
    verb.number(
        "--repeat", "N", options->repeat, WholeNumbers{1, 1'000'000},
        "Time so many frames (default 100, for half a second at the most)");
    verb.text("--pictures", "DIR", options->pictures, "Draw the organ, the tool and what it touches here, as PNG");
    verb.flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart, as the file has them");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer(
        "Example:\n"
        "  tactus tool liver --pivot 0,0,0.25 --tip 0,0,0.063 --radius 0.005 --contacts\n"
        "  tactus tool liver --pivot 0,0,0.25 --tip 0,0,0.063 --radius 0.005 --forces --budget 20units "
        "--force-policy spheres\n"
        "  tactus tool liver.obj --pivot 0.06,0,0.22 --tip 0.11,0,0.04 --to=-0.02,0,0.068 --radius 0.005 "
        "--pictures out\n"
        "  tactus tool liver --triangles 1224 --pivot 0,0,0.25 --tip 0,0,0.063 --radius 0.005 --road selection");
}

} // namespace tactus::cli
