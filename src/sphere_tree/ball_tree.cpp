// SPDX-License-Identifier: MIT
#include "sphere_tree/ball_tree.h"

#include <algorithm>
#include <limits>

#include "sphere_tree/cover_choice.h"
#include "sphere_tree/medial_balls.h"
#include "sphere_tree/piece_owners.h"

namespace tactus {
namespace {

// Every so many of them, as evenly as they come.
template <class T>
std::vector<T> thinned(std::span<const T> all, std::size_t most, std::size_t offset)
{
    const std::size_t stride = std::max<std::size_t>((all.size() + most - 1) / most, 1);
    std::vector<T> some;
    for (std::size_t i = offset % stride; i < all.size(); i += stride)
        some.push_back(all[i]);
    return some;
}

struct Effort {
    std::size_t candidates;
    std::size_t samples;
    std::size_t variants;
    int local_rounds;
    int level_rounds;
    int steps;
};

Effort effort_of(SphereQuality quality)
{
    if (quality == SphereQuality::fast)
        return {600, 1200, 1, 6, 20, 10};
    return {1000, 2500, 3, 10, 50, 12};
}

std::vector<Ball> best_children(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> candidates,
    std::uint32_t count, const Effort& effort)
{
    std::vector<Ball> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t variant = 0; variant < effort.variants; ++variant) {
        const std::vector<DoubleVector> samples = thinned(points, effort.samples + 30 * count, 7 * variant);
        std::vector<Ball> balls = choose_cover(thinned(candidates, effort.candidates + 20 * count, 5 * variant + 1), samples, count);
        if (balls.empty())
            continue;
        const double worst = settle_balls(surface, balls, samples, effort.local_rounds, effort.steps);
        if (worst < least) {
            least = worst;
            best = std::move(balls);
        }
    }
    return best;
}

// Balls move and points change over, all over the level, while the worst ball becomes better.
void settle_level(const SurfaceDistance& surface, BallLevel& level, LevelSearch& search, Workers& workers, const Effort& effort)
{
    std::vector<BallFit> fits(workers.count(), BallFit(surface));
    double reach = std::numeric_limits<double>::infinity();
    for (int round = 0; round < effort.level_rounds; ++round) {
        search.assign(level, reach);
        search.gather(level.balls.size());
        workers.for_each_chunk(
            level.balls.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t worker) {
                for (std::size_t i = begin; i < end; ++i)
                    fits[worker].fit(level.balls[i], search.points_of(i), effort.steps);
            });
        level.worst = 0.0;
        for (const Ball& ball : level.balls)
            level.worst = std::max(level.worst, ball.excess);
        reach = level.worst * (1.0 + 1e-9);
    }
}

// Leaves out balls that nothing is left for.
void drop_empty(BallLevel& level, LevelSearch& search)
{
    BallLevel kept;
    kept.worst = level.worst;
    kept.first_child.assign(level.first_child.size(), 0);
    for (std::size_t i = 0; i < level.balls.size(); ++i) {
        if (search.points_of(i).empty())
            continue;
        kept.balls.push_back(level.balls[i]);
        kept.parents.push_back(level.parents[i]);
        ++kept.first_child[level.parents[i] + 1];
    }
    for (std::size_t i = 1; i < kept.first_child.size(); ++i)
        kept.first_child[i] += kept.first_child[i - 1];
    if (kept.balls.size() == level.balls.size())
        return;
    level = std::move(kept);
    search.assign(level, level.worst * (1.0 + 1e-9));
    search.gather(level.balls.size());
}

} // namespace

std::uint32_t BallTree::level_of(std::uint32_t number) const
{
    std::uint32_t level = 0;
    while (number >= first_of_level[level + 1])
        ++level;
    return level;
}

std::optional<BallTree> grow_ball_tree(
    const SurfaceDistance& surface, SurfacePieces& pieces, const BallTreeSettings& settings, Workers& workers,
    const Progress& progress)
{
    const Effort effort = effort_of(settings.quality);
    const std::vector<MedialBall> medial = medial_balls(surface, pieces, 16000, workers);
    if (!progress(0.1))
        return std::nullopt;

    BallTree tree;
    LevelSearch search(pieces.points(), workers);
    tree.leaf_of_point.assign(pieces.points().size(), 0);
    tree.first_of_level = {0};

    BallLevel root;
    {
        std::vector<Ball> candidates;
        for (std::size_t i = 0; i < medial.size(); i += 1 + medial.size() / 400)
            candidates.push_back(medial[i].ball);
        root.balls = choose_cover(candidates, thinned(pieces.points(), 1000, 0), 1);
        root.parents = {LevelSearch::none};
        root.first_child = {0, 1};
        BallFit(surface).fit(root.balls[0], pieces.points(), 60);
        root.worst = root.balls[0].excess;
        search.gather(1);
    }
    tree.levels.push_back(std::move(root));

    for (std::uint32_t number = 0;; ++number) {
        const BallLevel& above = tree.levels[number];
        std::vector<std::uint8_t> is_leaf(above.balls.size(), number == settings.levels);
        for (std::size_t i = 0; i < above.balls.size(); ++i)
            if (above.balls[i].excess <= settings.max_error || search.points_of(i).size() < 2)
                is_leaf[i] = 1;
        for (std::size_t i = 0; i < above.balls.size(); ++i)
            if (is_leaf[i])
                for (const std::uint32_t point : search.numbers_of(i))
                    tree.leaf_of_point[point] = tree.first_of_level.back() + static_cast<std::uint32_t>(i);
        tree.first_of_level.push_back(tree.first_of_level.back() + static_cast<std::uint32_t>(above.balls.size()));
        tree.is_leaf.push_back(is_leaf);
        if (std::find(is_leaf.begin(), is_leaf.end(), 0) == is_leaf.end())
            break;

        std::vector<std::vector<Ball>> candidates(above.balls.size());
        for (const MedialBall& ball : medial)
            candidates[search.owners()[pieces.pieces()[ball.piece].corners[0]]].push_back(ball.ball);
        std::vector<std::vector<Ball>> children(above.balls.size());
        workers.for_each_chunk(
            above.balls.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                for (std::size_t i = begin; i < end; ++i) {
                    if (is_leaf[i])
                        continue;
                    if (candidates[i].size() < settings.branch)
                        for (const DoubleVector& p : thinned(search.points_of(i), 64, 0))
                            candidates[i].push_back(ball_at(surface, to_float(p), &above.balls[i]));
                    children[i] = best_children(surface, search.points_of(i), candidates[i], settings.branch, effort);
                }
            });
        BallLevel level;
        level.first_child.push_back(0);
        for (std::uint32_t i = 0; i < above.balls.size(); ++i) {
            for (const Ball& child : children[i]) {
                level.balls.push_back(child);
                level.parents.push_back(i);
            }
            level.first_child.push_back(static_cast<std::uint32_t>(level.balls.size()));
        }
        search.descend(above, is_leaf);
        settle_level(surface, level, search, workers, effort);
        drop_empty(level, search);
        tree.levels.push_back(std::move(level));
        if (!progress(0.1 + 0.7 * (number + 1) / settings.levels))
            return std::nullopt;
    }
    give_pieces_to_leaves(surface, pieces, tree, workers);
    return tree;
}

} // namespace tactus
