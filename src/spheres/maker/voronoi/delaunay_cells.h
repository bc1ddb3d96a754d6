// SPDX-License-Identifier: MIT
// The Delaunay tetrahedra of points that come one after the other, by A. Bowyer, "Computing Dirichlet tessellations",
// and D. F. Watson, "Computing the n-dimensional Delaunay tessellation with application to Voronoi polytopes", both
// 1981. Every decision is exact, so that no tetrahedron is flat or turned over whatever the points are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "geometry/double_vector.h"

namespace tactus {

/// Tetrahedra between sites, none of which lies inside the sphere through the corners of any of them. The centres of
/// these spheres are the corners of the sites' Voronoi diagram. Sites lie on a grid: their coordinates are whole
/// numbers. The first four are far away and have all others between them.
class DelaunayCells {
public:
    static constexpr double largest_coordinate = 0x1p22;
    static constexpr std::uint32_t enclosing_count = 4;
    static constexpr std::uint32_t none = UINT32_MAX;

    /// A tetrahedron of positive orientation. Neighbour k lies beyond the face without site k.
    struct Cell {
        std::array<std::uint32_t, 4> sites = {};
        std::array<std::uint32_t, 4> neighbours = {none, none, none, none};
    };

    DelaunayCells();

    /// Adds a site. The nearer the cell `near` is, the faster; it may be gone. False, and nothing has changed, if there
    /// is a site at this place.
    bool add(DoubleVector site, std::uint32_t near);

    /// The cells that the last site which was added has made, and those that it has taken away.
    std::span<const std::uint32_t> born() const { return born_; }
    std::span<const std::uint32_t> gone() const { return gone_; }

    /// Cells have numbers below this. The number of a cell that is gone is used again, but not for the site that took
    /// the cell away.
    std::uint32_t cell_count() const { return static_cast<std::uint32_t>(cells_.size()); }
    const Cell& cell(std::uint32_t number) const { return cells_[number]; }
    bool is_gone(std::uint32_t number) const { return cells_[number].sites[0] == none; }
    bool is_enclosing(std::uint32_t number) const;
    /// True if the point lies inside the sphere through the corners of a cell.
    bool has_inside(std::uint32_t number, DoubleVector point) const;

    std::span<const DoubleVector> sites() const { return sites_; }
    /// The centre of the sphere through the corners of a cell, up to rounding. It may be far away, or not finite, where
    /// the cell is almost flat.
    DoubleVector centre_of(std::uint32_t number) const;

private:
    /// A face of a new cell that has the new site, by its other two corners.
    struct OpenFace {
        std::uint64_t edge = 0;
        std::uint32_t cell = 0;
        std::uint32_t opposite = 0; ///< The place of the corner that the face does not have.
    };

    int side(const Cell& cell, std::size_t corner, DoubleVector point) const;
    std::uint32_t cell_around(DoubleVector point, std::uint32_t near) const;
    void find_gone(std::uint32_t first, DoubleVector site);
    void fill(std::uint32_t site);
    std::uint32_t free_number();
    void join_new_cells();

    std::vector<DoubleVector> sites_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> seen_; ///< The last site for which a cell was asked whether it goes.
    std::vector<std::uint32_t> free_; ///< Numbers of cells that are gone.
    std::vector<std::uint32_t> born_ = {0};
    std::vector<std::uint32_t> gone_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rim_; ///< Cells that go, with a neighbour that stays.
    std::vector<OpenFace> open_faces_;
};

} // namespace tactus
