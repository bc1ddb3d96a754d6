// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::scenes {

/// The end of a refusal: "; nearest: a, b, c", the three names that take the fewest edits to reach,
/// names that contain the one given first.
std::string nearest_names(std::string_view name, const std::vector<std::string_view>& known);

/// The first of these: the name that takes the fewest edits to reach. Empty where none is known.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& known);

/// The name that was meant by one that is misspelt: one that a third of the letters are missing from or wrong in at
/// most, or the only one that contains it. Capitals do not count. Empty where none is near.
std::string_view name_meant(std::string_view name, const std::vector<std::string_view>& known);

/// How many letters must be put in, taken out, changed or exchanged with the next to make one name of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

} // namespace tactus::scenes
