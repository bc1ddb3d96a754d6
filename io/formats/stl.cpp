// SPDX-License-Identifier: MIT
// STL, binary and text. The normals in the file are not used: they follow from the corners.
#include <algorithm>

#include "io/byte_order.h"
#include "io/file_bytes.h"
#include "io/formats/formats.h"
#include "io/formats/text.h"

namespace tactus::io {

namespace {

constexpr std::size_t header_bytes = 84;
constexpr std::size_t triangle_bytes = 50;

void add_triangle(Mesh& mesh)
{
    const auto end = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.triangles.push_back({end - 3, end - 2, end - 1});
}

/// Binary files may begin with "solid" too; only text goes on with "facet".
bool is_text(std::string_view bytes)
{
    if (bytes.size() >= header_bytes) {
        const std::uint64_t count = little_endian_at<std::uint32_t>(bytes.data() + 80);
        if (bytes.size() == header_bytes + triangle_bytes * count)
            return false;
    }
    std::string_view text = bytes;
    if (take_word(text) != "solid")
        return false;
    const std::string_view beginning = bytes.substr(0, 4096);
    return std::none_of(beginning.begin(), beginning.end(), [](char c) { return c == '\0'; });
}

Result<Mesh> read_binary(const std::filesystem::path& path, std::string_view bytes)
{
    if (bytes.size() < header_bytes)
        return file_error(
            path, "has " + std::to_string(bytes.size())
                      + " bytes, less than the 84 of an STL header; it is cut short or not an STL file");
    const std::uint64_t count = little_endian_at<std::uint32_t>(bytes.data() + 80);
    const std::uint64_t expected = header_bytes + triangle_bytes * count;
    if (bytes.size() != expected)
        return file_error(
            path, "its header counts " + std::to_string(count) + " triangles, which take " + std::to_string(expected)
                      + " bytes, but the file has " + std::to_string(bytes.size())
                      + (bytes.size() < expected ? "; it is cut short" : "; correct the count"));
    if (count > UINT32_MAX / 3)
        return Error{
            ErrorCode::too_large, path.string() + ": " + std::to_string(count)
                                      + " triangles have more corners than 32-bit numbers can count"};
    Mesh mesh;
    mesh.positions.reserve(3 * count);
    mesh.triangles.reserve(count);
    const char* place = bytes.data() + header_bytes;
    for (std::uint64_t triangle = 0; triangle < count; ++triangle, place += triangle_bytes) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const char* point = place + 12 * (corner + 1);
            mesh.positions.push_back(
                {little_endian_at<float>(point), little_endian_at<float>(point + 4),
                 little_endian_at<float>(point + 8)});
            if (const std::string wrong = non_finite_text(mesh.positions.back(), mesh.positions.size() - 1);
                !wrong.empty())
                return file_error(path, "triangle " + std::to_string(triangle) + ", " + wrong);
        }
        add_triangle(mesh);
    }
    return mesh;
}

Result<Mesh> read_text(const std::filesystem::path& path, std::string_view bytes)
{
    Lines lines(path, bytes);
    Mesh mesh;
    std::size_t corner = 0;
    bool in_solid = false;
    while (lines.next_filled()) {
        std::string_view text = lines.line();
        const std::string_view word = take_word(text);
        if (word == "vertex") {
            if (++corner > 3)
                return lines.error("a facet with more than three vertices; STL holds triangles only");
            const Result<Vec3> point = lines.take_point(text, mesh.positions.size());
            if (!point.ok())
                return point.error();
            mesh.positions.push_back(point.value());
        } else if (word == "endfacet") {
            if (corner != 3)
                return lines.error(
                    "triangle " + std::to_string(mesh.triangles.size()) + " has " + std::to_string(corner)
                    + " vertices, but needs 3");
            add_triangle(mesh);
            corner = 0;
        } else if (word == "solid") {
            in_solid = true;
        } else if (word == "endsolid") {
            in_solid = false;
        } else if (word != "facet" && word != "outer" && word != "endloop") {
            return lines.error(in_quotes(word) + " does not belong in an STL file");
        }
    }
    if (in_solid || corner != 0)
        return lines.error(
            "the file ends before endsolid, at triangle " + std::to_string(mesh.triangles.size())
            + "; it is cut short");
    return mesh;
}

} // namespace

Result<Mesh> read_stl(const std::filesystem::path& path, std::string_view bytes)
{
    return is_text(bytes) ? read_text(path, bytes) : read_binary(path, bytes);
}

std::string stl_bytes(const Mesh& mesh)
{
    std::string bytes(80, '\0');
    append_little_endian(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
    bytes.reserve(header_bytes + triangle_bytes * mesh.triangles.size());
    for (const TriangleIndices& triangle : mesh.triangles) {
        // A normal of zero asks the reader to work it out from the corners.
        bytes.append(12, '\0');
        for (const std::uint32_t vertex : triangle) {
            const Vec3& position = mesh.positions[vertex];
            for (const float value : {position.x, position.y, position.z})
                append_little_endian(bytes, value);
        }
        bytes.append(2, '\0');
    }
    return bytes;
}

} // namespace tactus::io
