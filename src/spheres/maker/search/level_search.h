// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/parallel.h"
#include "spheres/maker/balls/ball.h"
#include "spheres/maker/balls/surface_pieces.h"

namespace tactus {

/// The balls of one level of a tree.
struct BallLevel {
    std::vector<Ball> balls;
    std::vector<std::uint32_t> parents;     ///< per ball, in the level above
    std::vector<std::uint32_t> first_child; ///< per ball of the level above, and one more
    double worst = 0.0;                     ///< the largest excess
};

/// Finds for every point the ball of a level that holds it at the least cost.
///
/// A point may go to any ball whose parent holds it too, and whose parent's parent does. Balls of the levels above
/// count as large as the worst of their level allows. So points near the rim of a ball's part change over to whoever
/// holds them best, across the whole level, and no level above becomes worse.
class LevelSearch {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    LevelSearch(std::span<const DoubleVector> points, Workers& workers) : workers_(&workers) { reset(points); }

    /// Begins again, above the first level, with these points.
    void reset(std::span<const DoubleVector> points);

    std::span<const DoubleVector> points() const { return points_; }

    /// For each point its ball in `level`, and what it would cost in the next best one.
    std::span<const std::uint32_t> owners() const { return owners_; }
    std::span<const double> second_costs() const { return second_costs_; }

    /// About what the costliest point costs.
    double estimate_reach(const BallLevel& level) const;

    /// Gives every point to the ball that holds it best. Quicker where `reach` is little more than what the costliest
    /// point will cost.
    void assign(const BallLevel& level, double reach);

    /// Gives every point to the ball that stands out most of those that hold it as large as they are. So balls that
    /// stand out less have less to hold. Every point must be in a ball.
    void assign_to_largest(const BallLevel& level);

    /// Gives every point to the ball that it has here.
    void set_owners(std::vector<std::uint32_t> owners) { owners_ = std::move(owners); }

    void set_owner(std::uint32_t point, std::uint32_t ball) { owners_[point] = ball; }
    void renumber(std::span<const std::uint32_t> new_numbers)
    {
        for (std::uint32_t& owner : owners_)
            if (owner < new_numbers.size())
                owner = new_numbers[owner];
    }

    /// The points of each ball, as `assign` left them: those of ball i begin at first_of(i).
    void gather(std::size_t ball_count);
    std::span<const DoubleVector> points_of(std::size_t ball) const
    {
        return {gathered_.data() + first_[ball], first_[ball + 1] - first_[ball]};
    }
    std::span<const std::uint32_t> numbers_of(std::size_t ball) const
    {
        return {numbers_.data() + first_[ball], first_[ball + 1] - first_[ball]};
    }

    /// The level is as it stays: from now on its balls are parents. Points of balls that have no children, by
    /// `is_leaf`, are out of the game and keep their owner, as a number in `leaf_of`.
    void descend(const BallLevel& level, std::span<const std::uint8_t> is_leaf);

private:
    static constexpr std::size_t block_size = 32;
    struct Entry {
        std::uint32_t ball;
        std::uint32_t points; ///< of the block, one bit each
    };
    struct Block {
        DoubleVector centre;
        double radius = 0.0;
        std::vector<Entry> parents;

        /// The points that are still in the game, one bit each.
        std::uint32_t points() const
        {
            std::uint32_t all = 0;
            for (const Entry& parent : parents)
                all |= parent.points;
            return all;
        }
    };

    bool assign_block(const BallLevel& level, std::size_t number, double reach);

    std::span<const DoubleVector> points_;
    Workers* workers_;
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> owners_;
    std::vector<double> second_costs_;
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> numbers_;
    std::vector<DoubleVector> gathered_;
};

} // namespace tactus
