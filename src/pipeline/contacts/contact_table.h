// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "pipeline/contacts/elementary_contacts.h"

namespace tactus {

/// Steps a 64-bit number on so that no bit of the result is plainly one of its own (splitmix64).
constexpr std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/// Names a contact among all bodies: whose features, and which.
struct ContactKey {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    ElementaryPair pair;

    friend constexpr bool operator==(const ContactKey&, const ContactKey&) = default;

    constexpr std::uint64_t hash() const
    {
        const std::uint64_t bodies = mixed(std::uint64_t(body_a) << 32 | body_b);
        return mixed(mixed(bodies + (std::uint64_t(pair.a) << 32 | pair.b)) + static_cast<std::uint64_t>(pair.kind));
    }
};

/// Finds numbers by the hash of what they stand for. It grows with what it holds; forgetting everything costs nothing.
class HashedNumbers {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Forgets all, and expects about so many.
    void clear(std::size_t expected)
    {
        set_places(std::bit_ceil(std::max<std::size_t>(4 * expected, 256)));
        count_ = 0;
        if (++era_ == 0) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            era_ = 1;
        }
    }

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
            if (entry.hash == hash && is_it(entry.number))
                return entry.number;
        }
    }

    void insert(std::uint64_t hash, std::uint32_t number)
    {
        if (2 * ++count_ > last_)
            grow();
        put({hash, number, era_});
    }

    std::size_t bytes() const { return entries_.bytes() + larger_.bytes(); }

private:
    struct Entry {
        std::uint64_t hash = 0;
        std::uint32_t number = 0;
        std::uint32_t era = 0; ///< of an older era: free
    };

    void set_places(std::size_t places)
    {
        const std::size_t known = entries_.size();
        if (places > known) {
            entries_.resize_uninitialised(places);
            std::fill(entries_.begin() + known, entries_.end(), Entry{});
        }
        last_ = places - 1;
    }
    void put(const Entry& entry)
    {
        std::size_t place = entry.hash & last_;
        while (entries_.data()[place].era == era_)
            place = (place + 1) & last_;
        entries_.data()[place] = entry;
    }
    void grow()
    {
        const std::size_t places = 2 * (last_ + 1);
        larger_.resize_uninitialised(places);
        std::fill(larger_.begin(), larger_.end(), Entry{});
        std::swap(entries_, larger_);
        const std::size_t before = std::exchange(last_, places - 1) + 1;
        for (std::size_t place = 0; place < before; ++place)
            if (larger_[place].era == era_)
                put(larger_[place]);
    }

    Buffer<Entry> entries_;
    Buffer<Entry> larger_; ///< kept for the next time it grows
    std::size_t last_ = 0; ///< place; their number is a power of two
    std::size_t count_ = 0;
    std::uint32_t era_ = 0;
};

} // namespace tactus
