// SPDX-License-Identifier: MIT
// The medial axis of G. Bradshaw and C. O'Sullivan, "Adaptive medial-axis approximation for sphere-tree construction",
// 2004. A corner of the Voronoi diagram of points of the surface is the centre of a ball that no such point is inside;
// where the centre is inside the body, that is almost a ball of the medial axis. Where the surface cuts into such a
// ball, or none comes near to the surface, more points join: region by region, as the tree grows.
//
// We differ in this. A ball's error is the difference of its radius and the depth of its centre, which is exact up to
// rounding, and not sampled. Points lie on a grid of the box, so that the diagram is decided exactly. And a ball keeps
// what its centre allows, its depth: how far it reaches is decided by those who choose from the balls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spheres/maker/balls/ball.h"
#include "spheres/maker/voronoi/delaunay_cells.h"

namespace tactus {

/// The part of the surface that balls of the medial axis are wanted for: some of its points, and a sphere around it
/// that the balls' centres lie in.
struct MedialRegion {
    DoubleVector centre;
    double radius = 0.0;
    std::span<const DoubleVector> points;
};

/// What balls of a region should be like.
struct MedialNeeds {
    /// No ball reaches beyond the surface by more than this many metres, and none needs to grow by more to hold a point
    /// of the region.
    double max_error = 0.0;
    std::size_t min_balls = 0;
    std::size_t max_sites = 0; ///< No more points of the surface than this join at once.
};

/// Balls of the medial axis of a closed surface, more and better ones where they are asked for.
class AdaptiveMedialAxis {
public:
    /// The surface must be closed, and outlive this. The points are points of the surface to begin with.
    AdaptiveMedialAxis(const SurfaceDistance& surface, std::span<const DoubleVector> points);

    /// The balls of a region, after points of the surface have joined until there are enough good ones or no more may
    /// join. The balls of other regions become better too where they are close.
    std::vector<Ball> balls_of(const MedialRegion& region, const MedialNeeds& needs);

    /// The number of points of the surface so far.
    std::size_t site_count() const { return cells_.sites().size() - DelaunayCells::enclosing_count; }

private:
    struct VoronoiBall {
        Ball ball;
        std::uint32_t cell = 0;
        double error = 0.0; ///< How far the surface cuts into it; 0 if that cannot become less on the grid.
    };
    struct Worst {
        double error = 0.0;
        std::uint32_t ball = 0;
        bool operator<(const Worst& other) const
        {
            return error != other.error ? error < other.error : ball > other.ball;
        }
    };

    DoubleVector on_grid(DoubleVector point) const;
    bool add_site(DoubleVector point, std::uint32_t near);
    void add_ball(std::uint32_t cell);
    void forget_gone_balls();
    bool is_alive(std::uint32_t ball) const { return ball_of_cell_[balls_[ball].cell] == ball; }
    std::vector<std::uint32_t> find_balls(const MedialRegion& region) const;
    std::size_t split_worst_balls(const MedialRegion& region, const MedialNeeds& needs, std::size_t max_sites);
    std::size_t add_uncovered(const MedialRegion& region, const MedialNeeds& needs, std::size_t max_sites);

    const SurfaceDistance& surface_;
    DoubleVector middle_;
    double spacing_ = 1.0; ///< Metres between neighbours of the grid.
    DelaunayCells cells_;
    std::vector<VoronoiBall> balls_; ///< Those of cells that are gone stay until the region is done.
    std::vector<std::uint32_t> ball_of_cell_;
    std::vector<std::uint32_t> gone_balls_; ///< Those that the last site took away.
    std::uint32_t near_ = 0;                ///< A cell near the last site.
};

} // namespace tactus
