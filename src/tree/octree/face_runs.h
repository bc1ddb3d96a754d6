// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/packed_lists.h"
#include "tree/octree/made/spherical_octree.h"

namespace tactus {

/// The faces of a spherical octree, each of them once, and a tree of runs of them.
///
/// Leaves list every face that their spheres reach, so that a face is in several of them. Here it belongs to the one in
/// whose cell its middle lies. In the order of the leaves, what belongs to a node is then a run of faces, and the nodes
/// make a tree of runs: without those that would hold the same as their parent, and with small neighbours joined.
class FaceRuns {
public:
    static constexpr std::uint32_t max_faces = 8; ///< of a run that is not divided

    /// Children follow each other, and come after their parent.
    struct Run {
        std::uint32_t begin = 0; ///< of its faces in the order of all, as long as nothing was edited
        std::uint32_t end = 0;
        std::uint32_t first_child = 0;
        std::uint32_t child_count = 0; ///< none of a run of few faces
        std::uint32_t parent = 0;

        bool is_leaf() const { return child_count == 0; }
    };

    /// From the mesh that the tree was made from.
    FaceRuns(const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

    /// The mesh was edited: faces went, and those from first_added on came. They are put beside faces that share a
    /// vertex with them, and runs of too many are divided; runs may be left with none. Lists the runs without children
    /// that have changed. False if so much has changed since the runs were made that they had better be made anew.
    bool edit(
        std::span<const TriangleIndices> triangles, std::size_t vertex_count, std::span<const std::uint32_t> removed,
        std::uint32_t first_added, std::vector<std::uint32_t>& changed);

    /// The first is all there is.
    std::span<const Run> runs() const { return runs_; }
    /// Of a run that is not divided.
    std::span<const std::uint32_t> faces(std::uint32_t run) const { return faces_of_run_[run]; }
    std::size_t bytes() const
    {
        return faces_of_run_.bytes() + runs_.capacity() * sizeof(Run)
               + (run_of_face_.capacity() + run_of_vertex_.capacity()) * sizeof(std::uint32_t);
    }

private:
    struct Piece;
    struct Leaf;

    void
    list_leaves(const SphericalOctree& tree, std::uint32_t index, const NodeSphere& sphere, std::vector<Leaf>& leaves);
    void order_faces(
        const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);
    std::vector<Piece> pieces_of_node(const SphericalOctree& tree, std::uint32_t node) const;
    void make_runs(const SphericalOctree& tree);
    void look_at(std::span<const TriangleIndices> triangles, std::size_t vertex_count);
    std::uint32_t run_for(const TriangleIndices& corners) const;
    void add(std::uint32_t face, const TriangleIndices& corners, std::vector<std::uint32_t>& changed);

    std::vector<std::uint32_t> faces_; ///< in the order of their leaves; only while runs are made
    PackedLists faces_of_run_;
    std::vector<std::uint32_t> run_of_face_;   ///< from the first edit on
    std::vector<std::uint32_t> run_of_vertex_; ///< one that has a face with it, or had
    std::size_t face_count_ = 0;
    std::size_t edited_count_ = 0;             ///< faces that went or came since the runs were made
    std::vector<std::uint32_t> first_of_leaf_; ///< per leaf and one more, in faces_; only while runs are made
    std::vector<std::array<std::uint32_t, 2>> leaves_of_node_; ///< per node, from and to, likewise
    std::vector<Run> runs_;
};

} // namespace tactus
