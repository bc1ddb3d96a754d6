// SPDX-License-Identifier: MIT
#include "tree/spheres/sphere_tree_nodes.h"

#include <algorithm>

#include "base/work_prices.h"

namespace tactus {
namespace {

constexpr std::uint32_t tree_run_size = 8;

} // namespace

TreeNodes& SphereTreeBody::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<SphereTreeNodes>(*this);
    return *nodes_;
}

void SphereTreeNodes::begin()
{
    if (era_ == body_->spheres().era())
        return;
    era_ = body_->spheres().era();
    runs_.clear();
    runs_of_node_.clear();
}

SphereTreeNodes::Run SphereTreeNodes::faces_of(std::uint32_t name) const
{
    if (is_run(name))
        return runs_[name - first_run];
    return {name, 0, static_cast<std::uint32_t>(body_->spheres().own(name).size()), UINT32_MAX};
}

bool SphereTreeNodes::is_leaf(std::uint32_t name) const
{
    const SphereNodes& nodes = body_->spheres();
    if (!is_run(name) && (nodes.has_children(name) || nodes.may_divide(name)))
        return false;
    const Run run = faces_of(name);
    return run.end - run.begin <= tree_run_size;
}

/// Of some of a node's faces, no better one is known than that of all.
Sphere SphereTreeNodes::sphere(std::uint32_t name) const
{
    return body_->posed_sphere(is_run(name) ? runs_[name - first_run].node : name);
}

/// Makes what opening a node needs, looking at about so many faces; true when it is made.
bool SphereTreeNodes::make(std::uint32_t name, std::uint32_t skipped, std::size_t max_faces)
{
    if (is_run(name))
        return true;
    if (!body_->divide(name, max_faces))
        return false;
    return make_boxes(body_->spheres().children(name), skipped, max_faces);
}

bool SphereTreeNodes::make_boxes(SphereNodes::Children children, std::uint32_t skipped, std::size_t max_faces)
{
    for (std::uint32_t which = 0; which < children.count; ++which) {
        const std::uint32_t child = children.first + which;
        // A box takes much less time than to divide.
        if ((skipped >> which & 1) == 0 && !body_->spheres().own(child).empty()
            && !body_->make_box(child, max_faces == SIZE_MAX ? SIZE_MAX : 4 * max_faces))
            return false;
    }
    return true;
}

bool SphereTreeNodes::make_ready(std::uint32_t name, const Box&, std::uint32_t skipped)
{
    return make(name, skipped, per_call::divided_faces);
}

/// The first of at most eight runs that a node is cut into; they are made when somebody first asks.
std::uint32_t SphereTreeNodes::runs_below(std::uint32_t name)
{
    const Run run = faces_of(name);
    const std::uint32_t known = is_run(name) ? run.first_child : runs_of_node_.find(name);
    if (known != UINT32_MAX)
        return known;
    std::uint32_t size = tree_run_size;
    while (8 * size < run.end - run.begin)
        size *= 8;
    const auto first = static_cast<std::uint32_t>(runs_.size());
    for (std::uint32_t begin = run.begin; begin < run.end; begin += size)
        runs_.push_back({run.node, begin, std::min(begin + size, run.end), UINT32_MAX});
    if (is_run(name))
        runs_[name - first_run].first_child = first;
    else
        runs_of_node_.put(name, first);
    return first;
}

void SphereTreeNodes::open(std::uint32_t name, const Box&, std::uint32_t skipped, NodeBlock& below)
{
    if (is_leaf(name))
        return open_leaf(name, below);
    make(name, skipped, SIZE_MAX);
    open_below(name, skipped, below);
}

void SphereTreeNodes::open_as_it_is(std::uint32_t name, NodeBlock& below)
{
    const bool is_divided = !is_run(name) && body_->spheres().has_children(name);
    const Run run = faces_of(name);
    if (!is_divided && run.end - run.begin <= tree_run_size)
        return open_leaf(name, below);
    if (is_divided)
        make_boxes(body_->spheres().children(name), 0, SIZE_MAX);
    open_below(name, 0, below);
}

/// Of what is no leaf, and has been made.
void SphereTreeNodes::open_below(std::uint32_t name, std::uint32_t skipped, NodeBlock& below)
{
    below.clear();
    const SphereNodes& nodes = body_->spheres();
    const auto [first, count] = is_run(name) ? SphereNodes::Children{} : nodes.children(name);
    if (count == 0)
        return open_runs(name, skipped, below);
    for (std::uint32_t which = 0; which < count; ++which)
        if ((skipped >> which & 1) == 0 && !nodes.own(first + which).empty())
            below.set(which, first + which, body_->node_box(first + which), is_leaf(first + which));
}

void SphereTreeNodes::open_runs(std::uint32_t name, std::uint32_t skipped, NodeBlock& below)
{
    const std::uint32_t first = runs_below(name);
    const std::uint32_t end = faces_of(name).end;
    for (std::uint32_t k = 0;; ++k) {
        const Run run = runs_[first + k];
        if ((skipped >> k & 1) == 0) {
            Box box;
            for (const std::uint32_t face : own(run))
                box = include(box, body_->mesh().face_box(face));
            below.set(k, first_run + first + k, box, is_leaf(first_run + first + k));
        }
        if (run.end == end)
            break;
    }
}

void SphereTreeNodes::open_leaf(std::uint32_t name, NodeBlock& below)
{
    below.clear(true);
    for (std::uint32_t k = 0; const std::uint32_t face : own(faces_of(name)))
        below.set(k++, face, body_->mesh().face_box(face));
}

} // namespace tactus
