// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <utility>

#include "io/byte_order.h"
#include "io/formats/text.h"
#include "io/sequence_file.h"

namespace tactus::io {

namespace {

Error refusal(const std::filesystem::path& path, const std::string& what)
{
    return {ErrorCode::invalid_argument, path.string() + ": not written, " + what};
}

Result<void> check_part(const std::filesystem::path& path, const SequenceWriter::Part& part, std::size_t mesh)
{
    const std::string place = "mesh " + std::to_string(mesh);
    if (part.triangles.size() > UINT32_MAX || part.vertex_count > UINT32_MAX)
        return Error{
            ErrorCode::too_large,
            path.string() + ": not written, " + place + " has more than 2^32 - 1 triangles or vertices"};
    if (part.triangles.empty() || part.vertex_count == 0)
        return refusal(path, place + " is empty; a sequence needs at least one triangle in each mesh");
    for (std::size_t k = 0; k < part.triangles.size(); ++k)
        for (const std::uint32_t vertex : part.triangles[k])
            if (vertex >= part.vertex_count)
                return refusal(
                    path, place + ", triangle " + std::to_string(k) + ": it names vertex " + std::to_string(vertex)
                              + ", but there are only " + std::to_string(part.vertex_count));
    return {};
}

template <class T>
Result<void> write_rows(OutputFile& file, std::span<const T> rows)
{
    const std::string_view words(reinterpret_cast<const char*>(rows.data()), rows.size_bytes());
    if constexpr (std::endian::native == std::endian::little)
        return file.write(words);
    for (std::size_t k = 0; k < words.size(); k += 4) {
        const char swapped[4] = {words[k + 3], words[k + 2], words[k + 1], words[k]};
        if (Result<void> written = file.write({swapped, 4}); !written.ok())
            return written;
    }
    return {};
}

} // namespace

Result<SequenceWriter>
SequenceWriter::create(const std::filesystem::path& path, std::span<const Part> meshes, std::size_t frame_count)
{
    if (meshes.size() != 1 && meshes.size() != 2)
        return refusal(path, "a sequence has 1 or 2 meshes, not " + std::to_string(meshes.size()));
    if (frame_count == 0 || frame_count > UINT32_MAX)
        return refusal(path, "a sequence has 1 to 2^32 - 1 frames, not " + std::to_string(frame_count));
    for (std::size_t m = 0; m < meshes.size(); ++m)
        if (Result<void> checked = check_part(path, meshes[m], m); !checked.ok())
            return checked.error();

    Result<OutputFile> file = OutputFile::create(path);
    if (!file.ok())
        return file.error();
    SequenceWriter writer(std::move(file).value());
    writer.path_ = path;
    writer.frame_count_ = frame_count;
    std::string header("PBSEQ1\0\0", 8);
    append_little_endian(header, static_cast<std::uint32_t>(meshes.size()));
    append_little_endian(header, static_cast<std::uint32_t>(frame_count));
    for (const Part& part : meshes) {
        append_little_endian(header, static_cast<std::uint32_t>(part.vertex_count));
        append_little_endian(header, static_cast<std::uint32_t>(part.triangles.size()));
        writer.vertex_counts_.push_back(part.vertex_count);
    }
    if (Result<void> written = writer.file_.write(header); !written.ok())
        return written.error();
    for (const Part& part : meshes)
        if (Result<void> written = write_rows(writer.file_, part.triangles); !written.ok())
            return written.error();
    return writer;
}

Result<void> SequenceWriter::add_frame(std::span<const std::span<const Vec3>> positions)
{
    const std::string frame = "frame " + std::to_string(frames_written_);
    if (frames_written_ == frame_count_)
        return refusal(path_, frame + " is one more than was announced");
    if (positions.size() != vertex_counts_.size())
        return refusal(
            path_, frame + " has positions for " + std::to_string(positions.size()) + " meshes, but there are "
                       + std::to_string(vertex_counts_.size()));
    for (std::size_t m = 0; m < positions.size(); ++m) {
        const std::string place = frame + ", mesh " + std::to_string(m);
        if (positions[m].size() != vertex_counts_[m])
            return refusal(
                path_, place + " has " + std::to_string(positions[m].size()) + " vertices instead of "
                           + std::to_string(vertex_counts_[m]));
        for (std::size_t k = 0; k < positions[m].size(); ++k)
            if (const std::string wrong = non_finite_text(positions[m][k], k); !wrong.empty())
                return refusal(path_, place + ", " + wrong);
    }
    for (const std::span<const Vec3> part : positions)
        if (Result<void> written = write_rows(file_, part); !written.ok())
            return written;
    ++frames_written_;
    return {};
}

Result<void> SequenceWriter::finish()
{
    if (frames_written_ != frame_count_)
        return refusal(
            path_, "only " + std::to_string(frames_written_) + " of " + std::to_string(frame_count_)
                       + " announced frames came");
    return file_.finish();
}

} // namespace tactus::io
