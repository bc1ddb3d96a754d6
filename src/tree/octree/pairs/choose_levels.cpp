// SPDX-License-Identifier: MIT
// The cost of a search is the number of its node tests plus the number of what its leaves are compared by, boxes of
// faces or, in the paper, elementary tests, each times what one costs:
//
//     cost(levels) = node_test * node_tests(levels) + box_test * box_tests(levels)
//                    + elementary_test * elementary_tests(levels).
//
// A level more cuts the surface into four times as many cells, so the first term grows by up to four; the cells' lists,
// and with them the tests of a touching part, shrink by up to sixteen (pairs per leaf) against four times the leaves,
// until cells are smaller than features: then they hardly shrink at all. The sum therefore falls, has one optimum, and
// rises. That is the curve of the paper's Figure 4, and why the optimum is deeper for finer bodies.
//
// All terms are counted and not guessed: the body is pressed against a turned copy of itself, in a few directions, and
// searched as it will be later, with one level more each time until node tests alone cost more than the best so far.
#include "tree/octree/pairs/choose_levels.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "mesh/removed_triangle.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/octree/pairs/elementary_pairs.h"
#include "tree/octree/pairs/leaf_pairs.h"
#include "tree/rigid_pose.h"

namespace tactus {
namespace {

/// A body and a posed copy of itself, for which is counted how many boxes would be compared at the leaves of two trees.
class BoxRehearsal {
public:
    BoxRehearsal(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const RigidPose& pose);

    /// Each leaf pair's faces are taken one by one, those of both sides that reach into what both spheres hold are
    /// compared with each other, and a pair of leaves by itself counts as eight.
    std::uint64_t count_boxes(
        const SphericalOctree& tree, std::span<const LeafPair> leaves, std::span<const LeafSpheres> spheres) const;

private:
    RigidPose pose_;
    std::vector<Box> own_;   ///< of faces
    std::vector<Box> posed_; ///< of the copy's faces
    Box region_;             ///< where both bodies' boxes are
};

constexpr std::uint64_t boxes_per_leaf_pair = 8;

Box box_around(const NodeSphere& sphere, Vec3 centre)
{
    const Vec3 reach = {sphere.radius, sphere.radius, sphere.radius};
    return {centre - reach, centre + reach};
}

std::uint64_t reaching(std::span<const std::uint32_t> faces, std::span<const Box> boxes, const Box& window)
{
    std::uint64_t count = 0;
    for (const std::uint32_t face : faces)
        count += overlap(boxes[face], window) ? 1 : 0;
    return count;
}

BoxRehearsal::BoxRehearsal(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const RigidPose& pose)
    : pose_(pose)
{
    std::vector<Vec3> posed(positions.size());
    pose_vertices(pose, positions, posed.data());
    Box all_own, all_posed;
    for (const TriangleIndices& corners : triangles) {
        Box own, its; // of a removed triangle empty
        for (const std::uint32_t vertex : is_removed(corners) ? std::span<const std::uint32_t>{} : std::span(corners)) {
            own = include(own, positions[vertex]);
            its = include(its, posed[vertex]);
        }
        own_.push_back(own);
        posed_.push_back(its);
        all_own = include(all_own, own);
        all_posed = include(all_posed, its);
    }
    region_ = intersection(all_own, all_posed);
}

std::uint64_t BoxRehearsal::count_boxes(
    const SphericalOctree& tree, std::span<const LeafPair> leaves, std::span<const LeafSpheres> spheres) const
{
    std::uint64_t count = boxes_per_leaf_pair * leaves.size();
    for (std::size_t k = 0; k < leaves.size(); ++k) {
        const Box around_a = box_around(spheres[k].a, spheres[k].a.centre);
        const Box around_b = box_around(spheres[k].b, to_float(pose_(to_double(spheres[k].b.centre))));
        const Box window = intersection(region_, intersection(around_a, around_b));
        if (is_empty(window))
            continue;
        const std::span<const std::uint32_t> faces_a = tree.features(leaves[k].a).faces;
        const std::span<const std::uint32_t> faces_b = tree.features(leaves[k].b).faces;
        const std::uint64_t near_b = reaching(faces_b, posed_, window);
        count += faces_b.size();
        if (near_b > 0)
            count += faces_a.size() + near_b * reaching(faces_a, own_, window);
    }
    return count;
}

/// How deep the copy is pressed in, as a share of the distance between the two bodies' origins.
constexpr double press = 0.05;

/// A tree of few levels does well against its like, but of a fine one that meets it, all leaves are compared with what
/// is hardly parted. So a body of many faces has fewer levels than these only if deeper trees cost more than so many
/// times as much.
constexpr std::uint32_t least_that_parts = 3;
constexpr double hardly_more = 1.7;
constexpr std::size_t many_faces = 1024;

/// Leaf pairs that name more elementary pairs than this are not looked at one by one.
constexpr std::uint64_t max_counted = 1u << 21;

/// Trees with more leaves than this are too large to be worth trying.
constexpr std::uint32_t max_leaves_per_face = 64;

/// The rotation of the quaternion (4, 1, 2, 2) / 5: along no axis of the body, and of fractions.
constexpr std::array<DoubleVector, 3> turned_axes = {
    {{9.0 / 25.0, 20.0 / 25.0, -12.0 / 25.0},
     {-12.0 / 25.0, 15.0 / 25.0, 16.0 / 25.0},
     {20.0 / 25.0, 0.0, 15.0 / 25.0}}};

/// Directions that are no axis of a cell either.
constexpr DoubleVector directions[] = {{1.0, 0.25, -0.5}, {-0.25, 1.0, 0.5}, {0.5, -0.375, 1.0}, {-1.0, -0.75, 0.625}};

DoubleVector
farthest_along(DoubleVector direction, std::span<const std::uint32_t> vertices, std::span<const Vec3> positions)
{
    DoubleVector best = to_double(positions[vertices[0]]);
    for (const std::uint32_t v : vertices) {
        const DoubleVector p = to_double(positions[v]);
        if (dot(p, direction) > dot(best, direction))
            best = p;
    }
    return best;
}

/// Where a turned copy touches the body at its outermost vertex in a direction, and then is pressed in.
RigidPose pressed_pose(DoubleVector direction, std::span<const std::uint32_t> vertices, std::span<const Vec3> positions)
{
    RigidPose pose;
    pose.axes = turned_axes;
    const DoubleVector back = direction * -1.0;
    const DoubleVector own = farthest_along(direction, vertices, positions);
    const DoubleVector its = farthest_along(
        {dot(pose.axes[0], back), dot(pose.axes[1], back), dot(pose.axes[2], back)}, vertices, positions);
    pose.position = (own - pose(its)) * (1.0 - press);
    return pose;
}

std::uint64_t
count_elementary(const SphericalOctree& tree, std::span<const LeafPair> pairs, ElementaryPairs& elementary)
{
    std::uint64_t sum = 0;
    for (const LeafPair& pair : pairs) {
        const LeafFeatures a = tree.features(pair.a), b = tree.features(pair.b);
        sum += std::uint64_t{a.vertices.size()} * b.faces.size() + std::uint64_t{a.faces.size()} * b.vertices.size()
               + std::uint64_t{a.edges.size()} * b.edges.size();
    }
    if (sum > max_counted)
        return sum;
    elementary.count(tree, tree, pairs);
    return elementary.elementary_tests();
}

} // namespace

ChosenOctree
choose_levels(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const LevelWeights& weights)
{
    const FeatureLists lists = make_feature_lists(triangles, positions.size());
    ChosenOctree chosen{build_octree(triangles, positions, lists, {.levels = 0}), 0, {}};
    if (lists.vertices.empty())
        return chosen;
    std::vector<RigidPose> poses;
    std::vector<BoxRehearsal> rehearsals;
    for (const DoubleVector& direction : directions) {
        poses.push_back(pressed_pose(direction, lists.vertices, positions));
        rehearsals.emplace_back(triangles, positions, poses.back());
    }

    LeafPairSearch search;
    ElementaryPairs elementary;
    double best = 0.0;
    std::uint32_t leaf_count = 0;
    for (std::uint32_t levels = 0; levels <= OctreeDepth::most_levels; ++levels) {
        SphericalOctree tree = build_octree(triangles, positions, lists, {.levels = levels});
        if (tree.leaf_count() == leaf_count || tree.leaf_count() / max_leaves_per_face > triangles.size())
            break;
        leaf_count = tree.leaf_count();
        LevelCost cost{levels, 0.0, 0.0, 0.0};
        const double share = 1.0 / static_cast<double>(poses.size());
        for (std::size_t k = 0; k < poses.size(); ++k) {
            search.find({&tree, {}}, {&tree, poses[k]}, 0.0, weights.order);
            cost.node_tests += static_cast<double>(search.node_tests()) * share;
            if (weights.box_test > 0.0)
                cost.box_tests +=
                    static_cast<double>(rehearsals[k].count_boxes(tree, search.pairs(), search.spheres())) * share;
            if (weights.elementary_test > 0.0)
                cost.elementary_tests +=
                    static_cast<double>(count_elementary(tree, search.pairs(), elementary)) * share;
        }
        chosen.tried.push_back(cost);
        const double sum = weights.node_test * cost.node_tests + weights.box_test * cost.box_tests
                           + weights.elementary_test * cost.elementary_tests;
        const std::uint32_t least = triangles.size() > many_faces ? least_that_parts : 0;
        // The best of the deep ones takes the place of a shallow one that is hardly better.
        const double most = levels >= least && chosen.levels < least ? hardly_more * best : best;
        if (levels == 0 || sum < most) {
            best = sum;
            chosen.tree = std::move(tree);
            chosen.levels = levels;
        }
        // Node tests only grow: where they alone cost more, no deeper tree can be better.
        if (weights.node_test * cost.node_tests >= (chosen.levels < least ? hardly_more * best : best))
            break;
    }
    return chosen;
}

} // namespace tactus
