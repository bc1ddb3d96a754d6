// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tactus::cli {

/// Times in milliseconds: of the process's CPU where one thread works, of the wall clock where several do. The clock of
/// the CPU is a system call, which takes as long as a small query: what asking costs is taken off.
class Stopwatch {
public:
    explicit Stopwatch(std::uint32_t threads);

    void start() { begin_ = now(); }
    double milliseconds() const;

private:
    /// Nanoseconds since some moment.
    double now() const;

    bool wall_;
    double begin_ = 0.0;
    double clock_cost_ = 0.0; ///< In nanoseconds.
};

} // namespace tactus::cli
