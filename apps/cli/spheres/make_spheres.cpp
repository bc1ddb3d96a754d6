// SPDX-License-Identifier: MIT
// tactus spheres MESH: makes spheres around a surface, judges them, and writes them.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include <tactus/spheres.h>

#include "cli/measure/stopwatch.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/pictures/scene_pictures.h"
#include "cli/spheres/sphere_options.h"
#include "cli/spheres/sphere_pictures.h"
#include "cli/spheres/sphere_table.h"
#include "cli/verbs.h"
#include "io/sphere_file.h"

namespace tactus::cli {

namespace {

/// What a tree may have where leaves end by their errors, and nobody said how many levels.
constexpr std::uint32_t max_levels_by_error = 6;

/// Metres, or per cent of the diagonal: "0.002" or "0.5%".
Result<double> length_of(const std::string& text, double diagonal)
{
    const bool percent = text.ends_with('%');
    const char* end = text.data() + text.size() - (percent ? 1 : 0);
    double value = 0.0;
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    if (code != std::errc{} || stop != end || !(value >= 0.0) || !std::isfinite(value))
        return refusal(
            fmt::format("--max-error {} is no length; use metres, or per cent of the box's diagonal as 0.5%", text));
    return percent ? 0.01 * value * diagonal : value;
}

Result<SphereTreeOptions> tree_options(const SphereOptions& options, double diagonal)
{
    constexpr std::pair<const char*, SphereMethod> methods[] = {
        {"medial", SphereMethod::medial}, {"merge", SphereMethod::merge},   {"burst", SphereMethod::burst},
        {"expand", SphereMethod::expand}, {"octree", SphereMethod::octree}, {"adaptive", SphereMethod::adaptive},
    };
    SphereTreeOptions tree = options.tree;
    for (const auto& [name, method] : methods)
        if (options.method == name)
            tree.method = method;
    tree.quality = options.quality == "best" ? SphereQuality::best : SphereQuality::fast;
    if (!options.max_error.empty()) {
        const Result<double> length = length_of(options.max_error, diagonal);
        if (!length.ok())
            return length.error();
        if (length.value() == 0.0)
            return refusal("--max-error 0 takes more spheres than there are; use a length above 0");
        tree.max_error = length.value();
        if (!options.has_levels)
            tree.levels = max_levels_by_error;
    }
    return tree;
}

/// The format of each output, so that nothing is computed that cannot be written.
Result<std::vector<io::SphereFormat>> output_formats(const SphereOptions& options)
{
    std::vector<io::SphereFormat> formats;
    if (!io::is_link_name(options.link))
        return refusal(
            fmt::format("--link \"{}\" is no name of a link; use letters, digits, _, - and .", options.link));
    for (const std::string& output : options.outputs) {
        const std::filesystem::path folder = std::filesystem::path(output).parent_path();
        std::error_code error;
        if (!folder.empty() && !std::filesystem::is_directory(folder, error))
            return refusal(fmt::format("{}: there is no folder {}; make it first", output, folder.string()));
        if (std::filesystem::equivalent(output, options.mesh, error))
            return refusal(fmt::format("{} is the mesh itself; write the spheres to another file", output));
        const auto format =
            options.format.empty() ? io::sphere_format_of(output) : io::sphere_format_named(options.format);
        if (!format)
            return refusal(fmt::format(
                "{}: no format of spheres has this ending; use .json, .sph, .urdf, .yaml, .xrdf or .obj, or say "
                "--format",
                output));
        formats.push_back(*format);
    }
    return formats;
}

Result<SphereTree> make_tree(const SphereOptions& options, const io::Mesh& mesh, SphereTreeOptions tree)
{
    Progress progress("making spheres", 1000);
    tree.progress = [&](double done) {
        progress.set(static_cast<std::size_t>(1000.0 * done));
        return true;
    };
    const MeshView view{mesh.triangles, mesh.positions};
    return options.count > 0 ? make_sphere_set(view, options.count, tree) : make_sphere_tree(view, tree);
}

/// One report per level, judged unless that is not wanted.
Result<std::vector<LevelReport>> levels_of(const SphereOptions& options, const io::Mesh& mesh, const SphereTree& tree)
{
    const std::size_t level_count = tree.first_of_level.size() - 1;
    Progress progress("judging", 1000 * level_count);
    std::vector<LevelReport> levels;
    for (std::uint32_t level = 0; level < level_count; ++level) {
        LevelReport report = report_of_level(tree, level);
        if (!options.no_judge) {
            std::vector<Sphere> spheres;
            for (const SphereNode& node : spheres_of_level(tree, level))
                spheres.push_back(node.sphere);
            const Result<SphereCheck> check = check_spheres(
                {mesh.triangles, mesh.positions}, spheres,
                {.worker_count = options.tree.worker_count, .progress = [&](double done) {
                     progress.set(1000 * level + static_cast<std::size_t>(1000.0 * done));
                     return true;
                 }});
            if (!check.ok())
                return check.error();
            report.check = check.value();
        }
        levels.push_back(report);
    }
    return levels;
}

/// What the judge found that the tree promised otherwise; empty where all is well.
std::string broken_promise(const std::vector<LevelReport>& levels, bool closed)
{
    for (const LevelReport& level : levels) {
        if (!level.check)
            continue;
        if (level.check->largest_gap.lower > 0.0)
            return fmt::format("level {} leaves a part of the surface uncovered", level.level);
        if (level.check->closed == closed && level.check->largest_protrusion.lower > level.worst_error)
            return fmt::format(
                "sphere {} of level {} stands out by {} m, more than certified", level.check->worst_sphere, level.level,
                readable(level.check->largest_protrusion.lower, 9));
    }
    return {};
}

std::string inner_words(const SphereOptions& options, const SphereTree& tree)
{
    if (!options.tree.inner)
        return {};
    const auto found = std::count_if(
        tree.nodes.begin(), tree.nodes.end(), [](const SphereNode& node) { return node.inner.radius >= 0.0f; });
    if (!tree.closed)
        return "No inner spheres: an open mesh has no inside.\n";
    return fmt::format(
        "{} of {} have an inner sphere; .json files hold them.\n", readable(static_cast<std::size_t>(found)),
        counted(tree.nodes.size(), "sphere"));
}

std::string error_words(const LevelReport& leaves, double max_error)
{
    if (max_error == 0.0 || leaves.worst_error <= max_error)
        return {};
    return fmt::format(
        "Not all leaves reach the error that was asked for, {} m; allow more --levels.\n", readable(max_error, 4));
}

} // namespace

Result<int> make_spheres(const SphereOptions& options)
{
    if (Result<void> possible = can_draw_into(options.pictures); !possible.ok())
        return possible.error();
    const Result<std::vector<io::SphereFormat>> formats = output_formats(options);
    if (!formats.ok())
        return formats.error();
    const Result<io::Mesh> mesh = read_scaled_mesh(options);
    if (!mesh.ok())
        return mesh.error();
    const double diagonal = extent_of(mesh.value()).diagonal;
    const Result<SphereTreeOptions> wanted = tree_options(options, diagonal);
    if (!wanted.ok())
        return wanted.error();
    const std::string the_tree = "the tree of " + options.mesh;
    // What was asked for says how deep the tree can be, and the tree how deep it is.
    const std::uint32_t most_levels = options.count > 0 ? 1 : wanted.value().levels;
    if (Result<void> there = check_level(options, the_tree, most_levels); !there.ok())
        return there.error();
    Stopwatch watch(1);
    watch.start();
    Result<SphereTree> made = make_tree(options, mesh.value(), wanted.value());
    if (!made.ok())
        return made.error();
    const double cpu_seconds = 1e-3 * watch.milliseconds();
    const SphereTree& tree = made.value();
    const auto deepest = static_cast<std::uint32_t>(tree.first_of_level.size()) - 2;
    if (Result<void> there = check_level(options, the_tree, deepest); !there.ok())
        return there.error();
    const Result<std::vector<LevelReport>> levels = levels_of(options, mesh.value(), tree);
    if (!levels.ok())
        return levels.error();
    for (std::size_t i = 0; i < options.outputs.size(); ++i) {
        const io::SphereWriteOptions writing{formats.value()[i], options.level, options.link};
        if (const Result<void> written = io::write_spheres(options.outputs[i], tree, writing); !written.ok())
            return written.error();
    }
    std::vector<std::filesystem::path> pictures;
    if (!options.pictures.empty()) {
        const std::string name = std::filesystem::path(options.mesh).stem().string();
        auto drawn =
            draw_sphere_pictures(options.pictures, name, mesh.value(), tree, levels.value(), diagonal, options.up[0]);
        if (!drawn.ok())
            return drawn.error();
        pictures = std::move(drawn).value();
    }

    const std::string broken = broken_promise(levels.value(), tree.closed);
    if (options.json) {
        Json json = {{"mesh", options.mesh},       {"triangles", mesh.value().triangles.size()},
                     {"closed", tree.closed},      {"diagonal", diagonal},
                     {"cpu_seconds", cpu_seconds}, {"levels", Json::array()},
                     {"outputs", options.outputs}, {"pictures", Json::array()}};
        for (const LevelReport& level : levels.value())
            json["levels"].push_back(json_of_level(level, diagonal));
        for (const std::filesystem::path& picture : pictures)
            json["pictures"].push_back(picture.string());
        say_json(json);
    } else {
        say("{}: {}, {}; made in {:.2f} CPU seconds\n", options.mesh,
            counted(mesh.value().triangles.size(), "triangle"),
            tree.closed ? "closed" : "open, so that spheres stand out to both sides of it", cpu_seconds);
        say_text(table_of_levels(levels.value(), diagonal));
        say("In brackets: per cent of the box's diagonal, {} m; volumes, of the body's.\n", readable(diagonal, 6));
        say("{}{}", inner_words(options, tree), error_words(levels.value().back(), wanted.value().max_error));
        for (const std::string& output : options.outputs)
            say("wrote {}\n", output);
        for (const std::filesystem::path& picture : pictures)
            say("drew {}\n", picture.string());
    }
    if (!broken.empty())
        return Error{ErrorCode::invalid_argument, "a promise is broken, please report this mesh: " + broken};
    return exit_done;
}

} // namespace tactus::cli
