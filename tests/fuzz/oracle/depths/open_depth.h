// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "inside.h"

namespace tactus::fuzz {

/// How deep a vertex is, metres: between the two, where rounding leaves open which triangles face away.
struct DepthRange {
    double least = 0.0;
    double most = 0.0;
};

/// The normal of a triangle, of unit length; it must have an area.
DoublePoint unit_normal(const MirrorBody& body, std::size_t triangle);

/// How deep the vertices of an open mesh lie inside a clean one, as the documentation says it.
class OpenDepths {
public:
    /// The pairs are all that meet. All of it must outlive this.
    OpenDepths(
        const Mirror& mirror, const std::vector<TriangleRefPair>& pairs, const InsideTruth& insides,
        std::uint32_t around, std::uint32_t body);

    /// Of a vertex that is inside.
    DepthRange of(std::uint32_t vertex) const;

private:
    /// Triangles of the two meshes that hang together.
    struct Piece {
        DoublePoint sum = {}; ///< Of the closed mesh's normals, a triangle once for each that it meets.
        int pairs = 0;
        std::vector<std::uint32_t> met; ///< Triangles of the closed mesh.
    };

    std::uint32_t root(std::uint32_t member) const;
    void unite(std::uint32_t a, std::uint32_t b);

    const MirrorBody& around_;
    const MirrorBody& body_;
    std::vector<std::uint32_t> parent_;     ///< Of the closed mesh's triangles, and behind them of the open one's.
    std::vector<DoublePoint> normals_;      ///< Of the closed mesh.
    std::map<std::uint32_t, Piece> pieces_; ///< By root.
};

} // namespace tactus::fuzz
