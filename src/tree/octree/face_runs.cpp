// SPDX-License-Identifier: MIT
#include "tree/octree/face_runs.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/double_vector.h"

namespace tactus {
namespace {

constexpr std::uint32_t no_node = UINT32_MAX;

DoubleVector middle_of(const TriangleIndices& corners, std::span<const Vec3> positions)
{
    return (to_double(positions[corners[0]]) + to_double(positions[corners[1]]) + to_double(positions[corners[2]]))
           * (1.0 / 3.0);
}

/// Where a point lies in a sphere's cube, in the order of octants cut into octants, ten times.
std::uint32_t place_in(const NodeSphere& sphere, DoubleVector point)
{
    const DoubleVector from = point - to_double(sphere.centre);
    const double radius = static_cast<double>(sphere.radius);
    std::uint32_t place = 0;
    unsigned axis = 0;
    for (const double at : {from.x, from.y, from.z}) {
        const double share = radius > 0.0 ? std::clamp(0.5 + 0.5 * (at / radius), 0.0, 1.0) : 0.0;
        const auto step = static_cast<std::uint32_t>(share * 1023.0);
        for (unsigned bit = 0; bit < 10; ++bit)
            place |= (step >> bit & 1u) << (3 * bit + axis);
        ++axis;
    }
    return place;
}

} // namespace

struct FaceRuns::Leaf {
    std::uint32_t number = 0;
    NodeSphere sphere;
};

/// What will be a run: a node's, or a part of a leaf's or of several.
struct FaceRuns::Piece {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t node = no_node;
};

FaceRuns::FaceRuns(
    const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    if (tree.empty()) {
        runs_.push_back({});
        faces_of_run_.resize(1);
        return;
    }
    order_faces(tree, triangles, positions);
    make_runs(tree);
    faces_of_run_.resize(runs_.size());
    for (std::size_t run = 0; run < runs_.size(); ++run)
        if (runs_[run].is_leaf())
            faces_of_run_.set(run, std::span(faces_).subspan(runs_[run].begin, runs_[run].end - runs_[run].begin));
    faces_of_run_.fit();
    face_count_ = faces_.size();
    first_of_leaf_ = {};
    leaves_of_node_ = {};
    faces_ = {};
}

/// Lists the leaves below a node, in the order of their cells, and notes where each node's stand.
void FaceRuns::list_leaves(
    const SphericalOctree& tree, std::uint32_t index, const NodeSphere& sphere, std::vector<Leaf>& leaves)
{
    const auto begin = static_cast<std::uint32_t>(leaves.size());
    const SphericalOctree::Node& node = tree.node(index);
    if (node.is_leaf())
        leaves.push_back({node.leaf(), sphere});
    for (unsigned octant = 0; octant < 8; ++octant)
        if (node.child_mask >> octant & 1u)
            list_leaves(tree, node.child(octant), tree.children(node)[octant], leaves);
    leaves_of_node_[index] = {begin, static_cast<std::uint32_t>(leaves.size())};
}

void FaceRuns::order_faces(
    const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    std::vector<Leaf> leaves;
    leaves_of_node_.resize(tree.node_limit());
    list_leaves(tree, 0, tree.root_sphere(), leaves);
    // How far off the middle of a leaf's cell each face's middle is, at best, against the cell's size.
    struct Nearest {
        std::uint32_t leaf = 0;
        double off = 0.0;
        double radius = -1.0;
    };
    std::vector<Nearest> nearest(triangles.size());
    for (std::uint32_t leaf = 0; leaf < leaves.size(); ++leaf)
        for (const std::uint32_t face : tree.features(leaves[leaf].number).faces) {
            const DoubleVector from = middle_of(triangles[face], positions) - to_double(leaves[leaf].sphere.centre);
            const double off = std::max({std::abs(from.x), std::abs(from.y), std::abs(from.z)});
            const double radius = static_cast<double>(leaves[leaf].sphere.radius);
            Nearest& best = nearest[face];
            if (best.radius < 0.0 || off * best.radius < best.off * radius)
                best = {leaf, off, radius};
        }

    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> order; // leaf, place in it, face
    for (std::uint32_t face = 0; face < triangles.size(); ++face) {
        // What no leaf names has been removed.
        if (nearest[face].radius < 0.0)
            continue;
        const std::uint32_t leaf = nearest[face].leaf;
        order.emplace_back(leaf, place_in(leaves[leaf].sphere, middle_of(triangles[face], positions)), face);
    }
    std::sort(order.begin(), order.end());
    first_of_leaf_.assign(leaves.size() + std::size_t{1}, 0);
    for (const auto& [leaf, place, face] : order) {
        faces_.push_back(face);
        ++first_of_leaf_[leaf + 1];
    }
    for (std::uint32_t leaf = 0; leaf < leaves.size(); ++leaf)
        first_of_leaf_[leaf + 1] += first_of_leaf_[leaf];
}

/// What the children of a node hold, or, of a leaf, as many parts of about the same size as make sense.
std::vector<FaceRuns::Piece> FaceRuns::pieces_of_node(const SphericalOctree& tree, std::uint32_t index) const
{
    std::vector<Piece> pieces;
    const SphericalOctree::Node& node = tree.node(index);
    for (unsigned octant = 0; octant < 8; ++octant) {
        if ((node.child_mask >> octant & 1u) == 0)
            continue;
        const std::uint32_t child = node.child(octant);
        const auto [leaves_begin, leaves_end] = leaves_of_node_[child];
        const Piece piece = {first_of_leaf_[leaves_begin], first_of_leaf_[leaves_end], child};
        if (piece.begin == piece.end)
            continue;
        if (!pieces.empty() && piece.end - pieces.back().begin <= max_faces)
            pieces.back() = {pieces.back().begin, piece.end, no_node};
        else
            pieces.push_back(piece);
    }
    return pieces;
}

void FaceRuns::make_runs(const SphericalOctree& tree)
{
    std::vector<Piece> pieces = {{0, static_cast<std::uint32_t>(faces_.size()), 0}};
    runs_.push_back({pieces[0].begin, pieces[0].end, 0, 0, 0});
    for (std::size_t index = 0; index < pieces.size(); ++index) {
        const Piece piece = pieces[index];
        const std::uint32_t count = piece.end - piece.begin;
        if (count <= max_faces)
            continue;
        std::vector<Piece> children;
        std::uint32_t node = piece.node;
        while (node != no_node && children.size() <= 1) {
            children = pieces_of_node(tree, node);
            node = children.size() == 1 ? children[0].node : no_node;
        }
        if (children.size() <= 1) {
            children.clear();
            const std::uint32_t parts = std::min(8u, (count + max_faces - 1) / max_faces);
            for (std::uint32_t k = 0; k < parts; ++k)
                children.push_back(
                    {piece.begin + static_cast<std::uint32_t>(std::uint64_t{count} * k / parts),
                     piece.begin + static_cast<std::uint32_t>(std::uint64_t{count} * (k + 1) / parts), no_node});
        }
        runs_[index].first_child = static_cast<std::uint32_t>(runs_.size());
        runs_[index].child_count = static_cast<std::uint32_t>(children.size());
        for (const Piece& child : children) {
            pieces.push_back(child);
            runs_.push_back({child.begin, child.end, 0, 0, static_cast<std::uint32_t>(index)});
        }
    }
}

} // namespace tactus
