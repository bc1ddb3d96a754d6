// SPDX-License-Identifier: MIT
// Lines, words and numbers of text formats, independent of the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus::io {

/// Takes the next word off the front of the text. Empty when only blanks are left.
std::string_view take_word(std::string_view& text);

/// The nearest float: infinite beyond the largest one, nan for "nan". Nothing if the word is not a number.
std::optional<float> parse_float(std::string_view word);

/// Nothing if the word is not a whole number, or not one of 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view word);

/// The beginning of a word of a file, for a sentence: a damaged file may have words of any length.
std::string shortened(std::string_view word, std::size_t max_letters = 40);
/// Such a beginning in quotes.
std::string in_quotes(std::string_view word);

/// A number in the fewest digits that say which float it is.
std::string number_text(double value);

/// Walks through a text line by line, counting from 1.
class Lines {
public:
    Lines(const std::filesystem::path& path, std::string_view text) : path_(path), rest_(text) {}

    /// Steps to the next line; false after the last. What follows `comment` on a line is not shown.
    bool next(char comment = '\0');
    /// Steps to the next line that is not blank.
    bool next_filled(char comment = '\0');

    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; }
    std::string_view rest() const { return rest_; }

    /// A refusal that names the file and the current line.
    Error error(const std::string& what) const;

    /// Three finite coordinates off the front of the text, or a refusal that says which one of which vertex is wrong.
    Result<Vec3> take_point(std::string_view& text, std::size_t vertex) const;

private:
    const std::filesystem::path& path_;
    std::string_view rest_;
    std::string_view line_;
    std::size_t number_ = 0;
};

/// What is wrong with a vertex whose coordinates are not all finite, as in "vertex 812: x is nan"; empty if nothing is.
std::string non_finite_text(const Vec3& point, std::size_t vertex);

} // namespace tactus::io
