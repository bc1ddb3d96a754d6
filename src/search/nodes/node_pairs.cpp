// SPDX-License-Identifier: MIT
#include "search/nodes/node_pairs.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/planted_fault.h"
#include "base/work_account.h"
#include "base/work_prices.h"

namespace tactus {
namespace {

/// Pairs of nodes that are taken at a time.
constexpr std::size_t batch_size = 64;
/// Pairs of blocks that are listed before they are compared: few where the answer may be cut, so that it has something.
constexpr std::size_t blocks_at_once = std::size_t{1} << 15;
constexpr std::size_t blocks_if_cut = 64;

} // namespace

/// One call. Its functions return false where the search ends early.
struct NodePairs::Search {
    NodePairs& query;
    OpenedTree& a;
    OpenedTree& b;
    bool is_self = false;
    bool wants_neighbours = false;
    bool only_near = false; ///< whatever is at most the distance away, untested
    float distance = 0.0f;  ///< metres; 0 for what intersects
    Workers& workers;
    WorkAccount account;
    bool is_cut_soon = false; ///< a budget or the first hit may end it
    bool first_hit_only = false;
    Buffer<TrianglePair>& pairs;
    std::uint64_t open = 0;
    std::size_t asked = 0; ///< questions of this batch
    std::size_t old_count = pairs.size();

    RefinementOutcome run();
    bool begin();
    bool prepare(OpenedTree& side);
    bool walk();
    bool open_batch();
    std::uint32_t opened(OpenedTree& side, std::uint32_t node);
    std::uint32_t open_first(OpenedTree& side, std::uint32_t node);
    bool open_leaves(IndexPair pair);
    bool open_same(std::uint32_t node);
    bool open_larger(IndexPair pair);
    void answer();
    bool compare_blocks();
    void ask(const NodeQuestion& question) { query.questions_.data()[asked++] = question; }
    Box reach_of(const Box& box) const { return distance > 0.0f ? widened_loosely_by(distance, box) : box; }
};

/// By the clock, piece by piece.
bool NodePairs::Search::prepare(OpenedTree& side)
{
    while (!side.prepare())
        if (!account.pay(price::readied_piece))
            return false;
    return true;
}

/// Both roots are known.
bool NodePairs::Search::begin()
{
    query.open_.clear();
    query.leaves_.clear();
    open = 1;
    if (account.meter().has_deadline()) {
        if (!prepare(a) || !prepare(b))
            return false;
    } else {
        if (!account.pay(a.prepare_price() + (is_self ? 0 : b.prepare_price())))
            return false;
        // Each on a worker of its own, if there are two.
        workers.for_each_chunk(
            is_self ? 1 : 2, 1, std::max(a.prepare_price(), b.prepare_price()),
            [&](std::size_t side, std::size_t, std::size_t, std::uint32_t) { (side == 0 ? a : b).prepare_all(); });
    }
    open = 0;
    a.look_at_root();
    b.look_at_root();
    query.open_.push_back({0, 0});
    return true;
}

/// Gives the block of what is right below a node, or none if there is no time left to open it.
std::uint32_t NodePairs::Search::opened(OpenedTree& side, std::uint32_t node)
{
    const std::uint32_t known = side.below(node);
    return known != OpenedTree::none ? known : open_first(side, node);
}

std::uint32_t NodePairs::Search::open_first(OpenedTree& side, std::uint32_t node)
{
    std::uint64_t paid = side.price_of(node);
    if (!account.pay(paid))
        return OpenedTree::none;
    for (; !side.make_ready(node); paid -= std::min(paid, price::readied_piece))
        if (paid < price::readied_piece && !account.pay(price::readied_piece))
            return OpenedTree::none;
    return side.open(node);
}

bool NodePairs::Search::open_leaves(IndexPair pair)
{
    const std::uint32_t block_a = opened(a, pair.a);
    const std::uint32_t block_b = block_a != OpenedTree::none ? opened(b, pair.b) : OpenedTree::none;
    if (block_b == OpenedTree::none)
        return false;
    query.leaves_.add({block_a, block_b});
    return true;
}

/// A node with itself becomes its children with themselves and with each other, each pair once.
bool NodePairs::Search::open_same(std::uint32_t node)
{
    const std::uint32_t below = opened(a, node);
    if (below == OpenedTree::none)
        return false;
    if (a.is_leaf(node)) {
        if (!TACTUS_FAULT(18))
            query.leaves_.add({below, below});
        return true;
    }
    const NodeBlock& children = a.blocks()[below];
    children.for_each([&](std::uint32_t k) {
        ask({reach_of(children.box(k)), below, 8 * below + k, NodeQuestion::siblings});
    });
    return true;
}

bool NodePairs::Search::open_larger(IndexPair pair)
{
    const bool of_a = a.size(pair.a) >= b.size(pair.b);
    OpenedTree& side = of_a ? a : b;
    const std::uint32_t node = of_a ? pair.a : pair.b;
    const std::uint32_t below = opened(side, node);
    if (below == OpenedTree::none)
        return false;
    if (side.is_leaf(node)) {
        // It could have been divided, and was not after all.
        query.open_.push_back(pair);
        return true;
    }
    if (of_a)
        ask({reach_of(b.box(pair.b)), below, pair.b, NodeQuestion::children_of_a});
    else
        ask({reach_of(a.box(pair.a)), below, pair.a, NodeQuestion::children_of_b});
    return true;
}

/// Takes pairs from the end of the list, and puts what comes of them in their place.
bool NodePairs::Search::open_batch()
{
    std::array<IndexPair, batch_size> batch;
    const std::size_t count = std::min(batch_size, query.open_.size());
    std::copy(query.open_.end() - count, query.open_.end(), batch.begin());
    query.open_.resize_uninitialised(query.open_.size() - count);
    // A node with itself asks about each of its children.
    query.questions_.resize_uninitialised(8 * batch_size);
    asked = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const IndexPair pair = batch[k];
        const bool is_same = is_self && pair.a == pair.b;
        const bool are_leaves = a.is_leaf(pair.a) && b.is_leaf(pair.b);
        const bool is_done = account.pay(price::node_pair)
                             && (is_same      ? open_same(pair.a)
                                 : are_leaves ? open_leaves(pair)
                                              : open_larger(pair));
        if (!is_done) {
            open += count - k;
            return false;
        }
    }
    answer();
    return true;
}

/// Lists the pairs of nodes that overlap.
void NodePairs::Search::answer()
{
    const std::size_t count = asked, waiting = query.open_.size();
    query.answers_.resize_uninitialised(count);
    query.open_.resize_uninitialised(waiting + 8 * count);
    const NodeQuestion* const questions = query.questions_.data();
    const std::uint8_t* const answers = query.answers_.data();
    IndexPair* listed = query.open_.data() + waiting;
    find_overlapping(a.blocks(), b.blocks(), questions, count, query.answers_.data());
    for (std::size_t k = 0; k < count; ++k) {
        const NodeQuestion& question = questions[k];
        std::uint32_t met = answers[k];
        if (question.kind == NodeQuestion::siblings)
            met &= ~0u << question.node % 8;
        else if (TACTUS_FAULT(16))
            met &= ~1u;
        for (; met != 0; met &= met - 1) {
            const std::uint32_t child = 8 * question.block + static_cast<std::uint32_t>(std::countr_zero(met));
            *listed++ = question.kind == NodeQuestion::children_of_a ? IndexPair{child, question.node}
                                                                     : IndexPair{question.node, child};
        }
    }
    query.open_.resize_uninitialised(static_cast<std::size_t>(listed - query.open_.data()));
}

bool NodePairs::Search::walk()
{
    const std::size_t max_blocks = is_cut_soon ? blocks_if_cut : blocks_at_once;
    while (!query.open_.empty()) {
        if (!open_batch()) {
            open += query.open_.size() + query.leaves_.size();
            return false;
        }
        if (query.leaves_.size() >= max_blocks && !compare_blocks()) {
            open += query.open_.size();
            return false;
        }
    }
    return compare_blocks();
}

/// Compares the blocks that are listed.
bool NodePairs::Search::compare_blocks()
{
    const std::size_t count = query.leaves_.size();
    const std::size_t done = query.leaves_.compare(
        {a, b, is_self, wants_neighbours, only_near, distance, first_hit_only}, workers, account, pairs);
    open += count - done;
    return done == count && !(first_hit_only && pairs.size() > old_count);
}

RefinementOutcome NodePairs::Search::run()
{
    const bool complete = begin() && walk();
    return {complete, complete ? 0 : std::max<std::uint64_t>(1, open)};
}

RefinementOutcome NodePairs::find_pairs(
    Tree& a, Tree& b, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (!overlap(a.box(), b.box()))
        return {};
    opened_[0].begin(a, b.box());
    opened_[1].begin(b, a.box());
    return Search{
        .query = *this,
        .a = opened_[0],
        .b = opened_[1],
        .workers = workers,
        .account = WorkAccount(meter),
        .is_cut_soon = meter.is_limited() || first_hit_only,
        .first_hit_only = first_hit_only,
        .pairs = pairs}
        .run();
}

RefinementOutcome NodePairs::find_self_pairs(
    Tree& tree, bool neighbours, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (is_empty(tree.box()))
        return {};
    opened_[0].begin(tree, tree.box());
    return Search{
        .query = *this,
        .a = opened_[0],
        .b = opened_[0],
        .is_self = true,
        .wants_neighbours = neighbours,
        .workers = workers,
        .account = WorkAccount(meter),
        .is_cut_soon = meter.is_limited() || first_hit_only,
        .first_hit_only = first_hit_only,
        .pairs = pairs}
        .run();
}

void NodePairs::find_near(Tree& a, Tree& b, float distance, Workers& workers, Buffer<TrianglePair>& pairs)
{
    if (is_empty(a.box()) || is_empty(b.box()))
        return;
    const bool is_self = &a == &b;
    opened_[0].begin(a, widened_loosely_by(distance, b.box()));
    if (!is_self)
        opened_[1].begin(b, widened_loosely_by(distance, a.box()));
    WorkMeter unlimited(Budget::unlimited());
    Search{
        .query = *this,
        .a = opened_[0],
        .b = opened_[is_self ? 0 : 1],
        .is_self = is_self,
        .only_near = true,
        .distance = distance,
        .workers = workers,
        .account = WorkAccount(unlimited),
        .pairs = pairs}
        .run();
}

std::size_t NodePairs::scratch_bytes() const
{
    return opened_[0].bytes() + opened_[1].bytes() + open_.bytes() + questions_.bytes() + answers_.bytes()
           + leaves_.bytes();
}

} // namespace tactus
