// SPDX-License-Identifier: MIT
#include "hierarchy/spherical_octree/octree_refit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/check.h"
#include "geometry/box.h"

namespace tactus {
namespace {

/// With more faces than this a cell is large against them, and to look at pieces of them gains nothing.
constexpr std::size_t few_faces = 16;

double largest(const DoubleVector& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

/// A box of differences and positions, in double.
struct Spread {
    DoubleVector lower = {
        std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::infinity()};
    DoubleVector upper = lower * -1.0;

    void include(DoubleVector p)
    {
        lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
        upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
    }
    DoubleVector middle() const { return (lower + upper) * 0.5; }
};

} // namespace

OctreeRefit::OctreeRefit(
    const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> rest_positions)
    : tree_(&tree), triangles_(triangles), rest_(rest_positions.size()), positions_(rest_positions.size()),
      rest_spheres_(tree.node_count()), spheres_(tree.node_count()), travel_then_(tree.node_count()),
      spheres_before_(tree.node_count()), travel_before_(tree.node_count()), extent_(tree.extent())
{
    TACTUS_CHECK(rest_positions.size() == tree.vertex_count() && triangles.size() == tree.face_count());
    std::copy(rest_positions.begin(), rest_positions.end(), rest_.begin());
    std::copy(rest_positions.begin(), rest_positions.end(), positions_.begin());
    std::fill(travel_then_.begin(), travel_then_.end(), 0.0);
    std::fill(travel_before_.begin(), travel_before_.end(), 0.0);
    for (std::uint32_t index = 0; index < tree.node_count(); ++index) {
        const SphericalOctree::Node& node = tree.node(index);
        if (index == 0)
            rest_spheres_[0] = tree.root_sphere();
        for (unsigned octant = 0; octant < 8; ++octant)
            if (node.child_mask >> octant & 1u)
                rest_spheres_[node.child(octant)] = tree.children(node)[octant];
    }
    std::copy(rest_spheres_.begin(), rest_spheres_.end(), spheres_.begin());
    std::copy(rest_spheres_.begin(), rest_spheres_.end(), spheres_before_.begin());
    list_covers();
}

void OctreeRefit::list_covers()
{
    covers_begin_.resize_uninitialised(std::size_t{tree_->node_count()} + 1);
    covers_faces_.resize_uninitialised(tree_->node_count());
    std::vector<std::uint32_t> face_of(triangles_.size(), UINT32_MAX), vertex_of(tree_->vertex_count(), UINT32_MAX);
    std::vector<std::uint32_t> faces;
    for (std::uint32_t index = 0; index < tree_->node_count(); ++index) {
        covers_begin_[index] = static_cast<std::uint32_t>(covers_.size());
        const SphericalOctree::Node& node = tree_->node(index);
        faces.clear();
        for (std::uint32_t leaf = node.leaves_begin; leaf < node.leaves_end; ++leaf)
            for (const std::uint32_t face : tree_->features(leaf).faces)
                if (face_of[face] != index) {
                    face_of[face] = index;
                    faces.push_back(face);
                }
        covers_faces_[index] = faces.size() <= few_faces;
        if (covers_faces_[index]) {
            if (!node.is_leaf())
                for (const std::uint32_t face : faces)
                    covers_.push_back(face);
            continue;
        }
        const std::size_t begin = covers_.size();
        for (const std::uint32_t face : faces)
            for (const std::uint32_t vertex : triangles_[face])
                if (vertex_of[vertex] != index) {
                    vertex_of[vertex] = index;
                    covers_.push_back(vertex);
                }
        // In the order of memory.
        std::sort(covers_.begin() + begin, covers_.end());
    }
    covers_begin_[tree_->node_count()] = static_cast<std::uint32_t>(covers_.size());
}

void OctreeRefit::set_positions(std::span<const Vec3> positions)
{
    TACTUS_CHECK(positions.size() == positions_.size());
    double farthest_squared = 0.0;
    Box box;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const DoubleVector moved = to_double(positions[v]) - to_double(positions_[v]);
        farthest_squared = std::max(farthest_squared, dot(moved, moved));
        box = include(box, positions[v]);
        positions_[v] = positions[v];
    }
    if (farthest_squared == 0.0)
        return;
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    const DoubleVector far = {
        std::max(std::abs(lower.x), std::abs(upper.x)), std::max(std::abs(lower.y), std::abs(upper.y)),
        std::max(std::abs(lower.z), std::abs(upper.z))};
    extent_ = std::sqrt(dot(far, far)) * (1.0 + 0x1p-50);
    // Even the smallest move must show in the sum: nodes know by it that they are out of date.
    const double sum = travel_ + std::sqrt(farthest_squared) * (1.0 + 0x1p-50);
    travel_ = std::max(sum, std::nextafter(travel_, std::numeric_limits<double>::infinity()));
}

/// Lists the balls that cover the node's surface, and the displacements of all corners that carry it.
void OctreeRefit::gather(std::uint32_t index)
{
    balls_.clear();
    displacements_.clear();
    const SphericalOctree::Node& node = tree_->node(index);
    const auto displacement = [&](std::uint32_t v) { return to_double(positions_[v]) - to_double(rest_[v]); };
    const std::span<const std::uint32_t> listed =
        covers_.span().subspan(covers_begin_[index], covers_begin_[index + 1] - covers_begin_[index]);
    if (!covers_faces_[index]) {
        for (const std::uint32_t v : listed) {
            balls_.push_back({to_double(positions_[v]), 0.0});
            displacements_.push_back(displacement(v));
        }
        return;
    }
    for (const std::uint32_t face : node.is_leaf() ? tree_->features(node.leaves_begin).faces : listed) {
        const auto [a, b, c] = triangles_[face];
        const CarriedPiece piece = carried_piece(
            rest_spheres_[index], {rest_[a], rest_[b], rest_[c]}, {positions_[a], positions_[b], positions_[c]});
        for (int k = 0; k < piece.count; ++k)
            balls_.push_back(piece.balls[k]);
        for (const std::uint32_t v : {a, b, c})
            displacements_.push_back(displacement(v));
    }
}

// Two spheres are made, and the smaller is kept.
//
// The first surrounds all balls.
//
// The second is the cell's own, moved by m and widened by w, where no corner's displacement d has |d - m| > w. A point
// of the surface in the cell is a weighted mean of corners and is displaced by the same mean of their displacements, so
// it stays inside. This one is exact where a body only moves.
void OctreeRefit::make_sphere(std::uint32_t index)
{
    gather(index);
    Spread places, moves;
    for (const CoverBall& ball : balls_) {
        const DoubleVector reach = {ball.radius, ball.radius, ball.radius};
        places.include(ball.centre - reach);
        places.include(ball.centre + reach);
    }
    for (const DoubleVector& d : displacements_)
        moves.include(d);

    const NodeSphere& cell = rest_spheres_[index];
    const Vec3 centre = to_float(places.middle()), moved_centre = to_float(to_double(cell.centre) + moves.middle());
    // What the rounding of the moved centre adds counts as displacement.
    const DoubleVector shift = to_double(moved_centre) - to_double(cell.centre);
    double farthest = 0.0, widest_squared = 0.0;
    for (const CoverBall& ball : balls_) {
        const DoubleVector off = ball.centre - to_double(centre);
        farthest = std::max(farthest, std::sqrt(dot(off, off)) + ball.radius);
    }
    for (const DoubleVector& d : displacements_)
        widest_squared = std::max(widest_squared, dot(d - shift, d - shift));

    const double rounding = (largest(places.lower) + largest(places.upper) + largest(shift)) * 0x1p-48;
    const float surrounding = rounded_up(farthest * (1.0 + 0x1p-48) + rounding);
    const float widened =
        rounded_up((static_cast<double>(cell.radius) + std::sqrt(widest_squared)) * (1.0 + 0x1p-48) + rounding);
    spheres_before_[index] = spheres_[index];
    travel_before_[index] = travel_then_[index];
    spheres_[index] = widened < surrounding ? NodeSphere{moved_centre, widened} : NodeSphere{centre, surrounding};
    travel_then_[index] = travel_;
    ++refit_count_;
}

std::uint32_t OctreeRefit::refit_cost(std::uint32_t index) const
{
    // A piece of a face takes about eight times as long as a vertex.
    constexpr std::uint32_t per_face = 8;
    const SphericalOctree::Node& node = tree_->node(index);
    if (covers_faces_[index] && node.is_leaf())
        return per_face * static_cast<std::uint32_t>(tree_->features(node.leaves_begin).faces.size());
    return (covers_begin_[index + 1] - covers_begin_[index]) * (covers_faces_[index] ? per_face : 1);
}

std::size_t OctreeRefit::bytes() const
{
    return rest_.bytes() + positions_.bytes() + rest_spheres_.bytes() + spheres_.bytes() + travel_then_.bytes()
           + spheres_before_.bytes() + travel_before_.bytes() + covers_begin_.bytes() + covers_.bytes() + covers_faces_.bytes() + balls_.bytes() + displacements_.bytes();
}

} // namespace tactus
