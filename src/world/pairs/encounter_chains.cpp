// SPDX-License-Identifier: MIT
#include "world/pairs/encounter_chains.h"

#include <algorithm>

#include "base/planted_fault.h"

namespace tactus {

void EncounterChains::make(
    std::span<const Encounter> encounters, std::span<const ExpectedSearch> expected, std::size_t body_count,
    std::span<const std::uint32_t> places)
{
    places_ = places;
    next_.resize_uninitialised(places.size());
    waits_for_.resize_uninitialised(places.size());
    after_ready_.resize_uninitialised(places.size());
    last_of_.resize_uninitialised(body_count);
    std::fill(last_of_.begin(), last_of_.end(), std::array{none, none});
    first_.clear();
    for (std::uint32_t link = 0; link < places.size(); ++link) {
        const Encounter& encounter = encounters[places[link]];
        const ExpectedSearch& search = expected[places[link]];
        next_.data()[link] = {none, none};
        waits_for_.data()[link] = 0;
        if (!search.leaves_a)
            hang(link, encounter.a, 0);
        if (!search.leaves_b && encounter.b != encounter.a)
            hang(link, encounter.b, 1);
        if (waits_for_.data()[link] == 0)
            first_.push_back(link);
    }
}

/// Hangs a link on the last one so far that has this body too, on the given side of itself.
void EncounterChains::hang(std::uint32_t link, std::uint32_t body, std::size_t side)
{
    auto& [last, side_of_last] = last_of_.data()[body];
    if (last != none && !TACTUS_FAULT(144)) {
        next_.data()[last][side_of_last] = link;
        ++waits_for_.data()[link];
    }
    last = link;
    side_of_last = static_cast<std::uint32_t>(side);
}

std::size_t EncounterChains::bytes() const
{
    return next_.bytes() + waits_for_.bytes() + after_ready_.bytes() + first_.bytes() + last_of_.bytes();
}

} // namespace tactus
