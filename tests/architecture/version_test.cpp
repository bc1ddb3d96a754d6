// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "architecture/source_tree.h"

namespace tactus::architecture {
namespace {

bool has_line_with(const SourceFile& file, const std::string& words)
{
    return std::ranges::any_of(
        file.lines, [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

TEST(Version, IsTheSameInHeadersLibraryAndBuildFiles)
{
    const std::string text = std::to_string(TACTUS_VERSION_MAJOR) + "." + std::to_string(TACTUS_VERSION_MINOR) + "."
                             + std::to_string(TACTUS_VERSION_PATCH);
    EXPECT_EQ(text, TACTUS_VERSION_STRING);
    EXPECT_EQ(version(), (Version{TACTUS_VERSION_MAJOR, TACTUS_VERSION_MINOR, TACTUS_VERSION_PATCH}));
    EXPECT_EQ(TACTUS_VERSION, 10000 * TACTUS_VERSION_MAJOR + 100 * TACTUS_VERSION_MINOR + TACTUS_VERSION_PATCH);
    EXPECT_TRUE(has_line_with(read_source(source_root() / "CMakeLists.txt"), "project(tactus VERSION " + text + " "));
    EXPECT_TRUE(has_line_with(read_source(source_root() / "CHANGELOG.md"), "## " + text));
}

} // namespace
} // namespace tactus::architecture
