// SPDX-License-Identifier: MIT
#include "spheres/judge/covered_area.h"

#include <limits>

namespace tactus::sphere_check {

namespace {

// Beyond this the triangle's rest stays undecided: no set of spheres that anybody made comes near it.
constexpr std::size_t max_pieces = 1'000'000;

// The sum of two doubles, and what was rounded away (Knuth).
struct Exact {
    double high = 0.0;
    double low = 0.0;

    void add(double value)
    {
        const double sum = high + value;
        const double rest = sum - high;
        low += (high - (sum - rest)) + (value - rest);
        high = sum;
    }
    void add_product(double a, double b)
    {
        const double product = a * b;
        add(product);
        low += std::fma(a, b, -product);
    }
    double value() const { return high + low; }
};

// |centre - origin|^2 - radius^2. The squares may be far larger than their difference.
double power_of(const Point& origin, const Ball& ball)
{
    Exact sum;
    for (const auto& [from, to] :
         {std::pair{origin.x, ball.centre.x}, {origin.y, ball.centre.y}, {origin.z, ball.centre.z}}) {
        Exact side;
        side.add(to);
        side.add(-from);
        sum.add_product(side.high, side.high);
        sum.low += 2.0 * side.high * side.low;
    }
    sum.add_product(ball.radius, -ball.radius);
    return sum.value();
}

} // namespace

void CoveredArea::find_disks(const TriangleFrame& triangle)
{
    disks_.clear();
    open_.clear();
    rounding_ = 0.0;
    const double side = triangle.longest_side();
    const auto corners = triangle.corners();
    PointBox box{triangle.origin, triangle.origin};
    for (const PlanePoint& corner : corners)
        box.extend({triangle.place(corner), triangle.place(corner)});
    const double slack = 16.0 * half_ulp * (largest_coordinate(box.lower) + largest_coordinate(box.upper) + side);
    const Point wide{slack, slack, slack};
    box = {box.lower - wide, box.upper + wide};
    const auto overlaps = [&](const PointBox& other) {
        return other.lower.x <= box.upper.x && other.upper.x >= box.lower.x && other.lower.y <= box.upper.y
               && other.upper.y >= box.lower.y && other.lower.z <= box.upper.z && other.upper.z >= box.lower.z;
    };
    spheres_.tree().visit(overlaps, [&](std::uint32_t sphere) {
        const Ball& ball = spheres_.balls()[sphere];
        const Point away = ball.centre - triangle.origin;
        const double distance = norm(away);
        Disk disk;
        disk.centre = {dot(away, triangle.x_axis), dot(away, triangle.y_axis)};
        disk.power = power_of(triangle.origin, ball);
        const double error = 64.0 * half_ulp * (side * (side + distance + ball.radius) + std::abs(disk.power));
        // The frame's corners are a bound, not the disk itself: a disk that is nowhere on this triangle is left out.
        disk.squared_radius = dot(disk.centre, disk.centre) - disk.power;
        const double reach = 32.0 * half_ulp * (distance + ball.radius) * (distance + ball.radius);
        if (disk.squared_radius < -reach)
            return;
        rounding_ = std::max(rounding_, error);
        disks_.push_back(disk);
    });
}

bool CoveredArea::is_covered(const Piece& piece)
{
    // A corner has moved by at most two roundings of the longest side at each cut, which is in the same proportion.
    const double margin = rounding_ * (1.0 + 0.25 * piece.age);
    values_.clear();
    bool covered = false;
    for (const std::uint32_t disk : piece.disks) {
        double largest = -std::numeric_limits<double>::infinity();
        for (const PlanePoint& corner : piece.polygon) {
            values_.push_back(value(disks_[disk], corner));
            largest = std::max(largest, values_.back());
        }
        covered = covered || largest <= -margin;
    }
    return covered;
}

// Leaves those disks that may be the smallest somewhere in the piece, the best in its middle first.
void CoveredArea::keep_useful_disks(Piece& piece)
{
    const std::size_t corner_count = piece.polygon.size();
    std::size_t best = 0;
    double best_sum = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < piece.disks.size(); ++d) {
        double sum = 0.0;
        for (std::size_t c = 0; c < corner_count; ++c)
            sum += values_[d * corner_count + c];
        if (sum < best_sum) {
            best_sum = sum;
            best = d;
        }
    }
    std::vector<std::uint32_t> useful = {piece.disks[best]};
    for (std::size_t d = 0; d < piece.disks.size(); ++d) {
        bool below = false;
        for (std::size_t c = 0; c < corner_count; ++c)
            below = below || values_[d * corner_count + c] < values_[best * corner_count + c];
        if (below && d != best)
            useful.push_back(piece.disks[d]);
    }
    piece.disks = std::move(useful);
    ++piece.age;
}

// Divides the piece where its first disk and another one have equal values. What is left of it keeps the first.
void CoveredArea::cut(Piece& piece)
{
    const Disk& first = disks_[piece.disks[0]];
    std::size_t other = 1;
    double deepest = -1.0;
    for (std::size_t d = 1; d < piece.disks.size(); ++d) {
        double depth = 0.0;
        for (const PlanePoint& corner : piece.polygon)
            depth = std::max(depth, value(first, corner) - value(disks_[piece.disks[d]], corner));
        if (depth > deepest) {
            deepest = depth;
            other = d;
        }
    }
    const Disk& second = disks_[piece.disks[other]];
    Piece rest;
    rest.age = ++piece.age;
    std::vector<PlanePoint> kept;
    const std::size_t count = piece.polygon.size();
    for (std::size_t i = 0; i < count; ++i) {
        const PlanePoint& from = piece.polygon[i];
        const PlanePoint& to = piece.polygon[i + 1 < count ? i + 1 : 0];
        const double at_from = value(first, from) - value(second, from);
        const double at_to = value(first, to) - value(second, to);
        (at_from <= 0.0 ? kept : rest.polygon).push_back(from);
        if ((at_from <= 0.0) != (at_to <= 0.0)) {
            const double t = std::clamp(at_from / (at_from - at_to), 0.0, 1.0);
            const PlanePoint crossing = from + (to - from) * t;
            kept.push_back(crossing);
            rest.polygon.push_back(crossing);
        }
    }
    rest.disks.assign(piece.disks.begin() + 1, piece.disks.end());
    piece.disks.erase(piece.disks.begin() + static_cast<std::ptrdiff_t>(other));
    piece.polygon = std::move(kept);
    if (rest.polygon.size() >= 3)
        open_.push_back(std::move(rest));
}

void CoveredArea::add_uncovered(const Piece& piece, Interval& area) const
{
    const double whole = polygon_area(piece.polygon);
    const double perimeter = polygon_perimeter(piece.polygon);
    double side = 0.0;
    for (const PlanePoint& corner : piece.polygon)
        side = std::max(side, std::sqrt(dot(corner, corner)));
    const double whole_error = 32.0 * half_ulp * (1 + piece.age) * side * perimeter;
    if (piece.disks.empty()) {
        area.lower += std::max(0.0, whole - whole_error);
        area.upper += whole + whole_error;
        return;
    }
    const Disk& disk = disks_[piece.disks[0]];
    const double radius = std::sqrt(std::max(disk.squared_radius, 0.0));
    const double from_centre = std::sqrt(dot(disk.centre, disk.centre)) + side;
    const double common = common_area(piece.polygon, disk.centre, disk.squared_radius);
    // The area grows with the squared radius by half the angle of the arc inside the polygon, and no arc inside it is
    // longer than the way around it.
    constexpr double whole_circle = 6.2831853071795865;
    const double half_angle = 0.5 * (radius > 0.0 ? std::min(whole_circle, perimeter / radius) : whole_circle);
    const double error = whole_error + 128.0 * half_ulp * perimeter * std::max(radius, from_centre)
                         + rounding_ * (2.0 + 2.0 * piece.age) * half_angle;
    area.lower += std::max(0.0, whole - common - error);
    area.upper += std::clamp(whole - common + error, 0.0, std::max(0.0, whole) + whole_error);
}

Interval CoveredArea::uncovered(const TriangleFrame& triangle)
{
    Interval area;
    find_disks(triangle);
    Piece whole;
    const auto corners = triangle.corners();
    whole.polygon.assign(corners.begin(), corners.end());
    for (std::uint32_t disk = 0; disk < disks_.size(); ++disk)
        whole.disks.push_back(disk);
    open_.push_back(std::move(whole));
    std::size_t pieces = 0;
    while (!open_.empty()) {
        Piece piece = std::move(open_.back());
        open_.pop_back();
        if (++pieces > max_pieces) {
            area.upper += std::max(0.0, polygon_area(piece.polygon)) + 1e-12 * triangle.area();
            continue;
        }
        if (piece.disks.empty()) {
            add_uncovered(piece, area);
            continue;
        }
        if (is_covered(piece))
            continue;
        keep_useful_disks(piece);
        if (piece.disks.size() == 1) {
            add_uncovered(piece, area);
            continue;
        }
        cut(piece);
        if (piece.polygon.size() >= 3)
            open_.push_back(std::move(piece));
    }
    return area;
}

} // namespace tactus::sphere_check
