// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/buffer.h"
#include "base/planted_fault.h"
#include "base/work_account.h"
#include "base/work_prices.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// What a walk through a tree asks of the one who collects what it finds: a box, a ball, a ray or a point, and whether
/// any, the nearest or all triangles are wanted.
template <class C>
concept WalkCollector = requires(C collector, const C seen, const Box& box, std::uint32_t place)
{
    /// The box that holds everything of interest. Nodes outside need not be brought up to date.
    {
        seen.reach()
        } -> std::convertible_to<Box>;
    /// A value that nothing in a box comes below: a distance, or a place along a ray. Infinite where the box holds
    /// nothing of interest.
    {
        seen.bound(box)
        } -> std::convertible_to<double>;
    /// What has a bound above the limit is of no interest. It may fall at every triangle and never rises; below zero
    /// the collector has enough.
    {
        seen.limit()
        } -> std::convertible_to<double>;
    /// Looks at the triangle at a place of the tree's list.
    {collector.take(place)};
    /// What it costs to take eight triangles.
    {
        seen.leaf_price
        } -> std::convertible_to<std::uint64_t>;
};

/// A walk through the nodes of one tree. One step opens one node, so whoever drives it can stop after every step, and
/// knows then how much is left. Keeps its memory.
class TreeWalk {
public:
    enum class Order {
        depth_first,   ///< The nearest child of the last node comes next.
        nearest_first, ///< The nearest of all open nodes comes next.
    };

    /// The nodes have begun their query.
    template <WalkCollector Collector>
    void begin(TreeNodes& nodes, Order order, const Collector& collector)
    {
        nodes_ = &nodes;
        order_ = order;
        open_.clear();
        const double bound = collector.bound(nodes.root_box());
        if (is_of_interest(bound, collector.limit()))
            push({bound, nodes.root(), false});
    }
    void stop() { open_.clear(); }
    bool is_busy() const { return !open_.empty(); }
    /// How many nodes wait to be opened.
    std::size_t open_count() const { return open_.size(); }
    /// A value that nothing in the nodes that wait comes below; infinite if there are none.
    double open_bound() const
    {
        double least = std::numeric_limits<double>::infinity();
        if (order_ == Order::nearest_first)
            return open_.empty() ? least : open_.begin()->bound;
        for (const Open& open : open_)
            least = std::min(least, open.bound);
        return least;
    }

    /// Opens one node, or makes it ready for that. Only while the walk is busy. Gives what was opened, for its price.
    enum class Step { dropped, readied, opened_node, opened_leaf };
    template <WalkCollector Collector>
    Step step(Collector& collector)
    {
        if (!drop_hopeless(collector.limit()))
            return Step::dropped;
        if (!nodes_->make_ready(next().node, collector.reach(), 0))
            return Step::readied;
        return open_next(collector) ? Step::opened_leaf : Step::opened_node;
    }

    /// Goes on to the end of the walk, or until the collector has enough; false if the account does not reach so far.
    template <WalkCollector Collector>
    bool run(Collector& collector, WorkAccount& account)
    {
        while (drop_hopeless(collector.limit())) {
            if (!account.pay(next().is_leaf ? price::walked_node + collector.leaf_price : price::walked_node))
                return false;
            while (!nodes_->make_ready(next().node, collector.reach(), 0))
                if (!account.pay(price::readied_piece))
                    return false;
            open_next(collector);
        }
        return true;
    }

    std::size_t bytes() const { return open_.bytes(); }

private:
    struct Open {
        double bound;
        std::uint32_t node;
        bool is_leaf;
    };
    struct Found {
        double bound;
        std::uint32_t k; ///< in the block
    };

    /// The limit may be infinite too.
    static bool is_of_interest(double bound, double limit)
    {
        return bound <= limit && bound < std::numeric_limits<double>::infinity();
    }
    /// Nodes that are as near are ordered by number, so that every standard library opens the same ones.
    static bool is_farther(const Open& a, const Open& b)
    {
        return a.bound != b.bound ? a.bound > b.bound : a.node < b.node;
    }
    const Open& next() const { return order_ == Order::nearest_first ? *open_.begin() : *(open_.end() - 1); }
    void push(const Open& added)
    {
        open_.push_back(added);
        if (order_ == Order::nearest_first)
            std::push_heap(open_.begin(), open_.end(), is_farther);
    }
    /// Whether a node is left that is worth opening. Those that a collector who has enough leaves stay for the count.
    bool drop_hopeless(double limit)
    {
        if (limit < 0.0)
            return false;
        if (order_ == Order::nearest_first && !open_.empty() && next().bound > limit)
            open_.clear();
        while (!open_.empty() && next().bound > limit)
            open_.pop_back();
        return !open_.empty();
    }

    /// True if it was a leaf.
    template <WalkCollector Collector>
    bool open_next(Collector& collector)
    {
        if (order_ == Order::nearest_first)
            std::pop_heap(open_.begin(), open_.end(), is_farther);
        const std::uint32_t node = open_.back().node;
        const double parent_bound = open_.back().bound;
        open_.pop_back();
        NodeBlock below;
        nodes_->open(node, collector.reach(), 0, below);
        const bool keeps_order = order_ == Order::nearest_first && !below.are_triangles;
        std::array<Found, 8> found;
        std::size_t count = 0;
        const double limit = collector.limit();
        below.for_each([&](std::uint32_t k) {
            // The box of a child may reach out of its parent's.
            const double bound = std::max(collector.bound(below.box(k)), parent_bound);
            if (!is_of_interest(bound, limit) || (TACTUS_FAULT(15) && k == 7))
                return;
            std::size_t place = count++;
            for (; !keeps_order && place > 0 && found[place - 1].bound > bound; --place)
                found[place] = found[place - 1];
            found[place] = {bound, k};
        });
        if (below.are_triangles) {
            for (std::size_t k = 0; k < count && found[k].bound <= collector.limit(); ++k)
                collector.take(below.name[found[k].k]);
            return true;
        }
        // From a stack the last comes first.
        for (std::size_t k = 0; k < count; ++k) {
            const Found& child = found[keeps_order ? k : count - 1 - k];
            push({child.bound, below.name[child.k], below.is_leaf(child.k)});
        }
        return false;
    }

    TreeNodes* nodes_ = nullptr;
    Order order_ = Order::depth_first;
    Buffer<Open> open_; ///< A heap, or a stack.
};

} // namespace tactus
