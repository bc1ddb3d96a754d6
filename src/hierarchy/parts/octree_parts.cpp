// SPDX-License-Identifier: MIT
#include "hierarchy/parts/octree_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tactus {
namespace {

// What prepare does in one call, of at most about two microseconds.
constexpr std::uint32_t cost_per_call = 96;
constexpr std::uint32_t refit_cost = 8;
constexpr std::uint32_t join_cost = 2;

} // namespace

OctreeParts::OctreeParts(PosedOctree& octree)
    : octree_(&octree), body_(octree.body()), runs_(octree.tree(), octree.triangles().indices, octree.rest())
{
    make_rest_boxes();
}

void OctreeParts::make_rest_boxes()
{
    const std::span<const FaceRuns::Run> runs = runs_.runs();
    const std::span<const TriangleIndices> triangles = octree_->triangles().indices;
    const std::span<const Vec3> rest = octree_->rest();
    rest_boxes_.resize_uninitialised(runs.size());
    for (std::size_t index = runs.size(); index-- > 0;) {
        Box box;
        if (runs[index].is_leaf())
            for (const std::uint32_t face : runs_.faces(runs[index]))
                for (const std::uint32_t vertex : triangles[face])
                    box = include(box, rest[vertex]);
        for (std::uint32_t k = 0; k < runs[index].child_count; ++k)
            box = include(box, rest_boxes_[runs[index].first_child + k]);
        rest_boxes_[index] = box;
    }
}

void OctreeParts::begin()
{
    body_ = octree_->body();
    if (body_.refit == nullptr || prepared_for_ == octree_->travel())
        return;
    const std::size_t count = runs_.runs().size();
    if (bounds_.empty()) {
        bounds_.resize_uninitialised(count);
        boxes_.resize_uninitialised(count);
        travel_then_.resize_uninitialised(count);
        std::fill(travel_then_.begin(), travel_then_.end(), -1.0);
    }
    prepared_for_ = octree_->travel();
    unprepared_ = static_cast<std::uint32_t>(count);
}

/// From the last run to the first: children come before their parents.
bool OctreeParts::prepare()
{
    const double travel = octree_->travel();
    for (std::uint32_t cost = 0; unprepared_ > 0 && cost < cost_per_call;) {
        const std::uint32_t index = --unprepared_;
        const FaceRuns::Run& run = runs_.runs()[index];
        if (!run.is_leaf()) {
            Box box = bounds_[run.first_child];
            for (std::uint32_t k = 1; k < run.child_count; ++k)
                box = include(box, bounds_[run.first_child + k]);
            bounds_[index] = box;
            cost += join_cost;
            continue;
        }
        // The sums of all moves are themselves rounded.
        const double moved = travel - travel_then_[index] + travel * 0x1p-40;
        if (travel_then_[index] < 0.0 || 4.0 * moved > double(longest_side(boxes_[index]))) {
            refit(index);
            cost += refit_cost;
        } else {
            bounds_[index] = widened_loosely_by(rounded_up(moved), boxes_[index]);
            ++cost;
        }
    }
    return unprepared_ == 0;
}

Box OctreeParts::box_of_faces(const FaceRuns::Run& run)
{
    Box box;
    for (const std::uint32_t face : runs_.faces(run))
        box = include(box, octree_->mesh().face_box(face));
    return box;
}

void OctreeParts::refit(std::uint32_t leaf)
{
    boxes_[leaf] = bounds_[leaf] = box_of_faces(runs_.runs()[leaf]);
    travel_then_[leaf] = octree_->travel();
}

void OctreeParts::open(std::uint32_t node, const Box& reach, std::uint32_t skipped, PartChildren& children)
{
    const FaceRuns::Run& run = runs_.runs()[node];
    const bool deforms = body_.refit != nullptr;
    children.count = 0;
    for (std::uint32_t k = 0; k < run.child_count; ++k) {
        if ((skipped >> k & 1) != 0)
            continue;
        const std::uint32_t child = run.first_child + k;
        Box box = deforms ? bounds_[child] : octree_->mesh().posed(rest_boxes_[child]);
        if (runs_.runs()[child].is_leaf() && overlap(box, reach)) {
            if (!deforms)
                box = box_of_faces(runs_.runs()[child]);
            else if (travel_then_[child] != octree_->travel())
                refit(child);
            if (deforms)
                box = bounds_[child];
        }
        children.add(child, k, box);
    }
}

void OctreeParts::open_leaf(std::uint32_t node, PartTriangles& triangles)
{
    triangles.count = 0;
    for (const std::uint32_t face : runs_.faces(runs_.runs()[node])) {
        triangles.triangle[triangles.count] = face;
        triangles.box[triangles.count++] = octree_->mesh().face_box(face);
    }
}

std::size_t OctreeParts::bytes() const
{
    return sizeof(*this) + runs_.bytes() + rest_boxes_.bytes() + bounds_.bytes() + boxes_.bytes()
        + travel_then_.bytes();
}

} // namespace tactus
