// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/octree/pairs/leaf_pairs.h"

namespace tactus {

/// A feature of each of two bodies, by their numbers.
struct FeaturePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend constexpr bool operator==(const FeaturePair&, const FeaturePair&) = default;
    friend constexpr auto operator<=>(const FeaturePair&, const FeaturePair&) = default;
};

/// The elementary pairs that pairs of leaves name: the paper's list of checks. Each pair once, however many leaves
/// share its features. Keeps its memory.
class ElementaryPairs {
public:
    /// Lists them: by a's feature, ascending, and then in an order that depends on nothing but the leaf pairs' order.
    void collect(const SphericalOctree& a, const SphericalOctree& b, std::span<const LeafPair> leaves);
    /// Only counts them, in the same time but without the memory.
    void count(const SphericalOctree& a, const SphericalOctree& b, std::span<const LeafPair> leaves);

    /// Of the last collect: a vertex of a and a face of b.
    std::span<const FeaturePair> vertex_face() const { return vertex_face_.span(); }
    /// A face of a and a vertex of b.
    std::span<const FeaturePair> face_vertex() const { return face_vertex_.span(); }
    std::span<const FeaturePair> edge_edge() const { return edge_edge_.span(); }
    /// Of the last collect or count: all three together.
    std::uint64_t elementary_tests() const { return elementary_tests_; }
    std::size_t bytes() const;

private:
    enum class Kind { vertex_face, face_vertex, edge_edge };

    void group(const SphericalOctree& a, std::span<const LeafPair> leaves);
    template <class OnPair>
    void for_each(const SphericalOctree& a, const SphericalOctree& b, Kind kind, OnPair on_pair);
    template <class OnPair>
    void
    for_each_kind(const SphericalOctree& a, const SphericalOctree& b, std::span<const LeafPair> leaves, OnPair on_pair);

    Buffer<FeaturePair> vertex_face_;
    Buffer<FeaturePair> face_vertex_;
    Buffer<FeaturePair> edge_edge_;
    std::uint64_t elementary_tests_ = 0;

    Buffer<std::uint32_t> row_begin_;  ///< per leaf of a and one more: its partners
    Buffer<std::uint32_t> partners_;   ///< leaves of b
    Buffer<std::uint32_t> rows_;       ///< leaves of a that have partners
    Buffer<std::uint64_t> seen_begin_; ///< per row and one more: the features of b that it sees
    Buffer<std::uint32_t> seen_;
    Buffer<std::uint32_t> holders_begin_; ///< per feature of a and one more: the rows that list it
    Buffer<std::uint32_t> holders_;
    Buffer<std::uint32_t> stamps_; ///< per feature of b
};

} // namespace tactus
