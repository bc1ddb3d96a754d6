// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/options/command_line.h"
#include "measure/machine.h"
#include "measure/write_file.h"
#include "measurements.h"
#include "workloads.h"

namespace tactus::contacts {

namespace {

struct Measurement {
    const char* name;
    void (*measure)(const Choices&, Table&);
};

constexpr std::array<Measurement, 12> measurements{{
    {"exact_contacts", measure_exact_contacts},
    {"peers", measure_contact_peers},
    {"cloth", measure_cloth},
    {"flat_sheets", measure_flat_sheets},
    {"haptic_loop", measure_haptic_loop},
    {"unreached_budget", measure_unreached_budget},
    {"first_queries", measure_first_queries},
    {"workers", measure_workers},
    {"overruns", measure_overruns},
    {"unit_times", measure_unit_times},
    {"kept_front", measure_kept_front},
    {"orders", measure_orders},
}};

std::vector<std::string> measurement_names()
{
    std::vector<std::string> names;
    for (const Measurement& measurement : measurements)
        names.emplace_back(measurement.name);
    return names;
}

const std::vector<std::string> all_scenes = {"haptic_probe", "organ_tool", "soft_organs"};

struct Arguments {
    std::vector<std::string> only = measurement_names();
    Choices choices{.scenes = all_scenes, .rows = {}};
    std::string json;
    std::string markdown;
};

/// What was wrong with answers, which is nothing as a rule.
std::vector<std::string> run(const Arguments& arguments, const std::string& command)
{
    std::vector<std::string> problems;
    cli::Json json{
        {"processor", benchmarks::processor_name()},
        {"date", benchmarks::date_today()},
        {"compiler", benchmarks::compiler_name()},
        {"command", command}};
    std::string report = fmt::format(
        "# Contacts on the beat\n\n{}, {}, {}. Made by `{}`.\n\n", benchmarks::processor_name(),
        benchmarks::date_today(), benchmarks::compiler_name(), command);
    fmt::print("{}", report);
    for (const Measurement& measurement : measurements)
        if (std::ranges::find(arguments.only, measurement.name) != arguments.only.end()) {
            Table table(measurement.name, report, json, problems);
            measurement.measure(arguments.choices, table);
        }
    if (!arguments.markdown.empty())
        benchmarks::write_file(arguments.markdown, report);
    if (!arguments.json.empty())
        benchmarks::write_file(arguments.json, json.text() + "\n");
    return problems;
}

} // namespace

} // namespace tactus::contacts

int main(int argc, char** argv)
{
    using namespace tactus::contacts;
    Arguments arguments;
    tactus::cli::CommandLine command_line(
        "What contact queries cost: against pairs and other libraries, on a beat, with a limit and with workers.",
        "tactus_contacts");
    tactus::cli::Options options = command_line.options();
    options.footer("Examples:\n"
                   "  tactus_contacts --quick\n"
                   "  tactus_contacts --only peers,cloth,haptic_loop\n"
                   "  tactus_contacts --only overruns --scenes haptic_probe\n"
                   "  tactus_contacts --only exact_contacts --rows spheres_20k,organ_tool");
    std::vector<std::string> row_names;
    for (const tactus::peers::Row& row : tactus::peers::all_rows())
        if (row.kind == tactus::peers::RowKind::meshes)
            row_names.push_back(row.name);
    options.list("--only", "NAMES", arguments.only, measurement_names(), "What to measure; all if left out");
    options.list(
        "--scenes", "NAMES", arguments.choices.scenes, all_scenes,
        "Scenes for overruns, unit_times, kept_front and orders; all if left out");
    options.list(
        "--rows", "NAMES", arguments.choices.rows, row_names,
        "Sequences for exact_contacts; the peers' main ones if left out");
    options.number(
        "--queries", "N", arguments.choices.queries, tactus::cli::counts,
        "Queries with a deadline for overruns, on each scene (default 100000)");
    options.number(
        "--repeat", "N", arguments.choices.passes, tactus::cli::counts,
        "Passes over the frames; each frame counts with its fastest (default 3)");
    options.flag("--quick", arguments.choices.quick, "Fewer queries and frames, and small sequences only");
    options.text("--json", "FILE", arguments.json, "Write the numbers here");
    options.text("--markdown", "FILE", arguments.markdown, "Write the tables here");
    if (const std::optional<int> exit_code = command_line.read_or_exit_code(argc, argv))
        return *exit_code;
    std::string command = "tactus_contacts";
    for (int k = 1; k < argc; ++k)
        command += std::string(" ") + argv[k];
    try {
        const std::vector<std::string> problems = run(arguments, command);
        for (const std::string& problem : problems)
            fmt::print(stderr, "tactus_contacts: {}\n", problem);
        return problems.empty() ? 0 : 1;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "tactus_contacts: {}\n", problem.what());
        return 2;
    }
}
