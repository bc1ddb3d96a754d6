// SPDX-License-Identifier: MIT
#include "io/file_bytes.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "io/output_file.h"

namespace tactus::io {

namespace {

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

using File = std::unique_ptr<std::FILE, Closer>;

} // namespace

Error file_error(const std::filesystem::path& path, std::string_view what)
{
    return {ErrorCode::unreadable_file, path.string() + ": " + std::string(what)};
}

Result<std::uint64_t> readable_size(const std::filesystem::path& path)
{
    std::error_code code;
    const std::filesystem::file_type type = std::filesystem::status(path, code).type();
    if (type == std::filesystem::file_type::not_found)
        return file_error(path, "there is no such file; check the spelling and the folder");
    if (type == std::filesystem::file_type::directory)
        return file_error(path, "is a folder where a file is expected; name a file inside it");
    if (type != std::filesystem::file_type::regular)
        return std::uint64_t{0};
    const std::uintmax_t size = std::filesystem::file_size(path, code);
    if (code)
        return file_error(path, "cannot be read (" + code.message() + ")");
    if (size == 0)
        return file_error(path, "is empty; a mesh needs at least one triangle");
    if (size > largest_file)
        return Error{
            ErrorCode::too_large, path.string() + ": has " + std::to_string(size >> 30)
                                      + " GiB, but files are read up to 16 GiB; divide it into smaller ones"};
    return std::uint64_t{size};
}

Result<std::string> read_bytes(const std::filesystem::path& path)
{
    const Result<std::uint64_t> size = readable_size(path);
    if (!size.ok())
        return size.error();
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return file_error(path, std::string("cannot be opened (") + std::strerror(errno) + "); check its permissions");
    const bool is_stream = size.value() == 0;
    const std::uint64_t most = is_stream ? largest_stream : largest_file;
    std::string bytes;
    bytes.reserve(size.value() + 1);
    char block[1 << 16];
    for (std::size_t count = 0; (count = std::fread(block, 1, sizeof block, file.get())) > 0;) {
        if (bytes.size() + count > most)
            return Error{
                ErrorCode::too_large,
                path.string()
                    + (is_stream ? ": goes on after 1 GiB, the most that is read from a pipe or a "
                                   "device; save it as a file"
                                 : ": grows beyond 16 GiB while it is read")};
        bytes.append(block, count);
    }
    if (std::ferror(file.get()) != 0)
        return file_error(path, std::string("cannot be read to its end (") + std::strerror(errno) + ")");
    if (bytes.empty())
        return file_error(path, "is empty; a mesh needs at least one triangle");
    return bytes;
}

Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes)
{
    Result<OutputFile> file = OutputFile::create(path);
    if (!file.ok())
        return file.error();
    if (Result<void> written = file.value().write(bytes); !written.ok())
        return written;
    return file.value().finish();
}

std::string extension_of(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    if (!extension.empty())
        extension.erase(0, 1);
    for (char& letter : extension)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return extension;
}

} // namespace tactus::io
