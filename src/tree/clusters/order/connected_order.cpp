// SPDX-License-Identifier: MIT
#include "tree/clusters/order/connected_order.h"

#include <algorithm>

#include "mesh/edge_ring.h"
#include "mesh/removed_triangle.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/order/patch_bisector.h"

namespace tactus {
namespace {

using PatchItem = PatchGraph::Item;

class Ordering {
public:
    explicit Ordering(const PatchGraph& graph) : graph_(graph), bisector_(graph), number_(graph.size(), 0) {}

    void order_node(std::span<PatchItem> items)
    {
        if (items.size() <= ClusterTree::leaf_size)
            return;
        std::size_t unit = ClusterTree::leaf_size;
        while (unit * 8 < items.size())
            unit *= 8;
        order_children(items, unit);
    }

private:
    /// Small sets are worked on in a graph of their own, which stays in the cache.
    static constexpr std::size_t small_set = 4096;

    void order_children(std::span<PatchItem> items, std::size_t unit)
    {
        const std::size_t children = (items.size() + unit - 1) / unit;
        if (children <= 1) {
            order_node(items);
            return;
        }
        if (items.size() <= small_set && graph_.size() > 2 * small_set) {
            order_small(items);
            return;
        }
        const std::size_t middle = children / 2 * unit;
        bisector_.split(items, middle);
        order_children(items.first(middle), unit);
        order_children(items.subspan(middle), unit);
    }

    void order_small(std::span<PatchItem> items)
    {
        for (std::size_t k = 0; k < items.size(); ++k)
            number_[items[k]] = static_cast<PatchItem>(k);
        PatchGraph part;
        part.neighbours.resize(items.size());
        part.centres.resize(items.size());
        for (std::size_t k = 0; k < items.size(); ++k) {
            part.centres[k] = graph_.centres[items[k]];
            for (int e = 0; e < 3; ++e) {
                const PatchItem next = graph_.neighbours[items[k]][e];
                const PatchItem number = number_[next];
                part.neighbours[k][e] =
                    number < items.size() && items[number] == next ? number : static_cast<PatchItem>(k);
            }
        }
        Ordering ordering(part);
        std::vector<PatchItem> numbers(items.size());
        for (std::size_t k = 0; k < numbers.size(); ++k)
            numbers[k] = static_cast<PatchItem>(k);
        ordering.order_node(numbers);
        for (PatchItem& number : numbers)
            number = items[number];
        std::copy(numbers.begin(), numbers.end(), items.begin());
    }

    const PatchGraph& graph_;
    PatchBisector bisector_;
    std::vector<PatchItem> number_;
};

/// The triangles as a walk over the surface meets them, so that what is near in the mesh is near in memory.
std::vector<std::uint32_t> walk_over(const EdgeRing& ring)
{
    std::vector<std::uint32_t> order;
    order.reserve(ring.size());
    std::vector<bool> met(ring.size(), false);
    for (std::uint32_t first = 0; first < ring.size(); ++first) {
        if (met[first])
            continue;
        met[first] = true;
        order.push_back(first);
        for (std::size_t head = order.size() - 1; head < order.size(); ++head)
            for (std::uint32_t next : ring[order[head]])
                if (!met[next]) {
                    met[next] = true;
                    order.push_back(next);
                }
    }
    return order;
}

PatchGraph make_graph(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const EdgeRing& ring,
    std::span<const std::uint32_t> order)
{
    std::vector<PatchItem> item_of(triangles.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        item_of[order[k]] = static_cast<PatchItem>(k);
    PatchGraph graph;
    graph.neighbours.resize(triangles.size());
    graph.centres.resize(triangles.size());
    const float third = 1.0f / 3.0f;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const TriangleIndices& t = triangles[order[k]];
        const Vec3 a = positions[t[0]], b = positions[t[1]], c = positions[t[2]];
        graph.centres[k] = {
            a.x * third + b.x * third + c.x * third, a.y * third + b.y * third + c.y * third,
            a.z * third + b.z * third + c.z * third};
        for (int e = 0; e < 3; ++e)
            graph.neighbours[k][e] = item_of[ring[order[k]][e]];
    }
    return graph;
}

} // namespace

std::vector<std::uint32_t> connected_order(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    if (std::any_of(triangles.begin(), triangles.end(), is_removed)) {
        const std::vector<std::uint32_t> numbers = remaining_triangles(triangles);
        std::vector<TriangleIndices> remaining;
        remaining.reserve(numbers.size());
        for (const std::uint32_t number : numbers)
            remaining.push_back(triangles[number]);
        std::vector<std::uint32_t> order = connected_order(remaining, positions);
        for (std::uint32_t& place : order)
            place = numbers[place];
        return order;
    }
    const EdgeRing ring = make_edge_ring(triangles, positions.size());
    const std::vector<std::uint32_t> walk = walk_over(ring);
    const PatchGraph graph = make_graph(triangles, positions, ring, walk);
    std::vector<PatchItem> items(triangles.size());
    for (std::size_t k = 0; k < items.size(); ++k)
        items[k] = static_cast<PatchItem>(k);
    Ordering(graph).order_node(items);
    for (PatchItem& item : items)
        item = walk[item];
    return items;
}

std::vector<std::uint32_t> connected_order_of_few(std::span<const TriangleIndices> triangles, const float* positions)
{
    std::vector<std::uint32_t> numbers;
    for (const TriangleIndices& triangle : triangles)
        numbers.insert(numbers.end(), triangle.begin(), triangle.end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<Vec3> vertices;
    for (const std::uint32_t number : numbers) {
        const float* p = positions + 3 * std::size_t(number);
        vertices.push_back({p[0], p[1], p[2]});
    }
    std::vector<TriangleIndices> few(triangles.begin(), triangles.end());
    for (TriangleIndices& triangle : few)
        for (std::uint32_t& corner : triangle)
            corner =
                static_cast<std::uint32_t>(std::lower_bound(numbers.begin(), numbers.end(), corner) - numbers.begin());
    return connected_order(few, vertices);
}

} // namespace tactus
