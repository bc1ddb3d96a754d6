// SPDX-License-Identifier: MIT
#include "tree/refit/rebuild.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "geometry/box.h"
#include "geometry/triangle.h"
#include "tree/clusters/order/connected_order.h"

#include "tree/triangle_list.h"

namespace tactus {
namespace {

/// The surface of one triangle's box in every leaf of a cluster.
float sampled_area(const ClusterTree& tree, const float* positions, std::uint32_t cluster)
{
    float area = 0.0f;
    for (std::uint32_t leaf = 0; leaf < 8; ++leaf) {
        const std::size_t slot = std::size_t(cluster) * ClusterTree::cluster_size + leaf * ClusterTree::leaf_size;
        if (tree.triangle_of_slot[slot] == ClusterTree::no_triangle)
            continue;
        const auto& t = tree.indices[slot];
        area += half_area(
            box_of(Triangle{vertex_at(positions, t[0]), vertex_at(positions, t[1]), vertex_at(positions, t[2])}));
    }
    return area;
}

/// The surface of the boxes of clusters made of these slots, 64 to a cluster.
float cluster_area(const ClusterTree& tree, const float* positions, std::span<const std::uint32_t> slots)
{
    float area = 0.0f;
    for (std::size_t begin = 0; begin < slots.size(); begin += ClusterTree::cluster_size) {
        Box box;
        for (std::size_t i = begin; i < std::min<std::size_t>(begin + ClusterTree::cluster_size, slots.size()); ++i)
            for (const std::uint32_t place : tree.indices[slots[i]])
                box = include(box, vertex_at(positions, place));
        area += half_area(box);
    }
    return area;
}

/// The slots of clusters [first, end) that hold a triangle.
std::vector<std::uint32_t> filled_slots(const ClusterTree& tree, std::uint32_t first, std::uint32_t end)
{
    std::vector<std::uint32_t> slots;
    slots.reserve(std::size_t(end - first) * ClusterTree::cluster_size);
    for (std::uint32_t slot = first * ClusterTree::cluster_size; slot < end * ClusterTree::cluster_size; ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            slots.push_back(slot);
    return slots;
}

} // namespace

bool Rebuild::look(ClusterTree& tree, const float* positions, std::span<const LaneBox> boxes)
{
    const std::uint32_t count = tree.cluster_count();
    const auto parts = static_cast<std::uint32_t>(part_looseness_.size());
    float all_parts = 0.0f, all_samples = 0.0f, worst_growth = part_growth;
    std::uint32_t worst_part = parts;
    for (std::uint32_t part = 0; part < parts; ++part) {
        Box part_box;
        float clusters = 0.0f, samples = 0.0f;
        const std::uint32_t end = std::min((part + 1) * clusters_per_part, count);
        for (std::uint32_t c = part * clusters_per_part; c < end; ++c) {
            const Box box = box_of(boxes[c]);
            part_box = include(part_box, box);
            clusters += half_area(box);
            samples += sampled_area(tree, positions, c);
        }
        all_parts += half_area(part_box);
        all_samples += samples;
        // Flat, huge or tiny bodies have no usable surface to compare with: they are left as they are.
        const float looseness = clusters / samples;
        if (!(looseness > 0.0f) || looseness > 1e30f)
            continue;
        if (part_looseness_[part] == 0.0f)
            part_looseness_[part] = looseness;
        const float growth = looseness / part_looseness_[part];
        if (growth > worst_growth) {
            worst_growth = growth;
            worst_part = part;
        }
    }
    const float tree_looseness = all_parts / all_samples;
    if (tree_looseness_ == 0.0f)
        tree_looseness_ = tree_looseness;
    if (tree_looseness > tree_growth * tree_looseness_) {
        tree_looseness_ = tree_looseness;
        begin_sort(tree, positions);
        return false;
    }
    if (worst_part == parts)
        return false;
    part_looseness_[worst_part] *= worst_growth;
    first_cluster_ = worst_part * clusters_per_part;
    end_cluster_ = std::min(first_cluster_ + clusters_per_part, count);
    return try_patches(tree, positions);
}

bool Rebuild::try_patches(ClusterTree& tree, const float* positions)
{
    const std::vector<std::uint32_t> slots = filled_slots(tree, first_cluster_, end_cluster_);
    std::vector<TriangleIndices> triangles;
    triangles.reserve(slots.size());
    for (const std::uint32_t slot : slots)
        triangles.push_back(tree.indices[slot]);
    std::vector<std::uint32_t> order = connected_order_of_few(triangles, positions);
    for (std::uint32_t& entry : order)
        entry = slots[entry];
    return keep_if_better(tree, positions, order, part_gain);
}

void Rebuild::begin_sort(const ClusterTree& tree, const float* positions)
{
    first_cluster_ = 0;
    end_cluster_ = tree.cluster_count();
    std::vector<SpatialSort::Item> centres;
    for (const std::uint32_t slot : filled_slots(tree, first_cluster_, end_cluster_)) {
        const auto& t = tree.indices[slot];
        centres.push_back(
            centre_of(vertex_at(positions, t[0]), vertex_at(positions, t[1]), vertex_at(positions, t[2]), slot));
    }
    sort_.begin(std::move(centres));
    sorting_ = true;
}

bool Rebuild::advance_sort(ClusterTree& tree, const float* positions)
{
    const std::size_t count = sort_.items().size();
    if (!sort_.advance(count * std::bit_width(count) / updates_per_rebuild + 1))
        return false;
    sorting_ = false;
    std::vector<std::uint32_t> slots(count);
    for (std::size_t i = 0; i < count; ++i)
        slots[i] = sort_.items()[i].number;
    if (!keep_if_better(tree, positions, slots, tree_gain))
        return false;
    tree_looseness_ = 0.0f;
    return true;
}

bool Rebuild::keep_if_better(
    ClusterTree& tree, const float* positions, std::span<const std::uint32_t> slots, float wanted_gain)
{
    const float area_now = cluster_area(tree, positions, filled_slots(tree, first_cluster_, end_cluster_));
    if (!(cluster_area(tree, positions, slots) * wanted_gain < area_now))
        return false;
    reorder_clusters(tree, first_cluster_, end_cluster_, slots);
    ++rebuilt_;
    // How loose the new parts are is found out at the next look.
    std::fill(
        part_looseness_.begin() + first_cluster_ / clusters_per_part,
        part_looseness_.begin() + (end_cluster_ + clusters_per_part - 1) / clusters_per_part, 0.0f);
    return true;
}

std::size_t Rebuild::bytes() const { return sort_.bytes() + part_looseness_.capacity() * sizeof(float); }

} // namespace tactus
