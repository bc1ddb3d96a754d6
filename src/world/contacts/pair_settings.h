// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <tactus/contact.h>

namespace tactus {

/// What was said about two bodies in particular, by their indices, in any order; the defaults for all others.
class AllPairSettings {
public:
    PairSettings find(std::uint32_t a, std::uint32_t b) const
    {
        const auto place = std::lower_bound(entries_.begin(), entries_.end(), key_of(a, b), is_before);
        return place != entries_.end() && place->first == key_of(a, b) ? place->second : PairSettings{};
    }
    void set(std::uint32_t a, std::uint32_t b, const PairSettings& settings)
    {
        const auto place = std::lower_bound(entries_.begin(), entries_.end(), key_of(a, b), is_before);
        if (place != entries_.end() && place->first == key_of(a, b))
            place->second = settings;
        else
            entries_.insert(place, {key_of(a, b), settings});
    }
    /// What was said about the parent and others holds for the child too, which is new. What was said about the parent
    /// and itself holds for the two, and for the child and itself.
    void inherit(std::uint32_t child, std::uint32_t parent)
    {
        const std::vector<Entry> known = entries_;
        for (const auto& [pair, settings] : known)
            if (pair.first == parent || pair.second == parent) {
                set(child, pair.first == parent ? pair.second : pair.first, settings);
                if (pair.first == pair.second)
                    set(child, child, settings);
            }
    }
    /// The largest contact distance or rest offset that is said of a body and any other.
    float largest_distance(std::uint32_t body) const
    {
        float largest = 0.0f;
        for (const auto& [pair, settings] : entries_)
            if (pair.first == body || pair.second == body)
                largest = std::max(
                    {largest, settings.thickness.contact_distance.value_or(0.0f),
                     settings.thickness.rest_offset.value_or(0.0f)});
        return largest;
    }
    /// Whether a rest offset is said of any two bodies.
    bool have_rest_offset() const
    {
        return std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) {
            return entry.second.thickness.rest_offset.value_or(0.0f) > 0.0f;
        });
    }
    /// Its index may come to belong to another body.
    void forget_body(std::uint32_t body)
    {
        std::erase_if(
            entries_, [&](const Entry& entry) { return entry.first.first == body || entry.first.second == body; });
    }

private:
    using Key = std::pair<std::uint32_t, std::uint32_t>;
    using Entry = std::pair<Key, PairSettings>;

    static Key key_of(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }
    static bool is_before(const Entry& entry, const Key& key) { return entry.first < key; }

    std::vector<Entry> entries_;
};

} // namespace tactus
