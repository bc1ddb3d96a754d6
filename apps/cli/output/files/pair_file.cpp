// SPDX-License-Identifier: MIT
#include "cli/output/files/pair_file.h"

#include <iterator>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "io/file_bytes.h"

namespace tactus::cli {

Result<void> write_pairs(const std::filesystem::path& path, std::span<const TrianglePair> pairs)
{
    std::string text;
    for (const TrianglePair pair : pairs)
        fmt::format_to(std::back_inserter(text), "{} {}\n", pair.a, pair.b);
    return io::write_bytes(path, text);
}

Result<void> make_folder(const std::filesystem::path& folder)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code || !std::filesystem::is_directory(folder))
        return io::file_error(folder, "cannot be made a folder" + (code ? " (" + code.message() + ")" : std::string()));
    return {};
}

} // namespace tactus::cli
