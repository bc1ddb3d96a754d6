// SPDX-License-Identifier: MIT
#include "queries/closest/closest_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/planted_fault.h"
#include "base/work_prices.h"

namespace tactus {
namespace {

constexpr double far_away = std::numeric_limits<double>::infinity();

/// What reaches everywhere.
constexpr BlockReach endless = {
    0, far_away, {far_away, far_away, far_away, far_away, far_away, far_away, far_away, far_away}};

double squared_gap(const Box& a, const Box& b)
{
    NodeBlock block;
    block.clear();
    block.set(0, 0, a);
    std::array<double, 8> gaps;
    squared_gaps(block, b, gaps);
    return gaps[0];
}

} // namespace

void ClosestSearch::start(Tree& a, Tree& b, double max_distance)
{
    const Box both = include(a.box(), b.box());
    const double size = (double(both.upper.x) - both.lower.x) + (double(both.upper.y) - both.lower.y)
                        + (double(both.upper.z) - both.lower.z);
    origin_ = to_double(both.lower);
    heap_.clear();
    for (auto [side, tree] : {std::pair(&a_, &a), std::pair(&b_, &b)}) {
        side->triangles = tree->triangles();
        side->is_plain = tree->is_plain();
        side->reaches.clear();
        side->direction = {0, {}, origin_};
    }
    best_.begin(a_.triangles, b_.triangles, origin_, size, max_distance);
    look_closer();
}

/// What is farther apart than the limit is not looked at any more.
void ClosestSearch::look_closer() { squared_limit_ = best_.limit() * best_.limit() * (1.0 + 0x1p-40); }

ClosestOutcome
ClosestSearch::find(Tree& a, Tree& b, const std::optional<PlacePair>& guess, double max_distance, WorkAccount& account)
{
    start(a, b, max_distance);
    const double apart = squared_gap(a.box(), b.box());
    if (apart > squared_limit_)
        return {};
    push({apart, 0, 0, 0});
    ClosestOutcome outcome;
    outcome.is_complete = search(a, b, guess, account);
    if (!outcome.is_complete)
        outcome.open_bound = std::max(0.0, std::min(std::sqrt(heap_[0].bound), best_.distance()) - best_.slack());
    outcome.closest = best_.within();
    return outcome;
}

void ClosestSearch::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), ComesLater{});
    heap_.pop_back();
}

void ClosestSearch::push(const BoundedPair& pair)
{
    heap_.push_back(pair);
    std::push_heap(heap_.begin(), heap_.end(), ComesLater{});
}

bool ClosestSearch::prepare(Side& side, WorkAccount& account)
{
    while (!side.opened.prepare())
        if (!account.pay(price::readied_piece))
            return false;
    return true;
}

bool ClosestSearch::search(Tree& a, Tree& b, const std::optional<PlacePair>& guess, WorkAccount& account)
{
    // A guess is measured with what beginning costs: who has asked before does not pay more.
    if (!account.pay(price::readied_piece))
        return false;
    if (guess)
        measure(guess->a, guess->b);
    const Box everywhere = include(a.box(), b.box());
    const bool is_near = std::isfinite(best_.limit());
    a_.opened.begin(a, is_near ? widened_by(best_.limit(), b.box()) : everywhere);
    b_.opened.begin(b, is_near ? widened_by(best_.limit(), a.box()) : everywhere);
    if (!account.pay(price::readied_piece) || !prepare(a_, account) || !prepare(b_, account))
        return false;
    a_.opened.look_at_root();
    b_.opened.look_at_root();
    while (!heap_.empty() && heap_[0].bound <= squared_limit_)
        // It stays on the heap until nothing of it is left to do.
        if (!account.pay(price::node_pair) || !step(heap_[0], account))
            return false;
    return true;
}

/// Opens one of two nodes, or compares what is below both where that is leaves or triangles.
bool ClosestSearch::step(const BoundedPair pair, WorkAccount& account)
{
    if (!make_ready(a_, pair.a, account) || !make_ready(b_, pair.b, account))
        return false;
    const bool opens_a = a_.opened.size(pair.a) >= b_.opened.size(pair.b);
    Side& larger = opens_a ? a_ : b_;
    if (!is_low(larger, opens_a ? pair.a : pair.b) || !is_low(opens_a ? b_ : a_, opens_a ? pair.b : pair.a))
        return open_one(pair, opens_a, account);
    const std::uint32_t below_a = open(a_, pair.a), below_b = open(b_, pair.b);
    if (!open_leaves(a_, below_a, account) || !open_leaves(b_, below_b, account)
        || !compare_blocks(below_a, below_b, account))
        return false;
    pop();
    return true;
}

/// Whether there are leaves alone right below a node, or triangles. The node must be ready.
bool ClosestSearch::is_low(Side& side, std::uint32_t node)
{
    const std::uint32_t block = open(side, node);
    const NodeBlock& below = side.opened.blocks()[block];
    return below.are_triangles || below.leaves == below.held;
}

bool ClosestSearch::open_leaves(Side& side, std::uint32_t block, WorkAccount& account)
{
    // Blocks may move.
    const NodeBlock leaves = side.opened.blocks()[block];
    for (std::uint32_t left = leaves.are_triangles ? 0 : leaves.held; left != 0; left &= left - 1) {
        const std::uint32_t leaf = 8 * block + static_cast<std::uint32_t>(std::countr_zero(left));
        if (!make_ready(side, leaf, account))
            return false;
        open(side, leaf);
    }
    return true;
}

bool ClosestSearch::make_ready(Side& side, std::uint32_t node, WorkAccount& account)
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

std::uint32_t ClosestSearch::open(Side& side, std::uint32_t node)
{
    if (const std::uint32_t known = side.opened.below(node); known != OpenedTree::none)
        return known;
    const std::uint32_t below = side.opened.open(node);
    if (side.is_plain)
        side.opened.box_triangles(below);
    return below;
}

const BlockReach& ClosestSearch::reach_of_block(Side& side, std::uint32_t block)
{
    while (side.reaches.size() <= block)
        side.reaches.push_back({});
    BlockReach& known = side.reaches.data()[block];
    if (known.number == side.direction.number)
        return known;
    const NodeBlock& measured = side.opened.blocks()[block];
    BlockReach reach = reach_along(side.direction, measured, side.triangles);
    // What is below says more than a box.
    if (!measured.are_triangles && measured.leaves == measured.held)
        measured.for_each([&](std::uint32_t k) {
            if (const std::uint32_t below = side.opened.below(8 * block + k); below != OpenedTree::none)
                reach.of[k] = reach_of_block(side, below).all;
        });
    reach.all = -far_away;
    measured.for_each([&](std::uint32_t k) { reach.all = std::max(reach.all, reach.of[k]); });
    return side.reaches.data()[block] = reach;
}

/// Gives how far a node reaches towards the other side: by what is below it, if that is known.
double ClosestSearch::reach_of(Side& side, std::uint32_t node)
{
    const std::uint32_t below = side.opened.below(node);
    return below != OpenedTree::none ? reach_of_block(side, below).all : reach_of_block(side, node / 8).of[node % 8];
}

bool ClosestSearch::open_one(const BoundedPair& pair, bool opens_a, WorkAccount& account)
{
    if (!account.pay(price::walked_node))
        return false;
    Side &side = opens_a ? a_ : b_, &other_side = opens_a ? b_ : a_;
    const std::uint32_t node = opens_a ? pair.a : pair.b, other = opens_a ? pair.b : pair.a;
    const std::uint32_t below = open(side, node);
    // It could have been divided, and was not after all: it is a leaf from now on.
    if (side.opened.is_leaf(node))
        return true;
    pop();
    const double limit = has_direction() ? -best_.limit() - reach_of(other_side, other) : -far_away;
    const BlockReach& reach = has_direction() ? reach_of_block(side, below) : endless;
    if (reach.all < limit)
        return true;
    const NodeBlock& children = side.opened.blocks()[below];
    std::array<double, 8> gaps;
    squared_gaps(children, other_side.opened.box(other), gaps);
    children.for_each([&](std::uint32_t k) {
        if (gaps[k] > squared_limit_ || reach.of[k] < limit || (TACTUS_FAULT(121) && k == 7))
            return;
        // The box of a child may reach out of its parent's.
        const std::uint32_t child = 8 * below + k;
        push({std::max(gaps[k], pair.bound), opens_a ? child : other, opens_a ? other : child, pair.depth + 1});
    });
    return true;
}

std::uint32_t ClosestSearch::smallest_in(const Side& side, std::uint32_t block)
{
    const NodeBlock& leaf = side.opened.blocks()[block];
    std::uint32_t smallest = TriangleList::no_triangle;
    leaf.for_each([&](std::uint32_t k) { smallest = std::min(smallest, side.triangles.number(leaf.name[k])); });
    return smallest;
}

/// Lists what of two blocks may hold something better, the closest boxes first, and gives how many pairs there are.
std::size_t
ClosestSearch::list_near(std::uint32_t block_a, std::uint32_t block_b, std::array<Candidate, 64>& candidates)
{
    const BlockReach& reach_a = has_direction() ? reach_of_block(a_, block_a) : endless;
    const BlockReach& reach_b = has_direction() ? reach_of_block(b_, block_b) : endless;
    if (-(reach_a.all + reach_b.all) > best_.limit())
        return 0;
    const NodeBlock &a = a_.opened.blocks()[block_a], &b = b_.opened.blocks()[block_b];
    std::size_t count = 0;
    std::array<double, 8> rows, gaps;
    squared_gaps(a, b_.opened.block_boxes()[block_b], rows);
    a.for_each([&](std::uint32_t k) {
        if (rows[k] > squared_limit_ || -(reach_a.of[k] + reach_b.all) > best_.limit())
            return;
        squared_gaps(b, a.box(k), gaps);
        b.for_each([&](std::uint32_t l) {
            if (gaps[l] <= squared_limit_ && -(reach_a.of[k] + reach_b.of[l]) <= best_.limit())
                candidates[count++] = {gaps[l], static_cast<std::uint8_t>(k), static_cast<std::uint8_t>(l)};
        });
    });
    std::sort(candidates.begin(), candidates.begin() + count, [](const Candidate& p, const Candidate& q) {
        return p.bound < q.bound;
    });
    return count;
}

/// Compares two blocks of leaves, each of which is open, or of triangles.
bool ClosestSearch::compare_blocks(std::uint32_t block_a, std::uint32_t block_b, WorkAccount& account)
{
    const NodeBlock &a = a_.opened.blocks()[block_a], &b = b_.opened.blocks()[block_b];
    const bool are_triangles = a.are_triangles && b.are_triangles;
    // Only intersecting triangles with smaller numbers are better than some that intersect.
    if (are_triangles && best_.distance() == 0.0
        && !best_.are_smaller(smallest_in(a_, block_a), smallest_in(b_, block_b)))
        return true;
    if (!account.pay(price::closest_blocks))
        return false;
    if (a.are_triangles != b.are_triangles)
        return compare_leaves_of_one(block_a, block_b, account);
    std::array<Candidate, 64> candidates;
    const std::size_t count = list_near(block_a, block_b, candidates);
    for (std::size_t k = 0; k < count && candidates[k].bound <= squared_limit_; ++k) {
        const auto [bound, in_a, in_b] = candidates[k];
        if (are_triangles) {
            if (!account.pay(price::triangle_distance))
                return false;
            measure(a.name[in_a], b.name[in_b]);
        } else if (!compare_blocks(a_.opened.below(8 * block_a + in_a), b_.opened.below(8 * block_b + in_b), account)) {
            return false;
        }
    }
    return true;
}

/// Compares a block of leaves with one of triangles.
bool ClosestSearch::compare_leaves_of_one(std::uint32_t block_a, std::uint32_t block_b, WorkAccount& account)
{
    const bool of_a = b_.opened.blocks()[block_b].are_triangles;
    Side &side = of_a ? a_ : b_, &other_side = of_a ? b_ : a_;
    const std::uint32_t block = of_a ? block_a : block_b, other = of_a ? block_b : block_a;
    std::array<double, 8> gaps;
    const NodeBlock& leaves = side.opened.blocks()[block];
    squared_gaps(leaves, other_side.opened.block_boxes()[other], gaps);
    for (std::uint32_t left = leaves.held; left != 0; left &= left - 1) {
        const auto k = static_cast<std::uint32_t>(std::countr_zero(left));
        const std::uint32_t leaf = side.opened.below(8 * block + k);
        if (gaps[k] <= squared_limit_ && !compare_blocks(of_a ? leaf : other, of_a ? other : leaf, account))
            return false;
    }
    return true;
}

void ClosestSearch::measure(std::uint32_t place_a, std::uint32_t place_b)
{
    if (!best_.measure(place_a, place_b))
        return;
    look_closer();
    // All reaches are lost where the direction is another one, so one that is about the same stays.
    const DoubleVector towards_b = best_.direction();
    if (a_.direction.number != 0 && dot(towards_b, a_.direction.outward) >= 0.9995)
        return;
    a_.direction = {a_.direction.number + 1, towards_b, origin_};
    b_.direction = {b_.direction.number + 1, towards_b * -1.0, origin_};
}

std::size_t ClosestSearch::bytes() const
{
    std::size_t bytes = heap_.bytes();
    for (const Side* side : {&a_, &b_})
        bytes += side->opened.bytes() + side->reaches.bytes();
    return bytes;
}

} // namespace tactus
