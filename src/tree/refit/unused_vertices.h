// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "geometry/box.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/refit/edit_clusters.h"

namespace tactus {

/// The vertices that no triangle uses, while triangles come and go: they do not count for a body's box, and who looks
/// at triangles alone does not see them. For trees whose vertices are as given.
class UnusedVertices {
public:
    UnusedVertices() = default;
    explicit UnusedVertices(const ClusterTree& tree);

    /// The tree was edited.
    void edit(const ClusterTree& tree, const EditedSlots& edited);

    /// The box of all others; `all` is that of all vertices.
    Box box_of_others(const float* positions, std::size_t vertex_count, const Box& all) const;

    /// Whether all of them have finite coordinates.
    bool are_finite(const float* positions) const;

    std::size_t bytes() const { return list_.bytes() + uses_.bytes(); }

private:
    void count_uses(const ClusterTree& tree);
    void make_list();

    Buffer<std::uint32_t> list_; ///< ascending
    Buffer<std::uint32_t> uses_; ///< of each vertex, by corners of triangles; from the first edit on
    std::size_t unused_count_ = 0;
};

} // namespace tactus
