// SPDX-License-Identifier: MIT
#include "pipeline/contacts/penetration/containment_pass.h"

#include <algorithm>

namespace tactus {

void ContainmentPass::begin(const ContactSurface& surface, std::size_t vertex_count)
{
    surface_ = surface;
    counts_.clear();
    sides_.resize_uninitialised(vertex_count);
    box_ = {};
    next_vertex_ = 0;
    next_triangle_ = 0;
}

unsigned ContainmentPass::step()
{
    constexpr std::size_t stretch = 256;
    if (next_vertex_ < sides_.size()) {
        if (next_vertex_ == 0)
            for (const Asked& asked : counts_.span())
                box_ = include(box_, asked.point);
        look_at_vertices(std::min(next_vertex_ + stretch, sides_.size()));
        return 500;
    }
    return count_triangles(std::min(next_triangle_ + stretch, surface_.triangles.size()));
}

void ContainmentPass::look_at_vertices(std::size_t end)
{
    for (; next_vertex_ < end; ++next_vertex_) {
        const Vec3 p = surface_.vertex(static_cast<std::uint32_t>(next_vertex_));
        sides_.data()[next_vertex_] = static_cast<std::uint8_t>(
            (p.y < box_.lower.y) | (p.y > box_.upper.y) << 1 | (p.z < box_.lower.z) << 2 | (p.z > box_.upper.z) << 3
            | (p.x < box_.lower.x) << 4);
    }
}

unsigned ContainmentPass::count_triangles(std::size_t end)
{
    unsigned spent = 200;
    const std::uint8_t* sides = sides_.data();
    for (; next_triangle_ < end && spent < 1000; ++next_triangle_) {
        const TriangleIndices& t = surface_.triangles[next_triangle_];
        // No ray meets a triangle that lies to one side of them all.
        if ((sides[t[0]] & sides[t[1]] & sides[t[2]]) != 0) [[likely]]
            continue;
        const Triangle triangle = surface_.triangle(next_triangle_);
        for (Asked& asked : counts_.span())
            asked.count.add(triangle);
        spent += 10 + 5 * static_cast<unsigned>(counts_.size());
    }
    return spent;
}

} // namespace tactus
