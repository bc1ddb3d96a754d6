// SPDX-License-Identifier: MIT
// Which pairs of features of two triangles are to be compared, as lists that can be copied without a branch.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "contacts/batch/feature_tests.h"

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

/// Aligned, so that finding one in a table takes a single shift.
template <std::size_t capacity>
struct alignas(64) WantedTests {
    std::array<FeaturePoints, capacity> tests{};
    std::uint32_t count = 0;

    constexpr void add(FeaturePoints test) { tests[count++] = test; }
};

/// By the corners of a (bits 0 to 2) and of b (bits 3 to 5) that are compared with the other face.
constexpr std::array<WantedTests<6>, 64> wanted_vertices = [] {
    std::array<WantedTests<6>, 64> table{};
    for (unsigned corners = 0; corners < 64; ++corners)
        for (int k = 0; k < 6; ++k)
            if ((corners >> k & 1) != 0)
                table[corners].add(k < 3 ? vertex_of_a(k) : vertex_of_b(k - 3));
    return table;
}();

/// By the edges of a (bits 0 to 2) and of b (bits 3 to 5) that are compared with each other.
constexpr std::array<WantedTests<9>, 64> wanted_edges = [] {
    std::array<WantedTests<9>, 64> table{};
    for (unsigned edges = 0; edges < 64; ++edges)
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                if ((edges >> a & 1) != 0 && (edges >> (3 + b) & 1) != 0)
                    table[edges].add(two_edges(a, b));
    return table;
}();

/// By a single corner, the edges that end there: edge k goes from corner k to the next one. None by others.
constexpr std::array<std::uint8_t, 8> edges_at_corner = {0, 0b101, 0b011, 0, 0b110, 0, 0, 0};

} // namespace tactus::contact_batch
