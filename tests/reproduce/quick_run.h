// SPDX-License-Identifier: MIT
// A quick run of reproductions, for the tests that look at what it has written.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "cli_fixture.h"

/// What `tactus reproduce WHICH --quick --json --out figures/of/papers` prints and leaves.
struct QuickRun {
    explicit QuickRun(const std::string& which)
        : result(run_tactus(folder.path(), {"reproduce", which, "--quick", "--json", "--out", "figures/of/papers"})),
          claims(nlohmann::json::parse(result.output, nullptr, false))
    {
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_EQ(result.errors, "");
    }

    TemporaryFolder folder;
    CommandResult result;
    nlohmann::json claims;

    std::filesystem::path figures() const { return folder.path() / "figures" / "of" / "papers"; }
    std::string bytes(const std::string& name) const
    {
        std::ifstream file(figures() / name, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }
    /// All numbers of a paper.
    nlohmann::json numbers(const std::string& paper) const
    {
        return nlohmann::json::parse(bytes(paper + ".json"), nullptr, false);
    }
};
