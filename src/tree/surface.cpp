// SPDX-License-Identifier: MIT
#include "tree/surface.h"

namespace tactus {

Triangle BodySurface::triangle(std::size_t index) const
{
    const TriangleIndices& corners = triangles[index];
    return {vertex(corners[0]), vertex(corners[1]), vertex(corners[2])};
}

Segment BodySurface::edge(std::size_t index) const
{
    const auto [begin, end] = owners->edges()[index];
    return {vertex(begin), vertex(end)};
}

VertexFaceClosest closest_on(const BodySurface& surface, std::size_t triangle, Vec3 point)
{
    const TriangleIndices& corners = surface.triangles[triangle];
    const std::size_t first =
        static_cast<std::size_t>(std::min_element(corners.begin(), corners.end()) - corners.begin());
    const std::size_t second = (first + 1) % 3, third = (first + 2) % 3;
    VertexFaceClosest found = closest(
        point, {surface.vertex(corners[first]), surface.vertex(corners[second]), surface.vertex(corners[third])});
    const auto weights = found.weights;
    found.weights[first] = weights[0];
    found.weights[second] = weights[1];
    found.weights[third] = weights[2];
    return found;
}

} // namespace tactus
