// SPDX-License-Identifier: MIT
#include "spheres/maker/piece_owners.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tactus {
namespace {

constexpr int last_steps = 40;
constexpr int rounds_of_halving = 8;
constexpr int rounds_of_halving_for_leaves = 2;
// A ball may grow by this part of what its level's worst stands out.
constexpr double growth_allowed = 0.01;

struct LeafChoice {
    std::uint32_t leaf = 0;
    double cost = 0.0;
    double growth = 0.0; ///< by how much the ball would have to grow
    double growth_above = 0.0;
};

class Owners {
public:
    Owners(SurfacePieces& pieces, BallTree& tree) : pieces_(pieces), tree_(tree)
    {
        tree_.leaf_of_piece.resize(pieces_.pieces().size());
        balls_.reserve(tree.size());
        for (const BallLevel& level : tree.levels)
            balls_.insert(balls_.end(), level.balls.begin(), level.balls.end());
        for (std::uint32_t level = 0; level < tree.levels.size(); ++level)
            for (const std::uint32_t parent : tree.levels[level].parents)
                parents_.push_back(parent == LevelSearch::none ? parent : tree.first_of_level[level - 1] + parent);
        for (const BallLevel& level : tree.levels)
            for (const Ball& ball : level.balls)
                reach_.push_back(ball.radius_at(level.worst * (1.0 + 1e-9)));
    }

    void give()
    {
        std::vector<std::uint32_t> waiting(pieces_.pieces().size());
        for (std::uint32_t i = 0; i < waiting.size(); ++i)
            waiting[i] = i;
        for (int round = 0; !waiting.empty(); ++round) {
            std::vector<std::uint32_t> to_halve;
            for (const std::uint32_t i : waiting) {
                const LeafChoice choice = best_leaf(pieces_.pieces()[i]);
                tree_.leaf_of_piece[i] = choice.leaf;
                const double allowed = growth_allowed * tree_.levels.back().worst;
                if (choice.growth_above > allowed ? round < rounds_of_halving
                                                  : choice.growth > allowed && round < rounds_of_halving_for_leaves)
                    to_halve.push_back(i);
            }
            const auto first_new = static_cast<std::uint32_t>(pieces_.pieces().size());
            pieces_.halve(to_halve);
            tree_.leaf_of_piece.resize(pieces_.pieces().size());
            waiting = to_halve;
            for (std::uint32_t i = first_new; i < pieces_.pieces().size(); ++i)
                waiting.push_back(i);
            for (const std::uint32_t i : waiting)
                give_new_points(pieces_.pieces()[i]);
        }
    }

private:
    // Up to three leaves that hold a corner.
    template <class F>
    void for_each_leaf_around(const Piece& piece, F&& visit)
    {
        std::array<std::uint32_t, 3> seen = {LevelSearch::none, LevelSearch::none, LevelSearch::none};
        for (int k = 0; k < 3; ++k) {
            if (piece.corners[k] >= tree_.leaf_of_point.size())
                continue;
            const std::uint32_t leaf = tree_.leaf_of_point[piece.corners[k]];
            if (leaf == LevelSearch::none || std::find(seen.begin(), seen.end(), leaf) != seen.end())
                continue;
            seen[k] = leaf;
            visit(leaf);
        }
    }

    // By how much balls above a leaf would have to grow to hold a point.
    double growth_above(std::uint32_t leaf, DoubleVector point) const
    {
        double growth = 0.0;
        for (std::uint32_t above = parents_[leaf]; above != LevelSearch::none; above = parents_[above])
            growth = std::max(growth, distance(to_double(balls_[above].centre), point) - reach_[above]);
        return growth;
    }

    LeafChoice best_leaf(const Piece& piece)
    {
        LeafChoice best{0, 1e300, 1e300, 1e300};
        for_each_leaf_around(piece, [&](std::uint32_t leaf) {
            double most = -1e300;
            double growth = 0.0, above = 0.0;
            for (const std::uint32_t corner : piece.corners) {
                const DoubleVector p = pieces_.points()[corner];
                const double here = cost(balls_[leaf], p);
                most = std::max(most, here);
                growth = std::max(growth, here - balls_[leaf].excess * (1.0 + 1e-9));
                above = std::max(above, growth_above(leaf, p));
            }
            if (above != best.growth_above ? above < best.growth_above
                : growth != best.growth    ? growth < best.growth
                                           : most < best.cost)
                best = {leaf, most, growth, above};
        });
        return best;
    }

    void give_new_points(const Piece& piece)
    {
        for (const std::uint32_t corner : piece.corners) {
            if (corner < tree_.leaf_of_point.size() && tree_.leaf_of_point[corner] != LevelSearch::none)
                continue;
            tree_.leaf_of_point.resize(pieces_.points().size(), LevelSearch::none);
            double least = 1e300, least_above = 1e300;
            std::uint32_t best = 0;
            for_each_leaf_around(piece, [&](std::uint32_t leaf) {
                const DoubleVector p = pieces_.points()[corner];
                const double here = cost(balls_[leaf], p), above = growth_above(leaf, p);
                if (above < least_above || (above == least_above && here < least)) {
                    least = here;
                    least_above = above;
                    best = leaf;
                }
            });
            tree_.leaf_of_point[corner] = best;
        }
    }

    SurfacePieces& pieces_;
    BallTree& tree_;
    std::vector<Ball> balls_;
    std::vector<std::uint32_t> parents_;
    std::vector<double> reach_;
};

// The corners of the pieces of every ball of a level, each once.
std::vector<std::vector<std::uint32_t>> corners_of_leaves(const SurfacePieces& pieces, const BallTree& tree)
{
    std::vector<std::vector<std::uint32_t>> corners(tree.size());
    for (std::size_t i = 0; i < pieces.pieces().size(); ++i)
        for (const std::uint32_t corner : pieces.pieces()[i].corners)
            corners[tree.leaf_of_piece[i]].push_back(corner);
    return corners;
}

// Leaves out balls that hold no piece.
void drop_unused(BallTree& tree)
{
    std::vector<std::uint8_t> is_used(tree.size(), 0);
    for (const std::uint32_t leaf : tree.leaf_of_piece)
        is_used[leaf] = 1;
    for (std::size_t number = tree.levels.size(); number-- > 1;)
        for (std::size_t i = 0; i < tree.levels[number].balls.size(); ++i)
            if (is_used[tree.first_of_level[number] + i])
                is_used[tree.first_of_level[number - 1] + tree.levels[number].parents[i]] = 1;

    std::vector<std::uint32_t> new_number(tree.size(), 0);
    std::vector<std::uint32_t> first_of_level = {0};
    std::vector<BallLevel> levels;
    std::size_t above_count = 1;
    for (std::size_t number = 0; number < tree.levels.size(); ++number) {
        const BallLevel& level = tree.levels[number];
        BallLevel kept;
        kept.worst = level.worst;
        kept.first_child.assign(above_count + 1, 0);
        for (std::size_t i = 0; i < level.balls.size(); ++i) {
            if (!is_used[tree.first_of_level[number] + i])
                continue;
            new_number[tree.first_of_level[number] + i] =
                first_of_level.back() + static_cast<std::uint32_t>(kept.balls.size());
            std::uint32_t parent = LevelSearch::none;
            if (number > 0) {
                parent = new_number[tree.first_of_level[number - 1] + level.parents[i]] - first_of_level[number - 1];
                ++kept.first_child[parent + 1];
            }
            kept.balls.push_back(level.balls[i]);
            kept.parents.push_back(parent);
        }
        if (kept.balls.empty())
            break;
        std::partial_sum(kept.first_child.begin(), kept.first_child.end(), kept.first_child.begin());
        above_count = kept.balls.size();
        first_of_level.push_back(first_of_level.back() + static_cast<std::uint32_t>(kept.balls.size()));
        levels.push_back(std::move(kept));
    }
    for (std::uint32_t& leaf : tree.leaf_of_piece)
        leaf = new_number[leaf];
    tree.levels = std::move(levels);
    tree.first_of_level = std::move(first_of_level);
    tree.leaf_of_point = {};
}

} // namespace

void give_pieces_to_leaves(
    const SurfaceDistance& surface, SurfacePieces& pieces, BallTree& tree, const PieceSettling& settling,
    Workers& workers)
{
    Owners(pieces, tree).give();
    drop_unused(tree);
    if (settling.rounds > 0)
        settle_pieces(surface, pieces, tree, settling, workers);
    const int steps = settling.rounds > 0 ? last_steps : 0;
    std::vector<std::vector<std::uint32_t>> corners = corners_of_leaves(pieces, tree);
    std::vector<BallFit> fits(workers.count(), BallFit(surface));
    for (std::size_t number = tree.levels.size(); number-- > 0;) {
        BallLevel& level = tree.levels[number];
        const std::uint32_t first = tree.first_of_level[number];
        workers.for_each(level.balls.size(), 1, [&](std::size_t i, std::uint32_t worker) {
            std::vector<std::uint32_t>& mine = corners[first + i];
            std::sort(mine.begin(), mine.end());
            mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
            std::vector<DoubleVector> points;
            points.reserve(mine.size());
            for (const std::uint32_t corner : mine)
                points.push_back(pieces.points()[corner]);
            if (settling.measures && number <= 1)
                fit_measured(surface, fits[worker], level.balls[i], points, steps, 0.0);
            else
                fits[worker].fit(level.balls[i], points, steps);
        });
        if (number == 0)
            break;
        for (std::size_t i = 0; i < level.balls.size(); ++i) {
            std::vector<std::uint32_t>& mine = corners[first + i];
            std::vector<std::uint32_t>& above = corners[tree.first_of_level[number - 1] + level.parents[i]];
            above.insert(above.end(), mine.begin(), mine.end());
            mine = {};
        }
        level.worst = largest_excess(level.balls);
    }
}

} // namespace tactus
