// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

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

/// Finds contacts by their keys. Its memory is taken once; forgetting everything costs nothing.
class ContactTable {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Room for so many contacts; forgets all.
    void make_room(std::size_t contacts)
    {
        const std::size_t places = std::bit_ceil(std::max<std::size_t>(2 * contacts, 16));
        if (entries_.size() != places) {
            entries_.resize_uninitialised(places);
            std::fill(entries_.begin(), entries_.end(), Entry{});
            era_ = 0;
        }
        clear();
    }
    void clear()
    {
        if (++era_ == 0) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            era_ = 1;
        }
    }

    std::uint32_t find(const ContactKey& key) const
    {
        if (entries_.empty())
            return none;
        const Entry& entry = entries_[place_of(key)];
        return entry.era == era_ ? entry.index : none;
    }
    /// A key that is not in the table yet, while there is room.
    void insert(const ContactKey& key, std::uint32_t index) { entries_[place_of(key)] = {key, index, era_}; }

    std::size_t bytes() const { return entries_.bytes(); }

private:
    struct Entry {
        ContactKey key;
        std::uint32_t index = 0;
        std::uint32_t era = 0;
    };

    /// Where the key stands, or where it would.
    std::size_t place_of(const ContactKey& key) const
    {
        const std::size_t last = entries_.size() - 1;
        std::size_t place = key.hash() & last;
        while (entries_[place].era == era_ && !(entries_[place].key == key))
            place = (place + 1) & last;
        return place;
    }

    Buffer<Entry> entries_;
    std::uint32_t era_ = 0;
};

} // namespace tactus
