// SPDX-License-Identifier: MIT
#include "spheres/maker/balls/surface_pieces.h"

#include <algorithm>
#include <cmath>

#include "geometry/box.h"

namespace tactus {
namespace {

std::uint64_t edge_key(std::uint32_t a, std::uint32_t b)
{
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

// Every third bit, for 21 bits.
std::uint64_t spread(std::uint64_t bits)
{
    bits = (bits | bits << 32) & 0x1f00000000ffffu;
    bits = (bits | bits << 16) & 0x1f0000ff0000ffu;
    bits = (bits | bits << 8) & 0x100f00f00f00f00fu;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3u;
    return (bits | bits << 2) & 0x1249249249249249u;
}

} // namespace

SurfacePieces::SurfacePieces(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::size_t piece_count)
{
    std::vector<std::uint32_t> point_of(positions.size(), UINT32_MAX);
    Box box;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        Piece piece{{}, t};
        for (int k = 0; k < 3; ++k) {
            std::uint32_t& point = point_of[triangles[t][k]];
            if (point == UINT32_MAX) {
                point = static_cast<std::uint32_t>(points_.size());
                points_.push_back(to_double(positions[triangles[t][k]]));
                box = include(box, positions[triangles[t][k]]);
            }
            piece.corners[k] = point;
        }
        pieces_.push_back(piece);
    }
    double largest = 0.0;
    for (const float at : {box.lower.x, box.lower.y, box.lower.z, box.upper.x, box.upper.y, box.upper.z})
        largest = std::max(largest, std::abs(double(at)));
    // A point halfway between two that are off by e is off by e and one rounding more; nothing is halved 256 times.
    rounding_ = largest * 0x1p-44;

    double longest = 0.0;
    for (const Piece& piece : pieces_)
        longest = std::max(longest, squared_longest_edge(piece));
    longest_edge_ = std::sqrt(longest);
    std::vector<std::uint32_t> long_pieces;
    while (pieces_.size() < piece_count) {
        const double limit = longest_edge_ * std::sqrt(0.5);
        if (!(limit > rounding_ * 0x1p10))
            return;
        for (;;) {
            long_pieces.clear();
            for (std::uint32_t i = 0; i < pieces_.size(); ++i)
                if (squared_longest_edge(pieces_[i]) > limit * limit)
                    long_pieces.push_back(i);
            if (long_pieces.empty())
                break;
            halve(long_pieces);
        }
        longest_edge_ = limit;
    }
}

double SurfacePieces::squared_longest_edge(const Piece& piece) const
{
    const int k = longest_edge(piece);
    const DoubleVector edge = points_[piece.corners[(k + 1) % 3]] - points_[piece.corners[k]];
    return dot(edge, edge);
}

int SurfacePieces::longest_edge(const Piece& piece) const
{
    int longest = 0;
    double most = -1.0;
    for (int k = 0; k < 3; ++k) {
        const DoubleVector edge = points_[piece.corners[(k + 1) % 3]] - points_[piece.corners[k]];
        const double squared = dot(edge, edge);
        if (squared > most) {
            most = squared;
            longest = k;
        }
    }
    return longest;
}

void SurfacePieces::halve(std::span<const std::uint32_t> pieces)
{
    for (const std::uint32_t i : pieces) {
        const Piece whole = pieces_[i];
        const int k = longest_edge(whole);
        const std::uint32_t from = whole.corners[k], to = whole.corners[(k + 1) % 3];
        const auto next = static_cast<std::uint32_t>(points_.size());
        const std::uint32_t middle = middles_.find_or_put(edge_key(from, to), next);
        if (middle == next) {
            const DoubleVector a = points_[std::min(from, to)], b = points_[std::max(from, to)];
            points_.push_back(a * 0.5 + b * 0.5);
        }
        Piece other = whole;
        pieces_[i].corners[(k + 1) % 3] = middle;
        other.corners[k] = middle;
        pieces_.push_back(other);
    }
}

void SurfacePieces::sort_points()
{
    DoubleVector lower = points_[0], upper = points_[0];
    for (const DoubleVector& p : points_) {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    const DoubleVector size = upper - lower;
    const double largest = std::max(std::max(size.x, size.y), size.z);
    const double scale = largest > 0.0 ? 2097151.0 / largest : 0.0;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(points_.size());
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
        const DoubleVector at = (points_[i] - lower) * scale;
        keys[i] = {
            spread(static_cast<std::uint64_t>(at.x)) | spread(static_cast<std::uint64_t>(at.y)) << 1
                | spread(static_cast<std::uint64_t>(at.z)) << 2,
            i};
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> place_of(points_.size());
    std::vector<DoubleVector> sorted(points_.size());
    for (std::uint32_t place = 0; place < keys.size(); ++place) {
        place_of[keys[place].second] = place;
        sorted[place] = points_[keys[place].second];
    }
    points_ = std::move(sorted);
    for (Piece& piece : pieces_)
        for (std::uint32_t& corner : piece.corners)
            corner = place_of[corner];
    // Edges have other numbers now. Halving one again makes a second point in the same place, which does no harm.
    middles_.clear();
}

} // namespace tactus
