// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "broad_phase/pair_list.h"
#include "broad_phase/proxy_tree.h"
#include "geometry/box.h"

namespace tactus {

class Workers;

/// Which bodies' boxes overlap, kept up to date at the cost of what changes.
///
/// Every proxy stands in a balanced tree with a wider box than its own, and keeps a list of those whose wide boxes
/// overlap its own wide box: its candidates. While it moves within its wide box it is compared with its candidates
/// only; when it leaves, it gets a new wide box and new candidates. Overlaps are decided by the true boxes alone.
///
/// With a tenth of 1000 separate bodies moving by a hundredth of their size, a frame takes 5.5 microseconds where every
/// moved box against every box with vector instructions takes 100 and a sweep along one axis 180. With 10 000 bodies it
/// is 50 against 11 000 and 14 000, with 100 it is 0.4 against 1.1 and 4.3, and with 10 all are alike
/// (arm64, benchmarks/kernels/broad_phase.cpp).
class BroadPhase {
public:
    /// Adds a box and gives the number of its proxy: one that was removed earlier, or the next one.
    std::uint32_t add(const Box& box);
    void remove(std::uint32_t proxy);
    /// The proxy's new box. An empty one overlaps nothing; coordinates must be finite in all others.
    /// Several threads may move proxies at the same time, each another one.
    void move(std::uint32_t proxy, const Box& box);

    /// All pairs of proxies whose closed boxes overlap, sorted. Lives until the next call of pairs(). Workers, if there
    /// are any, share what many moved proxies take.
    std::span<const ProxyPair> pairs(Workers* workers = nullptr);

    /// Bytes held.
    std::size_t bytes() const;

private:
    struct alignas(64) Proxy {
        Box box;
        Box settled;                    // if it has moved, the box that the pairs found last speak of
        std::uint64_t moved_before = 0; // this call of pairs, the last time that it moved
        std::uint32_t node = ProxyTree::no_node;
        float reach = 0.25f;           // margin of the wide box, roughly, as a fraction of the box's longest edge
        std::uint32_t comparisons = 0; // since the wide box was made
        bool alive = false;
        bool set_out = false;    // from its wide box, which it may be in again
        bool leaving = false;    // its wide box
        bool forgetting = false; // its leaving candidates
        Box wide;
        std::vector<std::uint32_t> candidates;
    };

    bool has_moved(const Proxy& proxy) const { return proxy.moved_before == calls_; }
    // What moves notes down for pairs, which then need not look at every proxy: another thread may have moved it.
    const Box& settled(const Proxy& proxy) const { return has_moved(proxy) ? proxy.settled : proxy.box; }
    static bool leaves(const Proxy& proxy);
    std::span<const std::uint32_t> moved() const;
    void find_leaving();
    void compare_candidates(Workers* workers);
    void compare_candidates(std::span<const std::uint32_t> some, PairChanges& noted);
    void forget_leaving();
    void place_leaving();
    void rebuild_tree();
    void find_candidates(std::uint32_t index);

    std::vector<Proxy> proxies_;
    ProxyTree tree_;
    Buffer<std::uint32_t> removed_;
    Buffer<std::uint32_t> moved_;   // with room for every proxy, of which the first moved_count_ are in use
    Buffer<std::uint32_t> set_out_; // the same of those that have set out
    std::atomic<std::uint32_t> moved_count_ = 0, set_out_count_ = 0;
    std::uint64_t calls_ = 1; // of pairs where something had moved, and the next one
    Buffer<std::uint32_t> leaving_;
    Buffer<std::uint32_t> found_;
    Buffer<ProxyTree::Leaf> leaves_;
    PairList list_;
    std::vector<PairChanges> changes_; // per worker
};

} // namespace tactus
