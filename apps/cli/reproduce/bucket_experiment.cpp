// SPDX-License-Identifier: MIT
#include "cli/reproduce/bucket_experiment.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <tactus/bucket_octree.h>
#include <tactus/papers.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "scenes/random.h"

namespace tactus::cli {

namespace {

using scenes::Point;
using scenes::Random;

/// The paper does not say how fast its objects move. Here it is a thousandth of their size a step.
constexpr double speed = 1e-3;

/// A soup of points in the unit cube, and where it goes.
class Soup {
public:
    Soup(std::size_t count, double alpha_degrees, std::uint64_t seed)
        : random_(seed), least_cosine_(std::cos(alpha_degrees * std::numbers::pi / 180.0)), points_(count)
    {
        for (Vec3& point : points_)
            point = rounded(random_.in_cube() * 0.5);
    }

    /// One step: a main direction at random, and each point in one that is at most alpha away from it.
    void move()
    {
        const Point main = random_.direction();
        for (Vec3& point : points_) {
            const Point way = within_alpha(main) * speed;
            point = {
                static_cast<float>(point.x + way.x), static_cast<float>(point.y + way.y),
                static_cast<float>(point.z + way.z)};
        }
    }

    void shift(double x)
    {
        for (Vec3& point : points_)
            point.x = static_cast<float>(point.x + x);
    }

    const std::vector<Vec3>& points() const { return points_; }

private:
    Point within_alpha(const Point& main)
    {
        const double cosine = random_.between(least_cosine_, 1.0);
        const double sine = std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
        const Point any = random_.direction();
        const Point across = any - main * dot(any, main);
        const double length = std::sqrt(dot(across, across));
        return length > 1e-9 ? main * cosine + across * (sine / length) : main;
    }

    Random random_;
    double least_cosine_;
    std::vector<Vec3> points_;
};

/// Milliseconds of an update, in the median over some steps.
double update_milliseconds(
    const BucketRunner& runner, std::size_t primitives, std::uint32_t levels, std::size_t steps, std::size_t& occupied)
{
    Soup soup(primitives, runner.alpha_degrees, 2000 + primitives);
    BucketOctree<Vec3> tree(
        {.levels = levels, .algorithm = runner.has_lists ? BucketAlgorithm::sorted_lists : BucketAlgorithm::direct},
        papers::Options{.always_insert = true});
    tree.update(soup.points());
    std::vector<double> times;
    for (std::size_t step = 0; step < steps; ++step) {
        soup.move();
        const double begin = thread_microseconds();
        tree.update(soup.points());
        times.push_back(1e-3 * (thread_microseconds() - begin));
    }
    occupied = tree.bucket_count();
    return median(std::move(times));
}

RunnerTimes race(std::size_t primitives, std::uint32_t levels, std::size_t steps, std::size_t& occupied)
{
    RunnerTimes times;
    for (const BucketRunner& runner : bucket_runners())
        times.push_back(update_milliseconds(runner, primitives, levels, steps, occupied));
    return times;
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

std::vector<Speck> specks_of(const Soup& soup, float reach)
{
    std::vector<Speck> specks;
    for (const Vec3& point : soup.points())
        specks.push_back({point, reach});
    return specks;
}

/// Two objects that overlap by a third of their size. Their primitives nearly touch each other: points would leave next
/// to nothing of the buckets' boxes, which are cells in the paper.
BucketFigures::Collisions collide(std::size_t primitives, std::uint32_t levels, std::size_t steps)
{
    BucketFigures::Collisions result{.levels = levels};
    double spent[2] = {}, found[2] = {};
    for (const BucketOrder order : {BucketOrder::smaller_first, BucketOrder::larger_first}) {
        const std::size_t k = order == BucketOrder::smaller_first ? 0 : 1;
        Soup a(primitives, 15.0, 7), b(primitives, 15.0, 8);
        b.shift(2.0 / 3.0);
        BucketOctree<Speck> tree_a({.levels = levels, .order = order}), tree_b({.levels = levels, .order = order});
        const auto reach = static_cast<float>(0.5 / std::cbrt(double(primitives)));
        for (std::size_t step = 0; step < steps; ++step) {
            a.move();
            b.move();
            tree_a.update(specks_of(a, reach));
            tree_b.update(specks_of(b, reach));
            std::size_t pairs = 0;
            const double begin = thread_microseconds();
            tree_a.for_each_bucket_pair(tree_b, [&](auto, auto) { ++pairs; });
            spent[k] += 1e-3 * (thread_microseconds() - begin);
            found[k] += static_cast<double>(pairs);
        }
    }
    result.milliseconds = 1000.0 * spent[0] / std::max(found[0], 1.0);
    result.larger_first = 1000.0 * spent[1] / std::max(found[1], 1.0);
    result.pairs = found[0] / static_cast<double>(steps);
    return result;
}

} // namespace

const std::vector<BucketRunner>& bucket_runners()
{
    static const std::vector<BucketRunner> runners = {
        {"Algorithm 1, alpha 15", false, 15.0},
        {"Algorithm 2, alpha 0", true, 0.0},
        {"Algorithm 2, alpha 15", true, 15.0},
        {"Algorithm 2, alpha 180", true, 180.0}};
    return runners;
}

BucketFigures reproduce_buckets(bool quick, const std::function<void(double)>& progress)
{
    const std::size_t steps = quick ? 3 : 40;
    const std::size_t primitives = quick ? 2000 : bucket_paper::primitives;
    BucketFigures figures;
    figures.chosen_levels = automatic_bucket_levels(primitives);
    std::vector<std::size_t> sizes;
    for (std::size_t k = 1; k <= (quick ? 3u : 12u); ++k)
        sizes.push_back(k * (quick ? 1000 : 2500));
    double done = 0.0;
    const double all = static_cast<double>(sizes.size() + BucketGrid::max_levels + 4);
    const auto advance = [&] { progress(std::min(1.0, ++done / all)); };
    for (const std::size_t size : sizes) {
        std::size_t occupied = 0;
        figures.sizes.push_back({size, race(size, bucket_paper::levels, steps, occupied)});
        advance();
    }
    for (std::uint32_t levels = 1; levels <= (quick ? 4u : BucketGrid::max_levels); ++levels) {
        std::size_t occupied = 0;
        RunnerTimes times = race(primitives, levels, steps, occupied);
        figures.levels.push_back({levels, std::move(times), occupied});
        advance();
    }
    for (const std::uint32_t levels : {3u, 4u, 5u, 6u}) {
        if (quick && levels > 4)
            break;
        figures.table.push_back(collide(primitives, levels, steps));
        advance();
    }
    return figures;
}

} // namespace tactus::cli
