// SPDX-License-Identifier: MIT
#include "search/part_pairs.h"

#include <algorithm>

#include "base/planted_fault.h"
#include "geometry/triangle_triangle.h"
#include "search/self_pair.h"

namespace tactus {
namespace {

constexpr std::size_t tests_per_unit = 12; // exact tests of two triangles

} // namespace

RefinementOutcome PartPairs::find_pairs(
    const ListedParts& a, const ListedParts& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    a_ = a;
    b_ = b;
    is_self_ = false;
    first_hit_only_ = first_hit_only;
    pairs_ = &pairs;
    return search(meter);
}

RefinementOutcome PartPairs::find_self_pairs(
    const ListedParts& body, bool neighbours, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    a_ = b_ = body;
    is_self_ = true;
    neighbours_ = neighbours;
    first_hit_only_ = first_hit_only;
    pairs_ = &pairs;
    return search(meter);
}

RefinementOutcome PartPairs::search(WorkMeter& meter)
{
    open_.clear();
    old_count_ = pairs_->size();
    a_.parts->begin();
    b_.parts->begin();
    const Open roots = {a_.parts->root(), b_.parts->root(), a_.parts->root_box(), b_.parts->root_box()};
    if (!overlap(roots.box_a, roots.box_b))
        return {};
    for (PartTree* parts : {a_.parts, b_.parts})
        do {
            if (!meter.spend())
                return {false, 1};
        } while (!parts->prepare());
    open_.push_back(roots);
    while (!open_.empty()) {
        const Open pair = open_.back();
        const bool is_leaf_a = a_.parts->is_leaf(pair.a), is_leaf_b = b_.parts->is_leaf(pair.b);
        if (is_leaf_a && is_leaf_b) {
            // It stays open until it is done.
            if (!compare_leaves(pair, meter))
                return {false, open_.size()};
            open_.pop_back();
        } else {
            // The larger one, unless it is a leaf.
            const bool of_a = is_leaf_a || is_leaf_b ? is_leaf_b : half_area(pair.box_a) >= half_area(pair.box_b);
            if (!TACTUS_FAULT(15) && !make_ready(pair, of_a, meter))
                return {false, open_.size()};
            open_.pop_back();
            open(pair, of_a);
        }
        if (first_hit_only_ && pairs_->size() > old_count_)
            return {open_.empty(), open_.size()};
    }
    return {};
}

bool PartPairs::make_ready(const Open& pair, bool of_a, WorkMeter& meter)
{
    PartTree& parts = of_a ? *a_.parts : *b_.parts;
    do {
        if (!meter.spend())
            return false;
    } while (!parts.make_ready(of_a ? pair.a : pair.b, of_a ? pair.box_b : pair.box_a, 0));
    return true;
}

void PartPairs::open(const Open& pair, bool of_a)
{
    PartChildren children;
    (of_a ? a_ : b_).parts->open(of_a ? pair.a : pair.b, of_a ? pair.box_b : pair.box_a, 0, children);
    if (is_same(pair)) {
        for (std::uint32_t i = 0; i < children.count; ++i)
            for (std::uint32_t j = i; j < children.count; ++j)
                if (i == j || overlap(children.box[i], children.box[j]))
                    open_.push_back({children.node[i], children.node[j], children.box[i], children.box[j]});
        return;
    }
    for (std::uint32_t k = 0; k < children.count; ++k)
        if (overlap(children.box[k], of_a ? pair.box_b : pair.box_a) && !(TACTUS_FAULT(16) && k == 0))
            open_.push_back(
                of_a ? Open{children.node[k], pair.b, children.box[k], pair.box_b}
                     : Open{pair.a, children.node[k], pair.box_a, children.box[k]});
}

bool PartPairs::compare_leaves(const Open& pair, WorkMeter& meter)
{
    if (!meter.spend())
        return false;
    PartTriangles in_a, in_b;
    a_.parts->open_leaf(pair.a, in_a);
    b_.parts->open_leaf(pair.b, in_b);
    const std::size_t begin = pairs_->size();
    std::size_t tests = 0;
    for (std::uint32_t i = 0; i < in_a.count; ++i)
        for (std::uint32_t j = is_same(pair) ? i + 1 : 0; j < in_b.count; ++j) {
            if (!overlap(in_a.box[i], in_b.box[j]))
                continue;
            // What was found in a pair of leaves that is not done will be found again.
            if (++tests % tests_per_unit == 0 && !meter.spend()) {
                pairs_->resize_uninitialised(begin);
                return false;
            }
            if (!meet(in_a.triangle[i], in_b.triangle[j]))
                continue;
            const std::uint32_t a = a_.triangles.number(in_a.triangle[i]), b = b_.triangles.number(in_b.triangle[j]);
            pairs_->push_back(is_self_ ? TrianglePair{std::min(a, b), std::max(a, b)} : TrianglePair{a, b});
            if (first_hit_only_)
                return true;
        }
    return true;
}

bool PartPairs::meet(std::uint32_t place_a, std::uint32_t place_b) const
{
    return is_self_ ? own_triangles_meet(a_.triangles, place_a, place_b, neighbours_)
                    : triangles_intersect(a_.triangles[place_a], b_.triangles[place_b]);
}

} // namespace tactus
