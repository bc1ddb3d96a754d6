// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tactus/contact.h>

#include "base/buffer.h"

namespace tactus {

/// Two bodies, the lesser id first.
struct BodyPair {
    BodyId first;
    BodyId second;

    static constexpr BodyPair of(BodyId a, BodyId b) { return b < a ? BodyPair{b, a} : BodyPair{a, b}; }
    static constexpr BodyPair of(const Contact& contact) { return of(contact.body_a, contact.body_b); }
    friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
    friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Between which bodies a report is unfinished: parts are open there, or depths.
class OpenPairs {
public:
    void find(const ContactReport& report);

    bool hold(const BodyPair& pair) const;
    bool hold(const Contact& contact) const { return hold(BodyPair::of(contact)); }
    /// How many come before the contact's: a number for those that are held.
    std::size_t place(const BodyPair& pair) const;
    std::size_t place(const Contact& contact) const { return place(BodyPair::of(contact)); }
    /// Whether a body meets several others, and the report is unfinished between it and one of them.
    bool leave_between(BodyId body) const;

    /// Something pushes between a contact's bodies.
    void note_push(const Contact& contact)
    {
        if (hold(contact))
            is_pushed_[place(contact)] = 1;
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(pairs_.size()); }
    /// Between how many of them nothing pushes.
    std::uint32_t silent_count() const
    {
        return static_cast<std::uint32_t>(std::count(is_pushed_.begin(), is_pushed_.end(), std::uint8_t{0}));
    }

    std::size_t bytes() const
    {
        return is_pushed_.bytes() + pairs_.bytes() + all_.bytes() + open_bodies_.bytes() + bodies_.bytes();
    }

private:
    Buffer<BodyPair> pairs_;         ///< ascending, each once
    Buffer<std::uint8_t> is_pushed_; ///< per pair
    Buffer<BodyPair> all_;           ///< of the report: ascending, each once
    Buffer<BodyId> open_bodies_;     ///< of the pairs, ascending
    Buffer<BodyId> bodies_;          ///< of all, ascending, as often as they meet another
};

} // namespace tactus
