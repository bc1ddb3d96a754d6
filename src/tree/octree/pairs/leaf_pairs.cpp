// SPDX-License-Identifier: MIT
#include "tree/octree/pairs/leaf_pairs.h"

#include <bit>

#include "base/check.h"
#include "base/work_prices.h"

namespace tactus {
namespace {

NodeSphere root_sphere(const OctreeBody& body)
{
    return body.refit != nullptr ? body.refit->root_sphere() : body.tree->root_sphere();
}

double extent(const OctreeBody& body) { return body.refit != nullptr ? body.refit->extent() : body.tree->extent(); }

/// What opening a node takes at the most, in comparisons. It does not depend on what is up to date already.
std::uint64_t cost_of_opening(const OctreeBody& body, std::uint32_t index)
{
    const SphericalOctree::Node& node = body.tree->node(index);
    auto cost = static_cast<std::uint64_t>(std::popcount(node.child_mask));
    if (body.refit != nullptr)
        for (unsigned rest = node.child_mask; rest != 0; rest &= rest - 1)
            cost += 1 + body.refit->refit_cost(node.child(static_cast<unsigned>(std::countr_zero(rest))));
    return cost;
}

} // namespace

/// Takes work units for so many comparisons.
bool LeafPairSearch::pay(std::uint64_t tests, WorkMeter& meter)
{
    if (tests > paid_tests_) {
        const std::uint64_t units = (tests - paid_tests_ + per_unit::sphere_tests - 1) / per_unit::sphere_tests;
        if (!meter.spend(units))
            return false;
        paid_tests_ += units * per_unit::sphere_tests;
    }
    paid_tests_ -= tests;
    return true;
}

/// Calls on_child(node, sphere) for the children of a node that the query reaches, in the order of their octants.
template <class OnChild>
void LeafPairSearch::open(const OctreeBody& body, std::uint32_t index, const SphereQuery& query, OnChild on_child)
{
    const SphericalOctree::Node& node = body.tree->node(index);
    node_tests_ += static_cast<std::uint64_t>(std::popcount(node.child_mask));
    if (body.refit == nullptr) {
        const SphereBlock& block = body.tree->children(node);
        for (unsigned rest = overlapping_octants(block, query) & node.child_mask; rest != 0; rest &= rest - 1) {
            const auto octant = static_cast<unsigned>(std::countr_zero(rest));
            on_child(node.child(octant), block[octant]);
        }
        return;
    }
    for (unsigned rest = node.child_mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t child = node.child(static_cast<unsigned>(std::countr_zero(rest)));
        if (!body.refit->may_overlap(child, query))
            continue;
        ++node_tests_;
        const NodeSphere sphere = body.refit->refit(child);
        if (overlaps(sphere, query))
            on_child(child, sphere);
    }
}

/// Forgets the search before.
void LeafPairSearch::reset()
{
    pairs_.clear();
    spheres_.clear();
    stack_.clear();
    leaves_.clear();
    open_.clear();
    leaves_done_ = 0;
    node_tests_ = 0;
    paid_tests_ = 0;
    stage_ = Stage::end;
}

void LeafPairSearch::start(const OctreeBody& a, const OctreeBody& b, double contact_distance, OctreeOrder order)
{
    TACTUS_CHECK(contact_distance >= 0.0);
    reset();
    if (a.tree->empty() || b.tree->empty())
        return;
    a_ = a;
    b_ = b;
    order_ = order;
    stage_ = Stage::roots;
    a_in_b_.emplace(b.pose, extent(b), a.pose, extent(a), contact_distance);
    b_in_a_.emplace(a.pose, extent(a), b.pose, extent(b), contact_distance);
}

bool LeafPairSearch::compare_roots(WorkMeter& meter)
{
    std::uint64_t cost = 1;
    for (const OctreeBody* body : {&a_, &b_})
        cost += body->refit != nullptr ? body->refit->refit_cost(0) : 0;
    if (!pay(cost, meter))
        return false;
    ++node_tests_;
    const VisitPair roots = {{0, root_sphere(a_)}, {0, root_sphere(b_)}};
    if (!overlaps(roots.b.sphere, (*a_in_b_)(roots.a.sphere))) {
        stage_ = Stage::end;
    } else if (order_ == OctreeOrder::leaves_then_reverse) {
        stack_.push_back(roots.b);
        stage_ = Stage::leaves;
    } else {
        open_.push_back(roots);
        stage_ = Stage::both;
    }
    return true;
}

/// The paper's first half: the leaves of b that the root of a reaches.
bool LeafPairSearch::list_leaves(WorkMeter& meter)
{
    const SphereQuery query = (*a_in_b_)(root_sphere(a_));
    while (!stack_.empty()) {
        const Visit at = stack_.back();
        if (b_.tree->node(at.node).is_leaf()) {
            stack_.pop_back();
            leaves_.push_back({b_.tree->node(at.node).leaf(), at.sphere});
            continue;
        }
        if (!pay(cost_of_opening(b_, at.node), meter))
            return false;
        stack_.pop_back();
        open(b_, at.node, query, [&](std::uint32_t node, const NodeSphere& sphere) {
            stack_.push_back({node, sphere});
        });
    }
    stage_ = Stage::reverse;
    return true;
}

/// The paper's second half: each of those leaves against all of a, from its root down.
bool LeafPairSearch::reverse(WorkMeter& meter)
{
    for (; leaves_done_ < leaves_.size(); ++leaves_done_) {
        const Visit& leaf = leaves_[leaves_done_];
        const SphereQuery query = (*b_in_a_)(leaf.sphere);
        if (stack_.empty())
            stack_.push_back({0, root_sphere(a_)});
        while (!stack_.empty()) {
            const Visit at = stack_.back();
            const SphericalOctree::Node& node_a = a_.tree->node(at.node);
            if (!pay(node_a.is_leaf() ? 1 : cost_of_opening(a_, at.node), meter))
                return false;
            stack_.pop_back();
            if (node_a.is_leaf()) {
                pairs_.push_back({node_a.leaf(), leaf.node});
                spheres_.push_back({at.sphere, leaf.sphere});
                continue;
            }
            open(a_, at.node, query, [&](std::uint32_t node, const NodeSphere& sphere) {
                stack_.push_back({node, sphere});
            });
        }
    }
    stage_ = Stage::end;
    return true;
}

bool LeafPairSearch::open_both(WorkMeter& meter)
{
    while (!open_.empty()) {
        const VisitPair at = open_.back();
        const SphericalOctree::Node& node_a = a_.tree->node(at.a.node);
        const SphericalOctree::Node& node_b = b_.tree->node(at.b.node);
        const bool are_leaves = node_a.is_leaf() && node_b.is_leaf();
        const bool opens_a = node_b.is_leaf() || (!node_a.is_leaf() && at.a.sphere.radius >= at.b.sphere.radius);
        if (!pay(are_leaves ? 1 : opens_a ? cost_of_opening(a_, at.a.node) : cost_of_opening(b_, at.b.node), meter))
            return false;
        open_.pop_back();
        if (are_leaves) {
            pairs_.push_back({node_a.leaf(), node_b.leaf()});
            spheres_.push_back({at.a.sphere, at.b.sphere});
        } else if (opens_a) {
            open(a_, at.a.node, (*b_in_a_)(at.b.sphere), [&](std::uint32_t node, const NodeSphere& sphere) {
                open_.push_back({{node, sphere}, at.b});
            });
        } else {
            open(b_, at.b.node, (*a_in_b_)(at.a.sphere), [&](std::uint32_t node, const NodeSphere& sphere) {
                open_.push_back({at.a, {node, sphere}});
            });
        }
    }
    stage_ = Stage::end;
    return true;
}

bool LeafPairSearch::advance(WorkMeter& meter)
{
    while (stage_ != Stage::end) {
        const bool goes_on = stage_ == Stage::roots     ? compare_roots(meter)
                             : stage_ == Stage::leaves  ? list_leaves(meter)
                             : stage_ == Stage::reverse ? reverse(meter)
                                                        : open_both(meter);
        if (!goes_on)
            return false;
    }
    return true;
}

std::uint64_t LeafPairSearch::open_count() const
{
    switch (stage_) {
    case Stage::roots:
        return 1;
    case Stage::leaves:
        return stack_.size() + leaves_.size();
    case Stage::reverse:
        return stack_.size() + leaves_.size() - leaves_done_;
    case Stage::both:
        return open_.size();
    case Stage::end:
        break;
    }
    return 0;
}

void LeafPairSearch::find(const OctreeBody& a, const OctreeBody& b, double contact_distance, OctreeOrder order)
{
    start(a, b, contact_distance, order);
    WorkMeter meter(Budget::unlimited());
    advance(meter);
}

} // namespace tactus
