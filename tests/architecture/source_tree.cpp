// SPDX-License-Identifier: MIT
#include "architecture/source_tree.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace tactus::architecture {

namespace {

bool is_cpp(const std::filesystem::path& path) { return path.extension() == ".h" || path.extension() == ".cpp"; }

bool is_build_file(const std::filesystem::path& path)
{
    const std::string parent = path.parent_path().filename().string();
    return path.extension() == ".cmake" || path.filename() == "CMakeLists.txt" || path.filename() == "CMakePresets.json"
           || parent == "script" || parent == ".ci";
}

template <class Wanted>
void collect(const std::filesystem::path& folder, Wanted wanted, std::vector<SourceFile>& files)
{
    if (!std::filesystem::is_directory(folder))
        return;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && wanted(entry.path()))
            files.push_back(read_source(entry.path()));
    }
}

void sort_by_path(std::vector<SourceFile>& files)
{
    std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
}

} // namespace

std::filesystem::path source_root() { return TACTUS_SOURCE_DIR; }

SourceFile read_source(const std::filesystem::path& path)
{
    SourceFile file;
    file.path = path.lexically_relative(source_root()).generic_string();
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);)
        file.lines.push_back(line);
    return file;
}

std::vector<SourceFile> cpp_files_below(std::string_view folder)
{
    std::vector<SourceFile> files;
    collect(source_root() / folder, is_cpp, files);
    sort_by_path(files);
    return files;
}

std::vector<SourceFile> all_cpp_files()
{
    std::vector<SourceFile> files;
    for (const char* folder : {"include", "src", "io", "scenes", "apps", "examples", "tests", "benchmarks"})
        collect(source_root() / folder, is_cpp, files);
    sort_by_path(files);
    return files;
}

std::vector<SourceFile> all_build_files()
{
    std::vector<SourceFile> files;
    for (const char* folder : {"cmake", "src", "io", "scenes", "apps", "examples", "tests", "script", ".ci"})
        collect(source_root() / folder, is_build_file, files);
    for (const char* name : {"CMakeLists.txt", "CMakePresets.json"})
        files.push_back(read_source(source_root() / name));
    sort_by_path(files);
    return files;
}

std::vector<std::string> code_of(const SourceFile& file)
{
    std::vector<std::string> code;
    bool in_block_comment = false;
    for (const std::string& line : file.lines) {
        std::string kept;
        char quote = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string_view rest = std::string_view(line).substr(i);
            if (in_block_comment) {
                if (rest.starts_with("*/")) {
                    in_block_comment = false;
                    ++i;
                }
            } else if (quote != 0) {
                if (line[i] == '\\')
                    ++i;
                else if (line[i] == quote)
                    quote = 0;
            } else if (rest.starts_with("//")) {
                break;
            } else if (rest.starts_with("/*")) {
                in_block_comment = true;
                ++i;
            } else if (
                line[i] == '"'
                || (line[i] == '\'' && (kept.empty() || !std::isalnum(static_cast<unsigned char>(kept.back()))))) {
                // A quote inside a number separates digits.
                quote = line[i];
            } else {
                kept += line[i];
            }
        }
        code.push_back(std::move(kept));
    }
    return code;
}

std::string listed(const std::vector<Finding>& findings)
{
    std::string text;
    for (const Finding& finding : findings) {
        text += finding.path;
        if (finding.line > 0)
            text += ":" + std::to_string(finding.line);
        text += ": " + finding.text + "\n";
    }
    return text;
}

} // namespace tactus::architecture
