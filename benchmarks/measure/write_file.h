// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>

namespace tactus::benchmarks {

/// Writes a text to a file, or throws a sentence that says which one cannot be written.
inline void write_file(const std::string& path, const std::string& text)
{
    std::ofstream file(path);
    file << text;
    if (!file.flush())
        throw std::runtime_error(path + ": cannot be written");
}

} // namespace tactus::benchmarks
