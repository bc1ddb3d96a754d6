// SPDX-License-Identifier: MIT
#include "contacts/depths/containment_pass.h"

#include <algorithm>

#include "base/work_prices.h"

namespace tactus {

void ContainmentPass::begin(const BodySurface& surface, std::size_t vertex_count, Tree* tree)
{
    surface_ = surface;
    nodes_ = tree != nullptr ? &tree->nodes() : nullptr;
    list_ = tree != nullptr ? tree->triangles() : TriangleList{};
    walk_.stop();
    next_ray_ = 0;
    counts_.clear();
    sides_.resize_uninitialised(vertex_count);
    box_ = {};
    next_vertex_ = 0;
    next_triangle_ = 0;
}

BoxExit ContainmentPass::depth_in_box(Vec3 point) const
{
    const Box box = nodes_->root_box();
    BoxExit nearest = {box.upper.x - point.x, 0, 1.0f};
    const auto take = [&](float depth, int axis, float sign) {
        if (depth < nearest.depth)
            nearest = {depth, axis, sign};
    };
    take(box.upper.y - point.y, 1, 1.0f);
    take(box.upper.z - point.z, 2, 1.0f);
    take(point.x - box.lower.x, 0, -1.0f);
    take(point.y - box.lower.y, 1, -1.0f);
    take(point.z - box.lower.z, 2, -1.0f);
    return nearest;
}

bool ContainmentPass::follows_rays() const
{
    // A ray takes about as long as this many triangles of a pass.
    constexpr std::size_t triangles_per_ray = 1024;
    return nodes_ != nullptr && counts_.size() * triangles_per_ray <= surface_.triangles.size();
}

std::uint64_t ContainmentPass::step()
{
    if (follows_rays())
        return follow_ray();
    if (next_vertex_ < sides_.size()) {
        look_at_vertices(std::min(next_vertex_ + per_call::contained, sides_.size()));
        return price::containment_pass;
    }
    return count_triangles(std::min(next_triangle_ + per_call::contained, surface_.triangles.size()));
}

// Opens one node.
std::uint64_t ContainmentPass::follow_ray()
{
    if (!walk_.is_busy()) {
        ray_ = WindingCount(counts_[next_ray_].point(), list_);
        walk_.begin(*nodes_, TreeWalk::Order::depth_first, ray_);
        if (!walk_.is_busy()) {
            ++next_ray_;
            return price::entry;
        }
    }
    const TreeWalk::Step done = walk_.step(ray_);
    if (!walk_.is_busy())
        counts_[next_ray_++].take(ray_.result());
    // What is below a node may have to be brought up to date.
    return done == TreeWalk::Step::readied       ? price::readied_piece
           : done == TreeWalk::Step::opened_leaf ? price::winding_leaf
                                                 : price::walk_step;
}

void ContainmentPass::look_at_vertices(std::size_t end)
{
    // Copies, because the sides are bytes, and for all the compiler knows they might be part of anything.
    const BodySurface surface = surface_;
    const Box box = box_;
    std::uint8_t* sides = sides_.data();
    for (std::size_t v = next_vertex_; v < end; ++v) {
        const Vec3 p = surface.vertex(static_cast<std::uint32_t>(v));
        sides[v] = static_cast<std::uint8_t>(
            (p.y < box.lower.y) | (p.y > box.upper.y) << 1 | (p.z < box.lower.z) << 2 | (p.z > box.upper.z) << 3
            | (p.x < box.lower.x) << 4);
    }
    next_vertex_ = end;
}

std::uint64_t ContainmentPass::count_triangles(std::size_t end)
{
    std::uint64_t spent = price::containment_pass;
    const std::uint8_t* sides = sides_.data();
    const TriangleIndices* triangles = surface_.triangles.data();
    std::size_t next = next_triangle_;
    for (; next < end && spent < price::containment_step; ++next) {
        const TriangleIndices& t = triangles[next];
        // No ray meets a triangle that lies to one side of them all.
        if (is_removed(t) || (sides[t[0]] & sides[t[1]] & sides[t[2]]) != 0) [[likely]]
            continue;
        const Triangle triangle = surface_.triangle(next);
        for (ContainmentCount& count : counts_)
            count.add(triangle);
        spent += price::entry + price::winding_of_a_point * counts_.size();
    }
    next_triangle_ = next;
    return spent;
}

} // namespace tactus
