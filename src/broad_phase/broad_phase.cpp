// SPDX-License-Identifier: MIT
#include "broad_phase/broad_phase.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/planted_fault.h"
#include "base/threads/parallel.h"
#include "base/work_prices.h"

namespace tactus {

namespace {

constexpr float smallest_reach = 1.0f / 16;
constexpr float largest_reach = 1.0f;
// About as many comparisons of two boxes as take the time of one new wide box.
constexpr std::uint32_t comparisons_per_placement = 512;
// From this part of all proxies on, a new tree is quicker than moving leaves one at a time.
constexpr std::size_t rebuild_fraction = 4;
constexpr std::size_t rebuild_minimum = 64;

// Without branches, as the next one.
bool contains(const Box& outer, const Box& inner)
{
    return (outer.lower.x <= inner.lower.x) & (inner.upper.x <= outer.upper.x) & (outer.lower.y <= inner.lower.y)
           & (inner.upper.y <= outer.upper.y) & (outer.lower.z <= inner.lower.z) & (inner.upper.z <= outer.upper.z);
}

// As overlap(), without branches: among neighbours the outcome of each single comparison is a coin toss.
bool overlap_evenly(const Box& a, const Box& b)
{
    return (a.lower.x <= b.upper.x) & (b.lower.x <= a.upper.x) & (a.lower.y <= b.upper.y) & (b.lower.y <= a.upper.y)
           & (a.lower.z <= b.upper.z) & (b.lower.z <= a.upper.z);
}

// Rounding cannot lose the box: a float less something positive is never more than that float.
Box widened(const Box& box, float reach)
{
    constexpr float limit = std::numeric_limits<float>::max();
    const Vec3 size = box.upper - box.lower;
    const float margin = std::min(reach * std::max({size.x, size.y, size.z}), limit);
    const Vec3 step = {margin, margin, margin};
    return {max(box.lower - step, {-limit, -limit, -limit}), min(box.upper + step, {limit, limit, limit})};
}

// Bodies that set out together would all come to the end of their wide boxes in one frame: spread them out.
float spread(std::uint32_t index) { return 0.75f + 0.5f * static_cast<float>(index * 2654435769u >> 8) * 0x1p-24f; }

// Short lists get room at once, so that a settled scene stops taking memory early.
void make_room(std::vector<std::uint32_t>& list, std::size_t more)
{
    constexpr std::size_t least = 16;
    if (list.capacity() - list.size() < more)
        list.reserve(std::max({least, 2 * list.capacity(), list.size() + more}));
}

} // namespace

std::uint32_t BroadPhase::add(const Box& box)
{
    std::uint32_t index = 0;
    if (removed_.empty()) {
        index = static_cast<std::uint32_t>(proxies_.size());
        proxies_.emplace_back();
        moved_.resize_uninitialised(proxies_.size());
        set_out_.resize_uninitialised(proxies_.size());
    } else {
        index = removed_.back();
        removed_.pop_back();
    }
    proxies_[index].alive = true;
    proxies_[index].reach = Proxy{}.reach;
    move(index, box);
    return index;
}

void BroadPhase::remove(std::uint32_t index)
{
    TACTUS_CHECK(index < proxies_.size() && proxies_[index].alive);
    // Its pairs end when they are next asked for. Until then, a proxy that takes its number has merely moved.
    move(index, Box{});
    proxies_[index].alive = false;
    removed_.push_back(index);
}

void BroadPhase::move(std::uint32_t index, const Box& box)
{
    TACTUS_CHECK(is_empty(box) || (is_finite(box.lower) && is_finite(box.upper)));
    TACTUS_CHECK(index < proxies_.size() && proxies_[index].alive);
    Proxy& proxy = proxies_[index];
    const Box new_box = is_empty(box) ? Box{} : box;
    if (proxy.box == new_box)
        return;
    if (!has_moved(proxy)) {
        proxy.settled = proxy.box;
        proxy.moved_before = calls_;
        moved_[moved_count_.fetch_add(1, std::memory_order_relaxed)] = index;
    }
    proxy.box = new_box;
    if (!proxy.set_out && leaves(proxy)) {
        proxy.set_out = true;
        set_out_[set_out_count_.fetch_add(1, std::memory_order_relaxed)] = index;
    }
}

std::span<const std::uint32_t> BroadPhase::moved() const
{
    return moved_.span().first(moved_count_.load(std::memory_order_relaxed));
}

std::span<const ProxyPair> BroadPhase::pairs(Workers* workers)
{
    if (moved().empty())
        return list_.pairs();
    find_leaving();
    compare_candidates(workers);
    if (!leaving_.empty()) {
        forget_leaving();
        place_leaving();
        for (std::uint32_t index : leaving_)
            find_candidates(index);
        for (std::uint32_t index : leaving_)
            proxies_[index].leaving = false;
    }
    ++calls_;
    moved_count_.store(0, std::memory_order_relaxed);
    list_.apply(proxies_.size());
    return list_.pairs();
}

bool BroadPhase::leaves(const Proxy& proxy)
{
    const bool was_placed = proxy.node != ProxyTree::no_node;
    return is_empty(proxy.box) ? was_placed : !contains(proxy.wide, proxy.box) && !(was_placed && TACTUS_FAULT(20));
}

void BroadPhase::find_leaving()
{
    leaving_.clear();
    for (std::uint32_t index : set_out_.span().first(set_out_count_.load(std::memory_order_relaxed))) {
        Proxy& proxy = proxies_[index];
        proxy.set_out = false;
        proxy.leaving = leaves(proxy);
        if (proxy.leaving)
            leaving_.push_back(index);
    }
    set_out_count_.store(0, std::memory_order_relaxed);
    // In ascending order whatever the order of the calls: the tree is always the same, and new pairs come nearly
    // sorted.
    std::ranges::sort(leaving_);
}

void BroadPhase::compare_candidates(Workers* workers)
{
    if (workers == nullptr || workers->count() == 1)
        return compare_candidates(moved(), list_.noted());
    constexpr std::size_t proxies_per_chunk = 64;
    changes_.resize(std::max<std::size_t>(changes_.size(), workers->count()));
    workers->for_each_chunk(
        moved().size(), proxies_per_chunk, price::moved_proxy,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t worker) {
            compare_candidates(moved().subspan(begin, end - begin), changes_[worker]);
        });
    for (PairChanges& changes : changes_)
        list_.take(changes);
}

// Settles the pairs of old candidates of some of those that have moved. Pairs that begin where one is leaving are left
// to find_candidates, which meets them again.
void BroadPhase::compare_candidates(std::span<const std::uint32_t> some, PairChanges& noted)
{
    for (std::uint32_t a : some) {
        Proxy& first = proxies_[a];
        first.comparisons += static_cast<std::uint32_t>(first.candidates.size());
        const Box before_and_now = include(first.settled, first.box);
        for (std::uint32_t b : first.candidates) {
            const Proxy& second = proxies_[b];
            if (has_moved(second) ? b < a : !overlap_evenly(before_and_now, second.box))
                continue;
            const bool before = overlap_evenly(first.settled, settled(second));
            const bool now = overlap_evenly(first.box, second.box);
            if (before == now)
                continue;
            if (before)
                noted.note_ended(a, b);
            else if (!first.leaving && !second.leaving)
                noted.note_begun(a, b);
        }
    }
}

// Every list is gone through once, however many of its members leave.
void BroadPhase::forget_leaving()
{
    found_.clear();
    for (std::uint32_t a : leaving_) {
        for (std::uint32_t b : proxies_[a].candidates) {
            Proxy& other = proxies_[b];
            if (other.leaving || other.forgetting)
                continue;
            other.forgetting = true;
            found_.push_back(b);
        }
        proxies_[a].candidates.clear();
    }
    for (std::uint32_t b : found_) {
        std::erase_if(proxies_[b].candidates, [this](std::uint32_t a) { return proxies_[a].leaving; });
        proxies_[b].forgetting = false;
    }
}

void BroadPhase::place_leaving()
{
    const bool rebuild = leaving_.size() >= rebuild_minimum && leaving_.size() >= proxies_.size() / rebuild_fraction;
    for (std::uint32_t index : leaving_) {
        Proxy& proxy = proxies_[index];
        if (proxy.node != ProxyTree::no_node) {
            // Comparing costs more with a wide reach, new places cost more with a narrow one: keep the two even.
            const bool compared_much = proxy.comparisons > comparisons_per_placement;
            proxy.reach = std::clamp(proxy.reach * (compared_much ? 0.5f : 2.0f), smallest_reach, largest_reach);
            if (!rebuild)
                tree_.remove(proxy.node);
            proxy.node = ProxyTree::no_node;
        }
        proxy.comparisons = 0;
        proxy.wide = is_empty(proxy.box) ? Box{} : widened(proxy.box, proxy.reach * spread(index));
        if (!rebuild && !is_empty(proxy.box))
            proxy.node = tree_.insert(proxy.wide, index);
    }
    if (rebuild)
        rebuild_tree();
}

void BroadPhase::rebuild_tree()
{
    leaves_.clear();
    for (std::uint32_t index = 0; index < proxies_.size(); ++index)
        if (!is_empty(proxies_[index].wide))
            leaves_.push_back({proxies_[index].wide, index});
    tree_.rebuild(leaves_.span());
    for (const ProxyTree::Leaf& leaf : leaves_)
        proxies_[leaf.proxy].node = leaf.node;
}

void BroadPhase::find_candidates(std::uint32_t a)
{
    Proxy& first = proxies_[a];
    if (first.node == ProxyTree::no_node)
        return;
    found_.clear();
    tree_.for_each_overlap(first.wide, [&](std::uint32_t b) {
        // Two that are both leaving find each other twice.
        if (b != a && ((b > a && !TACTUS_FAULT(19)) || !proxies_[b].leaving))
            found_.push_back(b);
    });
    std::ranges::sort(found_);
    make_room(first.candidates, found_.size());
    first.candidates.insert(first.candidates.end(), found_.begin(), found_.end());
    for (std::uint32_t b : found_) {
        Proxy& second = proxies_[b];
        make_room(second.candidates, 1);
        second.candidates.push_back(a);
        if (overlap(first.box, second.box) && !overlap(settled(first), settled(second)))
            list_.note_begun(a, b);
    }
}

std::size_t BroadPhase::bytes() const
{
    std::size_t bytes = proxies_.capacity() * sizeof(Proxy) + tree_.bytes() + removed_.bytes() + moved_.bytes()
                        + set_out_.bytes() + leaving_.bytes() + found_.bytes() + leaves_.bytes() + list_.bytes();
    for (const PairChanges& changes : changes_)
        bytes += sizeof(changes) + changes.bytes();
    for (const Proxy& proxy : proxies_)
        bytes += proxy.candidates.capacity() * sizeof(std::uint32_t);
    return bytes;
}

} // namespace tactus
