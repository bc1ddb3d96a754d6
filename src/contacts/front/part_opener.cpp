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
    return encounter.a.parts->is_leaf(part.node_a) && encounter.b.parts->is_leaf(part.node_b);
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
    PartTriangles a, b;
    encounter.a.parts->open_leaf(part.node_a, a);
    encounter.b.parts->open_leaf(part.node_b, b);
    const bool is_same_leaf = encounter.is_self() && part.node_a == part.node_b;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < a.count; ++i)
        for (std::uint32_t j = is_same_leaf ? i + 1 : 0; j < b.count; ++j)
            if (may_touch(a.box[i], b.box[j], settings_.contact_distance))
                pairs[count++] = {a.triangle[i], b.triangle[j]};
    return count;
}

bool PartOpener::make_ready(const OpenPair& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    if (are_leaves(part))
        return true;
    if (encounter.is_self() && part.node_a == part.node_b)
        return encounter.a.parts->make_ready(part.node_a, part.box_a, 0);
    const bool of_a = opens_a(part);
    const Box reach = widened_by(settings_.contact_distance, of_a ? part.box_b : part.box_a);
    const std::uint32_t far =
        settings_.keep_front ? skipped(memory_.find(name_of(part, of_a), approach(part, of_a))) : 0;
    return (of_a ? encounter.a : encounter.b).parts->make_ready(of_a ? part.node_a : part.node_b, reach, far);
}

/// Of two different parts.
bool PartOpener::opens_a(const OpenPair& part) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    if (encounter.a.parts->is_leaf(part.node_a))
        return false;
    return encounter.b.parts->is_leaf(part.node_b) || half_area(part.box_a) >= half_area(part.box_b);
}

OpenedPair PartOpener::name_of(const OpenPair& part, bool of_a) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    return {encounter.a.id.index, encounter.b.id.index, part.node_a, part.node_b, of_a};
}

Approach PartOpener::approach(const OpenPair& part, bool of_a) const
{
    const PartTree& a = *encounters_[part.encounter].a.parts;
    const PartTree& b = *encounters_[part.encounter].b.parts;
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
    PartChildren children;
    encounters_[part.encounter].a.parts->open(part.node_a, part.box_a, 0, children);
    for (std::uint32_t i = 0; i < children.count; ++i)
        for (std::uint32_t j = i; j < children.count; ++j) {
            ++node_tests_;
            if (!may_touch(children.box[i], children.box[j], settings_.contact_distance))
                continue;
            OpenPair& next = parts_[count_++] = part;
            next.node_a = children.node[i];
            next.node_b = children.node[j];
            next.box_a = children.box[i];
            next.box_b = children.box[j];
            next.bounds = narrowed(bounds_of(next.box_a, next.box_b, settings_.contact_distance), part.bounds);
        }
}

void PartOpener::open_one_side(const OpenPair& part, bool of_a)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    const float distance = settings_.contact_distance;
    const OpenedPair opened = name_of(part, of_a);
    const Approach now = settings_.keep_front ? approach(part, of_a) : Approach();
    SeparationMemory::Gaps known = settings_.keep_front ? memory_.find(opened, now) : SeparationMemory::nothing_known();
    const Box& other = of_a ? part.box_b : part.box_a;
    PartChildren children;
    (of_a ? encounter.a : encounter.b)
        .parts->open(of_a ? part.node_a : part.node_b, widened_by(distance, other), skipped(known), children);
    node_tests_ += children.count;
    for (std::uint32_t k = 0; k < children.count; ++k) {
        const Box& box = children.box[k];
        const AxisGap gap = widest_gap(box, other);
        known.metres[children.octant[k]] = gap.metres;
        known.direction[children.octant[k]] = gap.direction;
        if (!may_touch(box, other, distance))
            continue;
        OpenPair& next = parts_[count_++] = part;
        (of_a ? next.node_a : next.node_b) = children.node[k];
        (of_a ? next.box_a : next.box_b) = box;
        next.bounds = narrowed(bounds_of(next.box_a, next.box_b, distance), part.bounds);
    }
    if (settings_.keep_front)
        memory_.keep(opened, now, known);
}

} // namespace tactus
