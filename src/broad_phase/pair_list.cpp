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

void PairList::take(PairChanges& changes)
{
    const auto append = [](Buffer<ProxyPair>& to, Buffer<ProxyPair>& from) {
        for (const ProxyPair& pair : from)
            to.push_back(pair);
        from.clear();
    };
    append(noted_.begun, changes.begun);
    append(noted_.ended, changes.ended);
}

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
    if (noted_.begun.empty() && noted_.ended.empty())
        return;
    sort(noted_.begun, proxy_count);
    sort(noted_.ended, proxy_count);
    TACTUS_CHECK(noted_.ended.size() <= pairs_.size() + noted_.begun.size());
    next_pairs_.resize_uninitialised(pairs_.size() + noted_.begun.size() - noted_.ended.size());
    ProxyPair* out = next_pairs_.data();
    const ProxyPair* begun = noted_.begun.data();
    const ProxyPair* const begun_end = begun + noted_.begun.size();
    const ProxyPair* ended = noted_.ended.data();
    const ProxyPair* const ended_end = ended + noted_.ended.size();
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
    noted_.begun.clear();
    noted_.ended.clear();
}

} // namespace tactus
