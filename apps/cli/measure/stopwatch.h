// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tactus::cli {

/// Times in milliseconds: of the process's CPU where one thread works, of the wall clock where several do.
class Stopwatch {
public:
    explicit Stopwatch(std::uint32_t threads) : wall_(threads > 1) {}

    void start() { begin_ = now(); }
    double milliseconds() const { return (now() - begin_) * 1e-6; }

private:
    /// Nanoseconds since some moment.
    double now() const;

    bool wall_;
    double begin_ = 0.0;
};

} // namespace tactus::cli
