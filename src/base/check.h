// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/result.h>

namespace tactus {

/// Calls the installed handler. Returns if the handler does.
void report_failed_check(const char* condition, const char* file, int line);

} // namespace tactus

/// States what must hold here. Compiled into debug builds and builds with TACTUS_CHECKS;
/// elsewhere, and on the GPU, the condition is not evaluated.
#if (defined(TACTUS_CHECKS) || !defined(NDEBUG)) && !defined(__CUDA_ARCH__)
#define TACTUS_CHECK(condition)                                                                                        \
    ((condition) ? static_cast<void>(0) : ::tactus::report_failed_check(#condition, __FILE__, __LINE__))
#else
#define TACTUS_CHECK(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
