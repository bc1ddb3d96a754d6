// SPDX-License-Identifier: MIT
#include "io/formats/text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace tactus::io {

namespace {

constexpr std::string_view blanks = " \t\r\v\f\n";
constexpr const char* axis_names[3] = {"x", "y", "z"};

std::string_view without_plus(std::string_view word)
{
    if (word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+')
        word.remove_prefix(1);
    return word;
}

template <class T>
std::errc parse_whole(std::string_view word, T& value)
{
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    return end == word.data() + word.size() ? code : std::errc::invalid_argument;
}

} // namespace

std::string_view take_word(std::string_view& text)
{
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) {
        text = {};
        return {};
    }
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

std::optional<float> parse_float(std::string_view word)
{
    word = without_plus(word);
    float value = 0.0f;
    const std::errc code = parse_whole(word, value);
    if (code == std::errc{})
        return value;
    if (code != std::errc::result_out_of_range)
        return std::nullopt;
    // Too small or too large for a float; the double says which, and the exponent's sign where a double has no room
    // either.
    double wide = 0.0;
    if (parse_whole(word, wide) == std::errc{})
        return static_cast<float>(wide);
    const bool negative = word[0] == '-';
    const bool small = word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
    const float magnitude = small ? 0.0f : std::numeric_limits<float>::infinity();
    return negative ? -magnitude : magnitude;
}

std::optional<std::int64_t> parse_integer(std::string_view word)
{
    word = without_plus(word);
    std::int64_t value = 0;
    if (parse_whole(word, value) != std::errc{})
        return std::nullopt;
    return value;
}

std::string shortened(std::string_view word, std::size_t max_letters)
{
    return std::string(word.substr(0, max_letters));
}

std::string in_quotes(std::string_view word) { return "\"" + shortened(word) + "\""; }

std::string number_text(double value)
{
    char digits[32];
    const auto [end, code] = std::to_chars(digits, digits + sizeof digits, value);
    return code == std::errc{} ? std::string(digits, end) : std::string("?");
}

bool Lines::next(char comment)
{
    if (rest_.empty())
        return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    if (comment != '\0')
        line_ = line_.substr(0, line_.find(comment));
    return true;
}

bool Lines::next_filled(char comment)
{
    while (next(comment))
        if (line_.find_first_not_of(blanks) != std::string_view::npos)
            return true;
    return false;
}

Error Lines::error(const std::string& what) const
{
    return {ErrorCode::unreadable_file, path_.string() + ": line " + std::to_string(number_) + ": " + what};
}

Result<Vec3> Lines::take_point(std::string_view& text, std::size_t vertex) const
{
    float values[3] = {};
    for (int axis = 0; axis < 3; ++axis) {
        const std::string_view word = take_word(text);
        const std::string place = "vertex " + std::to_string(vertex) + ": ";
        if (word.empty())
            return error(place + axis_names[axis] + " is missing; a vertex needs three numbers");
        const std::optional<float> value = parse_float(word);
        if (!value)
            return error(place + axis_names[axis] + " is " + in_quotes(word) + ", not a number");
        if (!std::isfinite(*value))
            return error(
                place + axis_names[axis] + " is " + shortened(word)
                + "; coordinates must be finite floats, so repair or remove this vertex");
        values[axis] = *value;
    }
    return Vec3{values[0], values[1], values[2]};
}

std::string non_finite_text(const Vec3& point, std::size_t vertex)
{
    const float values[3] = {point.x, point.y, point.z};
    for (int axis = 0; axis < 3; ++axis)
        if (!std::isfinite(values[axis]))
            return "vertex " + std::to_string(vertex) + ": " + axis_names[axis] + " is " + number_text(values[axis])
                   + "; coordinates must be finite floats, so repair or remove this vertex";
    return {};
}

} // namespace tactus::io
