// SPDX-License-Identifier: MIT
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/output/streams.h"
#include "cli/verbs.h"
#include "scenes/nearest_names.h"

namespace {

int refuse(std::string message)
{
    // One sentence is one line, whatever a library or a file's name put into it.
    for (char& letter : message)
        if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f')
            letter = ' ';
    while (!message.empty() && message.back() == ' ')
        message.pop_back();
    tactus::cli::say_error("tactus: " + message + "\n");
    return tactus::cli::exit_refused;
}

/// What is wrong with the arguments, in a sentence.
std::string parse_failure(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments)
{
    if (const auto called = app.get_subcommands(); !called.empty())
        return fmt::format("{}; see tactus {} --help", error.what(), called.front()->get_name());
    if (arguments.empty() || arguments.front().starts_with('-'))
        return fmt::format("{}; see tactus --help", error.what());
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({}))
        names.push_back(verb->get_name());
    return fmt::format(
        "no verb is called '{}'; did you mean '{}'? see tactus --help", arguments.front(),
        tactus::scenes::nearest_name(arguments.front(), {names.begin(), names.end()}));
}

int run(int argument_count, char** arguments)
{
    CLI::App app(
        "Finds where soft things touch: every intersecting pair of triangles of deforming meshes, exactly.", "tactus");
    app.set_version_flag("--version", "tactus " TACTUS_VERSION);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done, 1 in contact (check --fail-on-contact) or not covered (spheres --check),\n"
               "2 refused, with a sentence on stderr.\n\n"
               "Example:\n  tactus make bumpy_spheres -o spheres.seq\n  tactus play spheres.seq");

    tactus::cli::Work work;
    tactus::cli::add_check(app, work);
    tactus::cli::add_play(app, work);
    tactus::cli::add_make(app, work);
    tactus::cli::add_info(app, work);
    tactus::cli::add_run(app, work);
    tactus::cli::add_curve(app, work);
    tactus::cli::add_spheres(app, work);
    tactus::cli::add_reproduce(app, work);
    int exit_code = tactus::cli::exit_done;
    try {
        app.parse(argument_count, arguments);
        const tactus::Result<int> done = work();
        if (!done.ok())
            return refuse(done.error().message);
        exit_code = done.value();
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0)
            return refuse(parse_failure(app, error, {arguments + 1, arguments + argument_count}));
        // Help, or the version.
        std::ostringstream out, unused;
        app.exit(error, out, unused);
        tactus::cli::say_text(out.str());
    }
    if (const tactus::Result<void> printed = tactus::cli::finish_saying(); !printed.ok())
        return refuse(printed.error().message);
    return exit_code;
}

} // namespace

int main(int argument_count, char** arguments)
{
    tactus::cli::prepare_streams();
    try {
        return run(argument_count, arguments);
    } catch (const std::bad_alloc&) {
        return refuse("the memory of this machine does not hold what was asked for; ask for less");
    } catch (const std::exception& failure) {
        return refuse(failure.what());
    }
}
