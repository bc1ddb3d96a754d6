// SPDX-License-Identifier: MIT
#include <exception>
#include <string>

#include <tactus/result.h>

#include "cli/output/streams.h"
#include "cli/verbs.h"

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

int run(int argument_count, char** arguments)
{
    tactus::cli::CommandLine command_line(
        "Finds where soft things touch: every intersecting pair of triangles of deforming meshes, exactly.", "tactus");
    command_line.add_version("tactus " TACTUS_VERSION_STRING);
    command_line.options().footer(
        "Exit codes: 0 done, 1 in contact (check --fail-on-contact) or not covered (spheres --check),\n"
        "2 refused, with a sentence on stderr.\n\n"
        "Example:\n  tactus make bumpy_spheres -o spheres.seq\n  tactus play spheres.seq");

    tactus::cli::add_check(command_line);
    tactus::cli::add_play(command_line);
    tactus::cli::add_make(command_line);
    tactus::cli::add_info(command_line);
    tactus::cli::add_run(command_line);
    tactus::cli::add_curve(command_line);
    tactus::cli::add_spheres(command_line);
    tactus::cli::add_tool(command_line);
    tactus::cli::add_reproduce(command_line);
    const tactus::cli::CommandLineOutcome asked = command_line.read(argument_count, arguments);
    if (asked.refusal)
        return refuse(*asked.refusal);
    int exit_code = tactus::cli::exit_done;
    if (asked.work) {
        const tactus::Result<int> done = asked.work();
        if (!done.ok())
            return refuse(done.error().message);
        exit_code = done.value();
    } else {
        tactus::cli::say_text(asked.help);
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
