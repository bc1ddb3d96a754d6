// SPDX-License-Identifier: MIT
// Wavefront OBJ: vertices and faces; everything else in the file is about looks and is passed over.
// assimp reads OBJ too, but drops vertices that no face uses, groups faces by material and cannot name a line.
#include <charconv>
#include <vector>

#include "io/formats/formats.h"
#include "io/formats/text.h"

namespace tactus::io {

namespace {

/// A face may name a vertex that comes further down; whether it ever came is known at the end.
struct ForwardReference {
    std::size_t line = 0;
    std::int64_t index = 0;
};

class ObjReader {
public:
    ObjReader(const std::filesystem::path& path, std::string_view bytes) : lines_(path, bytes), path_(path) {}

    Result<Mesh> read()
    {
        std::string joined;
        while (lines_.next('#')) {
            std::string_view line = lines_.line();
            if (ends_in_backslash(line)) {
                joined = join_lines(line);
                line = joined;
            }
            if (Result<void> taken = take_line(line); !taken.ok())
                return taken.error();
        }
        const auto vertex_count = static_cast<std::int64_t>(mesh_.positions.size());
        for (const ForwardReference& reference : forward_references_)
            if (reference.index > vertex_count)
                return Error{
                    ErrorCode::unreadable_file, path_.string() + ": line " + std::to_string(reference.line)
                                                    + ": the face names vertex " + std::to_string(reference.index)
                                                    + ", but the file has only " + std::to_string(vertex_count)
                                                    + "; repair or remove this face"};
        return std::move(mesh_);
    }

private:
    static bool ends_in_backslash(std::string_view line)
    {
        const std::size_t last = line.find_last_not_of(" \t\r");
        return last != std::string_view::npos && line[last] == '\\';
    }

    std::string join_lines(std::string_view line)
    {
        std::string joined;
        while (ends_in_backslash(line)) {
            joined += line.substr(0, line.find_last_of('\\'));
            joined += ' ';
            if (!lines_.next('#'))
                return joined;
            line = lines_.line();
        }
        return joined += line;
    }

    Result<void> take_line(std::string_view line)
    {
        const std::string_view word = take_word(line);
        if (word == "v") {
            // Colours or a weight may follow the three coordinates.
            const Result<Vec3> point = lines_.take_point(line, mesh_.positions.size());
            if (!point.ok())
                return point.error();
            if (mesh_.positions.size() >= UINT32_MAX - 1)
                return lines_.error("more vertices than 32-bit numbers can count");
            mesh_.positions.push_back(point.value());
        } else if (word == "f" || word == "fo") {
            return take_face(line);
        }
        return {};
    }

    Result<void> take_face(std::string_view line)
    {
        corners_.clear();
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
            const std::string_view number = word.substr(0, word.find('/'));
            const std::optional<std::int64_t> index = parse_integer(number);
            if (!index || word.find_first_not_of("0123456789+-/") != std::string_view::npos)
                return lines_.error(
                    in_quotes(word)
                    + " is not a corner of a face; write vertex, "
                      "vertex/texture or vertex/texture/normal");
            const auto vertex_count = static_cast<std::int64_t>(mesh_.positions.size());
            if (*index == 0)
                return lines_.error("the face names vertex 0, but OBJ files count vertices from 1");
            if (*index < -vertex_count)
                return lines_.error(
                    "the face names the vertex " + std::to_string(-*index) + " back from here, but only "
                    + std::to_string(vertex_count) + " stand above; repair or remove this face");
            if (*index > UINT32_MAX - 1)
                return lines_.error(
                    "the face names vertex " + std::to_string(*index)
                    + ", which is more than 32-bit numbers can count; repair or remove this face");
            if (*index > vertex_count)
                forward_references_.push_back({lines_.number(), *index});
            corners_.push_back(static_cast<std::uint32_t>(*index > 0 ? *index - 1 : vertex_count + *index));
        }
        if (corners_.size() < 3)
            return lines_.error(
                "a face with " + std::to_string(corners_.size()) + (corners_.size() == 1 ? " corner" : " corners")
                + "; a face needs at least 3, the file may be cut short");
        add_face(mesh_, corners_);
        return {};
    }

    Lines lines_;
    const std::filesystem::path& path_;
    Mesh mesh_;
    std::vector<std::uint32_t> corners_;
    std::vector<ForwardReference> forward_references_;
};

} // namespace

Result<Mesh> read_obj(const std::filesystem::path& path, std::string_view bytes)
{
    return ObjReader(path, bytes).read();
}

std::string obj_bytes(const Mesh& mesh)
{
    std::string bytes;
    bytes.reserve(mesh.positions.size() * 40 + mesh.triangles.size() * 24);
    char digits[32];
    for (const Vec3& position : mesh.positions) {
        bytes += 'v';
        for (const float value : {position.x, position.y, position.z}) {
            bytes += ' ';
            // Nine significant digits tell any two floats apart.
            const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
            bytes.append(digits, end);
        }
        bytes += '\n';
    }
    for (const TriangleIndices& triangle : mesh.triangles) {
        bytes += 'f';
        for (const std::uint32_t vertex : triangle) {
            bytes += ' ';
            bytes += std::to_string(std::uint64_t{vertex} + 1);
        }
        bytes += '\n';
    }
    return bytes;
}

} // namespace tactus::io
