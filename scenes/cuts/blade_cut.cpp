// SPDX-License-Identifier: MIT
#include "scenes/cuts/blade_cut.h"

#include <algorithm>
#include <set>

namespace tactus::scenes {
namespace {

constexpr std::uint32_t nothing = UINT32_MAX;

/// A point of the cut. It becomes a vertex of the uncut mesh when the blade reaches a neighbour of it, and one for each
/// side when the blade reaches itself. At the end of the cut the two sides so hang together.
struct CutPoint {
    Point rest;
    std::uint32_t arrival = 1;
    std::uint32_t below = nothing;
    std::uint32_t above = nothing;

    bool is_there() const { return below != nothing; }
    bool is_cut() const { return above != nothing; }
    std::uint32_t vertex_above() const { return is_cut() ? above : below; }
};

/// A triangle of the mesh that the plane crosses, or one of the new surface, and what stands for it now.
struct Patch {
    bool is_new_surface = false;
    CrossedTriangle crossed;
    TriangleIndices surface = {}; ///< cut points
    std::vector<TriangleIndices> triangles = {};
    std::vector<std::uint32_t> numbers = {};
};

class Blade {
public:
    Blade(Shape shape, const Plane& plane, const std::function<std::uint32_t(Point)>& arrival)
    {
        cut_.shape = std::move(shape);
        for (const Point& p : cut_.shape.points)
            cut_.is_above.push_back(plane.is_above(p));
        next_triangle_ = static_cast<std::uint32_t>(cut_.shape.triangles.size());
        const PlaneCut whole = plane_cut(cut_.shape.triangles, cut_.shape.points, plane);
        for (const Point& p : whole.crossings)
            points_.push_back({p});
        for (const CrossedTriangle& crossed : whole.crossed)
            patches_.push_back({false, crossed, {}, {crossed.corners}, {crossed.triangle}});
        for (const std::vector<std::uint32_t>& loop : whole.loops)
            close(loop);
        for (CutPoint& point : points_)
            point.arrival = arrival(point.rest);
        patches_of_.resize(points_.size());
        for (std::uint32_t k = 0; k < patches_.size(); ++k)
            for (const std::uint32_t point : points_of(patches_[k]))
                patches_of_[point].push_back(k);
    }

    BladeCut run() &&
    {
        std::vector<std::uint32_t> order(points_.size());
        for (std::uint32_t k = 0; k < order.size(); ++k)
            order[k] = k;
        std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return points_[k].arrival; });
        for (auto first = order.begin(); first != order.end();) {
            const std::uint32_t frame = points_[*first].arrival;
            const auto end =
                std::find_if(first, order.end(), [&](std::uint32_t k) { return points_[k].arrival != frame; });
            reach(frame, std::span(first, end));
            first = end;
        }
        if (!cut_.edits.empty())
            cut_.edits.back().split = true;
        return std::move(cut_);
    }

private:
    void close(const std::vector<std::uint32_t>& loop)
    {
        std::vector<std::uint32_t> numbers = loop;
        std::vector<Point> rest;
        for (const std::uint32_t k : loop)
            rest.push_back(points_[k].rest);
        const Cap cap = cap_across(rest);
        for (const Point& p : cap.inner) {
            numbers.push_back(static_cast<std::uint32_t>(points_.size()));
            points_.push_back({p});
        }
        for (const auto& [a, b, c] : cap.triangles)
            patches_.push_back({true, {}, {numbers[a], numbers[b], numbers[c]}});
    }

    static std::vector<std::uint32_t> points_of(const Patch& patch)
    {
        if (patch.is_new_surface)
            return {patch.surface.begin(), patch.surface.end()};
        return {patch.crossed.p, patch.crossed.q};
    }

    void reach(std::uint32_t frame, std::span<const std::uint32_t> reached)
    {
        MeshEdit edit{.frame = frame};
        std::set<std::uint32_t> changed;
        const auto add_vertex = [&](std::uint32_t point, bool is_above) {
            cut_.shape.points.push_back(points_[point].rest);
            cut_.is_above.push_back(is_above);
            ++edit.add_vertices;
            changed.insert(patches_of_[point].begin(), patches_of_[point].end());
            return static_cast<std::uint32_t>(cut_.shape.points.size() - 1);
        };
        for (const std::uint32_t point : reached)
            for (const std::uint32_t patch : patches_of_[point])
                for (const std::uint32_t neighbour : points_of(patches_[patch]))
                    if (!points_[neighbour].is_there())
                        points_[neighbour].below = add_vertex(neighbour, false);
        for (const std::uint32_t point : reached)
            points_[point].above = add_vertex(point, true);
        for (const std::uint32_t k : changed) {
            Patch& patch = patches_[k];
            std::vector<TriangleIndices> now = triangles_of(patch);
            if (now == patch.triangles)
                continue;
            edit.remove_triangles.insert(edit.remove_triangles.end(), patch.numbers.begin(), patch.numbers.end());
            edit.add_triangles.insert(edit.add_triangles.end(), now.begin(), now.end());
            patch.numbers.clear();
            for (std::size_t t = 0; t < now.size(); ++t)
                patch.numbers.push_back(next_triangle_++);
            patch.triangles = std::move(now);
        }
        cut_.edits.push_back(std::move(edit));
    }

    std::vector<TriangleIndices> triangles_of(const Patch& patch) const
    {
        if (patch.is_new_surface) {
            const CutPoint &a = points_[patch.surface[0]], &b = points_[patch.surface[1]],
                           &c = points_[patch.surface[2]];
            if (!a.is_cut() && !b.is_cut() && !c.is_cut())
                return {};
            return {{a.below, b.below, c.below}, {a.vertex_above(), c.vertex_above(), b.vertex_above()}};
        }
        const CrossedTriangle& crossed = patch.crossed;
        const CutPoint &p = points_[crossed.p], &q = points_[crossed.q];
        const auto [a, b, c] = crossed.corners;
        if (!p.is_there() && !q.is_there())
            return {crossed.corners};
        if (!q.is_there())
            return {{a, p.below, c}, {p.below, b, c}};
        if (!p.is_there())
            return {{a, b, q.below}, {q.below, b, c}};
        const auto parts = crossed.first_is_above ? crossed.parts(p.vertex_above(), q.vertex_above(), p.below, q.below)
                                                  : crossed.parts(p.below, q.below, p.vertex_above(), q.vertex_above());
        return {parts.begin(), parts.end()};
    }

    BladeCut cut_;
    std::vector<CutPoint> points_;
    std::vector<Patch> patches_;
    std::vector<std::vector<std::uint32_t>> patches_of_; ///< per cut point
    std::uint32_t next_triangle_ = 0;
};

} // namespace

BladeCut blade_cut(Shape shape, const Plane& plane, const std::function<std::uint32_t(Point)>& arrival)
{
    return Blade(std::move(shape), plane, arrival).run();
}

} // namespace tactus::scenes
