// SPDX-License-Identifier: MIT
#include "tree/clusters/windows/window_maker.h"

#include <algorithm>
#include <cmath>

#include "tree/clusters/windows/window.h"

namespace tactus {
namespace {

/// The sine that an outline edge and the way from the centre should make at least: room to deform.
constexpr double least_slope = 0.2;

template <class Point2>
double cross(Point2 a, Point2 b)
{
    return a.x * b.y - a.y * b.x;
}

template <class Point2>
double squared_length(Point2 a)
{
    return a.x * a.x + a.y * a.y;
}

template <class Point2>
Point2 from_to(Point2 a, Point2 b)
{
    return {b.x - a.x, b.y - a.y};
}

} // namespace

void WindowMaker::look_at(const ClusterTree& tree, const float* positions, const VertexStars& stars)
{
    tree_ = &tree;
    positions_ = positions;
    stars_ = &stars;
    neighbours_.resize(tree.indices.size(), {unknown, unknown, unknown});
    triangle_stamp_.resize(tree.indices.size(), 0);
    leaf_stamp_.resize(tree.indices.size() / 8, 0);
    for (std::vector<std::uint32_t>* numbers : {&next_, &before_, &next_stamp_, &outside_, &flat_stamp_})
        numbers->resize(tree.vertex_count, 0);
    flat_.resize(tree.vertex_count);
}

bool WindowMaker::make(std::uint32_t begin, std::uint32_t end)
{
    if (!start(begin, end))
        return false;
    max_triangles_ = patch_.size() * 2 + 32;
    bool is_flat = false;
    for (int round = 0; round < 16 && patch_.size() < 2 * max_triangles_; ++round) {
        const Border border = walk_outline();
        if (border == Border::broken)
            return false;
        if (border == Border::grown)
            continue;
        if (!is_flat && !lay_flat(begin, end))
            return false;
        is_flat = true;
        if (round_out())
            return list_outline();
    }
    return false;
}

/// The other triangle on an edge, that goes along it the other way; tangled if there are more, or one that does not.
std::uint32_t WindowMaker::across(std::uint32_t slot, std::size_t edge) const
{
    const auto& corners = tree_->indices[slot];
    const std::uint32_t u = corners[edge], v = corners[(edge + 1) % 3];
    if (u == v)
        return tangled;
    const VertexStars& stars = *stars_;
    std::uint32_t found = none;
    for (const std::uint32_t other : stars[u].size() <= stars[v].size() ? stars[u] : stars[v]) {
        const auto& t = tree_->indices[other];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = t[k], to = t[(k + 1) % 3];
            if ((other == slot && k == edge) || !((from == u && to == v) || (from == v && to == u)))
                continue;
            if (found != none || from == u)
                return tangled;
            found = other;
        }
    }
    return found;
}

void WindowMaker::add(std::uint32_t slot)
{
    triangle_stamp_[slot] = stamp_;
    patch_.push_back(slot);
    if (leaf_stamp_[slot / 8] != stamp_) {
        leaf_stamp_[slot / 8] = stamp_;
        leaves_.push_back(slot / 8);
    }
}

/// The core and every leaf that shares a vertex with it.
bool WindowMaker::start(std::uint32_t begin, std::uint32_t end)
{
    ++stamp_;
    patch_.clear();
    leaves_.clear();
    for (std::uint32_t slot = 8 * begin; slot < 8 * end; ++slot) {
        if (is_empty(slot))
            continue;
        for (std::uint32_t vertex : tree_->indices[slot])
            for (std::uint32_t other : (*stars_)[vertex]) {
                const std::uint32_t leaf = other / 8;
                if (leaf_stamp_[leaf] == stamp_)
                    continue;
                if (leaves_.size() == Windows::max_leaves)
                    return false;
                for (std::uint32_t t = 8 * leaf; t < 8 * leaf + 8; ++t)
                    if (!is_empty(t))
                        add(t);
            }
    }
    return !patch_.empty();
}

/// Fills outline_ with the border of the patch, if that is one closed curve. Where the border meets itself in a
/// vertex, or goes around a hole, the patch grows over the place.
WindowMaker::Border WindowMaker::walk_outline()
{
    ++walk_;
    border_.clear();
    trouble_.clear();
    for (std::uint32_t t : patch_) {
        const Neighbours& beyond = neighbours(t);
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t other = beyond[k];
            if (other == tangled)
                return Border::broken;
            if (other != none && triangle_stamp_[other] == stamp_)
                continue;
            const std::uint32_t u = tree_->indices[t][k];
            if (next_stamp_[u] == walk_)
                trouble_.push_back(u);
            next_stamp_[u] = walk_;
            next_[u] = tree_->indices[t][(k + 1) % 3];
            outside_[u] = other;
            border_.push_back(u);
        }
    }
    if (trouble_.empty())
        find_longest_loop();
    if (!trouble_.empty())
        return grow_over_trouble() ? Border::grown : Border::broken;
    return outline_.empty() ? Border::broken : Border::one;
}

/// Vertices of all other loops are trouble.
void WindowMaker::find_longest_loop()
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

bool WindowMaker::grow_over_trouble()
{
    bool grown = false;
    for (std::uint32_t u : trouble_)
        for (std::uint32_t t : (*stars_)[u])
            if (triangle_stamp_[t] != stamp_) {
                add(t);
                grown = true;
            }
    return grown;
}

/// Whether the outline's edge from u goes around the centre, by at least this slope.
bool WindowMaker::turns(std::uint32_t u, double slope)
{
    const Point2 a = from_to(centre_point_, flat(u)), b = from_to(centre_point_, flat(next_[u]));
    const double turn = cross(a, b), wanted = slope * slope;
    return turn > 0.0
           && turn * turn > wanted * squared_length(from_to(a, b)) * std::max(squared_length(a), squared_length(b));
}

/// Adds triangles where the outline does not go around the centre, until it does everywhere or nothing can be
/// added. False if the outline then meets itself and has to be walked again.
bool WindowMaker::round_out()
{
    for (std::uint32_t u : outline_)
        before_[next_[u]] = u;
    edges_.assign(outline_.begin(), outline_.end());
    while (!edges_.empty() && patch_.size() < max_triangles_) {
        const std::uint32_t u = edges_.back();
        edges_.pop_back();
        const std::uint32_t t = outside_[u];
        if (next_stamp_[u] != walk_ || t == none || turns(u, least_slope) || is_tangled(t))
            continue;
        const int k = tree_->indices[t][0] == u ? 0 : tree_->indices[t][1] == u ? 1 : 2;
        const std::uint32_t v = next_[u], w = tree_->indices[t][(k + 1) % 3];
        const std::uint32_t beyond_u = neighbours(t)[k], beyond_w = neighbours(t)[(k + 1) % 3];
        add(t);
        if (next_stamp_[w] != walk_) {
            next_stamp_[w] = walk_;
            link(u, w, beyond_u);
            link(w, v, beyond_w);
            edges_.push_back(u);
            edges_.push_back(w);
        } else if (w == next_[v] && w != before_[u]) {
            next_stamp_[v] = 0;
            link(u, w, beyond_u);
            edges_.push_back(u);
        } else if (w == before_[u] && w != next_[v]) {
            next_stamp_[u] = 0;
            link(w, v, beyond_w);
            edges_.push_back(w);
        } else
            return false;
    }
    return true;
}

void WindowMaker::link(std::uint32_t u, std::uint32_t v, std::uint32_t outside)
{
    next_[u] = v;
    before_[v] = u;
    outside_[u] = outside;
}

bool WindowMaker::is_tangled(std::uint32_t t)
{
    return std::find(neighbours(t).begin(), neighbours(t).end(), tangled) != neighbours(t).end();
}

/// Writes the links out; false if the outline is too long, or would not even hold as the body lies now.
bool WindowMaker::list_outline()
{
    const auto found =
        std::find_if(outline_.begin(), outline_.end(), [&](std::uint32_t u) { return is_on_outline(u); });
    if (found == outline_.end())
        return false;
    const std::uint32_t first = *found;
    outline_.clear();
    std::uint32_t u = first;
    do {
        if (outline_.size() == Windows::max_outline || !turns(u, 0.25 * least_slope))
            return false;
        outline_.push_back(u);
        u = next_[u];
    } while (u != first);
    std::sort(leaves_.begin(), leaves_.end());
    return true;
}

std::array<double, 3> WindowMaker::point(std::uint32_t place) const
{
    const float* p = positions_ + 3 * std::size_t(place);
    return {p[0], p[1], p[2]};
}

WindowMaker::Point2 WindowMaker::flat(std::uint32_t place)
{
    Point2& q = flat_[place];
    if (flat_stamp_[place] == stamp_)
        return q;
    flat_stamp_[place] = stamp_;
    const auto p = point(place);
    q = {};
    for (int k = 0; k < 3; ++k) {
        q.x += axis_x_[k] * (p[k] - origin_[k]);
        q.y += axis_y_[k] * (p[k] - origin_[k]);
    }
    return q;
}

/// Chooses a plane across the patch's mean normal, and a vertex in the middle of the core.
bool WindowMaker::lay_flat(std::uint32_t begin, std::uint32_t end)
{
    // Twice the patch's area vector, which its border alone determines.
    std::array<double, 3> n = {};
    const auto o = point(outline_[0]);
    for (std::uint32_t u : outline_) {
        auto a = point(u), b = point(next_[u]);
        for (int k = 0; k < 3; ++k) {
            a[k] -= o[k];
            b[k] -= o[k];
        }
        for (int k = 0; k < 3; ++k)
            n[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    const double size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(size > 0.0) || !std::isfinite(size))
        return false;
    for (double& x : n)
        x /= size;
    // Any two axes that make a right-handed frame with n.
    const int least = std::abs(n[0]) <= std::abs(n[1]) && std::abs(n[0]) <= std::abs(n[2]) ? 0
                      : std::abs(n[1]) <= std::abs(n[2])                                   ? 1
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
    choose_centre(begin, end);
    return true;
}

void WindowMaker::choose_centre(std::uint32_t begin, std::uint32_t end)
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
        if (!is_empty(slot))
            for (std::uint32_t u : tree_->indices[slot]) {
                const Point2 q = flat(u);
                sum = {sum.x + q.x, sum.y + q.y};
                count += 1.0;
            }
    const Point2 middle = {
        0.5 * (sum.x / count + 0.5 * (low.x + high.x)), 0.5 * (sum.y / count + 0.5 * (low.y + high.y))};
    double nearest = 1e300;
    for (std::uint32_t slot = 8 * begin; slot < 8 * end; ++slot)
        if (!is_empty(slot))
            for (std::uint32_t u : tree_->indices[slot]) {
                const double distance = squared_length(from_to(middle, flat(u)));
                if (distance < nearest) {
                    nearest = distance;
                    centre_ = u;
                }
            }
    centre_point_ = flat(centre_);
}

std::size_t WindowMaker::bytes() const
{
    std::size_t numbers = 0;
    for (const std::vector<std::uint32_t>* some :
         {&triangle_stamp_, &leaf_stamp_, &patch_, &leaves_, &next_, &before_, &next_stamp_, &outside_, &outline_,
          &border_, &loop_, &trouble_, &edges_, &flat_stamp_})
        numbers += some->capacity();
    return numbers * sizeof(std::uint32_t) + neighbours_.capacity() * sizeof(Neighbours)
           + flat_.capacity() * sizeof(Point2);
}

} // namespace tactus
