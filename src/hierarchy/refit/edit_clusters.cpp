// SPDX-License-Identifier: MIT
#include "hierarchy/refit/edit_clusters.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr std::array<std::uint8_t, 4> no_corners
    = {ClusterTree::no_vertex, ClusterTree::no_vertex, ClusterTree::no_vertex, 0};

void empty(ClusterTree& tree, std::size_t slot)
{
    tree.triangle_of_slot[slot] = ClusterTree::no_triangle;
    tree.indices[slot] = {0, 0, 0};
    tree.local[slot] = no_corners;
}

Vec3 vertex(const float* positions, std::uint32_t index)
{
    const float* p = positions + 3 * std::size_t(index);
    return {p[0], p[1], p[2]};
}

template <class T>
void resize_with(Buffer<T>& buffer, std::size_t size, T value)
{
    const std::size_t old_size = buffer.size();
    buffer.resize_uninitialised(size);
    if (size > old_size)
        std::fill(buffer.begin() + old_size, buffer.end(), value);
}

} // namespace

EditedSlots ClusterEditor::edit(
    ClusterTree& tree, std::span<const std::uint32_t> removed, std::span<const TriangleIndices> added,
    std::uint32_t first_number, const float* positions)
{
    if (!is_known_)
        look_at(tree, first_number);
    resize_with(slot_of_, first_number + added.size(), none);
    resize_with(cluster_of_, tree.vertex_count, none);
    changed_.clear();
    emptied_.clear();
    filled_.clear();
    for (const std::uint32_t triangle : removed)
        remove(tree, triangle);
    for (std::size_t k = 0; k < added.size(); ++k)
        add(tree, first_number + static_cast<std::uint32_t>(k), added[k], positions);
    std::sort(changed_.begin(), changed_.end());
    for (const std::uint32_t cluster : changed_)
        is_changed_[cluster] = 0;
    renumber_clusters(tree, changed_.span(), numbers_);
    tree.triangle_count += static_cast<std::uint32_t>(added.size() - removed.size());
    return edited();
}

void ClusterEditor::look_at(const ClusterTree& tree, std::uint32_t first_number)
{
    is_known_ = true;
    slot_of_.clear();
    cluster_of_.clear();
    resize_with(slot_of_, first_number, none);
    resize_with(cluster_of_, tree.vertex_count, none);
    empty_slots_.clear();
    resize_with(empty_slots_, tree.cluster_count(), std::uint8_t{0});
    is_changed_.clear();
    resize_with(is_changed_, tree.cluster_count(), std::uint8_t{0});
    for (std::uint32_t slot = 0; slot < tree.triangle_of_slot.size(); ++slot) {
        const std::uint32_t triangle = tree.triangle_of_slot[slot], cluster = slot / ClusterTree::cluster_size;
        if (triangle == ClusterTree::no_triangle) {
            ++empty_slots_[cluster];
            continue;
        }
        slot_of_[triangle] = slot;
        for (const std::uint32_t corner : tree.indices[slot])
            cluster_of_[corner] = cluster;
    }
}

void ClusterEditor::mark(std::uint32_t cluster)
{
    if (is_changed_[cluster] == 0)
        changed_.push_back(cluster);
    is_changed_[cluster] = 1;
}

void ClusterEditor::remove(ClusterTree& tree, std::uint32_t triangle)
{
    const std::uint32_t slot = slot_of_[triangle], cluster = slot / ClusterTree::cluster_size;
    slot_of_[triangle] = none;
    emptied_.push_back({slot, tree.indices[slot]});
    empty(tree, slot);
    ++empty_slots_[cluster];
    mark(cluster);
}

/// One with an empty slot: beside its neighbours if there is one, otherwise the last, or a new one.
std::uint32_t ClusterEditor::cluster_for(ClusterTree& tree, const TriangleIndices& corners)
{
    for (const std::uint32_t corner : corners)
        if (const std::uint32_t cluster = cluster_of_[corner]; cluster != none && empty_slots_[cluster] > 0)
            return cluster;
    if (tree.cluster_count() > 0 && empty_slots_.back() > 0)
        return tree.cluster_count() - 1;
    const std::size_t first_slot = tree.triangle_of_slot.size();
    const std::size_t slot_count = first_slot + ClusterTree::cluster_size;
    // It has no vertices yet; where their list begins is found when it is numbered.
    tree.clusters.push_back({});
    tree.triangle_of_slot.resize_uninitialised(slot_count);
    tree.indices.resize_uninitialised(slot_count);
    tree.local.resize_uninitialised(slot_count);
    for (std::size_t slot = first_slot; slot < slot_count; ++slot)
        empty(tree, slot);
    empty_slots_.push_back(ClusterTree::cluster_size);
    is_changed_.push_back(0);
    return tree.cluster_count() - 1;
}

void ClusterEditor::add(
    ClusterTree& tree, std::uint32_t number, const TriangleIndices& corners, const float* positions)
{
    const std::uint32_t cluster = cluster_for(tree, corners);
    const std::uint32_t* first = tree.triangle_of_slot.data() + std::size_t(cluster) * ClusterTree::cluster_size;
    const auto slot = static_cast<std::uint32_t>(
        std::find(first, first + ClusterTree::cluster_size, ClusterTree::no_triangle) - tree.triangle_of_slot.data());
    const std::uint8_t turns = longest_edge_turns(
        vertex(positions, corners[0]), vertex(positions, corners[1]), vertex(positions, corners[2]));
    tree.triangle_of_slot[slot] = number;
    tree.indices[slot] = {corners[turns], corners[(turns + 1) % 3], corners[(turns + 2) % 3]};
    tree.local[slot] = no_corners;
    tree.local[slot][3] = turns;
    slot_of_[number] = slot;
    filled_.push_back(slot);
    for (const std::uint32_t corner : corners)
        cluster_of_[corner] = cluster;
    --empty_slots_[cluster];
    mark(cluster);
}

} // namespace tactus
