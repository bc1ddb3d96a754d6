// SPDX-License-Identifier: MIT
#include "cli/reproduce/occlusion/on_collide_tree.h"

#include <algorithm>
#include <cmath>

namespace tactus::cli {

namespace {

/// The spheres around cells of a posed body.
class PosedSpheres {
public:
    explicit PosedSpheres(const Pose& pose) : pose_(pose)
    {
        const Quaternion& q = pose.rotation;
        const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        turn_ = {q.x / length, q.y / length, q.z / length, q.w / length};
    }
    DoubleVec3 centre(const AskedCell& cell) const
    {
        const DoubleVec3 p = {
            0.5 * (double(cell.lower.x) + cell.upper.x), 0.5 * (double(cell.lower.y) + cell.upper.y),
            0.5 * (double(cell.lower.z) + cell.upper.z)};
        const auto& [x, y, z, w] = turn_;
        const DoubleVec3 t = {2.0 * (y * p.z - z * p.y), 2.0 * (z * p.x - x * p.z), 2.0 * (x * p.y - y * p.x)};
        return {
            pose_.position.x + p.x + w * t.x + y * t.z - z * t.y, pose_.position.y + p.y + w * t.y + z * t.x - x * t.z,
            pose_.position.z + p.z + w * t.z + x * t.y - y * t.x};
    }

private:
    Pose pose_;
    std::array<double, 4> turn_ = {};
};

double radius_around(const AskedCell& cell)
{
    return 0.5
           * std::hypot(
               double(cell.upper.x) - cell.lower.x, double(cell.upper.y) - cell.lower.y,
               double(cell.upper.z) - cell.lower.z);
}

bool spheres_overlap(const AskedCell& a, const AskedCell& b, const PosedSpheres& pose_a, const PosedSpheres& pose_b)
{
    const DoubleVec3 from = pose_a.centre(a), to = pose_b.centre(b);
    const double x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
    const double reach = radius_around(a) + radius_around(b);
    return x * x + y * y + z * z <= reach * reach;
}

/// Drops what has not been used since a frame, the deepest level first.
void drop_unused(OnCollideNode& node, std::uint64_t since)
{
    if (!node.children)
        return;
    bool is_deepest = true;
    for (OnCollideNode& child : *node.children) {
        drop_unused(child, since);
        is_deepest = is_deepest && !child.children;
    }
    if (is_deepest && node.used_at < since)
        node.children.reset();
}

std::size_t grey_nodes(const OnCollideNode& node)
{
    std::size_t count = node.is_grey ? 1 : 0;
    if (node.children)
        for (const OnCollideNode& child : *node.children)
            count += grey_nodes(child);
    return count;
}

} // namespace

AskedCell octant_of(const AskedCell& cell, unsigned octant)
{
    const auto middle = [](float lower, float upper) { return static_cast<float>(0.5 * (double(lower) + upper)); };
    const Vec3 centre = {
        middle(cell.lower.x, cell.upper.x), middle(cell.lower.y, cell.upper.y), middle(cell.lower.z, cell.upper.z)};
    AskedCell half = {cell.lower, centre};
    if ((octant & 1) != 0)
        half.lower.x = centre.x, half.upper.x = cell.upper.x;
    if ((octant & 2) != 0)
        half.lower.y = centre.y, half.upper.y = cell.upper.y;
    if ((octant & 4) != 0)
        half.lower.z = centre.z, half.upper.z = cell.upper.z;
    return half;
}

Result<void> OnCollideBodies::add(const scenes::ShapeMesh& mesh, const AskedCell& box)
{
    const Result<std::uint32_t> number = roads_->add_mesh(mesh);
    if (!number.ok())
        return number.error();
    bodies_.push_back({number.value(), std::make_unique<OnCollideNode>()});
    bodies_.back().root->cell = box;
    return {};
}

Result<void> OnCollideBodies::divide(const Body& body, std::span<OnCollideNode* const> nodes)
{
    std::vector<OnCollideNode*> divided;
    std::vector<AskedCell> cells;
    for (OnCollideNode* node : nodes) {
        node->used_at = frame_;
        if (node->children)
            continue;
        node->children = std::make_unique<std::array<OnCollideNode, 8>>();
        divided.push_back(node);
        for (unsigned octant = 0; octant < 8; ++octant)
            cells.push_back((*node->children)[octant].cell = octant_of(node->cell, octant));
    }
    if (cells.empty())
        return {};
    const Result<std::vector<std::uint8_t>> holds = roads_->ask(body.mesh, cells);
    if (!holds.ok())
        return holds.error();
    for (std::size_t k = 0; k < cells.size(); ++k)
        (*divided[k / 8]->children)[k % 8].is_grey = holds.value()[k] != 0;
    return {};
}

Result<bool> OnCollideBodies::collide(const Body& a, const Body& b, const Pose& pose_a, const Pose& pose_b)
{
    const PosedSpheres of_a(pose_a), of_b(pose_b);
    std::vector<Met> met;
    const auto meet = [&](OnCollideNode& node, OnCollideNode& other, std::vector<Met>& into) {
        if (node.is_grey && other.is_grey && spheres_overlap(node.cell, other.cell, of_a, of_b))
            into.push_back({&node, &other});
    };
    meet(*a.root, *b.root, met);
    for (std::uint32_t level = 0; level < levels_ && !met.empty(); ++level) {
        std::vector<OnCollideNode*> nodes_a, nodes_b;
        for (const Met& pair : met) {
            nodes_a.push_back(pair.a);
            nodes_b.push_back(pair.b);
        }
        if (Result<void> divided = divide(a, nodes_a); !divided.ok())
            return divided.error();
        if (Result<void> divided = divide(b, nodes_b); !divided.ok())
            return divided.error();
        std::vector<Met> below;
        for (const Met& pair : met)
            for (OnCollideNode& child : *pair.a->children)
                for (OnCollideNode& other : *pair.b->children)
                    meet(child, other, below);
        met = std::move(below);
    }
    return !met.empty();
}

Result<bool> OnCollideBodies::collide(std::span<const Pose> poses)
{
    ++frame_;
    bool is_touching = false;
    for (std::size_t k = 1; k < bodies_.size(); ++k) {
        const Result<bool> touching = collide(bodies_[0], bodies_[k], poses[0], poses[k]);
        if (!touching.ok())
            return touching.error();
        is_touching = is_touching || touching.value();
    }
    if (frame_ > drop_after_)
        for (const Body& body : bodies_)
            drop_unused(*body.root, frame_ - drop_after_);
    return is_touching;
}

std::size_t OnCollideBodies::node_count() const
{
    std::size_t count = 0;
    for (const Body& body : bodies_)
        count += grey_nodes(*body.root);
    return count;
}

} // namespace tactus::cli
