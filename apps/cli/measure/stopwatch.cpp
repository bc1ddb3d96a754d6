// SPDX-License-Identifier: MIT
#include "cli/measure/stopwatch.h"

#include <ctime>

namespace tactus::cli {

double Stopwatch::now() const
{
    timespec time{};
    clock_gettime(wall_ ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

} // namespace tactus::cli
