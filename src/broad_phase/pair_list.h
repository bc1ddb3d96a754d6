// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"

namespace tactus {

/// Two proxies whose boxes overlap, a < b.
struct ProxyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend constexpr bool operator==(const ProxyPair&, const ProxyPair&) = default;
    friend constexpr auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

/// A sorted list of pairs that stays from frame to frame. Changes are noted in any order and applied together, at a
/// cost linear in the list and the changes; without changes applying is free.
class PairList {
public:
    /// A pair that is not in the list, in either order of its members.
    void note_begun(std::uint32_t a, std::uint32_t b) { note(begun_, a, b); }
    /// A pair that is in the list, in either order of its members.
    void note_ended(std::uint32_t a, std::uint32_t b) { note(ended_, a, b); }

    /// Applies what was noted since the last call. All members are below `proxy_count`.
    void apply(std::size_t proxy_count);

    /// Sorted by a, then b. Lives until the next call of apply().
    std::span<const ProxyPair> pairs() const { return pairs_.span(); }
    std::size_t bytes() const
    {
        return begun_.bytes() + ended_.bytes() + pairs_.bytes() + next_pairs_.bytes() + places_.bytes();
    }

private:
    static void note(Buffer<ProxyPair>& changes, std::uint32_t a, std::uint32_t b)
    {
        changes.push_back(a < b ? ProxyPair{a, b} : ProxyPair{b, a});
    }
    void sort(Buffer<ProxyPair>& changes, std::size_t proxy_count);

    Buffer<ProxyPair> begun_;
    Buffer<ProxyPair> ended_;
    Buffer<ProxyPair> pairs_;
    Buffer<ProxyPair> next_pairs_; // between calls: room to work in
    Buffer<std::size_t> places_;
};

} // namespace tactus
