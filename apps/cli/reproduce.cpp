// SPDX-License-Identifier: MIT
// tactus reproduce PAPER: a paper's experiments measured again, its numbers beside ours.
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/octree_reproduction.h"
#include "cli/output/octree_pictures.h"
#include "cli/output/octree_report.h"
#include "cli/output/progress.h"
#include "cli/verbs.h"
#include "io/file_bytes.h"

namespace tactus::cli {

namespace {

constexpr const char* spherical_octree_paper = "spherical_octree";

struct ReproduceOptions {
    std::string paper;
    std::string folder = ".";
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

Result<std::vector<std::string>> draw(const std::string& folder, const OctreeReproduction& all)
{
    const std::pair<const char*, std::string> pictures[] = {
        {"spherical_octree_levels.svg", levels_svg(all.levels)},
        {"spherical_octree_vertices.svg", vertices_svg(all.vertices)},
        {"spherical_octree_six_objects.svg", six_objects_svg(all.six_objects)}};
    std::vector<std::string> paths;
    for (const auto& [name, svg] : pictures) {
        const std::filesystem::path path = std::filesystem::path(folder) / name;
        if (Result<void> written = io::write_bytes(path, svg); !written.ok())
            return written.error();
        paths.push_back(path.lexically_normal().string());
    }
    return paths;
}

Result<int> run(const ReproduceOptions& options)
{
    if (Result<void> made = make_folder(options.folder); !made.ok())
        return made.error();
    const Result<OctreeReproduction> all = [&] {
        constexpr std::size_t ticks = 1000;
        Progress progress(options.paper, ticks);
        return reproduce_octree(
            options.quick, [&](double share) { progress.set(static_cast<std::size_t>(share * ticks)); });
    }();
    if (!all.ok())
        return all.error();
    const Result<std::vector<std::string>> pictures = draw(options.folder, all.value());
    if (!pictures.ok())
        return pictures.error();
    if (options.json) {
        nlohmann::ordered_json json = octree_report_json(all.value());
        json["quick"] = options.quick;
        json["pictures"] = pictures.value();
        fmt::print("{}\n", json.dump(2));
        return exit_done;
    }
    fmt::print("{}", octree_report_text(all.value()));
    if (options.quick)
        fmt::print("this was the quick run: too short for conclusions\n");
    for (const std::string& path : pictures.value())
        fmt::print("picture: {}\n", path);
    return exit_done;
}

} // namespace

void add_reproduce(CLI::App& app, Work& work)
{
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App* verb = app.add_subcommand("reproduce", "Measure a paper's experiments again, and draw its figures");
    verb->add_option("PAPER", options->paper, "spherical_octree: Tzafestas and Coiffet 1996")
        ->required()
        ->check(CLI::IsMember({spherical_octree_paper}).description(""))
        ->type_name("");
    verb->add_option("--out", options->folder, "The folder that the figures go to (default: this one)")
        ->type_name("DIR");
    verb->add_flag("--quick", options->quick, "A second instead of minutes: shows that it works, and little else");
    verb->add_flag("--json", options->json, "Print numbers as JSON");
    verb->footer("Example:\n"
                 "  tactus reproduce spherical_octree --out figures");
    verb->callback([options, &work] { work = [options] { return run(*options); }; });
}

} // namespace tactus::cli
