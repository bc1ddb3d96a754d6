// SPDX-License-Identifier: MIT
#include "opengl/picture/caption.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace tactus {

namespace {

constexpr std::uint32_t glyph_width = 5;
constexpr std::uint32_t glyph_height = 9; // seven rows above the line and two below
constexpr std::uint32_t advance = glyph_width + 1;
constexpr std::uint32_t line_height = glyph_height + 3;
constexpr std::size_t glyphs_per_band = 16;
constexpr std::size_t art_width = glyphs_per_band * (glyph_width + 1) - 1;

// Printable ASCII from space to tilde, sixteen characters a band, nine rows a character.
// clang-format off
constexpr std::string_view art =
    "..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... ....#"
    "..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... ..... ....#"
    "..... ..#.. .#.#. ##### #.#.. ...#. #.#.. ..#.. .#... ...#. #.#.# ..#.. ..... ..... ..... ...#."
    "..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. ##### ..... ##### ..... ..#.."
    "..... ..#.. ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#.. ..... ..... ..... .#..."
    "..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#.. .##.. ..... .##.. #...."
    "..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... ..... .##.. ..... .##.. #...."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..#.. ..... ..... ....."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... ....."

    ".###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###. ..... ..... ....# ..... #.... .###."
    "#...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...# .##.. .##.. ...#. ..... .#... #...#"
    "#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...# .##.. .##.. ..#.. ##### ..#.. ....#"
    "#.#.# ..#.. ...#. ..##. #..#. ....# ####. ..#.. .###. .#### ..... ..... .#... ..... ...#. ...#."
    "##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....# ..... ..... ..#.. ##### ..#.. ..#.."
    "#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#. .##.. .##.. ...#. ..... .#... ....."
    ".###. .###. ##### .###. ...#. .###. .###. .#... .###. .##.. .##.. .##.. ....# ..... #.... ..#.."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..#.. ..... ..... ..... ....."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... ..... ....."

    ".###. .###. ####. .###. ####. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###."
    "#...# #...# #...# #...# #...# #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## ##..# #...#"
    "#.### #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# #.#.# #...#"
    "#.#.# ##### ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #..## #...#"
    "#.### #...# #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #...# #...#"
    "#.... #...# #...# #...# #...# #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #...# #...#"
    ".###. #...# ####. .###. ####. ##### #.... .#### #...# .###. .##.. #...# ##### #...# #...# .###."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ....."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ....."

    "####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###. #.... .###. ..#.. ....."
    "#...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# .#... #.... ...#. .#.#. ....."
    "#...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. .#... .#... ...#. #...# ....."
    "####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. .#... ..#.. ...#. ..... ....."
    "#.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.# .#.#. ..#.. .#... .#... ...#. ...#. ..... ....."
    "#.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... .#... ....# ...#. ..... ....."
    "#.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###. ....# .###. ..... ....."
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... #####"
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ....."

    ".#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .##.. ..... ..... ....."
    "..#.. ..... #.... ..... ....# ..... .#... ..... #.... ..... ..... #.... ..#.. ..... ..... ....."
    "..... .###. ####. .#### .#### .###. ####. .#### ####. .##.. ..##. #..#. ..#.. ##.#. ####. .###."
    "..... ....# #...# #.... #...# #...# .#... #...# #...# ..#.. ...#. #.#.. ..#.. #.#.# #...# #...#"
    "..... .#### #...# #.... #...# ##### .#... #...# #...# ..#.. ...#. ##... ..#.. #.#.# #...# #...#"
    "..... #...# #...# #.... #...# #.... .#... #...# #...# ..#.. ...#. #.#.. ..#.. #.#.# #...# #...#"
    "..... .#### ####. .#### .#### .###. .#... .#### #...# .###. ...#. #..#. .###. #.#.# #...# .###."
    "..... ..... ..... ..... ..... ..... ..... ....# ..... ..... #..#. ..... ..... ..... ..... ....."
    "..... ..... ..... ..... ..... ..... ..... .###. ..... ..... .##.. ..... ..... ..... ..... ....."

    "..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...## ..#.. ##... ..... ....."
    "..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. ..... ....."
    "####. .#### #.##. .#### ####. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. .#... ....."
    "#...# #...# ##..# #.... .#... #...# #...# #.#.# .#.#. #...# ...#. .#... ..#.. ...#. #.#.# ....."
    "#...# #...# #.... .###. .#... #...# #...# #.#.# ..#.. #...# ..#.. ..#.. ..#.. ..#.. ...#. ....."
    "#...# #...# #.... ....# .#... #...# .#.#. #.#.# .#.#. #...# .#... ..#.. ..#.. ..#.. ..... ....."
    "####. .#### #.... ####. ..##. .#### ..#.. .#.#. #...# .#### ##### ...## ..#.. ##... ..... ....."
    "#.... ....# ..... ..... ..... ..... ..... ..... ..... ....# ..... ..... ..... ..... ..... ....."
    "#.... ....# ..... ..... ..... ..... ..... ..... ..... .###. ..... ..... ..... ..... ..... ....."
    ;
// clang-format on
static_assert(art.size() == 6 * glyph_height * art_width);

bool has_ink(unsigned char character, std::uint32_t column, std::uint32_t row)
{
    const std::size_t glyph = character - 32u;
    const std::size_t line = glyph / glyphs_per_band * glyph_height + row;
    return art[line * art_width + glyph % glyphs_per_band * (glyph_width + 1) + column] == '#';
}

// Lines of characters that all have a glyph. A character of several bytes becomes one question mark.
std::vector<std::string> split_lines(std::string_view text)
{
    std::vector<std::string> lines(1);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n')
            lines.emplace_back();
        else if (byte >= 32 && byte < 127)
            lines.back() += c;
        else if ((byte & 0xc0u) != 0x80u)
            lines.back() += '?';
    }
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    return lines;
}

using Ink = std::array<std::uint8_t, 3>;
constexpr Ink ink_of_text = {52, 60, 74};

void draw_square(Image& image, std::int64_t left, std::int64_t top, std::uint32_t size, const Ink& ink)
{
    for (std::int64_t y = std::max<std::int64_t>(top, 0); y < std::min<std::int64_t>(top + size, image.height); ++y)
        for (std::int64_t x = left; x < std::min<std::int64_t>(left + size, image.width); ++x)
            std::copy_n(ink.data(), 3, image.pixel(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
}

void draw_line(Image& image, const std::string& line, std::int64_t left, std::int64_t top, std::uint32_t dot)
{
    for (std::size_t i = 0; i < line.size(); ++i)
        for (std::uint32_t row = 0; row < glyph_height; ++row)
            for (std::uint32_t column = 0; column < glyph_width; ++column)
                if (has_ink(static_cast<unsigned char>(line[i]), column, row))
                    draw_square(
                        image, left + static_cast<std::int64_t>((i * advance + column) * dot), top + row * dot, dot,
                        ink_of_text);
}

/// How many pixels a dot of the font is wide where lines have so many characters at the most.
std::uint32_t dot_size(const Image& image, std::size_t longest)
{
    std::uint32_t dot = std::max(1u, image.height / 320u);
    while (dot > 1 && (longest + 4) * advance * dot > image.width)
        --dot;
    return dot;
}

/// How far words stay from the edges of an image.
std::int64_t edge_of(const Image& image) { return std::min(image.height / 24u, image.width / 24u); }

} // namespace

void draw_caption(Image& image, std::string_view text)
{
    const std::vector<std::string> lines = split_lines(text);
    std::size_t longest = 0;
    for (const std::string& line : lines)
        longest = std::max(longest, line.size());
    if (longest == 0)
        return;
    const std::uint32_t dot = dot_size(image, longest);
    const std::int64_t edge = edge_of(image);
    for (std::size_t l = 0; l < lines.size(); ++l)
        draw_line(
            image, lines[l], edge,
            static_cast<std::int64_t>(image.height) - edge
                - static_cast<std::int64_t>((lines.size() - l) * line_height * dot) + 3 * dot,
            dot);
}

void draw_legend(Image& image, std::span<const PictureKey> legend)
{
    constexpr std::uint32_t square = 7; // as high as a capital letter
    constexpr std::size_t indent = 2;   // characters
    std::size_t longest = 0;
    for (const PictureKey& key : legend)
        longest = std::max(longest, key.words.size() + indent);
    const std::uint32_t dot = dot_size(image, longest);
    const std::int64_t edge = edge_of(image);
    for (std::size_t l = 0; l < legend.size(); ++l) {
        const std::int64_t top = edge + static_cast<std::int64_t>(l * line_height * dot);
        const auto level = [](float part) {
            return static_cast<std::uint8_t>(255.0f * std::clamp(part, 0.0f, 1.0f) + 0.5f);
        };
        const auto& [red, green, blue] = legend[l].colour;
        draw_square(image, edge, top, square * dot, {level(red), level(green), level(blue)});
        for (const std::string& line : split_lines(legend[l].words))
            draw_line(image, line, edge + static_cast<std::int64_t>(indent * advance * dot), top, dot);
    }
}

} // namespace tactus
