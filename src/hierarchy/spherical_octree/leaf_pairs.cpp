// SPDX-License-Identifier: MIT
#include "hierarchy/spherical_octree/leaf_pairs.h"

#include <bit>

#include "base/check.h"

namespace tactus {
namespace {

NodeSphere root_sphere(const OctreeBody& body)
{
    return body.refit != nullptr ? body.refit->root_sphere() : body.tree->root_sphere();
}

double extent(const OctreeBody& body) { return body.refit != nullptr ? body.refit->extent() : body.tree->extent(); }

} // namespace

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
        // An old sphere, widened by all that the vertices have moved since, turns most children away.
        if (!overlaps(body.refit->last_sphere(child), query, body.refit->moved_since(child)))
            continue;
        if (!body.refit->is_fresh(child)) {
            ++node_tests_;
            if (!overlaps(body.refit->refit(child), query))
                continue;
        }
        on_child(child, body.refit->last_sphere(child));
    }
}

/// Lists the leaves that the query reaches. The root is taken to be reached.
void LeafPairSearch::descend(const OctreeBody& body, const SphereQuery& query, Buffer<Visit>& leaves)
{
    stack_.clear();
    stack_.push_back({0, root_sphere(body)});
    while (!stack_.empty()) {
        const Visit at = stack_.back();
        stack_.pop_back();
        if (body.tree->node(at.node).is_leaf())
            leaves.push_back(at);
        else
            open(body, at.node, query, [&](std::uint32_t node, const NodeSphere& sphere) {
                stack_.push_back({node, sphere});
            });
    }
}

void LeafPairSearch::leaves_then_reverse(
    const OctreeBody& a, const OctreeBody& b, const SeenFrom& a_in_b, const SeenFrom& b_in_a)
{
    leaves_.clear();
    descend(b, a_in_b(root_sphere(a)), leaves_);
    for (const Visit& leaf : leaves_) {
        met_.clear();
        descend(a, b_in_a(leaf.sphere), met_);
        const std::uint32_t leaf_of_b = b.tree->node(leaf.node).leaves_begin;
        for (const Visit& met : met_)
            pairs_.push_back({a.tree->node(met.node).leaves_begin, leaf_of_b});
    }
}

void LeafPairSearch::both_at_once(
    const OctreeBody& a, const OctreeBody& b, const SeenFrom& a_in_b, const SeenFrom& b_in_a)
{
    open_.clear();
    open_.push_back({{0, root_sphere(a)}, {0, root_sphere(b)}});
    while (!open_.empty()) {
        const VisitPair at = open_.back();
        open_.pop_back();
        const SphericalOctree::Node& node_a = a.tree->node(at.a.node);
        const SphericalOctree::Node& node_b = b.tree->node(at.b.node);
        if (node_a.is_leaf() && node_b.is_leaf()) {
            pairs_.push_back({node_a.leaves_begin, node_b.leaves_begin});
        } else if (node_b.is_leaf() || (!node_a.is_leaf() && at.a.sphere.radius >= at.b.sphere.radius)) {
            open(a, at.a.node, b_in_a(at.b.sphere), [&](std::uint32_t node, const NodeSphere& sphere) {
                open_.push_back({{node, sphere}, at.b});
            });
        } else {
            open(b, at.b.node, a_in_b(at.a.sphere), [&](std::uint32_t node, const NodeSphere& sphere) {
                open_.push_back({at.a, {node, sphere}});
            });
        }
    }
}

void LeafPairSearch::find(const OctreeBody& a, const OctreeBody& b, double contact_distance, OctreeOrder order)
{
    TACTUS_CHECK(contact_distance >= 0.0);
    pairs_.clear();
    node_tests_ = 0;
    if (a.tree->empty() || b.tree->empty())
        return;
    const SeenFrom a_in_b(b.pose, extent(b), a.pose, extent(a), contact_distance);
    const SeenFrom b_in_a(a.pose, extent(a), b.pose, extent(b), contact_distance);
    ++node_tests_;
    if (!overlaps(root_sphere(b), a_in_b(root_sphere(a))))
        return;
    if (order == OctreeOrder::leaves_then_reverse)
        leaves_then_reverse(a, b, a_in_b, b_in_a);
    else
        both_at_once(a, b, a_in_b, b_in_a);
}

} // namespace tactus
