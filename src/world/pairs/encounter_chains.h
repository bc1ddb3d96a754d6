// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "world/pairs/encounter_rounds.h"
#include "world/pairs/encounters.h"

namespace tactus {

/// Encounters of several rounds that are searched in one loop. Each waits for the ones of earlier rounds that it shares
/// a body with, and nobody waits for it: whoever ends the last of these searches it next, with a body that is still in
/// its cache.
class EncounterChains {
public:
    /// Takes encounters by their places in the list of all, round by round. Keeps its memory.
    void make(
        std::span<const Encounter> encounters, std::span<const ExpectedSearch> expected, std::size_t body_count,
        std::span<const std::uint32_t> places);

    /// The links that wait for nothing. Those of a chain are numbered in the order of their places.
    std::span<const std::uint32_t> first() const { return first_.span(); }

    /// Calls search(place) for a link that waits for nothing any more, and then for all that waited for it alone.
    /// Several threads may do so at once, for different links.
    template <class Search>
    void search_from(std::uint32_t link, Search&& search)
    {
        std::uint32_t ready = link;
        after_ready_.data()[link] = none;
        while (ready != none) {
            const std::uint32_t now = ready;
            ready = after_ready_.data()[now];
            search(places_[now]);
            for (const std::uint32_t next : next_.data()[now])
                if (next != none
                    && std::atomic_ref(waits_for_.data()[next]).fetch_sub(1, std::memory_order_acq_rel) == 1) {
                    after_ready_.data()[next] = ready;
                    ready = next;
                }
        }
    }

    std::size_t bytes() const;

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    void hang(std::uint32_t link, std::uint32_t body, std::size_t side);

    std::span<const std::uint32_t> places_;     ///< per link
    Buffer<std::array<std::uint32_t, 2>> next_; ///< per link, those that wait for it, by the body that they share
    Buffer<std::uint32_t> waits_for_;           ///< per link, for how many
    Buffer<std::uint32_t> after_ready_;         ///< per link that a thread may search now, another one
    Buffer<std::uint32_t> first_;
    Buffer<std::array<std::uint32_t, 2>>
        last_of_; ///< per body, the last link so far and the side of it that the body is
};

} // namespace tactus
