// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/options/command_line.h"
#include "cli/output/progress.h"
#include "contact_tables.h"
#include "measure/machine.h"
#include "measure/write_file.h"
#include "measurements.h"
#include "workloads.h"

namespace tactus::contacts {

namespace {

const std::vector<std::string> all_measurements = {"overruns",   "time_check",     "unit_times",
                                                   "kept_front", "exact_contacts", "orders"};
const std::vector<std::string> all_scenes = {"haptic_probe", "organ_tool", "soft_organs"};

struct Arguments {
    std::vector<std::string> only = all_measurements;
    std::vector<std::string> scenes = all_scenes;
    std::vector<std::string> rows;
    std::size_t queries = 100000;
    std::uint32_t repeats = 7;
    bool quick = false;
    std::string json;
    std::string markdown;
};

/// Frames of a scene that are kept in memory at once.
constexpr std::uint32_t max_frames = 400;
/// The probe touches the organ from here on.
constexpr std::uint32_t probe_frame = 300;

template <class T>
T value_or_throw(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().message);
    return std::move(result).value();
}

/// Shows how far one row of a table is.
class RowProgress {
public:
    explicit RowProgress(const std::string& label) : bar_(label, ticks) {}
    Tell tell()
    {
        return [this](double share) { bar_.set(static_cast<std::size_t>(share * double(ticks))); };
    }

private:
    static constexpr std::size_t ticks = 1000;
    cli::Progress bar_;
};

/// Prints a table row by row while it is made, and keeps its numbers under its name.
class Table {
public:
    Table(const std::string& name, const std::string& head, std::string& report, cli::Json& json)
        : report_(report), rows_(json[name] = cli::Json::array())
    {
        add_text(head);
    }
    ~Table() { add_text("\n"); }
    void add(const TableRow& row)
    {
        add_text(row.text);
        rows_.push_back(row.json);
    }

private:
    void add_text(const std::string& text)
    {
        report_ += text;
        fmt::print("{}", text);
        std::fflush(stdout);
    }

    std::string& report_;
    cli::Json& rows_;
};

void measure_orders(const Arguments& arguments, Table& table)
{
    for (const std::string& name : arguments.scenes) {
        const scenes::Scene scene = value_or_throw(scenes::make_scene(name));
        const std::vector<std::uint32_t> parts =
            arguments.quick ? std::vector<std::uint32_t>{2} : std::vector<std::uint32_t>{1, 2, 3};
        for (const std::uint32_t part : parts) {
            RowProgress progress("orders " + name);
            const cli::CurveOptions options = {
                .frame = scene.frame_count * part / 4,
                .cuts = 2,
                .repeat = 1,
                .contact_distance = static_cast<float>(0.5 * cli::mean_edge(scene))};
            const cli::CurveReport report =
                value_or_throw(cli::measure_curves(scene, options, {Structure::refit_bvh}, progress.tell()));
            table.add(orders_row(name, options.frame, report.structures.at(0)));
        }
    }
}

void measure_rows(const Arguments& arguments, Table& table)
{
    for (const peers::Row& row : peers::all_rows()) {
        const bool is_chosen =
            arguments.rows.empty()
                ? row.main && (!arguments.quick || row.triangles <= 20480)
                : std::find(arguments.rows.begin(), arguments.rows.end(), row.name) != arguments.rows.end();
        if (!is_chosen)
            continue;
        RowProgress progress("exact_contacts " + row.name);
        const PlayedScene scene = value_or_throw(PlayedScene::make(row.scene, row.triangles, row.frames));
        table.add(exact_contacts_row(
            row.title, value_or_throw(measure_exact_contacts(scene, arguments.quick ? 2 : 3, progress.tell()))));
    }
}

void measure(const std::string& what, const Arguments& arguments, std::string& report, cli::Json& json)
{
    using Measure = std::function<TableRow(const PlayedScene&, const Tell&)>;
    const auto for_each_scene = [&](const std::string& head, const Measure& of_scene) {
        Table table(what, head, report, json);
        for (const std::string& name : arguments.scenes) {
            RowProgress progress(what + " " + name);
            const std::uint32_t skipped = name == "haptic_probe" ? probe_frame : 0;
            const PlayedScene scene = value_or_throw(PlayedScene::make(name, 0, max_frames, skipped));
            table.add(of_scene(scene, progress.tell()));
        }
    };
    if (what == "overruns") {
        const std::size_t queries =
            arguments.quick ? std::min<std::size_t>(arguments.queries, 5000) : arguments.queries;
        for_each_scene(overruns_head(), [&](const PlayedScene& scene, const Tell& tell) {
            return overruns_row(scene, value_or_throw(measure_overruns(scene, queries, tell)));
        });
    } else if (what == "time_check") {
        for_each_scene(time_check_head(), [&](const PlayedScene& scene, const Tell& tell) {
            return time_check_row(
                scene, value_or_throw(measure_time_check(scene, arguments.quick ? 10 : 40, arguments.repeats, tell)));
        });
    } else if (what == "unit_times") {
        for_each_scene(unit_times_head(), [&](const PlayedScene& scene, const Tell& tell) {
            return unit_times_row(scene, value_or_throw(measure_unit_times(scene, arguments.quick ? 8 : 30, 3, tell)));
        });
    } else if (what == "kept_front") {
        for_each_scene(kept_front_head(), [&](const PlayedScene& scene, const Tell& tell) {
            return kept_front_row(scene, value_or_throw(measure_kept_front(scene, tell)));
        });
    } else if (what == "exact_contacts") {
        Table table(what, exact_contacts_head(), report, json);
        measure_rows(arguments, table);
    } else {
        Table table(what, orders_head(), report, json);
        measure_orders(arguments, table);
    }
}

void run(const Arguments& arguments, const std::string& command)
{
    cli::Json json{
        {"processor", benchmarks::processor_name()},
        {"date", benchmarks::date_today()},
        {"compiler", benchmarks::compiler_name()},
        {"command", command}};
    std::string report = fmt::format(
        "# Contacts on the beat\n\n{}, {}, {}. Made by `{}`.\n\n", benchmarks::processor_name(),
        benchmarks::date_today(), benchmarks::compiler_name(), command);
    fmt::print("{}", report);
    for (const std::string& what : arguments.only)
        measure(what, arguments, report, json);
    if (!arguments.markdown.empty())
        benchmarks::write_file(arguments.markdown, report);
    if (!arguments.json.empty())
        benchmarks::write_file(arguments.json, json.text() + "\n");
}

} // namespace

} // namespace tactus::contacts

int main(int argc, char** argv)
{
    using namespace tactus::contacts;
    Arguments arguments;
    tactus::cli::CommandLine command_line(
        "What contact queries cost: deadlines kept, work units, the front, exact contacts, orders.", "tactus_contacts");
    tactus::cli::Options options = command_line.options();
    options.footer("Examples:\n"
                   "  tactus_contacts --quick\n"
                   "  tactus_contacts --only overruns,time_check --scenes haptic_probe\n"
                   "  tactus_contacts --only exact_contacts --rows spheres_20k,organ_tool");
    std::vector<std::string> row_names;
    for (const tactus::peers::Row& row : tactus::peers::all_rows())
        row_names.push_back(row.name);
    options.list("--only", "NAMES", arguments.only, all_measurements, "What to measure; all if left out");
    options.list("--scenes", "NAMES", arguments.scenes, all_scenes, "On which scenes; all if left out");
    options.list(
        "--rows", "NAMES", arguments.rows, row_names, "Sequences for exact_contacts; the peers' main ones if left out");
    options.number(
        "--queries", "N", arguments.queries, tactus::cli::counts,
        "Queries with a deadline, on each scene (default 100000)");
    options.number("--repeat", "N", arguments.repeats, tactus::cli::counts, "Passes of the time check (default 7)");
    options.flag("--quick", arguments.quick, "Fewer queries and frames, and small sequences only");
    options.text("--json", "FILE", arguments.json, "Write the numbers here");
    options.text("--markdown", "FILE", arguments.markdown, "Write the tables here");
    if (const std::optional<int> exit_code = command_line.read_or_exit_code(argc, argv))
        return *exit_code;
    std::string command = "tactus_contacts";
    for (int k = 1; k < argc; ++k)
        command += std::string(" ") + argv[k];
    try {
        run(arguments, command);
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "tactus_contacts: {}\n", problem.what());
        return 2;
    }
}
