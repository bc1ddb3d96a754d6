// SPDX-License-Identifier: MIT
#include "cli/measure/stopwatch.h"

#include <algorithm>
#include <ctime>
#include <limits>

namespace tactus::cli {

/// What asking for the time costs is the least that two questions in a row say.
Stopwatch::Stopwatch(std::uint32_t threads) : wall_(threads > 1)
{
    double least = std::numeric_limits<double>::max();
    for (int round = 0; round < 200; ++round) {
        start();
        least = std::min(least, now() - begin_);
    }
    clock_cost_ = least;
}

double Stopwatch::milliseconds() const { return std::max(now() - begin_ - clock_cost_, 0.0) * 1e-6; }

double Stopwatch::now() const
{
    timespec time{};
    clock_gettime(wall_ ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

} // namespace tactus::cli
