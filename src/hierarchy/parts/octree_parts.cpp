// SPDX-License-Identifier: MIT
#include "hierarchy/parts/octree_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tactus {

OctreeParts::OctreeParts(PosedOctree& octree) : octree_(&octree), body_(octree.body())
{
    const SphericalOctree& tree = octree.tree();
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf)
        ranges_.push_back({leaf, 0, static_cast<std::uint32_t>(tree.features(leaf).faces.size()), 0, 0});
    for (std::uint32_t range = 0; range < ranges_.size(); ++range)
        divide(range);
}

/// Into up to eight of about the same number of faces.
void OctreeParts::divide(std::uint32_t index)
{
    const FaceRange range = ranges_[index];
    const std::uint32_t count = range.end - range.begin;
    if (count <= 8)
        return;
    const std::uint32_t children = std::min(8u, (count + 7) / 8);
    ranges_[index].first_child = static_cast<std::uint32_t>(ranges_.size());
    ranges_[index].child_count = children;
    for (std::uint32_t k = 0; k < children; ++k)
        ranges_.push_back(
            {range.leaf, range.begin + count * k / children, range.begin + count * (k + 1) / children, 0, 0});
}

bool OctreeParts::is_leaf(std::uint32_t node) const
{
    const SphericalOctree& tree = octree_->tree();
    if (node >= tree.node_count())
        return ranges_[node - tree.node_count()].child_count == 0;
    return tree.node(node).is_leaf() && ranges_[tree.node(node).leaves_begin].child_count == 0;
}

/// Where the body lies now. What is posed is rounded to float, so what the sphere covers may stand out by a float's step.
Box OctreeParts::box_of(const NodeSphere& sphere) const
{
    const DoubleVector centre = body_.pose(to_double(sphere.centre));
    const double radius = double(sphere.radius);
    const auto reach = [&](double at) { return radius * (1.0 + 0x1p-20) + (std::abs(at) + radius) * 0x1p-22 + 1e-44; };
    const auto low = [&](double at) { return static_cast<float>(at - reach(at)); };
    const auto high = [&](double at) { return static_cast<float>(at + reach(at)); };
    const Box box = {
        {low(centre.x), low(centre.y), low(centre.z)}, {high(centre.x), high(centre.y), high(centre.z)}};
    return intersection(box, octree_->box());
}

Box OctreeParts::box_of_faces(const FaceRange& range)
{
    Box box;
    const auto faces = octree_->tree().features(range.leaf).faces;
    for (std::uint32_t k = range.begin; k < range.end; ++k)
        box = include(box, octree_->face_box(faces[k]));
    return box;
}

void OctreeParts::open(std::uint32_t node, const Box&, std::uint32_t skipped, PartChildren& children)
{
    const SphericalOctree& tree = octree_->tree();
    children.count = 0;
    if (node < tree.node_count() && !tree.node(node).is_leaf()) {
        const SphericalOctree::Node& at = tree.node(node);
        for (unsigned octants = at.child_mask & ~skipped; octants != 0; octants &= octants - 1) {
            const auto octant = static_cast<std::uint32_t>(std::countr_zero(octants));
            const std::uint32_t child = at.child(octant);
            const NodeSphere sphere = body_.refit != nullptr ? body_.refit->refit(child) : tree.children(at)[octant];
            const Box box = box_of(sphere);
            if (!is_empty(box))
                children.add(child, octant, box);
        }
        return;
    }
    const FaceRange& range = ranges_[node < tree.node_count() ? tree.node(node).leaves_begin : node - tree.node_count()];
    for (std::uint32_t k = 0; k < range.child_count; ++k)
        if ((skipped >> k & 1) == 0)
            children.add(tree.node_count() + range.first_child + k, k, box_of_faces(ranges_[range.first_child + k]));
}

void OctreeParts::open_leaf(std::uint32_t node, PartTriangles& triangles)
{
    const SphericalOctree& tree = octree_->tree();
    const FaceRange& range = ranges_[node < tree.node_count() ? tree.node(node).leaves_begin : node - tree.node_count()];
    const auto faces = tree.features(range.leaf).faces;
    triangles.count = 0;
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
        triangles.triangle[triangles.count] = faces[k];
        triangles.box[triangles.count++] = octree_->face_box(faces[k]);
    }
}

std::size_t OctreeParts::bytes() const { return sizeof(*this) + ranges_.capacity() * sizeof(FaceRange); }

} // namespace tactus
