// SPDX-License-Identifier: MIT
#include "cli/options/number_option.h"

#include <charconv>

#include <fmt/format.h>

#include "cli/output/number_text.h"

namespace tactus::cli {

namespace {

template <class Number>
Result<Number> number_between(const std::string& text, Number least, Number most, const std::string& range)
{
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    // Nan is neither below nor above anything.
    if (code != std::errc{} || stop != end || !(number >= least && number <= most))
        return Error{ErrorCode::invalid_argument, fmt::format("{} is not a {}", text.substr(0, 40), range)};
    return number;
}

} // namespace

Result<std::uint64_t> parse_number(const std::string& text, const WholeNumbers& range)
{
    Result<std::uint64_t> number = number_between(
        text, range.least, range.most,
        fmt::format("whole number from {} to {}", readable(range.least), readable(range.most)));
    const bool is_number = text.find_first_not_of("0123456789") == std::string::npos && !text.empty();
    const bool is_more = is_number && !number_between(text, std::uint64_t{0}, range.most, "").ok();
    return number.ok() || !is_more ? number : Error{number.error().code, number.error().message + range.for_more};
}

Result<double> parse_number(const std::string& text, const RealNumbers& range)
{
    return number_between(
        text, range.least, range.most,
        fmt::format("number from {} to {}", readable(range.least, 6), readable(range.most, 6)));
}

} // namespace tactus::cli
