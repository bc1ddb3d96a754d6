// SPDX-License-Identifier: MIT
#include "open_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tactus::fuzz {

namespace {

constexpr double rounding = 1e-6;

double product(const DoublePoint& a, const DoublePoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

} // namespace

DoublePoint unit_normal(const MirrorBody& body, std::size_t triangle)
{
    const TriangleIndices& corners = body.triangles[triangle];
    const DoublePoint p = to_double(body.positions[corners[0]]), q = to_double(body.positions[corners[1]]),
                      r = to_double(body.positions[corners[2]]);
    const DoublePoint u = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, v = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    DoublePoint n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double size = std::sqrt(product(n, n));
    for (double& component : n)
        component /= size;
    return n;
}

OpenDepths::OpenDepths(
    const Mirror& mirror, const std::vector<TriangleRefPair>& pairs, const InsideTruth& insides, std::uint32_t around,
    std::uint32_t body)
    : around_(mirror.bodies[around]), body_(mirror.bodies[body])
{
    const auto first = static_cast<std::uint32_t>(around_.triangles.size());
    parent_.resize(first + body_.triangles.size());
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (std::uint32_t t = 0; t < first; ++t)
        normals_.push_back(around_.removed[t] ? DoublePoint{} : unit_normal(around_, t));
    // Triangles of the open body that share a vertex inside hang together.
    std::map<std::uint32_t, std::uint32_t> holder;
    for (std::uint32_t t = 0; t < body_.triangles.size(); ++t)
        for (const std::uint32_t corner : body_.triangles[t]) {
            const auto side = insides.sides.find({around, body, corner});
            if (!body_.removed[t] && side != insides.sides.end() && side->second == Side::inside)
                unite(first + t, holder.insert({corner, first + t}).first->second);
        }
    // So do triangles of the two that intersect.
    std::vector<std::uint32_t> met;
    for (const auto& [a, b] : pairs) {
        const bool is_around = a.first == around && b.first == body;
        if (!is_around && !(a.first == body && b.first == around))
            continue;
        met.push_back(is_around ? a.second : b.second);
        unite(met.back(), first + (is_around ? b.second : a.second));
    }
    for (const std::uint32_t t : met) {
        Piece& piece = pieces_[root(t)];
        for (std::size_t k = 0; k < 3; ++k)
            piece.sum[k] += normals_[t][k];
        ++piece.pairs;
        piece.met.push_back(t);
    }
}

std::uint32_t OpenDepths::root(std::uint32_t member) const
{
    while (parent_[member] != member)
        member = parent_[member];
    return member;
}

void OpenDepths::unite(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }

DepthRange OpenDepths::of(std::uint32_t vertex) const
{
    const auto first = static_cast<std::uint32_t>(around_.triangles.size());
    std::uint32_t own = 0;
    for (std::uint32_t t = 0; t < body_.triangles.size(); ++t)
        if (!body_.removed[t]
            && std::find(body_.triangles[t].begin(), body_.triangles[t].end(), vertex) != body_.triangles[t].end())
            own = first + t;
    const auto found = pieces_.find(root(own));
    const Piece piece = found != pieces_.end() ? found->second : Piece{};
    const double length = std::sqrt(product(piece.sum, piece.sum));
    // Whether it is known where the piece came in, and whether that is certain.
    const double over_half = length - 0.5 * piece.pairs;
    const bool is_known = piece.pairs > 0 && over_half > rounding * piece.pairs;
    const bool may_be_known = piece.pairs > 0 && over_half > -rounding * piece.pairs;
    DepthRange depth = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (std::uint32_t t = 0; t < first; ++t) {
        if (around_.removed[t])
            continue;
        const double distance = distance_to_triangle(around_, t, to_double(body_.positions[vertex]));
        const bool meets = std::find(piece.met.begin(), piece.met.end(), t) != piece.met.end();
        const double facing = product(normals_[t], piece.sum) / length + 0.6;
        if (meets || !is_known || facing >= -rounding)
            depth.least = std::min(depth.least, distance);
        if (meets || !may_be_known || facing >= rounding)
            depth.most = std::min(depth.most, distance);
    }
    return depth;
}

} // namespace tactus::fuzz
