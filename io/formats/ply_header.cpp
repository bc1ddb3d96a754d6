// SPDX-License-Identifier: MIT
#include "io/formats/ply_header.h"

#include <optional>

#include "io/formats/text.h"

namespace tactus::io {

namespace {

std::optional<PlyType> type_named(std::string_view name)
{
    struct Name {
        std::string_view name;
        PlyType type;
    };
    static constexpr Name names[] = {
        {"char", PlyType::int8},      {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
        {"uint8", PlyType::uint8},    {"short", PlyType::int16},     {"int16", PlyType::int16},
        {"ushort", PlyType::uint16},  {"uint16", PlyType::uint16},   {"int", PlyType::int32},
        {"int32", PlyType::int32},    {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
        {"float", PlyType::float32},  {"float32", PlyType::float32}, {"double", PlyType::float64},
        {"float64", PlyType::float64}};
    for (const Name& known : names)
        if (known.name == name)
            return known.type;
    return std::nullopt;
}

Result<PlyProperty> take_property(const Lines& lines, std::string_view text)
{
    PlyProperty property;
    std::string_view type_word = take_word(text);
    if (type_word == "list") {
        property.is_list = true;
        const std::string_view count_word = take_word(text);
        const std::optional<PlyType> count_type = type_named(count_word);
        if (!count_type || *count_type == PlyType::float32 || *count_type == PlyType::float64)
            return lines.error(in_quotes(count_word) + " is not a type that counts a list");
        property.count_type = *count_type;
        type_word = take_word(text);
    }
    const std::optional<PlyType> type = type_named(type_word);
    if (!type)
        return lines.error(in_quotes(type_word) + " is not a type of PLY");
    property.type = *type;
    property.name = take_word(text);
    if (property.name.empty())
        return lines.error("the property has no name");
    return property;
}

Result<PlyElement> take_element(const Lines& lines, std::string_view text)
{
    PlyElement element;
    element.name = take_word(text);
    const std::string_view word = take_word(text);
    const std::optional<std::int64_t> count = parse_integer(word);
    if (!count || *count < 0)
        return lines.error(in_quotes(word) + " is not a count of elements");
    element.count = static_cast<std::uint64_t>(*count);
    return element;
}

std::optional<PlyEncoding> encoding_named(std::string_view name)
{
    if (name == "ascii")
        return PlyEncoding::ascii;
    if (name == "binary_little_endian")
        return PlyEncoding::little_endian;
    if (name == "binary_big_endian")
        return PlyEncoding::big_endian;
    return std::nullopt;
}

} // namespace

std::size_t size_of(PlyType type)
{
    switch (type) {
    case PlyType::int8:
    case PlyType::uint8:
        return 1;
    case PlyType::int16:
    case PlyType::uint16:
        return 2;
    case PlyType::int32:
    case PlyType::uint32:
    case PlyType::float32:
        return 4;
    case PlyType::float64:
        break;
    }
    return 8;
}

Result<PlyHeader> read_ply_header(const std::filesystem::path& path, std::string_view bytes)
{
    Lines lines(path, bytes);
    PlyHeader header;
    bool has_format = false;
    if (!lines.next())
        return lines.error("the file is empty");
    std::string_view first = lines.line();
    if (take_word(first) != "ply")
        return lines.error("the file does not begin with ply; check that it is a PLY file");
    while (lines.next()) {
        std::string_view text = lines.line();
        const std::string_view word = take_word(text);
        if (word == "end_header") {
            if (!has_format)
                return lines.error("the header has no format line; it must say ascii or binary");
            header.line_count = lines.number();
            header.byte_count = bytes.size() - lines.rest().size();
            return header;
        }
        if (word == "format") {
            const std::string_view name = take_word(text);
            const std::optional<PlyEncoding> encoding = encoding_named(name);
            if (!encoding)
                return lines.error(in_quotes(name) + " is not a format of PLY");
            header.encoding = *encoding;
            has_format = true;
        } else if (word == "element") {
            Result<PlyElement> element = take_element(lines, text);
            if (!element.ok())
                return element.error();
            header.elements.push_back(std::move(element).value());
        } else if (word == "property") {
            if (header.elements.empty())
                return lines.error("a property stands before any element");
            Result<PlyProperty> property = take_property(lines, text);
            if (!property.ok())
                return property.error();
            header.elements.back().properties.push_back(std::move(property).value());
        } else if (!word.empty() && word != "comment" && word != "obj_info") {
            return lines.error(in_quotes(word) + " does not belong in a PLY header");
        }
    }
    return lines.error("the file ends inside its header; it is cut short");
}

} // namespace tactus::io
