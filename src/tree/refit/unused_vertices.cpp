// SPDX-License-Identifier: MIT
#include "tree/refit/unused_vertices.h"

#include <algorithm>

#include "geometry/vector.h"
#include "tree/stream_positions.h"

namespace tactus {
namespace {

bool is_inside(const Box& inner, const Box& outer)
{
    return inner.lower.x > outer.lower.x && inner.lower.y > outer.lower.y && inner.lower.z > outer.lower.z
           && inner.upper.x < outer.upper.x && inner.upper.y < outer.upper.y && inner.upper.z < outer.upper.z;
}

} // namespace

UnusedVertices::UnusedVertices(const ClusterTree& tree)
{
    count_uses(tree);
    make_list();
    uses_ = {};
}

void UnusedVertices::count_uses(const ClusterTree& tree)
{
    uses_.resize_uninitialised(tree.vertex_count);
    std::fill(uses_.begin(), uses_.end(), 0u);
    for (std::size_t slot = 0; slot < tree.indices.size(); ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            for (const std::uint32_t vertex : tree.indices[slot])
                ++uses_[vertex];
    unused_count_ = static_cast<std::size_t>(std::count(uses_.begin(), uses_.end(), 0u));
}

void UnusedVertices::make_list()
{
    list_.clear();
    for (std::uint32_t vertex = 0; vertex < uses_.size() && list_.size() < unused_count_; ++vertex)
        if (uses_[vertex] == 0)
            list_.push_back(vertex);
}

void UnusedVertices::edit(const ClusterTree& tree, const EditedSlots& edited)
{
    bool is_another_list = uses_.size() < tree.vertex_count;
    if (uses_.empty()) {
        count_uses(tree);
    } else {
        const std::size_t old_count = uses_.size();
        uses_.resize_uninitialised(tree.vertex_count);
        std::fill(uses_.begin() + old_count, uses_.end(), 0u);
        unused_count_ += uses_.size() - old_count;
        for (const EditedSlots::Emptied& emptied : edited.emptied)
            for (const std::uint32_t vertex : emptied.corners)
                if (--uses_[vertex] == 0) {
                    ++unused_count_;
                    is_another_list = true;
                }
        for (const std::uint32_t slot : edited.filled)
            for (const std::uint32_t vertex : tree.indices[slot])
                if (uses_[vertex]++ == 0) {
                    --unused_count_;
                    is_another_list = true;
                }
    }
    if (is_another_list)
        make_list();
}

Box UnusedVertices::box_of_others(const float* positions, std::size_t vertex_count, const Box& all) const
{
    Box unused;
    for (const std::uint32_t vertex : list_) {
        const float* p = positions + 3 * std::size_t(vertex);
        unused = include(unused, Vec3{p[0], p[1], p[2]});
    }
    // None of them reaches as far as the others do, in most bodies.
    if (list_.empty() || is_inside(unused, all))
        return all;
    Box others;
    std::size_t begin = 0;
    const auto include_until = [&](std::size_t end) {
        if (begin < end)
            others = include(others, look_at_positions(positions + 3 * begin, end - begin).box);
        begin = end + 1;
    };
    for (const std::uint32_t vertex : list_)
        include_until(vertex);
    include_until(vertex_count);
    return others;
}

bool UnusedVertices::are_finite(const float* positions) const
{
    return std::all_of(list_.begin(), list_.end(), [&](std::uint32_t vertex) {
        const float* p = positions + 3 * std::size_t(vertex);
        return is_finite(Vec3{p[0], p[1], p[2]});
    });
}

} // namespace tactus
