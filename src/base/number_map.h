// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"

namespace tactus {

/// Numbers by other numbers: those of vertices, of edges, or two in one. It holds as much memory as it has ever had
/// entries, however large the keys are, and is emptied in no time.
class NumberMap {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    void clear()
    {
        size_ = 0;
        if (++stamp_ == 0) {
            wipe();
            stamp_ = 1;
        }
    }

    /// Takes the memory for so many entries now. What it holds stays.
    void reserve(std::size_t count)
    {
        if (2 * count > entries_.size())
            grow_to(std::bit_ceil(2 * count));
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return entries_.bytes(); }

    /// `none` if the key has no value.
    std::uint32_t find(std::uint64_t key) const
    {
        if (size_ == 0)
            return none;
        const Entry& entry = entries_.data()[place_of(key)];
        return entry.stamp == stamp_ ? entry.value : none;
    }

    /// The value that the key has, or that it gets if it had none.
    std::uint32_t find_or_put(std::uint64_t key, std::uint32_t value)
    {
        if (2 * (size_ + 1) > entries_.size())
            grow_to(larger_size());
        Entry& entry = entries_.data()[place_of(key)];
        if (entry.stamp != stamp_) {
            entry = {key, stamp_, value};
            ++size_;
        }
        return entry.value;
    }

    /// The key gets this value, whether it had one or not.
    void put(std::uint64_t key, std::uint32_t value)
    {
        if (2 * (size_ + 1) > entries_.size())
            grow_to(larger_size());
        Entry& entry = entries_.data()[place_of(key)];
        size_ += entry.stamp != stamp_ ? 1 : 0;
        entry = {key, stamp_, value};
    }

private:
    struct Entry {
        std::uint64_t key;
        std::uint32_t stamp; ///< an entry with an older one is empty
        std::uint32_t value;
    };

    // Where the key is, or where it would be put. Numbers that follow one another are spread evenly by a multiple of
    // the golden ratio, whose upper bits depend on all bits of the key.
    std::size_t place_of(std::uint64_t key) const
    {
        const Entry* entries = entries_.data();
        std::size_t place = (key * 0x9E3779B97F4A7C15u) >> shift_;
        while (entries[place].stamp == stamp_ && entries[place].key != key)
            place = (place + 1) & (entries_.size() - 1);
        return place;
    }

    void wipe()
    {
        for (Entry& entry : entries_)
            entry.stamp = 0;
    }

    std::size_t larger_size() const { return entries_.empty() ? 64 : 2 * entries_.size(); }

    void grow_to(std::size_t count)
    {
        const Buffer<Entry> old = std::move(entries_);
        const std::uint32_t old_stamp = stamp_;
        entries_ = Buffer<Entry>(count);
        shift_ = 64 - std::countr_zero(count);
        wipe();
        stamp_ = 1;
        for (const Entry& entry : old)
            if (entry.stamp == old_stamp)
                entries_.data()[place_of(entry.key)] = {entry.key, stamp_, entry.value};
    }

    Buffer<Entry> entries_; ///< a power of two of them, at most half of them in use
    std::size_t size_ = 0;
    std::uint32_t stamp_ = 1;
    int shift_ = 64;
};

} // namespace tactus
