// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/cases.h"

namespace tactus {

/// Numbers of workers that must give what one gives: some of them on most days.
inline std::vector<std::uint32_t> worker_counts()
{
    return wants_every_case() ? std::vector<std::uint32_t>{2, 3, 5, 8, 16} : std::vector<std::uint32_t>{2, 5, 16};
}

} // namespace tactus
