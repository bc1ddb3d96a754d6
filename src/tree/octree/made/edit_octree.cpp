// SPDX-License-Identifier: MIT
#include "tree/octree/made/edit_octree.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tactus {
namespace {

/// Leaves out what stands in both; both are ascending then.
void drop_common(Buffer<std::uint32_t>& a, Buffer<std::uint32_t>& b)
{
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::size_t kept_a = 0, kept_b = 0, j = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        while (j < b.size() && b[j] < a[i])
            b[kept_b++] = b[j++];
        if (j < b.size() && b[j] == a[i])
            ++j;
        else
            a[kept_a++] = a[i];
    }
    while (j < b.size())
        b[kept_b++] = b[j++];
    a.resize_uninitialised(kept_a);
    b.resize_uninitialised(kept_b);
}

/// All are ascending.
void replace(
    std::span<const std::uint32_t> list, std::span<const std::uint32_t> removed, std::span<const std::uint32_t> added,
    Buffer<std::uint32_t>& result)
{
    result.clear();
    std::size_t r = 0, a = 0;
    for (const std::uint32_t feature : list) {
        while (a < added.size() && added[a] < feature)
            result.push_back(added[a++]);
        a += a < added.size() && added[a] == feature ? 1 : 0;
        while (r < removed.size() && removed[r] < feature)
            ++r;
        if (r == removed.size() || removed[r] != feature)
            result.push_back(feature);
    }
    while (a < added.size())
        result.push_back(added[a++]);
}

} // namespace

std::uint32_t OctreeEditor::number_of_edge(std::uint32_t a, std::uint32_t b)
{
    const std::array<std::uint32_t, 2> edge = {std::min(a, b), std::max(a, b)};
    const auto next = static_cast<std::uint32_t>(edge_uses_.size());
    const std::uint32_t number = edge_numbers_.find_or_put(std::uint64_t{edge[0]} << 32 | edge[1], next);
    if (number == next) {
        edge_uses_.push_back(0);
        tree_->edges_.push_back(edge);
    }
    return number;
}

void OctreeEditor::look_at(const SphericalOctree& tree, const TriangleList& faces)
{
    has_looked_ = true;
    vertex_uses_.resize_uninitialised(tree.vertex_count());
    std::fill(vertex_uses_.begin(), vertex_uses_.end(), 0u);
    edge_uses_.resize_uninitialised(tree.edge_count());
    std::fill(edge_uses_.begin(), edge_uses_.end(), 0u);
    edge_numbers_.clear();
    edge_numbers_.reserve(tree.edge_count() + tree.edge_count() / 4);
    for (std::uint32_t edge = 0; edge < tree.edge_count(); ++edge)
        edge_numbers_.put(std::uint64_t{tree.edge(edge)[0]} << 32 | tree.edge(edge)[1], edge);
    for (std::size_t face = 0; face < faces.size(); ++face) {
        if (faces.number(face) == TriangleList::no_triangle)
            continue;
        const TriangleIndices& corners = faces.indices[face];
        for (std::size_t k = 0; k < 3; ++k) {
            ++vertex_uses_[corners[k]];
            const std::uint32_t a = std::min(corners[k], corners[(k + 1) % 3]);
            const std::uint32_t b = std::max(corners[k], corners[(k + 1) % 3]);
            if (a != b)
                ++edge_uses_[edge_numbers_.find(std::uint64_t{a} << 32 | b)];
        }
    }
}

/// What goes and what comes, on the level of the root.
void OctreeEditor::list_changes(std::span<const std::uint32_t> removed, std::uint32_t first_added)
{
    CellLists &gone = at_level_[0].removed, &come = at_level_[0].added;
    gone.clear();
    come.clear();
    const auto visit = [&](const TriangleIndices& corners, auto on_vertex, auto on_edge) {
        for (std::size_t k = 0; k < 3; ++k) {
            on_vertex(corners[k]);
            if (corners[k] != corners[(k + 1) % 3])
                on_edge(number_of_edge(corners[k], corners[(k + 1) % 3]));
        }
    };
    for (const std::uint32_t face : removed) {
        gone.features[2].push_back(face);
        visit(
            triangles_[face],
            [&](std::uint32_t vertex) {
                if (--vertex_uses_[vertex] == 0)
                    gone.features[0].push_back(vertex);
            },
            [&](std::uint32_t edge) {
                if (--edge_uses_[edge] == 0)
                    gone.features[1].push_back(edge);
            });
    }
    for (std::uint32_t face = first_added; face < triangles_.size(); ++face) {
        come.features[2].push_back(face);
        visit(
            triangles_[face],
            [&](std::uint32_t vertex) {
                if (vertex_uses_[vertex]++ == 0)
                    come.features[0].push_back(vertex);
            },
            [&](std::uint32_t edge) {
                if (edge_uses_[edge]++ == 0)
                    come.features[1].push_back(edge);
            });
    }
    for (std::size_t kind = 0; kind < 3; ++kind)
        drop_common(gone.features[kind], come.features[kind]);
}

void OctreeEditor::clear_changes(std::uint32_t index)
{
    SphericalOctree::Node& node = tree_->nodes_[index];
    if (node.change == NodeChange::none)
        return;
    node.change = NodeChange::none;
    for (int k = 0; k < std::popcount(node.child_mask); ++k)
        clear_changes(node.first_child + static_cast<std::uint32_t>(k));
}

void OctreeEditor::edit(
    SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions,
    std::span<const std::uint32_t> removed, std::uint32_t first_added)
{
    TACTUS_CHECK(has_looked_ && !tree.empty());
    tree_ = &tree;
    triangles_ = triangles;
    growth_.begin(tree, triangles, positions);
    moves_.clear();
    changed_nodes_ = faces_beside_ = 0;
    const std::size_t known_faces = counted_in_.size();
    counted_in_.resize_uninitialised(triangles.size());
    std::fill(counted_in_.begin() + known_faces, counted_in_.end(), edit_count_);
    ++edit_count_;
    clear_changes(0);
    const std::size_t known = vertex_uses_.size();
    vertex_uses_.resize_uninitialised(positions.size());
    std::fill(vertex_uses_.begin() + known, vertex_uses_.end(), 0u);
    tree.vertex_count_ = static_cast<std::uint32_t>(positions.size());
    tree.face_count_ = static_cast<std::uint32_t>(triangles.size());
    for (std::size_t face = first_added; face < triangles.size(); ++face)
        for (const std::uint32_t vertex : triangles[face]) {
            const DoubleVector p = to_double(positions[vertex]);
            tree.extent_ = std::max(tree.extent_, std::sqrt(dot(p, p)) * (1.0 + 0x1p-50));
        }
    list_changes(removed, first_added);
    if (at_level_[0].removed.size() + at_level_[0].added.size() > 0)
        change(0, tree.root_cell_, 0);
}

void OctreeEditor::count(std::span<const std::uint32_t> faces)
{
    for (const std::uint32_t face : faces) {
        faces_beside_ += counted_in_[face] != edit_count_ ? 1 : 0;
        counted_in_[face] = edit_count_;
    }
}

/// Gives a node children in more octants. Those that it has move to where there is room for all.
std::uint8_t
OctreeEditor::make_children(SphericalOctree::Node& node, std::uint8_t mask, const OctreeGrowth::Spheres& spheres)
{
    const SphericalOctree::Node before = node;
    const auto made = static_cast<std::uint8_t>(mask & ~before.child_mask);
    if (made == 0)
        return made;
    node.child_mask = mask;
    node.first_child = growth_.take_nodes(static_cast<unsigned>(std::popcount(mask)));
    for (unsigned k = 0; k < 8; ++k) {
        if (before.child_mask >> k & 1u) {
            tree_->nodes_[node.child(k)] = tree_->nodes_[before.child(k)];
            moves_.push_back({before.child(k), node.child(k)});
        } else if (made >> k & 1u) {
            tree_->blocks_[node.block].set(k, spheres[k]);
        }
    }
    growth_.give_back_nodes(before.first_child, static_cast<unsigned>(std::popcount(before.child_mask)));
    return made;
}

/// Changes a node, whose changes stand at its level, and what is below it. False if nothing is left in its cell.
bool OctreeEditor::change(std::uint32_t index, const OctreeCell& cell, std::uint32_t level)
{
    ++changed_nodes_;
    SphericalOctree::Node node = tree_->nodes_[index];
    if (node.is_leaf())
        return change_leaf(index, cell, level);
    CellLists &removed = at_level_[level].removed, &added = at_level_[level].added;
    const OctreeGrowth::Spheres spheres = growth_.child_spheres(cell, level);
    const OctreeGrowth::Counts gone = growth_.spread(removed, spheres), come = growth_.spread(added, spheres);
    std::uint8_t mask = node.child_mask;
    for (unsigned k = 0; k < 8; ++k)
        mask = static_cast<std::uint8_t>(mask | (come[k] > 0 ? 1u << k : 0u));
    const std::uint8_t made = make_children(node, mask, spheres);
    unsigned barren = 0;
    for (unsigned k = 0; k < 8; ++k) {
        if ((mask >> k & 1u) == 0 || gone[k] + come[k] == 0)
            continue;
        bool is_something_left = false;
        if (made >> k & 1u) {
            added.hand_down(k, growth_.lists(level + 1));
            count(growth_.lists(level + 1).features[2].span());
            const std::uint32_t before = tree_->node_count();
            const std::uint64_t place = node.place + (std::uint64_t{k} << 3 * (OctreeDepth::most_levels - level - 1));
            is_something_left = growth_.grow(node.child(k), cell.child(k), level + 1, place, 0);
            changed_nodes_ += 1 + (tree_->node_count() - before);
        } else {
            removed.hand_down(k, at_level_[level + 1].removed);
            added.hand_down(k, at_level_[level + 1].added);
            is_something_left = change(node.child(k), cell.child(k), level + 1);
        }
        barren |= is_something_left ? 0u : 1u << k;
    }
    for (unsigned k = 0; k < 8; ++k)
        if (barren >> k & 1u)
            growth_.drop_child(node, k, [&](std::uint32_t from, std::uint32_t to) { moves_.push_back({from, to}); });
    if (node.child_mask == 0)
        return false;
    node.change = added.size() > 0 ? NodeChange::gained_features : NodeChange::lost_features;
    if (removed.size() > 0) {
        node.type = NodeType::none;
        for (int k = 0; k < std::popcount(node.child_mask); ++k)
            node.type = std::min(node.type, tree_->nodes_[node.first_child + static_cast<std::uint32_t>(k)].type);
        join_children(node, level);
    }
    if (added.size() > 0)
        node.type = std::min(node.type, OctreeGrowth::type_of(added));
    tree_->nodes_[index] = node;
    return true;
}

bool OctreeEditor::change_leaf(std::uint32_t index, const OctreeCell& cell, std::uint32_t level)
{
    SphericalOctree::Node node = tree_->nodes_[index];
    const CellLists &removed = at_level_[level].removed, &added = at_level_[level].added;
    CellLists& lists = growth_.lists(level);
    const LeafFeatures features = tree_->features(node.leaf());
    replace(features.vertices, removed.features[0].span(), added.features[0].span(), lists.features[0]);
    replace(features.edges, removed.features[1].span(), added.features[1].span(), lists.features[1]);
    replace(features.faces, removed.features[2].span(), added.features[2].span(), lists.features[2]);
    count(lists.features[2].span());
    if (lists.features[2].empty()) {
        growth_.give_back_leaf(node.leaf());
        return false;
    }
    if (added.size() > 0 && growth_.wants_children(cell, level, lists.size())) {
        growth_.give_back_leaf(node.leaf());
        const std::uint32_t before = tree_->node_count();
        const bool is_something_left = growth_.grow(index, cell, level, node.place, OctreeGrowth::on_trial);
        changed_nodes_ += tree_->node_count() - before;
        return is_something_left;
    }
    growth_.set_leaf(node.leaf(), lists);
    node.type = OctreeGrowth::type_of(lists);
    node.change = added.size() > 0 ? NodeChange::gained_features : NodeChange::lost_features;
    tree_->nodes_[index] = node;
    return true;
}

/// Makes a leaf of a node whose children are leaves with few features left among them.
void OctreeEditor::join_children(SphericalOctree::Node& node, std::uint32_t level)
{
    const std::uint32_t enough = tree_->depth_.enough_features;
    const auto count = static_cast<unsigned>(std::popcount(node.child_mask));
    CellLists& lists = growth_.lists(level);
    lists.clear();
    for (std::uint32_t child = node.first_child; child < node.first_child + count; ++child) {
        if (!tree_->nodes_[child].is_leaf() || tree_->leaf_lists_[tree_->nodes_[child].leaf()].size() > enough)
            return;
        const LeafFeatures features = tree_->features(tree_->nodes_[child].leaf());
        std::size_t kind = 0;
        for (const std::span<const std::uint32_t> list : {features.vertices, features.edges, features.faces}) {
            for (const std::uint32_t feature : list)
                lists.features[kind].push_back(feature);
            ++kind;
        }
    }
    for (Buffer<std::uint32_t>& list : lists.features) {
        std::sort(list.begin(), list.end());
        list.resize_uninitialised(static_cast<std::size_t>(std::unique(list.begin(), list.end()) - list.begin()));
    }
    if (lists.size() > enough)
        return;
    for (std::uint32_t child = node.first_child; child < node.first_child + count; ++child)
        growth_.give_back_leaf(tree_->nodes_[child].leaf());
    growth_.give_back_nodes(node.first_child, count);
    tree_->free_blocks_.push_back(node.block);
    node.child_mask = 0;
    node.first_child = growth_.take_leaf(lists);
}

std::size_t OctreeEditor::bytes() const
{
    std::size_t sum = growth_.bytes() + moves_.bytes() + vertex_uses_.bytes() + edge_uses_.bytes()
                      + edge_numbers_.bytes() + counted_in_.bytes();
    for (const Changes& changes : at_level_)
        for (const CellLists* lists : {&changes.removed, &changes.added})
            for (std::size_t kind = 0; kind < 3; ++kind)
                sum += lists->features[kind].bytes() + lists->octants[kind].bytes();
    return sum;
}

} // namespace tactus
