// SPDX-License-Identifier: MIT
#include "queries/overlap_search.h"

#include <limits>

namespace tactus {
namespace {

struct Overlapping {
    const QueryShape& shape;
    std::uint32_t body;
    TriangleList triangles;
    OverlapTaker& taker;
    Box box;
    std::uint64_t leaf_price;
    bool has_enough = false;

    Box reach() const { return box; }
    double bound(const Box& other) const
    {
        return shape.may_meet(other) ? 0.0 : std::numeric_limits<double>::infinity();
    }
    double limit() const { return has_enough ? -1.0 : 0.0; }
    void take(std::uint32_t place)
    {
        if (!has_enough && shape.meet(triangles[place]))
            has_enough = !taker.take(body, triangles.number(place));
    }
};

} // namespace

OverlapSearch::End
OverlapSearch::find(const QueryShape& shape, const QueriedBody& body, OverlapTaker& taker, WorkAccount& account)
{
    open_nodes_ = 0;
    Overlapping found{shape, body.number, body.tree->triangles(), taker, shape.box(), shape.leaf_price()};
    if (body.tree->is_shape()) {
        if (!account.pay(price::walked_node + shape.leaf_price())) {
            open_nodes_ = 1;
            return End::out_of_budget;
        }
        const Sphere* const ball = body.tree->ball();
        const bool meet = ball != nullptr ? shape.meet(*ball) : shape.meet(*body.tree->half_space());
        return meet && !taker.take(body.number, 0) ? End::had_enough : End::done;
    }
    walk_.begin(body.begun_nodes(), TreeWalk::Order::depth_first, found);
    const bool is_done = walk_.run(found, account);
    open_nodes_ = walk_.open_count();
    return !is_done ? End::out_of_budget : found.has_enough ? End::had_enough : End::done;
}

} // namespace tactus
