// SPDX-License-Identifier: MIT
// Pairs of features of two triangles, as bits (contacts/batch/pair_codes.h) and as tests.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

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

/// The corners of a and of b, with the other face. One more stands for none.
constexpr std::array<FeaturePoints, 7> vertex_tests = {vertex_of_a(0), vertex_of_a(1), vertex_of_a(2), vertex_of_b(0),
                                                       vertex_of_b(1), vertex_of_b(2), FeaturePoints{}};

/// The edges of a with those of b, which come in the order of those of a, but for one edge of a that comes first. Once
/// more, and one more that stands for none.
constexpr std::array<std::array<FeaturePoints, 19>, 3> edge_tests = [] {
    std::array<std::array<FeaturePoints, 19>, 3> tests{};
    constexpr int rows[3][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};
    for (std::size_t first = 0; first < 3; ++first)
        for (std::size_t k = 0; k < 18; ++k)
            tests[first][k] = two_edges(rows[first][k / 3 % 3], static_cast<int>(k % 3));
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

    OrderedEdges(std::uint32_t code, std::uint32_t shared)
    {
        // Those that rise come before those that fall, unless some do both, or there are corners in common.
        const std::uint32_t edges = code >> near_edges, all = (edges | edges >> 9) & edges_mask;
        const std::uint32_t in_order = ((edges & edges >> 9) | shared) != 0 ? all : edges;
        first_row = edge_across[shared & corners_mask];
        const std::uint32_t begin = 3 * first_row, before = in_order & ((1u << begin) - 1);
        bits = (in_order >> begin & 7) | before << 3 | in_order >> (begin + 3) << (begin + 3);
    }
};

/// Writes the tests whose bits are set, and up to two more that mean nothing.
template <std::size_t size>
inline void
append_tests(const std::array<FeaturePoints, size>& tests, std::uint32_t wanted, std::size_t pair, FeaturePoints*& to)
{
    constexpr std::uint32_t none = 1u << (size - 1);
    const auto first = std::bit_cast<std::uint64_t>(of_pair({}, pair));
    const auto write_next = [&] {
        const FeaturePoints& test = tests[static_cast<std::size_t>(std::countr_zero(wanted | none))];
        *to = std::bit_cast<FeaturePoints>(std::bit_cast<std::uint64_t>(test) + first);
        to += wanted != 0 ? 1 : 0;
        wanted &= wanted - 1;
    };
    // Whether there is one or two, no branch could foresee. Seldom there are more.
    write_next();
    write_next();
    while (wanted != 0)
        [[unlikely]] write_next();
}

} // namespace tactus::contact_batch
