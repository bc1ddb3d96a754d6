// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "io/temporary_folder.h"

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
