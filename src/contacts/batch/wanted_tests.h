// SPDX-License-Identifier: MIT
// Pairs of features of two triangles, as bits (contacts/batch/pair_codes.h) and as tests.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "contacts/batch/facing_edges.h"
#include "contacts/batch/feature_tests.h"
#include "contacts/batch/pair_codes.h"

namespace tactus::contact_batch {

constexpr int next_corner(int k) { return k == 2 ? 0 : k + 1; }

/// Points 0 to 2 of a pair are the corners of a, 3 to 5 those of b.
constexpr FeaturePoints vertex_of_a(int corner) { return {{static_cast<std::uint16_t>(corner), 3, 4, 5}}; }
constexpr FeaturePoints vertex_of_b(int corner) { return {{static_cast<std::uint16_t>(3 + corner), 0, 1, 2}}; }
constexpr FeaturePoints two_edges(int a, int b)
{
    return {
        {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(next_corner(a)), static_cast<std::uint16_t>(3 + b),
         static_cast<std::uint16_t>(3 + next_corner(b))}};
}

/// The same features of another pair of the list.
constexpr FeaturePoints of_pair(FeaturePoints first, std::size_t pair)
{
    // No sum reaches the next 16 bits.
    return std::bit_cast<FeaturePoints>(
        std::bit_cast<std::uint64_t>(first) + 6 * std::uint64_t(pair) * 0x0001000100010001u);
}

/// A test of a vertex and a face, with the face's corners in turn from corner k on.
constexpr FeaturePoints turned(FeaturePoints vertex_and_face, std::size_t k)
{
    constexpr std::uint16_t order[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    FeaturePoints result = vertex_and_face;
    for (std::size_t j = 0; j < 3; ++j)
        result.point[1 + j] = static_cast<std::uint16_t>(vertex_and_face.point[1] + order[k][j]);
    return result;
}

/// The corners of a and of b, with the other face. One more stands for none.
constexpr std::array<FeaturePoints, 7> vertex_tests = {vertex_of_a(0), vertex_of_a(1), vertex_of_a(2), vertex_of_b(0),
                                                       vertex_of_b(1), vertex_of_b(2), FeaturePoints{}};

/// Which ways the tests of edges are marked with (contacts/batch/facing_edges.h): none, those of the bit of a code that
/// stands for each, or both.
enum class MarkedWays : std::uint8_t { none, by_bit, both };

/// By these ways, and by the edge of a that comes first: the edges of a with those of b, else in the order of those of
/// a. Once more for those that fall, and one more that stands for none.
constexpr std::array<std::array<std::array<FeaturePoints, 19>, 3>, 3> edge_tests = [] {
    std::array<std::array<std::array<FeaturePoints, 19>, 3>, 3> tests{};
    constexpr int rows[3][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};
    for (std::size_t first = 0; first < 3; ++first)
        for (std::size_t k = 0; k < 18; ++k) {
            const FeaturePoints test = two_edges(rows[first][k / 3 % 3], static_cast<int>(k % 3));
            tests[int(MarkedWays::none)][first][k] = test;
            tests[int(MarkedWays::by_bit)][first][k] = marked(test, k < 9 ? way_along : way_against);
            tests[int(MarkedWays::both)][first][k] = marked(test, way_along | way_against);
        }
    return tests;
}();

/// By edges of a, their pairs with edges of b, and by edges of b those with edges of a.
constexpr std::array<std::uint32_t, 8> pairs_of_edges_of_a = {0, 7, 56, 63, 448, 455, 504, 511};
constexpr std::array<std::uint32_t, 8> pairs_of_edges_of_b = {0, 73, 146, 219, 292, 365, 438, 511};

/// By what a triangle owns (mesh/feature_owners.h), which bits of a code count if it is a, and if it is b.
constexpr std::array<std::array<std::uint32_t, 64>, 2> owned_features = [] {
    std::array<std::array<std::uint32_t, 64>, 2> table{};
    for (std::uint32_t owned = 0; owned < 64; ++owned) {
        const std::uint32_t of_a = pairs_of_edges_of_a[owned >> 3], of_b = pairs_of_edges_of_b[owned >> 3];
        table[0][owned] = (owned & 7) | 7 << 3 | of_a << near_edges | of_a << falling_edges;
        table[1][owned] = 7 | (owned & 7) << 3 | of_b << near_edges | of_b << falling_edges;
    }
    return table;
}();

/// By the corners in common (bits of a code): where that is one, the edge of a that does not end there.
constexpr std::array<std::uint8_t, 64> edge_across = [] {
    std::array<std::uint8_t, 64> edges{};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            edges[static_cast<std::size_t>(1 << a | 8 << b)] = static_cast<std::uint8_t>(next_corner(a));
    return edges;
}();

/// The pairs of edges of a code in the order in which they are compared, as bits for edge_tests. Contacts come in the
/// same order.
struct OrderedEdges {
    std::uint32_t bits;
    std::uint32_t first_row; ///< this edge of a comes first
    bool are_mixed;          ///< the first nine bits stand for those that rise and for those that fall

    OrderedEdges(std::uint32_t code, std::uint32_t shared)
    {
        // Those that rise come before those that fall, unless some do both, or there are corners in common.
        const std::uint32_t edges = code >> near_edges, all = (edges | edges >> 9) & edges_mask;
        are_mixed = ((edges & edges >> 9) | shared) != 0;
        const std::uint32_t in_order = are_mixed ? all : edges;
        first_row = edge_across[shared & corners_mask];
        const std::uint32_t begin = 3 * first_row, before = in_order & ((1u << begin) - 1);
        bits = (in_order >> begin & 7) | before << 3 | in_order >> (begin + 3) << (begin + 3);
    }

    template <bool only_facing>
    const std::array<FeaturePoints, 19>& tests() const
    {
        const MarkedWays facing = are_mixed ? MarkedWays::both : MarkedWays::by_bit;
        return edge_tests[int(only_facing ? facing : MarkedWays::none)][first_row];
    }
};

/// Writes the tests whose bits are set, of which there is one at least, and another one that may mean nothing.
template <std::size_t size>
inline void
append_tests(const std::array<FeaturePoints, size>& tests, std::uint32_t wanted, std::size_t pair, FeaturePoints*& to)
{
    constexpr std::uint32_t none = 1u << (size - 1);
    const auto first = std::bit_cast<std::uint64_t>(of_pair({}, pair));
    wanted |= none;
    const auto write_next = [&] {
        const FeaturePoints& test = tests[static_cast<std::size_t>(std::countr_zero(wanted))];
        *to = std::bit_cast<FeaturePoints>(std::bit_cast<std::uint64_t>(test) + first);
        wanted &= wanted - 1;
    };
    write_next();
    ++to;
    // Whether there is a second one, no branch could foresee. Seldom there are more.
    const std::ptrdiff_t second = wanted != none ? 1 : 0;
    write_next();
    to += second;
    while (wanted > none) {
        write_next();
        ++to;
    }
}

/// Copies the third corner of the other triangle at edge k of a triangle, or where there is none, a corner of its own.
inline void take_across(const BodySurface& surface, std::uint32_t triangle, unsigned k, unsigned own_corner, float* to)
{
    const std::uint32_t across = surface.owners->across(triangle, static_cast<int>(k));
    const Vec3 point =
        surface.vertex(across != FeatureOwners::no_vertex ? across : surface.triangles[triangle][own_corner]);
    to[0] = point.x;
    to[1] = point.y;
    to[2] = point.z;
    to[3] = 0.0f;
}

} // namespace tactus::contact_batch
