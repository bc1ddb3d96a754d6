// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <tactus/body.h>
#include <tactus/geometry.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "geometry/box.h"
#include "tree/clusters/cluster_boxes.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/refit/edit_clusters.h"
#include "tree/refit/rebuild.h"
#include "tree/refit/unused_vertices.h"
#include "tree/stream_positions.h"
#include "tree/tree.h"

namespace tactus {

/// The default structure: an eight-way tree made once, whose boxes follow the positions.
///
/// An update copies the positions from front to back, and learns the body's box and how far any vertex has moved.
/// A cluster's box is made anew only when a query comes near it: until then it is the old box, widened by all that
/// the vertices have moved since. What lies below a cluster is brought up to date by the queries that visit it.
class RefitBvh final : public Tree {
public:
    /// Takes the tree. Positions come with the first update.
    RefitBvh(ClusterTree tree, VertexPlaces places, PositionStorage storage);

    /// Takes new positions, as many as the tree has vertices. False, and nothing is changed, if one is not finite.
    /// Borrowed ones are read where they lie from now on, 4 bytes beyond their end included.
    bool update(const PositionsView& positions, Workers& workers) override;
    bool shares_updates() const override { return true; }

    /// An update, by packed floats, in pieces of so many vertices, which workers may share with those of other trees:
    /// how many there are, each of them, by any thread, and the end, which gives what update would have given. The
    /// positions must stay until then.
    std::size_t begin_update(const float* given, std::size_t vertices);
    void update_piece(std::size_t piece);
    bool end_update(Workers& workers);
    bool updates_in_pieces(const PositionsView& positions) const
    {
        return is_streaming() && positions.is_packed_float();
    }
    /// For an update of so many vertices in all.
    static std::size_t vertices_of_a_piece(std::size_t vertices, const Workers& workers);

    /// Removes triangles, and adds vertices and triangles after all that there ever were, of which there are
    /// first_number. Gives how many triangles stand in clusters that have changed. Vertices are in the caller's order
    /// from then on. Where positions are borrowed, those of all vertices are read at `borrowed` until the next update.
    std::size_t edit(
        std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices,
        std::span<const TriangleIndices> added, std::uint32_t first_number, const float* borrowed = nullptr);
    /// Where triangles went and came in the last edit.
    EditedSlots edited_slots() const { return editor_.edited(); }
    /// Whether vertices are in an order of the tree's own.
    bool is_renumbered() const { return places_ == VertexPlaces::first_use; }
    /// From now on triangles stay in their slots, but for edits: somebody has tables of them.
    void keep_slots() { keeps_slots_ = true; }
    /// From now on copied positions stay where previous_positions finds them, however long no query has come near.
    void keep_previous() override { keeps_previous_ = true; }

    /// The clusters that reach into the region, ascending. Their boxes are up to date afterwards.
    /// Lives until the next call.
    std::span<const std::uint32_t> refit(const Box& region, Workers& workers);
    /// Lists the clusters of two trees, or of one that is given twice, that reach into the region, in a loop that all
    /// workers share. Their boxes are up to date afterwards, near() of each tree has its list, and packed_near() their
    /// boxes in the grid, not widened.
    static void refit_both(RefitBvh& a, RefitBvh& b, const Box& region, const BoxGrid& grid, Workers& workers);
    /// What the last call of these gave.
    std::span<const std::uint32_t> near() const { return near_.span(); }
    std::span<const PackedBox> packed_near() const { return packed_near_.span(); }
    /// Brings the boxes of all clusters up to date.
    void refit_all(Workers& workers);

    /// For a query that goes cluster by cluster. Whether every cluster has a bound; if not, make_bounds must make them.
    bool begin_bounds()
    {
        updates_since_refit_ = 0;
        return knows_travel_;
    }
    /// Makes the bounds of clusters [begin, end) where there were none. The call that ends with the last one makes them
    /// all count.
    void make_bounds(std::uint32_t begin, std::uint32_t end);
    /// A box that a cluster does not leave: its old one, widened by how far vertices can have moved since.
    LaneBox bound(std::uint32_t cluster) const;
    bool is_up_to_date(std::uint32_t cluster) const { return travel_then_[cluster] == travel_; }
    /// Brings one cluster's box up to date.
    const LaneBox& refit(std::uint32_t cluster);
    /// How far any vertex can have moved along any axis, as a sum over all updates; comparable between two moments of
    /// the same era. No era is 0 where nobody knows.
    double travel() const { return travel_; }
    std::uint64_t era() const;

    const ClusterTree& tree() const { return tree_; }
    /// Packed floats in the tree's places, readable for 4 bytes beyond the last.
    const float* positions() const { return positions_; }
    /// The positions before the last update, in the same places; none if they were not kept.
    const float* previous_positions() const override { return previous_positions_; }
    /// Those of clusters that refit named, or all after refit_all, are up to date.
    std::span<const LaneBox> cluster_boxes() const { return boxes_[now_].span(); }
    const Box& box() const override { return box_; }
    /// How often a part of the tree was rebuilt because the deformation had loosened it.
    std::uint64_t rebuilt_count() const { return rebuild_.rebuilt_count(); }
    TriangleList triangles() const override
    {
        return {positions_, tree_.indices.span(), tree_.triangle_of_slot.span(), tree_.local.span()};
    }
    std::span<const std::uint32_t> vertex_order() const override
    {
        return is_renumbered() ? tree_.vertex_order.span() : std::span<const std::uint32_t>{};
    }
    bool has_patches() const override { return true; }
    bool reads_in_place() const override { return storage_ == PositionStorage::borrowed; }
    bool can_edit(std::span<const Vec3>, bool can_place) const override { return can_place; }
    StructureEdit edit(const TreeEdit& edit) override;
    TreeNodes& nodes() override;
    void forget_nodes() noexcept override { nodes_.reset(); }
    TreeCounts counts() const override { return {.rebuilt = rebuilt_count()}; }
    std::size_t bytes() const override;
    RefitBvh* clusters() override { return this; }

private:
    bool update_streaming(const PositionsView& positions, Workers& workers);
    bool update_in_places(const PositionsView& positions, Workers& workers);
    bool box_all(const float* places, LaneBox* boxes, Workers& workers) const;
    void make_room_for_near();
    std::uint64_t expected_price() const;
    std::size_t refit_piece(const Box& region, const BoxGrid* grid, std::size_t begin, std::size_t end);
    void gather_near(std::size_t piece_size, const BoxGrid* grid);
    static void refit(std::span<RefitBvh* const> trees, const Box& region, const BoxGrid* grid, Workers& workers);
    std::size_t list_stale(std::span<const std::uint32_t> clusters, std::uint32_t* stale);
    void take_vertices(std::span<const Vec3> new_vertices, const float* borrowed);
    void take_given_order();
    bool is_streaming() const { return places_ == VertexPlaces::as_given && storage_ == PositionStorage::copied; }
    void find_track(Workers& workers);
    void begin_era();
    void advance_rebuild(Workers& workers);
    bool try_rebuild(Workers& workers);

    ClusterTree tree_;
    VertexPlaces places_;
    PositionStorage storage_;
    // New positions go to the other half, so that a refusal half way leaves the old ones as they were. So do boxes,
    // where an update makes all of them.
    Buffer<float> copies_[2];
    Buffer<LaneBox> boxes_[2];
    int half_ = 0; ///< of the copies
    int now_ = 0;  ///< of the boxes
    const float* positions_ = nullptr;
    const float* previous_positions_ = nullptr;
    Box box_;
    std::uint32_t updates_since_refit_ = 0;
    bool knows_travel_ = false;  ///< false: any cluster's box may be off by any amount
    double travel_ = 0.0;        ///< how far any vertex can have moved in all, since the tree was made
    Buffer<double> travel_then_; ///< per cluster, the same when its box was made
    std::uint64_t era_ = 1;      ///< changes when travel begins anew, or clusters hold other triangles
    // Pieces of the clusters are looked at on several threads, each with its own part of both lists.
    Buffer<std::uint32_t> near_;
    Buffer<PackedBox> packed_near_;
    Buffer<std::uint32_t> stale_;
    Buffer<std::uint32_t> near_counts_; ///< per piece
    double near_travel_ = 0.0;          ///< the travel when near_ was listed
    /// An update in pieces that has not ended.
    struct BegunUpdate {
        const float* given = nullptr;
        float* copy = nullptr;
        std::size_t vertices = 0; ///< of a piece
        bool compares = false;    ///< with the old positions
        bool keeps = false;       ///< the old positions
    };
    BegunUpdate begun_;
    Buffer<StreamedPositions> chunks_; ///< per piece
    Buffer<float> converted_;          ///< positions that came as doubles or with gaps
    Rebuild rebuild_;
    bool keeps_slots_ = false;
    bool keeps_previous_ = false;
    ClusterEditor editor_;
    UnusedVertices unused_; ///< where vertices are as given
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
