// SPDX-License-Identifier: MIT
// What the command says. Nothing here throws, or ends the command, because nobody can hear it.
#pragma once

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <tactus/result.h>

#include "cli/output/json.h"

namespace tactus::cli {

/// To be called first. Puts something harmless where stdin, stdout or stderr is closed, so that no file is opened in
/// its place and gets what is said, and makes a reader that goes away and a limit on file sizes failures that writing
/// can see, instead of signals.
void prepare_streams();

/// Prints to stdout. A failure is remembered for `finish_saying`.
void say_text(std::string_view text);

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values)
{
    say_text(fmt::format(format, std::forward<Values>(values)...));
}

/// Prints JSON to stdout. Bytes of file names that are not UTF-8 become U+FFFD, the replacement character.
void say_json(const Json& json);

/// Prints to stderr, and says nothing where that fails.
void say_error(std::string_view text);

/// Refuses where not all that was printed could be written. A reader that has had enough, as in `tactus ... | head -1`,
/// is not a failure.
Result<void> finish_saying();

} // namespace tactus::cli
