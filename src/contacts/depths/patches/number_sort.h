// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/buffer.h"
#include "base/stages/room_stages.h"
#include "base/work_prices.h"

namespace tactus {

/// Sorts numbered things by their keys, eight bits at a time, in small steps that can be done whenever there is time.
/// Equal keys stay in the order in which they came.
class NumberSort {
public:
    struct Item {
        std::uint64_t key;
        std::uint32_t value;
    };

    void clear() { items_.clear(); }
    /// Takes the memory for so many in stages.
    void make_room(std::size_t count, RoomStages& stages)
    {
        stages.add_room(items_, count);
        stages.add_room(other_, count);
    }
    void add(std::uint64_t key, std::uint32_t value) { items_.push_back({key, value}); }
    /// What has been added; keys may still be changed before the first step.
    std::span<Item> items() { return items_.span(); }
    std::span<const Item> items() const { return items_.span(); }
    std::size_t bytes() const { return items_.bytes() + other_.bytes(); }

    /// Starts to sort by the lowest bits of the keys.
    void begin(int key_bits)
    {
        bits_ = key_bits;
        shift_ = 0;
        other_.resize_uninitialised(items_.size());
        start_digit();
    }
    bool done() const { return shift_ >= bits_ || items_.size() < 2; }

    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is not done.
    std::uint64_t step()
    {
        const std::size_t end = std::min(cursor_ + per_call::sorted, items_.size());
        if (counting_) {
            for (; cursor_ < end; ++cursor_)
                ++places_[digit(items_.data()[cursor_])];
            if (cursor_ == items_.size())
                end_of_counting();
            return price::counted_numbers;
        }
        for (; cursor_ < end; ++cursor_) {
            const Item item = items_.data()[cursor_];
            other_.data()[places_[digit(item)]++] = item;
        }
        if (cursor_ == items_.size()) {
            std::swap(items_, other_);
            next_digit();
        }
        return price::sorted_numbers;
    }

private:
    std::size_t digit(const Item& item) const { return item.key >> shift_ & 255; }

    void start_digit()
    {
        cursor_ = 0;
        counting_ = true;
        places_.fill(0);
    }

    void next_digit()
    {
        shift_ += 8;
        start_digit();
    }

    void end_of_counting()
    {
        if (places_[digit(items_[0])] == items_.size()) {
            next_digit();
            return;
        }
        std::uint32_t place = 0;
        for (std::uint32_t& count : places_)
            place += std::exchange(count, place);
        cursor_ = 0;
        counting_ = false;
    }

    Buffer<Item> items_;
    Buffer<Item> other_;
    std::array<std::uint32_t, 256> places_{};
    std::size_t cursor_ = 0;
    int bits_ = 0;
    int shift_ = 0;
    bool counting_ = true;
};

} // namespace tactus
