// SPDX-License-Identifier: MIT
#include "spheres/maker/search/level_search.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace tactus {

void LevelSearch::reset(std::span<const DoubleVector> points)
{
    points_ = points;
    blocks_.assign((points.size() + block_size - 1) / block_size, Block());
    owners_.assign(points.size(), 0);
    second_costs_.assign(points.size(), 0.0);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const auto here = points_.subspan(b * block_size, std::min(block_size, points_.size() - b * block_size));
        DoubleVector lower = here[0], upper = here[0];
        for (const DoubleVector& p : here) {
            lower = min(lower, p);
            upper = max(upper, p);
        }
        Block& block = blocks_[b];
        block.centre = (lower + upper) * 0.5;
        for (const DoubleVector& p : here)
            block.radius = std::max(block.radius, distance(p, block.centre));
        block.parents = {{0, here.size() == 32 ? ~0u : (1u << here.size()) - 1}};
    }
}

double LevelSearch::estimate_reach(const BallLevel& level) const
{
    double most = 0.0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        double least = 1e300;
        for (const Entry& parent : blocks_[b].parents)
            for (std::uint32_t i = level.first_child[parent.ball]; i < level.first_child[parent.ball + 1]; ++i)
                least = std::min(least, cost(level.balls[i], blocks_[b].centre));
        most = least < 1e300 ? std::max(most, least) : most;
    }
    return most;
}

void LevelSearch::assign(const BallLevel& level, double reach)
{
    workers_->for_each(blocks_.size(), 16, [&](std::size_t b, std::uint32_t) {
        if (!assign_block(level, b, reach))
            assign_block(level, b, std::numeric_limits<double>::infinity());
    });
}

// False if that reach was not enough.
bool LevelSearch::assign_block(const BallLevel& level, std::size_t number, double reach)
{
    const Block& block = blocks_[number];
    double least[block_size];
    std::fill(std::begin(least), std::end(least), 1e300);
    std::uint32_t* owners = owners_.data() + number * block_size;
    double* second = second_costs_.data() + number * block_size;
    std::fill(second, second + std::min(block_size, points_.size() - number * block_size), 1e300);
    const DoubleVector* points = points_.data() + number * block_size;
    for (const Entry& parent : block.parents)
        for (std::uint32_t i = level.first_child[parent.ball]; i < level.first_child[parent.ball + 1]; ++i) {
            const Ball& ball = level.balls[i];
            const DoubleVector centre = to_double(ball.centre);
            const DoubleVector apart = block.centre - centre;
            const double both = ball.radius_at(reach) + block.radius;
            if (both < 0.0 || dot(apart, apart) > both * both)
                continue;
            for (std::uint32_t bits = parent.points; bits != 0; bits &= bits - 1) {
                const int k = std::countr_zero(bits);
                const DoubleVector away = points[k] - centre;
                const double limit = ball.radius_at(second[k]);
                const double squared = dot(away, away);
                if (limit < 0.0 || squared >= limit * limit)
                    continue;
                const double here = std::sqrt(squared) - ball.radius_at(0.0);
                if (here < least[k]) {
                    second[k] = least[k];
                    least[k] = here;
                    owners[k] = i;
                } else if (here < second[k]) {
                    second[k] = here;
                }
            }
        }
    for (std::uint32_t bits = block.points(); bits != 0; bits &= bits - 1)
        if (least[std::countr_zero(bits)] > reach)
            return false;
    return true;
}

void LevelSearch::assign_to_largest(const BallLevel& level)
{
    workers_->for_each(blocks_.size(), 16, [&](std::size_t b, std::uint32_t) {
        const Block& block = blocks_[b];
        std::uint32_t* owners = owners_.data() + b * block_size;
        const DoubleVector* points = points_.data() + b * block_size;
        for (const Entry& parent : block.parents)
            for (std::uint32_t i = level.first_child[parent.ball]; i < level.first_child[parent.ball + 1]; ++i) {
                const Ball& ball = level.balls[i];
                const DoubleVector centre = to_double(ball.centre);
                const double reach = ball.radius_at(ball.excess * (1.0 + 1e-12));
                if (distance(block.centre, centre) - block.radius > reach)
                    continue;
                for (std::uint32_t bits = parent.points; bits != 0; bits &= bits - 1) {
                    const int k = std::countr_zero(bits);
                    if (level.balls[owners[k]].excess < ball.excess && distance(points[k], centre) <= reach)
                        owners[k] = i;
                }
            }
    });
}

void LevelSearch::gather(std::size_t ball_count)
{
    first_.assign(ball_count + 1, 0);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        for (std::uint32_t bits = blocks_[b].points(); bits != 0; bits &= bits - 1)
            ++first_[owners_[b * block_size + std::countr_zero(bits)] + 1];
    for (std::size_t i = 0; i < ball_count; ++i)
        first_[i + 1] += first_[i];
    gathered_.resize(first_.back());
    numbers_.resize(first_.back());
    std::vector<std::uint32_t> end(first_.begin(), first_.end() - 1);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        for (std::uint32_t bits = blocks_[b].points(); bits != 0; bits &= bits - 1) {
            const auto i = static_cast<std::uint32_t>(b * block_size + std::countr_zero(bits));
            const std::uint32_t at = end[owners_[i]]++;
            gathered_[at] = points_[i];
            numbers_[at] = i;
        }
}

void LevelSearch::descend(const BallLevel& level, std::span<const std::uint8_t> is_leaf)
{
    workers_->for_each(blocks_.size(), 16, [&](std::size_t b, std::uint32_t) {
        Block& block = blocks_[b];
        std::uint32_t finished = 0;
        for (std::uint32_t bits = block.points(); bits != 0; bits &= bits - 1) {
            const int k = std::countr_zero(bits);
            if (is_leaf[owners_[b * block_size + k]])
                finished |= 1u << k;
        }
        std::vector<Entry> next;
        for (const Entry& parent : block.parents)
            for (std::uint32_t i = level.first_child[parent.ball]; i < level.first_child[parent.ball + 1]; ++i) {
                if (is_leaf[i])
                    continue;
                const Ball& ball = level.balls[i];
                const DoubleVector centre = to_double(ball.centre);
                const double reach = ball.radius_at(level.worst * (1.0 + 1e-9));
                const bool is_near = distance(block.centre, centre) - block.radius <= reach;
                std::uint32_t points = 0;
                for (std::uint32_t bits = parent.points & ~finished; bits != 0; bits &= bits - 1) {
                    const int k = std::countr_zero(bits);
                    const std::size_t p = b * block_size + k;
                    // A ball keeps what it has, even if rounding puts that out of its reach.
                    if (owners_[p] == i || (is_near && distance(points_[p], centre) <= reach))
                        points |= 1u << k;
                }
                if (points != 0)
                    next.push_back({i, points});
            }
        block.parents = std::move(next);
    });
}

} // namespace tactus
