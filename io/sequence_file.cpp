// SPDX-License-Identifier: MIT
#include "io/sequence_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <new>
#include <string>
#include <system_error>

#include "io/byte_order.h"
#include "io/file_bytes.h"
#include "io/formats/text.h"
#include "io/sequence_folder.h"

namespace tactus::io {

namespace {

constexpr char magic[8] = {'P', 'B', 'S', 'E', 'Q', '1', '\0', '\0'};

static_assert(sizeof(Vec3) == 12 && sizeof(TriangleIndices) == 12);

/// Turns 32-bit words between the file's order and the machine's.
template <class T>
void swap_words([[maybe_unused]] std::span<T> rows)
{
    if constexpr (std::endian::native == std::endian::big) {
        char* bytes = reinterpret_cast<char*>(rows.data());
        for (std::size_t k = 0; k < rows.size_bytes(); k += 4)
            std::reverse(bytes + k, bytes + k + 4);
    }
}

/// The sum and products that a header announces, or nothing where they pass 64 bits.
struct ByteCount {
    std::uint64_t value = 0;
    bool overflow = false;

    void add(std::uint64_t a, std::uint64_t b, std::uint64_t c = 1)
    {
        std::uint64_t product = 0;
        overflow = overflow || __builtin_mul_overflow(a, b, &product) || __builtin_mul_overflow(product, c, &product)
                   || __builtin_add_overflow(value, product, &value);
    }
};

struct Header {
    struct Counts {
        std::uint32_t vertices = 0;
        std::uint32_t triangles = 0;
    };
    std::vector<Counts> meshes;
    std::uint32_t frames = 0;
};

class SequenceReader {
public:
    SequenceReader(const std::filesystem::path& path, std::uint64_t file_bytes)
        : path_(path), file_(path, std::ios::binary), file_bytes_(file_bytes)
    {
    }

    Result<Sequence> read()
    {
        if (!file_)
            return file_error(path_, "cannot be opened; check its permissions");
        const Result<Header> header = read_header();
        if (!header.ok())
            return header.error();
        Sequence sequence;
        sequence.meshes.resize(header.value().meshes.size());
        for (std::size_t m = 0; m < sequence.meshes.size(); ++m)
            if (Result<void> taken = read_triangles(sequence.meshes[m], header.value().meshes[m], m); !taken.ok())
                return taken.error();
        for (std::uint32_t frame = 0; frame < header.value().frames; ++frame)
            for (std::size_t m = 0; m < sequence.meshes.size(); ++m)
                if (Result<void> taken = read_frame(sequence.meshes[m], header.value().meshes[m], frame, m);
                    !taken.ok())
                    return taken.error();
        return sequence;
    }

private:
    Result<Header> read_header()
    {
        char begin[16] = {};
        file_.read(begin, sizeof begin);
        const auto count = static_cast<std::size_t>(file_.gcount());
        if (std::memcmp(begin, magic, std::min(count, sizeof magic)) != 0)
            return file_error(path_, "does not begin with PBSEQ1; check that it is a .seq file");
        if (count < sizeof begin)
            return cut_short("inside its header");
        const auto mesh_count = little_endian_at<std::uint32_t>(begin + 8);
        Header header;
        header.frames = little_endian_at<std::uint32_t>(begin + 12);
        if (mesh_count != 1 && mesh_count != 2)
            return file_error(
                path_, "its header announces " + std::to_string(mesh_count)
                           + " meshes; a sequence has 1 (against itself) or 2 (against each other)");
        if (header.frames == 0)
            return file_error(path_, "its header announces 0 frames; a sequence needs at least 1");
        ByteCount expected{sizeof begin};
        for (std::uint32_t m = 0; m < mesh_count; ++m) {
            char counts[8];
            if (!file_.read(counts, sizeof counts))
                return cut_short("inside its header");
            header.meshes.push_back(
                {little_endian_at<std::uint32_t>(counts), little_endian_at<std::uint32_t>(counts + 4)});
            const Header::Counts& mesh = header.meshes.back();
            if (mesh.vertices == 0 || mesh.triangles == 0)
                return file_error(
                    path_, "mesh " + std::to_string(m) + " has " + std::to_string(mesh.vertices) + " vertices and "
                               + std::to_string(mesh.triangles) + " triangles; it needs at least one of each");
            expected.add(sizeof counts, 1);
            expected.add(12, mesh.triangles);
            expected.add(12, mesh.vertices, header.frames);
        }
        if (expected.overflow)
            return file_error(
                path_, "its header announces more bytes than 64-bit numbers can count; the header is damaged");
        if (file_bytes_ < expected.value)
            return cut_short(
                "at " + std::to_string(file_bytes_) + " of the " + std::to_string(expected.value)
                + " bytes that its header announces");
        if (file_bytes_ > expected.value)
            return file_error(
                path_, "goes on for " + std::to_string(file_bytes_ - expected.value) + " bytes after the "
                           + std::to_string(expected.value) + " that its header announces; correct the header");
        return header;
    }

    Result<void> read_triangles(Sequence::Part& part, const Header::Counts& counts, std::size_t mesh)
    {
        part.triangles.resize(counts.triangles);
        if (!read_rows(std::span(part.triangles)))
            return cut_short("in the triangles of mesh " + std::to_string(mesh));
        for (std::size_t k = 0; k < part.triangles.size(); ++k)
            for (const std::uint32_t vertex : part.triangles[k])
                if (vertex >= counts.vertices)
                    return file_error(
                        path_, "mesh " + std::to_string(mesh) + ", triangle " + std::to_string(k) + ": it names vertex "
                                   + std::to_string(vertex) + ", but there are only " + std::to_string(counts.vertices)
                                   + ", counted from 0; write the file again");
        return {};
    }

    Result<void> read_frame(Sequence::Part& part, const Header::Counts& counts, std::uint32_t frame, std::size_t mesh)
    {
        std::vector<Vec3>& positions = part.frames.emplace_back(counts.vertices);
        const std::string place = "frame " + std::to_string(frame) + ", mesh " + std::to_string(mesh);
        if (!read_rows(std::span(positions)))
            return cut_short("in " + place);
        for (std::size_t k = 0; k < positions.size(); ++k)
            if (const std::string wrong = non_finite_text(positions[k], k); !wrong.empty())
                return file_error(path_, place + ", " + wrong);
        return {};
    }

    template <class T>
    bool read_rows(std::span<T> rows)
    {
        file_.read(reinterpret_cast<char*>(rows.data()), static_cast<std::streamsize>(rows.size_bytes()));
        swap_words(rows);
        return static_cast<bool>(file_);
    }

    Error cut_short(const std::string& where) const { return file_error(path_, "ends " + where + "; it is cut short"); }

    const std::filesystem::path& path_;
    std::ifstream file_;
    std::uint64_t file_bytes_;
};

} // namespace

Result<Sequence> read_sequence(const std::filesystem::path& path)
try {
    std::error_code code;
    const std::filesystem::file_status status = std::filesystem::status(path, code);
    if (status.type() == std::filesystem::file_type::not_found)
        return file_error(path, "there is no such file or folder; check the spelling");
    if (status.type() == std::filesystem::file_type::directory)
        return read_sequence_folder(path);
    // The header is held against the file's size, so it must have one.
    if (status.type() != std::filesystem::file_type::regular)
        return file_error(path, "is a pipe or a device; save the sequence as a file");
    const Result<std::uint64_t> size = readable_size(path);
    if (!size.ok())
        return size.error();
    return SequenceReader(path, size.value()).read();
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, path.string() + ": the memory of this machine does not hold it"};
}

Result<void> write_sequence(const std::filesystem::path& path, const Sequence& sequence)
{
    std::vector<SequenceWriter::Part> parts;
    for (const Sequence::Part& part : sequence.meshes) {
        if (part.frames.size() != sequence.frame_count())
            return Error{
                ErrorCode::invalid_argument, path.string() + ": not written, mesh 0 has "
                                                 + std::to_string(sequence.frame_count()) + " frames, but mesh "
                                                 + std::to_string(parts.size()) + " has "
                                                 + std::to_string(part.frames.size())};
        parts.push_back({part.triangles, part.frames.empty() ? 0 : part.frames[0].size()});
    }
    Result<SequenceWriter> writer = SequenceWriter::create(path, parts, sequence.frame_count());
    if (!writer.ok())
        return writer.error();
    for (std::size_t frame = 0; frame < sequence.frame_count(); ++frame) {
        std::vector<std::span<const Vec3>> positions;
        for (const Sequence::Part& part : sequence.meshes)
            positions.emplace_back(part.frames[frame]);
        if (Result<void> added = writer.value().add_frame(positions); !added.ok())
            return added;
    }
    return writer.value().finish();
}

} // namespace tactus::io
