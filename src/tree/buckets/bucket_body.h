// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>

#include "base/buffer.h"
#include "base/work_prices.h"
#include "geometry/box.h"
#include "tree/buckets/bucket_tree.h"
#include "tree/tree.h"

namespace tactus {

/// A body with a bucket octree: nothing is kept from one position to the next but memory.
///
/// An update copies the positions and learns the body's box. The tree is made by the first query that needs it, in
/// steps of a work unit.
class BucketBody final : public Tree {
public:
    /// Triangles that were removed are left out; the others keep their numbers.
    BucketBody(
        std::vector<TriangleIndices> triangles, std::size_t vertex_count, const structures::BucketOctree& options,
        bool always_insert = false);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);
    bool update(const PositionsView& positions, Workers&) override { return update(positions); }
    bool can_edit(std::span<const Vec3>, bool can_place) const override { return can_place; }
    StructureEdit edit(const TreeEdit& wanted) override
    {
        edit(wanted.removed, wanted.placed, wanted.added, wanted.first_number);
        nodes_.reset();
        return {wanted.added.size(), 0};
    }

    /// Removes triangles, and adds vertices and triangles after all that there ever were, of which there are
    /// first_number.
    void edit(
        std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices,
        std::span<const TriangleIndices> added, std::uint32_t first_number);

    /// Goes on making the tree; true when it is made.
    bool advance(std::size_t steps = per_call::bucket_steps) { return begun_tree().advance(steps); }
    /// Makes what is left of it.
    const BucketTree& made_tree()
    {
        begun_tree().finish();
        return tree_;
    }
    /// Memory ended while it was made: it is made from its beginning by the next that needs it.
    void forget_tree()
    {
        tree_ = BucketTree(options_, always_insert_);
        begun_for_ = 0;
    }
    /// As far as it is made.
    const BucketTree& tree() const { return tree_; }
    /// Counts updates.
    std::uint64_t moves() const { return moves_; }

    TriangleList triangles() const override;
    /// The positions before the last update; none if they were not kept.
    const float* previous_positions() const override { return has_previous_ ? &next_.data()->x : nullptr; }
    const Box& box() const override { return box_; }
    TreeNodes& nodes() override;
    void forget_nodes() noexcept override
    {
        forget_tree();
        nodes_.reset();
    }
    TreeCounts counts() const override
    {
        return {.levels = tree_.levels(), .nodes = tree_.nodes().node_count(), .leaves = tree_.nodes().bucket_count()};
    }
    std::size_t bytes() const override;

private:
    void find_box(const Box& box_of_all);
    void begin_if_memory_holds();
    BucketTree& begun_tree()
    {
        if (begun_for_ != moves_) {
            tree_.begin(triangles(), positions_.size(), box_);
            begun_for_ = moves_;
        }
        return tree_;
    }

    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> numbers_;       ///< none if they are the places
    std::vector<std::uint32_t> place_of_;      ///< per number; none until there is an edit
    std::vector<std::uint32_t> uses_;          ///< How often triangles name each vertex; none until there is an edit.
    std::vector<std::uint32_t> used_vertices_; ///< only where there are others
    structures::BucketOctree options_;
    bool always_insert_ = false;
    Buffer<Vec3> positions_; ///< readable beyond the last
    Buffer<Vec3> next_;      ///< so that a refusal leaves the old ones as they were; between updates the ones before
    bool has_previous_ = false;
    Box box_;
    std::uint64_t moves_ = 0;
    std::uint64_t begun_for_ = 0;
    BucketTree tree_;
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
