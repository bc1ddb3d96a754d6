// SPDX-License-Identifier: MIT
// From the root down: a cell's features are handed to those of its children whose spheres they reach. A feature that
// misses a cell's sphere is never looked at below it, so a level costs no more than the lists of the level above it.
#include "hierarchy/spherical_octree/build_octree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "geometry/box.h"
#include "hierarchy/spherical_octree/sphere_reach.h"
#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// Lists of the features of a cell, and for each of them the children that it reaches.
struct CellLists {
    Buffer<std::uint32_t> features[3]; ///< vertices, edges, faces
    Buffer<std::uint8_t> octants[3];

    std::size_t size() const { return features[0].size() + features[1].size() + features[2].size(); }
};

struct Cell {
    DoubleVector centre;
    double half_side = 0.0;
};

Cell child_of(const Cell& cell, unsigned octant)
{
    const double half = 0.5 * cell.half_side;
    return {
        {cell.centre.x + (octant & 1 ? half : -half), cell.centre.y + (octant & 2 ? half : -half),
         cell.centre.z + (octant & 4 ? half : -half)},
        half};
}

/// Gives back the memory that a growing array has taken ahead.
template <class T>
void fit(Buffer<T>& buffer)
{
    Buffer<T> exact(buffer.size());
    std::copy(buffer.begin(), buffer.end(), exact.begin());
    buffer = std::move(exact);
}

double magnitude(DoubleVector a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

} // namespace

class OctreeBuilder {
public:
    OctreeBuilder(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const FeatureLists& lists,
        const OctreeDepth& depth)
        : triangles_(triangles), positions_(positions), lists_(lists), depth_(depth)
    {
        depth_.levels = std::min(depth.levels, OctreeDepth::most_levels);
    }

    SphericalOctree build()
    {
        tree_.vertex_count_ = static_cast<std::uint32_t>(positions_.size());
        tree_.face_count_ = static_cast<std::uint32_t>(triangles_.size());
        if (!lists_.vertices.empty()) {
            tree_.edges_.resize_uninitialised(lists_.edges.size());
            std::copy(lists_.edges.begin(), lists_.edges.end(), tree_.edges_.begin());
            const Cell root = root_cell();
            take_all(root);
            tree_.nodes_.push_back({});
            grow(0, root, 0, 0);
            drop_barren();
        }
        push_range();
        fit(tree_.nodes_);
        fit(tree_.blocks_);
        fit(tree_.leaf_ranges_);
        fit(tree_.features_);
        return std::move(tree_);
    }

private:
    /// The sphere around a cell, with a little room: for the rounding of its centre to float and of the cells' own
    /// centres, so that neighbours leave no gap, and on every level above the last for as much again in each sphere
    /// below, and the rounding of its radius. A child's sphere therefore lies in its parent's, as it does without
    /// rounding, where the two touch.
    NodeSphere sphere_around(const Cell& cell, std::uint32_t level) const
    {
        constexpr double root_of_three = 1.7320508075688774;
        const double room = room_ * (1.0 + 3.0 * (depth_.levels - level));
        return {to_float(cell.centre), rounded_up(cell.half_side * root_of_three * (1.0 + 0x1p-48) + room)};
    }

    Cell root_cell()
    {
        Box box;
        for (const std::uint32_t v : lists_.vertices) {
            TACTUS_CHECK(is_finite(positions_[v]));
            box = include(box, positions_[v]);
        }
        const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper), size = upper - lower;
        const DoubleVector far = {
            std::max(std::abs(lower.x), std::abs(upper.x)), std::max(std::abs(lower.y), std::abs(upper.y)),
            std::max(std::abs(lower.z), std::abs(upper.z))};
        tree_.extent_ = std::sqrt(dot(far, far)) * (1.0 + 0x1p-50);
        room_ = magnitude(far) * 0x1p-22 + 0x1p-148;
        return {(lower + upper) * 0.5, 0.5 * std::max({size.x, size.y, size.z})};
    }

    void take_all(const Cell& root)
    {
        tree_.root_sphere_ = sphere_around(root, 0);
        CellLists& all = at_level_[0];
        for (const std::uint32_t v : lists_.vertices)
            all.features[0].push_back(v);
        for (std::uint32_t e = 0; e < lists_.edges.size(); ++e)
            all.features[1].push_back(e);
        for (std::uint32_t f = 0; f < triangles_.size(); ++f)
            if (!is_removed(triangles_[f]))
                all.features[2].push_back(f);
    }

    /// The corners of a feature; their number is kind + 1.
    std::array<Vec3, 3> corners(int kind, std::uint32_t feature) const
    {
        if (kind == 0)
            return {positions_[feature]};
        if (kind == 1)
            return {positions_[lists_.edges[feature][0]], positions_[lists_.edges[feature][1]]};
        const TriangleIndices& t = triangles_[feature];
        return {positions_[t[0]], positions_[t[1]], positions_[t[2]]};
    }

    /// The children, one bit each, that a feature reaches.
    unsigned reached(int kind, std::uint32_t feature, const NodeSphere (&spheres)[8]) const
    {
        const std::array<Vec3, 3> points = corners(kind, feature);
        Vec3 lower = points[0], upper = points[0];
        for (int i = 1; i <= kind; ++i) {
            lower = min(lower, points[i]);
            upper = max(upper, points[i]);
        }
        unsigned octants = 0;
        for (unsigned k = 0; k < 8; ++k) {
            const Vec3 c = spheres[k].centre;
            const float r = spheres[k].radius;
            // Rounding is monotone and the radius a float: the rounded difference exceeds it only if the true one does.
            const bool is_off = lower.x - c.x > r || c.x - upper.x > r || lower.y - c.y > r || c.y - upper.y > r
                                || lower.z - c.z > r || c.z - upper.z > r;
            if (!is_off && reaches(spheres[k], std::span(points).first(static_cast<std::size_t>(kind) + 1)))
                octants |= 1u << k;
        }
        return octants;
    }

    void push_range()
    {
        const auto end = static_cast<std::uint32_t>(tree_.features_.size());
        tree_.leaf_ranges_.push_back({end, end, end});
    }

    void make_leaf(const CellLists& lists)
    {
        push_range();
        ++tree_.leaf_count_;
        for (int kind = 0; kind < 3; ++kind) {
            const auto begin = static_cast<std::uint32_t>(tree_.features_.size());
            if (kind == 1)
                tree_.leaf_ranges_.back().edges = begin;
            if (kind == 2)
                tree_.leaf_ranges_.back().faces = begin;
            for (const std::uint32_t feature : lists.features[kind])
                tree_.features_.push_back(feature);
        }
    }

    bool wants_children(const Cell& cell, std::uint32_t level, const CellLists& lists) const
    {
        // Where cells are hardly wider than the floats' own spacing, cutting them gains nothing.
        return level < depth_.levels && 0.5 * cell.half_side > 4.0 * room_
               && (depth_.enough_features == 0 || lists.size() > depth_.enough_features)
               && tree_.features_.size() + lists.size() <= depth_.most_list_entries;
    }

    /// Makes the node of a cell whose lists stand at its level. `in_vain` counts the cuts above it, one after the
    /// other, that left every child with three quarters of its parent's features or more.
    void grow(std::uint32_t index, const Cell& cell, std::uint32_t level, unsigned in_vain)
    {
        CellLists& lists = at_level_[level];
        SphericalOctree::Node node;
        node.leaves_begin = tree_.leaf_count_;
        node.level = static_cast<std::uint8_t>(level);
        node.type = !lists.features[0].empty()   ? NodeType::vertex
                    : !lists.features[1].empty() ? NodeType::edge
                                                 : NodeType::face;
        tree_.level_count_ = std::max(tree_.level_count_, level);
        // Features that pass through one point, or lie on each other, stay together however small the cells become.
        // Such a point may be a cell's very centre, which all its children share, so one cut in vain proves nothing
        // yet.
        if (!wants_children(cell, level, lists) || (depth_.enough_features != 0 && in_vain == 2)) {
            make_leaf(lists);
            node.leaves_end = tree_.leaf_count_;
            tree_.nodes_[index] = node;
            return;
        }

        NodeSphere spheres[8];
        for (unsigned k = 0; k < 8; ++k)
            spheres[k] = sphere_around(child_of(cell, k), level + 1);
        std::size_t counts[8] = {};
        for (int kind = 0; kind < 3; ++kind) {
            lists.octants[kind].resize_uninitialised(lists.features[kind].size());
            for (std::size_t i = 0; i < lists.features[kind].size(); ++i) {
                const unsigned octants = reached(kind, lists.features[kind][i], spheres);
                lists.octants[kind][i] = static_cast<std::uint8_t>(octants);
                for (unsigned k = 0; k < 8; ++k)
                    counts[k] += octants >> k & 1u;
            }
        }
        SphereBlock block;
        bool is_in_vain = true;
        for (unsigned k = 0; k < 8; ++k) {
            if (counts[k] == 0)
                continue;
            node.child_mask |= static_cast<std::uint8_t>(1u << k);
            block.set(k, spheres[k]);
            is_in_vain = is_in_vain && 4 * counts[k] >= 3 * lists.size();
        }
        node.first_child = tree_.node_count();
        node.block = static_cast<std::uint32_t>(tree_.blocks_.size());
        if (node.child_mask != 0)
            tree_.blocks_.push_back(block);
        for (int k = std::popcount(node.child_mask); k > 0; --k)
            tree_.nodes_.push_back({});
        for (unsigned k = 0; k < 8; ++k) {
            if (!(node.child_mask >> k & 1u))
                continue;
            hand_down(lists, k, at_level_[level + 1]);
            grow(node.child(k), child_of(cell, k), level + 1, is_in_vain ? in_vain + 1 : 0);
        }
        node.leaves_end = tree_.leaf_count_;
        tree_.nodes_[index] = node;
    }

    static void hand_down(const CellLists& from, unsigned octant, CellLists& to)
    {
        for (int kind = 0; kind < 3; ++kind) {
            to.features[kind].clear();
            for (std::size_t i = 0; i < from.features[kind].size(); ++i)
                if (from.octants[kind][i] >> octant & 1u)
                    to.features[kind].push_back(from.features[kind][i]);
        }
    }

    /// Takes out the nodes without a leaf below them. A sphere is larger than its cell: it may reach a feature that
    /// none of the eight smaller spheres in it reaches. The surface then lies outside the cell, in others.
    void drop_barren()
    {
        const auto is_barren = [&](std::uint32_t index) {
            return tree_.nodes_[index].leaves_begin == tree_.nodes_[index].leaves_end;
        };
        Buffer<std::uint32_t> kept_before(tree_.nodes_.size());
        std::uint32_t kept = 0;
        for (std::uint32_t index = 0; index < tree_.node_count(); ++index) {
            kept_before[index] = kept;
            kept += is_barren(index) ? 0 : 1;
        }
        for (std::uint32_t index = 0; index < tree_.node_count(); ++index) {
            SphericalOctree::Node node = tree_.nodes_[index];
            if (is_barren(index))
                continue;
            if (!node.is_leaf()) {
                for (unsigned k = 0; k < 8; ++k)
                    if ((tree_.nodes_[index].child_mask >> k & 1u) && is_barren(tree_.nodes_[index].child(k))) {
                        node.child_mask = static_cast<std::uint8_t>(node.child_mask & ~(1u << k));
                        tree_.blocks_[node.block].set(k, {});
                    }
                node.first_child = kept_before[node.first_child];
            }
            tree_.nodes_[kept_before[index]] = node;
        }
        tree_.nodes_.resize_uninitialised(kept);
    }

    std::span<const TriangleIndices> triangles_;
    std::span<const Vec3> positions_;
    const FeatureLists& lists_;
    OctreeDepth depth_;
    SphericalOctree tree_;
    double room_ = 0.0; ///< more than a coordinate or a radius can be off by
    CellLists at_level_[OctreeDepth::most_levels + 1];
};

SphericalOctree build_octree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const FeatureLists& lists,
    const OctreeDepth& depth)
{
    return OctreeBuilder(triangles, positions, lists, depth).build();
}

SphericalOctree
build_octree(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const OctreeDepth& depth)
{
    return build_octree(triangles, positions, make_feature_lists(triangles, positions.size()), depth);
}

std::size_t SphericalOctree::bytes() const
{
    return nodes_.bytes() + blocks_.bytes() + leaf_ranges_.bytes() + features_.bytes() + edges_.bytes();
}

} // namespace tactus
