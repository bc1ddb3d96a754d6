// SPDX-License-Identifier: MIT
#include "tree/spheres/sphere_tree_parts.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr std::uint32_t tree_run_size = 8;
constexpr std::size_t faces_per_call = 32; // to divide takes some 30 ns for each

} // namespace

void SphereTreeParts::begin()
{
    if (era_ == body_->nodes().era())
        return;
    era_ = body_->nodes().era();
    runs_.clear();
    runs_of_node_.clear();
}

SphereTreeParts::Run SphereTreeParts::faces_of(std::uint32_t part) const
{
    if (is_run(part))
        return runs_[part - first_run];
    return {part, 0, static_cast<std::uint32_t>(body_->nodes().own(part).size()), UINT32_MAX};
}

bool SphereTreeParts::is_leaf(std::uint32_t part) const
{
    const SphereNodes& nodes = body_->nodes();
    if (!is_run(part) && (nodes.has_children(part) || nodes.may_divide(part)))
        return false;
    const Run run = faces_of(part);
    return run.end - run.begin <= tree_run_size;
}

/// Makes what opening a part needs, looking at about so many faces; true when it is made.
bool SphereTreeParts::make(std::uint32_t part, std::uint32_t skipped, std::size_t most_faces)
{
    if (is_run(part))
        return true;
    if (!body_->divide(part, most_faces))
        return false;
    const SphereNodes& nodes = body_->nodes();
    const auto [first, count] = nodes.children(part);
    for (std::uint32_t which = 0; which < count; ++which) {
        const std::uint32_t child = first + which;
        // A box takes much less time than to divide.
        if ((skipped >> which & 1) == 0 && !nodes.own(child).empty()
            && !body_->make_box(child, most_faces == SIZE_MAX ? SIZE_MAX : 4 * most_faces))
            return false;
    }
    return true;
}

bool SphereTreeParts::make_ready(std::uint32_t part, const Box&, std::uint32_t skipped)
{
    return make(part, skipped, faces_per_call);
}

/// The first of at most eight runs that a part is cut into; they are made when somebody first asks.
std::uint32_t SphereTreeParts::runs_below(std::uint32_t part)
{
    const Run run = faces_of(part);
    const std::uint32_t known = is_run(part) ? run.first_child : runs_of_node_.find(part);
    if (known != UINT32_MAX)
        return known;
    std::uint32_t size = tree_run_size;
    while (8 * size < run.end - run.begin)
        size *= 8;
    const auto first = static_cast<std::uint32_t>(runs_.size());
    for (std::uint32_t begin = run.begin; begin < run.end; begin += size)
        runs_.push_back({run.node, begin, std::min(begin + size, run.end), UINT32_MAX});
    if (is_run(part))
        runs_[part - first_run].first_child = first;
    else
        runs_of_node_.put(part, first);
    return first;
}

void SphereTreeParts::open(std::uint32_t part, const Box&, std::uint32_t skipped, PartChildren& children)
{
    make(part, skipped, SIZE_MAX);
    const SphereNodes& nodes = body_->nodes();
    children.count = 0;
    const auto [first, count] = is_run(part) ? SphereNodes::Children{} : nodes.children(part);
    for (std::uint32_t which = 0; which < count; ++which)
        if ((skipped >> which & 1) == 0 && !nodes.own(first + which).empty())
            children.add(first + which, which, body_->node_box(first + which));
    if (count > 0)
        return;
    const std::uint32_t first_run_below = runs_below(part);
    const std::uint32_t end = faces_of(part).end;
    for (std::uint32_t k = 0;; ++k) {
        const Run run = runs_[first_run_below + k];
        if ((skipped >> k & 1) == 0) {
            Box box;
            for (const std::uint32_t face : own(run))
                box = include(box, body_->mesh().face_box(face));
            children.add(first_run + first_run_below + k, k, box);
        }
        if (run.end == end)
            break;
    }
}

void SphereTreeParts::open_leaf(std::uint32_t part, PartTriangles& triangles)
{
    triangles.count = 0;
    for (const std::uint32_t face : own(faces_of(part))) {
        triangles.triangle[triangles.count] = face;
        triangles.box[triangles.count++] = body_->mesh().face_box(face);
    }
}

} // namespace tactus
