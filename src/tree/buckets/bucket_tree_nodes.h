// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "tree/buckets/bucket_body.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// The nodes of a bucket octree: its own, and its buckets. A bucket that holds more than eight triangles has runs of
/// them below it, eight times eight and so on, which are made when it is opened.
///
/// Nodes change with every update, and names with them.
class BucketTreeNodes final : public TreeNodes {
public:
    /// The body must outlive this.
    explicit BucketTreeNodes(BucketBody& body) : body_(&body) {}

    void begin() override;
    bool prepare() override { return body_->advance(); }
    void prepare_all() override { body_->made_tree(); }
    std::uint64_t prepare_price() const override { return body_->triangles().size() * price::bucketed_triangle; }
    std::uint64_t price_of(std::uint32_t node) const override;
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t node) const override;
    bool make_ready(std::uint32_t node, const Box& reach, std::uint32_t skipped) override;
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    Travel travel() const override { return {}; }
    std::size_t bytes() const override;

private:
    /// Some of a full bucket's triangles, by their places in it.
    struct Run {
        Box box;
        std::uint32_t bucket;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t first_child; ///< of runs_; none if it holds no more than eight
        std::uint32_t child_count;
    };
    /// The runs of one full bucket, lowest first, those right below the bucket last.
    struct Pyramid {
        std::uint32_t bucket;
        std::uint32_t top_begin; ///< of runs_
        std::uint32_t end;
        std::uint32_t made; ///< runs before this have their boxes
    };

    // Names: 0 is the root, then come nodes by their names and one, then runs.
    const BucketNodes& nodes() const { return body_->tree().nodes(); }
    std::uint32_t node_of(std::uint32_t part) const { return part == 0 ? nodes().root() : part - 1; }
    std::uint32_t first_run() const { return nodes().node_count() + 1; }
    bool is_run(std::uint32_t part) const { return part >= first_run(); }
    std::span<const std::uint32_t> triangles_of(const Run& run) const
    {
        return nodes().primitives(run.bucket).subspan(run.begin, run.end - run.begin);
    }
    Pyramid& pyramid_of(std::uint32_t bucket);
    void plan_runs(std::uint32_t bucket);
    bool make_runs(Pyramid& pyramid, std::size_t most);
    void add_runs(std::uint32_t begin, std::uint32_t end, std::uint32_t skipped, NodeBlock& below) const;
    void open_leaf(std::uint32_t node, NodeBlock& below) const;

    BucketBody* body_;
    std::uint64_t begun_for_ = 0;             ///< the body's moves
    Buffer<std::uint32_t> pyramid_of_bucket_; ///< it counts if that one names the bucket
    Buffer<Pyramid> pyramids_;
    Buffer<Run> runs_;
};

} // namespace tactus
