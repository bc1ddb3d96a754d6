// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

namespace tactus::cli {

/// Microseconds of CPU time that the calling thread has had: what other programs do on the machine is not in it.
inline double thread_microseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

} // namespace tactus::cli
