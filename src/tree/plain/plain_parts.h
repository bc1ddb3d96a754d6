// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tree/plain/brute_force.h"
#include "tree/tree.h"

namespace tactus {

/// The parts of a body without a structure: runs of its triangles as they were given, eight times eight and so on.
/// Every part is as large as the body, so that nothing is ever left out: the reference for all the others.
class PlainParts final : public PartTree {
public:
    /// The body must outlive this.
    explicit PlainParts(const BruteForce& body) : body_(&body)
    {
        while (std::uint64_t(8) << (3 * top_level_) < body_->triangles().size())
            ++top_level_;
    }

    void begin() override {}
    bool prepare() override { return true; }
    std::uint32_t root() const override { return LevelNode{top_level_, 0}.name(); }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t node) const override { return LevelNode::of(node).level == 0; }
    void open(std::uint32_t node, const Box&, std::uint32_t skipped, PartChildren& children) override
    {
        const LevelNode at = LevelNode::of(node);
        children.count = 0;
        for (std::uint32_t k = 0; k < 8; ++k)
            if ((skipped >> k & 1) == 0
                && std::uint64_t(at.child(k).index) << (3 * at.level) < body_->triangles().size())
                children.add(at.child(k).name(), k, body_->box());
    }
    void open_leaf(std::uint32_t node, PartTriangles& triangles) override
    {
        const std::size_t first = std::size_t(8) * LevelNode::of(node).index;
        triangles.count = 0;
        for (std::size_t place = first; place < std::min(first + 8, body_->triangles().size()); ++place) {
            const std::uint32_t number = body_->triangles().number(place);
            if (number == TriangleList::no_triangle)
                continue;
            triangles.triangle[triangles.count] = number;
            triangles.box[triangles.count++] = body_->box();
        }
    }
    Travel travel() const override { return {}; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    const BruteForce* body_;
    std::uint32_t top_level_ = 0;
};

} // namespace tactus
