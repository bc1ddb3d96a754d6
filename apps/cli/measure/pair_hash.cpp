// SPDX-License-Identifier: MIT
#include "cli/measure/pair_hash.h"

#include <fmt/format.h>

namespace tactus::cli {

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

} // namespace tactus::cli
