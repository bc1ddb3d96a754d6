// SPDX-License-Identifier: MIT
#include "tree/plain/brute_force.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "mesh/removed_triangle.h"
#include "tree/plain/plain_nodes.h"

namespace tactus {

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
