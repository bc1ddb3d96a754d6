// SPDX-License-Identifier: MIT
// Faces go and come in the cells that they meet, from the root down, as far as there are cells. What was being divided
// is not any more.
#include <algorithm>
#include <array>
#include <bit>

#include "tree/spheres/cell_octants.h"
#include "tree/spheres/cell_tree.h"

namespace tactus {
namespace {

/// Lists longer than this keep their box when faces go.
constexpr std::size_t long_list = 256;

bool holds(const Box& cell, const Box& box)
{
    return cell.lower.x <= box.lower.x && cell.lower.y <= box.lower.y && cell.lower.z <= box.lower.z
           && box.upper.x <= cell.upper.x && box.upper.y <= cell.upper.y && box.upper.z <= cell.upper.z;
}

} // namespace

/// The faces that change in a cell.
struct CellTree::ChangedFaces {
    struct Face {
        std::uint32_t face = 0;
        bool is_own = false;
        bool is_added = false;
    };
    std::vector<Face> faces;
};

bool CellTree::edit(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::span<const std::uint32_t> removed,
    std::uint32_t first_added, std::vector<std::uint32_t>& changed)
{
    triangles_ = triangles;
    positions_ = positions;
    boxes_.resize_uninitialised(triangles.size());
    ChangedFaces all;
    for (const std::uint32_t face : removed)
        all.faces.push_back({face, true, false});
    std::sort(all.faces.begin(), all.faces.end(), [](const auto& a, const auto& b) { return a.face < b.face; });
    for (std::uint32_t face = first_added; face < triangles.size(); ++face) {
        boxes_[face] = box_of(triangle(face));
        if (!holds(nodes_[0].cell, boxes_[face]))
            return false;
        all.faces.push_back({face, true, true});
    }
    changed.clear();
    change(0, all, changed);
    make_room(0);
    free_blocks_.insert(free_blocks_.end(), dropped_blocks_.begin(), dropped_blocks_.end());
    dropped_blocks_.clear();
    ++era_;
    return true;
}

/// Of a node: its lists, and then what is below it.
void CellTree::change(std::uint32_t index, const ChangedFaces& changes, std::vector<std::uint32_t>& changed)
{
    changed.push_back(index);
    const bool is_divided = has_children(index);
    change_lists(nodes_[index], changes);
    if (!is_divided || nodes_[index].own.size() <= options_.enough_triangles) {
        drop_below(index);
        return;
    }
    std::array<ChangedFaces, 8> of_child;
    const CellOctants cell(nodes_[index].cell);
    for (const auto& [face, is_own, is_added] : changes.faces) {
        unsigned octants = cell.met(boxes_[face], [this, number = face] { return triangle(number); });
        // The first that it meets owns it.
        for (bool is_owner = is_own; octants != 0; octants &= octants - 1, is_owner = false)
            of_child[static_cast<std::size_t>(std::countr_zero(octants))].faces.push_back({face, is_owner, is_added});
    }
    for (unsigned octant = 0; octant < 8; ++octant)
        if (!of_child[octant].faces.empty()) {
            const std::uint32_t child = nodes_[index].children + octant;
            change(child, of_child[octant], changed);
            mark_child(nodes_[index], octant, nodes_[child].face_count() > 0);
        }
    nodes_[index].handed_down = nodes_[index].face_count();
}

void CellTree::change_lists(Node& node, const ChangedFaces& changes)
{
    const std::size_t before = (node.own.capacity() + node.guests.capacity()) * sizeof(std::uint32_t);
    const auto& faces = changes.faces;
    // Own faces are ascending as the changes are, guests are not.
    std::size_t next = 0;
    std::erase_if(node.own, [&](std::uint32_t face) {
        while (next < faces.size() && faces[next].face < face)
            ++next;
        return next < faces.size() && faces[next].face == face;
    });
    std::erase_if(node.guests, [&](std::uint32_t face) {
        const auto at =
            std::lower_bound(faces.begin(), faces.end(), face, [](const auto& change, std::uint32_t wanted) {
                return change.face < wanted;
            });
        return at != faces.end() && at->face == face;
    });
    bool is_own_removed = false;
    for (const auto& [face, is_own, is_added] : faces) {
        is_own_removed = is_own_removed || (is_own && !is_added);
        if (!is_added)
            continue;
        (is_own ? node.own : node.guests).push_back(face);
        if (is_own)
            node.own_box = include(node.own_box, boxes_[face]);
    }
    if (is_own_removed && node.own.size() <= long_list) {
        node.own_box = {};
        for (const std::uint32_t face : node.own)
            node.own_box = include(node.own_box, boxes_[face]);
    }
    if (node.parent != none)
        bytes_ += (node.own.capacity() + node.guests.capacity()) * sizeof(std::uint32_t) - before;
}

void CellTree::mark_child(Node& node, unsigned octant, bool has_faces)
{
    const auto bit = static_cast<std::uint8_t>(1u << octant);
    if (has_faces == ((node.child_mask & bit) != 0))
        return;
    node.child_mask ^= bit;
    if (has_faces) {
        ++alive_;
        ++made_;
    } else {
        --alive_;
        ++dropped_;
    }
}

/// Everything below a node.
void CellTree::drop_below(std::uint32_t index)
{
    nodes_[index].division.reset();
    if (nodes_[index].children == none)
        return;
    for (unsigned octant = 0; octant < 8; ++octant)
        drop_below(nodes_[index].children + octant);
    drop_children(index);
}

} // namespace tactus
