// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hierarchy/parts/part_tree.h"
#include "hierarchy/spherical_octree/posed_octree.h"

namespace tactus {

/// The parts of a spherical octree: boxes around its spheres where the body lies now. Only nodes that are opened are
/// posed, or brought up to date where the body deforms.
///
/// A leaf that lists more than eight faces has parts of its own, eight faces each. A face that several leaves list comes
/// up in each of them.
class OctreeParts final : public PartTree {
public:
    /// The octree must outlive this.
    explicit OctreeParts(PosedOctree& octree);

    void begin() override { body_ = octree_->body(); }
    bool prepare() override { return true; }
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return octree_->box(); }
    bool is_leaf(std::uint32_t node) const override;
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, PartChildren& children) override;
    void open_leaf(std::uint32_t node, PartTriangles& triangles) override;
    Travel travel() const override { return {}; }
    bool repeats_triangles() const override { return true; }
    std::size_t bytes() const override;

private:
    /// Some of the faces that a leaf lists.
    struct FaceRange {
        std::uint32_t leaf = 0; ///< by its number among leaves
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t first_child = 0; ///< where there are more than eight faces
        std::uint32_t child_count = 0;
    };

    void divide(std::uint32_t range);
    Box box_of(const NodeSphere& sphere) const;
    Box box_of_faces(const FaceRange& range);

    PosedOctree* octree_;
    OctreeBody body_;
    /// Of each leaf, and of the parts of long leaves after them. Numbered after the octree's nodes, but for the leaves,
    /// which have their nodes' numbers.
    std::vector<FaceRange> ranges_;
};

} // namespace tactus
