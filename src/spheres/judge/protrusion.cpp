// SPDX-License-Identifier: MIT
#include "spheres/judge/protrusion.h"

#include <limits>

namespace tactus::sphere_check {

namespace {

constexpr std::uint32_t max_cells = 100'000;

Point unit(const Point& a) { return a * (1.0 / norm(a)); }

// The eight faces of an octahedron.
std::array<std::array<Point, 3>, 8> first_directions()
{
    std::array<std::array<Point, 3>, 8> faces;
    for (int octant = 0; octant < 8; ++octant)
        faces[octant] = {
            Point{octant & 1 ? -1.0 : 1.0, 0.0, 0.0}, Point{0.0, octant & 2 ? -1.0 : 1.0, 0.0},
            Point{0.0, 0.0, octant & 4 ? -1.0 : 1.0}};
    return faces;
}

// Of the plane through three points from the origin, a little less.
double plane_distance(const std::array<Point, 3>& corners)
{
    const Point normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double distance = std::abs(dot(normal, corners[0] + corners[1] + corners[2])) / (3.0 * norm(normal));
    return distance * (1.0 - 64.0 * half_ulp) - 64.0 * half_ulp;
}

} // namespace

// Known for a point within the clearance of one that is known; by lines through the surface otherwise.
int ProtrusionSearch::side_of(const Point& point, double distance, const Cell* known) const
{
    if (!surface_.is_closed())
        return 1;
    if (known && known->side != 0) {
        const double way = norm(point - known->middle);
        if (way + margin_ < known->distance || way + margin_ < distance)
            return known->side;
    }
    if (distance <= 4.0 * margin_)
        return 0;
    const std::optional<bool> inside = surface_.is_inside(point, distance - 2.0 * margin_);
    return !inside ? 0 : *inside ? -1 : 1;
}

void ProtrusionSearch::look_into(Cell cell, const Ball& ball, const Cell* parent)
{
    if (parent)
        cell.upper = parent->upper;
    if (centre_inside_) {
        cell.inner = std::max(cell.inner, cell.first - margin_);
        cell.upper = std::min(cell.upper, cell.outer - cell.first + margin_);
    } else {
        cell.upper = std::min(cell.upper, cell.outer + centre_distance_ + margin_);
    }
    if (cell.inner > cell.outer || cell.upper <= lower_)
        return;

    // The hull of six points: a flat triangle at the inner radius, and one that is nowhere nearer than the outer.
    std::array<Point, 6> hull;
    const double outside = cell.outer / plane_distance(cell.directions);
    for (int i = 0; i < 3; ++i) {
        hull[i] = ball.centre + cell.directions[i] * cell.inner;
        hull[i + 3] = ball.centre + cell.directions[i] * outside;
    }
    const auto largest_from = [&](std::uint32_t triangle) {
        double largest = 0.0;
        for (const Point& corner : hull)
            largest = std::max(largest, surface_.frames()[triangle].distance(corner));
        return largest + margin_;
    };
    if (parent) {
        for (const std::uint32_t triangle : parent->triangles)
            cell.upper = std::min(cell.upper, largest_from(triangle));
        if (cell.upper <= lower_)
            return;
    }

    const Point direction = unit(cell.directions[0] + cell.directions[1] + cell.directions[2]);
    cell.middle = ball.centre + direction * (0.5 * (cell.inner + cell.outer));
    JudgedSurface::Nearest nearest = surface_.nearest(cell.middle, guess_);
    cell.distance = nearest.distance;
    cell.side = side_of(cell.middle, cell.distance, parent);
    double reach = 0.0;
    for (const Point& corner : hull)
        reach = std::max(reach, norm(corner - cell.middle));
    const double with_sign = cell.side < 0 ? -cell.distance : cell.distance;
    cell.upper = std::min({cell.upper, with_sign + reach + 2.0 * margin_, largest_from(nearest.triangle)});
    if (cell.side > 0)
        lower_ = std::max(lower_, cell.distance - margin_);
    if (cell.upper <= lower_)
        return;

    // The worst point is most often where the ball ends.
    if (cell.outer == ball.radius) {
        const Point rim = ball.centre + direction * (cell.outer * (1.0 - 8.0 * half_ulp));
        nearest = surface_.nearest(rim, nearest.triangle);
        cell.upper = std::min(cell.upper, largest_from(nearest.triangle));
        if (nearest.distance - margin_ > lower_ && side_of(rim, nearest.distance, &cell) > 0)
            lower_ = nearest.distance - margin_;
    }
    guess_ = nearest.triangle;
    cell.triangles = {nearest.triangle, parent ? parent->triangles[0] : nearest.triangle};
    cell.number = count_++;
    if (cell.upper > lower_) {
        open_.push_back(cell);
        std::push_heap(open_.begin(), open_.end());
    }
}

void ProtrusionSearch::split(const Cell& cell, const Ball& ball)
{
    int longest = 0;
    double length = -1.0;
    for (int i = 0; i < 3; ++i) {
        const double here = squared_norm(cell.directions[(i + 1) % 3] - cell.directions[i]);
        if (here > length) {
            length = here;
            longest = i;
        }
    }
    Cell first = cell, second = cell;
    first.level = second.level = cell.level + 1;
    if (cell.outer - cell.inner > cell.outer * std::sqrt(length)) {
        first.outer = second.inner = 0.5 * (cell.inner + cell.outer);
    } else {
        const int next = (longest + 1) % 3;
        first.directions[next] = unit(cell.directions[longest] + cell.directions[next]);
        second.directions[longest] = first.directions[next];
        if (centre_inside_) {
            first.first = surface_.first_radius(ball.centre, first.directions, ball.radius);
            second.first = surface_.first_radius(ball.centre, second.directions, ball.radius);
        }
    }
    look_into(second, ball, &cell);
    look_into(first, ball, &cell);
}

Interval ProtrusionSearch::protrusion(const Ball& ball, double width)
{
    constexpr int most_levels = 80;
    open_.clear();
    lower_ = 0.0;
    count_ = 0;
    const Point reach{ball.radius, ball.radius, ball.radius};
    margin_ = surface_.rounding_at(ball.centre + reach) + surface_.rounding_at(ball.centre - reach);
    const JudgedSurface::Nearest nearest = surface_.nearest(ball.centre, guess_);
    centre_distance_ = nearest.distance;
    guess_ = nearest.triangle;
    centre_inside_ = side_of(ball.centre, nearest.distance, nullptr) < 0;
    if (centre_inside_ && ball.radius + 2.0 * margin_ < nearest.distance)
        return {};
    for (const std::array<Point, 3>& directions : first_directions()) {
        Cell cell;
        if (centre_inside_)
            cell.first = surface_.first_radius(ball.centre, directions, ball.radius);
        cell.upper = std::numeric_limits<double>::infinity();
        cell.directions = directions;
        cell.outer = ball.radius;
        look_into(cell, ball, nullptr);
    }
    double left_open = 0.0;
    while (!open_.empty()) {
        std::pop_heap(open_.begin(), open_.end());
        const Cell cell = open_.back();
        open_.pop_back();
        if (cell.upper - lower_ <= width || count_ > max_cells || cell.level >= most_levels) {
            left_open = std::max(left_open, cell.upper);
            if (cell.level < most_levels)
                break;
            continue;
        }
        split(cell, ball);
    }
    return {lower_, std::max(lower_, left_open)};
}

} // namespace tactus::sphere_check
