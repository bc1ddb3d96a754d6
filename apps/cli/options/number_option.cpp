// SPDX-License-Identifier: MIT
#include "cli/options/number_option.h"

#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cli/output/number_text.h"

namespace tactus::cli {

namespace {

template <class Number>
std::optional<Number> parsed(const std::string& text)
{
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    return code == std::errc{} && stop == end ? std::optional<Number>(number) : std::nullopt;
}

/// The text becomes the number in plain digits, so that what converts it afterwards cannot read it otherwise: "010"
/// would be eight.
template <class Number>
CLI::Validator number_between(Number least, Number most, const std::string& range)
{
    return CLI::Validator(
        [least, most, range](std::string& text) {
            const std::optional<Number> number = parsed<Number>(text);
            // Nan is neither below nor above anything.
            if (!number || !(*number >= least && *number <= most))
                return fmt::format("{} is not a {}", text.substr(0, 40), range);
            text = fmt::format("{}", *number);
            return std::string();
        },
        "");
}

} // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most)
{
    return number_between(least, most, fmt::format("whole number from {} to {}", readable(least), readable(most)));
}

CLI::Validator real_number(double least, double most)
{
    return number_between(least, most, fmt::format("number from {} to {}", readable(least, 6), readable(most, 6)));
}

} // namespace tactus::cli
