// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "hierarchy/spherical_octree_cases.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/pairs/elementary_pairs.h"
#include "tree/octree/pairs/leaf_pairs.h"
#include "tree/octree/refit/octree_refit.h"

namespace tactus {
namespace {

using namespace octree_cases;

/// The body bent, stretched and shaken: different in every frame, and by more and more.
std::vector<Vec3> deformed(const std::vector<Vec3>& rest, int frame)
{
    scenes::Random random(77, std::uint64_t(frame));
    const double bend = 0.15 * frame;
    std::vector<Vec3> now;
    for (const Vec3 p : rest) {
        const scenes::Pose turn = scenes::turned({0, 0, 1}, 0.03 * frame + bend * double(p.z) * 0.2);
        const scenes::Point q =
            turn({double(p.x) * (1.0 + 0.1 * frame), double(p.y), double(p.z) + bend * double(p.x) * double(p.x)});
        now.push_back(scenes::rounded(q + random.in_cube() * 0.01 + scenes::Point{0.3 * frame, 0.0, 0.0}));
    }
    return now;
}

struct MaterialPoint {
    std::uint32_t face = 0;
    double u = 0.0;
    double v = 0.0;

    DoubleVector at(const Surface& s, const std::vector<Vec3>& positions) const
    {
        const TriangleIndices& t = s.triangles[face];
        return to_double(positions[t[0]]) * (1.0 - u - v) + to_double(positions[t[1]]) * u
               + to_double(positions[t[2]]) * v;
    }
};

std::vector<MaterialPoint> material_points(const Surface& s, int per_face)
{
    scenes::Random random(5);
    std::vector<MaterialPoint> points;
    for (std::uint32_t f = 0; f < s.triangles.size(); ++f) {
        points.insert(points.end(), {{f, 0.0, 0.0}, {f, 1.0, 0.0}, {f, 0.0, 1.0}});
        for (int i = 0; i < per_face; ++i) {
            const double u = random.uniform();
            points.push_back({f, u, (1.0 - u) * random.uniform()});
        }
    }
    return points;
}

bool is_in(const NodeSphere& sphere, DoubleVector p, double wider = 0.0)
{
    const DoubleVector off = p - to_double(sphere.centre);
    return std::sqrt(dot(off, off)) <= (double(sphere.radius) + wider) * (1.0 + 1e-14);
}

/// Whether a point is in the cell that a sphere of the tree was put around. Spheres above the last level have more room
/// than their cells need, so that they hold those below them.
bool is_in_cell(const NodeSphere& sphere, double more_room, DoubleVector p)
{
    const DoubleVector off = p - to_double(sphere.centre);
    const double half_side = (double(sphere.radius) - more_room) / std::sqrt(3.0);
    return std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) <= half_side;
}

double largest_coordinate(const Surface& s)
{
    float largest = 0.0f;
    for (const Vec3 p : s.positions)
        largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return double(largest);
}

std::vector<NodeSphere> rest_spheres(const SphericalOctree& tree)
{
    std::vector<NodeSphere> spheres(tree.node_count());
    spheres[0] = tree.root_sphere();
    for (std::uint32_t index = 0; index < tree.node_count(); ++index)
        for (unsigned octant = 0; octant < 8; ++octant)
            if (tree.node(index).child_mask >> octant & 1u)
                spheres[tree.node(index).child(octant)] = tree.children(tree.node(index))[octant];
    return spheres;
}

TEST(OctreeRefit, ANodeCoversTheSurfaceThatLayInItsCell)
{
    for (const NamedSurface& named : bodies())
        for (const std::uint32_t levels : {0u, 2u, 4u}) {
            const Surface& s = named.surface;
            const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = levels});
            const std::vector<NodeSphere> cells = rest_spheres(tree);
            const std::vector<MaterialPoint> points = material_points(s, int(cases(3)));
            OctreeRefit live(tree, s.triangles, s.positions);
            std::size_t checked = 0;
            for (int frame = 1; frame <= 3; ++frame) {
                const std::vector<Vec3> now = deformed(s.positions, frame);
                live.set_positions(now);
                for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
                    // Some nodes stay out of date for a frame or two.
                    const bool is_visited = (node + std::uint32_t(frame)) % 3 != 0;
                    const double more_room = largest_coordinate(s) * 0x1p-22 * 3.0 * (levels - tree.node(node).level);
                    if (is_visited) {
                        live.refit(node);
                        ASSERT_TRUE(live.is_fresh(node));
                        ASSERT_EQ(live.moved_since(node), 0.0);
                    }
                    for (const MaterialPoint& point : points)
                        if (is_in_cell(cells[node], more_room, point.at(s, s.positions))) {
                            ++checked;
                            ASSERT_TRUE(is_in(live.last_sphere(node), point.at(s, now), live.moved_since(node)))
                                << named.name << ", levels " << levels << ", frame " << frame << ", node " << node;
                        }
                }
            }
            EXPECT_GE(checked, points.size());
        }
}

TEST(OctreeRefit, ABodyThatOnlyMovesKeepsItsSpheres)
{
    const Surface s = shape("bumpy_sphere", 320);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 5});
    OctreeRefit live(tree, s.triangles, s.positions);
    live.set_positions(surfaces::moved(s, {4.0f, -2.0f, 8.0f}).positions);
    const std::vector<NodeSphere> cells = rest_spheres(tree);
    for (std::uint32_t node = 0; node < tree.node_count(); ++node)
        ASSERT_LE(live.refit(node).radius, cells[node].radius * 1.001f + 1e-5f);
}

TEST(OctreeRefit, SamePositionsLeaveEveryNodeUpToDate)
{
    const Surface s = shape("torus", 300);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 3});
    OctreeRefit live(tree, s.triangles, s.positions);
    live.set_positions(s.positions);
    for (std::uint32_t node = 0; node < tree.node_count(); ++node)
        live.refit(node);
    EXPECT_EQ(live.refit_count(), 0u);
    EXPECT_GT(live.bytes(), 0u);
}

TEST(OctreeRefit, SearchesFindEveryContactOfDeformingBodies)
{
    const Surface a = shape("bumpy_sphere", 320), b = shape("cube_lattice", 96);
    struct Frame {
        std::vector<Vec3> a;
        std::vector<Vec3> b;
        RigidPose pose;
        ContactSets expected;
    };
    std::vector<Frame> frames;
    std::size_t contact_count = 0;
    for (int frame = 1; frame <= 3; ++frame) {
        // In one frame the second body only moves.
        Frame f = {deformed(a.positions, frame), deformed(b.positions, std::min(frame, 2)), {}, {}};
        f.pose = pose_of(scenes::turned({0.6, 0.0, 0.8}, 0.1, {0.2 - 0.1 * frame, 0.2, -0.4}));
        f.expected = contacts(a, f.a, b, posed(f.b, f.pose), 0.12f);
        contact_count += f.expected.size();
        frames.push_back(std::move(f));
    }
    EXPECT_GT(contact_count, 200u);

    LeafPairSearch search;
    ElementaryPairs elementary;
    for (const std::uint32_t levels : {0u, 2u, 4u, 5u})
        for (const std::uint32_t enough : {0u, 16u})
            for (const OctreeOrder order : {OctreeOrder::leaves_then_reverse, OctreeOrder::both_at_once}) {
                const OctreeDepth depth = {.levels = levels, .enough_features = enough};
                const SphericalOctree tree_a = build_octree(a.triangles, a.positions, depth);
                const SphericalOctree tree_b = build_octree(b.triangles, b.positions, depth);
                OctreeRefit live_a(tree_a, a.triangles, a.positions), live_b(tree_b, b.triangles, b.positions);
                for (const Frame& frame : frames) {
                    live_a.set_positions(frame.a);
                    live_b.set_positions(frame.b);
                    search.find({&tree_a, {}, &live_a}, {&tree_b, frame.pose, &live_b}, 0.12f, order);
                    elementary.collect(tree_a, tree_b, search.pairs());
                    const PairSet vf(elementary.vertex_face().begin(), elementary.vertex_face().end());
                    const PairSet fv(elementary.face_vertex().begin(), elementary.face_vertex().end());
                    const PairSet ee(elementary.edge_edge().begin(), elementary.edge_edge().end());
                    EXPECT_TRUE(std::ranges::includes(vf, frame.expected.vertex_face)) << levels << " levels";
                    EXPECT_TRUE(std::ranges::includes(fv, frame.expected.face_vertex)) << levels << " levels";
                    EXPECT_TRUE(std::ranges::includes(ee, frame.expected.edge_edge)) << levels << " levels";
                }
            }
}

TEST(OctreeRefit, OnlyVisitedNodesAreBroughtUpToDate)
{
    const Surface s = shape("bumpy_sphere", 5120), tool = shape("tool", 64);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 5});
    const SphericalOctree tree_of_tool = build_octree(tool.triangles, tool.positions, {.levels = 3});
    OctreeRefit live(tree, s.triangles, s.positions);
    std::vector<Vec3> now = s.positions;
    for (Vec3& p : now)
        p.x *= 1.05f;
    live.set_positions(now);
    RigidPose pose;
    pose.position = {0.0, 0.0, 5.0};
    LeafPairSearch search;
    search.find({&tree, {}, &live}, {&tree_of_tool, pose}, 0.0, OctreeOrder::both_at_once);
    EXPECT_TRUE(search.pairs().empty());
    EXPECT_EQ(live.refit_count(), 1u) << "the root";
    pose.position = {0.0, 0.0, 0.95};
    search.find({&tree, {}, &live}, {&tree_of_tool, pose}, 0.0, OctreeOrder::both_at_once);
    EXPECT_FALSE(search.pairs().empty());
    EXPECT_GT(live.refit_count(), 10u);
    EXPECT_LT(live.refit_count(), tree.node_count() / 10);
    const std::uint64_t once = live.refit_count();
    search.find({&tree, {}, &live}, {&tree_of_tool, pose}, 0.0, OctreeOrder::both_at_once);
    EXPECT_EQ(live.refit_count(), once) << "nothing has moved since";
}

} // namespace
} // namespace tactus
