// SPDX-License-Identifier: MIT
// Each verb adds its options to the command and does its work when it is called.
#pragma once

#include <string>
#include <utility>

#include <tactus/result.h>

#include "cli/options/command_line.h"

namespace tactus::cli {

/// What the command ends with.
inline constexpr int exit_done = 0;
inline constexpr int exit_contact = 1;     ///< only of `check --fail-on-contact`
inline constexpr int exit_not_covered = 1; ///< only of `spheres --check`
inline constexpr int exit_refused = 2;     ///< bad input, with a sentence on stderr

/// For input that is refused with this sentence.
inline Error refusal(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

void add_check(CommandLine& command_line);
void add_play(CommandLine& command_line);
void add_make(CommandLine& command_line);
void add_info(CommandLine& command_line);
void add_run(CommandLine& command_line);
void add_curve(CommandLine& command_line);
void add_reproduce(CommandLine& command_line);
void add_spheres(CommandLine& command_line);
void add_tool(CommandLine& command_line);

} // namespace tactus::cli
