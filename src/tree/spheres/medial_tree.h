// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/spheres.h>

#include "tree/spheres/sphere_nodes.h"

namespace tactus {

/// The faces of a mesh, each of them whole, on the leaves of a sphere tree that was made beforehand.
///
/// The spheres of such a tree cover pieces of faces, and a face can have pieces in several leaves. Here it hangs on the
/// one that it stands out from least, and the spheres are those of the tree with radii that hold whole faces. So this
/// is right for any tree and any mesh, and good for a tree that was made from the mesh.
class MedialTree final : public SphereNodes {
public:
    /// `faces` are those that count. Every node of the tree but the first must be the child of one that stands before
    /// it.
    MedialTree(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions,
        std::span<const std::uint32_t> faces, const SphereTree& tree);

    std::span<const std::uint32_t> own(std::uint32_t node) const override
    {
        return std::span(faces_).subspan(nodes_[node].begin, nodes_[node].end - nodes_[node].begin);
    }
    Box own_box(std::uint32_t node) const override { return nodes_[node].box; }
    Sphere own_sphere(std::uint32_t node) const override { return nodes_[node].sphere; }
    Children children(std::uint32_t node) const override { return nodes_[node].children; }
    Counts counts() const override;
    std::size_t root_bytes() const override { return faces_.capacity() * sizeof(std::uint32_t); }

private:
    struct Node {
        Sphere sphere;
        Box box;
        std::uint32_t begin = 0; ///< of its faces
        std::uint32_t end = 0;
        Children children;
    };

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> faces_; ///< a node's own side by side
};

} // namespace tactus
