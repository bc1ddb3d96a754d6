// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/buffer.h"
#include "base/number_map.h"
#include "tree/spheres/sphere_tree_body.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// The nodes of a sphere tree as boxes: those that have faces of their own. Below a node that is not divided, and has
/// more than eight, there are runs of them, eight times eight and so on.
class SphereTreeNodes final : public TreeNodes {
public:
    /// The body must outlive this.
    explicit SphereTreeNodes(SphereTreeBody& body) : body_(&body) {}

    void begin() override;
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t name) const override;
    bool has_spheres() const override { return !body_->deforms(); }
    Sphere sphere(std::uint32_t name) const override;
    bool make_ready(std::uint32_t name, const Box& reach, std::uint32_t skipped) override;
    void open(std::uint32_t name, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    void open_as_it_is(std::uint32_t name, NodeBlock& below) override;
    Travel travel() const override { return {body_->spheres().era(), body_->mesh().travel()}; }
    std::size_t bytes() const override { return sizeof(*this) + runs_.bytes() + runs_of_node_.bytes(); }

private:
    /// Some of a node's own faces, by their places among them.
    struct Run {
        std::uint32_t node;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t first_child = UINT32_MAX; ///< of runs_, once it was opened
    };

    static constexpr std::uint32_t first_run = 1u << 30;

    bool is_run(std::uint32_t name) const { return name >= first_run; }
    Run faces_of(std::uint32_t name) const;
    std::span<const std::uint32_t> own(const Run& run) const
    {
        return body_->spheres().own(run.node).subspan(run.begin, run.end - run.begin);
    }
    bool make(std::uint32_t name, std::uint32_t skipped, std::size_t max_faces);
    bool make_boxes(SphereNodes::Children children, std::uint32_t skipped, std::size_t max_faces);
    std::uint32_t runs_below(std::uint32_t name);
    void open_below(std::uint32_t name, std::uint32_t skipped, NodeBlock& below);
    void open_runs(std::uint32_t name, std::uint32_t skipped, NodeBlock& below);
    void open_leaf(std::uint32_t name, NodeBlock& below);

    SphereTreeBody* body_;
    std::uint64_t era_ = 0;
    Buffer<Run> runs_;
    NumberMap runs_of_node_; ///< per node that has runs, the first of them
};

} // namespace tactus
