// SPDX-License-Identifier: MIT
#include "tree/refit/edit_clusters.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/planted_fault.h"
#include "tree/clusters/order/connected_order.h"

#include "tree/triangle_list.h"

namespace tactus {
namespace {

constexpr std::array<std::uint8_t, 4> no_corners = {
    ClusterTree::no_vertex, ClusterTree::no_vertex, ClusterTree::no_vertex, 0};

void empty(ClusterTree& tree, std::size_t slot)
{
    tree.triangle_of_slot[slot] = ClusterTree::no_triangle;
    tree.indices[slot] = {0, 0, 0};
    tree.local[slot] = no_corners;
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
    resize_with(slot_with_, tree.vertex_count, none);
    changed_.clear();
    emptied_.clear();
    filled_.clear();
    for (const std::uint32_t triangle : removed)
        remove(tree, triangle);
    list_gaps(tree);
    const auto add_where = [&](std::vector<std::uint32_t>& waiting, auto&& find_slot) {
        std::erase_if(waiting, [&](std::uint32_t k) {
            const std::uint32_t slot = find_slot(added[k]);
            if (slot != none)
                add(tree, slot, first_number + k, added[k], positions);
            return slot != none;
        });
    };
    std::vector<std::uint32_t> waiting(added.size());
    std::iota(waiting.begin(), waiting.end(), 0u);
    add_where(waiting, [&](const TriangleIndices& corners) { return gap_for(tree, corners); });
    add_where(waiting, [&](const TriangleIndices& corners) { return slot_beside(tree, corners); });
    std::vector<TriangleIndices> others;
    others.reserve(waiting.size());
    for (const std::uint32_t k : waiting)
        others.push_back(added[k]);
    for (const std::uint32_t k : connected_order_of_few(others, positions))
        add(tree, slot_at_the_end(tree), first_number + waiting[k], others[k], positions);
    for (const EditedSlots::Emptied& emptied : emptied_)
        for (const std::uint32_t corner : emptied.corners)
            gap_with_[corner] = none;
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
    slot_with_.clear();
    resize_with(slot_of_, first_number, none);
    resize_with(slot_with_, tree.vertex_count, none);
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
            slot_with_[corner] = slot;
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

void ClusterEditor::list_gaps(const ClusterTree& tree)
{
    resize_with(gap_with_, tree.vertex_count, none);
    next_gap_.resize_uninitialised(3 * emptied_.size());
    for (std::uint32_t gap = 0; gap < next_gap_.size(); ++gap)
        next_gap_[gap] = std::exchange(gap_with_[emptied_[gap / 3].corners[gap % 3]], gap);
}

std::uint32_t ClusterEditor::gap_for(const ClusterTree& tree, const TriangleIndices& corners) const
{
    std::uint32_t best = none;
    long most = 1;
    for (std::size_t k = 0; k < 2; ++k) {
        // A vertex that very many triangles had is not worth looking through.
        std::uint32_t gap = gap_with_[corners[k]];
        for (int looks = 0; gap != none && looks < 64; ++looks, gap = next_gap_[gap]) {
            const EditedSlots::Emptied& emptied = emptied_[gap / 3];
            const auto had = [&](std::uint32_t corner) {
                return std::find(emptied.corners.begin(), emptied.corners.end(), corner) != emptied.corners.end();
            };
            const long shared = std::count_if(corners.begin(), corners.end(), had);
            if (shared > most && tree.triangle_of_slot[emptied.slot] == ClusterTree::no_triangle) {
                most = shared;
                best = emptied.slot;
            }
        }
    }
    return best;
}

std::uint32_t ClusterEditor::slot_beside(const ClusterTree& tree, const TriangleIndices& corners) const
{
    const auto empty_among = [&](std::uint32_t first, std::uint32_t count) {
        const std::uint32_t* begin = tree.triangle_of_slot.data() + first;
        const std::uint32_t* found = std::find(begin, begin + count, ClusterTree::no_triangle);
        return found == begin + count ? none : first + static_cast<std::uint32_t>(found - begin);
    };
    std::uint32_t in_cluster = none;
    for (const std::uint32_t corner : corners) {
        const std::uint32_t beside = slot_with_[corner];
        if (beside == none || empty_slots_[beside / ClusterTree::cluster_size] == 0)
            continue;
        const std::uint32_t in_leaf =
            empty_among(beside / ClusterTree::leaf_size * ClusterTree::leaf_size, ClusterTree::leaf_size);
        if (in_leaf != none)
            return in_leaf;
        if (in_cluster == none)
            in_cluster =
                empty_among(beside / ClusterTree::cluster_size * ClusterTree::cluster_size, ClusterTree::cluster_size);
    }
    return in_cluster;
}

/// In the last cluster, or a new one.
std::uint32_t ClusterEditor::slot_at_the_end(ClusterTree& tree)
{
    if (tree.cluster_count() > 0 && empty_slots_.back() > 0) {
        const std::uint32_t* end = tree.triangle_of_slot.end();
        return static_cast<std::uint32_t>(
            std::find(end - ClusterTree::cluster_size, end, ClusterTree::no_triangle) - tree.triangle_of_slot.begin());
    }
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
    return static_cast<std::uint32_t>(first_slot);
}

void ClusterEditor::add(
    ClusterTree& tree, std::uint32_t slot, std::uint32_t number, const TriangleIndices& corners, const float* positions)
{
    const std::uint32_t cluster = slot / ClusterTree::cluster_size;
    const std::uint8_t turns = longest_edge_turns(
        vertex_at(positions, corners[0]), vertex_at(positions, corners[1]), vertex_at(positions, corners[2]));
    tree.triangle_of_slot[slot] = number;
    tree.indices[slot] = {corners[turns], corners[(turns + 1) % 3], corners[(turns + 2) % 3]};
    tree.local[slot] = no_corners;
    tree.local[slot][3] = turns;
    slot_of_[number] = slot;
    filled_.push_back(slot);
    for (const std::uint32_t corner : corners)
        slot_with_[corner] = slot;
    --empty_slots_[cluster];
    if (!TACTUS_FAULT(34))
        mark(cluster);
}

} // namespace tactus
