// SPDX-License-Identifier: MIT
// O. Rodríguez, M. Franquesa, "A new sphere-tree generation method to speed up the collision detection
// pipeline", 2005: an octree of spheres of which only the root exists at first. A node's children come to be when
// somebody opens it, and go again when nobody has for a while.
//
// Where we differ: a face belongs whole to the octant that the middle of its box lies in, and a node's bounds are
// around its faces. The paper asks graphics hardware which octants hold a piece of surface; papers::OnCollideTrees asks
// that, exactly. And the memory can be limited.
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
#include "base/work_prices.h"
#include "geometry/triangle.h"
#include "tree/spheres/sphere_nodes.h"

namespace tactus {

/// The cells of a surface that somebody has asked for, in the coordinates that it had when the tree was begun.
///
/// A node is a cell with faces of its own. Every face of a node is one child's own, so that the own faces of a node's
/// children are together its own.
class CellTree final : public SphereNodes {
public:
    static constexpr std::uint32_t most_levels = 12;

    /// What is known of a node's children before they are made.
    struct Division {
        std::vector<std::uint8_t> octants;        ///< For each own face, the octant that it goes to.
        std::uint32_t asked = 0;                  ///< How many own faces have been asked.
        std::array<std::uint32_t, 8> counts = {}; ///< How many go to each octant.
        std::array<std::uint32_t, 8> next = {};   ///< Where the next of each octant goes in the list of all of them.
        std::array<Box, 8> boxes;                 ///< The boxes around them.
    };
    struct Node {
        Box cell;
        Box own_box;                      ///< The box around the own faces.
        std::span<std::uint32_t> own;     ///< The own faces, which stand in the parent's list.
        std::vector<std::uint32_t> below; ///< The own faces again, those of each child side by side.
        std::uint32_t parent = none;
        std::uint32_t children = none;      ///< The first of eight, one for each octant.
        std::uint64_t used_at = 0;          ///< The query that last wanted its children.
        std::uint64_t refused_in = 0;       ///< The era in which there was no memory for its children.
        std::unique_ptr<Division> division; ///< While children are being made.
        std::uint32_t handed_down = 0;      ///< How many own faces stand in `below`; children count when all do.
        std::uint8_t level = 0;
        std::uint8_t child_mask = 0; ///< The octants with faces of their own.
        bool is_in_order = false;    ///< Whether own faces that are near each other stand side by side.

        std::uint32_t own_count() const { return static_cast<std::uint32_t>(own.size()); }
    };

    /// Triangles and positions must stay. `faces` are those that count.
    CellTree(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::vector<std::uint32_t> faces,
        const structures::OnDemandSphereTree& options);

    /// What has not been used for long goes, one level at a time: leaves go, and what they hung on has its own time
    /// from then on. Memory is given back.
    void begin_query(std::uint64_t query) override;
    bool release_branches() override;
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
        return node.children == none || node.handed_down < node.own.size() ? Children{} : Children{node.children, 8};
    }
    std::uint32_t child(std::uint32_t index, unsigned octant) const { return nodes_[index].children + octant; }
    /// Whether the options want the cell to be divided, and there is memory for it as far as is known.
    bool may_divide(std::uint32_t index) const override;
    bool divide(std::uint32_t index, std::size_t max_faces) override;
    bool put_in_order(std::uint32_t index) override;
    std::uint64_t price_of_boxes(std::size_t faces) const override { return faces / 8 * price::refitted_run; }
    void use(std::uint32_t index) override
    {
        for (; index != none && nodes_[index].used_at != query_; index = nodes_[index].parent)
            nodes_[index].used_at = query_;
    }
    /// The sphere around a node's cell.
    Sphere sphere(std::uint32_t index) const;

    Counts counts() const override;
    std::size_t root_bytes() const override { return boxes_.bytes() + faces_.capacity() * sizeof(std::uint32_t); }

private:
    struct ChangedFaces;

    void change(std::uint32_t index, const ChangedFaces& changes, std::vector<std::uint32_t>& changed);
    void change_box(Node& node, const ChangedFaces& changes) const;
    void mark_child(Node& node, unsigned octant, bool has_faces);
    void drop_below(std::uint32_t index);
    bool ask_octants(Node& node, std::size_t& max_faces);
    void begin_children(std::uint32_t index);
    bool make_room(std::size_t wanted);
    void drop_old();
    void end_era();
    void drop_children(std::uint32_t index);
    bool can_drop(const Node& node) const;
    static std::size_t block_bytes(const Node& node);
    Triangle triangle(std::uint32_t face) const;

    std::span<const TriangleIndices> triangles_;
    std::span<const Vec3> positions_;
    Buffer<Box> boxes_;                ///< of the faces
    std::vector<std::uint32_t> faces_; ///< those that count: the root's own
    structures::OnDemandSphereTree options_;
    std::vector<Node> nodes_;
    std::unique_ptr<Division> spare_;           ///< the last that was finished
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
