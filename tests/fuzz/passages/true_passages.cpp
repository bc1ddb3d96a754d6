// SPDX-License-Identifier: MIT
#include "true_passages.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::fuzz::tools {

namespace {

using Corners = std::array<Place, 3>;

/// Windings are off by less than a thousandth at points that are so far from the surface.
constexpr double nearest_to_say_a_side = 1e-6;
constexpr double rounding_of_normals = 1e-6;

Place cross_of(const Place& a, const Place& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Place nearest_of_segment(const Place& p, const Place& a, const Place& b)
{
    const Place along = b - a;
    const double squared = product(along, along);
    const double t = squared > 0 ? std::clamp(product(p - a, along) / squared, 0.0, 1.0) : 0.0;
    return a + t * along;
}

Place nearest_of_triangle(const Place& p, const Corners& t)
{
    const Place normal = cross_of(t[1] - t[0], t[2] - t[0]);
    bool over = product(normal, normal) > 0;
    for (std::size_t k = 0; k < 3; ++k)
        over = over && product(cross_of(t[(k + 1) % 3] - t[k], p - t[k]), normal) >= 0;
    if (over)
        return p - (product(normal, p - t[0]) / product(normal, normal)) * normal;
    Place best = nearest_of_segment(p, t[0], t[1]);
    for (const std::size_t k : {1u, 2u})
        if (const Place other = nearest_of_segment(p, t[k], t[(k + 1) % 3]); length(other - p) < length(best - p))
            best = other;
    return best;
}

/// The triangles that are so near to the axis that it may meet them.
std::vector<std::uint32_t> near_axis(const SceneBody& tool, const SceneBody& mesh)
{
    std::vector<std::uint32_t> near;
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t)
        if (!mesh.removed[t] && gap(place_of(tool.pivot), place_of(tool.tip), corners_of(mesh, t)) < 1e-5)
            near.push_back(t);
    return near;
}

/// The triangles that the axis meets, exactly.
std::vector<std::uint32_t> met_by_axis(const SceneBody& tool, const SceneBody& mesh)
{
    const ExactPoint pivot = exact(tool.pivot), tip = exact(tool.tip);
    std::vector<std::uint32_t> met;
    for (const std::uint32_t t : near_axis(tool, mesh)) {
        const TriangleIndices& v = mesh.mesh.triangles[t];
        const std::vector<Vec3>& at = mesh.mesh.positions;
        if (segment_meets_triangle<mpq_class>(pivot, tip, {exact(at[v[0]]), exact(at[v[1]]), exact(at[v[2]])}))
            met.push_back(t);
    }
    return met;
}

} // namespace

Place axis_at(const SceneBody& tool, double part)
{
    return (1.0 - part) * place_of(tool.pivot) + part * place_of(tool.tip);
}

double winding(const SceneBody& mesh, const Place& p)
{
    double angles = 0.0;
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t) {
        if (mesh.removed[t])
            continue;
        const Corners corners = corners_of(mesh, t);
        const Place a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
        const double of_a = length(a), of_b = length(b), of_c = length(c);
        angles += 2
                  * std::atan2(
                      product(a, cross_of(b, c)),
                      of_a * of_b * of_c + product(a, b) * of_c + product(b, c) * of_a + product(c, a) * of_b);
    }
    return angles / (4 * std::numbers::pi);
}

bool may_pass(const SceneBody& tool, const SceneBody& mesh) { return near_axis(tool, mesh).size() > 1; }

TruePassages true_passages(const SceneBody& tool, const SceneBody& mesh)
{
    TruePassages found;
    const ExactPoint pivot = exact(tool.pivot), tip = exact(tool.tip), along = tip - pivot;
    if (dot(along, along) == 0)
        return found;
    std::set<mpq_class> crossings = {mpq_class(0), mpq_class(1)};
    bool meets_pivot = false, meets_tip = false;
    for (const std::uint32_t t : met_by_axis(tool, mesh)) {
        const TriangleIndices& v = mesh.mesh.triangles[t];
        const ExactPoint a = exact(mesh.mesh.positions[v[0]]);
        const ExactPoint normal =
            cross(ExactPoint(exact(mesh.mesh.positions[v[1]]) - a), ExactPoint(exact(mesh.mesh.positions[v[2]]) - a));
        const mpq_class steep = dot(normal, along);
        if (steep == 0) {
            found.doubtful = true;
            return found;
        }
        const mpq_class part = dot(normal, ExactPoint(a - pivot)) / steep;
        meets_pivot = meets_pivot || part == 0;
        meets_tip = meets_tip || part == 1;
        crossings.insert(part);
    }
    bool was_inside = false;
    for (auto next = std::next(crossings.begin()); next != crossings.end(); ++next) {
        const double begin = std::prev(next)->get_d(), end = next->get_d();
        const Place middle = axis_at(tool, 0.5 * (begin + end));
        double clearance = 1.0;
        for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t)
            if (!mesh.removed[t])
                clearance = std::min(clearance, length(nearest_of_triangle(middle, corners_of(mesh, t)) - middle));
        const double often = winding(mesh, middle);
        if (clearance < nearest_to_say_a_side || (std::abs(often) > 0.01 && std::abs(often - 1.0) > 0.01)) {
            found.doubtful = true;
            return found;
        }
        const bool is_inside = often > 0.5;
        if (is_inside && was_inside) {
            found.all.back().end = end;
            found.all.back().touches = true;
        } else if (is_inside)
            found.all.push_back({begin, end});
        was_inside = is_inside;
    }
    // What holds an end is no passage; what begins at an end on the surface may be one.
    std::erase_if(found.all, [&](const Passage& passage) {
        return (passage.begin == 0.0 && !meets_pivot) || (passage.end == 1.0 && !meets_tip);
    });
    for (Passage& passage : found.all)
        passage.required = passage.begin > 0.0 && passage.end < 1.0;
    return found;
}

WaysOut::WaysOut(const SceneBody& tool, const SceneBody& mesh) : tool_(tool), mesh_(mesh)
{
    const auto normal_of = [&](std::uint32_t t) {
        const Corners corners = corners_of(mesh, t);
        const Place normal = cross_of(corners[1] - corners[0], corners[2] - corners[0]);
        return 1.0 / length(normal) * normal;
    };
    const std::vector<std::uint32_t> met = met_by_axis(tool, mesh);
    Place came_from;
    for (const std::uint32_t t : met)
        came_from = came_from + normal_of(t);
    const double over_half = length(came_from) - 0.5 * static_cast<double>(met.size());
    certain_ = met.empty() || std::abs(over_half) > rounding_of_normals;
    const bool is_known = !met.empty() && over_half > 0.0;
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t) {
        if (mesh.removed[t])
            continue;
        bool faces_away = false;
        if (is_known && std::find(met.begin(), met.end(), t) == met.end()) {
            const double cosine = product(normal_of(t), came_from) / length(came_from);
            faces_away = cosine < -0.6;
            certain_ = certain_ && std::abs(cosine + 0.6) > rounding_of_normals;
        }
        all_count_ = all_count_ && !faces_away;
        if (!faces_away)
            counted_.push_back(t);
    }
}

bool WaysOut::counts(std::uint32_t triangle) const
{
    return std::find(counted_.begin(), counted_.end(), triangle) != counted_.end();
}

std::vector<double> WaysOut::distances(const Place& p) const
{
    std::vector<double> all;
    for (const std::uint32_t t : counted_)
        all.push_back(length(nearest_of_triangle(p, corners_of(mesh_, t)) - p));
    return all;
}

double WaysOut::depth(const Place& p) const
{
    const std::vector<double> all = distances(p);
    return *std::min_element(all.begin(), all.end());
}

std::vector<WayOut> WaysOut::nearest(const Place& p, double slack) const
{
    const double limit = depth(p) + slack;
    std::vector<WayOut> ways;
    for (const std::uint32_t t : counted_) {
        const Place to = nearest_of_triangle(p, corners_of(mesh_, t));
        if (const double away = length(to - p); away <= limit)
            ways.push_back({to, away, t});
    }
    return ways;
}

DeepestPoint WaysOut::deepest(double begin, double end, double precision) const
{
    // The distance to a triangle is a convex function along the axis: between two points it is at most what it is at
    // the farther one. The least of these bounds over all triangles bounds the depth between the two points.
    struct Part {
        double begin, end;
        std::vector<double> at_begin, at_end;
    };
    const auto least = [](const std::vector<double>& of) { return *std::min_element(of.begin(), of.end()); };
    std::vector<Part> open = {{begin, end, distances(axis_at(tool_, begin)), distances(axis_at(tool_, end))}};
    DeepestPoint greatest{begin, least(open[0].at_begin)};
    while (!open.empty()) {
        const Part part = std::move(open.back());
        open.pop_back();
        double bound = INFINITY;
        for (std::size_t k = 0; k < part.at_begin.size(); ++k)
            bound = std::min(bound, std::max(part.at_begin[k], part.at_end[k]));
        if (bound <= greatest.depth + precision)
            continue;
        const double middle = 0.5 * (part.begin + part.end);
        const std::vector<double> at_middle = distances(axis_at(tool_, middle));
        if (const double depth_there = least(at_middle); depth_there > greatest.depth)
            greatest = {middle, depth_there};
        open.push_back({part.begin, middle, part.at_begin, at_middle});
        open.push_back({middle, part.end, at_middle, part.at_end});
    }
    return greatest;
}

} // namespace tactus::fuzz::tools
