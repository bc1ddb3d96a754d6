// SPDX-License-Identifier: MIT
#include "tree/spheres/cell_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/planted_fault.h"
#include "tree/spheres/cell_octants.h"
#include "tree/spheres/face_runs.h"

namespace tactus {
namespace {

/// Longer lists stay as they are, for the time that it takes.
constexpr std::size_t longest_ordered_list = 256;

/// A cube, as far as floats allow. The box must not be empty.
Box cube_around(const Box& box)
{
    constexpr float largest = std::numeric_limits<float>::max();
    const float side = std::min(longest_side(box), largest);
    const auto upper = [&](float from, float at_least) { return std::max(std::min(from + side, largest), at_least); };
    return {
        box.lower, {upper(box.lower.x, box.upper.x), upper(box.lower.y, box.upper.y), upper(box.lower.z, box.upper.z)}};
}

} // namespace

CellTree::CellTree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::vector<std::uint32_t> faces,
    const structures::OnDemandSphereTree& options)
    : triangles_(triangles), positions_(positions), faces_(std::move(faces)), options_(options), nodes_(1)
{
    options_.levels = std::min(options_.levels, most_levels);
    Node& root = nodes_[0];
    root.own = faces_;
    boxes_.resize_uninitialised(triangles.size());
    for (const std::uint32_t face : faces_) {
        boxes_[face] = box_of(triangle(face));
        root.own_box = include(root.own_box, boxes_[face]);
    }
    root.cell = is_empty(root.own_box) ? Box{Vec3{}, Vec3{}}
                : options_.cubic_root  ? cube_around(root.own_box)
                                       : root.own_box;
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
    Division& division = *node.division;
    const std::uint32_t end =
        node.handed_down
        + static_cast<std::uint32_t>(std::min<std::size_t>(max_faces, node.own_count() - node.handed_down));
    for (std::uint32_t& place = node.handed_down; place < end; ++place)
        node.below[division.next[division.octants[place]]++] = node.own[place];
    if (node.handed_down < node.own_count())
        return false;
    spare_ = std::move(node.division);
    return true;
}

/// True when all of a node's faces have been asked which octant they go to.
bool CellTree::ask_octants(Node& node, std::size_t& max_faces)
{
    if (!node.division) {
        auto division = spare_ ? std::move(spare_) : std::make_unique<Division>();
        division->octants.resize(node.own.size());
        division->asked = 0;
        division->counts = {};
        division->boxes = {};
        node.division = std::move(division);
    }
    Division& division = *node.division;
    const Vec3 middle = middle_of(node.cell);
    const std::uint32_t begin = division.asked;
    const std::uint32_t end =
        begin + static_cast<std::uint32_t>(std::min<std::size_t>(max_faces, node.own_count() - begin));
    for (std::uint32_t place = begin; place < end; ++place) {
        const Box& box = boxes_.data()[node.own[place]];
        const unsigned octant = octant_of_box(middle, box);
        division.octants[place] = static_cast<std::uint8_t>(octant);
        ++division.counts[octant];
        division.boxes[octant] = include(division.boxes[octant], box);
    }
    division.asked = end;
    max_faces -= end - begin;
    return end == node.own_count();
}

/// Takes the memory for them, exactly; if there is none, the node may not be divided in this era.
void CellTree::begin_children(std::uint32_t index)
{
    asked_ += 8;
    const std::size_t wanted = 8 * sizeof(Node) + nodes_[index].own.size() * sizeof(std::uint32_t);
    if (!make_room(wanted)) {
        nodes_[index].refused_in = era_;
        nodes_[index].division.reset();
        return;
    }
    // What can throw comes first.
    std::vector<std::uint32_t> below(nodes_[index].own.size());
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
    node.below = std::move(below);
    Division& division = *node.division;
    for (std::uint32_t octant = 0, place = 0; octant < 8; place += division.counts[octant++]) {
        Node& child = nodes_[first + octant];
        child.cell = octant_of(node.cell, octant);
        child.own_box = division.boxes[octant];
        child.own = std::span(node.below).subspan(place, division.counts[octant]);
        child.parent = index;
        child.level = static_cast<std::uint8_t>(node.level + 1);
        division.next[octant] = place;
        if (division.counts[octant] > 0)
            node.child_mask |= static_cast<std::uint8_t>(1u << octant);
    }
    bytes_ += wanted;
    alive_ += static_cast<std::uint32_t>(std::popcount(node.child_mask));
    made_ += static_cast<std::uint64_t>(std::popcount(node.child_mask));
}

std::size_t CellTree::block_bytes(const Node& node)
{
    return 8 * sizeof(Node) + node.below.capacity() * sizeof(std::uint32_t);
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
    node.below = {};
    node.division.reset();
}

void CellTree::begin_query(std::uint64_t query)
{
    if (query == query_)
        return;
    query_ = query;
    // To look for what is old takes time, and need not be done often.
    if (nodes_[0].children != none && (options_.drop_after < 16 || query % 8 == 0))
        drop_old();
    if (!dropped_blocks_.empty())
        end_era();
}

void CellTree::drop_old()
{
    for (std::uint32_t index = 0; index < nodes_.size(); ++index) {
        if (!can_drop(nodes_[index]) || query_ - nodes_[index].used_at <= options_.drop_after)
            continue;
        drop_children(index);
        // The level that is the last one now has its own time.
        if (const std::uint32_t parent = nodes_[index].parent; parent != none && !TACTUS_FAULT(103))
            nodes_[parent].used_at = query_;
    }
}

bool CellTree::release_branches()
{
    if (nodes_[0].children == none)
        return false;
    drop_below(0);
    end_era();
    return true;
}

/// What was dropped can be used again, under its old names too, and memory that nobody needs is given back.
void CellTree::end_era()
{
    ++era_;
    free_blocks_.insert(free_blocks_.end(), dropped_blocks_.begin(), dropped_blocks_.end());
    dropped_blocks_.clear();
    while (nodes_.size() > 1 && nodes_[nodes_.size() - 8].parent == none)
        nodes_.resize(nodes_.size() - 8);
    std::erase_if(free_blocks_, [&](std::uint32_t block) { return block >= nodes_.size(); });
    if (2 * nodes_.size() > nodes_.capacity())
        return;
    nodes_.shrink_to_fit();
    spare_.reset();
    free_blocks_.shrink_to_fit();
    dropped_blocks_.shrink_to_fit();
}

bool CellTree::put_in_order(std::uint32_t index)
{
    Node& node = nodes_[index];
    const std::size_t count = node.own.size();
    // While it is being divided, places in the list mean something.
    if (node.division != nullptr || count <= sphere_tree_run || count > longest_ordered_list
        || std::exchange(node.is_in_order, true))
        return false;
    std::array<PlacedFace, longest_ordered_list> placed;
    for (std::size_t place = 0; place < count; ++place) {
        const Box& box = boxes_.data()[node.own[place]];
        placed[place] = {box.lower * 0.5f + box.upper * 0.5f, node.own[place]};
    }
    put_in_runs(std::span(placed).first(count));
    for (std::size_t place = 0; place < count; ++place)
        node.own[place] = placed[place].face;
    return true;
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
