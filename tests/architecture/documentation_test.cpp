// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gtest/gtest.h>

#include "architecture/source_tree.h"

namespace tactus::architecture {
namespace {

struct CodeBlock {
    std::size_t first_line = 0; ///< counted from 1
    std::string language;
    std::vector<std::string> lines;
};

std::string trimmed(const std::string& line)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos)
        return {};
    return line.substr(begin, line.find_last_not_of(" \t") - begin + 1);
}

std::vector<CodeBlock> code_blocks(const SourceFile& page)
{
    std::vector<CodeBlock> blocks;
    bool inside = false;
    for (std::size_t i = 0; i < page.lines.size(); ++i) {
        const std::string line = trimmed(page.lines[i]);
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside)
                blocks.push_back({i + 1, line.substr(3), {}});
        } else if (inside && !line.empty()) {
            blocks.back().lines.push_back(line);
        }
    }
    return blocks;
}

bool holds(const SourceFile& file, const std::vector<std::string>& wanted)
{
    std::vector<std::string> lines;
    for (const std::string& line : file.lines) {
        if (!trimmed(line).empty())
            lines.push_back(trimmed(line));
    }
    return std::search(lines.begin(), lines.end(), wanted.begin(), wanted.end()) != lines.end();
}

std::vector<SourceFile> pages()
{
    std::vector<SourceFile> found;
    for (const char* name : {"README.md", "CONTRIBUTING.md"})
        found.push_back(read_source(source_root() / name));
    for (const auto& entry : std::filesystem::directory_iterator(source_root() / "docs")) {
        if (entry.path().extension() == ".md")
            found.push_back(read_source(entry.path()));
    }
    return found;
}

// What is compiled and run: the examples, with the CMake files that build them.
std::vector<SourceFile> compiled_files()
{
    std::vector<SourceFile> files = cpp_files_below("examples");
    for (const SourceFile& file : all_build_files()) {
        if (file.path.starts_with("examples/"))
            files.push_back(file);
    }
    return files;
}

TEST(Documentation, EveryCodeBlockIsPartOfAnExampleThatIsCompiled)
{
    std::vector<Finding> findings;
    std::size_t checked = 0;
    const std::vector<SourceFile> examples = compiled_files();
    for (const SourceFile& page : pages()) {
        for (const CodeBlock& block : code_blocks(page)) {
            if (block.language != "cpp" && block.language != "cmake")
                continue;
            ++checked;
            const auto is_here = [&](const SourceFile& file) { return holds(file, block.lines); };
            if (std::none_of(examples.begin(), examples.end(), is_here))
                findings.push_back({page.path, block.first_line, "this code is in no example"});
        }
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
    EXPECT_GE(checked, 2u);
}

// What stands in comments of the public headers, four spaces further in than the words. Formulas are not code.
std::vector<CodeBlock> code_in_comments(const SourceFile& header)
{
    std::vector<CodeBlock> blocks;
    bool inside = false;
    for (std::size_t i = 0; i < header.lines.size(); ++i) {
        const std::string line = trimmed(header.lines[i]);
        const bool is_code = line.starts_with("///     ");
        if (is_code && !inside)
            blocks.push_back({i + 1, "cpp", {}});
        if (is_code)
            blocks.back().lines.push_back(trimmed(line.substr(3)));
        inside = is_code;
    }
    std::erase_if(blocks, [](const CodeBlock& block) {
        return std::ranges::none_of(block.lines, [](const std::string& line) { return line.ends_with(';'); });
    });
    return blocks;
}

TEST(Documentation, CodeInCommentsOfPublicHeadersIsPartOfAnExampleThatIsCompiled)
{
    std::vector<Finding> findings;
    std::size_t checked = 0;
    const std::vector<SourceFile> examples = cpp_files_below("examples");
    for (const SourceFile& header : cpp_files_below("include")) {
        for (const CodeBlock& block : code_in_comments(header)) {
            ++checked;
            const auto is_here = [&](const SourceFile& file) { return holds(file, block.lines); };
            if (std::none_of(examples.begin(), examples.end(), is_here))
                findings.push_back({header.path, block.first_line, "this code is in no example"});
        }
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
    EXPECT_GE(checked, 9u);
}

TEST(Documentation, CodeInCommentsIsSeenAndFormulasAreLeftOut)
{
    const SourceFile header = {
        "a.h", {"/// Words.", "///", "    ///     int a = 1;", "    ///     use(a);", "/// More.", "///     X = 2 Y"}};
    const std::vector<CodeBlock> blocks = code_in_comments(header);
    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks[0].lines, (std::vector<std::string>{"int a = 1;", "use(a);"}));
}

/// The words of a comment on a public member, with the number of their first line.
struct MemberComment {
    std::size_t line = 0;
    std::string words;
};

std::vector<MemberComment> comments_on(const SourceFile& header)
{
    std::vector<MemberComment> comments;
    bool goes_on = false;
    for (std::size_t i = 0; i < header.lines.size(); ++i) {
        const std::string line = trimmed(header.lines[i]);
        if (const std::size_t at = line.find("///< "); at != std::string::npos) {
            comments.push_back({i + 1, line.substr(at + 5)});
            goes_on = false;
        } else if (line.starts_with("/// ")) {
            if (goes_on)
                comments.back().words += " " + line.substr(4);
            else
                comments.push_back({i + 1, line.substr(4)});
            goes_on = true;
        } else {
            goes_on = line.starts_with("///");
            if (goes_on && comments.empty())
                goes_on = false;
        }
    }
    return comments;
}

// A tooltip shows one comment without those around it.
bool stands_alone(const std::string& words)
{
    for (const char* begin :
         {"Of ", "of ", "The same", "the same", "And ", "and ", "Or ", "or ", "Nor ", "nor ", "likewise"})
        if (words.starts_with(begin))
            return false;
    const char first = words.front();
    const char last = words.back();
    return !(first >= 'a' && first <= 'z' && words.find("::") == std::string::npos && !words.starts_with("set_"))
           && (last == '.' || last == ';' || last == ')' || last == '}' || last == ':');
}

TEST(Documentation, EveryCommentOfAPublicHeaderStandsAlone)
{
    std::vector<Finding> findings;
    for (const SourceFile& header : cpp_files_below("include"))
        if (header.path.find("/detail/") == std::string::npos)
            for (const MemberComment& comment : comments_on(header))
                if (!stands_alone(comment.words))
                    findings.push_back({header.path, comment.line, "does not stand alone: " + comment.words});
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(Documentation, EveryLinkToAFileLeadsToOne)
{
    std::vector<Finding> findings;
    for (const SourceFile& page : pages()) {
        const std::filesystem::path folder = (source_root() / page.path).parent_path();
        for (std::size_t i = 0; i < page.lines.size(); ++i) {
            const std::string& line = page.lines[i];
            for (std::size_t at = line.find("]("); at != std::string::npos; at = line.find("](", at + 1)) {
                const std::string link = line.substr(at + 2, line.find_first_of(")#", at) - at - 2);
                if (!link.empty() && !link.starts_with("http") && !std::filesystem::exists(folder / link))
                    findings.push_back({page.path, i + 1, "leads nowhere: " + link});
            }
        }
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(Documentation, CodeThatIsInNoExampleIsSeen)
{
    const SourceFile page = {"page.md", {"```cpp", "int a = 1;", "  int b = 2;", "```", "text", "```sh", "ls", "```"}};
    const std::vector<CodeBlock> blocks = code_blocks(page);
    ASSERT_EQ(blocks.size(), 2u);
    EXPECT_EQ(blocks[0].language, "cpp");
    EXPECT_TRUE(holds({"a.cpp", {"{", "    int a = 1;", "", "    int b = 2;", "}"}}, blocks[0].lines));
    EXPECT_FALSE(holds({"a.cpp", {"int a = 1;", "int c = 3;", "int b = 2;"}}, blocks[0].lines));
}

} // namespace
} // namespace tactus::architecture
