// SPDX-License-Identifier: MIT
#include "spheres/judge/surface_gap.h"

#include <array>
#include <limits>
#include <queue>

namespace tactus::sphere_check {

namespace {

constexpr std::size_t max_gap_pieces = 2'000'000;

struct Piece {
    double upper = 0.0;
    std::array<Point, 3> corners;
    std::array<std::uint32_t, 3> nearest{}; ///< per corner, its sphere
    std::uint64_t number = 0;               ///< so that the order is the same everywhere

    bool operator<(const Piece& other) const
    {
        return upper != other.upper ? upper < other.upper : number > other.number;
    }
};

class GapSearch {
public:
    GapSearch(const JudgedSpheres& spheres, double margin) : spheres_(spheres), margin_(margin) {}

    void add(const TriangleFrame& triangle)
    {
        Piece piece;
        const auto corners = triangle.corners();
        for (int i = 0; i < 3; ++i)
            set_corner(piece, i, triangle.place(corners[i]));
        push(piece);
    }

    bool is_done(double width) const
    {
        return open_.empty() || open_.top().upper - lower_ <= width || count_ > max_gap_pieces;
    }

    void step()
    {
        const Piece piece = open_.top();
        open_.pop();
        int longest = 0;
        double length = -1.0;
        for (int i = 0; i < 3; ++i) {
            const double here = squared_norm(piece.corners[(i + 1) % 3] - piece.corners[i]);
            if (here > length) {
                length = here;
                longest = i;
            }
        }
        const int next = (longest + 1) % 3;
        Piece first = piece, second = piece;
        set_corner(first, next, (piece.corners[longest] + piece.corners[next]) * 0.5);
        second.corners[longest] = first.corners[next];
        second.nearest[longest] = first.nearest[next];
        push(first);
        push(second);
    }

    Interval answer() const
    {
        const double upper = open_.empty() ? lower_ : std::max(lower_, open_.top().upper);
        return {std::max(0.0, lower_ - margin_), upper > 0.0 ? upper + margin_ : 0.0};
    }

private:
    void set_corner(Piece& piece, int index, const Point& point)
    {
        piece.corners[index] = point;
        piece.nearest[index] = spheres_.nearest(point);
        lower_ = std::max(lower_, spheres_.gap(point, piece.nearest[index]));
    }

    void push(Piece& piece)
    {
        piece.upper = std::numeric_limits<double>::infinity();
        for (const std::uint32_t sphere : piece.nearest) {
            double largest = 0.0;
            for (const Point& corner : piece.corners)
                largest = std::max(largest, spheres_.gap(corner, sphere) + margin_);
            piece.upper = std::min(piece.upper, largest);
        }
        piece.number = count_++;
        if (piece.upper > lower_)
            open_.push(piece);
    }

    const JudgedSpheres& spheres_;
    double margin_;
    double lower_ = 0.0;
    std::uint64_t count_ = 0;
    std::priority_queue<Piece> open_;
};

} // namespace

Interval largest_gap(
    const JudgedSurface& surface, const JudgedSpheres& spheres, std::span<const std::uint32_t> triangles, double width,
    const std::function<bool()>& go_on)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (triangles.empty())
        return {};
    if (spheres.empty())
        return {infinity, infinity};
    GapSearch search(spheres, 512.0 * half_ulp * (surface.extent() + spheres.extent()));
    for (const std::uint32_t triangle : triangles)
        search.add(surface.frames()[triangle]);
    for (std::size_t steps = 0; !search.is_done(width); ++steps) {
        if (steps % 1024 == 0 && !go_on())
            break;
        search.step();
    }
    return search.answer();
}

} // namespace tactus::sphere_check
