// SPDX-License-Identifier: MIT
#include "tree/spheres/cell_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "geometry/features/inside.h"
#include "tree/spheres/cell_octants.h"

namespace tactus {
namespace {

/// A cube, as far as floats allow.
Box cube_around(const Box& box)
{
    constexpr float largest = std::numeric_limits<float>::max();
    const float side = is_empty(box) ? 0.0f : std::min(longest_side(box), largest);
    const auto upper = [&](float from, float at_least) { return std::max(std::min(from + side, largest), at_least); };
    if (is_empty(box))
        return {Vec3{}, Vec3{}};
    return {
        box.lower, {upper(box.lower.x, box.upper.x), upper(box.lower.y, box.upper.y), upper(box.lower.z, box.upper.z)}};
}

} // namespace

CellTree::CellTree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::vector<std::uint32_t> faces,
    const structures::OnDemandSphereTree& options)
    : triangles_(triangles), positions_(positions), options_(options), nodes_(1)
{
    options_.levels = std::min(options_.levels, most_levels);
    Node& root = nodes_[0];
    root.own = std::move(faces);
    boxes_.resize_uninitialised(triangles.size());
    for (const std::uint32_t face : root.own) {
        boxes_[face] = box_of(triangle(face));
        root.own_box = include(root.own_box, boxes_[face]);
    }
    root.cell = cube_around(root.own_box);
}

Triangle CellTree::triangle(std::uint32_t face) const
{
    const auto [a, b, c] = triangles_[face];
    return {positions_[a], positions_[b], positions_[c]};
}

bool CellTree::may_divide(std::uint32_t index) const
{
    const Node& node = nodes_[index];
    if (node.level >= options_.levels || node.own.size() <= options_.enough_triangles || node.refused_in == era_)
        return false;
    const float side = longest_side(node.cell);
    return side > options_.smallest_cell && side > 0.0f
           && (options_.error == 0.0f || 2.0f * sphere(index).radius > options_.error);
}

Sphere CellTree::sphere(std::uint32_t index) const
{
    const Box& cell = nodes_[index].cell;
    const Box first = octant_of(cell, 0);
    const auto reach = [](float lower, float middle, float upper) {
        return std::max(double(middle) - lower, double(upper) - middle);
    };
    const double x = reach(cell.lower.x, first.upper.x, cell.upper.x),
                 y = reach(cell.lower.y, first.upper.y, cell.upper.y),
                 z = reach(cell.lower.z, first.upper.z, cell.upper.z);
    constexpr double largest = std::numeric_limits<float>::max();
    const double radius = std::min(std::sqrt(x * x + y * y + z * z) * (1.0 + 0x1p-48), largest);
    return {first.upper, rounded_up(radius)};
}

bool CellTree::divide(std::uint32_t index, std::size_t max_faces)
{
    TACTUS_CHECK(index < nodes_.size());
    if (has_children(index) || !may_divide(index))
        return true;
    if (nodes_[index].children == none) {
        if (!ask_octants(nodes_[index], max_faces))
            return false;
        begin_children(index);
        if (nodes_[index].children == none)
            return true;
    }
    Node& node = nodes_[index];
    const std::uint32_t count = node.face_count();
    for (; node.handed_down < count && max_faces > 0; --max_faces) {
        const std::uint32_t place = node.handed_down++, face = node.face(place);
        unsigned octants = node.division->octants[place];
        if (place < node.own.size()) {
            nodes_[node.children + static_cast<unsigned>(std::countr_zero(octants))].own.push_back(face);
            octants &= octants - 1;
        }
        for (; octants != 0; octants &= octants - 1)
            nodes_[node.children + static_cast<unsigned>(std::countr_zero(octants))].guests.push_back(face);
    }
    if (node.handed_down < count)
        return false;
    node.division.reset();
    return true;
}

/// True when all of a node's faces have been asked which octants they meet.
bool CellTree::ask_octants(Node& node, std::size_t& max_faces) const
{
    const std::uint32_t count = node.face_count();
    if (!node.division) {
        auto division = std::make_unique<Division>();
        division->octants.resize(count);
        node.division = std::move(division);
    }
    Division& division = *node.division;
    const CellOctants cell(node.cell);
    for (; division.asked < count && max_faces > 0; --max_faces) {
        const std::uint32_t place = division.asked++;
        const std::uint32_t face = node.face(place);
        const Box& box = boxes_.data()[face];
        unsigned octants = cell.met(box, [&] { return triangle(face); });
        division.octants[place] = static_cast<std::uint8_t>(octants);
        // The first that it meets owns it.
        if (place < node.own.size()) {
            const auto owner = static_cast<std::size_t>(std::countr_zero(octants));
            ++division.own[owner];
            division.own_boxes[owner] = include(division.own_boxes[owner], box);
            octants &= octants - 1;
        }
        for (; octants != 0; octants &= octants - 1)
            ++division.guests[static_cast<std::size_t>(std::countr_zero(octants))];
    }
    return division.asked == count;
}

/// Takes the memory for them, exactly; if there is none, the node may not be divided in this era.
void CellTree::begin_children(std::uint32_t index)
{
    asked_ += 8;
    std::size_t wanted = 8 * sizeof(Node);
    for (std::size_t octant = 0; octant < 8; ++octant)
        wanted +=
            (nodes_[index].division->own[octant] + nodes_[index].division->guests[octant]) * sizeof(std::uint32_t);
    if (!make_room(wanted)) {
        nodes_[index].refused_in = era_;
        nodes_[index].division.reset();
        return;
    }
    // What can throw comes first.
    std::array<std::vector<std::uint32_t>, 8> own, guests;
    for (std::size_t octant = 0; octant < 8; ++octant) {
        own[octant].reserve(nodes_[index].division->own[octant]);
        guests[octant].reserve(nodes_[index].division->guests[octant]);
    }
    std::uint32_t first = static_cast<std::uint32_t>(nodes_.size());
    if (free_blocks_.empty()) {
        nodes_.resize(nodes_.size() + 8);
    } else {
        first = free_blocks_.back();
        free_blocks_.pop_back();
    }
    Node& node = nodes_[index];
    node.children = first;
    node.handed_down = 0;
    node.child_mask = 0;
    for (unsigned octant = 0; octant < 8; ++octant) {
        Node& child = nodes_[first + octant] = Node{};
        child.cell = octant_of(node.cell, octant);
        child.parent = index;
        child.level = static_cast<std::uint8_t>(node.level + 1);
        child.own_box = node.division->own_boxes[octant];
        child.own = std::move(own[octant]);
        child.guests = std::move(guests[octant]);
        if (node.division->own[octant] + node.division->guests[octant] > 0)
            node.child_mask |= static_cast<std::uint8_t>(1u << octant);
    }
    bytes_ += wanted;
    alive_ += static_cast<std::uint32_t>(std::popcount(node.child_mask));
    made_ += static_cast<std::uint64_t>(std::popcount(node.child_mask));
}

std::size_t CellTree::block_bytes(const Node& node) const
{
    std::size_t bytes = 8 * sizeof(Node);
    for (unsigned octant = 0; octant < 8; ++octant) {
        const Node& child = nodes_[node.children + octant];
        bytes += (child.own.capacity() + child.guests.capacity()) * sizeof(std::uint32_t);
    }
    return bytes;
}

/// Leaves of the tree go before what they hang on.
bool CellTree::can_drop(const Node& node) const
{
    if (node.children == none || node.used_at >= query_)
        return false;
    for (unsigned octant = 0; octant < 8; ++octant)
        if (nodes_[node.children + octant].children != none)
            return false;
    return true;
}

bool CellTree::make_room(std::size_t wanted)
{
    while (options_.max_bytes > 0 && bytes_ + wanted > options_.max_bytes) {
        std::uint32_t oldest = none;
        for (std::uint32_t index = 0; index < nodes_.size(); ++index)
            if (can_drop(nodes_[index]) && (oldest == none || nodes_[index].used_at < nodes_[oldest].used_at))
                oldest = index;
        if (oldest == none)
            return false;
        drop_children(oldest);
    }
    return true;
}

void CellTree::drop_children(std::uint32_t index)
{
    Node& node = nodes_[index];
    dropped_blocks_.push_back(node.children);
    bytes_ -= block_bytes(node);
    for (unsigned octant = 0; octant < 8; ++octant)
        nodes_[node.children + octant] = Node{};
    alive_ -= static_cast<std::uint32_t>(std::popcount(node.child_mask));
    dropped_ += static_cast<std::uint64_t>(std::popcount(node.child_mask));
    node.children = none;
    node.child_mask = 0;
    node.handed_down = 0;
    node.division.reset();
}

void CellTree::begin_query(std::uint64_t query)
{
    if (query == query_)
        return;
    query_ = query;
    // To look for what is old takes time, and need not be done often.
    if (nodes_[0].children != none && (options_.drop_after < 16 || query % 8 == 0)) {
        std::vector<std::uint32_t> old;
        for (std::uint32_t index = 0; index < nodes_.size(); ++index)
            if (can_drop(nodes_[index]) && query_ - nodes_[index].used_at > options_.drop_after)
                old.push_back(index);
        for (const std::uint32_t index : old)
            drop_children(index);
    }
    if (dropped_blocks_.empty())
        return;
    free_blocks_.insert(free_blocks_.end(), dropped_blocks_.begin(), dropped_blocks_.end());
    dropped_blocks_.clear();
    ++era_;
}

bool CellTree::is_black(std::uint32_t index, unsigned octant) const
{
    if (!has_children(index) || (nodes_[index].child_mask >> octant & 1) != 0)
        return false;
    // No face has a point in it, so any of its points will do.
    ContainmentCount count(octant_of(octant_of(nodes_[index].cell, octant), 0).upper);
    for (const std::uint32_t face : nodes_[0].own)
        count.add(triangle(face));
    return count.result().inside();
}

SphereNodes::Counts CellTree::counts() const
{
    Counts counts = {0, alive_, alive_, asked_, made_, dropped_, bytes_};
    for (const Node& node : nodes_)
        if (node.children != none) {
            counts.levels = std::max(counts.levels, node.level + 1u);
            --counts.leaves;
        }
    return counts;
}

} // namespace tactus
