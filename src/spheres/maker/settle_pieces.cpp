// SPDX-License-Identifier: MIT
#include "spheres/maker/settle_pieces.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr std::uint32_t none = LevelSearch::none;
// Edges shorter than this part of what leaves stand out by, on average, are not worth halving.
constexpr double shortest_edge = 0.2;
// The balls of the first level are asked, round by round, to stand out by this part of what the worst of them does.
constexpr double squeeze = 0.997, squeeze_more = 0.9995;
constexpr int steps_of_squeeze = 8;

class Settler {
public:
    Settler(
        const SurfaceDistance& surface, SurfacePieces& pieces, BallTree& tree, const PieceSettling& settling,
        Workers& workers)
        : surface_(surface), pieces_(pieces), tree_(tree), settling_(settling), workers_(workers),
          pieces_of_(tree.size()), is_changed_(tree.size(), 1), fits_(workers.count(), BallFit(surface)),
          stamps_(workers.count())
    {
        for (std::uint32_t number = 0; number < tree.levels.size(); ++number)
            for (std::uint32_t i = 0; i < tree.levels[number].balls.size(); ++i) {
                balls_.push_back(&tree.levels[number].balls[i]);
                parents_.push_back(
                    number == 0 ? none : tree.first_of_level[number - 1] + tree.levels[number].parents[i]);
                reach_.push_back(balls_.back()->radius_at(tree.levels[number].worst * (1.0 + 1e-9)));
            }
        for (std::uint32_t i = 0; i < tree.leaf_of_piece.size(); ++i)
            pieces_of_[tree.leaf_of_piece[i]].push_back(i);
        for (std::uint32_t ball = 0; ball < balls_.size(); ++ball)
            if (!pieces_of_[ball].empty())
                leaves_.push_back(ball);
    }

    void settle()
    {
        fit();
        set_limits();
        for (int round = 0; round < settling_.rounds; ++round) {
            squeeze_first_level();
            find_neighbours();
            halve_between();
            sort_by(leaves_, [&](std::uint32_t leaf) { return -balls_[leaf]->excess; });
            for (const std::uint32_t leaf : leaves_)
                give_what_is_too_far(leaf);
            for (const std::uint32_t leaf : leaves_)
                give_away(leaf);
            fit();
        }
    }

private:
    struct Neighbour {
        std::uint32_t leaf = 0;
        double growth = 0.0; ///< by what it was given so far
    };
    struct Cost {
        double cost = 0.0;
        std::uint32_t piece = 0;
    };
    struct Gift {
        std::uint32_t piece = 0;
        std::uint32_t neighbour = 0;
    };

    double piece_cost(const Ball& ball, std::uint32_t piece) const
    {
        double squared = 0.0;
        const DoubleVector centre = to_double(ball.centre);
        for (const std::uint32_t corner : pieces_.pieces()[piece].corners) {
            const DoubleVector away = pieces_.points()[corner] - centre;
            squared = std::max(squared, dot(away, away));
        }
        return std::sqrt(squared) - ball.radius_at(0.0);
    }

    // The corners of a leaf's pieces, those that do not have this stamp yet.
    void add_corners(std::vector<DoubleVector>& points, std::uint32_t leaf, std::uint64_t stamp, std::uint32_t worker)
    {
        std::vector<std::uint64_t>& stamps = stamps_[worker];
        stamps.resize(pieces_.points().size(), 0);
        for (const std::uint32_t piece : pieces_of_[leaf])
            for (const std::uint32_t corner : pieces_.pieces()[piece].corners)
                if (stamps[corner] != stamp) {
                    stamps[corner] = stamp;
                    points.push_back(pieces_.points()[corner]);
                }
    }

    void fit()
    {
        ++stamp_;
        workers_.for_each(leaves_.size(), 1, [&](std::size_t k, std::uint32_t worker) {
            const std::uint32_t leaf = leaves_[k];
            if (!is_changed_[leaf])
                return;
            std::vector<DoubleVector> points;
            add_corners(points, leaf, stamp_ << 32 | leaf, worker);
            fits_[worker].fit(*balls_[leaf], points, settling_.steps);
            is_changed_[leaf] = 0;
        });
    }

    void set_limits()
    {
        double worst = 0.0, sum = 0.0;
        for (const std::uint32_t leaf : leaves_) {
            worst = std::max(worst, balls_[leaf]->excess);
            sum += balls_[leaf]->excess;
        }
        limits_.assign(balls_.size(), worst);
        for (const std::uint32_t leaf : leaves_)
            if (balls_[leaf]->excess <= settling_.max_error)
                limits_[leaf] = settling_.max_error;
        shortest_ = shortest_edge * sum / static_cast<double>(leaves_.size());
    }

    // Fits the balls of the first level, and asks that they do with a little less.
    void squeeze_first_level()
    {
        if (tree_.levels.size() < 3)
            return;
        BallLevel& level = tree_.levels[1];
        std::vector<std::vector<std::uint32_t>> leaves_of(level.balls.size());
        for (const std::uint32_t leaf : leaves_)
            if (leaf >= tree_.first_of_level[1])
                leaves_of[first_level_of(leaf) - tree_.first_of_level[1]].push_back(leaf);
        ++stamp_;
        workers_.for_each(level.balls.size(), 1, [&](std::size_t i, std::uint32_t worker) {
            std::vector<DoubleVector> points;
            for (const std::uint32_t leaf : leaves_of[i])
                add_corners(points, leaf, stamp_ << 32 | i, worker);
            if (settling_.measures)
                fit_measured(surface_, fits_[worker], level.balls[i], points, steps_of_squeeze, level.worst);
            else
                fits_[worker].fit(level.balls[i], points, steps_of_squeeze);
        });
        const double worst = largest_excess(level.balls);
        const double wanted =
            worst > level.worst * (1.0 + 1e-9) ? std::max(squeeze * worst, level.worst) : squeeze_more * worst;
        for (std::size_t i = 0; i < level.balls.size(); ++i)
            reach_[tree_.first_of_level[1] + i] = level.balls[i].radius_at(wanted);
    }

    std::uint32_t first_level_of(std::uint32_t leaf) const
    {
        while (parents_[leaf] != 0)
            leaf = parents_[leaf];
        return leaf;
    }

    bool is_too_far(std::uint32_t leaf, std::uint32_t piece) const
    {
        for (std::uint32_t above = parents_[leaf]; above != none; above = parents_[above])
            if (balls_[above]->radius_at(piece_cost(*balls_[above], piece)) > reach_[above])
                return true;
        return false;
    }

    // Pieces that a ball above a leaf should not have to hold go to whatever leaf near by can take them.
    void give_what_is_too_far(std::uint32_t leaf)
    {
        gifts_.clear();
        around_.clear();
        for (const std::uint32_t piece : pieces_of_[leaf]) {
            if (!is_too_far(leaf, piece))
                continue;
            if (around_.empty())
                list_two_rings(leaf);
            double least = 1e300;
            std::uint32_t taker = none;
            for (const Neighbour& near : around_) {
                const double here = piece_cost(*balls_[near.leaf], piece);
                const double growth = std::max(here - balls_[near.leaf]->excess, 0.0);
                if (growth < least && here <= limits_[near.leaf] && !is_too_far(near.leaf, piece)) {
                    least = growth;
                    taker = near.leaf;
                }
            }
            if (taker != none && gifts_.size() + 1 < pieces_of_[leaf].size())
                gifts_.push_back({piece, taker});
        }
        give(leaf);
    }

    void list_two_rings(std::uint32_t leaf)
    {
        std::vector<std::uint32_t> rings;
        for (std::uint32_t k = first_neighbour_[leaf]; k < first_neighbour_[leaf + 1]; ++k) {
            const std::uint32_t near = neighbours_[k];
            rings.push_back(near);
            rings.insert(
                rings.end(), neighbours_.begin() + first_neighbour_[near],
                neighbours_.begin() + first_neighbour_[near + 1]);
        }
        std::sort(rings.begin(), rings.end());
        rings.erase(std::unique(rings.begin(), rings.end()), rings.end());
        for (const std::uint32_t near : rings)
            if (near != leaf)
                around_.push_back({near, 0.0});
    }

    // Leaves that have pieces with a common corner.
    void find_neighbours()
    {
        leaf_at_.assign(pieces_.points().size(), none);
        is_shared_.assign(pieces_.points().size(), 0);
        std::vector<std::uint64_t> pairs;
        for (const std::uint32_t leaf : leaves_)
            for (const std::uint32_t piece : pieces_of_[leaf])
                for (const std::uint32_t corner : pieces_.pieces()[piece].corners) {
                    std::uint32_t& here = leaf_at_[corner];
                    if (here != none && here != leaf) {
                        is_shared_[corner] = 1;
                        pairs.push_back(std::uint64_t{here} << 32 | leaf);
                        pairs.push_back(std::uint64_t{leaf} << 32 | here);
                    }
                    here = leaf;
                }
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        first_neighbour_.assign(balls_.size() + 1, 0);
        neighbours_.clear();
        for (const std::uint64_t pair : pairs) {
            ++first_neighbour_[(pair >> 32) + 1];
            neighbours_.push_back(static_cast<std::uint32_t>(pair));
        }
        for (std::size_t i = 1; i < first_neighbour_.size(); ++i)
            first_neighbour_[i] += first_neighbour_[i - 1];
    }

    // Halves the pieces that a ball's excess depends on and that reach over to another one's.
    void halve_between()
    {
        std::vector<std::uint32_t> between;
        for (const std::uint32_t leaf : leaves_) {
            const Ball& ball = *balls_[leaf];
            for (const std::uint32_t piece : pieces_of_[leaf]) {
                double most = -1e300, least = 1e300;
                bool is_between = false;
                for (const std::uint32_t corner : pieces_.pieces()[piece].corners) {
                    const double here = cost(ball, pieces_.points()[corner]);
                    most = std::max(most, here);
                    least = std::min(least, here);
                    is_between = is_between || is_shared_[corner] != 0;
                }
                if (is_between && (most + 0.5 * (most - least) > ball.excess || is_too_far(leaf, piece))
                    && pieces_.squared_longest_edge(pieces_.pieces()[piece]) > shortest_ * shortest_)
                    between.push_back(piece);
            }
        }
        std::sort(between.begin(), between.end());
        auto next = static_cast<std::uint32_t>(pieces_.pieces().size());
        pieces_.halve(between);
        for (const std::uint32_t piece : between) {
            tree_.leaf_of_piece.push_back(tree_.leaf_of_piece[piece]);
            pieces_of_[tree_.leaf_of_piece[piece]].push_back(next++);
        }
    }

    bool is_ancestor(std::uint32_t above, std::uint32_t leaf) const
    {
        while (leaf != none && leaf > above)
            leaf = parents_[leaf];
        return leaf == above;
    }

    bool is_held_above(std::uint32_t neighbour, std::uint32_t leaf, std::uint32_t piece) const
    {
        for (std::uint32_t above = parents_[neighbour]; above != none && !is_ancestor(above, leaf);
             above = parents_[above])
            if (balls_[above]->radius_at(piece_cost(*balls_[above], piece)) > reach_[above])
                return false;
        return true;
    }

    void give_away(std::uint32_t leaf)
    {
        std::vector<std::uint32_t>& mine = pieces_of_[leaf];
        std::vector<Neighbour>& around = around_;
        around.clear();
        for (std::uint32_t k = first_neighbour_[leaf]; k < first_neighbour_[leaf + 1]; ++k)
            around.push_back({neighbours_[k], 0.0});
        if (around.empty() || mine.size() < 2)
            return;
        costs_.clear();
        for (const std::uint32_t piece : mine)
            costs_.push_back({piece_cost(*balls_[leaf], piece), piece});
        std::sort(costs_.begin(), costs_.end(), [](const Cost& a, const Cost& b) {
            return a.cost != b.cost ? a.cost > b.cost : a.piece < b.piece;
        });
        gifts_.clear();
        double loss = 0.0, best = 1e-3 * costs_[0].cost;
        std::size_t best_count = 0;
        for (std::size_t k = 0; k + 1 < costs_.size() && loss < costs_[0].cost - costs_.back().cost; ++k) {
            double least = 1e300;
            std::uint32_t taker = none;
            for (std::uint32_t n = 0; n < around.size(); ++n) {
                const Ball& other = *balls_[around[n].leaf];
                const double here = piece_cost(other, costs_[k].piece);
                const double growth = std::max(here - other.excess - around[n].growth, 0.0);
                if (growth < least && here <= limits_[around[n].leaf]
                    && is_held_above(around[n].leaf, leaf, costs_[k].piece)) {
                    least = growth;
                    taker = n;
                }
            }
            if (taker == none)
                break;
            loss += least;
            around[taker].growth += least;
            gifts_.push_back({costs_[k].piece, around[taker].leaf});
            const double gain = costs_[0].cost - costs_[k + 1].cost - loss;
            if (gain > best) {
                best = gain;
                best_count = gifts_.size();
            }
        }
        if (best_count == 0)
            return;
        gifts_.resize(best_count);
        give(leaf);
        balls_[leaf]->excess = costs_[best_count].cost;
    }

    void give(std::uint32_t leaf)
    {
        if (gifts_.empty())
            return;
        for (const Gift& gift : gifts_) {
            Ball& taker = *balls_[gift.neighbour];
            taker.excess = std::max(taker.excess, piece_cost(taker, gift.piece));
            tree_.leaf_of_piece[gift.piece] = gift.neighbour;
            pieces_of_[gift.neighbour].push_back(gift.piece);
            is_changed_[gift.neighbour] = 1;
        }
        std::erase_if(pieces_of_[leaf], [&](std::uint32_t piece) { return tree_.leaf_of_piece[piece] != leaf; });
        is_changed_[leaf] = 1;
    }

    const SurfaceDistance& surface_;
    SurfacePieces& pieces_;
    BallTree& tree_;
    const PieceSettling& settling_;
    Workers& workers_;
    std::vector<Ball*> balls_; ///< of all levels
    std::vector<std::uint32_t> parents_;
    std::vector<double> reach_;
    std::vector<double> limits_;
    std::vector<std::uint32_t> leaves_;
    std::vector<std::vector<std::uint32_t>> pieces_of_;
    std::vector<std::uint8_t> is_changed_;
    std::vector<BallFit> fits_;
    std::vector<std::vector<std::uint64_t>> stamps_; ///< per worker and point
    std::uint64_t stamp_ = 0;
    std::vector<std::uint32_t> leaf_at_;
    std::vector<std::uint8_t> is_shared_;
    std::vector<std::uint32_t> first_neighbour_;
    std::vector<std::uint32_t> neighbours_;
    std::vector<Neighbour> around_;
    std::vector<Cost> costs_;
    std::vector<Gift> gifts_;
    double shortest_ = 0.0;
};

} // namespace

void settle_pieces(
    const SurfaceDistance& surface, SurfacePieces& pieces, BallTree& tree, const PieceSettling& settling,
    Workers& workers)
{
    Settler(surface, pieces, tree, settling, workers).settle();
}

} // namespace tactus
