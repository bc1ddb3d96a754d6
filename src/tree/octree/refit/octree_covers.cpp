// SPDX-License-Identifier: MIT
#include "tree/octree/refit/octree_covers.h"

#include <algorithm>

namespace tactus {
namespace {

/// With more faces than this a cell is large against them, and to look at pieces of them gains nothing.
constexpr std::size_t few_faces = 16;

/// Lists that hold at least one of so many vertices are put in order by going through all vertices.
constexpr std::size_t listed_share = 24;

} // namespace

void OctreeCovers::make(const SphericalOctree& tree, std::span<const TriangleIndices> triangles)
{
    tree_ = &tree;
    triangles_ = triangles;
    listed_in_.resize_uninitialised(tree.vertex_count());
    std::fill(listed_in_.begin(), listed_in_.end(), 0u);
    lists_.resize(tree.node_limit());
    are_faces_.resize_uninitialised(tree.node_limit());
    if (!tree.empty())
        list(0, true);
    lists_.fit();
}

void OctreeCovers::edit(std::span<const TriangleIndices> triangles, std::span<const NodeMove> moves)
{
    triangles_ = triangles;
    const std::size_t known = listed_in_.size();
    listed_in_.resize_uninitialised(tree_->vertex_count());
    std::fill(listed_in_.begin() + known, listed_in_.end(), 0u);
    lists_.resize(tree_->node_limit());
    are_faces_.resize_uninitialised(tree_->node_limit());
    for (const NodeMove& move : moves) {
        lists_.move(move.from, move.to);
        are_faces_[move.to] = are_faces_[move.from];
    }
    if (tree_->node(0).change != NodeChange::none)
        list(0, false);
}

/// Of a node, after those below it.
void OctreeCovers::list(std::uint32_t index, bool all)
{
    const SphericalOctree::Node& node = tree_->node(index);
    for (int k = 0; k < std::popcount(node.child_mask); ++k) {
        const std::uint32_t child = node.first_child + static_cast<std::uint32_t>(k);
        if (all || tree_->node(child).change != NodeChange::none)
            list(child, all);
    }
    listed_.clear();
    are_faces_[index] = list_few_faces(node);
    if (are_faces_[index] == 0)
        list_vertices(index);
    else if (node.is_leaf())
        listed_.clear();
    lists_.set(index, listed_.span());
}

/// False if they are many.
bool OctreeCovers::list_few_faces(const SphericalOctree::Node& node)
{
    if (node.is_leaf())
        return tree_->features(node.leaf()).faces.size() <= few_faces;
    for (int k = 0; k < std::popcount(node.child_mask); ++k) {
        const std::uint32_t child = node.first_child + static_cast<std::uint32_t>(k);
        if (are_faces_[child] == 0)
            return false;
        for (const std::uint32_t face : of(child))
            if (std::find(listed_.begin(), listed_.end(), face) == listed_.end())
                listed_.push_back(face);
        if (listed_.size() > few_faces)
            return false;
    }
    return true;
}

void OctreeCovers::list_vertices(std::uint32_t index)
{
    listed_.clear();
    if (++list_count_ == 0) {
        std::fill(listed_in_.begin(), listed_in_.end(), 0u);
        list_count_ = 1;
    }
    const auto add = [&](std::uint32_t vertex) {
        if (listed_in_[vertex] == list_count_)
            return;
        listed_in_[vertex] = list_count_;
        listed_.push_back(vertex);
    };
    const auto add_faces = [&](std::span<const std::uint32_t> faces) {
        for (const std::uint32_t face : faces)
            for (const std::uint32_t vertex : triangles_[face])
                add(vertex);
    };
    const SphericalOctree::Node& node = tree_->node(index);
    if (node.is_leaf())
        add_faces(tree_->features(node.leaf()).faces);
    for (int k = 0; k < std::popcount(node.child_mask); ++k) {
        const std::uint32_t child = node.first_child + static_cast<std::uint32_t>(k);
        if (are_faces_[child] != 0)
            add_faces(of(child));
        else
            for (const std::uint32_t vertex : lists_[child])
                add(vertex);
    }
    // In the order of memory.
    if (listed_.size() * listed_share < listed_in_.size()) {
        std::sort(listed_.begin(), listed_.end());
        return;
    }
    listed_.clear();
    for (std::uint32_t vertex = 0; vertex < listed_in_.size(); ++vertex)
        if (listed_in_[vertex] == list_count_)
            listed_.push_back(vertex);
}

} // namespace tactus
