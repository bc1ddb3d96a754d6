// SPDX-License-Identifier: MIT
#include "spheres/maker/ball_tree.h"

#include <algorithm>
#include <numeric>

#include "spheres/maker/balls/medial_balls.h"
#include "spheres/maker/piece_owners.h"
#include "spheres/maker/search/ball_reduction.h"
#include "spheres/maker/search/cover_choice.h"
#include "spheres/maker/search/good_covers.h"
#include "spheres/maker/search/search_effort.h"
#include "spheres/maker/search/settle_level.h"
#include "spheres/maker/search/upper_levels.h"
#include "spheres/maker/voronoi/adaptive_medial_axis.h"

namespace tactus {
namespace {

constexpr std::uint64_t max_found_together = 512;
constexpr std::size_t steps_of_root = 60;
constexpr int rounds_between_swaps = 4;
constexpr double max_over = 1.03;
constexpr int max_widenings = 2;
// Of the adaptive medial axis: how many points of the surface it begins with, and for the children of a ball the part
// of the ball's excess that balls may be wrong by, how many are wanted, and how many points may join for each child.
constexpr std::size_t first_sites = 400, medial_balls_per_child = 40, max_sites_per_child = 40, max_of_node = 20'000;
constexpr double medial_error = 0.1;
constexpr std::size_t nodes_between_reports = 16;

// Halves pieces between balls that none of them holds without standing out almost as far as the worst, so that the
// worst of a few large balls does not depend on how coarse the pieces are. Gives how many.
std::size_t halve_between(SurfacePieces& pieces, std::span<const Ball> balls)
{
    constexpr int rounds = 6;
    constexpr double nearly = 0.985;
    std::vector<std::uint32_t> waiting(pieces.pieces().size());
    std::iota(waiting.begin(), waiting.end(), 0u);
    double worst = 0.0;
    for (const DoubleVector& p : pieces.points()) {
        double least = 1e300;
        for (const Ball& ball : balls)
            least = std::min(least, cost(ball, p));
        worst = std::max(worst, least);
    }
    std::size_t count = 0;
    for (int round = 0; round < rounds && !waiting.empty(); ++round) {
        std::vector<std::uint32_t> between;
        for (const std::uint32_t i : waiting) {
            double least = 1e300;
            for (const Ball& ball : balls) {
                double most = -1e300;
                for (const std::uint32_t corner : pieces.pieces()[i].corners)
                    most = std::max(most, cost(ball, pieces.points()[corner]));
                least = std::min(least, most);
            }
            if (least > nearly * worst)
                between.push_back(i);
        }
        const auto first_new = static_cast<std::uint32_t>(pieces.pieces().size());
        pieces.halve(between);
        count += between.size();
        waiting = std::move(between);
        for (std::uint32_t i = first_new; i < pieces.pieces().size(); ++i)
            waiting.push_back(i);
    }
    return count;
}

class BallTreeGrower {
public:
    BallTreeGrower(
        const SurfaceDistance& surface, SurfacePieces& pieces, const BallTreeSettings& settings, Workers& workers)
        : surface_(surface), pieces_(pieces), settings_(settings), workers_(workers),
          effort_(search_effort(settings.quality)), search_(pieces.points(), workers)
    {
    }

    std::optional<BallTree> grow(const Progress& progress)
    {
        progress_ = &progress;
        const bool is_adaptive = settings_.method == SphereMethod::adaptive && surface_.is_closed();
        std::size_t seeds = 400;
        if (settings_.method != SphereMethod::octree && !is_adaptive)
            seeds = 1000 + effort_.medial_balls_per_leaf * leaf_count(settings_.levels, settings_.branch);
        medial_ = medial_balls(surface_, pieces_, seeds, workers_);
        if (is_adaptive)
            axis_.emplace(surface_, thinned(pieces_.points(), first_sites, 0));
        if (!progress(0.1))
            return std::nullopt;
        add_root();
        if (settings_.method == SphereMethod::medial && settings_.levels > 0
            && tree_.levels[0].worst > settings_.max_error)
            find_upper_levels();
        if (!progress(0.5))
            return std::nullopt;
        for (std::uint32_t number = 0; finish_level(number); ++number) {
            if (number < upper_.size())
                add_found_level(number);
            else if (settings_.method == SphereMethod::medial)
                add_split_level(number);
            else
                add_reduced_level(number);
            if (has_given_up_ || !progress(0.5 + 0.3 * (number + 1) / settings_.levels))
                return std::nullopt;
        }
        return std::move(tree_);
    }

private:
    void add_root()
    {
        tree_.leaf_of_point.assign(pieces_.points().size(), 0);
        tree_.first_of_level = {0};
        std::vector<Ball> candidates;
        for (const MedialBall& ball : thinned<MedialBall>(medial_, 400, 0))
            candidates.push_back(ball.ball);
        BallLevel root;
        root.balls = choose_cover(candidates, thinned(pieces_.points(), 1000, 0), 1);
        root.parents = {LevelSearch::none};
        root.first_child = {0, 1};
        BallFit(surface_).fit(root.balls[0], pieces_.points(), steps_of_root);
        root.worst = root.balls[0].excess;
        search_.gather(1);
        Box box = surface_.box();
        const float half = std::max({box.upper.x - box.lower.x, box.upper.y - box.lower.y, box.upper.z - box.lower.z});
        box.upper = {box.lower.x + half, box.lower.y + half, box.lower.z + half};
        cells_ = {box};
        tree_.levels.push_back(std::move(root));
    }

    void find_upper_levels()
    {
        std::uint32_t count = 1;
        for (std::uint64_t balls = std::uint64_t{settings_.branch} * settings_.branch;
             count < settings_.levels && balls <= max_found_together; balls *= settings_.branch)
            ++count;
        std::vector<Ball> candidates;
        for (const MedialBall& ball : medial_)
            candidates.push_back(ball.ball);
        if (count > 1 && effort_.balances)
            refine_for_first_level(candidates);
        upper_ = upper_levels(surface_, pieces_.points(), candidates, settings_.branch, count, effort_, workers_);
    }

    // Cuts smaller what the best covers of the first level depend on.
    void refine_for_first_level(std::span<const Ball> candidates)
    {
        constexpr std::size_t max_covers = 1;
        SearchEffort quick = effort_;
        quick.covers = 2;
        quick.changes = effort_.changes / 8;
        const GoodCovers covers = good_covers(surface_, pieces_.points(), candidates, settings_.branch, quick);
        for (std::size_t i = 0; i < std::min(covers.balls.size(), max_covers); ++i)
            halve_between(pieces_, covers.balls[i]);
        pieces_.sort_points();
        tree_.leaf_of_point.assign(pieces_.points().size(), 0);
        search_.reset(pieces_.points());
        search_.gather(1);
    }

    // Says which balls of a level have no children. False if none has.
    bool finish_level(std::uint32_t number)
    {
        const BallLevel& level = tree_.levels[number];
        is_leaf_.assign(level.balls.size(), number == settings_.levels);
        for (std::size_t i = 0; i < level.balls.size(); ++i) {
            // What is no larger than a rounding cannot be told apart.
            const double radius = level.balls[i].radius_at(level.balls[i].excess);
            if (level.balls[i].excess <= settings_.max_error || search_.points_of(i).size() < 2
                || radius <= 0x1p12 * pieces_.rounding())
                is_leaf_[i] = 1;
            if (is_leaf_[i])
                for (const std::uint32_t point : search_.numbers_of(i))
                    tree_.leaf_of_point[point] = tree_.first_of_level.back() + static_cast<std::uint32_t>(i);
        }
        tree_.first_of_level.push_back(tree_.first_of_level.back() + static_cast<std::uint32_t>(level.balls.size()));
        return std::find(is_leaf_.begin(), is_leaf_.end(), 0) != is_leaf_.end();
    }

    void add_found_level(std::uint32_t number)
    {
        const bool is_last = number + 1 == settings_.levels;
        const double allowed = upper_[number].worst;
        const LevelSearch before = search_;
        // Some points may lie where no ball of this level was thought to be needed. If those above reach a little
        // farther, others can take them.
        for (int widening = 0;; ++widening) {
            search_.descend(tree_.levels[number], is_leaf_);
            tree_.levels.push_back(upper_[number]);
            if (number == 0 && !is_last && effort_.balances)
                settle_level(
                    surface_, tree_.levels.back(), search_, workers_, {1, 0, 0, 0}); // those below were found for it
            else
                settle(
                    number, is_last ? effort_.last_rounds : effort_.local_rounds, is_last ? rounds_between_swaps : 0);
            if (is_last || tree_.levels.back().worst <= max_over * allowed)
                break;
            if (widening == max_widenings) {
                settle(number, effort_.level_rounds, rounds_between_swaps);
                break;
            }
            tree_.levels.pop_back();
            tree_.levels[number].worst *= 1.0 + 0.002 * (1 + widening);
            search_ = before;
        }
        // How far its balls may reach was settled when the levels below were found.
        tree_.levels.back().worst = std::max(tree_.levels.back().worst, allowed);
    }

    void add_split_level(std::uint32_t number)
    {
        std::vector<BallSplit> splits = split_each(number, [&](std::size_t i, const std::vector<Ball>& candidates) {
            SearchEffort effort = effort_;
            effort.covers = 1;
            effort.changes = settings_.quality == SphereQuality::best ? 12 : 3;
            effort.settle_samples = 800;
            return BallSplit{
                good_covers(surface_, search_.points_of(i), candidates, settings_.branch, effort).balls.at(0), {}};
        });
        search_.descend(tree_.levels[number], is_leaf_);
        add_children(splits);
        settle(number, effort_.level_rounds, rounds_between_swaps);
    }

    void add_reduced_level(std::uint32_t number)
    {
        const bool is_octree = settings_.method == SphereMethod::octree;
        std::vector<std::vector<Box>> cells(is_leaf_.size());
        const std::vector<BallSplit> splits =
            split_each(number, [&](std::size_t i, const std::vector<Ball>& candidates) {
                if (settings_.method == SphereMethod::adaptive)
                    return best_reduction(surface_, search_.points_of(i), candidates, settings_.branch);
                if (!is_octree)
                    return reduce_balls(surface_, settings_.method, search_.points_of(i), candidates, settings_.branch);
                CellSplit split = split_cell(surface_, cells_[i], search_.points_of(i), settings_.branch);
                cells[i] = std::move(split.cells);
                return std::move(split.split);
            });
        if (has_given_up_)
            return;
        std::vector<std::uint32_t> owners(search_.owners().begin(), search_.owners().end());
        std::uint32_t first = 0;
        cells_.clear();
        for (std::size_t i = 0; i < splits.size(); ++i) {
            for (std::size_t p = 0; p < splits[i].ball_of_point.size(); ++p)
                owners[search_.numbers_of(i)[p]] = first + splits[i].ball_of_point[p];
            first += static_cast<std::uint32_t>(splits[i].balls.size());
            cells_.insert(cells_.end(), cells[i].begin(), cells[i].end());
        }
        search_.descend(tree_.levels[number], is_leaf_);
        search_.set_owners(std::move(owners));
        add_children(splits);
        BallLevel& level = tree_.levels.back();
        search_.gather(level.balls.size());
        level.worst = largest_excess(level.balls);
    }

    // Calls split(i, balls of the medial axis at its points) for every ball that has children.
    template <class F>
    std::vector<BallSplit> split_each(std::uint32_t number, F&& split)
    {
        const BallLevel& level = tree_.levels[number];
        std::vector<std::uint32_t> ball_of_point(pieces_.points().size(), LevelSearch::none);
        for (std::uint32_t i = 0; i < level.balls.size(); ++i)
            for (const std::uint32_t point : search_.numbers_of(i))
                ball_of_point[point] = i;
        std::vector<std::vector<Ball>> candidates(level.balls.size());
        for (const MedialBall& ball : medial_)
            if (const std::uint32_t i = ball_of_point[pieces_.pieces()[ball.piece].corners[0]]; i != LevelSearch::none)
                candidates[i].push_back(ball.ball);
        std::vector<BallSplit> splits(level.balls.size());
        const std::size_t step = axis_ ? nodes_between_reports : splits.size();
        for (std::size_t begin = 0; begin < splits.size() && !has_given_up_; begin += step) {
            const std::size_t end = std::min(begin + step, splits.size());
            // One region after the other, since each makes the medial axis of the next one better.
            for (std::size_t i = begin; i < end && axis_; ++i)
                if (!is_leaf_[i])
                    candidates[i] = refined_axis(i, level.balls[i]);
            workers_.for_each(end - begin, 1, [&](std::size_t k, std::uint32_t) {
                const std::size_t i = begin + k;
                if (is_leaf_[i])
                    return;
                // Where seeds are few, a ball around a point is better than none.
                if (settings_.method != SphereMethod::octree && candidates[i].size() < 4 * settings_.branch)
                    for (const DoubleVector& p : thinned(search_.points_of(i), 64, 0))
                        candidates[i].push_back(ball_at(surface_, to_float(p), &level.balls[i]));
                splits[i] = split(i, candidates[i]);
            });
            const double done = static_cast<double>(end) / static_cast<double>(splits.size());
            has_given_up_ = axis_ && !(*progress_)(0.5 + 0.3 * (number + done) / settings_.levels);
        }
        return splits;
    }

    std::vector<Ball> refined_axis(std::size_t i, const Ball& ball)
    {
        const std::vector<DoubleVector> points = thinned_with_strays(search_.points_of(i), 600);
        return axis_->balls_of(
            {to_double(ball.centre), ball.radius_at(ball.excess), points},
            {medial_error * ball.excess, std::min(medial_balls_per_child * settings_.branch, max_of_node),
             std::min(max_sites_per_child * settings_.branch, max_of_node)});
    }

    void add_children(std::span<const BallSplit> splits)
    {
        BallLevel level;
        level.first_child.push_back(0);
        for (std::uint32_t i = 0; i < splits.size(); ++i) {
            level.balls.insert(level.balls.end(), splits[i].balls.begin(), splits[i].balls.end());
            level.parents.insert(level.parents.end(), splits[i].balls.size(), i);
            level.first_child.push_back(static_cast<std::uint32_t>(level.balls.size()));
        }
        tree_.levels.push_back(std::move(level));
    }

    void settle(std::uint32_t above, int rounds, int per_swap)
    {
        const int last_rounds = above + 1 == settings_.levels ? effort_.level_rounds / 4 : 0;
        settle_level(surface_, tree_.levels.back(), search_, workers_, {rounds, effort_.steps, per_swap, last_rounds});
    }

    const SurfaceDistance& surface_;
    SurfacePieces& pieces_;
    const BallTreeSettings& settings_;
    Workers& workers_;
    SearchEffort effort_;
    LevelSearch search_;
    std::vector<MedialBall> medial_;
    std::optional<AdaptiveMedialAxis> axis_; ///< of SphereMethod::adaptive
    std::vector<BallLevel> upper_;
    std::vector<std::uint8_t> is_leaf_; ///< of the balls of the last level
    std::vector<Box> cells_;            ///< the same, for an octree
    BallTree tree_;
    const Progress* progress_ = nullptr;
    bool has_given_up_ = false;
};

} // namespace

std::optional<BallTree> grow_ball_tree(
    const SurfaceDistance& surface, SurfacePieces& pieces, const BallTreeSettings& settings, Workers& workers,
    const Progress& progress)
{
    std::optional<BallTree> tree = BallTreeGrower(surface, pieces, settings, workers).grow(progress);
    if (tree) {
        PieceSettling settling;
        settling.max_error = settings.max_error;
        if (settings.method == SphereMethod::medial)
            settling.rounds = search_effort(settings.quality).piece_rounds;
        settling.measures = search_effort(settings.quality).balances;
        give_pieces_to_leaves(surface, pieces, *tree, settling, workers);
    }
    return tree;
}

} // namespace tactus
