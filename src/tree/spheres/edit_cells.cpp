// SPDX-License-Identifier: MIT
// Faces go and come in the cells that they meet, from the root down, as far as there are cells. What was being divided
// is not any more.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

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

/// The faces that change in a cell, by their numbers.
struct CellTree::ChangedFaces {
    std::vector<std::uint32_t> removed;
    std::vector<std::uint32_t> added;

    bool empty() const { return removed.empty() && added.empty(); }
    /// Appends what is left of a list to another, and what comes. What goes is in ascending order.
    void append(std::span<const std::uint32_t> list, std::vector<std::uint32_t>& to) const
    {
        std::copy_if(list.begin(), list.end(), std::back_inserter(to), [&](std::uint32_t face) {
            return !std::binary_search(removed.begin(), removed.end(), face);
        });
        to.insert(to.end(), added.begin(), added.end());
    }
};

bool CellTree::edit(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::span<const std::uint32_t> removed,
    std::uint32_t first_added, std::vector<std::uint32_t>& changed)
{
    triangles_ = triangles;
    positions_ = positions;
    boxes_.resize_uninitialised(triangles.size());
    ChangedFaces all{{removed.begin(), removed.end()}, {}};
    std::sort(all.removed.begin(), all.removed.end());
    for (std::uint32_t face = first_added; face < triangles.size(); ++face) {
        boxes_[face] = box_of(triangle(face));
        if (!holds(nodes_[0].cell, boxes_[face]))
            return false;
        all.added.push_back(face);
    }
    std::vector<std::uint32_t> faces;
    faces.reserve(faces_.size() + all.added.size());
    all.append(faces_, faces);
    faces_ = std::move(faces);
    nodes_[0].own = faces_;
    changed.clear();
    change(0, all, changed);
    make_room(0);
    end_era();
    return true;
}

/// Of a node whose own list has changed: its box, and then what is below it.
void CellTree::change(std::uint32_t index, const ChangedFaces& changes, std::vector<std::uint32_t>& changed)
{
    changed.push_back(index);
    Node& node = nodes_[index];
    change_box(node, changes);
    node.is_in_order = false;
    const bool is_divided = node.children != none && node.division == nullptr;
    if (!is_divided || node.own.size() <= options_.enough_triangles) {
        drop_below(index);
        return;
    }
    std::array<ChangedFaces, 8> of_child;
    const Vec3 middle = middle_of(node.cell);
    for (const std::uint32_t face : changes.removed)
        of_child[octant_of_box(middle, boxes_[face])].removed.push_back(face);
    for (const std::uint32_t face : changes.added)
        of_child[octant_of_box(middle, boxes_[face])].added.push_back(face);
    std::vector<std::uint32_t> below;
    below.reserve(node.own.size());
    for (unsigned octant = 0; octant < 8; ++octant) {
        const auto begin = below.size();
        of_child[octant].append(nodes_[node.children + octant].own, below);
        // It has the memory for all of them, and stays where it is.
        nodes_[node.children + octant].own = std::span(below).subspan(begin);
    }
    bytes_ -= block_bytes(node);
    node.below = std::move(below);
    node.handed_down = node.own_count();
    bytes_ += block_bytes(node);
    for (unsigned octant = 0; octant < 8; ++octant)
        if (const std::uint32_t child = node.children + octant; !of_child[octant].empty()) {
            change(child, of_child[octant], changed);
            mark_child(node, octant, !nodes_[child].own.empty());
        }
}

void CellTree::change_box(Node& node, const ChangedFaces& changes) const
{
    if (changes.removed.empty() || node.own.size() > long_list) {
        for (const std::uint32_t face : changes.added)
            node.own_box = include(node.own_box, boxes_[face]);
        return;
    }
    node.own_box = {};
    for (const std::uint32_t face : node.own)
        node.own_box = include(node.own_box, boxes_[face]);
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
