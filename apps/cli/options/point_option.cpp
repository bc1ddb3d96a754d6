// SPDX-License-Identifier: MIT
#include "cli/options/point_option.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "cli/options/number_option.h"

namespace tactus::cli {

namespace {

/// What stands between commas, without the spaces around it.
std::vector<std::string> parts_of(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::string part = text.substr(begin, end - begin);
        part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
        part.erase(part.find_last_not_of(' ') + 1);
        parts.push_back(std::move(part));
        begin = end + 1;
    }
    return parts;
}

std::string counted_numbers(std::size_t count)
{
    constexpr std::array<const char*, 3> few = {"no number", "one number", "two numbers"};
    return count < few.size() ? few[count] : fmt::format("{} numbers", count);
}

} // namespace

Result<Vec3> parse_point(const std::string& option, const std::string& text)
{
    const auto refused = [&](const std::string& why) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "{} {}: {}; a point is three numbers with commas between them, in metres, as 0.1,0,-0.25", option,
                text.substr(0, 60), why)};
    };
    std::vector<std::string> parts = parts_of(text);
    if (parts.size() == 1 && parts[0].empty())
        parts.clear();
    if (parts.size() != 3)
        return refused("has " + counted_numbers(parts.size()));
    constexpr double largest = std::numeric_limits<float>::max();
    std::array<float, 3> numbers = {};
    for (std::size_t k = 0; k < 3; ++k) {
        const Result<double> number = parse_number(parts[k], RealNumbers{-largest, largest});
        if (!number.ok())
            return refused(
                fmt::format("its {} '{}' is no number that a float holds", "xyz"[k], parts[k].substr(0, 40)));
        numbers[k] = static_cast<float>(number.value());
    }
    return Vec3{numbers[0], numbers[1], numbers[2]};
}

} // namespace tactus::cli
