// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include <gtest/gtest.h>
#include <tactus/result.h>

#include "allocation/counting_new.h"

namespace tactus {

/// Calls try_with for 0, 1, 2 and more pieces of memory, or every `step`-th of these numbers, until it says that memory
/// has not ended. It must leave no memory behind. Gives how often memory has ended.
inline std::size_t
end_memory_after_each(const std::function<bool(std::size_t pieces, Shortage)>& try_with, std::size_t step = 1)
{
    std::size_t times = 0;
    for (const Shortage shortage : {Shortage::once, Shortage::for_good}) {
        bool has_ended = true;
        for (std::size_t pieces = 0; has_ended && !testing::Test::HasFailure(); pieces += step) {
            const std::int64_t before = living_allocation_count();
            has_ended = try_with(pieces, shortage);
            times += has_ended ? 1 : 0;
            EXPECT_EQ(living_allocation_count(), before) << "something leaks";
            EXPECT_FALSE(testing::Test::HasFailure()) << "when memory ends after " << pieces << " pieces";
        }
    }
    return times;
}

/// Whether a call gave a value; where it did not, that memory ended must be the reason.
template <class T>
bool is_done(const Result<T>& result, bool has_ended)
{
    if (result.ok())
        return true;
    EXPECT_TRUE(has_ended) << result.error().message;
    EXPECT_EQ(result.error().code, ErrorCode::out_of_memory);
    EXPECT_NE(result.error().message.find("out of memory"), std::string::npos) << result.error().message;
    return false;
}

} // namespace tactus
