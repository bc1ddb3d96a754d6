// SPDX-License-Identifier: MIT
#include "sphere_tree/ball_tree.h"

#include <algorithm>
#include <numeric>

#include "sphere_tree/cover_choice.h"
#include "sphere_tree/medial_balls.h"
#include "sphere_tree/piece_owners.h"
#include "sphere_tree/settle_level.h"
#include "sphere_tree/upper_levels.h"

namespace tactus {
namespace {

// Leaves out balls that nothing is left for.
void drop_empty(BallLevel& level, LevelSearch& search)
{
    BallLevel kept;
    kept.worst = level.worst;
    kept.first_child.assign(level.first_child.size(), 0);
    std::vector<std::uint32_t> new_number(level.balls.size(), LevelSearch::none);
    for (std::size_t i = 0; i < level.balls.size(); ++i) {
        if (search.points_of(i).empty())
            continue;
        new_number[i] = static_cast<std::uint32_t>(kept.balls.size());
        kept.balls.push_back(level.balls[i]);
        kept.parents.push_back(level.parents[i]);
        ++kept.first_child[level.parents[i] + 1];
    }
    if (kept.balls.size() == level.balls.size())
        return;
    std::partial_sum(kept.first_child.begin(), kept.first_child.end(), kept.first_child.begin());
    level = std::move(kept);
    search.renumber(new_number);
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
    const SearchEffort effort = search_effort(settings.quality);
    const std::vector<MedialBall> medial = medial_balls(surface, pieces, effort.medial_balls, workers);
    std::vector<Ball> medial_only;
    for (const MedialBall& ball : medial)
        medial_only.push_back(ball.ball);
    if (!progress(0.1))
        return std::nullopt;

    BallTree tree;
    LevelSearch search(pieces.points(), workers);
    tree.leaf_of_point.assign(pieces.points().size(), 0);
    tree.first_of_level = {0};

    BallLevel root;
    root.balls = choose_cover(thinned<Ball>(medial_only, 400, 0), thinned(pieces.points(), 1000, 0), 1);
    root.parents = {LevelSearch::none};
    root.first_child = {0, 1};
    BallFit(surface).fit(root.balls[0], pieces.points(), 60);
    root.worst = root.balls[0].excess;
    search.gather(1);
    tree.levels.push_back(std::move(root));

    std::uint32_t upper_count = 0;
    for (std::uint64_t balls = settings.branch; upper_count < settings.levels && (upper_count == 0 || balls <= 512); balls *= settings.branch)
        ++upper_count;
    std::vector<BallLevel> upper;
    if (tree.levels[0].worst > settings.max_error)
        upper = upper_levels(surface, pieces.points(), medial_only, settings.branch, upper_count, effort, workers);
    if (!progress(0.5))
        return std::nullopt;

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

        BallLevel level;
        const bool was_found = number < upper.size();
        if (was_found) {
            level = std::move(upper[number]);
        } else {
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
                        SearchEffort less = effort;
                        less.covers = 1;
                        less.changes = 4;
                        auto covers = good_covers(surface, search.points_of(i), candidates[i], settings.branch, less);
                        if (!covers.empty())
                            children[i] = std::move(covers[0]);
                    }
                });
            level.first_child.push_back(0);
            for (std::uint32_t i = 0; i < above.balls.size(); ++i) {
                for (const Ball& child : children[i]) {
                    level.balls.push_back(child);
                    level.parents.push_back(i);
                }
                level.first_child.push_back(static_cast<std::uint32_t>(level.balls.size()));
            }
        }
        search.descend(above, is_leaf);
        const bool is_last = number + 1 == settings.levels;
        const int rounds = was_found && !is_last ? effort.local_rounds : effort.level_rounds;
        const double allowed = was_found ? level.worst : 0.0;
        settle_level(
            surface, level, search, workers,
            {rounds, effort.steps, was_found ? 0 : 4, is_last ? effort.level_rounds / 4 : 0});
        if (getenv("SHOW")) fprintf(stderr, "settled %g\n", level.worst);
        level.worst = std::max(level.worst, allowed);
        drop_empty(level, search);
        tree.levels.push_back(std::move(level));
        if (!progress(0.5 + 0.3 * (number + 1) / settings.levels))
            return std::nullopt;
    }
    give_pieces_to_leaves(surface, pieces, tree, workers);
    return tree;
}

} // namespace tactus
