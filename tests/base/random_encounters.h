// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "scenes/random.h"
#include "world/pairs/encounters.h"

namespace tactus {

/// So many different encounters in the order of a list, some of them of a body with itself. A third is with the first
/// body.
inline std::vector<Encounter> random_encounters(scenes::Random& random, std::uint32_t bodies, std::size_t count)
{
    std::set<Encounter> all;
    while (all.size() < count) {
        const auto a = static_cast<std::uint32_t>(random.below(bodies));
        const auto b = random.below(3) == 0 ? 0 : static_cast<std::uint32_t>(random.below(bodies));
        all.insert({std::min(a, b), std::max(a, b)});
    }
    return {all.begin(), all.end()};
}

} // namespace tactus
