// SPDX-License-Identifier: MIT
#include "tree/clusters/windows/window.h"

#include <numeric>
#include <vector>

namespace tactus {
namespace {

/// Whether no triangle of leaves [begin, end) has a vertex on the outline of the window that was made last.
bool is_inside(const ClusterTree& tree, std::uint32_t begin, std::uint32_t end, const WindowMaker& maker)
{
    for (std::uint32_t slot = ClusterTree::leaf_size * begin; slot < ClusterTree::leaf_size * end; ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            for (const std::uint32_t place : tree.indices[slot])
                if (maker.is_on_outline(place))
                    return false;
    return true;
}

/// Where none is found, there is no window.
Windows::Window make_window(
    const ClusterTree& tree, std::uint32_t begin, std::uint32_t end, WindowMaker& maker,
    Buffer<std::uint32_t>& repeated_outline)
{
    repeated_outline.clear();
    if (!maker.make(begin, end) || maker.leaves().size() > Windows::max_leaves)
        return {};
    const std::span<const std::uint32_t> loop = maker.outline();
    for (std::size_t k = 0; k < (loop.size() + 7) / 8 * 8 + 1; ++k)
        repeated_outline.push_back(loop[k % loop.size()]);
    return {maker.centre(), static_cast<std::uint16_t>(loop.size()), is_inside(tree, begin, end, maker)};
}

} // namespace

void edit_windows(
    const ClusterTree& tree, std::span<const std::uint32_t> clusters, WindowMaker& maker, Windows& windows)
{
    const std::size_t count = std::size_t{Windows::per_cluster} * tree.cluster_count();
    windows.windows.resize_uninitialised(count);
    windows.leaves.resize(count);
    windows.outline.resize(count);
    Buffer<std::uint32_t> outline;
    for (const std::uint32_t cluster : clusters)
        for (std::uint32_t part = 0; part < Windows::per_cluster; ++part) {
            const std::size_t window = std::size_t{Windows::per_cluster} * cluster + part;
            const std::uint32_t begin = 8 * cluster + (part == 2 ? 4 : 0), end = begin + (part == 0 ? 8 : 4);
            windows.windows[window] = make_window(tree, begin, end, maker, outline);
            windows.leaves.set(window, outline.empty() ? std::span<const std::uint32_t>{} : maker.leaves());
            windows.outline.set(window, outline.span());
        }
}

Windows make_windows(const ClusterTree& tree, const float* positions, const VertexStars& stars)
{
    Windows made;
    WindowMaker maker;
    maker.look_at(tree, positions, stars);
    std::vector<std::uint32_t> clusters(tree.cluster_count());
    std::iota(clusters.begin(), clusters.end(), 0u);
    edit_windows(tree, clusters, maker, made);
    made.leaves.fit();
    made.outline.fit();
    return made;
}

} // namespace tactus
