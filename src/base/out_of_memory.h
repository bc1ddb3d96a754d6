// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include <tactus/result.h>

namespace tactus {

/// The refusal where memory ends. It is so short that it takes none.
inline Error out_of_memory() { return {ErrorCode::out_of_memory, "out of memory"}; }

/// What f() gives, or what fallback() gives if memory ends before that. No other exception is caught.
template <class F, class Fallback>
auto unless_memory_ends(F&& f, Fallback&& fallback) -> decltype(f())
{
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return fallback();
    } catch (const std::length_error&) { // more than any memory holds
        return fallback();
    }
}

/// What f() gives, a Result, or a refusal if memory ends before that.
template <class F>
auto refused_if_memory_ends(F&& f) -> decltype(f())
{
    return unless_memory_ends(f, []() -> decltype(f()) { return out_of_memory(); });
}

/// Makes an object as it was before it was first used, without any memory. Making one must take none.
template <class T, class... Arguments>
void renew(T& object, Arguments&&... arguments)
{
    std::destroy_at(&object);
    std::construct_at(&object, std::forward<Arguments>(arguments)...);
}

} // namespace tactus
