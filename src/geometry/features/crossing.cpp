// SPDX-License-Identifier: MIT
#include "geometry/features/crossing.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/planted_fault.h"
#include "geometry/orientation.h"
#include "geometry/triangle_pairs/crossing_batch.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

namespace {

using Corners = std::array<Vec3, 3>;
using Signs = std::array<int, 3>;

Signs sides_of_plane(const Corners& plane, const Corners& points)
{
    const OrientedPlane oriented(plane[0], plane[1], plane[2]);
    return {oriented.side(points[0]), oriented.side(points[1]), oriented.side(points[2])};
}

// Edges with ends strictly on different sides.
unsigned edges_across(const Signs& sides)
{
    unsigned edges = 0;
    for (int i = 0; i < 3; ++i)
        if (sides[i] * sides[(i + 1) % 3] < 0)
            edges |= 1u << i;
    return edges;
}

int passing_side(const Corners& a, int edge_a, const Corners& b, int edge_b)
{
    return orient3d(a[edge_a], a[(edge_a + 1) % 3], b[edge_b], b[(edge_b + 1) % 3]);
}

// Whether an edge that crosses the other's plane does so inside its outline: it passes its edges all on one side.
bool passes_inside(const Corners& a, int edge_a, const Corners& b)
{
    const int side = passing_side(a, edge_a, b, 0);
    return side != 0 && passing_side(a, edge_a, b, 1) == side && passing_side(a, edge_a, b, 2) == side;
}

unsigned edges_piercing(const Corners& a, unsigned candidates, const Corners& b)
{
    unsigned edges = 0;
    for (int i = 0; i < 3; ++i)
        if ((candidates & 1u << i) != 0 && passes_inside(a, i, b))
            edges |= 1u << i;
    return edges;
}

// Edges i and i + 1 have corner i + 1 in common.
constexpr std::uint8_t corner_between(unsigned edges) { return edges == 0b011 ? 1 : edges == 0b110 ? 2 : 0; }

unsigned edges_meeting(const Triangle& a, const Triangle& b)
{
    unsigned edges = 0;
    for (int i = 0; i < 3; ++i) {
        const Segment s = edge(a, i);
        if (triangles_intersect(Triangle{s.begin, s.end, s.end}, b))
            edges |= 1u << i;
    }
    return edges;
}

bool all_on_one_side(const Signs& s) { return s[0] != 0 && s[0] == s[1] && s[0] == s[2]; }
bool none_in_plane(const Signs& s) { return s[0] != 0 && s[1] != 0 && s[2] != 0; }

// The corner of a triangle that is alone on its side of a plane with no corner in it, and the edges that lead from it
// across the plane.
struct LoneCorner {
    Vec3 corner;
    std::array<Vec3, 2> end;
    std::array<unsigned, 2> edge;

    LoneCorner(const Corners& t, const Signs& sides)
    {
        const int i = sides[1] == sides[2] ? 0 : sides[0] == sides[2] ? 1 : 2;
        corner = t[i];
        end = {t[(i + 1) % 3], t[(i + 2) % 3]};
        edge = {1u << i, 1u << (i + 2) % 3};
    }
};

struct Piercing {
    unsigned of_a = 0;
    unsigned of_b = 0;
};

// With no corner in the other's plane, each triangle has a corner with two edges across. They meet the planes' common
// line, where the four places are told apart by how the edges pass each other. An edge pierces where it passes the
// other two on different sides, for the line leaves the other triangle on both sides of it.
Piercing piercing_of_lone_corners(const LoneCorner& a, const LoneCorner& b)
{
    using detail::double_difference;
    const DoubleVector apart = double_difference(b.corner, a.corner);
    int side[2][2];
    for (int i = 0; i < 2; ++i) {
        // Which way round they are counted does not matter, as long as all four are alike.
        const detail::Minors minors = detail::minors(double_difference(a.end[i], a.corner), apart);
        for (int j = 0; j < 2; ++j) {
            side[i][j] = detail::filtered_determinant_sign(minors, double_difference(b.end[j], b.corner));
            if (side[i][j] == detail::undecided) [[unlikely]]
                side[i][j] = detail::sign(detail::exact_determinant(
                    detail::exact_vector(a.end[i], a.corner), detail::exact_vector(b.corner, a.corner),
                    detail::exact_vector(b.end[j], b.corner)));
        }
    }
    Piercing result;
    for (int i = 0; i < 2; ++i) {
        if (side[i][0] * side[i][1] < 0)
            result.of_a |= a.edge[i];
        if (side[0][i] * side[1][i] < 0)
            result.of_b |= b.edge[i];
    }
    return result;
}

// The crossing of triangles of which these edges pierce.
constexpr Crossing crossing_by(unsigned of_a, unsigned of_b)
{
    Crossing result;
    result.piercing = {static_cast<std::uint8_t>(of_a), static_cast<std::uint8_t>(of_b)};
    if (std::popcount(of_a) == 2) {
        result.kind = CrossingKind::vertex_face;
        result.a = corner_between(of_a);
    } else if (std::popcount(of_b) == 2) {
        result.kind = CrossingKind::face_vertex;
        result.b = corner_between(of_b);
    } else if (of_a != 0 && of_b != 0) {
        result.kind = CrossingKind::edge_edge;
        result.a = static_cast<std::uint8_t>(std::countr_zero(of_a));
        result.b = static_cast<std::uint8_t>(std::countr_zero(of_b));
    }
    return result;
}

// An overlap without this bit is not known.
constexpr OverlapCode known_overlap = batch::overlap_code(0, batch::knows_order);

// By what is known of an overlap: where it ends and where it begins an edge pierces.
constexpr std::array<Crossing, known_overlap> crossings_of_overlaps = [] {
    // The edge between the corner that stands alone and another one.
    const auto edge_to = [](const std::array<std::uint8_t, 4>& order, std::size_t place) {
        return 1u << (order[place] == (order[0] + 1) % 3 ? order[0] : order[place]);
    };
    std::array<Crossing, known_overlap> table{};
    for (std::size_t overlap = 0; overlap < known_overlap; ++overlap) {
        const batch::CornerOrder& order = batch::corner_orders[overlap & batch::side_bits];
        const bool ends_by_a = (overlap & batch::overlap_code(0, batch::ends_by_a)) != 0;
        const bool begins_by_b = (overlap & batch::overlap_code(0, batch::begins_by_b)) != 0;
        table[overlap] = crossing_by(
            (ends_by_a ? edge_to(order.a, 1) : 0) | (begins_by_b ? 0 : edge_to(order.a, 2)),
            (ends_by_a ? 0 : edge_to(order.b, 2)) | (begins_by_b ? edge_to(order.b, 1) : 0));
    }
    return table;
}();

} // namespace

Crossing crossing(const Triangle& triangle_a, const Triangle& triangle_b)
{
    if (!is_finite(triangle_a) || !is_finite(triangle_b) || !overlap(box_of(triangle_a), box_of(triangle_b)))
        return {};
    const Corners a = {triangle_a.a, triangle_a.b, triangle_a.c};
    const Corners b = {triangle_b.a, triangle_b.b, triangle_b.c};
    const Signs sides_a = sides_of_plane(b, a);
    if (all_on_one_side(sides_a))
        return {};
    const Signs sides_b = sides_of_plane(a, b);
    if (all_on_one_side(sides_b))
        return {};
    const auto [of_a, of_b] =
        none_in_plane(sides_a) && none_in_plane(sides_b)
            ? piercing_of_lone_corners(LoneCorner(a, sides_a), LoneCorner(b, sides_b))
            : Piercing{edges_piercing(a, edges_across(sides_a), b), edges_piercing(b, edges_across(sides_b), a)};
    return crossing_by(of_a, of_b);
}

std::size_t crossing_pairs(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits,
    Crossing* crossings)
{
    constexpr std::size_t chunk_size = 512;
    OverlapCode overlaps[chunk_size];
    std::size_t hit_count = 0;
    for (std::size_t begin = 0; begin < count; begin += chunk_size) {
        const std::size_t found = intersecting_pairs_and_overlaps(
            a, b, pairs + begin, std::min(chunk_size, count - begin), hits + hit_count, overlaps);
        for (std::size_t k = 0; k < found; ++k, ++hit_count)
            crossings[hit_count] = overlaps[k] >= known_overlap || TACTUS_FAULT(153)
                                       ? crossings_of_overlaps[overlaps[k] % known_overlap]
                                       : crossing(triangle(a, hits[hit_count].a), triangle(b, hits[hit_count].b));
    }
    return hit_count;
}

EdgeSets edges_that_meet(const Triangle& a, const Triangle& b)
{
    if (!is_finite(a) || !is_finite(b))
        return {};
    return {static_cast<std::uint8_t>(edges_meeting(a, b)), static_cast<std::uint8_t>(edges_meeting(b, a))};
}

} // namespace tactus
