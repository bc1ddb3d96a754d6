// SPDX-License-Identifier: MIT
#include "hierarchy/rebuild.h"

#include <algorithm>
#include <bit>

#include "geometry/box.h"
#include "geometry/triangle.h"

namespace tactus {
namespace {

Vec3 vertex(const float* positions, std::uint32_t place)
{
    const float* p = positions + 3 * std::size_t(place);
    return {p[0], p[1], p[2]};
}

Box box_of(const LaneBox& box)
{
    return {{box.lower[0], box.lower[1], box.lower[2]}, {box.upper[0], box.upper[1], box.upper[2]}};
}

/// The surface of one triangle's box in every leaf of a cluster.
float sampled_area(const ClusterTree& tree, const float* positions, std::uint32_t cluster)
{
    float area = 0.0f;
    for (std::uint32_t leaf = 0; leaf < 8; ++leaf) {
        const std::size_t slot = std::size_t(cluster) * ClusterTree::cluster_size + leaf * ClusterTree::leaf_size;
        if (tree.triangle_of_slot[slot] == ClusterTree::no_triangle)
            continue;
        const auto& t = tree.indices[slot];
        area += half_area(box_of(Triangle{vertex(positions, t[0]), vertex(positions, t[1]), vertex(positions, t[2])}));
    }
    return area;
}

/// The surface of the boxes of clusters made of these slots, 64 to a cluster.
template <class SlotOf>
float cluster_area(const ClusterTree& tree, const float* positions, std::size_t count, SlotOf slot_of)
{
    float area = 0.0f;
    for (std::size_t begin = 0; begin < count; begin += ClusterTree::cluster_size) {
        Box box;
        for (std::size_t i = begin; i < std::min<std::size_t>(begin + ClusterTree::cluster_size, count); ++i) {
            const std::uint32_t slot = slot_of(i);
            if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
                for (const std::uint32_t place : tree.indices[slot])
                    box = include(box, vertex(positions, place));
        }
        area += half_area(box);
    }
    return area;
}

} // namespace

void Rebuild::look(const ClusterTree& tree, const float* positions, std::span<const LaneBox> boxes)
{
    const std::uint32_t count = tree.cluster_count();
    const std::uint32_t parts = (count + clusters_per_part - 1) / clusters_per_part;
    float all_parts = 0.0f, all_samples = 0.0f, worst_growth = tolerated_growth;
    std::uint32_t worst_part = parts, decayed_parts = 0;
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
        decayed_parts += growth > tolerated_growth ? 1 : 0;
        if (growth > worst_growth) {
            worst_growth = growth;
            worst_part = part;
        }
    }
    // A part that is tried starts from where it is now, so that the next trial waits for further growth.
    const float tree_looseness = all_parts / all_samples;
    if (tree_looseness_ == 0.0f)
        tree_looseness_ = tree_looseness;
    if (tree_looseness > tolerated_growth * tree_looseness_ || (parts > 1 && 4 * decayed_parts > parts)) {
        tree_looseness_ = tree_looseness;
        std::fill(part_looseness_.begin(), part_looseness_.end(), 0.0f);
        begin_sort(tree, positions, 0, count);
    } else if (worst_part < parts) {
        part_looseness_[worst_part] *= worst_growth;
        begin_sort(tree, positions, worst_part * clusters_per_part, std::min((worst_part + 1) * clusters_per_part, count));
    }
}

void Rebuild::begin_sort(const ClusterTree& tree, const float* positions, std::uint32_t first, std::uint32_t end)
{
    std::vector<SpatialSort::Item> centres;
    for (std::uint32_t slot = first * ClusterTree::cluster_size; slot < end * ClusterTree::cluster_size; ++slot) {
        if (tree.triangle_of_slot[slot] == ClusterTree::no_triangle)
            continue;
        const auto& t = tree.indices[slot];
        centres.push_back(
            centre_of(vertex(positions, t[0]), vertex(positions, t[1]), vertex(positions, t[2]), slot));
    }
    sort_.begin(std::move(centres));
    first_cluster_ = first;
    end_cluster_ = end;
    sorting_ = true;
}

bool Rebuild::advance_sort(ClusterTree& tree, const float* positions)
{
    const std::span<const SpatialSort::Item> items = sort_.items();
    const std::size_t count = items.size();
    if (!sort_.advance(count * std::bit_width(count) / updates_per_rebuild + 1))
        return false;
    sorting_ = false;
    const std::uint32_t first_slot = first_cluster_ * ClusterTree::cluster_size;
    const float area_now = cluster_area(
        tree, positions, std::size_t(end_cluster_ - first_cluster_) * ClusterTree::cluster_size,
        [&](std::size_t i) { return first_slot + static_cast<std::uint32_t>(i); });
    const float area_then = cluster_area(tree, positions, count, [&](std::size_t i) { return items[i].number; });
    if (!(area_then * wanted_gain < area_now))
        return false;
    std::vector<std::uint32_t> slots(count);
    for (std::size_t i = 0; i < count; ++i)
        slots[i] = items[i].number;
    reorder_clusters(tree, first_cluster_, end_cluster_, slots);
    ++rebuilt_;
    // How loose the new parts are is found out at the next look.
    const std::uint32_t end_part = (end_cluster_ + clusters_per_part - 1) / clusters_per_part;
    std::fill(part_looseness_.begin() + first_cluster_ / clusters_per_part, part_looseness_.begin() + end_part, 0.0f);
    if (first_cluster_ == 0 && end_cluster_ == tree.cluster_count())
        tree_looseness_ = 0.0f;
    return true;
}

std::size_t Rebuild::bytes() const { return sort_.bytes() + part_looseness_.capacity() * sizeof(float); }

} // namespace tactus
