// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "world/pairs/encounters.h"

namespace tactus {

/// What is known about the search of an encounter before it begins.
struct ExpectedSearch {
    std::uint64_t price = 0; ///< In the nanoseconds of base/work_prices.h, as far as one can tell.
    /// Neither what it finds nor what it costs depends on the searches of its bodies that came before it.
    bool is_order_free = false;
    bool leaves_a = false; ///< Nothing of body a changes in a search, as of a half-space: others may search it at once.
    bool leaves_b = false; ///< The same about body b.
};

/// Encounters in rounds, in each of which no body that searches change occurs twice: a search changes the trees that it
/// goes through, so that those of one round may run at once. Rounds without large encounters need no end: what comes
/// after them may begin with a body as soon as they have done with it. Where the order of searches matters, every body
/// meets the others in the order of the list, round by round. A body of very many encounters has as many rounds, most
/// of them with little else in them.
class EncounterRounds {
public:
    /// One round, by places in the list of encounters.
    struct Round {
        std::span<const std::uint32_t> large; ///< Worth sharing among the workers one at a time.
        std::span<const std::uint32_t> small; ///< To be shared out as they are.
        std::uint64_t small_price = 0;        ///< All that is expected of the small ones.
    };

    /// Bodies go by their indices, all of them below body_count. Keeps its memory.
    void make(
        std::span<const Encounter> encounters, std::span<const ExpectedSearch> expected, std::size_t body_count,
        std::uint32_t worker_count);

    std::size_t count() const { return rounds_.size(); }
    Round round(std::size_t index) const;
    /// The large ones of one round, and the small ones of it and of those that follow and have no large ones, round by
    /// round. Makes `index` that of the round after these.
    Round stretch(std::size_t& index) const;

    std::size_t bytes() const;

private:
    struct Places {
        std::uint64_t price = 0;
        std::uint64_t small_price = 0;
        std::uint32_t count = 0;
        // In order_, the large ones first.
        std::uint32_t begin = 0;
        std::uint32_t large_end = 0;
        std::uint32_t end = 0;
    };

    void choose_rounds(
        std::span<const Encounter> encounters, std::span<const ExpectedSearch> expected, std::size_t body_count);
    void put_in_order(std::span<const ExpectedSearch> expected, std::uint32_t worker_count);

    std::vector<Places> rounds_;
    Buffer<std::uint32_t> round_of_; ///< per encounter
    Buffer<std::uint32_t> order_;    ///< encounters by their rounds
    Buffer<std::uint64_t> taken_;    ///< per body, a bit for every round that is not free for it any more
    Buffer<std::uint32_t> waiting_;  ///< encounters that have no round yet
};

} // namespace tactus
