// SPDX-License-Identifier: MIT
// tactus curve SCENE: how wrong an answer is when it is cut short, against the time it had.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/error_curve.h"
#include "cli/options/contact_options.h"
#include "cli/options/number_option.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/output/table.h"
#include "cli/pictures/curve_pictures.h"
#include "cli/scenes/structures.h"
#include "cli/verbs.h"
#include "io/file_bytes.h"
#include "scenes/scene.h"

namespace tactus::cli {

namespace {

/// Above this many triangles in all, every triangle against every triangle takes minutes.
constexpr std::size_t max_for_brute_force = 3000;
constexpr std::size_t max_rows = 12;

struct CurveVerbOptions {
    std::string scene;
    scenes::SceneOptions making;
    CurveOptions curve;
    std::optional<std::uint32_t> frame;
    std::optional<float> distance;
    std::vector<std::string> structures;
    std::string svg;
    bool json = false;
};

std::vector<Structure> chosen_structures(const CurveVerbOptions& options, const scenes::Scene& scene)
{
    std::vector<Structure> chosen;
    for (const std::string& name : options.structures)
        chosen.push_back(structure_called(name));
    if (chosen.empty())
        for (const Structure structure : all_structures())
            if (structure != Structure::brute_force || triangle_count(scene) <= max_for_brute_force)
                chosen.push_back(structure);
    return chosen;
}

std::string percent(double share) { return readable(100.0 * share, 3); }

std::string curve_table(const ErrorCurve& curve, const CurveReport& report)
{
    Table table({order_words(curve.order), "work units", "us", "error %", "confirmed", "confirmed %", "open pairs"});
    const auto add = [&](const char* name, const Cut& cut) {
        table.add_row(
            {name, std::to_string(cut.work_units), fmt::format("{:.1f}", cut.microseconds),
             percent(report.diagonal > 0.0 ? cut.worst_error / report.diagonal : 0.0), std::to_string(cut.confirmed),
             fmt::format("{:.1f}", 100.0 * report.share_found(cut)), std::to_string(cut.open_pairs)});
    };
    const std::size_t step = std::max<std::size_t>(1, (curve.cuts.size() + max_rows - 1) / max_rows);
    for (std::size_t k = 0; k < curve.cuts.size(); k += step)
        add("cut", curve.cuts[k]);
    add(curve.whole.complete ? "complete" : "all there was room for", curve.whole);
    return table.text();
}

void print_words(const CurveVerbOptions& options, const scenes::Scene& scene, const CurveReport& report)
{
    say("{}, frame {} of {}: {} in all, contacts up to {} mm apart, diagonal {} m\n", scene.name, options.curve.frame,
        scene.frame_count, counted(triangle_count(scene), "triangle"),
        readable(1e3 * double{options.curve.contact_distance}, 3), readable(report.diagonal, 3));
    for (const StructureCurves& structure : report.structures) {
        say("\n{}\n", structure_name(structure.structure));
        for (const ErrorCurve& curve : structure.curves)
            say("\n{}", curve_table(curve, report));
        std::size_t compared = 0;
        for (const WorkToReach& reached : structure.reached)
            compared += reached.ratio ? 1 : 0;
        if (compared == 0)
            say("\nwork to reach an error bound: the whole bodies are within 1 % of the diagonal\n");
        else
            say("\nwork to reach an error bound, worst error first over breadth first: mean {:.3f}, largest {:.3f}\n"
                "({} of the 20 bounds from 20 % to 1 % of the diagonal need work at all)\n",
                structure.mean_ratio(), structure.largest_ratio(), compared);
    }
    say("\ntimes are CPU time of the thread, median of {}; every query began anew and remembered nothing\n",
        options.curve.repeat);
    if (!options.svg.empty())
        say("picture: {}\n", options.svg);
}

Json cut_json(const Cut& cut, const CurveReport& report)
{
    return {
        {"work_units", cut.work_units},
        {"microseconds", cut.microseconds},
        {"worst_error", cut.worst_error},
        {"worst_error_share", report.diagonal > 0.0 ? cut.worst_error / report.diagonal : 0.0},
        {"confirmed", cut.confirmed},
        {"confirmed_share", report.share_found(cut)},
        {"open_pairs", cut.open_pairs},
        {"node_tests", cut.node_tests},
        {"complete", cut.complete}};
}

void print_json(const CurveVerbOptions& options, const scenes::Scene& scene, const CurveReport& report)
{
    Json json = {
        {"scene", scene.name},
        {"frame", options.curve.frame},
        {"triangles", triangle_count(scene)},
        {"contact_distance", options.curve.contact_distance},
        {"diagonal", report.diagonal},
        {"contacts", report.contacts},
        {"repeat", options.curve.repeat},
        {"structures", Json::array()}};
    for (const StructureCurves& structure : report.structures) {
        Json one = {{"structure", structure_name(structure.structure)}};
        for (const ErrorCurve& curve : structure.curves) {
            Json cuts = Json::array();
            for (const Cut& cut : curve.cuts)
                cuts.push_back(cut_json(cut, report));
            one["curves"].push_back(
                {{"order", order_name(curve.order)},
                 {"cuts", std::move(cuts)},
                 {"whole", cut_json(curve.whole, report)}});
        }
        Json bounds = Json::array();
        for (const WorkToReach& reached : structure.reached)
            bounds.push_back(
                {{"bound_share", reached.bound},
                 {"worst_error_first", reached.worst_error_first},
                 {"breadth_first", reached.breadth_first},
                 {"ratio", reached.ratio ? Json(*reached.ratio) : Json()}});
        one["work_to_reach"] = {
            {"mean_ratio", structure.mean_ratio()},
            {"largest_ratio", structure.largest_ratio()},
            {"bounds", std::move(bounds)}};
        json["structures"].push_back(std::move(one));
    }
    say_json(json);
}

Result<int> run(CurveVerbOptions& options)
{
    const Result<scenes::Scene> made = scenes::make_scene(options.scene, options.making);
    if (!made.ok())
        return made.error();
    if (!options.svg.empty() && !options.svg.ends_with(".svg"))
        return refusal(
            fmt::format("--svg {}: the curves are drawn as SVG; give the file a name that ends in .svg", options.svg));
    const scenes::Scene& scene = made.value();
    options.curve.frame = options.frame.value_or(scene.frame_count / 2);
    if (options.curve.frame >= scene.frame_count)
        return refusal(fmt::format(
            "frame {} was asked for, but {} has frames 0 to {}", options.curve.frame, scene.name,
            scene.frame_count - 1));
    options.curve.contact_distance = options.distance.value_or(static_cast<float>(0.5 * mean_edge(scene)));
    const Result<CurveReport> report = [&] {
        constexpr std::size_t ticks = 1000;
        Progress progress(scene.name, ticks);
        return measure_curves(scene, options.curve, chosen_structures(options, scene), [&](double share) {
            progress.set(static_cast<std::size_t>(share * ticks));
        });
    }();
    if (!report.ok())
        return report.error();
    if (!options.svg.empty())
        if (Result<void> written =
                io::write_bytes(options.svg, curve_svg(scene.name, options.curve.frame, report.value()));
            !written.ok())
            return written.error();
    if (options.json)
        print_json(options, scene, report.value());
    else
        print_words(options, scene, report.value());
    return exit_done;
}

} // namespace

void add_curve(CommandLine& command_line)
{
    const auto options = std::make_shared<CurveVerbOptions>();
    Options verb = command_line.add_verb(
        "curve", "Measure how wrong contacts are when a query is cut short, against the time it had",
        [options] { return run(*options); });
    verb.required_argument("SCENE", options->scene, "A name that tactus run --list shows");
    verb.number("--triangles", "N", options->making.triangles, counts, "Triangles of each mesh, about");
    verb.number(
        "--seed", "N", options->making.seed, WholeNumbers{0, UINT64_MAX},
        "Another seed gives another scene of the same kind (default 0)");
    verb.number(
        "--frame", "F", options->frame, WholeNumbers{0, UINT32_MAX},
        "Which frame, counted from 0 (default: the one in the middle)");
    add_contact_distance(verb, options->distance);
    verb.choices(
        "--structure", "NAME", options->structures, structure_names(),
        "How triangles are searched; may be given several times (default: all that are not too slow)");
    verb.number(
        "--cuts", "N", options->curve.cuts, WholeNumbers{2, 10'000}, "At how many places queries are cut (default 40)");
    verb.number(
        "--repeat", "N", options->curve.repeat, WholeNumbers{1, 10'000},
        "How often each is timed; the median counts (default 5)");
    verb.text("--svg", "FILE.svg", options->svg, "Draw the curves");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer("Example:\n"
                "  tactus curve soft_organs --svg organs.svg\n"
                "  tactus curve haptic_probe --frame 300 --contact-distance 0.001 --json");
}

} // namespace tactus::cli
