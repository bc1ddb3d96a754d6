// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include <tactus/result.h>

namespace tactus::io {

/// A file that appears whole or not at all. Until `finish` its bytes lie beside their place, in the same folder and
/// without a name where the file system can do that: a full disk, a signal or a refusal leaves what stood there before.
///
/// What is not a regular file, as a pipe or a device, is written as it is. /dev/stdout, /dev/stderr and /dev/fd/N are
/// the streams that the program has already, wherever they lead.
class OutputFile {
public:
    /// Begins the file. Refuses a place that cannot be written.
    static Result<OutputFile> create(const std::filesystem::path& path);

    OutputFile(OutputFile&&) noexcept = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// Adds bytes. A failure is remembered and makes all later calls refuse.
    Result<void> write(std::string_view bytes);

    /// Puts the file in its place. Refuses where not all of it could be written.
    Result<void> finish();

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    OutputFile() = default;
    Result<void> refuse(int failure);
    Result<void> move_into_place();

    std::filesystem::path path_;   ///< as it was given
    std::filesystem::path place_;  ///< where the file belongs, links followed; empty where it is written as it is
    std::filesystem::path beside_; ///< its name until then; empty while it has none
    std::unique_ptr<std::FILE, Closer> file_;
    int failure_ = 0; ///< the first errno
};

} // namespace tactus::io
