// SPDX-License-Identifier: MIT
#include "io/file_bytes.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

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

Result<std::string> read_bytes(const std::filesystem::path& path)
{
    std::error_code code;
    const std::filesystem::file_status status = std::filesystem::status(path, code);
    if (status.type() == std::filesystem::file_type::not_found)
        return file_error(path, "there is no such file; check the spelling and the folder");
    if (status.type() == std::filesystem::file_type::directory)
        return file_error(path, "is a folder where a file is expected; name a file inside it");

    const File file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return file_error(path, std::string("cannot be opened (") + std::strerror(errno) + "); check its permissions");
    std::string bytes;
    // The size is only a hint: a pipe has none.
    const std::uintmax_t size = std::filesystem::file_size(path, code);
    if (!code)
        bytes.reserve(size + 1);
    char block[1 << 16];
    for (std::size_t count = 0; (count = std::fread(block, 1, sizeof block, file.get())) > 0;)
        bytes.append(block, count);
    if (std::ferror(file.get()) != 0)
        return file_error(path, std::string("cannot be read to its end (") + std::strerror(errno) + ")");
    if (bytes.empty())
        return file_error(path, "is empty; a mesh needs at least one triangle");
    return bytes;
}

Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes)
{
    File file(std::fopen(path.c_str(), "wb"));
    if (!file)
        return file_error(
            path, std::string("cannot be written (") + std::strerror(errno) + "); check that the folder exists");
    bool done = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    done = std::fclose(file.release()) == 0 && done;
    if (!done)
        return file_error(path, std::string("cannot be written to its end (") + std::strerror(errno) + ")");
    return {};
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
