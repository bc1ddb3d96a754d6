// SPDX-License-Identifier: MIT
// tactus reproduce PAPER: a paper's experiments measured again, its numbers beside ours.
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/output/json.h"
#include "cli/output/papers/bucket_report.h"
#include "cli/output/papers/octree_pictures.h"
#include "cli/output/papers/octree_report.h"
#include "cli/output/papers/on_demand_report.h"
#include "cli/output/papers/tool_query_report.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/reproduce/bucket_experiment.h"
#include "cli/reproduce/octree_reproduction.h"
#include "cli/reproduce/on_demand_experiment.h"
#include "cli/reproduce/tool_query/tool_query_experiment.h"
#include "cli/verbs.h"
#include "io/file_bytes.h"

namespace tactus::cli {

namespace {

constexpr const char* bucket_tree_paper = "bucket_tree";
constexpr const char* on_demand_paper_name = "on_demand_spheres";
constexpr const char* spherical_octree_paper = "spherical_octree";
constexpr const char* tool_query_paper_name = "tool_query";

struct ReproduceOptions {
    std::string paper;
    std::string folder = ".";
    std::string meshes;
    bool quick = false;
    bool json = false;
};

/// The folder is made before anything is measured: minutes of work are not lost to a place that cannot be written.
Result<void> make_folder(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder))
        return Error{
            ErrorCode::invalid_argument, fmt::format("{}: is no folder and cannot be made one; see --out", folder)};
    return {};
}

using Pictures = std::vector<std::pair<std::string, std::string>>; ///< names and contents

/// What a reproduction has to show.
struct Findings {
    Json json;
    std::string text;
    Pictures pictures;
};

using SetProgress = std::function<void(double)>;

Result<Findings> findings_of_octrees(bool quick, const SetProgress& progress)
{
    const Result<OctreeReproduction> all = reproduce_octree(quick, progress);
    if (!all.ok())
        return all.error();
    return Findings{
        octree_report_json(all.value()),
        octree_report_text(all.value()),
        {{"spherical_octree_levels.svg", levels_svg(all.value().levels)},
         {"spherical_octree_vertices.svg", vertices_svg(all.value().vertices)},
         {"spherical_octree_six_objects.svg", six_objects_svg(all.value().six_objects)}}};
}

Result<Findings> findings_of_buckets(bool quick, const SetProgress& progress)
{
    const BucketFigures figures = reproduce_buckets(quick, progress);
    return Findings{
        bucket_report_json(figures),
        bucket_report_text(figures),
        {{"bucket_tree_primitives.svg", bucket_sizes_svg(figures)},
         {"bucket_tree_levels.svg", bucket_levels_svg(figures)}}};
}

Result<Findings> findings_of_on_demand(bool quick, const std::string& meshes, const SetProgress& progress)
{
    const Result<OnDemandFigures> figures = reproduce_on_demand(quick, meshes, progress);
    if (!figures.ok())
        return figures.error();
    Findings findings{
        on_demand_report_json(figures.value()),
        on_demand_report_text(figures.value()),
        {{"on_demand_spheres.svg", on_demand_svg(figures.value())}}};
    for (auto& picture : on_demand_pictures(figures.value(), quick))
        findings.pictures.push_back(std::move(picture));
    return findings;
}

Result<Findings> findings_of_tools(bool quick, const SetProgress& progress)
{
    const Result<ToolQueryFigures> figures = reproduce_tool_query(quick, progress);
    if (!figures.ok())
        return figures.error();
    Findings findings{
        tool_query_report_json(figures.value()),
        tool_query_report_text(figures.value()),
        {{"tool_query.svg", tool_query_svg(figures.value())}}};
    for (auto& picture : tool_query_pictures(figures.value(), quick))
        findings.pictures.push_back(std::move(picture));
    return findings;
}

Result<std::vector<std::string>> draw(const std::string& folder, const Pictures& pictures)
{
    std::vector<std::string> paths;
    for (const auto& [name, bytes] : pictures) {
        const std::filesystem::path path = std::filesystem::path(folder) / name;
        if (Result<void> written = io::write_bytes(path, bytes); !written.ok())
            return written.error();
        paths.push_back(path.lexically_normal().string());
    }
    return paths;
}

Result<int> run(const ReproduceOptions& options)
{
    if (Result<void> made = make_folder(options.folder); !made.ok())
        return made.error();
    const Result<Findings> found = [&] {
        constexpr std::size_t ticks = 1000;
        Progress progress(options.paper, ticks);
        const auto set = [&](double share) { progress.set(static_cast<std::size_t>(share * ticks)); };
        if (options.paper == on_demand_paper_name)
            return findings_of_on_demand(options.quick, options.meshes, set);
        const auto reproduce = options.paper == bucket_tree_paper       ? findings_of_buckets
                               : options.paper == tool_query_paper_name ? findings_of_tools
                                                                        : findings_of_octrees;
        return reproduce(options.quick, set);
    }();
    if (!found.ok())
        return found.error();
    const Result<std::vector<std::string>> pictures = draw(options.folder, found.value().pictures);
    if (!pictures.ok())
        return pictures.error();
    if (options.json) {
        Json json = found.value().json;
        json["quick"] = options.quick;
        json["pictures"] = pictures.value();
        say_json(json);
        return exit_done;
    }
    say_text(found.value().text);
    if (options.quick)
        say("this was the quick run: too short for conclusions\n");
    for (const std::string& path : pictures.value())
        say("picture: {}\n", path);
    return exit_done;
}

} // namespace

void add_reproduce(CommandLine& command_line)
{
    const auto options = std::make_shared<ReproduceOptions>();
    Options verb = command_line.add_verb(
        "reproduce", "Measure a paper's experiments again, and draw its figures", [options] { return run(*options); });
    verb.required_argument(
        "PAPER", options->paper,
        {bucket_tree_paper, on_demand_paper_name, spherical_octree_paper, tool_query_paper_name},
        "bucket_tree: Ganovelli, Dingliana and O'Sullivan 2000; on_demand_spheres: Rodríguez and Franquesa 2005; "
        "spherical_octree: Tzafestas and Coiffet 1996; tool_query: Lombardo, Cani and Neyret 1999");
    verb.text("--out", "DIR", options->folder, "The folder that the figures go to (default: this one)");
    verb.text(
        "--meshes", "DIR", options->meshes,
        "on_demand_spheres: a folder with the paper's models, files whose names begin with dragon, bunny, cow and "
        "lamp; shapes of our own stand for those that it lacks");
    verb.flag("--quick", options->quick, "A second instead of minutes: shows that it works, and little else");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer("Example:\n"
                "  tactus reproduce spherical_octree --out figures\n"
                "  tactus reproduce bucket_tree --out figures\n"
                "  tactus reproduce on_demand_spheres --out figures\n"
                "  tactus reproduce tool_query --out figures");
}

} // namespace tactus::cli
