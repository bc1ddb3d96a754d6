// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/encounters/encounter.h"
#include "search/walk/tree_walk.h"
#include "search/walk/winding_count.h"

namespace tactus {

/// Whether a point lies inside a closed body: its ray along +x is followed through the body's nodes, a step at a time.
class InsideQuery {
public:
    /// The body must stay as it is until the answer.
    void begin(Vec3 point, const ContactBody& body)
    {
        count_ = WindingCount(point, body.list);
        walk_.begin(*body.nodes, TreeWalk::Order::depth_first, count_);
    }
    void stop() { walk_.stop(); }
    bool is_busy() const { return walk_.is_busy(); }
    /// Opens one node, or makes it ready for that.
    void step() { walk_.step(count_); }
    /// When it is no longer busy. A point on the surface is not inside.
    bool is_inside() const { return count_.result().inside(); }

    std::size_t bytes() const { return walk_.bytes(); }

private:
    WindingCount count_;
    TreeWalk walk_;
};

} // namespace tactus
