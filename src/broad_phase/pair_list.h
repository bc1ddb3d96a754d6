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

/// Pairs that begin or end, in any order.
struct alignas(64) PairChanges {
    Buffer<ProxyPair> begun;
    Buffer<ProxyPair> ended;

    /// A pair that is not in the list, in either order of its members.
    void note_begun(std::uint32_t a, std::uint32_t b) { begun.push_back(a < b ? ProxyPair{a, b} : ProxyPair{b, a}); }
    /// A pair that is in the list, in either order of its members.
    void note_ended(std::uint32_t a, std::uint32_t b) { ended.push_back(a < b ? ProxyPair{a, b} : ProxyPair{b, a}); }
    std::size_t bytes() const { return begun.bytes() + ended.bytes(); }
};

/// A sorted list of pairs that stays from frame to frame. Changes are noted in any order and applied together, at a
/// cost linear in the list and the changes; without changes applying is free.
class PairList {
public:
    void note_begun(std::uint32_t a, std::uint32_t b) { noted_.note_begun(a, b); }
    void note_ended(std::uint32_t a, std::uint32_t b) { noted_.note_ended(a, b); }
    /// What has been noted since the last call of apply().
    PairChanges& noted() { return noted_; }
    /// Notes changes that were gathered elsewhere, and empties their lists.
    void take(PairChanges& changes);

    /// Applies what was noted since the last call. All members are below `proxy_count`.
    void apply(std::size_t proxy_count);

    /// Sorted by a, then b. Lives until the next call of apply().
    std::span<const ProxyPair> pairs() const { return pairs_.span(); }
    std::size_t bytes() const { return noted_.bytes() + pairs_.bytes() + next_pairs_.bytes() + places_.bytes(); }

private:
    void sort(Buffer<ProxyPair>& changes, std::size_t proxy_count);

    PairChanges noted_;
    Buffer<ProxyPair> pairs_;
    Buffer<ProxyPair> next_pairs_; // between calls: room to work in
    Buffer<std::size_t> places_;
};

} // namespace tactus
