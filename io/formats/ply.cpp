// SPDX-License-Identifier: MIT
// PLY, as text and in both binary orders.
// assimp reads PLY too, but fills what is missing from a text file that is cut short with faces of no corners.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "io/byte_order.h"
#include "io/formats/formats.h"
#include "io/formats/ply_header.h"
#include "io/formats/text.h"

namespace tactus::io {

namespace {

/// Takes values one after another, whatever the encoding. After the end it gives nothing.
class PlyValues {
public:
    PlyValues(std::string_view body, PlyEncoding encoding) : rest_(body), encoding_(encoding) {}

    std::optional<double> next(PlyType type)
    {
        if (encoding_ == PlyEncoding::ascii)
            return next_word(type);
        switch (type) {
        case PlyType::int8:
            return take<std::int8_t>();
        case PlyType::uint8:
            return take<std::uint8_t>();
        case PlyType::int16:
            return take<std::int16_t>();
        case PlyType::uint16:
            return take<std::uint16_t>();
        case PlyType::int32:
            return take<std::int32_t>();
        case PlyType::uint32:
            return take<std::uint32_t>();
        case PlyType::float32:
            return take<float>();
        case PlyType::float64:
            break;
        }
        return take<double>();
    }

    std::string_view rest() const { return rest_; }
    /// The word that could not be read as a number; empty at the end of the file.
    std::string_view bad_word() const { return bad_word_; }

private:
    std::optional<double> next_word(PlyType type)
    {
        const std::string_view word = take_word(rest_);
        if (type == PlyType::float32 || type == PlyType::float64) {
            if (const std::optional<float> value = parse_float(word))
                return *value;
        } else if (const std::optional<std::int64_t> value = parse_integer(word)) {
            return static_cast<double>(*value);
        }
        bad_word_ = word;
        return std::nullopt;
    }

    template <class T>
    std::optional<double> take()
    {
        if (rest_.size() < sizeof(T))
            return std::nullopt;
        char bytes[sizeof(T)];
        std::memcpy(bytes, rest_.data(), sizeof(T));
        rest_.remove_prefix(sizeof(T));
        if ((encoding_ == PlyEncoding::big_endian) != (std::endian::native == std::endian::big))
            std::reverse(bytes, bytes + sizeof(T));
        T value;
        std::memcpy(&value, bytes, sizeof(T));
        return static_cast<double>(value);
    }

    std::string_view rest_;
    std::string_view bad_word_;
    PlyEncoding encoding_;
};

class PlyReader {
public:
    PlyReader(const std::filesystem::path& path, const PlyHeader& header, std::string_view bytes)
        : path_(path), header_(header), values_(bytes.substr(header.byte_count), header.encoding)
    {
    }

    Result<Mesh> read()
    {
        bool has_vertices = false;
        bool has_faces = false;
        for (const PlyElement& element : header_.elements) {
            has_vertices = has_vertices || element.name == "vertex";
            has_faces = has_faces || element.name == "face";
            if (element.name == "tristrips")
                return error("holds triangle strips, which are not read; save it with faces");
            if (Result<void> taken = take_element(element); !taken.ok())
                return taken.error();
        }
        if (!has_vertices || !has_faces)
            return error(
                has_vertices ? "has no element \"face\"; a surface is needed, points alone do not make one"
                             : "has no element \"vertex\"");
        if (values_.rest().find_first_not_of(" \t\r\n") != std::string_view::npos)
            return error(
                "goes on for " + std::to_string(values_.rest().size())
                + " bytes after everything its header announces; correct the counts in the header");
        for (std::size_t face = 0; face < face_ends_.size(); ++face) {
            const std::size_t begin = face == 0 ? 0 : face_ends_[face - 1];
            const std::span<const std::uint32_t> corners(corners_.data() + begin, face_ends_[face] - begin);
            for (const std::uint32_t vertex : corners)
                if (vertex >= mesh_.positions.size())
                    return error(
                        "face " + std::to_string(face) + ": it names vertex " + std::to_string(vertex)
                        + ", but there are only " + std::to_string(mesh_.positions.size())
                        + ", counted from 0; repair or remove this face");
            add_face(mesh_, corners);
        }
        return std::move(mesh_);
    }

private:
    Error error(const std::string& what) const { return {ErrorCode::unreadable_file, path_.string() + ": " + what}; }

    Error stopped(const PlyElement& element, std::uint64_t row) const
    {
        const std::string place = shortened(element.name) + " " + std::to_string(row);
        if (!values_.bad_word().empty())
            return error(place + ": " + in_quotes(values_.bad_word()) + " is not a number of the announced kind");
        return error("the file ends at " + place + " of " + std::to_string(element.count) + "; it is cut short");
    }

    Result<void> take_element(const PlyElement& element)
    {
        // A row takes at least a byte: larger counts cannot be true, and must not make us ask for memory.
        if (!element.properties.empty() && element.count > values_.rest().size())
            return error(
                "the header counts " + std::to_string(element.count) + " of " + in_quotes(element.name)
                + ", more than the file's size allows; it is cut short");
        if (element.properties.empty())
            return {};
        const bool is_vertex = element.name == "vertex";
        const bool is_face = element.name == "face";
        std::size_t axis_of[3] = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
        std::size_t corner_list = SIZE_MAX;
        for (std::size_t k = 0; k < element.properties.size(); ++k) {
            const PlyProperty& property = element.properties[k];
            if (is_vertex && property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z')
                axis_of[property.name[0] - 'x'] = k;
            if (is_face && property.is_list && (property.name == "vertex_indices" || property.name == "vertex_index"))
                corner_list = k;
        }
        if (is_vertex && (axis_of[0] == SIZE_MAX || axis_of[1] == SIZE_MAX || axis_of[2] == SIZE_MAX))
            return error("its vertices have no x, y and z");
        if (is_face && corner_list == SIZE_MAX)
            return error("its faces have no list vertex_indices");

        std::vector<double> row(element.properties.size());
        for (std::uint64_t k = 0; k < element.count; ++k) {
            for (std::size_t p = 0; p < element.properties.size(); ++p) {
                const PlyProperty& property = element.properties[p];
                if (property.is_list) {
                    if (Result<void> taken = take_list(element, property, k, is_face && p == corner_list); !taken.ok())
                        return taken.error();
                } else if (const std::optional<double> value = values_.next(property.type)) {
                    row[p] = *value;
                } else {
                    return stopped(element, k);
                }
            }
            if (is_vertex) {
                const Vec3 point{
                    static_cast<float>(row[axis_of[0]]), static_cast<float>(row[axis_of[1]]),
                    static_cast<float>(row[axis_of[2]])};
                if (const std::string wrong = non_finite_text(point, k); !wrong.empty())
                    return error(wrong);
                mesh_.positions.push_back(point);
            }
        }
        return {};
    }

    Result<void> take_list(const PlyElement& element, const PlyProperty& property, std::uint64_t row, bool is_corners)
    {
        const std::optional<double> count = values_.next(property.count_type);
        if (!count)
            return stopped(element, row);
        const std::string place = shortened(element.name) + " " + std::to_string(row) + ": ";
        if (*count < 0 || *count > static_cast<double>(values_.rest().size()))
            return error(place + "a list of " + number_text(*count) + " entries does not fit into the file");
        if (is_corners && *count < 3)
            return error(place + "it has " + number_text(*count) + " corners; a face needs at least 3");
        for (double k = 0; k < *count; ++k) {
            const std::optional<double> value = values_.next(property.type);
            if (!value)
                return stopped(element, row);
            if (!is_corners)
                continue;
            if (!(*value >= 0 && *value < UINT32_MAX) || std::floor(*value) != *value)
                return error(place + "it names vertex " + number_text(*value) + "; repair or remove this face");
            corners_.push_back(static_cast<std::uint32_t>(*value));
        }
        if (is_corners)
            face_ends_.push_back(corners_.size());
        return {};
    }

    const std::filesystem::path& path_;
    const PlyHeader& header_;
    PlyValues values_;
    Mesh mesh_;
    // Faces may stand before the vertices, so they are checked and split at the end.
    std::vector<std::uint32_t> corners_;
    std::vector<std::size_t> face_ends_;
};

} // namespace

Result<Mesh> read_ply(const std::filesystem::path& path, std::string_view bytes)
{
    const Result<PlyHeader> header = read_ply_header(path, bytes);
    if (!header.ok())
        return header.error();
    return PlyReader(path, header.value(), bytes).read();
}

std::string ply_bytes(const Mesh& mesh)
{
    std::string bytes = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(mesh.positions.size())
                        + "\nproperty float x\nproperty float y\nproperty float z\nelement face "
                        + std::to_string(mesh.triangles.size())
                        + "\nproperty list uchar uint vertex_indices\nend_header\n";
    bytes.reserve(bytes.size() + 12 * mesh.positions.size() + 13 * mesh.triangles.size());
    for (const Vec3& position : mesh.positions)
        for (const float value : {position.x, position.y, position.z})
            append_little_endian(bytes, value);
    for (const TriangleIndices& triangle : mesh.triangles) {
        append_little_endian(bytes, std::uint8_t{3});
        for (const std::uint32_t vertex : triangle)
            append_little_endian(bytes, vertex);
    }
    return bytes;
}

} // namespace tactus::io
