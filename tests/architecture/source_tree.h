// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::architecture {

/// A file of this project, read as text. The path is relative to the root of the checkout, with forward slashes.
struct SourceFile {
    std::string path;
    std::vector<std::string> lines;
};

/// The root of the checkout that these tests were built from.
std::filesystem::path source_root();

/// Every C++ file (.h, .cpp) below a folder of the checkout, sorted by path. None if there is no such folder.
std::vector<SourceFile> cpp_files_below(std::string_view folder);

/// Every C++ file of the project: what users include, the library, and all that stands on it.
std::vector<SourceFile> all_cpp_files();

/// CMake files, presets and scripts: where compile flags could hide.
std::vector<SourceFile> all_build_files();

/// A file that is read from disk.
SourceFile read_source(const std::filesystem::path& path);

/// The file's text without comments and without what stands inside string literals, line by line.
std::vector<std::string> code_of(const SourceFile& file);

/// One broken rule: where, and what stands there.
struct Finding {
    std::string path;
    std::size_t line = 0; ///< counted from 1; 0 for the file or folder as a whole
    std::string text;
};

/// The findings as lines that an editor can follow; empty if there are none.
std::string listed(const std::vector<Finding>& findings);

} // namespace tactus::architecture
