// SPDX-License-Identifier: MIT
#include "mesh/edge_ring.h"

#include "mesh/edge_sides.h"

namespace tactus {

EdgeRing make_edge_ring(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    EdgeRing ring(triangles.size());
    EdgeSides(triangles, vertex_count)
        .for_each_edge([&](std::array<std::uint32_t, 2>, std::span<const EdgeSide> sides) {
            for (std::size_t i = 0; i < sides.size(); ++i)
                ring[sides[i].triangle()][sides[i].k()] = sides[i + 1 == sides.size() ? 0 : i + 1].triangle();
        });
    return ring;
}

} // namespace tactus
