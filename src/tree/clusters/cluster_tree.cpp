// SPDX-License-Identifier: MIT
#include "tree/clusters/cluster_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tactus {
namespace {

constexpr std::uint32_t unplaced = UINT32_MAX;

double squared_length(Vec3 from, Vec3 to)
{
    const double x = double(to.x) - from.x, y = double(to.y) - from.y, z = double(to.z) - from.z;
    return x * x + y * y + z * z;
}

std::uint8_t turns_of(const TriangleIndices& t, std::span<const Vec3> positions)
{
    return longest_edge_turns(positions[t[0]], positions[t[1]], positions[t[2]]);
}

void resize_with_look_ahead(Buffer<std::uint32_t>& numbers, std::size_t size)
{
    numbers.resize_uninitialised(size + ClusterTree::look_ahead);
    std::fill(numbers.begin() + size, numbers.end(), 0u);
    numbers.resize_uninitialised(size);
}

/// Collects the vertices of one cluster: new ones go to the run, earlier ones to the refs.
class ClusterVertices {
public:
    explicit ClusterVertices(std::uint32_t vertex_count) : number_(vertex_count, 0), stamp_(vertex_count, unplaced) {}

    void begin(std::uint32_t cluster)
    {
        cluster_ = cluster;
        list_.clear();
    }
    void add(std::uint32_t vertex)
    {
        if (stamp_[vertex] == cluster_)
            return;
        stamp_[vertex] = cluster_;
        list_.push_back(vertex);
    }
    /// Numbers the vertices: those for which is_new holds first.
    template <class IsNew>
    std::uint32_t number(IsNew is_new)
    {
        const auto first_old = std::stable_partition(list_.begin(), list_.end(), is_new);
        for (std::size_t k = 0; k < list_.size(); ++k)
            number_[list_[k]] = static_cast<std::uint8_t>(k);
        return static_cast<std::uint32_t>(first_old - list_.begin());
    }
    std::uint8_t number_of(std::uint32_t vertex) const { return number_[vertex]; }
    std::span<const std::uint32_t> list() const { return list_; }

private:
    std::vector<std::uint8_t> number_;
    std::vector<std::uint32_t> stamp_;
    std::vector<std::uint32_t> list_;
    std::uint32_t cluster_ = 0;
};

} // namespace

void CornerNumbers::begin_cluster(std::uint32_t vertex_count)
{
    const std::size_t known = stamp_of_.size();
    if (known < vertex_count) {
        stamp_of_.resize_uninitialised(vertex_count);
        number_of_.resize_uninitialised(vertex_count);
        std::fill(stamp_of_.begin() + known, stamp_of_.end(), 0u);
    }
    if (++stamp_ == 0) {
        std::fill(stamp_of_.begin(), stamp_of_.end(), 0u);
        stamp_ = 1;
    }
}

std::uint8_t longest_edge_turns(Vec3 a, Vec3 b, Vec3 c)
{
    const double ab = squared_length(a, b), bc = squared_length(b, c), ca = squared_length(c, a);
    if (bc >= ab && bc >= ca)
        return 0;
    return ca >= ab ? 1 : 2;
}

std::size_t ClusterTree::bytes() const
{
    return sizeof(*this) + clusters.bytes() + refs.bytes() + triangle_of_slot.bytes() + indices.bytes() + local.bytes()
           + vertex_order.bytes();
}

ClusterTree make_cluster_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::span<const std::uint32_t> order,
    VertexPlaces places)
{
    ClusterTree tree;
    tree.triangle_count = static_cast<std::uint32_t>(order.size());
    tree.vertex_count = static_cast<std::uint32_t>(positions.size());
    const std::uint32_t cluster_count =
        (tree.triangle_count + ClusterTree::cluster_size - 1) / ClusterTree::cluster_size;
    const std::size_t slot_count = std::size_t(cluster_count) * ClusterTree::cluster_size;
    tree.clusters.resize_uninitialised(cluster_count);
    tree.triangle_of_slot.resize_uninitialised(slot_count);
    tree.indices.resize_uninitialised(slot_count);
    tree.local.resize_uninitialised(slot_count);
    resize_with_look_ahead(tree.vertex_order, tree.vertex_count);

    std::vector<std::uint32_t> place_of(tree.vertex_count, unplaced);
    std::vector<std::uint32_t> refs;
    std::uint32_t next_place = 0;
    ClusterVertices vertices(tree.vertex_count);
    for (std::uint32_t c = 0; c < cluster_count; ++c) {
        const std::uint32_t slot_begin = c * ClusterTree::cluster_size;
        const std::uint32_t slot_end = std::min(slot_begin + ClusterTree::cluster_size, tree.triangle_count);
        vertices.begin(c);
        for (std::uint32_t slot = slot_begin; slot < slot_end; ++slot)
            for (std::uint32_t k = 0, turns = turns_of(triangles[order[slot]], positions); k < 3; ++k)
                vertices.add(triangles[order[slot]][(k + turns) % 3]);
        const std::uint32_t run_count =
            places == VertexPlaces::first_use
                ? vertices.number([&](std::uint32_t vertex) { return place_of[vertex] == unplaced; })
                : vertices.number([](std::uint32_t) { return false; });
        const auto list = vertices.list();
        tree.clusters[c] = {
            next_place, static_cast<std::uint32_t>(refs.size()), static_cast<std::uint16_t>(run_count),
            static_cast<std::uint16_t>(list.size() - run_count)};
        for (std::uint32_t vertex : list.first(run_count)) {
            tree.vertex_order[next_place] = vertex;
            place_of[vertex] = next_place++;
        }
        for (std::uint32_t vertex : list.subspan(run_count)) {
            if (places == VertexPlaces::as_given)
                place_of[vertex] = vertex;
            refs.push_back(place_of[vertex]);
        }
        for (std::uint32_t slot = slot_begin; slot < slot_end; ++slot) {
            const TriangleIndices& given = triangles[order[slot]];
            const std::uint8_t turns = turns_of(given, positions);
            const TriangleIndices t = {given[turns], given[(turns + 1) % 3], given[(turns + 2) % 3]};
            tree.triangle_of_slot[slot] = order[slot];
            tree.indices[slot] = {place_of[t[0]], place_of[t[1]], place_of[t[2]]};
            tree.local[slot] = {vertices.number_of(t[0]), vertices.number_of(t[1]), vertices.number_of(t[2]), turns};
        }
        for (std::uint32_t slot = slot_end; slot < slot_begin + ClusterTree::cluster_size; ++slot) {
            tree.triangle_of_slot[slot] = ClusterTree::no_triangle;
            tree.indices[slot] = {0, 0, 0};
            tree.local[slot] = {ClusterTree::no_vertex, ClusterTree::no_vertex, ClusterTree::no_vertex, 0};
        }
    }
    tree.used_vertex_count = next_place;
    if (places == VertexPlaces::as_given) {
        tree.used_vertex_count = tree.vertex_count;
        for (std::uint32_t vertex = 0; vertex < tree.vertex_count; ++vertex)
            tree.vertex_order[vertex] = vertex;
    } else {
        for (std::uint32_t vertex = 0; vertex < tree.vertex_count; ++vertex)
            if (place_of[vertex] == unplaced)
                tree.vertex_order[next_place++] = vertex;
    }
    resize_with_look_ahead(tree.refs, refs.size());
    std::copy(refs.begin(), refs.end(), tree.refs.data());
    return tree;
}

namespace {

/// Lists the places that a cluster's triangles use, and numbers its corners accordingly. For clusters without a run.
/// Gives the number of places; `places` has room for all corners.
std::uint32_t number_corners(ClusterTree& tree, std::uint32_t cluster, CornerNumbers& numbers, std::uint32_t* places)
{
    const std::size_t begin = std::size_t(cluster) * ClusterTree::cluster_size;
    std::uint32_t count = 0;
    numbers.begin_cluster(tree.vertex_count);
    for (std::size_t slot = begin; slot < begin + ClusterTree::cluster_size; ++slot) {
        const bool is_empty = tree.triangle_of_slot[slot] == ClusterTree::no_triangle;
        for (std::size_t k = 0; k < 3; ++k)
            tree.local[slot][k] =
                is_empty ? ClusterTree::no_vertex : numbers.number(tree.indices[slot][k], count, places);
        tree.local[slot][3] = is_empty ? std::uint8_t{0} : tree.local[slot][3];
    }
    return count;
}

} // namespace

void renumber_clusters(ClusterTree& tree, std::span<const std::uint32_t> clusters, CornerNumbers& numbers)
{
    std::vector<std::uint32_t> fresh, fresh_begin;
    std::size_t size = tree.refs.size();
    for (const std::uint32_t c : clusters) {
        std::uint32_t places[3 * ClusterTree::cluster_size];
        std::uint32_t count = number_corners(tree, c, numbers, places);
        // Every cluster has a vertex, so that it has a box, if there is nothing else in it.
        if (count == 0)
            places[count++] = 0;
        fresh_begin.push_back(static_cast<std::uint32_t>(fresh.size()));
        fresh.insert(fresh.end(), places, places + count);
        size = size - tree.clusters[c].ref_count + count;
    }
    fresh_begin.push_back(static_cast<std::uint32_t>(fresh.size()));

    Buffer<std::uint32_t> refs;
    resize_with_look_ahead(refs, size);
    std::uint32_t next = 0;
    std::size_t changed = 0;
    for (std::uint32_t c = 0; c < tree.cluster_count(); ++c) {
        ClusterTree::Cluster& cluster = tree.clusters[c];
        const bool is_fresh = changed < clusters.size() && clusters[changed] == c;
        const std::uint32_t* from =
            is_fresh ? fresh.data() + fresh_begin[changed] : tree.refs.data() + cluster.ref_begin;
        if (is_fresh) {
            cluster.ref_count = static_cast<std::uint16_t>(fresh_begin[changed + 1] - fresh_begin[changed]);
            ++changed;
        }
        std::copy_n(from, cluster.ref_count, refs.data() + next);
        cluster.ref_begin = next;
        next += cluster.ref_count;
    }
    tree.refs = std::move(refs);
}

void number_as_given(ClusterTree& tree)
{
    std::size_t size = tree.refs.size();
    for (const ClusterTree::Cluster& cluster : tree.clusters)
        size += cluster.run_count;
    Buffer<std::uint32_t> refs;
    resize_with_look_ahead(refs, size);
    std::uint32_t next = 0;
    // Corners have the numbers that they had: those of the run come first.
    for (ClusterTree::Cluster& cluster : tree.clusters) {
        const std::uint32_t begin = next;
        for (std::uint32_t k = 0; k < cluster.run_count; ++k)
            refs[next++] = tree.vertex_order[cluster.run_begin + k];
        for (std::uint32_t k = 0; k < cluster.ref_count; ++k)
            refs[next++] = tree.vertex_order[tree.refs[cluster.ref_begin + k]];
        cluster = {0, begin, 0, static_cast<std::uint16_t>(next - begin)};
    }
    tree.refs = std::move(refs);
    for (std::size_t slot = 0; slot < tree.indices.size(); ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            for (std::uint32_t& corner : tree.indices[slot])
                corner = tree.vertex_order[corner];
    std::iota(tree.vertex_order.begin(), tree.vertex_order.end(), 0u);
    tree.used_vertex_count = tree.vertex_count;
}

void add_vertices(ClusterTree& tree, std::uint32_t count)
{
    const std::uint32_t first = tree.vertex_count;
    tree.vertex_count = tree.used_vertex_count = first + count;
    resize_with_look_ahead(tree.vertex_order, tree.vertex_count);
    for (std::uint32_t vertex = first; vertex < tree.vertex_count; ++vertex)
        tree.vertex_order[vertex] = vertex;
}

std::size_t filled_slot_count(const ClusterTree& tree, std::uint32_t cluster)
{
    const std::uint32_t* first = tree.triangle_of_slot.data() + std::size_t(cluster) * ClusterTree::cluster_size;
    return ClusterTree::cluster_size
           - static_cast<std::size_t>(std::count(first, first + ClusterTree::cluster_size, ClusterTree::no_triangle));
}

VertexStars slot_stars(const ClusterTree& tree)
{
    return VertexStars(tree.indices.span(), tree.vertex_count, [&](std::size_t slot) {
        return tree.triangle_of_slot[slot] == ClusterTree::no_triangle;
    });
}

void reorder_clusters(ClusterTree& tree, std::uint32_t first, std::uint32_t end, std::span<const std::uint32_t> slots)
{
    const std::size_t first_slot = std::size_t(first) * ClusterTree::cluster_size;
    const std::size_t slot_count = std::size_t(end - first) * ClusterTree::cluster_size;
    std::vector<std::uint32_t> triangles(slot_count, ClusterTree::no_triangle);
    std::vector<std::array<std::uint32_t, 3>> indices(slot_count, {0, 0, 0});
    std::vector<std::array<std::uint8_t, 4>> local(slot_count, {0, 0, 0, 0});
    for (std::size_t i = 0; i < slots.size(); ++i) {
        triangles[i] = tree.triangle_of_slot[slots[i]];
        indices[i] = tree.indices[slots[i]];
        local[i] = tree.local[slots[i]];
    }
    std::vector<std::uint32_t> clusters(end - first);
    std::iota(clusters.begin(), clusters.end(), first);
    const auto exchange = [&] {
        std::swap_ranges(triangles.begin(), triangles.end(), tree.triangle_of_slot.begin() + first_slot);
        std::swap_ranges(indices.begin(), indices.end(), tree.indices.begin() + first_slot);
        std::swap_ranges(local.begin(), local.end(), tree.local.begin() + first_slot);
    };
    exchange();
    CornerNumbers numbers;
    try {
        renumber_clusters(tree, clusters, numbers);
    } catch (...) {
        exchange();
        throw;
    }
}

} // namespace tactus
