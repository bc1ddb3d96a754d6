// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tactus::cli {

/// A bar on stderr while something takes its time. Says nothing where stderr is not a terminal.
class Progress {
public:
    Progress(std::string label, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// This many are done. Draws at most twenty times a second.
    void set(std::size_t done);

private:
    void draw(std::size_t done) const;

    std::string label_;
    std::size_t total_;
    bool shown_;
    std::chrono::steady_clock::time_point last_drawn_{};
};

} // namespace tactus::cli
