// SPDX-License-Identifier: MIT
// A quick run of reproductions, for the tests that look at what it has written.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "cli_fixture.h"

/// The loader then finds no vendor, as on a machine without any driver.
inline void hide_opengl() { setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1); }

/// What `tactus reproduce WHICH --quick --json --out figures/of/papers` prints and leaves.
struct QuickRun {
    /// Software draws slowly: without OpenGL a run is shorter.
    explicit QuickRun(const std::string& which, bool with_opengl = true)
        : result(run_tactus(
            folder.path(), {"reproduce", which, "--quick", "--json", "--out", "figures/of/papers"},
            with_opengl ? std::function<void()>([] {}) : hide_opengl)),
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
