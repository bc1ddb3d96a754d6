// SPDX-License-Identifier: MIT
#include "followed_tree.h"

#include <algorithm>

#include "../oracle/surfaces/true_overlaps.h"

namespace tactus::fuzz::sphere_trees {

namespace {

float coordinate(const Vec3& p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

bool boxes_touch(const std::array<Vec3, 3>& corners, const Vec3& lower, const Vec3& upper)
{
    for (int k = 0; k < 3; ++k) {
        const auto beyond = [&](const Vec3& corner) { return coordinate(corner, k) > coordinate(upper, k); };
        const auto before = [&](const Vec3& corner) { return coordinate(corner, k) < coordinate(lower, k); };
        if (std::ranges::all_of(corners, beyond) || std::ranges::all_of(corners, before))
            return false;
    }
    return true;
}

/// Whether a triangle has an area when it is seen along an axis, exactly.
bool is_seen_along(const std::array<Vec3, 3>& corners, int axis)
{
    const auto at = [&](int corner, int k) {
        return mpq_class(static_cast<double>(coordinate(corners[corner], (axis + k) % 3)));
    };
    const mpq_class area =
        (at(1, 1) - at(0, 1)) * (at(2, 2) - at(0, 2)) - (at(1, 2) - at(0, 2)) * (at(2, 1) - at(0, 1));
    return sgn(area) != 0;
}

/// The area of what a box holds of a triangle, seen along an axis, in doubles.
double area_seen(const std::array<Vec3, 3>& corners, const Vec3& lower, const Vec3& upper, int axis)
{
    std::vector<std::array<double, 3>> polygon;
    for (const Vec3& c : corners)
        polygon.push_back({static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)});
    for (int side = 0; side < 6; ++side) {
        const std::size_t k = static_cast<std::size_t>(side / 2);
        const double way = side % 2 ? 1.0 : -1.0;
        const double limit = static_cast<double>(coordinate(side % 2 ? upper : lower, side / 2));
        std::vector<std::array<double, 3>> left;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const auto &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
            const double height = way * (p[k] - limit), next = way * (q[k] - limit);
            if (height <= 0.0)
                left.push_back(p);
            if ((height < 0.0 && next > 0.0) || (height > 0.0 && next < 0.0)) {
                std::array<double, 3> between;
                for (std::size_t j = 0; j < 3; ++j)
                    between[j] = p[j] + height / (height - next) * (q[j] - p[j]);
                left.push_back(between);
            }
        }
        polygon = left;
    }
    double area = 0.0;
    const std::size_t u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        area += (polygon[i][u] - polygon[0][u]) * (polygon[i + 1][v] - polygon[0][v])
                - (polygon[i][v] - polygon[0][v]) * (polygon[i + 1][u] - polygon[0][u]);
    return 0.5 * std::fabs(area);
}

} // namespace

SeenSurface seen_surface(const FuzzMesh& mesh, const Vec3& lower, const Vec3& upper)
{
    const HalfSpace box[] = {{{1, 0, 0}, upper.x},   {{-1, 0, 0}, -lower.x}, {{0, 1, 0}, upper.y},
                             {{0, -1, 0}, -lower.y}, {{0, 0, 1}, upper.z},   {{0, 0, -1}, -lower.z}};
    SeenSurface seen;
    const double size = length(arrow(upper) - arrow(lower));
    for (std::uint32_t t = 0; t < mesh.triangles.size() && seen.most_views > 1; ++t) {
        SurfacePart part{.name = {0, t}, .group = 1};
        for (int k = 0; k < 3; ++k)
            part.corners[k] = mesh.positions[mesh.triangles[t][k]];
        if (!boxes_touch(part.corners, lower, upper) || true_overlaps({part}, box, 1).empty())
            continue;
        seen.holds = true;
        for (int axis = 0; axis < 3; ++axis) {
            const auto views = static_cast<std::uint32_t>(axis + 1);
            if (views < seen.least_views && is_seen_along(part.corners, axis))
                seen.least_views = views;
            if (views < seen.most_views && area_seen(part.corners, lower, upper, axis) > 1e-6 * size * size)
                seen.most_views = views;
        }
    }
    return seen;
}

FollowedTree::FollowedTree(const FuzzMesh& mesh)
{
    FollowedNode& root = nodes_.emplace_back();
    root.is_there = true;
    bool is_first = true;
    for (const TriangleIndices& t : mesh.triangles)
        for (const std::uint32_t v : t) {
            const Vec3& p = mesh.positions[v];
            if (is_first)
                root.lower = root.upper = p;
            is_first = false;
            root.lower = {std::min(root.lower.x, p.x), std::min(root.lower.y, p.y), std::min(root.lower.z, p.z)};
            root.upper = {std::max(root.upper.x, p.x), std::max(root.upper.y, p.y), std::max(root.upper.z, p.z)};
        }
    has_doubles_ = root.lower.x == root.upper.x || root.lower.y == root.upper.y || root.lower.z == root.upper.z;
}

bool FollowedTree::is_divided(std::size_t node) const
{
    return std::ranges::any_of(nodes_[node].below, [&](std::size_t child) { return nodes_[child].is_there; });
}

std::string FollowedTree::divide(std::span<const papers::CellQuestion> eight, std::uint32_t levels)
{
    Vec3 lower = eight[0].lower, upper = eight[0].upper;
    for (const papers::CellQuestion& cell : eight) {
        lower = {std::min(lower.x, cell.lower.x), std::min(lower.y, cell.lower.y), std::min(lower.z, cell.lower.z)};
        upper = {std::max(upper.x, cell.upper.x), std::max(upper.y, cell.upper.y), std::max(upper.z, cell.upper.z)};
        if (cell.body != eight[0].body)
            return "eight cells are of two bodies";
    }
    std::size_t parent = 0;
    while (parent < nodes_.size()
           && !(
               nodes_[parent].lower == lower && nodes_[parent].upper == upper && nodes_[parent].is_there
               && !is_divided(parent) && nodes_[parent].level < levels))
        ++parent;
    if (parent == nodes_.size())
        return "eight cells are asked, and are no node that could be divided";
    // Each of the eight has one half of the box along each axis, and no two have the same.
    std::vector<int> places;
    for (const papers::CellQuestion& cell : eight) {
        int place = 0;
        for (int k = 0; k < 3; ++k) {
            const double from = static_cast<double>(coordinate(lower, k)),
                         to = static_cast<double>(coordinate(upper, k));
            const double middle = 0.5 * (from + to), slack = 1e-6 * std::fmax(std::fabs(from), std::fabs(to));
            const double begin = static_cast<double>(coordinate(cell.lower, k));
            const double end = static_cast<double>(coordinate(cell.upper, k));
            const bool is_lower = begin == from && std::fabs(end - middle) <= slack;
            const bool is_upper = end == to && std::fabs(begin - middle) <= slack;
            if (!is_lower && !is_upper)
                return "a cell is no eighth of the box that it is cut from";
            // Without a width, both halves are the same.
            place |= (is_lower && is_upper ? 2 : is_upper ? 1 : 0) << (2 * k);
        }
        places.push_back(place);
    }
    std::ranges::sort(places);
    if (!has_doubles_ && std::ranges::adjacent_find(places) != places.end())
        return "an eighth of a box is asked twice";
    for (std::size_t& child : nodes_[parent].below)
        nodes_[child].is_there = true;
    if (nodes_[parent].below.empty())
        for (const papers::CellQuestion& cell : eight)
            if (cell.holds_surface) {
                nodes_[parent].below.push_back(nodes_.size());
                nodes_.push_back(
                    {.lower = cell.lower,
                     .upper = cell.upper,
                     .level = nodes_[parent].level + 1,
                     .parent = parent,
                     .below = {},
                     .is_there = true});
            }
    return nodes_[parent].below.empty() ? "none of the cells of a node holds surface" : "";
}

std::string FollowedTree::follow(const std::vector<Sphere>& lowest)
{
    for (FollowedNode& node : nodes_)
        node.is_there = false;
    const double slack = 1e-5 * (extent({nodes_[0].lower, nodes_[0].upper}) + nodes_[0].radius());
    std::vector<char> taken(nodes_.size(), 0);
    for (const Sphere& sphere : lowest) {
        std::size_t node = 0;
        while (node < nodes_.size()
               && (taken[node] || length(nodes_[node].centre() - arrow(sphere.centre)) > slack
                   || std::fabs(nodes_[node].radius() - static_cast<double>(sphere.radius)) > slack))
            ++node;
        if (node == nodes_.size())
            return "the sphere " + text(sphere) + " is around no cell that was asked";
        if (static_cast<double>(sphere.radius) < nodes_[node].radius() * (1.0 - 1e-7))
            return "the sphere " + text(sphere) + " does not hold its cell";
        taken[node] = 1;
        for (std::size_t up = node; up != SIZE_MAX; up = nodes_[up].parent)
            nodes_[up].is_there = true;
    }
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        if (taken[k] && is_divided(k) && !has_doubles_)
            return "a sphere is listed though there are others below it";
        if (!has_doubles_ && is_divided(k))
            for (const std::size_t child : nodes_[k].below)
                if (!nodes_[child].is_there)
                    return "of what is below a node, some is there and some is not";
    }
    return "";
}

std::size_t FollowedTree::node_count() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(nodes_, [](const FollowedNode& node) { return node.is_there; }));
}

SpherePairs::SpherePairs(
    const FollowedTree& a, const Pose& pose_a, const FollowedTree& b, const Pose& pose_b, double rounding,
    std::uint32_t levels)
    : a_(a), b_(b), pose_a_(pose_a), pose_b_(pose_b), rounding_(rounding), levels_(levels)
{
    compare(0, 0, true);
}

void SpherePairs::compare(std::size_t a, std::size_t b, bool certain)
{
    const FollowedNode &first = a_.nodes()[a], &second = b_.nodes()[b];
    const double gap =
        length(placed(pose_a_, first.centre()) - placed(pose_b_, second.centre())) - first.radius() - second.radius();
    if (gap > rounding_)
        return;
    certain = certain && gap < -rounding_;
    if (first.level == levels_) {
        found_.push_back({a, b, certain});
        return;
    }
    if (certain && !(a_.is_divided(a) && b_.is_divided(b)))
        wrong_ = "spheres of level " + std::to_string(first.level) + " overlap, and nothing is below one of them";
    for (const std::size_t i : first.below)
        for (const std::size_t j : second.below)
            if (a_.nodes()[i].is_there && b_.nodes()[j].is_there)
                compare(i, j, certain);
}

bool SpherePairs::is_around(const Sphere& sphere, const FollowedNode& node, const Pose& pose) const
{
    return length(arrow(sphere.centre) - placed(pose, node.centre())) <= rounding_
           && std::fabs(static_cast<double>(sphere.radius) - node.radius()) <= rounding_;
}

std::string SpherePairs::judge(std::span<const papers::LeafSpherePair> told, std::uint32_t a, std::uint32_t b) const
{
    if (!wrong_.empty())
        return wrong_;
    // Both lists by where the first sphere is, so that few of them have to be compared.
    std::vector<std::pair<double, const papers::LeafSpherePair*>> listed;
    for (const papers::LeafSpherePair& pair : told) {
        if (pair.body_a >= pair.body_b)
            return "the smaller number of a body does not come first";
        if (pair.body_a == a && pair.body_b == b)
            listed.push_back({static_cast<double>(pair.a.centre.x) + static_cast<double>(pair.b.centre.y), &pair});
    }
    std::ranges::sort(listed);
    std::vector<char> is_found(listed.size(), 0);
    for (const Found& found : found_) {
        const FollowedNode &first = a_.nodes()[found.a], &second = b_.nodes()[found.b];
        const double at = placed(pose_a_, first.centre()).x + placed(pose_b_, second.centre()).y;
        bool is_told = false;
        const std::pair<double, const papers::LeafSpherePair*> begin = {at - 2.0 * rounding_, nullptr};
        for (auto place = std::ranges::lower_bound(listed, begin);
             place != listed.end() && place->first <= at + 2.0 * rounding_; ++place)
            if (is_around(place->second->a, first, pose_a_) && is_around(place->second->b, second, pose_b_)) {
                is_told = true;
                is_found[static_cast<std::size_t>(place - listed.begin())] = 1;
            }
        if (found.certain && !is_told)
            return "two spheres of the last level overlap and are not told";
    }
    for (std::size_t k = 0; k < listed.size(); ++k)
        if (!is_found[k])
            return "told are " + text(listed[k].second->a) + " and " + text(listed[k].second->b)
                   + ", which are no overlapping spheres of the last level";
    return "";
}

} // namespace tactus::fuzz::sphere_trees
