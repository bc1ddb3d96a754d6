// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "base/packed_lists.h"
#include "tree/octree/made/edit_octree.h"
#include "tree/octree/made/spherical_octree.h"

namespace tactus {

/// What each node of an octree must cover: the faces that it, or the leaves below it, list, where they are few, and
/// otherwise their vertices, each once.
class OctreeCovers {
public:
    /// The tree must stay.
    void make(const SphericalOctree& tree, std::span<const TriangleIndices> triangles);
    /// After an edit of the tree, in these moves; only nodes that it changed are looked at.
    void edit(std::span<const TriangleIndices> triangles, std::span<const NodeMove> moves);

    /// Whether they are faces; otherwise they are vertices, ascending.
    bool are_faces(std::uint32_t node) const { return are_faces_[node] != 0; }
    std::span<const std::uint32_t> of(std::uint32_t node) const
    {
        if (are_faces_[node] != 0 && tree_->node(node).is_leaf())
            return tree_->features(tree_->node(node).leaf()).faces;
        return lists_[node];
    }
    std::size_t bytes() const { return lists_.bytes() + are_faces_.bytes() + listed_.bytes() + listed_in_.bytes(); }

private:
    void list(std::uint32_t index, bool all);
    bool list_few_faces(const SphericalOctree::Node& node);
    void list_vertices(std::uint32_t index);

    const SphericalOctree* tree_ = nullptr;
    std::span<const TriangleIndices> triangles_;
    PackedLists lists_; ///< per node; none for a leaf of few faces
    Buffer<std::uint8_t> are_faces_;
    Buffer<std::uint32_t> listed_;    ///< for the node at hand
    Buffer<std::uint32_t> listed_in_; ///< per vertex, the last list that it came into
    std::uint32_t list_count_ = 0;    ///< that were made so far
};

} // namespace tactus
