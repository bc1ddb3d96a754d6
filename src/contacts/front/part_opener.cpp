// SPDX-License-Identifier: MIT
#include "contacts/front/part_opener.h"

namespace tactus {

void PartOpener::begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters)
{
    settings_ = settings;
    encounters_ = encounters;
    memory_.make_room();
    node_tests_ = 0;
}

bool PartOpener::are_leaves(const OpenPair& part) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    return encounter.a.nodes->is_leaf(part.node_a) && encounter.b.nodes->is_leaf(part.node_b);
}

std::span<const OpenPair> PartOpener::open(const OpenPair& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    count_ = 0;
    if (encounter.is_self() && part.node_a == part.node_b)
        open_self(part);
    else
        open_one_side(part, opens_a(part));
    return {parts_.data(), count_};
}

std::uint32_t PartOpener::open_leaves(const OpenPair& part, std::array<TrianglePair, 64>& pairs) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    NodeBlock a, b;
    encounter.a.nodes->open(part.node_a, part.box_a, 0, a);
    encounter.b.nodes->open(part.node_b, part.box_b, 0, b);
    const bool is_same_leaf = encounter.is_self() && part.node_a == part.node_b;
    std::uint32_t count = 0;
    a.for_each([&](std::uint32_t i) {
        b.for_each([&](std::uint32_t j) {
            if ((!is_same_leaf || i < j) && may_touch(a.box(i), b.box(j), settings_.contact_distance))
                pairs[count++] = {encounter.a.list.number(a.name[i]), encounter.b.list.number(b.name[j])};
        });
    });
    return count;
}

bool PartOpener::make_ready(const OpenPair& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    if (are_leaves(part))
        return true;
    if (encounter.is_self() && part.node_a == part.node_b)
        return encounter.a.nodes->make_ready(part.node_a, part.box_a, 0);
    const bool of_a = opens_a(part);
    const Box reach = widened_by(settings_.contact_distance, of_a ? part.box_b : part.box_a);
    const std::uint32_t far =
        settings_.keep_front ? skipped(memory_.find(name_of(part, of_a), approach(part, of_a))) : 0;
    return (of_a ? encounter.a : encounter.b).nodes->make_ready(of_a ? part.node_a : part.node_b, reach, far);
}

/// Of two different parts.
bool PartOpener::opens_a(const OpenPair& part) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    if (encounter.a.nodes->is_leaf(part.node_a))
        return false;
    return encounter.b.nodes->is_leaf(part.node_b) || half_area(part.box_a) >= half_area(part.box_b);
}

OpenedPair PartOpener::name_of(const OpenPair& part, bool of_a) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    return {encounter.a.id.index, encounter.b.id.index, part.node_a, part.node_b, of_a};
}

Approach PartOpener::approach(const OpenPair& part, bool of_a) const
{
    const TreeNodes& a = *encounters_[part.encounter].a.nodes;
    const TreeNodes& b = *encounters_[part.encounter].b.nodes;
    return of_a ? Approach(a.child_travel(part.node_a), b.travel().era, part.box_b)
                : Approach(b.child_travel(part.node_b), a.travel().era, part.box_a);
}

/// The children that are too far away, bit k for number k.
std::uint32_t PartOpener::skipped(const SeparationMemory::Gaps& known) const
{
    std::uint32_t far = 0;
    for (std::uint32_t k = 0; k < 8; ++k)
        far |= std::uint32_t(known.metres[k] > settings_.contact_distance) << k;
    return far;
}

void PartOpener::open_self(const OpenPair& part)
{
    NodeBlock below;
    encounters_[part.encounter].a.nodes->open(part.node_a, part.box_a, 0, below);
    below.for_each([&](std::uint32_t i) {
        below.for_each([&](std::uint32_t j) {
            if (j < i)
                return;
            ++node_tests_;
            if (!may_touch(below.box(i), below.box(j), settings_.contact_distance))
                return;
            OpenPair& next = parts_[count_++] = part;
            next.node_a = below.name[i];
            next.node_b = below.name[j];
            next.box_a = below.box(i);
            next.box_b = below.box(j);
            next.bounds = narrowed(bounds_of(next.box_a, next.box_b, settings_.contact_distance), part.bounds);
        });
    });
}

void PartOpener::open_one_side(const OpenPair& part, bool of_a)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    const float distance = settings_.contact_distance;
    const OpenedPair opened = name_of(part, of_a);
    const Approach now = settings_.keep_front ? approach(part, of_a) : Approach();
    SeparationMemory::Gaps known = settings_.keep_front ? memory_.find(opened, now) : SeparationMemory::nothing_known();
    const Box& other = of_a ? part.box_b : part.box_a;
    NodeBlock below;
    (of_a ? encounter.a : encounter.b)
        .nodes->open(of_a ? part.node_a : part.node_b, widened_by(distance, other), skipped(known), below);
    node_tests_ += below.count();
    below.for_each([&](std::uint32_t k) {
        const Box box = below.box(k);
        const AxisGap gap = widest_gap(box, other);
        known.metres[k] = gap.metres;
        known.direction[k] = gap.direction;
        if (!may_touch(box, other, distance))
            return;
        OpenPair& next = parts_[count_++] = part;
        (of_a ? next.node_a : next.node_b) = below.name[k];
        (of_a ? next.box_a : next.box_b) = box;
        next.bounds = narrowed(bounds_of(next.box_a, next.box_b, distance), part.bounds);
    });
    if (settings_.keep_front)
        memory_.keep(opened, now, known);
}

} // namespace tactus
