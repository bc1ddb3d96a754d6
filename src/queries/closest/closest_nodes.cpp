// SPDX-License-Identifier: MIT
#include "queries/closest/closest_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/work_prices.h"
#include "geometry/triangle_triangle.h"
#include "queries/closest/triangle_separation.h"
#include "search/nodes/node_pair.h"

namespace tactus {
namespace {

constexpr double far_away = std::numeric_limits<double>::infinity();

/// How far apart two boxes are, in metres, and a little less.
double gap_below(const Box& a, const Box& b)
{
    const auto apart = [](double lower_a, double upper_a, double lower_b, double upper_b) {
        return std::max({lower_a - upper_b, lower_b - upper_a, 0.0});
    };
    const double x = apart(a.lower.x, a.upper.x, b.lower.x, b.upper.x),
                 y = apart(a.lower.y, a.upper.y, b.lower.y, b.upper.y),
                 z = apart(a.lower.z, a.upper.z, b.lower.z, b.upper.z);
    return std::sqrt(x * x + y * y + z * z) * (1.0 - 0x1p-40);
}

} // namespace

// Points of triangles are computed with errors of a few units in the last place of the space that holds both bodies,
// and the slack is far more than all of them add up to. What comes next must be able to be as close, since a tie goes
// to the smaller triangles.
double ClosestNodes::limit() const { return std::min(best_.apart.distance, max_distance_) + slack_; }

void ClosestNodes::start(Side& side, Tree& tree, const Box& reach)
{
    side.triangles = tree.triangles();
    side.is_plain = tree.is_plain();
    side.opened.begin(tree, reach);
}

ClosestOutcome
ClosestNodes::find(Tree& a, Tree& b, const std::optional<PlacePair>& guess, double max_distance, WorkAccount& account)
{
    const Box both = include(a.box(), b.box());
    const double size = (double(both.upper.x) - both.lower.x) + (double(both.upper.y) - both.lower.y)
                        + (double(both.upper.z) - both.lower.z);
    slack_ = size * 0x1p-46;
    origin_ = to_double(both.lower);
    max_distance_ = max_distance;
    last_between_ = {};
    best_ = {{far_away, {}, {}}, UINT32_MAX, UINT32_MAX, 0, 0};
    start(a_, a, both);
    start(b_, b, both);
    heap_.clear();
    push({gap_below(a.box(), b.box()), 0, 0, 0});
    ClosestOutcome outcome;
    outcome.is_complete = search(guess, account);
    if (!outcome.is_complete)
        outcome.open_bound = std::max(0.0, std::min(heap_[0].bound, best_.apart.distance) - slack_);
    if (std::isfinite(best_.apart.distance) && best_.apart.distance <= max_distance_)
        outcome.closest = best_;
    return outcome;
}

// Where boxes overlap all bounds are zero, and the deeper pairs come first.
bool ClosestNodes::comes_later(const BoundedPair& p, const BoundedPair& q)
{
    return p.bound != q.bound ? p.bound > q.bound : p.depth < q.depth;
}

void ClosestNodes::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    heap_.pop_back();
}

void ClosestNodes::push(const BoundedPair& pair)
{
    if (pair.bound > limit())
        return;
    heap_.push_back(pair);
    std::push_heap(heap_.begin(), heap_.end(), comes_later);
}

bool ClosestNodes::search(const std::optional<PlacePair>& guess, WorkAccount& account)
{
    for (Side* side : {&a_, &b_})
        do {
            if (!heap_.empty() && !account.pay(price::readied_piece))
                return false;
        } while (!side->opened.prepare());
    // It goes with what was paid: who has asked before does not pay more.
    if (guess)
        measure(guess->a, guess->b);
    while (!heap_.empty() && heap_[0].bound <= limit()) {
        const BoundedPair pair = heap_[0];
        const bool are_leaves = a_.opened.is_leaf(pair.a) && b_.opened.is_leaf(pair.b);
        if (!account.pay(price::node_pair) || !make_ready(a_, pair.a, account) || !make_ready(b_, pair.b, account))
            return false;
        // It stays on the heap until nothing of it is left to do.
        if (are_leaves ? !compare_leaves(pair, account) : !open(pair, account))
            return false;
    }
    return true;
}

bool ClosestNodes::make_ready(Side& side, std::uint32_t node, WorkAccount& account)
{
    if (side.opened.below(node) != OpenedTree::none)
        return true;
    if (!account.pay(price::opened_node))
        return false;
    while (!side.opened.make_ready(node))
        if (!account.pay(price::readied_piece))
            return false;
    return true;
}

bool ClosestNodes::open(const BoundedPair& pair, WorkAccount& account)
{
    if (!account.pay(price::walked_node))
        return false;
    const Box box_a = a_.opened.box(pair.a), box_b = b_.opened.box(pair.b);
    const bool opens_a = opens_first(
        a_.opened.is_leaf(pair.a), b_.opened.is_leaf(pair.b), a_.opened.size(pair.a), b_.opened.size(pair.b));
    Side& side = opens_a ? a_ : b_;
    const std::uint32_t node = opens_a ? pair.a : pair.b, below = side.opened.open(node);
    // It could have been divided, and was not after all: it is a leaf from now on.
    if (side.opened.is_leaf(node))
        return true;
    pop();
    const NodeBlock& children = side.opened.blocks()[below];
    children.for_each([&](std::uint32_t k) {
        // The box of a child may reach out of its parent's.
        const double bound = std::max(gap_below(children.box(k), opens_a ? box_b : box_a), pair.bound);
        const std::uint32_t child = 8 * below + k;
        push({bound, opens_a ? child : pair.a, opens_a ? pair.b : child, pair.depth + 1});
    });
    return true;
}

bool ClosestNodes::compare_leaves(const BoundedPair& pair, WorkAccount& account)
{
    if (!account.pay(price::closest_blocks))
        return false;
    // Both are opened before either block is looked at: blocks may move.
    const std::uint32_t below_a = a_.opened.open(pair.a), below_b = b_.opened.open(pair.b);
    const NodeBlock& block_a = a_.opened.blocks()[below_a];
    const NodeBlock& block_b = b_.opened.blocks()[below_b];
    const auto box_in = [](const Side& side, const NodeBlock& block, std::uint32_t k) {
        return side.is_plain ? box_of(side.triangles[block.name[k]]) : block.box(k);
    };
    std::array<Box, 8> boxes_b;
    block_b.for_each([&](std::uint32_t l) { boxes_b[l] = box_in(b_, block_b, l); });
    std::array<Candidate, 64> candidates;
    std::size_t count = 0;
    block_a.for_each([&](std::uint32_t k) {
        const Box box_a = box_in(a_, block_a, k);
        block_b.for_each([&](std::uint32_t l) {
            const double bound = gap_below(box_a, boxes_b[l]);
            if (bound <= limit())
                candidates[count++] = {bound, static_cast<std::uint8_t>(k), static_cast<std::uint8_t>(l)};
        });
    });
    std::sort(candidates.begin(), candidates.begin() + count, [](const Candidate& p, const Candidate& q) {
        return p.bound < q.bound;
    });
    for (std::size_t k = 0; k < count && candidates[k].bound <= limit(); ++k) {
        if (!account.pay(price::triangle_distance))
            return false;
        measure(block_a.name[candidates[k].a], block_b.name[candidates[k].b]);
    }
    pop();
    return true;
}

/// Whether two triangles lie farther apart than the best along some direction.
bool ClosestNodes::is_separated(const Triangle& a, const Triangle& b) const
{
    const double along = limit();
    return gap_between(a, b, origin_, last_between_) > along || normal_separates(a, b, along)
           || normal_separates(b, a, along);
}

void ClosestNodes::measure(std::uint32_t place_a, std::uint32_t place_b)
{
    const std::uint32_t number_a = a_.triangles.number(place_a);
    const std::uint32_t number_b = b_.triangles.number(place_b);
    const Triangle a = a_.triangles[place_a], b = b_.triangles[place_b];
    const bool is_smaller = std::tie(number_a, number_b) < std::tie(best_.triangle_a, best_.triangle_b);
    if (best_.apart.distance == 0.0) {
        if (!is_smaller || !triangles_intersect(a, b))
            return;
    } else if (is_separated(a, b)) {
        return;
    }
    const TriangleDistance apart = triangle_distance(a_.triangles.given(place_a), b_.triangles.given(place_b));
    const DoubleVector between = apart.point_b - apart.point_a;
    const double length = std::sqrt(dot(between, between));
    last_between_ = length > 0.0 ? between * (1.0 / length) : DoubleVector{};
    if (apart.distance < best_.apart.distance || (apart.distance == best_.apart.distance && is_smaller))
        best_ = {apart, number_a, number_b, place_a, place_b};
}

} // namespace tactus
