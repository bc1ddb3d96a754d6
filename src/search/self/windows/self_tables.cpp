// SPDX-License-Identifier: MIT
#include "search/self/windows/self_tables.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tactus {
namespace {

/// Clusters that are marked, and how to list them.
class MarkedClusters {
public:
    explicit MarkedClusters(const ClusterTree& tree) : is_marked_(tree.cluster_count(), 0) {}

    void mark(std::uint32_t cluster) { is_marked_[cluster] = 1; }
    std::vector<std::uint32_t> list() const
    {
        std::vector<std::uint32_t> clusters;
        for (std::uint32_t cluster = 0; cluster < is_marked_.size(); ++cluster)
            if (is_marked_[cluster] != 0)
                clusters.push_back(cluster);
        return clusters;
    }

private:
    std::vector<std::uint8_t> is_marked_;
};

/// The stars as they are after the edit.
void edit_stars(const ClusterTree& tree, const EditedSlots& edited, std::optional<VertexStars>& stars)
{
    if (!stars) {
        stars = slot_stars(tree);
        return;
    }
    stars->resize(tree.vertex_count);
    for (const EditedSlots::Emptied& emptied : edited.emptied)
        stars->remove(emptied.slot, emptied.corners);
    for (const std::uint32_t slot : edited.filled)
        stars->add(slot, tree.indices[slot]);
}

/// A window is what it was unless one of its leaves has changed, or a new triangle shares a vertex with its core.
/// Clusters of which the latter may hold are marked already.
void mark_windows_on(
    const EditedSlots& edited, const Windows& windows, std::size_t leaf_count, MarkedClusters& clusters)
{
    std::vector<std::uint8_t> is_changed(leaf_count, 0);
    for (const EditedSlots::Emptied& emptied : edited.emptied)
        is_changed[emptied.slot / ClusterTree::leaf_size] = 1;
    for (const std::uint32_t slot : edited.filled)
        is_changed[slot / ClusterTree::leaf_size] = 1;
    for (std::size_t window = 0; window < windows.leaves.size(); ++window)
        for (const std::uint32_t leaf : windows.leaves[window])
            if (is_changed[leaf] != 0) {
                clusters.mark(static_cast<std::uint32_t>(window / Windows::per_cluster));
                break;
            }
}

} // namespace

SelfTables make_self_tables(const ClusterTree& tree, const float* positions, bool neighbours)
{
    SelfTables tables;
    VertexStars stars = slot_stars(tree);
    tables.adjacent = make_adjacent_leaves(tree, stars);
    tables.windows = make_windows(tree, positions, stars);
    tables.wants_neighbours = neighbours;
    if (neighbours)
        tables.stars = std::move(stars);
    return tables;
}

void renumber_places(std::span<const std::uint32_t> numbers, SelfTables& tables)
{
    for (Windows::Window& window : tables.windows.windows)
        window.centre = numbers[window.centre];
    tables.windows.outline.renumber(numbers);
    // The next edit makes them.
    tables.stars.reset();
}

std::size_t
edit_self_tables(const ClusterTree& tree, const float* positions, const EditedSlots& edited, SelfTables& tables)
{
    edit_stars(tree, edited, tables.stars);
    const VertexStars& stars = *tables.stars;
    tables.maker.look_at(tree, positions, stars);
    MarkedClusters marked(tree);
    const auto look_around = [&](std::uint32_t slot, const std::array<std::uint32_t, 3>& corners) {
        marked.mark(slot / ClusterTree::cluster_size);
        tables.maker.forget(slot);
        for (const std::uint32_t vertex : corners)
            for (const std::uint32_t other : stars[vertex]) {
                marked.mark(other / ClusterTree::cluster_size);
                tables.maker.forget(other);
            }
    };
    for (const EditedSlots::Emptied& emptied : edited.emptied)
        look_around(emptied.slot, emptied.corners);
    for (const std::uint32_t slot : edited.filled)
        look_around(slot, tree.indices[slot]);
    edit_adjacent_leaves(tree, stars, marked.list(), tables.adjacent);
    mark_windows_on(edited, tables.windows, tree.indices.size() / ClusterTree::leaf_size, marked);
    const std::vector<std::uint32_t> clusters = marked.list();
    edit_windows(tree, clusters, tables.maker, tables.windows);
    std::size_t triangles = 0;
    for (const std::uint32_t cluster : clusters)
        triangles += filled_slot_count(tree, cluster);
    return triangles;
}

} // namespace tactus
