// SPDX-License-Identifier: MIT
#include "cli/reproduce/bucket_tree/bucket_experiment.h"

#include <algorithm>
#include <cmath>

#include <tactus/bucket_octree.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "cli/reproduce/bucket_tree/cell_pairs.h"

namespace tactus::cli {

namespace {

/// An octree that is brought up to date part by part, so that what both algorithms do can be timed apart.
class UpdateInParts {
public:
    UpdateInParts(std::uint32_t levels, bool has_lists) : levels_(levels), has_lists_(has_lists) {}

    struct Times {
        double placing = 0.0; ///< milliseconds
        double common = 0.0;
    };

    Times update(const std::vector<Vec3>& points)
    {
        const std::size_t count = points.size();
        keys_.resize(count);
        const double begin = thread_microseconds();
        BucketBox range{points[0], points[0]};
        for (const Vec3& p : points) {
            range.lower = {std::min(range.lower.x, p.x), std::min(range.lower.y, p.y), std::min(range.lower.z, p.z)};
            range.upper = {std::max(range.upper.x, p.x), std::max(range.upper.y, p.y), std::max(range.upper.z, p.z)};
        }
        grid_.set(range, levels_);
        const double ranged = thread_microseconds();
        if (has_lists_)
            lists_.update(
                count, [&](std::size_t k) { return points[k]; }, grid_, true);
        else
            for (std::size_t k = 0; k < count; ++k)
                keys_[k] = grid_.key(points[k]);
        const double placed = thread_microseconds();
        nodes_.begin(grid_, count);
        nodes_.advance(
            SIZE_MAX, grid_, [&](std::size_t first, std::size_t some, BucketLanes* boxes, std::uint32_t* keys) {
                for (std::size_t k = 0; k < some; ++k) {
                    boxes[k] = BucketLanes::of({points[first + k], points[first + k]});
                    keys[k] = has_lists_ ? lists_.key(first + k, grid_) : keys_[first + k];
                }
            });
        const double end = thread_microseconds();
        return {1e-3 * (placed - ranged), 1e-3 * (ranged - begin + end - placed)};
    }

    /// What the last update took for a primitive.
    double operations() const
    {
        if (!has_lists_)
            return bucket_paper::operations_of_a_key;
        // A comparison for each primitive in each list, and one more for each move.
        return 3.0 + 2.0 * double(lists_.moves()) / double(keys_.size());
    }
    const BucketNodes& nodes() const { return nodes_; }

private:
    std::uint32_t levels_;
    bool has_lists_;
    BucketGrid grid_;
    BucketLists lists_;
    BucketNodes nodes_;
    std::vector<std::uint32_t> keys_;
};

UpdateFigures measure_updates(std::size_t primitives, std::uint32_t levels, std::size_t steps)
{
    UpdateFigures figures;
    std::vector<double> common;
    for (const BucketRunner& runner : bucket_runners()) {
        PointSoup soup(SoupShape::cube, primitives, runner.alpha_degrees, 2000 + primitives);
        UpdateInParts tree(levels, runner.has_lists);
        tree.update(soup.points());
        std::vector<double> placing;
        double operations = 0.0;
        for (std::size_t step = 0; step < steps; ++step) {
            soup.move();
            const UpdateInParts::Times times = tree.update(soup.points());
            placing.push_back(times.placing);
            operations += tree.operations() / double(steps);
            if (!runner.has_lists)
                common.push_back(times.common);
        }
        if (!runner.has_lists) {
            figures.buckets = tree.nodes().bucket_count();
            figures.nodes = tree.nodes().node_count();
        }
        figures.placing.push_back({median(std::move(placing)), operations});
    }
    figures.common_milliseconds = median(std::move(common));
    return figures;
}

/// A primitive with some room around it.
struct Speck {
    Vec3 centre;
    float reach = 0.0f;
};

Vec3 reference_point(const Speck& speck) { return speck.centre; }

BucketBox bounding_box(const Speck& speck)
{
    const auto [x, y, z] = speck.centre;
    const float r = speck.reach;
    return {{x - r, y - r, z - r}, {x + r, y + r, z + r}};
}

std::vector<Speck> specks_of(const PointSoup& soup, float reach)
{
    std::vector<Speck> specks;
    for (const Vec3& point : soup.points())
        specks.push_back({point, reach});
    return specks;
}

/// Two objects that overlap by a third of their size.
struct TwoSoups {
    PointSoup a;
    PointSoup b;

    TwoSoups(SoupShape shape, std::size_t primitives) : a(shape, primitives, 15.0, 7), b(shape, primitives, 15.0, 8)
    {
        b.shift(2.0 / 3.0);
    }
    void move()
    {
        a.move();
        b.move();
    }
};

/// Adds what a step has found to what all have.
struct BoxSums {
    double tests = 0.0, milliseconds = 0.0, pairs = 0.0;

    BucketFigures::Boxes of_a_thousand(std::size_t steps) const
    {
        const double thousands = std::max(pairs, 1.0) / 1000.0;
        return {tests / thousands, milliseconds / thousands, pairs / double(steps)};
    }
};

BucketFigures::Boxes collide_cells(SoupShape shape, std::size_t primitives, std::uint32_t levels, std::size_t steps)
{
    TwoSoups soups(shape, primitives);
    BucketOctree<Vec3> tree_a({.levels = levels}), tree_b({.levels = levels});
    BoxSums sums;
    for (std::size_t step = 0; step < steps; ++step) {
        soups.move();
        tree_a.update(soups.a.points());
        tree_b.update(soups.b.points());
        const CellBuckets a(tree_a), b(tree_b);
        const double begin = thread_microseconds();
        CellPairs pairs(a, b, [&](std::uint32_t, std::uint32_t) { sums.pairs += 1.0; });
        sums.tests += double(pairs.find());
        sums.milliseconds += 1e-3 * (thread_microseconds() - begin);
    }
    return sums.of_a_thousand(steps);
}

/// Primitives that nearly touch each other: points would leave next to nothing of boxes that cover what is in them.
BucketFigures::Boxes collide_covers(std::size_t primitives, std::uint32_t levels, BucketOrder order, std::size_t steps)
{
    TwoSoups soups(SoupShape::cube, primitives);
    BucketOctree<Speck> tree_a({.levels = levels}), tree_b({.levels = levels});
    const auto reach = static_cast<float>(0.5 / std::cbrt(double(primitives)));
    BoxSums sums;
    for (std::size_t step = 0; step < steps; ++step) {
        soups.move();
        tree_a.update(specks_of(soups.a, reach));
        tree_b.update(specks_of(soups.b, reach));
        const double begin = thread_microseconds();
        auto visit = [&](std::uint32_t, std::uint32_t) {
            sums.pairs += 1.0;
            return true;
        };
        BucketPairs pairs(tree_a.nodes(), tree_b.nodes(), order, visit);
        pairs.find();
        sums.milliseconds += 1e-3 * (thread_microseconds() - begin);
        sums.tests += double(pairs.box_tests() + 1); // and that of the roots
    }
    return sums.of_a_thousand(steps);
}

BucketFigures::Collisions collide(std::size_t primitives, std::uint32_t levels, std::size_t steps)
{
    return {
        .levels = levels,
        .cells = collide_cells(SoupShape::cube, primitives, levels, steps),
        .shells = collide_cells(SoupShape::shell, primitives, levels, steps),
        .covers = collide_covers(primitives, levels, BucketOrder::smaller_first, steps),
        .larger_first = collide_covers(primitives, levels, BucketOrder::larger_first, steps).milliseconds};
}

BucketFigures::Stray measure_stray(std::size_t primitives)
{
    std::vector<Vec3> points = PointSoup(SoupShape::cube, primitives, 0.0, 9).points();
    points.back() = {100.0f, 100.0f, 100.0f};
    BucketFigures::Stray stray{.primitives = primitives};
    UpdateInParts paper(bucket_paper::levels, false);
    paper.update(points);
    for (std::uint32_t name = 0; name < paper.nodes().bucket_count(); ++name)
        stray.fullest_as_in_paper = std::max(stray.fullest_as_in_paper, paper.nodes().primitives(name).size());
    BucketOctree<Vec3> ours({.levels = bucket_paper::levels});
    ours.update(points);
    ours.for_each_bucket([&](std::uint32_t, auto primitives_in_it) {
        stray.fullest = std::max(stray.fullest, primitives_in_it.size());
    });
    return stray;
}

} // namespace

const std::vector<BucketRunner>& bucket_runners()
{
    static const std::vector<BucketRunner> runners = {
        {"keys (Algorithm 1)", false, 15.0},
        {"lists (Algorithm 2), alpha 0", true, 0.0},
        {"lists, alpha 15", true, 15.0},
        {"lists, alpha 180", true, 180.0}};
    return runners;
}

BucketEffort BucketEffort::whole()
{
    BucketEffort effort;
    for (std::size_t k = 1; k <= 12; ++k)
        effort.sizes.push_back(2500 * k);
    return effort;
}

BucketEffort BucketEffort::quick()
{
    return {.steps = 3, .sizes = {1000, 2000, 3000}, .primitives = 2000, .max_levels = 4, .max_table_levels = 4};
}

BucketFigures reproduce_buckets(const BucketEffort& effort, const std::function<void(double)>& progress)
{
    BucketFigures figures;
    figures.chosen_levels = automatic_bucket_levels(effort.primitives);
    double done = 0.0;
    const double all = double(effort.sizes.size() + effort.max_levels + (effort.max_table_levels - 2));
    const auto advance = [&] { progress(std::min(1.0, ++done / all)); };
    for (const std::size_t size : effort.sizes) {
        figures.sizes.push_back({size, measure_updates(size, bucket_paper::levels, effort.steps)});
        advance();
    }
    for (std::uint32_t levels = 1; levels <= effort.max_levels; ++levels) {
        figures.levels.push_back({levels, measure_updates(effort.primitives, levels, effort.steps)});
        advance();
    }
    for (std::uint32_t levels = 3; levels <= effort.max_table_levels; ++levels) {
        figures.table.push_back(collide(effort.primitives, levels, effort.steps));
        advance();
    }
    figures.stray = measure_stray(effort.primitives);
    return figures;
}

} // namespace tactus::cli
