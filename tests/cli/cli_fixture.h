// SPDX-License-Identifier: MIT
// Runs the command as a user does.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/temporary_folder.h"

struct CommandResult {
    int exit_code = -1; ///< 128 + the signal's number where one ended the command
    std::string output;
    std::string errors;
};

/// Runs build/tactus with these arguments in a folder, and waits for its end. Its output goes through files there.
/// `prepare` is called in the new process before the command begins, to close its streams or to limit it.
inline CommandResult run_tactus(
    const std::filesystem::path& folder, const std::vector<std::string>& arguments,
    const std::function<void()>& prepare = [] {})
{
    const std::string program = std::string(TACTUS_BINARY_DIR) + "/tactus";
    const std::array<std::filesystem::path, 2> files = {folder / ".stdout", folder / ".stderr"};
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const pid_t child = fork();
    if (child == 0) {
        for (int k = 0; k < 2; ++k) {
            const int file = open(files[static_cast<std::size_t>(k)].c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            if (file < 0 || dup2(file, k + 1) < 0)
                _exit(127);
        }
        if (chdir(folder.c_str()) != 0)
            _exit(127);
        prepare();
        execv(program.c_str(), pointers.data());
        _exit(127);
    }
    CommandResult result;
    int status = 0;
    waitpid(child, &status, 0);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const auto content = [](const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    result.output = content(files[0]);
    result.errors = content(files[1]);
    return result;
}

/// A folder to work in, and the command.
class Cli : public testing::Test {
protected:
    CommandResult tactus(
        const std::vector<std::string>& arguments, const std::function<void()>& prepare = [] {})
    {
        return run_tactus(folder.path(), arguments, prepare);
    }

    /// The files in the folder but for those of the command's own streams, sorted.
    std::vector<std::string> files() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
            if (entry.path().filename() != ".stdout" && entry.path().filename() != ".stderr")
                names.push_back(entry.path().lexically_relative(folder.path()).string());
        std::sort(names.begin(), names.end());
        return names;
    }

    /// Runs with --json added, which must succeed, and gives what was printed.
    nlohmann::json json_of(std::vector<std::string> arguments)
    {
        arguments.push_back("--json");
        const CommandResult result = tactus(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_EQ(result.errors, "");
        return nlohmann::json::parse(result.output, nullptr, false);
    }

    /// Expects a refusal: exit code 2, nothing on stdout, and one line on stderr that holds the sentence.
    void expect_refusal(const std::vector<std::string>& arguments, const std::string& sentence)
    {
        expect_refused(tactus(arguments), sentence);
    }
    void expect_refused(const CommandResult& result, const std::string& sentence)
    {
        EXPECT_EQ(result.exit_code, 2) << sentence;
        EXPECT_EQ(result.output, "") << sentence;
        EXPECT_NE(result.errors.find(sentence), std::string::npos) << result.errors;
        EXPECT_EQ(result.errors.find("tactus: "), 0u) << result.errors;
        EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
    }

    TemporaryFolder folder;
};

/// The stated sum, written down a second time: one splitmix64 step from (i << 32) | j for each line "i j".
inline std::string hash_of_pairs(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& pairs)
{
    std::uint64_t sum = 0;
    for (const auto& [i, j] : pairs) {
        std::uint64_t z = ((i << 32) | j) + 11400714819323198485ull;
        z ^= z >> 30;
        z *= 13787848793156543929ull;
        z ^= z >> 27;
        z *= 10723151780598845931ull;
        z ^= z >> 31;
        sum += z;
    }
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(sum));
    return digits;
}
