// SPDX-License-Identifier: MIT
// Each verb adds its options to the command and does its work when it is called.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include <tactus/result.h>

namespace tactus::cli {

/// What the command ends with.
inline constexpr int exit_done = 0;
inline constexpr int exit_contact = 1; ///< only of `check --fail-on-contact`
inline constexpr int exit_not_covered = 1; ///< only of `spheres --check`
inline constexpr int exit_refused = 2; ///< bad input, with a sentence on stderr

/// For input that is refused with this sentence.
inline Error refusal(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

/// The work of the verb that was called: its exit code, or the sentence to print.
using Work = std::function<Result<int>()>;

void add_check(CLI::App& app, Work& work);
void add_play(CLI::App& app, Work& work);
void add_make(CLI::App& app, Work& work);
void add_info(CLI::App& app, Work& work);
void add_run(CLI::App& app, Work& work);
void add_curve(CLI::App& app, Work& work);
void add_reproduce(CLI::App& app, Work& work);
void add_spheres(CLI::App& app, Work& work);

} // namespace tactus::cli
