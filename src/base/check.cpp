// SPDX-License-Identifier: MIT
#include "base/check.h"

#include <atomic>
#include <cstdlib>

namespace tactus {

namespace {

void end_program(const char*, const char*, int) { std::abort(); }

// The one variable the whole program shares: a check has no world at hand to ask.
std::atomic<CheckHandler> installed_handler = &end_program;

} // namespace

CheckHandler set_check_handler(CheckHandler handler)
{
    return installed_handler.exchange(handler != nullptr ? handler : &end_program);
}

void report_failed_check(const char* condition, const char* file, int line)
{
    installed_handler.load()(condition, file, line);
}

} // namespace tactus
