// SPDX-License-Identifier: MIT
// Whether a surface ends at an edge, by the text of docs/contacts.md alone: "Few of them, or all", "Two edges".
#pragma once

#include <vector>

#include "../exact.h"

namespace tactus::fuzz {

/// Compares the sine of the angle between a face and the plane through one of its edges across a way with
/// `1 / parts`: the result is positive if it is larger. The third corner is given from the edge's begin, and must not
/// be on the edge's line. Where the way is the product of two edges there are eight factors, and two of `parts`.
template <class N>
int compare_sine_to_plane(const Point<N>& edge, const Point<N>& third, const Point<N>& way, int parts)
{
    const Point<N> normal = cross(edge, third);
    // The sine is how far the corner is from the plane, by how far it is from the edge.
    const N height = dot(way, third);
    return sign(N(N(parts * parts) * height * height * dot(edge, edge) - N(dot(way, way)) * N(dot(normal, normal))));
}

/// Compares the sine of the angle between a face and another edge's line with `1 / parts`: the result is positive if it
/// is larger. The third corner is given as above. There are six factors, and two of `parts`.
template <class N>
int compare_sine_to_line(const Point<N>& edge, const Point<N>& third, const Point<N>& other, int parts)
{
    const Point<N> normal = cross(edge, third);
    // The sine is how much of the line leads along the face's normal.
    const N rise = dot(normal, other);
    return sign(N(N(parts * parts) * rise * rise - N(dot(normal, normal)) * N(dot(other, other))));
}

/// Whether a surface ends at an edge, as seen along a way from there to another edge, which is across both and counts
/// times a sign. The third corners of all faces around the edge are given from its begin. An edge without any is an
/// end.
template <class N>
bool surface_ends(
    const Point<N>& edge, const std::vector<Point<N>>& thirds, const Point<N>& other, const Point<N>& way,
    int sign_of_way)
{
    const bool is_rim = thirds.size() <= 1;
    bool is_end = is_rim, is_steep = is_rim, is_near = false, is_level = true;
    for (const Point<N>& third : thirds) {
        const int side = sign(dot(way, third)) * sign_of_way;
        is_end = is_end || side < 0;
        is_steep = is_steep || (side < 0 && compare_sine_to_plane(edge, third, way, 2) > 0);
        if (side <= 0)
            continue;
        is_near = true;
        is_level = is_level && compare_sine_to_plane(edge, third, way, 4) <= 0
                   && compare_sine_to_line(edge, third, other, 32) <= 0;
    }
    return is_near ? is_steep && is_level : is_end;
}

} // namespace tactus::fuzz
