// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.h"

namespace tactus {

/// Steps a 64-bit number on so that no bit of the result is plainly one of its own (splitmix64).
constexpr std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/// Finds numbers by the hash of what they stand for, which others keep. It grows with what it holds; forgetting
/// everything costs nothing.
class HashedNumbers {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Forgets all, and expects about so many, or as many as there were before: what it once had to grow for comes again,
    /// and growing takes long.
    void clear(std::size_t expected)
    {
        peak_ = std::max(peak_ - peak_ / 64, static_cast<std::uint32_t>(count_));
        expected = std::max<std::size_t>(expected, peak_);
        reserve(expected);
        if (const std::size_t places = places_for(expected); places > last_ + 1 || 4 * places <= last_ + 1)
            last_ = places - 1;
        count_ = 0;
        if (++era_ == 0) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            era_ = 1;
        }
    }

    /// Takes the memory for so many now. What it holds stays.
    void reserve(std::size_t expected)
    {
        const std::size_t known = entries_.size(), places = places_for(expected);
        if (places > known) {
            entries_.resize_uninitialised(places);
            std::fill(entries_.begin() + known, entries_.end(), Entry{});
        }
    }

    /// Brings the place nearer where a hash will be looked for soon.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(entries_.data() + (hash & last_)); }

    /// The first number with this hash for which `is_it(number)` holds, or none.
    template <class IsIt>
    std::uint32_t find(std::uint64_t hash, IsIt is_it) const
    {
        if (count_ == 0)
            return none;
        for (std::size_t place = hash & last_;; place = (place + 1) & last_) {
            const Entry& entry = entries_.data()[place];
            if (entry.era != era_)
                return none;
            if (entry.tag == tag_of(hash) && is_it(entry.number))
                return entry.number;
        }
    }

    /// `hash_of(number)` says the hash of any number in it.
    template <class HashOf>
    void insert(std::uint64_t hash, std::uint32_t number, HashOf hash_of)
    {
        if (2 * ++count_ > last_)
            grow(hash_of);
        put(hash, number);
    }

    std::size_t bytes() const { return entries_.bytes() + larger_.bytes(); }

private:
    struct Entry {
        std::uint32_t number = 0;
        std::uint16_t tag = 0; ///< bits of the hash, so that most others are passed over unseen
        std::uint16_t era = 0; ///< of an older era: free
    };

    static std::uint16_t tag_of(std::uint64_t hash) { return static_cast<std::uint16_t>(hash >> 48); }

    static std::size_t places_for(std::size_t expected)
    {
        return std::bit_ceil(std::max<std::size_t>(2 * expected, 256));
    }
    void put(std::uint64_t hash, std::uint32_t number)
    {
        std::size_t place = hash & last_;
        while (entries_.data()[place].era == era_)
            place = (place + 1) & last_;
        entries_.data()[place] = {number, tag_of(hash), era_};
    }
    template <class HashOf>
    void grow(HashOf hash_of)
    {
        const std::size_t places = 2 * (last_ + 1);
        larger_.resize_uninitialised(places);
        std::fill(larger_.begin(), larger_.end(), Entry{});
        std::swap(entries_, larger_);
        const std::size_t before = std::exchange(last_, places - 1) + 1;
        for (std::size_t place = 0; place < before; ++place)
            if (larger_[place].era == era_)
                put(hash_of(larger_[place].number), larger_[place].number);
    }

    Buffer<Entry> entries_;
    Buffer<Entry> larger_; ///< kept for the next time it grows
    std::size_t last_ = 0; ///< place; their number is a power of two
    std::size_t count_ = 0;
    std::uint16_t era_ = 0;
    std::uint32_t peak_ = 0; ///< of what it has held, slowly forgotten
};

} // namespace tactus
