// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "architecture/source_tree.h"

namespace tactus::architecture {
namespace {

// The words every folder of the library may use; the other public headers are implemented by world/ alone.
const std::set<std::string> vocabulary = {"body.h",         "bucket_box.h",   "bucket_grid.h",  "bucket_lists.h",
                                          "bucket_marks.h", "bucket_nodes.h", "bucket_pairs.h", "bucket_octree.h",
                                          "contact.h",      "geometry.h",     "papers.h",       "queries.h",
                                          "result.h",       "spheres.h"};

// Who may include whom, besides itself. The public headers are "public" where all of them may be included,
// "vocabulary" where only those above may. Folders that are not named here may not exist.
const std::map<std::string, std::set<std::string>> may_include = {
    {"include", {}},
    {"src/base", {"vocabulary"}},
    {"src/geometry", {"vocabulary", "src/base"}},
    {"src/mesh", {"vocabulary", "src/geometry", "src/base"}},
    {"src/spheres", {"vocabulary", "src/geometry", "src/base"}},
    {"src/tree", {"vocabulary", "src/mesh", "src/geometry", "src/base"}},
    {"src/search", {"vocabulary", "src/tree", "src/mesh", "src/geometry", "src/base"}},
    {"src/broad_phase", {"vocabulary", "src/geometry", "src/base"}},
    {"src/contacts",
     {"vocabulary", "src/search", "src/broad_phase", "src/tree", "src/mesh", "src/geometry", "src/base"}},
    {"src/forces", {"vocabulary", "src/tree", "src/mesh", "src/geometry", "src/base"}},
    {"src/queries", {"vocabulary", "src/search", "src/tree", "src/mesh", "src/geometry", "src/base"}},
    {"src/opengl", {"vocabulary", "src/tree", "src/mesh", "src/geometry", "src/base"}},
    {"src/world",
     {"vocabulary", "public", "src/queries", "src/forces", "src/contacts", "src/search", "src/broad_phase",
      "src/spheres", "src/tree", "src/mesh", "src/geometry", "src/base"}},
    {"io", {"vocabulary", "public"}},
    {"scenes", {"vocabulary", "public"}},
    {"apps", {"vocabulary", "public", "io", "scenes"}},
    {"examples", {"vocabulary", "public", "io"}},
};

// Tests and benchmarks look inside everything they test or measure.
bool may_include_anything(const std::string& group) { return group == "tests" || group == "benchmarks"; }

std::string group_of(const std::string& path)
{
    const std::size_t first = path.find('/');
    const std::string top = path.substr(0, first);
    if (top != "src" || first == std::string::npos)
        return top;
    return path.substr(0, path.find('/', first + 1));
}

struct Include {
    std::string name;
    bool quoted = false;
};

std::optional<Include> include_of(std::string_view line)
{
    const auto skip_spaces = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip_spaces();
    if (!line.starts_with('#'))
        return std::nullopt;
    line.remove_prefix(1);
    skip_spaces();
    if (!line.starts_with("include"))
        return std::nullopt;
    line.remove_prefix(7);
    skip_spaces();
    if (line.empty() || (line[0] != '"' && line[0] != '<'))
        return std::nullopt;
    const bool quoted = line[0] == '"';
    const std::size_t end = line.find(quoted ? '"' : '>', 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    return Include{std::string(line.substr(1, end - 1)), quoted};
}

// The file of this project that an #include means, or nothing for the headers of others.
std::optional<std::string> project_file(const SourceFile& from, const Include& include)
{
    std::vector<std::filesystem::path> roots = {"include", "src", "", "apps", "tests", "benchmarks"};
    if (include.quoted)
        roots.insert(roots.begin(), std::filesystem::path(from.path).parent_path());
    for (const std::filesystem::path& root : roots) {
        const std::filesystem::path path = (root / include.name).lexically_normal();
        if (std::filesystem::is_regular_file(source_root() / path))
            return path.generic_string();
    }
    return std::nullopt;
}

bool is_allowed_inside(const std::string& group, const std::string& target)
{
    const std::string target_group = group_of(target);
    if (group == target_group)
        return true;
    const std::set<std::string>& allowed = may_include.at(group);
    if (target_group == "include") {
        const std::string name = target.substr(target.rfind('/') + 1);
        return allowed.contains("public") || (allowed.contains("vocabulary") && vocabulary.contains(name));
    }
    // The doors into src/: the command line draws pictures, hands the roads of a graphics card to worlds, and asks it
    // by occlusion queries as a paper does.
    if (group == "apps"
        && (target == "src/opengl/picture/picture.h" || target == "src/opengl/tools/tool_road.h"
            || target == "src/opengl/occlusion/cell_asker.h"))
        return true;
    return allowed.contains(target_group);
}

// The library itself stands on the standard library and Highway; instruction sets come through Highway only.
bool is_allowed_outside(const std::string& group, const std::string& name)
{
    const bool is_standard = name.find('/') == std::string::npos && name.find('.') == std::string::npos;
    if (group == "include")
        return is_standard;
    // A thread that waits in a loop tells the processor so, and a process asks which cores it may use; there is no
    // portable word for either.
    if (group == "src/base" && (name == "immintrin.h" || name == "sched.h"))
        return true;
    if (group.starts_with("src/") && group != "src/opengl")
        return is_standard || name.starts_with("hwy/");
    return true;
}

std::vector<Finding> forbidden_includes(const SourceFile& file)
{
    std::vector<Finding> findings;
    const std::string group = group_of(file.path);
    if (may_include_anything(group))
        return findings;
    if (!may_include.contains(group)) {
        findings.push_back({file.path, 0, "the folder " + group + " has no place in the one direction"});
        return findings;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::optional<Include> include = include_of(file.lines[i]);
        if (!include)
            continue;
        const std::optional<std::string> target = project_file(file, *include);
        const bool fine =
            target ? is_allowed_inside(group, *target) : !include->quoted && is_allowed_outside(group, include->name);
        if (!fine)
            findings.push_back({file.path, i + 1, "may not include " + include->name});
    }
    return findings;
}

std::size_t forbidden_count(std::string path, std::string line)
{
    return forbidden_includes({std::move(path), {std::move(line)}}).size();
}

TEST(IncludeDirections, EveryIncludeFollowsTheOneDirection)
{
    std::vector<Finding> findings;
    const std::vector<SourceFile> files = all_cpp_files();
    ASSERT_GT(files.size(), 20u);
    for (const SourceFile& file : files) {
        const std::vector<Finding> here = forbidden_includes(file);
        findings.insert(findings.end(), here.begin(), here.end());
    }
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(IncludeDirections, AnIncludeAgainstTheDirectionIsSeen)
{
    EXPECT_EQ(forbidden_count("src/geometry/box.h", "#include \"base/check.h\""), 0u);
    EXPECT_EQ(forbidden_count("src/base/check.cpp", "#include \"tests/architecture/source_tree.h\""), 1u);
    EXPECT_EQ(forbidden_count("src/mesh/mesh.h", "#include <tactus/geometry.h>"), 0u);
    EXPECT_EQ(forbidden_count("src/mesh/mesh.h", "  #  include <tactus/world.h>"), 1u);
    EXPECT_EQ(forbidden_count("src/mesh/mesh.h", "#include <tactus/tactus.h>"), 1u);
    EXPECT_EQ(forbidden_count("src/world/world.cpp", "#include <tactus/world.h>"), 0u);
    EXPECT_EQ(forbidden_count("include/tactus/world.h", "#include \"base/check.h\""), 1u);
    EXPECT_EQ(forbidden_count("include/tactus/world.h", "#include <hwy/highway.h>"), 1u);
    EXPECT_EQ(forbidden_count("include/tactus/world.h", "#include <vector>"), 0u);
    EXPECT_EQ(forbidden_count("apps/cli/main.cpp", "#include \"base/check.h\""), 1u);
    EXPECT_EQ(forbidden_count("scenes/scene.cpp", "#include \"base/check.h\""), 1u);
    EXPECT_EQ(forbidden_count("src/search/clusters/refinement.cpp", "#include <arm_neon.h>"), 1u);
    EXPECT_EQ(forbidden_count("src/search/clusters/refinement.cpp", "#include <immintrin.h>"), 1u);
    EXPECT_EQ(forbidden_count("src/search/clusters/refinement.cpp", "#include \"no/such_file.h\""), 1u);
    EXPECT_EQ(forbidden_count("src/elsewhere/thing.cpp", "#include <vector>"), 1u);
}

TEST(IncludeDirections, TheTableItselfHasOneDirection)
{
    for (const auto& [group, allowed] : may_include) {
        for (const std::string& used : allowed) {
            const auto back = may_include.find(used);
            const bool both_ways = back != may_include.end() && back->second.contains(group);
            EXPECT_FALSE(both_ways) << group << " and " << used << " include each other";
        }
    }
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// Which folders the files that stand in each folder include from, those of sub-folders on their own; without the
/// public headers.
using Folders = std::map<std::string, std::set<std::string>>;

Folders folders_that_are_included(const std::vector<SourceFile>& files)
{
    Folders folders;
    for (const SourceFile& file : files)
        for (const std::string& line : file.lines)
            if (const std::optional<Include> include = include_of(line))
                if (const std::optional<std::string> target = project_file(file, *include))
                    if (!target->starts_with("include/") && folder_of(*target) != folder_of(file.path))
                        folders[folder_of(file.path)].insert(folder_of(*target));
    return folders;
}

/// Folders each of which includes from the next, and the last from the first; none if there are no such.
std::vector<std::string> knot_in(const Folders& folders)
{
    std::set<std::string> done;
    std::vector<std::string> way;
    const std::function<bool(const std::string&)> leads_back = [&](const std::string& folder) {
        if (const auto known = std::find(way.begin(), way.end(), folder); known != way.end()) {
            way.erase(way.begin(), known);
            return true;
        }
        if (!done.insert(folder).second)
            return false;
        way.push_back(folder);
        if (const auto found = folders.find(folder); found != folders.end())
            for (const std::string& next : found->second)
                if (leads_back(next))
                    return true;
        way.pop_back();
        return false;
    };
    for (const auto& [folder, included] : folders)
        if (leads_back(folder))
            return way;
    return {};
}

TEST(IncludeDirections, FoldersWithinFoldersOfTheLibraryHaveOneDirectionToo)
{
    const Folders folders = folders_that_are_included(cpp_files_below("src"));
    ASSERT_GT(folders.size(), 30u);
    const std::vector<std::string> knot = knot_in(folders);
    std::string names;
    for (const std::string& folder : knot)
        names += folder + " -> ";
    EXPECT_TRUE(knot.empty()) << names << "and back";
}

// Of the public headers, which include which.
Folders public_headers()
{
    Folders headers;
    for (const SourceFile& file : cpp_files_below("include"))
        for (const std::string& line : file.lines)
            if (const std::optional<Include> include = include_of(line))
                if (const std::optional<std::string> target = project_file(file, *include))
                    headers[file.path].insert(*target);
    return headers;
}

TEST(IncludeDirections, PublicHeadersIncludeEachOtherOneWayOnly)
{
    const Folders headers = public_headers();
    ASSERT_GT(headers.size(), 8u);
    const std::vector<std::string> knot = knot_in(headers);
    std::string names;
    for (const std::string& header : knot)
        names += header + " -> ";
    EXPECT_TRUE(knot.empty()) << names << "and back";
}

TEST(IncludeDirections, AUserMeetsAFewHeadersAndOneThatIncludesThem)
{
    std::set<std::string> headers;
    for (const SourceFile& file : cpp_files_below("include"))
        if (folder_of(file.path) == "include/tactus")
            headers.insert(file.path);
    EXPECT_LE(headers.size(), 10u);
    Folders included = public_headers();
    const std::set<std::string>& by_tactus = included["include/tactus/tactus.h"];
    // What only reproductions of papers need, and a template that needs no world, are asked for by name.
    for (const std::string apart : {"tactus.h", "bucket_octree.h", "papers.h"}) {
        EXPECT_EQ(headers.erase("include/tactus/" + apart), 1u) << apart;
        EXPECT_FALSE(by_tactus.contains("include/tactus/" + apart)) << apart;
    }
    for (const std::string& header : headers)
        EXPECT_TRUE(by_tactus.contains(header)) << header;
}

TEST(IncludeDirections, AWayBackBetweenFoldersIsSeen)
{
    EXPECT_TRUE(knot_in({{"a", {"a/b", "c"}}, {"a/b", {"c"}}}).empty());
    EXPECT_EQ(knot_in({{"a", {"a/b"}}, {"a/b", {"c"}}, {"c", {"a/b"}}}), (std::vector<std::string>{"a/b", "c"}));
    EXPECT_EQ(knot_in({{"a", {"a/b"}}, {"a/b", {"a"}}}).size(), 2u);
}

} // namespace
} // namespace tactus::architecture
