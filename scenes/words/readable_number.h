// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace tactus::scenes {

/// A number for people, with a comma between its thousands from five digits on: "9999", "16,000,000".
std::string readable(std::uint64_t number);

} // namespace tactus::scenes
