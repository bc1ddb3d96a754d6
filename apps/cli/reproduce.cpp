// SPDX-License-Identifier: MIT
// tactus reproduce PAPER: papers' experiments measured again, their numbers beside ours, and what holds of their
// claims.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/output/json.h"
#include "cli/output/papers/reproductions.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/reproduce/paper_models.h"
#include "cli/verbs.h"
#include "io/file_bytes.h"

namespace tactus::cli {

namespace {

struct ReproduceOptions {
    Texts papers;
    bool all = false;
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

/// Those that were asked for, each once and in the order of the list.
std::vector<Reproduction> chosen_of(const ReproduceOptions& options)
{
    std::vector<Reproduction> chosen;
    for (const Reproduction& reproduction : all_reproductions())
        if (options.all || std::ranges::find(options.papers, reproduction.paper) != options.papers.end())
            chosen.push_back(reproduction);
    return chosen;
}

/// Refuses models that cannot be read, and those that none of the chosen papers would be measured with. Like the folder
/// of --out, they are looked at before anything is measured.
Result<void> check_meshes(const ReproduceOptions& options, std::span<const Reproduction> chosen)
{
    if (options.meshes.empty())
        return {};
    if (std::ranges::any_of(chosen, &Reproduction::takes_meshes)) {
        const Result<PaperModels> models = PaperModels::open(options.meshes);
        return models.ok() ? Result<void>() : models.error();
    }
    std::string names, takers;
    for (const Reproduction& reproduction : chosen)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", reproduction.paper);
    for (const Reproduction& reproduction : all_reproductions())
        if (reproduction.takes_meshes)
            takers += fmt::format("{}{}", takers.empty() ? "" : ", ", reproduction.paper);
    return refusal(fmt::format(
        "--meshes {}: not used by {}, only by {}; leave it out, or name one of these too", options.meshes, names,
        takers));
}

/// Measures a paper again, with a bar on the way.
Result<Findings> measured_again(const Reproduction& reproduction, std::string label, const ReproduceOptions& options)
{
    constexpr std::size_t ticks = 1000;
    Progress progress(std::move(label), ticks);
    return reproduction.run(
        {options.quick, options.meshes}, [&](double share) { progress.set(static_cast<std::size_t>(share * ticks)); });
}

/// Writes a file into the folder, and notes its name.
Result<void> keep(const std::string& folder, const std::string& name, const std::string& bytes, Texts& paths)
{
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (Result<void> written = io::write_bytes(path, bytes); !written.ok())
        return written.error();
    paths.push_back(path.lexically_normal().string());
    return {};
}

Result<int> run(const ReproduceOptions& options)
{
    if (options.all && !options.papers.empty())
        return refusal(fmt::format(
            "--all measures all papers, and {} {} named too; leave --all or the name{} out",
            fmt::join(options.papers, ", "), options.papers.size() == 1 ? "is" : "are",
            options.papers.size() == 1 ? "" : "s"));
    const std::vector<Reproduction> chosen = chosen_of(options);
    if (chosen.empty())
        return refusal("PAPER is required, or --all for all of them; see tactus reproduce --help");
    if (Result<void> checked = check_meshes(options, chosen); !checked.ok())
        return checked.error();
    if (Result<void> made = make_folder(options.folder); !made.ok())
        return made.error();
    std::vector<Claim> claims;
    Texts paths;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const Reproduction& reproduction = chosen[k];
        std::string label = chosen.size() == 1 ? std::string(reproduction.paper)
                                               : fmt::format("{} ({} of {})", reproduction.paper, k + 1, chosen.size());
        const Result<Findings> found = measured_again(reproduction, std::move(label), options);
        if (!found.ok())
            return found.error();
        const Findings& findings = found.value();
        claims.insert(claims.end(), findings.claims.begin(), findings.claims.end());
        for (const auto& [name, bytes] : findings.pictures)
            if (Result<void> kept = keep(options.folder, name, bytes, paths); !kept.ok())
                return kept.error();
        Json numbers = findings.numbers;
        numbers["quick"] = options.quick;
        numbers["claims"] = claims_json(findings.claims, options.quick);
        const std::string name = fmt::format("{}.json", reproduction.paper);
        if (Result<void> kept = keep(options.folder, name, numbers.text() + "\n", paths); !kept.ok())
            return kept.error();
        if (!options.json)
            say("{}{}", k > 0 ? "\n\n" : "", findings.text);
    }
    if (options.json) {
        say_json(claims_json(claims, options.quick));
        return exit_done;
    }
    say("\nWhat the paper{} by what was counted; no time decides it\n\n{}\n", chosen.size() > 1 ? "s say," : " says,",
        claims_text(claims, options.quick));
    if (options.quick)
        say("this was the quick run: too short for conclusions\n");
    for (const std::string& path : paths)
        say("written: {}\n", path);
    return exit_done;
}

} // namespace

void add_reproduce(CommandLine& command_line)
{
    const auto options = std::make_shared<ReproduceOptions>();
    Options verb = command_line.add_verb(
        "reproduce", "Measure papers' experiments again, draw their figures, and say what holds",
        [options] { return run(*options); });
    Texts known;
    std::string help = "One or more of";
    for (const Reproduction& reproduction : all_reproductions()) {
        help += fmt::format("{} {}: {}", known.empty() ? "" : ";", reproduction.paper, reproduction.authors);
        known.emplace_back(reproduction.paper);
    }
    verb.arguments("PAPER", options->papers, known, help);
    verb.flag("--all", options->all, "All papers, one after the other");
    verb.text("--out", "DIR", options->folder, "The folder that figures and numbers go to (default: this one)");
    verb.text(
        "--meshes", "DIR", options->meshes,
        "interruptible_spheres and on_demand_spheres: a folder with the papers' models, files whose names begin with "
        "dragon, bunny, cow and "
        "lamp; shapes of our own stand for those that it lacks");
    verb.flag(
        "--quick", options->quick,
        "Seconds instead of minutes, 15 or so for all papers: shows that it works, and judges nothing");
    verb.flag(
        "--json", options->json, "Print the claims as JSON; all numbers are in PAPER.json, in the folder of --out");
    verb.footer("Example:\n"
                "  tactus reproduce spherical_octree --out figures\n"
                "  tactus reproduce --all --out figures");
}

} // namespace tactus::cli
