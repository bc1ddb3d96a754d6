// SPDX-License-Identifier: MIT
// Two edges are in local contact where they are nearest to each other and both surfaces end at their edge
// (contacts/encounters/edge_ends.h): along the way w from one to the other no face comes nearer, or only by a sine of
// at most 1/4 while the other one stays behind by a sine above 1/2. Let the edge have two faces, and look along it: let
// its own triangle lead to (-1, 0) and have the normal (0, 1), and the neighbour lead to (x, y), both of unit length.
// Then y is above 0 in a valley, and x above 1/2 if the surface folds by less than 60 degrees there. A way (p, q) of
// unit length with q > 0, towards something above the triangle, comes nearer with -p of the one face and p x + q y of
// the other. If neither comes nearer, p >= 0 and p x + q y <= 0, which no q > 0 allows. If only the first does, by at
// most 1/4, then p x + q y > -1/4, so that the neighbour does not stay behind by 1/2. If only the neighbour does, p is
// above 1/2, and then p x + q y is above 1/4.
//
// In doubles a normal of two edges is off by less than 2^-50 times their lengths. Where it is longer than 2^-20 times
// these, angles are off by less than the margin of a hundredth, and so is the side of a corner that is higher over the
// plane than 2^-39 times the lengths. Where squares underflow or overflow, comparisons fail, and nothing is said.
#include "tree/edge_valleys.h"

#include <array>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"
#include "tree/surface.h"

namespace tactus {

unsigned EdgeValleys::find(const BodySurface& surface, std::uint32_t triangle)
{
    const FeatureOwners& owners = *surface.owners;
    if (owners.has_crowded_edges() || owners.names_twice())
        return 0;
    const TriangleIndices& corners = surface.triangles[triangle];
    const std::array<DoubleVector, 3> points = {
        to_double(surface.vertex(corners[0])), to_double(surface.vertex(corners[1])),
        to_double(surface.vertex(corners[2]))};
    const std::array<DoubleVector, 3> edges = {points[1] - points[0], points[2] - points[1], points[0] - points[2]};
    const std::array<double, 3> squared = {dot(edges[0], edges[0]), dot(edges[1], edges[1]), dot(edges[2], edges[2])};
    const DoubleVector normal = cross(edges[0], edges[1]);
    const double squared_normal = dot(normal, normal), squared_size = squared[0] * squared[1];
    if (!(squared_normal > 0x1p-40 * squared_size))
        return 0;
    unsigned valleys = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t across = owners.across(triangle, static_cast<int>(k));
        if (across == FeatureOwners::no_vertex)
            continue;
        const DoubleVector to_third = to_double(surface.vertex(across)) - points[k];
        const DoubleVector other = cross(to_third, edges[k]);
        const double squared_way = dot(to_third, to_third), squared_other = dot(other, other);
        const double cosine = dot(normal, other), height = dot(normal, to_third);
        const bool is_sound = squared_other > 0x1p-40 * (squared_way * squared[k]);
        const bool folds_little =
            (cosine > 0.0 || TACTUS_FAULT(152)) && cosine * cosine > 0.26 * (squared_normal * squared_other);
        const bool has_side = height * height > 0x1p-78 * (squared_size * squared_way);
        const unsigned valley = (height > 0.0 ? 1u : 8u) << k;
        valleys |= is_sound && folds_little && has_side ? valley : 0;
    }
    return valleys;
}

} // namespace tactus
