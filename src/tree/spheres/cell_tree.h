// SPDX-License-Identifier: MIT
// J. Rodriguez, L. Franquesa-Niubo, "A new sphere-tree generation method to speed up the collision detection pipeline",
// 2005: an octree of spheres of which only the root exists at first. A node's children come to be when somebody opens
// it, and go again when nobody has for a while.
//
// Where we differ: which octants of a cell hold surface is asked exactly, and not by counting pixels, which lose
// triangles that are thin or seen edge-on; and the memory can be limited.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>

#include "base/buffer.h"
#include "geometry/triangle.h"
#include "tree/spheres/sphere_nodes.h"

namespace tactus {

/// The cells of a surface that somebody has asked for, in the coordinates that it had when the tree was begun.
///
/// A node is a cell that holds surface. It lists the faces that have a point in it, and first those that are its own:
/// every face is one child's own, of those that it meets, so that the own faces of a node's children are together its
/// own.
class CellTree final : public SphereNodes {
public:
    static constexpr std::uint32_t most_levels = 12;

    /// What is known of a node's children before they are made.
    struct Division {
        std::vector<std::uint8_t> octants; ///< that its faces meet
        std::uint32_t asked = 0;           ///< of its faces
        std::array<std::uint32_t, 8> own = {};
        std::array<std::uint32_t, 8> guests = {};
        std::array<Box, 8> own_boxes;
    };
    struct Node {
        Box cell;
        std::vector<std::uint32_t> own;
        std::vector<std::uint32_t> guests; ///< faces that meet the cell and are another's
        Box own_box;                       ///< around the own faces
        std::uint32_t parent = none;
        std::uint32_t children = none;      ///< the first of eight, one for each octant
        std::uint64_t used_at = 0;          ///< the query that last wanted its children
        std::uint64_t refused_in = 0;       ///< the era in which there was no memory for its children
        std::unique_ptr<Division> division; ///< while children are being made
        std::uint32_t handed_down = 0;      ///< of its faces; children count when all are
        std::uint8_t level = 0;
        std::uint8_t child_mask = 0; ///< octants that hold surface

        std::uint32_t face_count() const { return static_cast<std::uint32_t>(own.size() + guests.size()); }
        std::uint32_t face(std::uint32_t k) const { return k < own.size() ? own[k] : guests[k - own.size()]; }
    };

    /// Triangles and positions must stay. `faces` are those that count.
    CellTree(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::vector<std::uint32_t> faces,
        const structures::OnDemandSphereTree& options);

    /// What has not been used for long goes, one level at a time.
    void begin_query(std::uint64_t query) override;
    std::uint64_t era() const override { return era_; }

    /// Cells that hold none of the faces stay as they are. A new face must not reach out of the root's cell.
    bool can_edit() const override { return true; }
    bool edit(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions,
        std::span<const std::uint32_t> removed, std::uint32_t first_added,
        std::vector<std::uint32_t>& changed) override;

    const Node& node(std::uint32_t index) const { return nodes_[index]; }
    std::span<const std::uint32_t> own(std::uint32_t index) const override { return nodes_[index].own; }
    Box own_box(std::uint32_t index) const override { return nodes_[index].own_box; }
    /// One for each octant.
    Children children(std::uint32_t index) const override
    {
        const Node& node = nodes_[index];
        return node.children == none || node.handed_down < node.face_count() ? Children{} : Children{node.children, 8};
    }
    std::uint32_t child(std::uint32_t index, unsigned octant) const { return nodes_[index].children + octant; }
    /// Whether the options want the cell to be divided, and there is memory for it as far as is known.
    bool may_divide(std::uint32_t index) const override;
    bool divide(std::uint32_t index, std::size_t max_faces) override;
    void use(std::uint32_t index) override
    {
        for (; index != none && nodes_[index].used_at != query_; index = nodes_[index].parent)
            nodes_[index].used_at = query_;
    }
    /// The sphere around a node's cell.
    Sphere sphere(std::uint32_t index) const;
    /// Whether the octant of a node that has children holds nothing but the inside of a closed surface.
    bool is_black(std::uint32_t index, unsigned octant) const;

    Counts counts() const override;
    std::size_t root_bytes() const override
    {
        return boxes_.bytes() + nodes_[0].own.capacity() * sizeof(std::uint32_t);
    }

private:
    struct ChangedFaces;

    void change(std::uint32_t index, const ChangedFaces& changes, std::vector<std::uint32_t>& changed);
    void change_lists(Node& node, const ChangedFaces& changes);
    void mark_child(Node& node, unsigned octant, bool has_faces);
    void drop_below(std::uint32_t index);
    bool ask_octants(Node& node, std::size_t& max_faces) const;
    void begin_children(std::uint32_t index);
    bool make_room(std::size_t wanted);
    void drop_children(std::uint32_t index);
    bool can_drop(const Node& node) const;
    std::size_t block_bytes(const Node& node) const;
    Triangle triangle(std::uint32_t face) const;

    std::span<const TriangleIndices> triangles_;
    std::span<const Vec3> positions_;
    Buffer<Box> boxes_; ///< of the faces
    structures::OnDemandSphereTree options_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> free_blocks_;    ///< of eight nodes
    std::vector<std::uint32_t> dropped_blocks_; ///< in this era: their names may not be used again in it
    std::uint64_t query_ = 0;
    std::uint64_t era_ = 1;
    std::uint32_t alive_ = 1;
    std::uint64_t asked_ = 0;
    std::uint64_t made_ = 1;
    std::uint64_t dropped_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace tactus
