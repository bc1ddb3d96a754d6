// SPDX-License-Identifier: MIT
#include "tree/spheres/medial_tree.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "geometry/double_vector.h"
#include "geometry/triangle.h"
#include "tree/spheres/face_runs.h"

namespace tactus {
namespace {

/// Where the faces of a mesh go.
struct Seating {
    std::span<const TriangleIndices> triangles;
    std::span<const Vec3> positions;
    const SphereTree& tree;

    Triangle triangle(std::uint32_t face) const
    {
        const auto [a, b, c] = triangles[face];
        return {positions[a], positions[b], positions[c]};
    }
    /// Of the farthest corner from a point.
    double reach(std::uint32_t face, Vec3 from) const
    {
        double farthest = 0.0;
        for (const std::uint32_t vertex : triangles[face]) {
            const DoubleVector way = to_double(positions[vertex]) - to_double(from);
            farthest = std::max(farthest, dot(way, way));
        }
        return std::sqrt(farthest);
    }
    double excess(std::uint32_t face, const Sphere& sphere) const
    {
        return reach(face, sphere.centre) - double(sphere.radius);
    }
    /// By way of the child that it stands out from least, from the root down.
    std::uint32_t leaf_below(std::uint32_t face) const
    {
        std::uint32_t node = 0;
        while (tree.nodes[node].child_count > 0) {
            const SphereNode& from = tree.nodes[node];
            node = from.first_child;
            double least = excess(face, tree.nodes[node].sphere);
            for (std::uint32_t child = from.first_child + 1; child < from.first_child + from.child_count; ++child)
                if (const double one = excess(face, tree.nodes[child].sphere); one < least) {
                    least = one;
                    node = child;
                }
        }
        return node;
    }
    /// Of those leaves that say that they cover some of it, the one that it stands out from least.
    std::vector<std::uint32_t> leaves(std::span<const std::uint32_t> faces) const
    {
        std::vector<std::uint32_t> leaf(triangles.size(), SphereNodes::none);
        std::vector<double> least(triangles.size());
        for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
            const SphereNode& from = tree.nodes[node];
            for (std::uint32_t k = 0; k < from.triangle_count; ++k) {
                const std::uint32_t face = tree.triangles[from.first_triangle + k];
                if (face >= triangles.size() || from.child_count > 0)
                    continue;
                const double one = excess(face, from.sphere);
                if (leaf[face] == SphereNodes::none || one < least[face]) {
                    leaf[face] = node;
                    least[face] = one;
                }
            }
        }
        for (const std::uint32_t face : faces)
            if (leaf[face] == SphereNodes::none)
                leaf[face] = leaf_below(face);
        return leaf;
    }
    /// Puts faces that are near each other side by side.
    void put_in_order(std::span<std::uint32_t> faces, std::vector<PlacedFace>& placed) const
    {
        placed.clear();
        for (const std::uint32_t face : faces) {
            const auto [a, b, c] = triangle(face);
            placed.push_back({a * (1.0f / 3.0f) + b * (1.0f / 3.0f) + c * (1.0f / 3.0f), face});
        }
        put_in_runs(placed);
        std::transform(placed.begin(), placed.end(), faces.begin(), [](const PlacedFace& one) { return one.face; });
    }
};

} // namespace

MedialTree::MedialTree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::span<const std::uint32_t> faces,
    const SphereTree& tree)
    : nodes_(tree.nodes.size())
{
    const Seating seating{triangles, positions, tree};
    const std::vector<std::uint32_t> leaf_of = seating.leaves(faces);
    std::vector<std::uint32_t> count(nodes_.size(), 0);
    for (const std::uint32_t face : faces)
        ++count[leaf_of[face]];
    // Children stand after their parents.
    for (std::size_t node = nodes_.size(); node-- > 0;)
        for (std::uint32_t child = 0; child < tree.nodes[node].child_count; ++child) {
            TACTUS_CHECK(tree.nodes[node].first_child > node);
            count[node] += count[tree.nodes[node].first_child + child];
        }
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        const SphereNode& from = tree.nodes[node];
        nodes_[node].end = nodes_[node].begin + count[node];
        nodes_[node].sphere = from.sphere;
        if (from.child_count == 0)
            continue;
        nodes_[node].children = {from.first_child, from.child_count};
        std::uint32_t begin = nodes_[node].begin;
        for (std::uint32_t child = from.first_child; child < from.first_child + from.child_count; ++child) {
            nodes_[child].begin = begin;
            begin += count[child];
        }
    }
    faces_.resize(faces.size());
    std::vector<std::uint32_t> filled(nodes_.size(), 0);
    for (const std::uint32_t face : faces)
        faces_[nodes_[leaf_of[face]].begin + filled[leaf_of[face]]++] = face;
    std::vector<PlacedFace> placed;
    for (const Node& node : nodes_)
        if (node.children.count == 0)
            seating.put_in_order(std::span(faces_).subspan(node.begin, node.end - node.begin), placed);
    for (Node& node : nodes_) {
        double reach = 0.0;
        for (std::uint32_t place = node.begin; place < node.end; ++place) {
            reach = std::max(reach, seating.reach(faces_[place], node.sphere.centre));
            node.box = include(node.box, box_of(seating.triangle(faces_[place])));
        }
        node.sphere.radius = rounded_up(reach * (1.0 + 0x1p-48));
    }
}

SphereNodes::Counts MedialTree::counts() const
{
    Counts counts;
    counts.nodes = static_cast<std::uint32_t>(nodes_.size());
    counts.bytes = nodes_.capacity() * sizeof(Node);
    std::vector<std::uint32_t> level(nodes_.size(), 0);
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        counts.levels = std::max(counts.levels, level[node]);
        const auto [first, count] = nodes_[node].children;
        counts.leaves += count == 0 ? 1 : 0;
        for (std::uint32_t child = 0; child < count; ++child)
            level[first + child] = level[node] + 1;
    }
    return counts;
}

} // namespace tactus
