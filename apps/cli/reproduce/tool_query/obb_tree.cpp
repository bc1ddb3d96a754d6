// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/obb_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tactus::cli {

namespace {

using scenes::Point;

constexpr double coordinate(const Point& p, std::size_t axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

using Matrix = std::array<std::array<double, 3>, 3>;

/// The eigenvectors of a symmetric matrix, as columns, by Jacobi's rotations.
Matrix eigenvectors(Matrix m)
{
    Matrix vectors = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    // Each sweep squares what is left beside the diagonal: a handful reaches rounding.
    for (int sweep = 0; sweep < 12; ++sweep) {
        const double beside = std::abs(m[0][1]) + std::abs(m[0][2]) + std::abs(m[1][2]);
        if (beside <= 1e-15 * (std::abs(m[0][0]) + std::abs(m[1][1]) + std::abs(m[2][2])))
            break;
        for (const auto& [i, j] : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}}) {
            if (m[i][j] == 0.0)
                continue;
            const double theta = 0.5 * (m[j][j] - m[i][i]) / m[i][j];
            const double t = (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
            const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
            for (std::size_t k = 0; k < 3; ++k) {
                const double a = m[k][i], b = m[k][j];
                m[k][i] = c * a - s * b;
                m[k][j] = s * a + c * b;
            }
            for (std::size_t k = 0; k < 3; ++k) {
                const double a = m[i][k], b = m[j][k];
                m[i][k] = c * a - s * b;
                m[j][k] = s * a + c * b;
                const double v = vectors[k][i], w = vectors[k][j];
                vectors[k][i] = c * v - s * w;
                vectors[k][j] = s * v + c * w;
            }
        }
    }
    return vectors;
}

/// Whether the triangles lie apart along an axis. An axis of no length parts nothing.
bool parted_along(Point axis, const TriangleCorners& a, const TriangleCorners& b)
{
    const std::array<double, 3> p = {dot(axis, a[0]), dot(axis, a[1]), dot(axis, a[2])};
    const std::array<double, 3> q = {dot(axis, b[0]), dot(axis, b[1]), dot(axis, b[2])};
    const double least_p = std::min({p[0], p[1], p[2]}), greatest_p = std::max({p[0], p[1], p[2]});
    const double least_q = std::min({q[0], q[1], q[2]}), greatest_q = std::max({q[0], q[1], q[2]});
    return greatest_p < least_q || greatest_q < least_p;
}

} // namespace

bool triangles_overlap(const TriangleCorners& a_corners, const TriangleCorners& b_corners)
{
    // Seen from a corner of one of them, so that rounding is that of their sizes and not of where they lie.
    TriangleCorners a = a_corners, b = b_corners;
    for (std::size_t k = 0; k < 3; ++k) {
        a[k] = a[k] - a_corners[0];
        b[k] = b[k] - a_corners[0];
    }
    const std::array<Point, 3> e = {a[1] - a[0], a[2] - a[1], a[0] - a[2]};
    const std::array<Point, 3> f = {b[1] - b[0], b[2] - b[1], b[0] - b[2]};
    const Point n = cross(e[0], e[1]), m = cross(f[0], f[1]);
    if (parted_along(n, a, b) || parted_along(m, a, b))
        return false;
    for (const Point& along_a : e)
        for (const Point& along_b : f)
            if (parted_along(cross(along_a, along_b), a, b))
                return false;
    for (std::size_t k = 0; k < 3; ++k)
        if (parted_along(cross(e[k], n), a, b) || parted_along(cross(f[k], m), a, b))
            return false;
    return true;
}

ObbTree::Moments ObbTree::moments_of(const TriangleCorners& corners)
{
    const auto& [p, q, r] = corners;
    Moments moments;
    moments.area = 0.5 * norm(cross(q - p, r - p));
    const Point middle = (p + q + r) * (1.0 / 3.0);
    moments.first = middle * moments.area;
    constexpr std::array<std::array<std::size_t, 2>, 6> places = {{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
    for (std::size_t k = 0; k < 6; ++k) {
        const auto product = [i = places[k][0], j = places[k][1]](Point v) {
            return coordinate(v, i) * coordinate(v, j);
        };
        moments.second[k] = moments.area / 12.0 * (9.0 * product(middle) + product(p) + product(q) + product(r));
    }
    return moments;
}

void ObbTree::build(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    nodes_.clear();
    fitted_triangles_ = 0;
    corners_.resize(triangles.size());
    moments_.resize(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& p = positions[triangles[t][k]];
            corners_[t][k] = {p.x, p.y, p.z};
        }
        moments_[t] = moments_of(corners_[t]);
    }
    if (triangles.empty())
        return;
    order_.resize(triangles.size());
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.reserve(2 * triangles.size());
    nodes_.emplace_back();
    split(0, order_);
}

void ObbTree::fit(Node& node, std::span<const std::uint32_t> held, Point& mean)
{
    fitted_triangles_ += held.size();
    Moments sum;
    for (const std::uint32_t triangle : held) {
        const Moments& one = moments_[triangle];
        sum.area += one.area;
        sum.first = sum.first + one.first;
        for (std::size_t k = 0; k < 6; ++k)
            sum.second[k] += one.second[k];
    }
    if (sum.area > 0.0) {
        mean = sum.first * (1.0 / sum.area);
    } else {
        mean = {};
        for (const std::uint32_t triangle : held)
            mean = mean + corners_[triangle][0] * (1.0 / double(held.size()));
    }
    const auto [xx, yy, zz, xy, xz, yz] = sum.second;
    const Point& f = sum.first;
    const Matrix covariance = {
        {{xx - f.x * mean.x, xy - f.x * mean.y, xz - f.x * mean.z},
         {xy - f.x * mean.y, yy - f.y * mean.y, yz - f.y * mean.z},
         {xz - f.x * mean.z, yz - f.y * mean.z, zz - f.z * mean.z}}};
    const Matrix vectors = eigenvectors(covariance);
    std::array<Point, 3> axes = {
        scenes::unit({vectors[0][0], vectors[1][0], vectors[2][0]}),
        Point{vectors[0][1], vectors[1][1], vectors[2][1]}};
    axes[1] = scenes::unit(axes[1] - axes[0] * dot(axes[0], axes[1]));
    axes[2] = cross(axes[0], axes[1]);

    std::array<double, 3> lower, upper;
    lower.fill(std::numeric_limits<double>::infinity());
    upper.fill(-std::numeric_limits<double>::infinity());
    for (const std::uint32_t triangle : held)
        for (const Point& corner : corners_[triangle])
            for (std::size_t k = 0; k < 3; ++k) {
                const double along = dot(axes[k], corner - mean);
                lower[k] = std::min(lower[k], along);
                upper[k] = std::max(upper[k], along);
            }
    std::array<std::size_t, 3> by_size = {0, 1, 2};
    std::ranges::sort(by_size, std::greater{}, [&](std::size_t k) { return upper[k] - lower[k]; });
    node.centre = mean;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = by_size[k];
        node.axes[k] = axes[from];
        node.half_sizes[k] = 0.5 * (upper[from] - lower[from]);
        node.centre = node.centre + axes[from] * (0.5 * (lower[from] + upper[from]));
    }
}

void ObbTree::split(std::uint32_t node, std::span<std::uint32_t> held)
{
    Point mean;
    fit(nodes_[node], held, mean);
    if (held.size() == 1) {
        nodes_[node].triangle = held[0];
        return;
    }
    const Point along = nodes_[node].axes[0];
    const double place = dot(along, mean);
    const auto is_below = [&](std::uint32_t triangle) {
        const auto& [p, q, r] = corners_[triangle];
        return dot(along, p + q + r) < 3.0 * place;
    };
    const auto above = std::partition(held.begin(), held.end(), is_below);
    auto below_count = static_cast<std::size_t>(above - held.begin());
    // Triangles whose middles lie in one place are halved as they come.
    if (below_count == 0 || below_count == held.size())
        below_count = held.size() / 2;
    const auto first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].first_child = first_child;
    nodes_.resize(nodes_.size() + 2);
    split(first_child, held.first(below_count));
    split(first_child + 1, held.subspan(below_count));
}

bool boxes_overlap(const ObbTree::Node& a, const ObbTree::Node& b)
{
    // The axes and the centre of b in the frame of a. A little is added to the absolute values: axes that are nearly
    // parallel have cross products of rounding, which must not part anything.
    constexpr double slack = 1e-9;
    const Point between = b.centre - a.centre;
    std::array<double, 3> t;
    Matrix r, size;
    for (std::size_t i = 0; i < 3; ++i) {
        t[i] = dot(a.axes[i], between);
        for (std::size_t j = 0; j < 3; ++j) {
            r[i][j] = dot(a.axes[i], b.axes[j]);
            size[i][j] = std::abs(r[i][j]) + slack;
        }
    }
    const std::array<double, 3>&u = a.half_sizes, &v = b.half_sizes;
    for (std::size_t i = 0; i < 3; ++i)
        if (std::abs(t[i]) > u[i] * (1.0 + slack) + v[0] * size[i][0] + v[1] * size[i][1] + v[2] * size[i][2])
            return false;
    for (std::size_t j = 0; j < 3; ++j)
        if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j])
            > u[0] * size[0][j] + u[1] * size[1][j] + u[2] * size[2][j] + v[j] * (1.0 + slack))
            return false;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j])
                > u[i1] * size[i2][j] + u[i2] * size[i1][j] + v[j1] * size[i][j2] + v[j2] * size[i][j1])
                return false;
        }
    return true;
}

namespace {

void search_nodes(
    const ObbTree& a, std::uint32_t node_a, const ObbTree& b, std::uint32_t node_b, std::vector<TrianglePair>& pairs,
    ObbWork& work)
{
    const ObbTree::Node &box_a = a.nodes()[node_a], &box_b = b.nodes()[node_b];
    ++work.box_tests;
    if (!boxes_overlap(box_a, box_b))
        return;
    if (box_a.is_leaf() && box_b.is_leaf()) {
        ++work.triangle_tests;
        if (triangles_overlap(a.corners(box_a.triangle), b.corners(box_b.triangle)))
            pairs.push_back({box_a.triangle, box_b.triangle});
        return;
    }
    // The larger box is opened.
    if (box_b.is_leaf() || (!box_a.is_leaf() && box_a.half_sizes[0] >= box_b.half_sizes[0])) {
        search_nodes(a, box_a.first_child, b, node_b, pairs, work);
        search_nodes(a, box_a.first_child + 1, b, node_b, pairs, work);
    } else {
        search_nodes(a, node_a, b, box_b.first_child, pairs, work);
        search_nodes(a, node_a, b, box_b.first_child + 1, pairs, work);
    }
}

} // namespace

void find_pairs(const ObbTree& a, const ObbTree& b, std::vector<TrianglePair>& pairs, ObbWork& work)
{
    if (!a.is_empty() && !b.is_empty())
        search_nodes(a, 0, b, 0, pairs, work);
}

} // namespace tactus::cli
