// SPDX-License-Identifier: MIT
#include "spheres/maker/voronoi/adaptive_medial_axis.h"

#include <algorithm>
#include <queue>

#include "base/planted_fault.h"

namespace tactus {
namespace {

constexpr int rounds_of_covering = 4;
/// More take more than a hundred megabytes.
constexpr std::size_t max_sites_of_all = 100'000;

bool is_in(const MedialRegion& region, const Ball& ball)
{
    const DoubleVector away = to_double(ball.centre) - region.centre;
    return dot(away, away) <= region.radius * region.radius;
}

double rounded_to_whole(double value) { return std::floor(value + 0.5); }

} // namespace

AdaptiveMedialAxis::AdaptiveMedialAxis(const SurfaceDistance& surface, std::span<const DoubleVector> points)
    : surface_(surface)
{
    const DoubleVector lower = to_double(surface.box().lower), upper = to_double(surface.box().upper);
    middle_ = (lower + upper) * 0.5;
    // A little less than the whole grid, so that rounding leads nobody beyond it.
    const double half = 0.5 * largest_component(upper - lower) * (1.0 + 0x1p-20);
    if (half > 0.0)
        spacing_ = half / DelaunayCells::largest_coordinate;
    for (const DoubleVector& point : points)
        add_site(point, near_);
}

DoubleVector AdaptiveMedialAxis::on_grid(DoubleVector point) const
{
    const DoubleVector at = (point - middle_) * (1.0 / spacing_);
    return {rounded_to_whole(at.x), rounded_to_whole(at.y), rounded_to_whole(at.z)};
}

// False if there is a site at the same place of the grid.
bool AdaptiveMedialAxis::add_site(DoubleVector point, std::uint32_t near)
{
    if (!cells_.add(on_grid(point), near))
        return false;
    near_ = cells_.born().back();
    ball_of_cell_.resize(cells_.cell_count(), DelaunayCells::none);
    gone_balls_.clear();
    for (const std::uint32_t cell : cells_.gone()) {
        if (ball_of_cell_[cell] != DelaunayCells::none)
            gone_balls_.push_back(ball_of_cell_[cell]);
        ball_of_cell_[cell] = DelaunayCells::none;
    }
    for (const std::uint32_t cell : cells_.born())
        add_ball(cell);
    return true;
}

// Only a ball with its centre inside the body is of any use.
void AdaptiveMedialAxis::add_ball(std::uint32_t cell)
{
    if (cells_.is_enclosing(cell))
        return;
    const DoubleVector at = cells_.centre_of(cell);
    // Also false of what is no number.
    if (!(largest_component(at) < DelaunayCells::largest_coordinate))
        return;
    const Vec3 centre = to_float(middle_ + at * spacing_);
    if (!surface_.is_inside(centre) && !TACTUS_FAULT(95))
        return;
    Ball hint;
    hint.place = balls_.empty() ? 0 : balls_.back().ball.place;
    VoronoiBall made{ball_at(surface_, centre, &hint), cell, 0.0};
    const double radius = spacing_ * distance(at, cells_.sites()[cells_.cell(cell).sites[0]]);
    made.error = std::max(radius - made.ball.depth, 0.0);
    ball_of_cell_[cell] = static_cast<std::uint32_t>(balls_.size());
    balls_.push_back(made);
}

void AdaptiveMedialAxis::forget_gone_balls()
{
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < balls_.size(); ++i)
        if (is_alive(i)) {
            balls_[kept] = balls_[i];
            ball_of_cell_[balls_[kept].cell] = kept;
            ++kept;
        }
    balls_.resize(kept);
}

std::vector<std::uint32_t> AdaptiveMedialAxis::find_balls(const MedialRegion& region) const
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < balls_.size(); ++i)
        if (is_alive(i) && is_in(region, balls_[i].ball))
            found.push_back(i);
    return found;
}

// The point of the surface that cuts deepest into the worst ball joins, again and again. Gives how many have.
std::size_t
AdaptiveMedialAxis::split_worst_balls(const MedialRegion& region, const MedialNeeds& needs, std::size_t max_sites)
{
    const std::vector<std::uint32_t> first = find_balls(region);
    std::priority_queue<Worst> worst;
    for (const std::uint32_t ball : first)
        worst.push({balls_[ball].error, ball});
    std::size_t count = first.size(), added = 0;
    while (!worst.empty() && added < max_sites) {
        const Worst here = worst.top();
        if (here.error <= 0.0 || (here.error <= needs.max_error && count >= needs.min_balls))
            break;
        worst.pop();
        if (!is_alive(here.ball))
            continue;
        VoronoiBall& ball = balls_[here.ball];
        if (!cells_.has_inside(ball.cell, on_grid(ball.ball.nearest))) {
            // It is as good as the grid allows.
            ball.error = 0.0;
            continue;
        }
        const std::size_t before = balls_.size();
        added += add_site(ball.ball.nearest, ball.cell) ? 1 : 0;
        count -= static_cast<std::size_t>(
            std::ranges::count_if(gone_balls_, [&](std::uint32_t i) { return is_in(region, balls_[i].ball); }));
        for (std::size_t i = before; i < balls_.size(); ++i)
            if (is_in(region, balls_[i].ball)) {
                worst.push({balls_[i].error, static_cast<std::uint32_t>(i)});
                ++count;
            }
    }
    return added;
}

// The points that all balls would have to grow most for join. Gives how many have.
std::size_t
AdaptiveMedialAxis::add_uncovered(const MedialRegion& region, const MedialNeeds& needs, std::size_t max_sites)
{
    const std::vector<std::uint32_t> found = find_balls(region);
    std::vector<std::pair<double, std::size_t>> uncovered;
    for (std::size_t p = 0; p < region.points.size(); ++p) {
        double least = 1e300;
        for (const std::uint32_t i : found)
            least = std::min(least, cost(balls_[i].ball, region.points[p]));
        if (least > needs.max_error)
            uncovered.push_back({-least, p});
    }
    std::sort(uncovered.begin(), uncovered.end());
    std::size_t added = 0;
    for (std::size_t k = 0; k < uncovered.size() && added < max_sites; ++k)
        added += add_site(region.points[uncovered[k].second], near_) ? 1 : 0;
    return added;
}

std::vector<Ball> AdaptiveMedialAxis::balls_of(const MedialRegion& region, const MedialNeeds& needs)
{
    std::size_t left = std::min(needs.max_sites, max_sites_of_all - std::min(site_count(), max_sites_of_all));
    for (int round = 0; round < rounds_of_covering && left > 0; ++round) {
        left -= split_worst_balls(region, needs, left);
        const std::size_t added = add_uncovered(region, needs, left);
        left -= added;
        if (added == 0)
            break;
    }
    std::vector<Ball> balls;
    for (const std::uint32_t i : find_balls(region))
        balls.push_back(balls_[i].ball);
    forget_gone_balls();
    return balls;
}

} // namespace tactus
