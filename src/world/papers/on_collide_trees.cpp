// SPDX-License-Identifier: MIT
// O. Rodríguez, M. Franquesa, "A new sphere-tree generation method to speed up the collision detection
// pipeline", 2005, Algorithm 2: both bodies become a level deeper wherever two spheres overlap.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <tactus/papers.h>

#include "base/out_of_memory.h"
#include "geometry/double_vector.h"
#include "geometry/sphere.h"
#include "geometry/vector.h"
#include "tree/rigid_pose.h"
#include "tree/spheres/on_collide_tree.h"
#include "world/input/checked_input.h"

namespace tactus::papers {
namespace {

using CollidedNode = OnCollideTree::Node;

constexpr std::uint32_t max_collided_levels = 12;

/// A sphere where a body lies.
struct PlacedSphere {
    DoubleVector centre;
    double radius = 0.0;
};

/// The sphere around a cell as a pose has it, widened by what rounding can have done to vertices in it.
PlacedSphere placed_sphere(const Box& cell, const RigidPose& pose)
{
    const DoubleVector lower = to_double(cell.lower), upper = to_double(cell.upper);
    const DoubleVector middle = (lower + upper) * 0.5, half = (upper - lower) * 0.5;
    const DoubleVector centre = pose(middle);
    const auto size = [](const DoubleVector& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
    const double radius = std::sqrt(dot(half, half));
    return {centre, radius + (size(pose.position) + size(middle) + radius) * 0x1p-22 + 0x1p-140};
}

bool spheres_overlap(const PlacedSphere& a, const PlacedSphere& b)
{
    const DoubleVector way = b.centre - a.centre;
    const double reach = a.radius + b.radius;
    return dot(way, way) <= reach * reach * (1.0 + 0x1p-40);
}

/// As large as it is, or a little larger.
Sphere rounded_sphere(const PlacedSphere& sphere)
{
    const Vec3 centre = {
        static_cast<float>(sphere.centre.x), static_cast<float>(sphere.centre.y), static_cast<float>(sphere.centre.z)};
    const DoubleVector moved = to_double(centre) - sphere.centre;
    return {centre, rounded_up((sphere.radius + std::sqrt(dot(moved, moved))) * (1.0 + 0x1p-40))};
}

Error moved_from_trees() { return invalid_input("these trees were moved from"); }

} // namespace

struct OnCollideTrees::Parts {
    /// Nodes of two bodies that are on the same level, and overlap.
    struct Met {
        CollidedNode* a = nullptr;
        CollidedNode* b = nullptr;
    };
    struct PlacedBody {
        RigidPose pose;
        std::uint32_t number = 0;
    };

    OnCollideOptions options;
    std::vector<std::unique_ptr<OnCollideTree>> trees;
    std::uint64_t frame = 0;
    OnCollideReport report;
    std::vector<CellQuestion> asked;
    std::vector<LeafSpherePair> pairs;
    std::vector<OnCollideTree::Asked> cells; ///< scratch

    void divide(std::uint32_t body, CollidedNode& node);
    void collide(const PlacedBody& a, const PlacedBody& b);
    void drop_unused();
};

void OnCollideTrees::Parts::divide(std::uint32_t body, CollidedNode& node)
{
    node.used_at = frame;
    if (node.children)
        return;
    cells.clear();
    trees[body]->divide(node, cells);
    for (const OnCollideTree::Asked& one : cells) {
        asked.push_back({body, one.cell.lower, one.cell.upper, one.is_grey, one.views});
        report.views += one.views;
        report.nodes_made += one.is_grey ? 1 : 0;
    }
}

/// Level by level, so that a node is divided when all that it overlaps on its level are known.
void OnCollideTrees::Parts::collide(const PlacedBody& a, const PlacedBody& b)
{
    std::vector<Met> met, below;
    const auto meet = [&](CollidedNode& node, CollidedNode& other, std::vector<Met>& into) {
        if (node.is_grey() && other.is_grey()
            && spheres_overlap(placed_sphere(node.cell, a.pose), placed_sphere(other.cell, b.pose)))
            into.push_back({&node, &other});
    };
    meet(trees[a.number]->root(), trees[b.number]->root(), met);
    for (std::uint32_t level = 0; level < options.levels && !met.empty(); ++level) {
        for (const Met& pair : met)
            divide(a.number, *pair.a);
        for (const Met& pair : met)
            divide(b.number, *pair.b);
        below.clear();
        for (const Met& pair : met)
            for (CollidedNode& child : *pair.a->children)
                for (CollidedNode& other : *pair.b->children)
                    meet(child, other, below);
        std::swap(met, below);
    }
    for (const Met& pair : met)
        pairs.push_back(
            {a.number, b.number, rounded_sphere(placed_sphere(pair.a->cell, a.pose)),
             rounded_sphere(placed_sphere(pair.b->cell, b.pose))});
}

void OnCollideTrees::Parts::drop_unused()
{
    if (frame <= options.drop_after)
        return;
    for (const auto& tree : trees)
        report.nodes_dropped += tree->drop_unused(frame - options.drop_after, frame);
}

OnCollideTrees::OnCollideTrees(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
OnCollideTrees::~OnCollideTrees() = default;
OnCollideTrees::OnCollideTrees(OnCollideTrees&&) noexcept = default;
OnCollideTrees& OnCollideTrees::operator=(OnCollideTrees&&) noexcept = default;

Result<OnCollideTrees> OnCollideTrees::create(const OnCollideOptions& options)
{
    return refused_if_memory_ends([&]() -> Result<OnCollideTrees> {
        auto parts = std::make_unique<Parts>();
        parts->options = options;
        parts->options.levels = std::min(options.levels, max_collided_levels);
        return OnCollideTrees(std::move(parts));
    });
}

Result<std::uint32_t> OnCollideTrees::add_body(TrianglesView triangles, PositionsView positions)
{
    return refused_if_memory_ends([&]() -> Result<std::uint32_t> {
        if (parts_ == nullptr)
            return moved_from_trees();
        if (auto error = check_layout(positions))
            return *error;
        Result<std::vector<TriangleIndices>> checked = check_triangles(triangles, positions.size());
        if (!checked)
            return checked.error();
        std::vector<Vec3> copied(positions.size());
        for (std::size_t vertex = 0; vertex < copied.size(); ++vertex)
            if (!is_finite(copied[vertex] = positions[vertex]))
                return refuse_coordinate(positions);
        parts_->trees.push_back(std::make_unique<OnCollideTree>(std::move(checked).value(), std::move(copied)));
        return static_cast<std::uint32_t>(parts_->trees.size() - 1);
    });
}

Result<OnCollideReport> OnCollideTrees::collide(std::span<const Pose> poses)
{
    return refused_if_memory_ends([&]() -> Result<OnCollideReport> {
        if (parts_ == nullptr)
            return moved_from_trees();
        Parts& parts = *parts_;
        if (poses.size() != parts.trees.size())
            return invalid_input(
                std::to_string(poses.size()) + " poses for " + std::to_string(parts.trees.size()) + " bodies");
        std::vector<Parts::PlacedBody> placed;
        for (std::uint32_t body = 0; body < poses.size(); ++body) {
            if (auto error = check_pose(poses[body]))
                return Error{error->code, "body " + std::to_string(body) + ": " + error->message};
            placed.push_back({RigidPose(poses[body]), body});
        }
        ++parts.frame;
        parts.report = {};
        parts.asked.clear();
        parts.pairs.clear();
        for (std::size_t a = 0; a < placed.size(); ++a)
            for (std::size_t b = a + 1; b < placed.size(); ++b)
                parts.collide(placed[a], placed[b]);
        parts.drop_unused();
        parts.report.asked = parts.asked;
        parts.report.pairs = parts.pairs;
        return parts.report;
    });
}

Result<const OnCollideTree*> OnCollideTrees::find(std::uint32_t body) const
{
    if (parts_ == nullptr)
        return moved_from_trees();
    if (body >= parts_->trees.size())
        return invalid_input(
            "there is no body " + std::to_string(body) + " among " + std::to_string(parts_->trees.size()));
    return parts_->trees[body].get();
}

Result<std::size_t> OnCollideTrees::node_count(std::uint32_t body) const
{
    return refused_if_memory_ends([&]() -> Result<std::size_t> {
        const Result<const OnCollideTree*> tree = find(body);
        if (!tree)
            return tree.error();
        std::size_t count = 0;
        tree.value()->for_each([&](const CollidedNode&, std::uint32_t) { ++count; });
        return count;
    });
}

Result<std::vector<Sphere>> OnCollideTrees::spheres(std::uint32_t body) const
{
    return refused_if_memory_ends([&]() -> Result<std::vector<Sphere>> {
        const Result<const OnCollideTree*> tree = find(body);
        if (!tree)
            return tree.error();
        std::vector<Sphere> spheres;
        tree.value()->for_each([&](const CollidedNode& node, std::uint32_t) {
            if (!node.children)
                spheres.push_back(rounded_sphere(placed_sphere(node.cell, RigidPose())));
        });
        return spheres;
    });
}

} // namespace tactus::papers
