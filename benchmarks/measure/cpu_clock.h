// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <ctime>

namespace tactus::benchmarks {

/// CPU time that this process has used, all of its threads together.
inline double cpu_seconds()
{
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// What asking for the time costs, which is taken off every measurement: the clock is a system call.
inline double cpu_clock_cost_seconds()
{
    static const double cost = [] {
        double least = 1.0;
        for (int round = 0; round < 1000; ++round) {
            const double begin = cpu_seconds();
            least = std::min(least, cpu_seconds() - begin);
        }
        return least;
    }();
    return cost;
}

} // namespace tactus::benchmarks
