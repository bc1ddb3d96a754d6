// SPDX-License-Identifier: MIT
#include "tree/plain/brute_force.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "mesh/removed_triangle.h"
#include "tree/tree_nodes.h"

namespace tactus {
namespace {

/// The nodes of a body without a structure: runs of its triangles as they were given, eight times eight and so on.
/// Every one is as large as the body, so that nothing is ever left out: the reference for all the others.
class PlainNodes final : public TreeNodes {
public:
    /// The body must outlive this.
    explicit PlainNodes(const BruteForce& body) : body_(&body)
    {
        while (std::uint64_t(8) << (3 * top_level_) < body_->triangles().size())
            ++top_level_;
    }

    void begin() override {}
    bool make_ready(std::uint32_t, const Box&, std::uint32_t) override { return true; }
    std::uint32_t root() const override { return LevelNode{top_level_, 0}.name(); }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t node) const override { return LevelNode::of(node).level == 0; }
    void open(std::uint32_t node, const Box&, std::uint32_t skipped, NodeBlock& below) override
    {
        const LevelNode at = LevelNode::of(node);
        const TriangleList list = body_->triangles();
        below.clear(at.level == 0);
        for (std::uint32_t k = 0; k < 8; ++k) {
            const std::uint64_t first = (std::uint64_t(8) * at.index + k) << (3 * at.level);
            if (first >= list.size())
                break;
            if (at.level > 0 && (skipped >> k & 1) == 0)
                below.set(k, at.child(k).name(), body_->box(), at.level == 1);
            if (at.level == 0 && list.number(first) != TriangleList::no_triangle)
                below.set(k, static_cast<std::uint32_t>(first), body_->box());
        }
    }
    Travel travel() const override { return {}; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    const BruteForce* body_;
    std::uint32_t top_level_ = 0;
};

} // namespace

BruteForce::BruteForce(std::vector<TriangleIndices> triangles, std::size_t vertex_count)
    : triangles_(std::move(triangles)), positions_(vertex_count), next_(vertex_count)
{
    numbers_ = number_remaining(triangles_, TriangleList::no_triangle);
}

bool BruteForce::update(const PositionsView& positions)
{
    TACTUS_CHECK(positions.size() == next_.size());
    has_previous_ = false;
    for (std::size_t vertex = 0; vertex < next_.size(); ++vertex) {
        const Vec3 p = positions[vertex];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return false;
        next_[vertex] = p;
    }
    std::swap(positions_, next_);
    has_previous_ = has_positions_ && !next_.empty();
    has_positions_ = true;
    box_ = {};
    for (std::size_t place = 0; place < triangles_.size(); ++place)
        if (triangles().number(place) != TriangleList::no_triangle)
            for (std::uint32_t vertex : triangles_[place])
                box_ = include(box_, positions_[vertex]);
    return true;
}

TriangleList BruteForce::triangles() const
{
    return {positions_.empty() ? nullptr : &positions_.data()->x, triangles_, numbers_};
}

TreeNodes& BruteForce::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<PlainNodes>(*this);
    return *nodes_;
}

std::size_t BruteForce::bytes() const
{
    return sizeof(*this) + triangles_.capacity() * sizeof(TriangleIndices) + numbers_.capacity() * sizeof(std::uint32_t)
           + positions_.bytes() + next_.bytes() + (nodes_ != nullptr ? nodes_->bytes() : 0);
}

} // namespace tactus
