// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/vec3.h>
#include <tactus/views.h>

#include "hierarchy/spherical_octree/spherical_octree.h"

namespace tactus {

/// The faces of a spherical octree, each of them once, and a tree of runs of them.
///
/// Leaves list every face that their spheres reach, so that a face is in several of them. Here it belongs to the one in
/// whose cell its middle lies. In the order of the leaves, what belongs to a node is then a run of faces, and the nodes
/// make a tree of runs: without those that would hold the same as their parent, and with small neighbours joined.
class FaceRuns {
public:
    static constexpr std::uint32_t most_faces = 8; ///< of a run that is not divided

    /// Faces are listed by [begin, end). Children follow each other, and come after their parent.
    struct Run {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t first_child = 0;
        std::uint32_t child_count = 0; ///< none of a run of few faces

        bool is_leaf() const { return child_count == 0; }
    };

    /// From the mesh that the tree was made from.
    FaceRuns(
        const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

    /// The first is all there is.
    std::span<const Run> runs() const { return runs_; }
    std::span<const std::uint32_t> faces(const Run& run) const
    {
        return std::span(faces_).subspan(run.begin, run.end - run.begin);
    }
    std::size_t bytes() const
    {
        return faces_.capacity() * sizeof(std::uint32_t) + runs_.capacity() * sizeof(Run);
    }

private:
    struct Piece;
    struct Leaf;

    void list_leaves(
        const SphericalOctree& tree, std::uint32_t index, const NodeSphere& sphere, std::vector<Leaf>& leaves);
    void order_faces(
        const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);
    std::vector<Piece> pieces_of_node(const SphericalOctree& tree, std::uint32_t node) const;
    void make_runs(const SphericalOctree& tree);

    std::vector<std::uint32_t> faces_;
    std::vector<std::uint32_t> first_of_leaf_; ///< per leaf and one more, in faces_; only while runs are made
    std::vector<std::array<std::uint32_t, 2>> leaves_of_node_; ///< per node, from and to, likewise
    std::vector<Run> runs_;
};

} // namespace tactus
