// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/buffer.h"
#include "tree/tree.h"
#include "tree/triangle_list.h"

namespace tactus {

/// Triangles of any body as a tree of parts sees them: runs of eight as they stand, eight times eight and so on, in
/// boxes that are made for one query. Triangles are named by their places in the list.
class ListParts final : public PartTree {
public:
    /// Looks at another list, which must stay, or at the same after it has moved.
    void set(const TriangleList& list, const Box& box);

    void begin() override {}
    /// Boxes of so many runs at a time.
    bool prepare() override { return make_boxes(runs_per_call); }
    std::uint32_t root() const override { return LevelNode{top_level_, 0}.name(); }
    Box root_box() const override { return box_; }
    bool is_leaf(std::uint32_t node) const override { return LevelNode::of(node).level == 0; }
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, PartChildren& children) override;
    void open_leaf(std::uint32_t node, PartTriangles& triangles) override;
    Travel travel() const override { return {}; }
    std::size_t bytes() const override { return sizeof(*this) + boxes_.bytes(); }

private:
    static constexpr std::size_t runs_per_call = 16;
    static constexpr std::uint32_t most_levels = 11;

    std::size_t runs(std::uint32_t level) const
    {
        return (list_.size() + (std::size_t{8} << (3 * level)) - 1) >> (3 * level + 3);
    }
    bool make_boxes(std::size_t most);

    TriangleList list_;
    Box box_;
    std::uint32_t top_level_ = 0;
    std::size_t begin_of_level_[most_levels] = {};
    std::uint32_t making_ = 0; ///< the level
    std::size_t made_ = 0;     ///< of it
    Buffer<Box> boxes_;        ///< of the runs of all levels but the last
};

} // namespace tactus
