// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <limits>

#include "base/threads/parallel.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace tactus {

#if !TACTUS_HAS_THREADS

std::uint32_t available_threads() { return 1; }

#else
namespace {

/// The cores that the process may use.
std::uint32_t usable_cores()
{
#if defined(__linux__)
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof(cores), &cores) == 0)
        return static_cast<std::uint32_t>(std::max(1, CPU_COUNT(&cores)));
#endif
    return std::max(1u, std::thread::hardware_concurrency());
}

/// How many cores' time the container may use, rounded up; no limit if nobody has set one.
std::uint32_t quota_of_container()
{
    constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();
    const auto numbers = [](const char* path, const char* format, auto*... to) {
        std::FILE* file = std::fopen(path, "r");
        const int read = file != nullptr ? std::fscanf(file, format, to...) : 0;
        if (file != nullptr)
            std::fclose(file);
        return read == int(sizeof...(to));
    };
    long long quota = 0, period = 0;
    const bool is_known = numbers("/sys/fs/cgroup/cpu.max", "%lld %lld", &quota, &period)
                          || (numbers("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "%lld", &quota)
                              && numbers("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "%lld", &period));
    if (!is_known || quota <= 0 || period <= 0)
        return no_limit;
    return static_cast<std::uint32_t>(std::clamp<long long>((quota + period - 1) / period, 1, no_limit));
}

} // namespace

std::uint32_t available_threads()
{
    return std::min({usable_cores(), quota_of_container(), std::uint32_t{Workers::max_count}});
}

#endif

} // namespace tactus
