// SPDX-License-Identifier: MIT
#include "hierarchy/window.h"

#include <algorithm>
#include <span>
#include <vector>

#include "hierarchy/window_maker.h"

namespace tactus {
namespace {

void append(Buffer<std::uint32_t>& to, std::span<const std::uint32_t> from)
{
    for (std::uint32_t x : from)
        to.push_back(x);
}

/// Whether no triangle of leaves [begin, end) has a vertex on the outline.
bool is_inside(
    const ClusterTree& tree, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> outline)
{
    std::vector<std::uint32_t> places(outline.begin(), outline.end());
    std::sort(places.begin(), places.end());
    for (std::uint32_t slot = ClusterTree::leaf_size * begin; slot < ClusterTree::leaf_size * end; ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            for (const std::uint32_t place : tree.indices[slot])
                if (std::binary_search(places.begin(), places.end(), place))
                    return false;
    return true;
}

Buffer<std::uint32_t> trimmed(const Buffer<std::uint32_t>& from)
{
    Buffer<std::uint32_t> exact(from.size());
    std::copy(from.begin(), from.end(), exact.begin());
    return exact;
}

} // namespace

Windows make_windows(const ClusterTree& tree, const float* positions)
{
    Windows made;
    made.windows.resize_uninitialised(std::size_t{Windows::per_cluster} * tree.cluster_count());
    if (tree.cluster_count() == 0)
        return made;
    WindowMaker maker(tree, positions);
    Buffer<std::uint32_t> leaves, outline;
    for (std::uint32_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
        for (std::uint32_t part = 0; part < Windows::per_cluster; ++part) {
            Windows::Window& window = made.windows[Windows::per_cluster * cluster + part];
            window = {};
            const std::uint32_t begin = 8 * cluster + (part == 2 ? 4 : 0);
            if (!maker.make(begin, begin + (part == 0 ? 8 : 4)))
                continue;
            const auto window_leaves = maker.leaves();
            if (window_leaves.size() > Windows::max_leaves)
                continue;
            window.leaf_begin = static_cast<std::uint32_t>(leaves.size());
            window.leaf_count = static_cast<std::uint16_t>(window_leaves.size());
            append(leaves, window_leaves);
            window.outline_begin = static_cast<std::uint32_t>(outline.size());
            window.outline_count = static_cast<std::uint16_t>(maker.outline().size());
            const auto loop = maker.outline();
            for (std::size_t k = 0; k < (loop.size() + 7) / 8 * 8 + 1; ++k)
                outline.push_back(loop[k % loop.size()]);
            window.centre = maker.centre();
            window.core_is_inside = is_inside(tree, begin, begin + (part == 0 ? 8 : 4), loop);
        }
    made.leaves = trimmed(leaves);
    made.outline = trimmed(outline);
    return made;
}

} // namespace tactus
