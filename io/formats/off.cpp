// SPDX-License-Identifier: MIT
// OFF, the Object File Format: counts, then a line per vertex, then a line per face.
// assimp reads OFF too, but moves an index that is out of range to the last vertex without a word.
#include <vector>

#include "io/formats/formats.h"
#include "io/formats/text.h"

namespace tactus::io {

namespace {

constexpr const char* cut_short = "; the file may be cut short";

struct Counts {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
};

Result<Counts> take_counts(Lines& lines, std::string_view text, std::size_t byte_count)
{
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) {
        if (!lines.next_filled('#'))
            return lines.error(std::string("the counts of vertices and faces are missing") + cut_short);
        text = lines.line();
    }
    const std::string_view vertex_word = take_word(text);
    const std::string_view face_word = take_word(text);
    const std::optional<std::int64_t> vertices = parse_integer(vertex_word);
    const std::optional<std::int64_t> faces = parse_integer(face_word);
    if (!vertices || !faces || *vertices < 0 || *faces < 0)
        return lines.error(
            "\"" + shortened(vertex_word) + " " + shortened(face_word) + "\" are not the counts of vertices and faces");
    // Even "0 0 0" takes six bytes a line: larger counts cannot be true, and must not make us ask for memory.
    if (static_cast<std::uint64_t>(*vertices) > byte_count / 5 || static_cast<std::uint64_t>(*faces) > byte_count / 5)
        return lines.error(
            "the header counts " + std::to_string(*vertices) + " vertices and " + std::to_string(*faces)
            + " faces, more than the file's " + std::to_string(byte_count) + " bytes can hold" + cut_short);
    return Counts{static_cast<std::uint64_t>(*vertices), static_cast<std::uint64_t>(*faces)};
}

Result<void> take_face(const Lines& lines, std::size_t face, Mesh& mesh, std::vector<std::uint32_t>& corners)
{
    std::string_view text = lines.line();
    const std::string place = "face " + std::to_string(face) + ": ";
    const std::optional<std::int64_t> corner_count = parse_integer(take_word(text));
    if (!corner_count || *corner_count < 0)
        return lines.error(place + "the line does not begin with the number of corners");
    if (*corner_count < 3)
        return lines.error(place + "it has " + std::to_string(*corner_count) + " corners; a face needs at least 3");
    corners.clear();
    for (std::int64_t corner = 0; corner < *corner_count; ++corner) {
        const std::string_view word = take_word(text);
        const std::optional<std::int64_t> index = parse_integer(word);
        if (word.empty())
            return lines.error(
                place + std::to_string(*corner_count) + " corners were announced, but there are only "
                + std::to_string(corner) + cut_short);
        if (!index)
            return lines.error(place + in_quotes(word) + " is not a vertex number");
        if (*index < 0 || static_cast<std::uint64_t>(*index) >= mesh.positions.size())
            return lines.error(
                place + "it names vertex " + std::to_string(*index) + ", but there are only "
                + std::to_string(mesh.positions.size()) + ", counted from 0; repair or remove this face");
        corners.push_back(static_cast<std::uint32_t>(*index));
    }
    add_face(mesh, corners);
    return {};
}

} // namespace

Result<Mesh> read_off(const std::filesystem::path& path, std::string_view bytes)
{
    Lines lines(path, bytes);
    if (!lines.next_filled('#'))
        return lines.error("the file holds only blanks");
    std::string_view text = lines.line();
    const std::string_view magic = take_word(text);
    // A letter before OFF announces colours or normals; they follow the coordinates on the vertex lines.
    if (magic != "OFF" && magic != "COFF" && magic != "NOFF" && magic != "CNOFF")
        return lines.error("the file does not begin with OFF; check that it is an OFF file in three dimensions");
    std::string_view after = text;
    if (take_word(after) == "BINARY")
        return lines.error("binary OFF is not read; save it as text, or as PLY");

    const Result<Counts> counts = take_counts(lines, text, bytes.size());
    if (!counts.ok())
        return counts.error();
    Mesh mesh;
    mesh.positions.reserve(counts.value().vertices);
    mesh.triangles.reserve(counts.value().faces);
    for (std::size_t vertex = 0; vertex < counts.value().vertices; ++vertex) {
        if (!lines.next_filled('#'))
            return lines.error(
                "the file ends at vertex " + std::to_string(vertex) + " of " + std::to_string(counts.value().vertices)
                + cut_short);
        std::string_view row = lines.line();
        const Result<Vec3> point = lines.take_point(row, vertex);
        if (!point.ok())
            return point.error();
        mesh.positions.push_back(point.value());
    }
    std::vector<std::uint32_t> corners;
    for (std::size_t face = 0; face < counts.value().faces; ++face) {
        if (!lines.next_filled('#'))
            return lines.error(
                "the file ends at face " + std::to_string(face) + " of " + std::to_string(counts.value().faces)
                + cut_short);
        if (Result<void> taken = take_face(lines, face, mesh, corners); !taken.ok())
            return taken.error();
    }
    if (lines.next_filled('#'))
        return lines.error(
            "the file goes on after the " + std::to_string(counts.value().vertices) + " vertices and "
            + std::to_string(counts.value().faces) + " faces of its header; correct the counts");
    return mesh;
}

} // namespace tactus::io
