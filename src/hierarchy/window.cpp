// SPDX-License-Identifier: MIT
#include "hierarchy/window.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "mesh/edge_ring.h"
#include "mesh/vertex_star.h"

namespace tactus {
namespace {

constexpr std::uint32_t none = UINT32_MAX;
constexpr std::uint32_t tangled = UINT32_MAX - 1;

struct Point2 {
    double x = 0.0, y = 0.0;
};

double cross(Point2 a, Point2 b) { return a.x * b.y - a.y * b.x; }
double length(Point2 a) { return std::sqrt(a.x * a.x + a.y * a.y); }
Point2 operator-(Point2 a, Point2 b) { return {a.x - b.x, a.y - b.y}; }

/// Lays out one window after the other.
class WindowMaker {
public:
    WindowMaker(const ClusterTree& tree, const float* positions)
        : tree_(tree), positions_(positions), stars_(tree.indices.span(), tree.vertex_count, Empty{tree}),
          triangle_stamp_(tree.indices.size(), 0), leaf_stamp_(tree.indices.size() / 8, 0), next_(tree.vertex_count),
          next_stamp_(tree.vertex_count, 0), outside_(tree.vertex_count)
    {
        find_neighbours();
    }

    /// The window around leaves [begin, end), or false if none was found. Leaves the result in patch() and outline().
    bool make(std::uint32_t begin, std::uint32_t end)
    {
        if (!start(begin, end))
            return false;
        const std::size_t largest = patch_.size() * 2 + 32;
        bool flat_yet = false;
        for (int round = 0; round < 32 && patch_.size() < 2 * largest; ++round) {
            const Border border = walk_outline();
            if (border == Border::grown)
                continue;
            if (border == Border::broken || outline_.size() > Windows::max_outline)
                return false;
            if (!flat_yet && !lay_flat(begin, end))
                return false;
            flat_yet = true;
            bool star_shaped = true, grown = false;
            for (std::size_t i = 0; i < outline_.size(); ++i) {
                const std::uint32_t u = outline_[i], v = outline_[i + 1 < outline_.size() ? i + 1 : 0];
                const Point2 a = flat(u) - centre_point_, b = flat(v) - centre_point_;
                const double turn = cross(a, b);
                if (turn > least_slope * length(b - a) * std::max(length(a), length(b)))
                    continue;
                star_shaped = star_shaped && turn > 0.05 * length(b - a) * std::max(length(a), length(b));
                const std::uint32_t outside = outside_[u];
                if (outside == none || patch_.size() >= largest)
                    continue;
                if (triangle_stamp_[outside] != stamp_)
                    add(outside);
                grown = true;
            }
            if (!grown)
                return star_shaped;
        }
        return false;
    }

    std::span<const std::uint32_t> patch() const { return patch_; }
    std::span<const std::uint32_t> outline() const { return outline_; }
    std::uint32_t centre() const { return centre_; }

private:
    struct Empty {
        const ClusterTree& tree;
        bool operator()(std::size_t slot) const { return tree.triangle_of_slot[slot] == ClusterTree::no_triangle; }
    };

    /// The sine that an outline edge and the way from the centre should make at least: room to deform.
    static constexpr double least_slope = 0.2;

    void find_neighbours()
    {
        std::vector<TriangleIndices> triangles(tree_.indices.begin(), tree_.indices.end());
        const EdgeRing ring = make_edge_ring(triangles, tree_.vertex_count);
        neighbours_.resize(ring.size());
        const auto is_empty = Empty{tree_};
        for (std::uint32_t t = 0; t < ring.size(); ++t)
            for (int k = 0; k < 3; ++k) {
                const std::uint32_t other = ring[t][k];
                neighbours_[t][k] = tangled;
                const std::uint32_t u = triangles[t][k], v = triangles[t][(k + 1) % 3];
                if (u == v || is_empty(t))
                    continue;
                if (other == t) {
                    neighbours_[t][k] = none;
                    continue;
                }
                for (int m = 0; m < 3; ++m)
                    if (triangles[other][m] == v && triangles[other][(m + 1) % 3] == u && ring[other][m] == t)
                        neighbours_[t][k] = other;
            }
    }

    void add(std::uint32_t slot)
    {
        triangle_stamp_[slot] = stamp_;
        patch_.push_back(slot);
    }

    /// The core and every leaf that shares a vertex with it.
    bool start(std::uint32_t begin, std::uint32_t end)
    {
        ++stamp_;
        patch_.clear();
        const auto is_empty = Empty{tree_};
        std::uint32_t leaf_count = 0;
        for (std::uint32_t slot = 8 * begin; slot < 8 * end; ++slot) {
            if (is_empty(slot))
                continue;
            for (std::uint32_t vertex : tree_.indices[slot])
                for (std::uint32_t other : stars_[vertex]) {
                    const std::uint32_t leaf = other / 8;
                    if (leaf_stamp_[leaf] == stamp_)
                        continue;
                    leaf_stamp_[leaf] = stamp_;
                    if (++leaf_count > Windows::max_leaves)
                        return false;
                    for (std::uint32_t t = 8 * leaf; t < 8 * leaf + 8; ++t)
                        if (!is_empty(t))
                            add(t);
                }
        }
        return !patch_.empty();
    }

    enum class Border { one, grown, broken };

    /// Fills outline_ with the border of the patch, if that is one closed curve. Where the border meets itself in a
    /// vertex, or goes around a hole, the patch grows over the place.
    Border walk_outline()
    {
        ++walk_;
        border_.clear();
        trouble_.clear();
        for (std::uint32_t t : patch_)
            for (int k = 0; k < 3; ++k) {
                const std::uint32_t other = neighbours_[t][k];
                if (other == tangled)
                    return Border::broken;
                if (other != none && triangle_stamp_[other] == stamp_)
                    continue;
                const std::uint32_t u = tree_.indices[t][k];
                if (next_stamp_[u] == walk_)
                    trouble_.push_back(u);
                next_stamp_[u] = walk_;
                next_[u] = tree_.indices[t][(k + 1) % 3];
                outside_[u] = other;
                border_.push_back(u);
            }
        if (trouble_.empty())
            find_longest_loop();
        if (!trouble_.empty())
            return grow_over_trouble() ? Border::grown : Border::broken;
        return outline_.empty() ? Border::broken : Border::one;
    }

    /// Vertices of all other loops are trouble.
    void find_longest_loop()
    {
        const std::uint32_t walked = ++walk_;
        outline_.clear();
        for (std::uint32_t first : border_) {
            if (next_stamp_[first] == walked)
                continue;
            loop_.clear();
            for (std::uint32_t u = first; next_stamp_[u] != walked; u = next_[u]) {
                next_stamp_[u] = walked;
                loop_.push_back(u);
            }
            if (loop_.size() > outline_.size())
                std::swap(loop_, outline_);
            trouble_.insert(trouble_.end(), loop_.begin(), loop_.end());
        }
    }

    bool grow_over_trouble()
    {
        bool grown = false;
        for (std::uint32_t u : trouble_)
            for (std::uint32_t t : stars_[u])
                if (triangle_stamp_[t] != stamp_) {
                    add(t);
                    grown = true;
                }
        return grown;
    }

    std::array<double, 3> point(std::uint32_t place) const
    {
        const float* p = positions_ + 3 * std::size_t(place);
        return {p[0], p[1], p[2]};
    }

    Point2 flat(std::uint32_t place) const
    {
        const auto p = point(place);
        Point2 q;
        for (int k = 0; k < 3; ++k) {
            q.x += axis_x_[k] * (p[k] - origin_[k]);
            q.y += axis_y_[k] * (p[k] - origin_[k]);
        }
        return q;
    }

    /// Chooses a plane across the patch's mean normal, and a vertex in the middle of the core.
    bool lay_flat(std::uint32_t begin, std::uint32_t end)
    {
        std::array<double, 3> n = {};
        for (std::uint32_t t : patch_) {
            const auto a = point(tree_.indices[t][0]), b = point(tree_.indices[t][1]), c = point(tree_.indices[t][2]);
            for (int k = 0; k < 3; ++k) {
                const int i = (k + 1) % 3, j = (k + 2) % 3;
                n[k] += (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
            }
        }
        const double size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (!(size > 0.0) || !std::isfinite(size))
            return false;
        for (double& x : n)
            x /= size;
        // Any two axes that make a right-handed frame with n.
        const int least = std::abs(n[0]) <= std::abs(n[1]) && std::abs(n[0]) <= std::abs(n[2]) ? 0
            : std::abs(n[1]) <= std::abs(n[2])                                                 ? 1
                                                                                               : 2;
        std::array<double, 3> e = {};
        e[least] = 1.0;
        for (int k = 0; k < 3; ++k)
            axis_x_[k] = e[(k + 1) % 3] * n[(k + 2) % 3] - e[(k + 2) % 3] * n[(k + 1) % 3];
        const double width = std::sqrt(axis_x_[0] * axis_x_[0] + axis_x_[1] * axis_x_[1] + axis_x_[2] * axis_x_[2]);
        for (double& x : axis_x_)
            x /= width;
        for (int k = 0; k < 3; ++k)
            axis_y_[k] = n[(k + 1) % 3] * axis_x_[(k + 2) % 3] - n[(k + 2) % 3] * axis_x_[(k + 1) % 3];
        origin_ = point(outline_[0]);
        return choose_centre(begin, end);
    }

    bool choose_centre(std::uint32_t begin, std::uint32_t end)
    {
        // The middle of the outline's bounding box and the core's mean are both good guesses; take their mean.
        Point2 low{1e300, 1e300}, high{-1e300, -1e300}, sum;
        for (std::uint32_t u : outline_) {
            const Point2 q = flat(u);
            low = {std::min(low.x, q.x), std::min(low.y, q.y)};
            high = {std::max(high.x, q.x), std::max(high.y, q.y)};
        }
        double count = 0.0;
        for (std::uint32_t slot = 8 * begin; slot < 8 * end; ++slot)
            if (!Empty{tree_}(slot))
                for (std::uint32_t u : tree_.indices[slot]) {
                    const Point2 q = flat(u);
                    sum = {sum.x + q.x, sum.y + q.y};
                    count += 1.0;
                }
        const Point2 middle = {
            0.5 * (sum.x / count + 0.5 * (low.x + high.x)), 0.5 * (sum.y / count + 0.5 * (low.y + high.y))};
        double nearest = 1e300;
        for (std::uint32_t t : patch_)
            for (std::uint32_t u : tree_.indices[t]) {
                const double distance = length(flat(u) - middle);
                if (distance < nearest) {
                    nearest = distance;
                    centre_ = u;
                }
            }
        centre_point_ = flat(centre_);
        return true;
    }

    const ClusterTree& tree_;
    const float* positions_;
    VertexStars stars_;
    std::vector<std::array<std::uint32_t, 3>> neighbours_;
    std::vector<std::uint32_t> triangle_stamp_, leaf_stamp_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> next_, next_stamp_, outside_;
    std::uint32_t walk_ = 0;
    std::vector<std::uint32_t> patch_, outline_, border_, loop_, trouble_;
    std::array<double, 3> axis_x_ = {}, axis_y_ = {}, origin_ = {};
    std::uint32_t centre_ = 0;
    Point2 centre_point_;
};

void append(Buffer<std::uint32_t>& to, std::span<const std::uint32_t> from)
{
    for (std::uint32_t x : from)
        to.push_back(x);
}

Buffer<std::uint32_t> trimmed(const Buffer<std::uint32_t>& from)
{
    Buffer<std::uint32_t> exact(from.size());
    std::copy(from.begin(), from.end(), exact.begin());
    return exact;
}

} // namespace

Windows make_windows(const ClusterTree& tree, const float* positions)
{
    Windows made;
    made.windows.resize_uninitialised(std::size_t{Windows::per_cluster} * tree.cluster_count());
    if (tree.cluster_count() == 0)
        return made;
    WindowMaker maker(tree, positions);
    Buffer<std::uint32_t> leaves, outline;
    std::vector<std::uint32_t> patch_leaves;
    for (std::uint32_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
        for (std::uint32_t part = 0; part < Windows::per_cluster; ++part) {
            Windows::Window& window = made.windows[Windows::per_cluster * cluster + part];
            window = {};
            const std::uint32_t begin = 8 * cluster + (part == 2 ? 4 : 0);
            if (!maker.make(begin, begin + (part == 0 ? 8 : 4)))
                continue;
            patch_leaves.clear();
            for (std::uint32_t slot : maker.patch())
                patch_leaves.push_back(slot / 8);
            std::sort(patch_leaves.begin(), patch_leaves.end());
            patch_leaves.erase(std::unique(patch_leaves.begin(), patch_leaves.end()), patch_leaves.end());
            if (patch_leaves.size() > Windows::max_leaves)
                continue;
            window.leaf_begin = static_cast<std::uint32_t>(leaves.size());
            window.leaf_count = static_cast<std::uint16_t>(patch_leaves.size());
            append(leaves, patch_leaves);
            window.outline_begin = static_cast<std::uint32_t>(outline.size());
            window.outline_count = static_cast<std::uint16_t>(maker.outline().size());
            const auto loop = maker.outline();
            for (std::size_t k = 0; k < (loop.size() + 7) / 8 * 8 + 1; ++k)
                outline.push_back(loop[k % loop.size()]);
            window.centre = maker.centre();
        }
    made.leaves = trimmed(leaves);
    made.outline = trimmed(outline);
    return made;
}

} // namespace tactus
