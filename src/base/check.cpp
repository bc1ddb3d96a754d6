// SPDX-License-Identifier: MIT
#include "base/check.h"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

namespace tactus {

namespace {

void end_program(const char*, const char*, int) { std::abort(); }

// The one variable the whole program shares: a check has no world at hand to ask.
std::atomic<CheckHandler> installed_handler = &end_program;

/// Tells the handler, and ends the program with an exception that nobody can catch: std::terminate says what it is, by
/// the program's own handler or the standard's.
[[noreturn]] void end_with(const char* what, const std::string& why) noexcept
{
    const std::string sentence = what + why;
    if (const CheckHandler handler = installed_handler.load(); handler != &end_program)
        handler(sentence.c_str(), "tactus/result.h", 0);
    try {
        throw std::logic_error(sentence);
    } catch (...) {
        std::terminate();
    }
}

} // namespace

CheckHandler set_check_handler(CheckHandler handler)
{
    return installed_handler.exchange(handler != nullptr ? handler : &end_program);
}

void report_failed_check(const char* condition, const char* file, int line)
{
    installed_handler.load()(condition, file, line);
}

void detail::end_at_refusal(const Error& error) { end_with("a refusal was asked for its value: ", error.message); }

void detail::end_without_refusal() { end_with("a result that is no refusal was asked for its error", {}); }

} // namespace tactus
