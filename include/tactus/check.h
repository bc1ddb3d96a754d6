// SPDX-License-Identifier: MIT
#pragma once

namespace tactus {

/// Called when the library finds one of its own promises, or a caller's, broken. The default ends the program.
/// Checks are compiled into debug builds and into builds with TACTUS_CHECKS=ON.
using CheckHandler = void (*)(const char* condition, const char* file, int line);

/// Installs a handler for the whole program and gives the one before. Not to be called while queries run.
CheckHandler set_check_handler(CheckHandler handler);

} // namespace tactus
