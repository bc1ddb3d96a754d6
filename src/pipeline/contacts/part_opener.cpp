// SPDX-License-Identifier: MIT
#include "pipeline/contacts/part_opener.h"

namespace tactus {

void PartOpener::begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters)
{
    settings_ = settings;
    encounters_ = encounters;
    memory_.make_room();
    node_tests_ = 0;
}

bool PartOpener::are_leaves(const OpenPart& part) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    return encounter.a.parts->is_leaf(part.node_a) && encounter.b.parts->is_leaf(part.node_b);
}

std::span<const OpenPart> PartOpener::open(const OpenPart& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    count_ = 0;
    if (encounter.is_self() && part.node_a == part.node_b) {
        open_self(part);
    } else {
        const bool is_leaf_a = encounter.a.parts->is_leaf(part.node_a);
        const bool is_leaf_b = encounter.b.parts->is_leaf(part.node_b);
        open_one_side(part, !is_leaf_a && (is_leaf_b || half_area(part.box_a) >= half_area(part.box_b)));
    }
    return {parts_.data(), count_};
}

void PartOpener::open_self(const OpenPart& part)
{
    PartChildren children;
    encounters_[part.encounter].a.parts->open(part.node_a, part.box_a, 0, children);
    for (std::uint32_t i = 0; i < children.count; ++i)
        for (std::uint32_t j = i; j < children.count; ++j) {
            ++node_tests_;
            if (!may_touch(children.box[i], children.box[j], settings_.contact_distance))
                continue;
            OpenPart& next = parts_[count_++] = part;
            next.node_a = children.node[i];
            next.node_b = children.node[j];
            next.box_a = children.box[i];
            next.box_b = children.box[j];
            next.bounds = narrowed(bounds_of(next.box_a, next.box_b, settings_.contact_distance), part.bounds);
        }
}

void PartOpener::open_one_side(const OpenPart& part, bool opens_a)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    const float distance = settings_.contact_distance;
    const OpenedPair opened = {encounter.a.id.index, encounter.b.id.index, part.node_a, part.node_b, opens_a};
    const JointTravel travel(encounter.a.parts->travel(), encounter.b.parts->travel());
    SeparationMemory::Gaps known = SeparationMemory::nothing_known();
    if (settings_.keep_front)
        known = memory_.find(opened, travel);
    std::uint32_t skipped = 0;
    for (std::uint32_t k = 0; k < 8; ++k)
        skipped |= std::uint32_t(known[k] > distance) << k;

    const Box& other = opens_a ? part.box_b : part.box_a;
    PartChildren children;
    (opens_a ? encounter.a : encounter.b)
        .parts->open(opens_a ? part.node_a : part.node_b, widened_by(distance, other), skipped, children);
    node_tests_ += children.count;
    for (std::uint32_t k = 0; k < children.count; ++k) {
        const Box& box = children.box[k];
        known[children.octant[k]] = axis_gap(box, other);
        if (!may_touch(box, other, distance))
            continue;
        OpenPart& next = parts_[count_++] = part;
        (opens_a ? next.node_a : next.node_b) = children.node[k];
        (opens_a ? next.box_a : next.box_b) = box;
        next.bounds = narrowed(bounds_of(next.box_a, next.box_b, distance), part.bounds);
    }
    if (settings_.keep_front)
        memory_.keep(opened, travel, known);
}

} // namespace tactus
