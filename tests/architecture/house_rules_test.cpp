// SPDX-License-Identifier: MIT
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "architecture/source_tree.h"

namespace tactus::architecture {
namespace {

constexpr std::size_t max_lines = 400;
constexpr std::size_t max_ideas = 15;

// Compile flags that would let the same source decide differently on another machine.
const std::regex unsafe_flags(R"(-ffast-math|-Ofast|-funsafe-math|-ffp-contract=(fast|on)|-march=|-mcpu=|-mtune=)");

// Functions and distributions whose last bit is the C library's affair. std::sqrt is exact, and so is std::fma.
const std::regex library_dependent(
    R"(\b(std::)?(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|tgamma|lgamma|erf)f?\s*\()"
    R"(|\bstd::\w+_distribution\b|\bstd::(rand|random_device|shuffle|default_random_engine)\b)");

const std::regex
    printing(R"(\bstd::(cout|cerr|clog|print|println|puts|printf)\b|\b(printf|fprintf|puts|exit|quick_exit)\s*\()");
const std::regex shared_ownership(R"(\bshared_ptr\b|(=|return|\()\s*new\s+[A-Za-z:]|\bmalloc\s*\()");
const std::regex throwing(R"(\bthrow\b)");
const std::regex unfinished(R"(\b(TODO|FIXME|XXX|HACK)\b)");
const std::regex bad_name(R"((^|[/_])(utils?|misc|manager|helpers?|common|impl2?)\.(h|cpp)$)");

std::vector<Finding>
lines_with(const SourceFile& file, const std::vector<std::string>& lines, const std::regex& pattern)
{
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (std::regex_search(lines[i], pattern))
            findings.push_back({file.path, i + 1, file.lines[i]});
    }
    return findings;
}

std::vector<Finding> code_with(const SourceFile& file, const std::regex& pattern)
{
    return lines_with(file, code_of(file), pattern);
}

void append(std::vector<Finding>& findings, const std::vector<Finding>& more)
{
    findings.insert(findings.end(), more.begin(), more.end());
}

bool is_about_this_rule(const SourceFile& file) { return file.path.starts_with("tests/architecture/"); }

TEST(HouseRules, NoBuildFileAsksForUnsafeMathOrOneMachinesInstructions)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : all_build_files())
        append(findings, lines_with(file, file.lines, unsafe_flags));
    for (const SourceFile& file : all_cpp_files()) {
        if (!is_about_this_rule(file))
            append(findings, lines_with(file, file.lines, unsafe_flags));
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, NothingThatDecidesUsesTheLibrarysSineOrDistributions)
{
    std::vector<Finding> findings;
    for (const char* folder :
         {"scenes", "src/base", "src/geometry", "src/mesh", "src/spheres", "src/tree", "src/search", "src/broad_phase",
          "src/contacts", "src/forces", "src/queries", "src/world"}) {
        for (const SourceFile& file : cpp_files_below(folder))
            append(findings, code_with(file, library_dependent));
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, TheLibraryNeverPrintsOrExitsAndItsPublicHeadersNeverThrow)
{
    std::vector<Finding> findings;
    for (const char* folder : {"include", "src"}) {
        for (const SourceFile& file : cpp_files_below(folder))
            append(findings, code_with(file, printing));
    }
    for (const SourceFile& file : cpp_files_below("include"))
        append(findings, code_with(file, throwing));
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, TheLibraryHasNoSharedOwnershipAndNoRawAllocation)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : cpp_files_below("src"))
        append(findings, code_with(file, shared_ownership));
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, EveryFileOpensWithItsLicence)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : all_cpp_files()) {
        if (file.lines.empty() || file.lines[0] != "// SPDX-License-Identifier: MIT")
            findings.push_back({file.path, 1, "the first line is not the SPDX line"});
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, EveryHeaderIsIncludedOnce)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : all_cpp_files()) {
        const bool is_header = file.path.ends_with(".h");
        // A kernel that Highway compiles once per instruction set has its own guard.
        const bool is_guarded =
            !lines_with(file, file.lines, std::regex(R"(^#pragma once$|HWY_TARGET_TOGGLE)")).empty();
        if (is_header && !is_guarded)
            findings.push_back({file.path, 0, "has no #pragma once"});
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, NoFileIsLongerThanOneIdea)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : all_cpp_files()) {
        if (file.lines.size() > max_lines)
            findings.push_back({file.path, 0, std::to_string(file.lines.size()) + " lines"});
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

// A header and the source file of the same name are one idea.
TEST(HouseRules, NoFolderHoldsMoreThanFifteenIdeas)
{
    std::map<std::string, std::set<std::string>> ideas_of;
    for (const SourceFile& file : all_cpp_files()) {
        const std::filesystem::path path = file.path;
        ideas_of[path.parent_path().generic_string()].insert(path.stem().generic_string());
    }
    std::vector<Finding> findings;
    for (const auto& [folder, ideas] : ideas_of) {
        if (ideas.size() > max_ideas)
            findings.push_back({folder, 0, std::to_string(ideas.size()) + " ideas"});
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, EveryFileIsNamedForWhatItHolds)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : all_cpp_files()) {
        if (std::regex_search(file.path, bad_name))
            findings.push_back({file.path, 0, "says nothing about its contents"});
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, NothingIsLeftUnfinished)
{
    std::vector<Finding> findings;
    for (const SourceFile& file : all_cpp_files()) {
        if (!is_about_this_rule(file))
            append(findings, lines_with(file, file.lines, unfinished));
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(HouseRules, BrokenRulesAreSeen)
{
    const auto count = [](const std::string& line, const std::regex& pattern) {
        return code_with({"scenes/example.cpp", {line}}, pattern).size();
    };
    EXPECT_EQ(count("const float y = std::sin(x);", library_dependent), 1u);
    EXPECT_EQ(count("const double y = pow (x, 2);", library_dependent), 1u);
    EXPECT_EQ(count("std::uniform_real_distribution<float> spread;", library_dependent), 1u);
    EXPECT_EQ(count("const float y = std::sqrt(x) + sine(x); // not std::sin(x)", library_dependent), 0u);
    EXPECT_EQ(count("std::cout << 1'000;", printing), 1u);
    EXPECT_EQ(count("message = \"std::cout << x\";", printing), 0u);
    EXPECT_EQ(count("auto* node = new Node;", shared_ownership), 1u);
    EXPECT_EQ(count("/* throw */ renewed = snew;", throwing), 0u);
    EXPECT_EQ(count("throw 1;", throwing), 1u);
    EXPECT_TRUE(std::regex_search(std::string("src/mesh/mesh_utils.cpp"), bad_name));
    EXPECT_FALSE(std::regex_search(std::string("src/mesh/triangle_mesh.cpp"), bad_name));
    EXPECT_TRUE(std::regex_search(std::string("target_compile_options(x PRIVATE -march=native)"), unsafe_flags));
}

} // namespace
} // namespace tactus::architecture
