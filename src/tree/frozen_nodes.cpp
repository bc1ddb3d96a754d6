// SPDX-License-Identifier: MIT
#include "tree/frozen_nodes.h"

namespace tactus {

void FrozenNodes::freeze(TreeNodes& nodes)
{
    nodes.begin();
    nodes.prepare_all();
    blocks_.clear();
    names_.clear();
    names_.push_back(nodes.root());
    for (std::uint32_t node = 0; node < names_.size(); ++node) {
        blocks_.resize_uninitialised(node + std::size_t{1});
        NodeBlock& below = blocks_[node];
        nodes.open_as_it_is(names_[node], below);
        if (below.are_triangles)
            continue;
        below.for_each([&](std::uint32_t k) {
            const auto child = static_cast<std::uint32_t>(names_.size());
            names_.push_back(below.name[k]);
            below.name[k] = child;
        });
    }
    tighten();
}

/// From the last node to the first: children come before their parents.
void FrozenNodes::tighten()
{
    boxes_.resize_uninitialised(blocks_.size());
    for (std::size_t node = blocks_.size(); node-- > 0;) {
        NodeBlock& below = blocks_[node];
        const NodeBlock loose = below;
        below.clear(loose.are_triangles);
        boxes_[node] = Box{};
        loose.for_each([&](std::uint32_t k) {
            const std::uint32_t name = loose.name[k];
            const Box box = loose.are_triangles ? loose.box(k) : boxes_[name];
            if (is_empty(box))
                return;
            below.set(k, name, box, !loose.are_triangles && blocks_[name].are_triangles);
            boxes_[node] = include(boxes_[node], box);
        });
    }
}

void FrozenNodes::open(std::uint32_t node, const Box& /*reach*/, std::uint32_t skipped, NodeBlock& below)
{
    below = blocks_[node];
    for (std::uint32_t k = 0; !below.are_triangles && k < 8; ++k)
        if ((below.held & skipped) >> k & 1) {
            below.set_box(k, Box{});
            below.held &= ~(1u << k);
        }
}

std::size_t FrozenNodes::bytes() const { return sizeof(*this) + blocks_.bytes() + boxes_.bytes() + names_.bytes(); }

} // namespace tactus
