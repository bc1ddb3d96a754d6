// SPDX-License-Identifier: MIT
#include "pipeline/contacts/covers/depth_covers.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr unsigned unit_nanoseconds = 700;
constexpr std::size_t most_groups = 64; // of a side
constexpr std::size_t bounded_per_step = 2;

} // namespace

void DepthCovers::begin(std::size_t encounter_count, float contact_distance)
{
    contact_distance_ = contact_distance;
    covers_.resize_uninitialised(encounter_count);
    std::fill(covers_.begin(), covers_.end(), Cover{});
    handles_.clear();
    is_sketching_ = false;
    sketch_.stop();
}

void DepthCovers::add(std::uint32_t index, const ContactEncounter& encounter)
{
    const ContactBody &a = encounter.a, &b = encounter.b;
    OpenPart whole{index, a.parts->root(), b.parts->root(), a.box, b.box, {}};
    whole.bounds = bounds_of_depths(a.box, b.box, encounter.deepest);
    covers_[index].first = static_cast<std::uint32_t>(handles_.size());
    covers_[index].count = 1;
    handles_.push_back(front_->add(whole, a.id, b.id));
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
    std::uint32_t index, const ContactEncounter& encounter, std::span<const TrianglePair> intersecting,
    std::size_t room)
{
    // Some room is left for contacts.
    most_groups_ = std::min(most_groups, room / 8);
    if (most_groups_ == 0)
        return;
    index_ = index;
    encounter_ = &encounter;
    intersecting_ = intersecting;
    groups_.clear();
    is_sketching_ = true;
    sketches_b_ = false;
    bounded_ = 0;
    sketch_.begin(encounter, true, intersecting, contact_distance_, most_groups_);
}

void DepthCovers::step()
{
    if (sketches_b_ && !sketch_.is_busy() && bounded_ < groups_.size()) {
        for (const std::size_t end = std::min(bounded_ + bounded_per_step, groups_.size()); bounded_ < end; ++bounded_)
            bound_below(groups_[bounded_], bounded_ < count_a_);
        return;
    }
    if (sketches_b_ && !sketch_.is_busy()) {
        is_sketching_ = false;
        return replace();
    }
    for (unsigned spent = 0; sketch_.is_busy() && spent < unit_nanoseconds;)
        spent += sketch_.step();
    if (sketch_.is_busy())
        return;
    for (const DepthSketch::Group& group : sketch_.groups())
        groups_.push_back(group);
    if (sketches_b_)
        return;
    sketches_b_ = true;
    count_a_ = groups_.size();
    stray_triangles_a_ = sketch_.stray_triangles();
    sketch_.begin(*encounter_, false, intersecting_, contact_distance_, most_groups_);
}

/// What hangs together with the rim is as deep as it is far from the other side's patch, at the least.
void DepthCovers::bound_below(DepthSketch::Group& group, bool of_a) const
{
    if (group.has_rim || group.is_apart)
        return;
    float least = least_distance(group.box, of_a ? sketch_.stray_triangles() : stray_triangles_a_);
    const std::size_t begin = of_a ? count_a_ : 0, end = of_a ? groups_.size() : count_a_;
    for (std::size_t k = begin; k < end; ++k)
        least = std::min(least, least_distance(group.box, groups_[k].patch));
    DepthSketch::raise(group, least, contact_distance_);
}

void DepthCovers::replace()
{
    const OpenPart whole = (*front_)[handles_[covers_[index_].first]];
    remove(index_);
    Cover& cover = covers_[index_];
    cover.first = static_cast<std::uint32_t>(handles_.size());
    for (const DepthSketch::Group& group : groups_) {
        OpenPart part = whole;
        part.bounds = bounds_of_depths(group.box, group.box, group.deepest);
        part.bounds.separation_upper = -group.shallowest;
        part.bounds = narrowed(part.bounds, whole.bounds);
        handles_.push_back(front_->add(part, encounter_->a.id, encounter_->b.id));
        cover.error = std::max(cover.error, front_->error_of(handles_.back()));
        ++cover.count;
    }
}

} // namespace tactus
