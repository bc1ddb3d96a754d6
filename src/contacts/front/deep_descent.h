// SPDX-License-Identifier: MIT
// A search that is cut before it comes to any triangles finds no contact, and forces have nothing to go on with. So
// while queries are cut, some steps go straight down between two bodies, another way each time: one of them leads to a
// contact, and from then on that is looked at first, and followed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/buffer.h"
#include "base/hashed_numbers.h"
#include "base/stages/room_stages.h"
#include "contacts/front/front.h"

namespace tactus {

/// Which of one encounter's open parts to look into next on the way down: one of those that came from the last one, or
/// where that leads no further, any that is open. The choice is by a hash of the query's number: the same on every
/// machine.
///
/// It takes every second turn at the front, counted from the query's begin, so that the work of some units is a prefix
/// of the work of more. Whatever order parts are opened in, no error bound rises.
class DeepDescent {
public:
    /// No part goes before its time, until the next call.
    void stop() { encounter_ = none; }
    /// Goes down in an encounter, of which no part has been added yet, by ways that the number chooses.
    void begin(std::uint32_t encounter, std::uint64_t number)
    {
        encounter_ = encounter;
        number_ = mixed(number);
        turn_ = 0;
        next_count_ = 0;
        parts_.clear();
        current_ = none;
    }
    /// Takes its memory now.
    void make_room(RoomStages& stages) { stages.add_room(parts_, max_parts); }

    /// A part is in the front that came from another one, or from none.
    void add(const Front& front, std::uint32_t handle, std::uint32_t parent)
    {
        if (front[handle].encounter != encounter_)
            return;
        const Part part = {handle, front.sequence_of(handle)};
        if (parent == current_ && next_count_ < next_.size())
            next_[next_count_++] = part;
        else if (parts_.size() < max_parts)
            parts_.push_back(part);
    }

    /// At every turn at the front: the part that goes before the others, or none. It is taken out of the queue.
    std::optional<std::uint32_t> take_next(Front& front)
    {
        if (encounter_ == none || turn_++ % 2 != 0)
            return std::nullopt;
        current_ = none;
        while (const std::optional<Part> next = choose()) {
            // It may have been opened in its own turn.
            if (front.sequence_of(next->handle) != next->sequence)
                continue;
            front.take(next->handle);
            current_ = next->handle;
            break;
        }
        while (next_count_ > 0 && parts_.size() < max_parts)
            parts_.push_back(next_[--next_count_]);
        next_count_ = 0;
        return current_ == none ? std::nullopt : std::optional(current_);
    }

    std::size_t bytes() const { return parts_.bytes(); }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::size_t max_parts = 4096; ///< enough to choose from

    struct Part {
        std::uint32_t handle = 0;
        std::uint32_t sequence = 0; ///< of its place in the queue: another one is another part
    };

    std::optional<Part> choose()
    {
        if (next_count_ == 0 && parts_.empty())
            return std::nullopt;
        number_ = mixed(number_ + 1);
        const bool goes_on = next_count_ > 0;
        Part* const parts = goes_on ? next_.data() : parts_.data();
        const std::size_t count = goes_on ? next_count_ : parts_.size();
        const Part chosen = parts[number_ % count];
        parts[number_ % count] = parts[count - 1];
        if (goes_on)
            --next_count_;
        else
            parts_.pop_back();
        return chosen;
    }

    std::uint32_t encounter_ = none;
    std::uint32_t current_ = none; ///< taken last
    std::array<Part, 36> next_;    ///< that came from it
    std::size_t next_count_ = 0;
    Buffer<Part> parts_; ///< the encounter's others
    std::uint64_t number_ = 0;
    std::uint64_t turn_ = 0;
};

} // namespace tactus
