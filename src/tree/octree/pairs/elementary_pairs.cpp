// SPDX-License-Identifier: MIT
// Leaves overlap, so two features may meet in dozens of leaf pairs. Instead of sorting or hashing what they name, we go
// through a's features one by one, look at all the leaves that list it together, and mark the features of b that were
// met: every pair comes up once, at the cost of one look at a mark per pair of a's leaf and b's feature.
#include "tree/octree/pairs/elementary_pairs.h"

#include <algorithm>

namespace tactus {

/// Lists the partners of each leaf of a.
void ElementaryPairs::group(const SphericalOctree& a, std::span<const LeafPair> leaves)
{
    row_begin_.resize_uninitialised(std::size_t{a.leaf_limit()} + 1);
    std::fill(row_begin_.begin(), row_begin_.end(), 0u);
    for (const LeafPair& pair : leaves)
        ++row_begin_[pair.a];
    rows_.clear();
    std::uint32_t sum = 0;
    for (std::uint32_t leaf = 0; leaf < a.leaf_limit(); ++leaf) {
        if (row_begin_[leaf] != 0)
            rows_.push_back(leaf);
        sum += row_begin_[leaf];
        row_begin_[leaf] = sum;
    }
    row_begin_[a.leaf_limit()] = sum;
    partners_.resize_uninitialised(leaves.size());
    for (std::size_t i = leaves.size(); i-- > 0;)
        partners_[--row_begin_[leaves[i].a]] = leaves[i].b;
}

template <class OnPair>
void ElementaryPairs::for_each(const SphericalOctree& a, const SphericalOctree& b, Kind kind, OnPair on_pair)
{
    const auto of_a = [&](std::uint32_t leaf) {
        const LeafFeatures lists = a.features(leaf);
        return kind == Kind::vertex_face ? lists.vertices : kind == Kind::face_vertex ? lists.faces : lists.edges;
    };
    const auto of_b = [&](std::uint32_t leaf) {
        const LeafFeatures lists = b.features(leaf);
        return kind == Kind::vertex_face ? lists.faces : kind == Kind::face_vertex ? lists.vertices : lists.edges;
    };
    const std::uint32_t count_a = kind == Kind::vertex_face   ? a.vertex_count()
                                  : kind == Kind::face_vertex ? a.face_count()
                                                              : a.edge_count();
    const std::uint32_t count_b = kind == Kind::vertex_face   ? b.face_count()
                                  : kind == Kind::face_vertex ? b.vertex_count()
                                                              : b.edge_count();
    stamps_.resize_uninitialised(count_b);
    std::fill(stamps_.begin(), stamps_.end(), UINT32_MAX);

    // What each row sees, once.
    seen_begin_.clear();
    seen_.clear();
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        seen_begin_.push_back(seen_.size());
        const std::uint32_t leaf = rows_[row];
        if (of_a(leaf).empty())
            continue;
        for (std::uint32_t i = row_begin_[leaf]; i < row_begin_[leaf + 1]; ++i)
            for (const std::uint32_t feature : of_b(partners_[i]))
                if (stamps_[feature] != row) {
                    stamps_[feature] = row;
                    seen_.push_back(feature);
                }
    }
    seen_begin_.push_back(seen_.size());

    // Which rows list a feature of a.
    holders_begin_.resize_uninitialised(std::size_t{count_a} + 1);
    std::fill(holders_begin_.begin(), holders_begin_.end(), 0u);
    for (const std::uint32_t leaf : rows_)
        for (const std::uint32_t feature : of_a(leaf))
            ++holders_begin_[feature];
    std::uint32_t sum = 0;
    for (std::uint32_t feature = 0; feature < count_a; ++feature) {
        sum += holders_begin_[feature];
        holders_begin_[feature] = sum;
    }
    holders_begin_[count_a] = sum;
    holders_.resize_uninitialised(sum);
    for (auto row = static_cast<std::uint32_t>(rows_.size()); row-- > 0;)
        for (const std::uint32_t feature : of_a(rows_[row]))
            holders_[--holders_begin_[feature]] = row;

    std::fill(stamps_.begin(), stamps_.end(), UINT32_MAX);
    for (std::uint32_t feature = 0; feature < count_a; ++feature)
        for (std::uint32_t i = holders_begin_[feature]; i < holders_begin_[feature + 1]; ++i) {
            const std::uint32_t row = holders_[i];
            for (std::uint64_t k = seen_begin_[row]; k < seen_begin_[row + 1]; ++k)
                if (stamps_[seen_[k]] != feature) {
                    stamps_[seen_[k]] = feature;
                    on_pair(kind, FeaturePair{feature, seen_[k]});
                }
        }
}

template <class OnPair>
void ElementaryPairs::for_each_kind(
    const SphericalOctree& a, const SphericalOctree& b, std::span<const LeafPair> leaves, OnPair on_pair)
{
    elementary_tests_ = 0;
    if (leaves.empty())
        return;
    group(a, leaves);
    for (const Kind kind : {Kind::vertex_face, Kind::face_vertex, Kind::edge_edge})
        for_each(a, b, kind, [&](Kind of, FeaturePair pair) {
            ++elementary_tests_;
            on_pair(of, pair);
        });
}

void ElementaryPairs::collect(const SphericalOctree& a, const SphericalOctree& b, std::span<const LeafPair> leaves)
{
    vertex_face_.clear();
    face_vertex_.clear();
    edge_edge_.clear();
    for_each_kind(a, b, leaves, [&](Kind kind, FeaturePair pair) {
        (kind == Kind::vertex_face   ? vertex_face_
         : kind == Kind::face_vertex ? face_vertex_
                                     : edge_edge_)
            .push_back(pair);
    });
}

void ElementaryPairs::count(const SphericalOctree& a, const SphericalOctree& b, std::span<const LeafPair> leaves)
{
    for_each_kind(a, b, leaves, [](Kind, FeaturePair) {});
}

std::size_t ElementaryPairs::bytes() const
{
    return vertex_face_.bytes() + face_vertex_.bytes() + edge_edge_.bytes() + row_begin_.bytes() + partners_.bytes()
           + rows_.bytes() + seen_begin_.bytes() + seen_.bytes() + holders_begin_.bytes() + holders_.bytes()
           + stamps_.bytes();
}

} // namespace tactus
