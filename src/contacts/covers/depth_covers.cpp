// SPDX-License-Identifier: MIT
#include "contacts/covers/depth_covers.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/work_prices.h"

namespace tactus {
namespace {

constexpr std::size_t max_depth_groups = 1536; // of a side
constexpr std::uint32_t max_probes = 8;        // of a side
constexpr std::uint32_t max_parts_opened = 24; // for a probe

} // namespace

void DepthCovers::begin(std::size_t encounter_count)
{
    covers_.resize_uninitialised(encounter_count);
    std::fill(covers_.begin(), covers_.end(), Cover{});
    handles_.clear();
    is_sketching_ = false;
    sketch_a_.stop();
    sketch_b_.stop();
}

void DepthCovers::add(std::uint32_t index, const ContactEncounter& encounter)
{
    TACTUS_CHECK(covers_[index].count == 0);
    const ContactBody &a = encounter.a, &b = encounter.b;
    OpenPair whole;
    whole.encounter = index;
    whole.nodes = {a.nodes->root(), b.nodes->root(), a.box, b.box};
    whole.known = OpenPair::Bounds::own;
    whole.covers_depths = true;
    whole.likely_separation = likely_push(encounter, whole.nodes, true).separation;
    // A vertex inside may be in contact with features nearby, half way to them.
    const float distance = encounter.contact_distance;
    const auto reach = [&](const Box& box) { return distance > 0.0f ? widened_by(distance, box) : box; };
    whole.bounds = bounds_of_depths(reach(a.box), reach(b.box), encounter.deepest);
    whole.bounds.separation_upper = distance;
    covers_[index].first = static_cast<std::uint32_t>(handles_.size());
    covers_[index].count = 1;
    handles_.push_back(front_->add(whole));
    covers_[index].error = front_->error_of(handles_.back());
}

void DepthCovers::remove(std::uint32_t encounter)
{
    Cover& cover = covers_[encounter];
    for (std::uint32_t k = 0; k < cover.count; ++k)
        front_->remove(handles_[cover.first + k]);
    cover = {};
}

void DepthCovers::begin_sketch(
    std::uint32_t index, const ContactEncounter& encounter, std::span<const IntersectingPair> intersecting,
    std::size_t room)
{
    // Some room is left for contacts.
    const std::size_t groups = std::min(max_depth_groups, room / 16 * 3);
    if (groups < 3)
        return;
    index_ = index;
    encounter_ = &encounter;
    is_sketching_ = true;
    is_probing_ = probes_b_ = false;
    probed_ = 0;
    sketch_a_.begin(encounter, true, intersecting, groups);
    sketch_b_.begin(encounter, false, intersecting, groups);
}

void DepthCovers::step()
{
    std::uint64_t spent = 0;
    for (DepthSketch* sketch : {&sketch_a_, &sketch_b_})
        while (sketch->is_busy() && spent < price::sketch_unit)
            spent += sketch->step();
    if (spent == 0)
        probe();
}

/// A step towards how far the vertex of which least is known is from the other side's patch. It is at least as deep.
void DepthCovers::probe()
{
    DepthSketch& own = probes_b_ ? sketch_b_ : sketch_a_;
    const DepthSketch& other = probes_b_ ? sketch_a_ : sketch_b_;
    const ContactBody &inner = probes_b_ ? encounter_->b : encounter_->a,
                      &around = probes_b_ ? encounter_->a : encounter_->b;
    // An open body may come out of all of the surface around it.
    const bool needs_surface = encounter_->contact_distance > 0.0f || !inner.is_closed();
    if (!is_probing_) {
        const std::uint32_t group = probed_ < max_probes ? own.least_known() : UINT32_MAX;
        if (group == UINT32_MAX && probes_b_) {
            is_sketching_ = false;
            return replace();
        }
        probed_ = group == UINT32_MAX ? 0 : probed_ + 1;
        if (group == UINT32_MAX) {
            probes_b_ = true;
            return;
        }
        probe_ = inner.surface.vertex(own.groups()[group].deepest_vertex);
        is_probing_ = true;
        next_stretch_ = 0;
        least_distance_ = std::numeric_limits<float>::infinity();
        opened_ = 0;
    }
    if (next_stretch_ < other.stretch_count()) {
        least_distance_ = std::min(least_distance_, other.least_distance(probe_, next_stretch_++));
        if (next_stretch_ < other.stretch_count())
            return;
        if (needs_surface)
            nearest_.begin(probe_, *around.tree, around.surface);
        else
            nearest_.stop();
    }
    // Far from the patch, the vertex may be near to other features of the body around it.
    if (nearest_.is_busy() && opened_++ < max_parts_opened)
        return nearest_.step();
    const float from_surface = needs_surface ? static_cast<float>(nearest_.least_distance() * (1.0 - 0x1p-20))
                                             : std::numeric_limits<float>::infinity();
    own.bound_below(probe_, inner.is_closed() ? least_distance_ : from_surface, from_surface);
    is_probing_ = false;
}

void DepthCovers::replace()
{
    const OpenPair whole = (*front_)[handles_[covers_[index_].first]];
    remove(index_);
    covers_[index_].first = static_cast<std::uint32_t>(handles_.size());
    for (const DepthSketch* sketch : {&sketch_a_, &sketch_b_})
        for (const DepthSketch::Group& group : sketch->groups())
            add_group(whole, group, sketch == &sketch_a_);
}

void DepthCovers::add_group(const OpenPair& whole, const DepthSketch::Group& group, bool of_a)
{
    OpenPair part = whole;
    part.covers_a = of_a;
    part.group = (of_a ? encounter_->a : encounter_->b).depth_tables->stars[group.deepest_vertex][0];
    // A vertex of the rim is as likely to be outside as inside: then it is not deep.
    const float deepest =
        whole.likely_separation < 0.0f ? std::min(group.deepest, -whole.likely_separation) : group.deepest;
    part.likely_separation = group.is_rim ? -0.25f * deepest : -0.5f * (group.shallowest + deepest);
    // A vertex that is near features of the other may be in contact with these, half way to them.
    const float distance = encounter_->contact_distance;
    const bool may_be_near = !(group.shallowest > 0.0f) && distance > 0.0f;
    const Box reach = may_be_near ? widened_by(distance, group.box) : group.box;
    part.bounds = bounds_of_depths(reach, reach, group.deepest);
    part.bounds.separation_upper = may_be_near ? distance : -group.shallowest;
    part.bounds = narrowed(part.bounds, whole.bounds);
    handles_.push_back(front_->add(part));
    Cover& cover = covers_[index_];
    cover.error = std::max(cover.error, front_->error_of(handles_.back()));
    ++cover.count;
}

} // namespace tactus
