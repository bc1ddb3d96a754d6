// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/work_prices.h"
#include "geometry/sphere.h"
#include "tree/octree/face_runs.h"
#include "tree/octree/posed_octree.h"
#include "tree/tree_nodes.h"

namespace tactus {
namespace {

/// The nodes of a spherical octree as boxes: what belongs to each of its nodes, every face to one leaf alone, in boxes
/// around the faces. Neighbouring spheres always overlap, and their boxes still more; boxes of faces do so much less.
///
/// A body that is only posed has boxes in its own coordinates, and those that are opened are posed. Of one that deforms
/// a query begins with the boxes of all leaves, old ones widened by what vertices can have moved since where that is
/// little, and joins them upwards; from then on leaves near what is opened are brought up to date.
class OctreeNodes final : public TreeNodes {
public:
    /// The octree must outlive this.
    explicit OctreeNodes(PosedOctree& octree);

    /// The octree was edited: faces went, and those from first_added on came.
    void edit(std::span<const std::uint32_t> removed, std::uint32_t first_added);

    void begin() override;
    bool prepare() override;
    std::uint64_t prepare_price() const override
    {
        return octree_->deforms() ? runs_.runs().size() * price::bounded_run : 0;
    }
    std::uint64_t price_of(std::uint32_t node) const override
    {
        return price::opened_node + runs_.runs()[node].child_count * price::refitted_run;
    }
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return octree_->box(); }
    bool is_leaf(std::uint32_t node) const override { return runs_.runs()[node].is_leaf(); }
    bool has_spheres() const override { return !octree_->deforms(); }
    Sphere sphere(std::uint32_t node) const override { return octree_->mesh().posed_sphere(rest_spheres_[node]); }
    bool make_ready(std::uint32_t /*node*/, const Box& /*reach*/, std::uint32_t /*skipped*/) override
    {
        return prepare();
    }
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    Travel travel() const override { return {1, octree_->mesh().travel()}; }
    std::size_t bytes() const override;

private:
    void make_rest_bounds();
    void begin_rest_spheres(std::size_t known);
    void make_rest_sphere(std::uint32_t leaf);
    Box rest_box_of_faces(std::uint32_t run) const;
    Box box_of_faces(std::uint32_t run);
    void refit(std::uint32_t leaf);

    PosedOctree* octree_;
    std::uint64_t builds_ = 0; ///< of the octree, when runs were made
    OctreeBody body_;
    FaceRuns runs_;
    // Of a body that is only posed, in its own coordinates.
    Buffer<Box> rest_boxes_;      ///< per run
    Buffer<Sphere> rest_spheres_; ///< per run

    // Of a body that deforms, in the world.
    Buffer<Box> bounds_;           ///< per run
    Buffer<Box> boxes_;            ///< of leaves, as they were made last
    Buffer<double> travel_then_;   ///< of leaves, when that was; below zero if it never was
    double prepared_for_ = -1.0;   ///< the travel for which bounds were made, or are being made
    std::uint32_t unprepared_ = 0; ///< runs before this one are to be prepared still
};

} // namespace

OctreeNodes::OctreeNodes(PosedOctree& octree)
    : octree_(&octree), builds_(octree.builds()), body_(octree.body()),
      runs_(octree.tree(), octree.triangles().indices, octree.rest())
{
    make_rest_bounds();
}

TreeNodes& PosedOctree::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<OctreeNodes>(*this);
    return *nodes_;
}

StructureEdit PosedOctree::edit(const TreeEdit& wanted)
{
    const StructureEdit done = edit(wanted.removed, wanted.own, wanted.added);
    if (nodes_ != nullptr)
        static_cast<OctreeNodes&>(*nodes_).edit(wanted.removed, wanted.first_number);
    return done;
}

Box OctreeNodes::rest_box_of_faces(std::uint32_t run) const
{
    Box box;
    const TriangleList triangles = octree_->triangles();
    for (const std::uint32_t face : runs_.faces(run))
        for (const std::uint32_t vertex : triangles.indices[face])
            box = include(box, octree_->rest()[vertex]);
    return box;
}

void OctreeNodes::make_rest_bounds()
{
    const std::span<const FaceRuns::Run> runs = runs_.runs();
    rest_boxes_.resize_uninitialised(runs.size());
    for (std::size_t index = runs.size(); index-- > 0;) {
        Box box;
        if (runs[index].is_leaf())
            box = rest_box_of_faces(static_cast<std::uint32_t>(index));
        for (std::uint32_t k = 0; k < runs[index].child_count; ++k)
            box = include(box, rest_boxes_[runs[index].first_child + k]);
        rest_boxes_[index] = box;
    }
    begin_rest_spheres(0);
    for (std::uint32_t run = 0; run < runs.size(); ++run)
        if (runs[run].is_leaf())
            make_rest_sphere(run);
}

/// Around the middles of boxes, from nothing.
void OctreeNodes::begin_rest_spheres(std::size_t known)
{
    rest_spheres_.resize_uninitialised(rest_boxes_.size());
    for (std::size_t run = known; run < rest_boxes_.size(); ++run)
        rest_spheres_[run] = {sphere_around(rest_boxes_[run]).centre, 0.0f};
}

/// Lets the spheres of a run without children, and of all above it, hold its faces.
void OctreeNodes::make_rest_sphere(std::uint32_t leaf)
{
    const TriangleList triangles = octree_->triangles();
    for (std::uint32_t run = leaf;; run = runs_.runs()[run].parent) {
        Sphere& sphere = rest_spheres_[run];
        double farthest = 0.0;
        for (const std::uint32_t face : runs_.faces(leaf))
            for (const std::uint32_t vertex : triangles.indices[face])
                farthest = std::max(farthest, length(to_double(octree_->rest()[vertex]) - to_double(sphere.centre)));
        sphere.radius = std::max(sphere.radius, rounded_up(farthest * (1.0 + 0x1p-40)));
        if (run == 0)
            break;
    }
}

void OctreeNodes::edit(std::span<const std::uint32_t> removed, std::uint32_t first_added)
{
    std::vector<std::uint32_t> changed;
    const std::span<const TriangleIndices> triangles = octree_->triangles().indices;
    prepared_for_ = -1.0;
    if (builds_ != octree_->builds() || !runs_.edit(triangles, octree_->rest().size(), removed, first_added, changed)) {
        builds_ = octree_->builds();
        runs_ = FaceRuns(octree_->tree(), octree_->mesh().given_triangles(), octree_->rest());
        make_rest_bounds();
        bounds_.clear();
        return;
    }
    const std::span<const FaceRuns::Run> runs = runs_.runs();
    const std::size_t known = rest_boxes_.size();
    rest_boxes_.resize_uninitialised(runs.size());
    std::fill(rest_boxes_.begin() + known, rest_boxes_.end(), Box{});
    for (const std::uint32_t run : changed) {
        rest_boxes_[run] = rest_box_of_faces(run);
        // Boxes above it may stay too large.
        for (std::uint32_t below = run; below != 0; below = runs[below].parent)
            rest_boxes_[runs[below].parent] = include(rest_boxes_[runs[below].parent], rest_boxes_[run]);
    }
    begin_rest_spheres(known);
    for (const std::uint32_t run : changed)
        make_rest_sphere(run);
    if (bounds_.empty())
        return;
    bounds_.resize_uninitialised(runs.size());
    boxes_.resize_uninitialised(runs.size());
    travel_then_.resize_uninitialised(runs.size());
    std::fill(travel_then_.begin() + known, travel_then_.end(), -1.0);
    for (const std::uint32_t run : changed)
        travel_then_[run] = -1.0;
}

void OctreeNodes::begin()
{
    body_ = octree_->body();
    if (body_.refit == nullptr || prepared_for_ == octree_->mesh().travel())
        return;
    const std::size_t count = runs_.runs().size();
    if (bounds_.empty()) {
        bounds_.resize_uninitialised(count);
        boxes_.resize_uninitialised(count);
        travel_then_.resize_uninitialised(count);
        std::fill(travel_then_.begin(), travel_then_.end(), -1.0);
    }
    prepared_for_ = octree_->mesh().travel();
    unprepared_ = static_cast<std::uint32_t>(count);
}

/// From the last run to the first: children come before their parents.
bool OctreeNodes::prepare()
{
    const double travel = octree_->mesh().travel();
    for (std::uint32_t cost = 0; unprepared_ > 0 && cost < per_call::widened_runs;) {
        const std::uint32_t index = --unprepared_;
        const FaceRuns::Run& run = runs_.runs()[index];
        if (!run.is_leaf()) {
            Box box = bounds_[run.first_child];
            for (std::uint32_t k = 1; k < run.child_count; ++k)
                box = include(box, bounds_[run.first_child + k]);
            bounds_[index] = box;
            cost += per_call::runs_of_a_join;
            continue;
        }
        // The sums of all moves are themselves rounded.
        const double moved = travel - travel_then_[index] + travel * 0x1p-40;
        if (travel_then_[index] < 0.0 || 4.0 * moved > double(longest_side(boxes_[index]))) {
            refit(index);
            cost += per_call::runs_of_a_refit;
        } else {
            bounds_[index] = widened_loosely_by(rounded_up(moved), boxes_[index]);
            ++cost;
        }
    }
    return unprepared_ == 0;
}

Box OctreeNodes::box_of_faces(std::uint32_t run)
{
    Box box;
    for (const std::uint32_t face : runs_.faces(run))
        box = include(box, octree_->mesh().face_box(face));
    return box;
}

void OctreeNodes::refit(std::uint32_t leaf)
{
    boxes_[leaf] = bounds_[leaf] = box_of_faces(leaf);
    travel_then_[leaf] = octree_->mesh().travel();
}

void OctreeNodes::open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below)
{
    prepare_all();
    const FaceRuns::Run& run = runs_.runs()[node];
    const bool deforms = body_.refit != nullptr;
    below.clear(run.is_leaf());
    if (run.is_leaf()) {
        for (std::uint32_t k = 0; const std::uint32_t face : runs_.faces(node))
            below.set(k++, face, octree_->mesh().face_box(face));
        return;
    }
    for (std::uint32_t k = 0; k < run.child_count; ++k) {
        if ((skipped >> k & 1) != 0)
            continue;
        const std::uint32_t child = run.first_child + k;
        if (is_empty(deforms ? bounds_[child] : rest_boxes_[child]))
            continue;
        const bool is_leaf = runs_.runs()[child].is_leaf();
        Box box = deforms ? bounds_[child] : octree_->mesh().posed(rest_boxes_[child]);
        if (is_leaf && overlap(box, reach)) {
            if (!deforms)
                box = box_of_faces(child);
            else if (travel_then_[child] != octree_->mesh().travel())
                refit(child);
            if (deforms)
                box = bounds_[child];
        }
        below.set(k, child, box, is_leaf);
    }
}

std::size_t OctreeNodes::bytes() const
{
    return sizeof(*this) + runs_.bytes() + rest_boxes_.bytes() + rest_spheres_.bytes() + bounds_.bytes()
           + boxes_.bytes() + travel_then_.bytes();
}

} // namespace tactus
