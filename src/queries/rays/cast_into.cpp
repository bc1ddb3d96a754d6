// SPDX-License-Identifier: MIT
#include "queries/rays/cast_into.h"

#include <limits>

#include "base/work_prices.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {
namespace {

/// Collects what a ray hits, as the ray says.
struct RayOnNodes {
    static constexpr std::uint64_t leaf_price = price::cast_leaf;

    RayCast& cast;
    std::uint32_t body;
    BoxedTriangles triangles;
    Box way;

    Box reach() const { return way; }
    double bound(const Box& box) const { return cast.reach(box).value_or(std::numeric_limits<double>::infinity()); }
    double limit() const { return cast.limit(); }
    void take(std::uint32_t place) { cast.enter(body, triangles, place); }
};

} // namespace

bool CastIntoTrees::find(RayCast& cast, const QueriedBody& body, Workers& workers, WorkAccount& account)
{
    open_bound_ = std::numeric_limits<double>::infinity();
    open_nodes_ = 0;
    RefitBvh* const clusters = body.tree->clusters();
    if (clusters == nullptr || body.is_read_only() || account.meter().is_limited())
        return find_in_nodes(cast, body, account);
    const std::span<const std::uint32_t> near = clusters->refit(cast.way_through(body.tree->box()), workers);
    if (!near.empty())
        cast.enter(body.number, {clusters->triangles(), clusters->cluster_boxes(), &clusters->tree(), near});
    return true;
}

bool CastIntoTrees::find_in_nodes(RayCast& cast, const QueriedBody& body, WorkAccount& account)
{
    if (body.tree->is_shape()) {
        if (!account.pay(price::walked_node + price::cast_leaf)) {
            open_bound_ = cast.reach(body.tree->box()).value_or(0.0);
            open_nodes_ = 1;
            return false;
        }
        if (const Sphere* ball = body.tree->ball())
            cast.enter(body.number, *ball);
        else
            cast.enter(body.number, *body.tree->half_space());
        return true;
    }
    RayOnNodes found{cast, body.number, body.triangles(), cast.way_through(body.tree->box())};
    walk_.begin(body.begun_nodes(), TreeWalk::Order::depth_first, found);
    const bool is_done = walk_.run(found, account);
    open_bound_ = walk_.open_bound();
    open_nodes_ = walk_.open_count();
    return is_done;
}

} // namespace tactus
