// SPDX-License-Identifier: MIT
#include "tree/octree/made/build_octree.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "geometry/box.h"
#include "mesh/removed_triangle.h"
#include "tree/octree/made/octree_growth.h"

namespace tactus {
namespace {

/// Gives back the memory that a growing array has taken ahead.
template <class T>
void fit(Buffer<T>& buffer)
{
    Buffer<T> exact(buffer.size());
    std::copy(buffer.begin(), buffer.end(), exact.begin());
    buffer = std::move(exact);
}

} // namespace

class OctreeBuilder {
public:
    OctreeBuilder(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const FeatureLists& lists,
        const OctreeDepth& depth)
        : triangles_(triangles), positions_(positions), lists_(lists)
    {
        tree_.depth_ = depth;
        tree_.depth_.levels = std::min(depth.levels, OctreeDepth::most_levels);
    }

    SphericalOctree build()
    {
        tree_.vertex_count_ = static_cast<std::uint32_t>(positions_.size());
        tree_.face_count_ = static_cast<std::uint32_t>(triangles_.size());
        if (!lists_.vertices.empty()) {
            tree_.edges_.resize_uninitialised(lists_.edges.size());
            std::copy(lists_.edges.begin(), lists_.edges.end(), tree_.edges_.begin());
            growth_.begin(tree_, triangles_, positions_);
            find_root_cell();
            take_all();
            growth_.grow(growth_.take_nodes(1), tree_.root_cell_, 0, 0, 0);
            order_nodes();
        }
        fit(tree_.leaf_counts_);
        tree_.leaf_lists_.fit();
        return std::move(tree_);
    }

private:
    void find_root_cell()
    {
        Box box;
        for (const std::uint32_t v : lists_.vertices) {
            TACTUS_CHECK(is_finite(positions_[v]));
            box = include(box, positions_[v]);
        }
        const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper), size = upper - lower;
        const DoubleVector far = max(magnitudes(lower), magnitudes(upper));
        tree_.extent_ = length(far) * (1.0 + 0x1p-50);
        tree_.room_ = largest_component(far) * 0x1p-22 + 0x1p-148;
        tree_.root_cell_ = {(lower + upper) * 0.5, 0.5 * std::max({size.x, size.y, size.z})};
        tree_.root_sphere_ = growth_.sphere_around(tree_.root_cell_, 0);
    }

    void take_all()
    {
        CellLists& all = growth_.lists(0);
        for (const std::uint32_t v : lists_.vertices)
            all.features[0].push_back(v);
        for (std::uint32_t e = 0; e < lists_.edges.size(); ++e)
            all.features[1].push_back(e);
        for (std::uint32_t f = 0; f < triangles_.size(); ++f)
            if (!is_removed(triangles_[f]))
                all.features[2].push_back(f);
    }

    /// Nodes and blocks in the order of a walk from the root, and no numbers between them that are none.
    void order_nodes()
    {
        ordered_.reserve(tree_.node_count_);
        ordered_.push_back(tree_.nodes_[0]);
        order_below(0);
        tree_.nodes_ = std::move(ordered_);
        tree_.blocks_ = std::move(ordered_blocks_);
        fit(tree_.blocks_);
        tree_.free_nodes_ = {};
        tree_.free_blocks_ = {};
    }

    void order_below(std::uint32_t index)
    {
        SphericalOctree::Node node = ordered_[index];
        node.change = NodeChange::none;
        if (!node.is_leaf()) {
            ordered_blocks_.push_back(tree_.blocks_[node.block]);
            node.block = static_cast<std::uint32_t>(ordered_blocks_.size() - 1);
            const auto first = static_cast<std::uint32_t>(ordered_.size());
            const int count = std::popcount(node.child_mask);
            for (int k = 0; k < count; ++k)
                ordered_.push_back(tree_.nodes_[node.first_child + static_cast<std::uint32_t>(k)]);
            node.first_child = first;
            for (int k = 0; k < count; ++k)
                order_below(first + static_cast<std::uint32_t>(k));
        }
        ordered_[index] = node;
    }

    std::span<const TriangleIndices> triangles_;
    std::span<const Vec3> positions_;
    const FeatureLists& lists_;
    SphericalOctree tree_;
    OctreeGrowth growth_;
    Buffer<SphericalOctree::Node> ordered_;
    Buffer<SphereBlock> ordered_blocks_;
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
    std::size_t sum = sizeof(*this) + nodes_.bytes() + blocks_.bytes() + leaf_lists_.bytes() + leaf_counts_.bytes()
                      + edges_.bytes() + free_blocks_.bytes() + free_leaves_.bytes();
    for (const Buffer<std::uint32_t>& free : free_nodes_)
        sum += free.bytes();
    return sum;
}

} // namespace tactus
