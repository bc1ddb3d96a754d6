// SPDX-License-Identifier: MIT
#include "tree/plain/list_parts.h"

#include <algorithm>

namespace tactus {

void ListParts::set(const TriangleList& list, const Box& box)
{
    list_ = list;
    box_ = box;
    top_level_ = 0;
    std::size_t count = 0;
    for (; runs(top_level_) > 1; ++top_level_) {
        begin_of_level_[top_level_] = count;
        count += runs(top_level_);
    }
    boxes_.resize_uninitialised(count);
    making_ = 0;
    made_ = 0;
}

bool ListParts::make_boxes(std::size_t most)
{
    for (; making_ < top_level_ && most > 0; --most) {
        Box box;
        const std::size_t first = 8 * made_;
        if (making_ == 0) {
            for (std::size_t place = first; place < std::min(first + 8, list_.size()); ++place)
                if (list_.number(place) != TriangleList::no_triangle)
                    box = include(box, box_of(list_[place]));
        } else {
            const Box* below = boxes_.data() + begin_of_level_[making_ - 1];
            for (std::size_t k = first; k < std::min(first + 8, runs(making_ - 1)); ++k)
                box = include(box, below[k]);
        }
        boxes_[begin_of_level_[making_] + made_] = box;
        if (++made_ == runs(making_)) {
            ++making_;
            made_ = 0;
        }
    }
    return making_ == top_level_;
}

void ListParts::open(std::uint32_t node, const Box&, std::uint32_t skipped, PartChildren& children)
{
    const LevelNode at = LevelNode::of(node);
    children.count = 0;
    for (std::uint32_t k = 0; k < 8; ++k) {
        const LevelNode child = at.child(k);
        if ((skipped >> k & 1) == 0 && child.index < runs(child.level))
            children.add(child.name(), k, boxes_[begin_of_level_[child.level] + child.index]);
    }
}

void ListParts::open_leaf(std::uint32_t node, PartTriangles& triangles)
{
    const std::size_t first = std::size_t(8) * LevelNode::of(node).index;
    triangles.count = 0;
    for (std::size_t place = first; place < std::min(first + 8, list_.size()); ++place) {
        if (list_.number(place) == TriangleList::no_triangle)
            continue;
        triangles.triangle[triangles.count] = static_cast<std::uint32_t>(place);
        triangles.box[triangles.count++] = box_of(list_[place]);
    }
}

} // namespace tactus
