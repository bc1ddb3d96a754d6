// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tree/tree_nodes.h"

namespace tactus {

/// The nodes of a shape: one, itself, a leaf that holds triangle 0 in the shape's searched_box.
template <class Shape>
class SingleNode final : public TreeNodes {
public:
    /// The shape must outlive this.
    explicit SingleNode(const Shape& shape) : shape_(&shape) {}

    void begin() override {}
    bool make_ready(std::uint32_t, const Box&, std::uint32_t) override { return true; }
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return shape_->searched_box(); }
    bool is_leaf(std::uint32_t) const override { return true; }
    void open(std::uint32_t, const Box&, std::uint32_t, NodeBlock& below) override
    {
        below.clear(true);
        below.set(0, 0, shape_->searched_box());
    }
    Travel travel() const override { return shape_->travel(); }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    const Shape* shape_;
};

} // namespace tactus
