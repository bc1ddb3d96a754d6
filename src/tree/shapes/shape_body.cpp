// SPDX-License-Identifier: MIT
#include "tree/shapes/shape_body.h"

#include <cstdint>

#include "tree/tree_nodes.h"

namespace tactus {
namespace {

/// A shape has one node, itself: a leaf that holds triangle 0, in a box as large as the shape.
class ShapeNodes final : public TreeNodes {
public:
    /// The body must outlive this.
    explicit ShapeNodes(const ShapeBody& body) : body_(&body) {}

    void begin() override {}
    bool make_ready(std::uint32_t, const Box&, std::uint32_t) override { return true; }
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t) const override { return true; }
    void open(std::uint32_t, const Box&, std::uint32_t, NodeBlock& below) override
    {
        below.clear(true);
        below.set(0, 0, body_->box());
    }
    Travel travel() const override { return body_->travel(); }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    const ShapeBody* body_;
};

} // namespace

TreeNodes& ShapeBody::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<ShapeNodes>(*this);
    return *nodes_;
}

} // namespace tactus
