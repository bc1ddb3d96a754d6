// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/number_map.h"
#include "geometry/double_vector.h"

namespace tactus {

/// A part of a triangle: the triangle itself, or what halving its longest edge again and again has left.
struct Piece {
    std::array<std::uint32_t, 3> corners = {}; ///< in SurfacePieces::points
    std::uint32_t triangle = 0;
};

/// A surface cut into pieces. The pieces of a triangle are it, together, in exact arithmetic: their true corners are
/// halfway between halfway points. The points here are those corners up to `rounding`.
///
/// A ball that holds the three corners of a piece holds the piece. So a ball whose radius is `rounding` more than the
/// distance of each of the points holds it beyond doubt.
class SurfacePieces {
public:
    /// Cuts until there are about so many pieces, all of about the same size.
    SurfacePieces(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::size_t piece_count);

    std::span<const DoubleVector> points() const { return points_; }
    std::span<const Piece> pieces() const { return pieces_; }
    /// Metres: no corner is farther than this from the point that stands for it.
    double rounding() const { return rounding_; }
    /// Metres: no edge of a piece was longer when the last cut was made all over.
    double longest_edge() const { return longest_edge_; }

    /// Halves the longest edge of each of these pieces, which ascend. The first half takes the place of the piece, the
    /// other goes to the end.
    void halve(std::span<const std::uint32_t> pieces);

    /// Puts points that lie close to each other close together in memory too.
    void sort_points();

    double squared_longest_edge(const Piece& piece) const;

private:
    int longest_edge(const Piece& piece) const;

    std::vector<DoubleVector> points_;
    std::vector<Piece> pieces_;
    NumberMap middles_; ///< of edges that were halved
    double rounding_ = 0.0;
    double longest_edge_ = 0.0;
};

} // namespace tactus
