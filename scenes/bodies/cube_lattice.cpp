// SPDX-License-Identifier: MIT
#include "scenes/bodies/cube_lattice.h"

#include <array>

namespace tactus::scenes {
namespace {

// Corner k of a cube has x, y and z from the bits 0, 1 and 2 of k.
constexpr std::array<TriangleIndices, 12> cube_faces = {
    {{0, 2, 3},
     {0, 3, 1},
     {4, 5, 7},
     {4, 7, 6},
     {0, 1, 5},
     {0, 5, 4},
     {2, 6, 7},
     {2, 7, 3},
     {0, 4, 6},
     {0, 6, 2},
     {1, 3, 7},
     {1, 7, 5}}};

} // namespace

Shape cube_lattice(std::uint32_t side, LatticeColour colour)
{
    Shape shape;
    for (std::uint32_t x = 0; x < side; ++x)
        for (std::uint32_t y = 0; y < side; ++y)
            for (std::uint32_t z = 0; z < side; ++z) {
                const bool black = (x + y + z) % 2 == 1;
                if (colour != LatticeColour::all && black != (colour == LatticeColour::black))
                    continue;
                const auto first = static_cast<std::uint32_t>(shape.points.size());
                for (std::uint32_t k = 0; k < 8; ++k)
                    shape.points.push_back(
                        {static_cast<double>(x + (k & 1)), static_cast<double>(y + (k >> 1 & 1)),
                         static_cast<double>(z + (k >> 2))});
                for (const TriangleIndices& face : cube_faces)
                    shape.triangles.push_back({first + face[0], first + face[1], first + face[2]});
            }
    return shape;
}

std::uint32_t lattice_side(std::uint64_t count)
{
    std::uint32_t side = 1;
    while (std::uint64_t{side} * side * side < count)
        ++side;
    return side;
}

} // namespace tactus::scenes
