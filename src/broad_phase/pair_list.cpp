// SPDX-License-Identifier: MIT
#include "broad_phase/pair_list.h"

#include <algorithm>

#include "base/check.h"

namespace tactus {

namespace {

constexpr auto proxy_key = [](const ProxyPair& pair) { return std::uint64_t{pair.a} << 32 | pair.b; };

// A stable counting sort by one member.
void distribute(
    std::span<const ProxyPair> from, ProxyPair* to, std::uint32_t ProxyPair::*member, std::span<std::size_t> places)
{
    std::ranges::fill(places, 0);
    for (const ProxyPair& pair : from)
        ++places[pair.*member];
    std::size_t next = 0;
    for (std::size_t& place : places) {
        const std::size_t count = place;
        place = next;
        next += count;
    }
    for (const ProxyPair& pair : from)
        to[places[pair.*member]++] = pair;
}

} // namespace

void PairList::sort(Buffer<ProxyPair>& changes, std::size_t proxy_count)
{
    if (std::ranges::is_sorted(changes.span(), {}, proxy_key))
        return;
    if (changes.size() < proxy_count) {
        std::ranges::sort(changes.span(), {}, proxy_key);
        return;
    }
    next_pairs_.resize_uninitialised(changes.size());
    places_.resize_uninitialised(proxy_count);
    distribute(changes.span(), next_pairs_.data(), &ProxyPair::b, places_.span());
    distribute(next_pairs_.span(), changes.data(), &ProxyPair::a, places_.span());
}

void PairList::apply(std::size_t proxy_count)
{
    if (begun_.empty() && ended_.empty())
        return;
    sort(begun_, proxy_count);
    sort(ended_, proxy_count);
    TACTUS_CHECK(ended_.size() <= pairs_.size() + begun_.size());
    next_pairs_.resize_uninitialised(pairs_.size() + begun_.size() - ended_.size());
    ProxyPair* out = next_pairs_.data();
    const ProxyPair* begun = begun_.data();
    const ProxyPair* const begun_end = begun + begun_.size();
    const ProxyPair* ended = ended_.data();
    const ProxyPair* const ended_end = ended + ended_.size();
    for (const ProxyPair& pair : pairs_) {
        for (; begun != begun_end && proxy_key(*begun) < proxy_key(pair); ++begun)
            *out++ = *begun;
        if (ended != ended_end && *ended == pair)
            ++ended;
        else
            *out++ = pair;
    }
    out = std::copy(begun, begun_end, out);
    TACTUS_CHECK(ended == ended_end && out == next_pairs_.end());
    std::swap(pairs_, next_pairs_);
    begun_.clear();
    ended_.clear();
}

} // namespace tactus
