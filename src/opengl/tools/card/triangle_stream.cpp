// SPDX-License-Identifier: MIT
#include "opengl/tools/card/triangle_stream.h"

#include <algorithm>
#include <bit>

namespace tactus {

namespace {

template <class Read>
void copy_triangles(const MeshView& mesh, float* out, std::vector<std::uint32_t>& missing, const Read& read)
{
    missing.clear();
    const std::size_t vertex_count = mesh.positions.size();
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const TriangleIndices triangle = mesh.triangles[t];
        if (std::max({triangle[0], triangle[1], triangle[2]}) >= vertex_count) {
            missing.push_back(static_cast<std::uint32_t>(t));
            out = std::fill_n(out, 9, 0.0f);
            continue;
        }
        for (const std::uint32_t vertex : triangle) {
            const Vec3 p = read(vertex);
            out[0] = p.x;
            out[1] = p.y;
            out[2] = p.z;
            out += 3;
        }
    }
}

} // namespace

void TriangleStream::fill(const MeshView& mesh)
{
    triangle_count_ = mesh.triangles.size();
    positions_.resize(std::max(positions_.size(), 9 * triangle_count_));
    if (mesh.positions.is_packed_float()) {
        const auto* vertices = static_cast<const Vec3*>(mesh.positions.data());
        copy_triangles(mesh, positions_.data(), missing_, [vertices](std::uint32_t v) { return vertices[v]; });
    } else {
        const PositionsView& view = mesh.positions;
        copy_triangles(mesh, positions_.data(), missing_, [&view](std::uint32_t v) { return view[v]; });
    }
    // Without their signs, floats are ordered as their bits are, and what is not finite comes last.
    std::uint32_t largest = 0;
    for (const float coordinate : positions())
        largest = std::max(largest, std::bit_cast<std::uint32_t>(coordinate) & 0x7fffffffu);
    largest_coordinate_ = static_cast<double>(std::bit_cast<float>(largest));
}

} // namespace tactus
