// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tactus::benchmarks {

/// The processor's name, as the system tells it.
std::string processor_name();
/// Today, as 2026-03-14, in universal time.
std::string date_today();
/// The compiler this file was made with.
std::string compiler_name();

} // namespace tactus::benchmarks
