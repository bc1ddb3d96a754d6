// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "cli/verbs.h"

namespace {

int refuse(std::string message)
{
    // One sentence is one line, whatever a library put into it.
    for (char& letter : message)
        if (letter == '\n' || letter == '\r')
            letter = ' ';
    while (!message.empty() && message.back() == ' ')
        message.pop_back();
    fmt::print(stderr, "tactus: {}\n", message);
    return tactus::cli::exit_refused;
}

int run(int argument_count, char** arguments)
{
    CLI::App app(
        "Finds where soft things touch: every intersecting pair of triangles of deforming meshes, exactly.", "tactus");
    app.set_version_flag("--version", "tactus " TACTUS_VERSION);
    app.require_subcommand(1);
    app.footer("Example:\n  tactus make bumpy_spheres -o spheres.seq\n  tactus play spheres.seq");

    tactus::cli::Work work;
    tactus::cli::add_check(app, work);
    tactus::cli::add_play(app, work);
    tactus::cli::add_make(app, work);
    tactus::cli::add_info(app, work);
    tactus::cli::add_run(app, work);
    tactus::cli::add_curve(app, work);
    tactus::cli::add_spheres(app, work);
    tactus::cli::add_reproduce(app, work);
    try {
        app.parse(argument_count, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return app.exit(error);
        const auto called = app.get_subcommands();
        const std::string verb = called.empty() ? "" : called.front()->get_name() + " ";
        return refuse(fmt::format("{}; see tactus {}--help", error.what(), verb));
    }

    const tactus::Result<int> done = work();
    if (!done.ok())
        return refuse(done.error().message);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        return refuse("the output could not be written; check the space on the disk");
    return done.value();
}

} // namespace

int main(int argument_count, char** arguments)
{
    try {
        return run(argument_count, arguments);
    } catch (const std::bad_alloc&) {
        return refuse("the memory of this machine does not hold what was asked for; ask for less");
    } catch (const std::exception& failure) {
        return refuse(failure.what());
    }
}
