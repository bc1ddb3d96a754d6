// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cli/reproduce/claim.h"

/// Which of some claims hold, in their order.
inline std::vector<bool> holding(const std::vector<tactus::cli::Claim>& claims)
{
    std::vector<bool> holds;
    for (const tactus::cli::Claim& claim : claims)
        holds.push_back(claim.holds);
    return holds;
}
