// SPDX-License-Identifier: MIT
#include "tree/octree/refit/octree_refit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "geometry/box.h"

namespace tactus {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

/// A box of differences and positions, in double.
struct Spread {
    DoubleVector lower = {
        std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::infinity()};
    DoubleVector upper = lower * -1.0;

    void include(DoubleVector p)
    {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    DoubleVector middle() const { return (lower + upper) * 0.5; }
};

} // namespace

OctreeRefit::OctreeRefit(
    const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> rest_positions)
    : tree_(&tree), triangles_(triangles), rest_(rest_positions.size()), positions_(rest_positions.size()),
      extent_(tree.extent())
{
    TACTUS_CHECK(rest_positions.size() == tree.vertex_count() && triangles.size() == tree.face_count());
    std::copy(rest_positions.begin(), rest_positions.end(), rest_.begin());
    std::copy(rest_positions.begin(), rest_positions.end(), positions_.begin());
    resize(tree.node_limit());
    if (!tree.empty())
        rest_spheres_[0] = tree.root_sphere();
    const auto take_children = [&](auto&& self, const SphericalOctree::Node& node) -> void {
        for (unsigned octant = 0; octant < 8; ++octant)
            if (node.child_mask >> octant & 1u) {
                rest_spheres_[node.child(octant)] = tree.children(node)[octant];
                self(self, tree.node(node.child(octant)));
            }
    };
    if (!tree.empty())
        take_children(take_children, tree.node(0));
    std::fill(travel_then_.begin(), travel_then_.end(), 0.0);
    std::fill(travel_before_.begin(), travel_before_.end(), 0.0);
    std::copy(rest_spheres_.begin(), rest_spheres_.end(), spheres_.begin());
    std::copy(rest_spheres_.begin(), rest_spheres_.end(), spheres_before_.begin());
    covers_.make(tree, triangles);
}

void OctreeRefit::resize(std::size_t node_count)
{
    const std::size_t known = travel_then_.size();
    for (Buffer<NodeSphere>* spheres : {&rest_spheres_, &spheres_, &spheres_before_}) {
        spheres->resize_uninitialised(node_count);
        std::fill(spheres->begin() + known, spheres->end(), NodeSphere{});
    }
    for (Buffer<double>* travel : {&travel_then_, &travel_before_}) {
        travel->resize_uninitialised(node_count);
        std::fill(travel->begin() + known, travel->end(), never);
    }
}

void OctreeRefit::edit(
    std::span<const NodeMove> moves, std::span<const TriangleIndices> triangles, std::span<const Vec3> new_rest,
    std::span<const Vec3> new_positions)
{
    triangles_ = triangles;
    for (const Vec3 p : new_rest)
        rest_.push_back(p);
    for (const Vec3 p : new_positions) {
        positions_.push_back(p);
        extent_ = std::max(extent_, std::sqrt(dot(to_double(p), to_double(p))) * (1.0 + 0x1p-50));
    }
    resize(tree_->node_limit());
    for (const auto [from, to] : moves) {
        rest_spheres_[to] = rest_spheres_[from];
        spheres_[to] = spheres_[from];
        spheres_before_[to] = spheres_before_[from];
        travel_then_[to] = travel_then_[from];
        travel_before_[to] = travel_before_[from];
    }
    covers_.edit(triangles, moves);
    renew(0, tree_->root_sphere());
}

/// What was known of nodes that have gained something bounds them no more.
void OctreeRefit::renew(std::uint32_t index, const NodeSphere& sphere)
{
    const SphericalOctree::Node& node = tree_->node(index);
    if (node.change != NodeChange::gained_features)
        return;
    rest_spheres_[index] = spheres_[index] = spheres_before_[index] = sphere;
    travel_then_[index] = travel_before_[index] = never;
    for (unsigned octant = 0; octant < 8; ++octant)
        if (node.child_mask >> octant & 1u)
            renew(node.child(octant), tree_->children(node)[octant]);
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
    if (farthest_squared == 0.0 || TACTUS_FAULT(13))
        return;
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    extent_ = length(max(magnitudes(lower), magnitudes(upper))) * (1.0 + 0x1p-50);
    // Even the smallest move must show in the sum: nodes know by it that they are out of date.
    const double sum = travel_ + std::sqrt(farthest_squared) * (1.0 + 0x1p-50);
    travel_ = std::max(sum, std::nextafter(travel_, std::numeric_limits<double>::infinity()));
}

/// Lists the balls that cover the node's surface, and the displacements of all corners that carry it.
void OctreeRefit::gather(std::uint32_t index)
{
    balls_.clear();
    displacements_.clear();
    const auto displacement = [&](std::uint32_t v) { return to_double(positions_[v]) - to_double(rest_[v]); };
    const std::span<const std::uint32_t> covered = covers_.of(index);
    if (!covers_.are_faces(index)) {
        for (const std::uint32_t v : covered) {
            if (TACTUS_FAULT(12) && v == covered.back())
                continue;
            balls_.push_back({to_double(positions_[v]), 0.0});
            displacements_.push_back(displacement(v));
        }
        return;
    }
    for (const std::uint32_t face : covered) {
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

    const double rounding =
        (largest_component(places.lower) + largest_component(places.upper) + largest_component(shift)) * 0x1p-48;
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
    // A piece of a face takes longer than a vertex.
    return static_cast<std::uint32_t>(covers_.of(index).size())
           * (covers_.are_faces(index) ? per_unit::tests_of_a_face : 1);
}

std::size_t OctreeRefit::bytes() const
{
    return rest_.bytes() + positions_.bytes() + rest_spheres_.bytes() + spheres_.bytes() + travel_then_.bytes()
           + spheres_before_.bytes() + travel_before_.bytes() + covers_.bytes() + balls_.bytes()
           + displacements_.bytes();
}

} // namespace tactus
