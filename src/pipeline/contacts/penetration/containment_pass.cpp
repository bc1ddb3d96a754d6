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
        look_at_vertices(std::min(next_vertex_ + stretch, sides_.size()));
        return 600;
    }
    return count_triangles(std::min(next_triangle_ + stretch, surface_.triangles.size()));
}

void ContainmentPass::look_at_vertices(std::size_t end)
{
    // Copies, because the sides are bytes, and for all the compiler knows they might be part of anything.
    const ContactSurface surface = surface_;
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

unsigned ContainmentPass::count_triangles(std::size_t end)
{
    unsigned spent = 600;
    const std::uint8_t* sides = sides_.data();
    const TriangleIndices* triangles = surface_.triangles.data();
    std::size_t next = next_triangle_;
    for (; next < end && spent < 1000; ++next) {
        const TriangleIndices& t = triangles[next];
        // No ray meets a triangle that lies to one side of them all.
        if ((sides[t[0]] & sides[t[1]] & sides[t[2]]) != 0) [[likely]]
            continue;
        const Triangle triangle = surface_.triangle(next);
        for (ContainmentCount& count : counts_)
            count.add(triangle);
        spent += 20 + 5 * static_cast<unsigned>(counts_.size());
    }
    next_triangle_ = next;
    return spent;
}

} // namespace tactus
