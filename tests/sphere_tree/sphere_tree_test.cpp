// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/containment.h"
#include "sphere_tree/sphere_judge.h"

namespace tactus::sphere_judge {
namespace {

// Distance from a triangle, by going downhill over its points: slow, and independent of the builder.
double distance_from(Point p, Point a, Point b, Point c, int depth)
{
    if (depth == 0)
        return std::sqrt(std::min({squared_distance(p, a), squared_distance(p, b), squared_distance(p, c)}));
    const Point ab = halfway(a, b), bc = halfway(b, c), ca = halfway(c, a);
    const Point corners[4][3] = {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}};
    double least = 1e300;
    int best = 0;
    for (int k = 0; k < 4; ++k) {
        const Point m = halfway(corners[k][0], halfway(corners[k][1], corners[k][2]));
        const double here = squared_distance(p, m);
        if (here < least) {
            least = here;
            best = k;
        }
    }
    return distance_from(p, corners[best][0], corners[best][1], corners[best][2], depth - 1);
}

double distance_from(const Mesh& mesh, Vec3 p)
{
    double least = 1e300;
    for (const TriangleIndices& t : mesh.triangles)
        least = std::min(
            least,
            distance_from(
                point(p), point(mesh.positions[t[0]]), point(mesh.positions[t[1]]), point(mesh.positions[t[2]]), 8));
    return least;
}

// Points on and in a sphere, in directions of a fixed sequence.
std::vector<Vec3> points_in(const Sphere& sphere, int count)
{
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        const double z = 1.0 - 2.0 * (i + 0.5) / count, angle = 2.399963 * i, flat = std::sqrt(1.0 - z * z);
        const double radius = sphere.radius * (i % 4 == 3 ? 0.8 : 1.0) * (1.0 - 1e-6);
        points.push_back(
            {float(sphere.centre.x + radius * flat * std::cos(angle)),
             float(sphere.centre.y + radius * flat * std::sin(angle)), float(sphere.centre.z + radius * z)});
    }
    return points;
}

void expect_a_tree(const SphereTree& tree, const Mesh& mesh, std::uint32_t branch)
{
    ASSERT_GE(tree.first_of_level.size(), 2u);
    ASSERT_EQ(tree.first_of_level.back(), tree.nodes.size());
    std::vector<std::uint8_t> is_listed(mesh.triangles.size(), 0);
    for (std::uint32_t n = 0; n < tree.nodes.size(); ++n) {
        const SphereNode& node = tree.nodes[n];
        EXPECT_LE(node.child_count, branch);
        EXPECT_EQ(n == 0, node.parent == UINT32_MAX);
        for (std::uint32_t k = 0; k < node.child_count; ++k)
            EXPECT_EQ(tree.nodes[node.first_child + k].parent, n);
        if (node.child_count == 0) {
            EXPECT_GT(node.triangle_count, 0u);
            for (std::uint32_t k = 0; k < node.triangle_count; ++k)
                is_listed[tree.triangles[node.first_triangle + k]] = 1;
        }
    }
    EXPECT_EQ(std::count(is_listed.begin(), is_listed.end(), 0), 0);
}

TEST(SphereTree, EveryLevelCoversTheSurface)
{
    const Mesh mesh = bumpy_body();
    for (const SphereMethod method :
         {SphereMethod::medial, SphereMethod::merge, SphereMethod::burst, SphereMethod::expand, SphereMethod::octree,
          SphereMethod::adaptive}) {
        const SphereTree tree = make_tree(mesh, {.levels = 2, .branch = 6, .method = method}).value();
        EXPECT_TRUE(tree.closed);
        expect_a_tree(tree, mesh, 6);
        for (std::uint32_t level = 0; level <= 2; ++level)
            EXPECT_TRUE(is_covered(mesh, spheres_of_level(tree, level))) << int(method) << " level " << level;
    }
}

TEST(SphereTree, TheJudgeSeesAGap)
{
    const Mesh mesh = bumpy_body();
    std::vector<SphereNode> spheres = spheres_of_level(make_tree(mesh, {.levels = 1}).value(), 1);
    ASSERT_TRUE(is_covered(mesh, spheres));
    for (SphereNode& node : spheres)
        node.sphere.radius *= 0.99f;
    EXPECT_FALSE(is_covered(mesh, spheres));
}

TEST(SphereTree, EveryNodeHoldsWhatItsLeavesHold)
{
    const Mesh mesh = bumpy_body();
    const SphereTree tree = make_tree(mesh, {.levels = 2, .branch = 4}).value();
    // With the leaves of one subtree put in the place of its root, nothing is uncovered either.
    for (std::uint32_t n = tree.first_of_level[1]; n < tree.first_of_level[2]; ++n) {
        std::vector<SphereNode> mixed;
        for (std::uint32_t other = tree.first_of_level[1]; other < tree.first_of_level[2]; ++other)
            if (other != n)
                mixed.push_back(tree.nodes[other]);
        for (std::uint32_t k = 0; k < tree.nodes[n].child_count; ++k)
            mixed.push_back(tree.nodes[tree.nodes[n].first_child + k]);
        EXPECT_TRUE(is_covered(mesh, mixed));
    }
}

TEST(SphereTree, NoSampleStandsOutFartherThanCertified)
{
    const Mesh mesh = bumpy_body();
    for (const SphereQuality quality : {SphereQuality::fast, SphereQuality::best}) {
        const SphereTree tree = make_tree(mesh, {.levels = 1, .quality = quality}).value();
        double closest = 0.0;
        for (const SphereNode& node : tree.nodes)
            for (const Vec3 p : points_in(node.sphere, 120)) {
                if (containment(p, mesh.triangles, mesh.positions).inside())
                    continue;
                // What the plain search finds may be a little too far.
                const double found = distance_from(mesh, p) - 0.02;
                EXPECT_LE(found, node.error);
                closest = std::max(closest, found / node.error);
            }
        EXPECT_GT(closest, 0.7);
    }
}

float worst_of_level(const SphereTree& tree, std::uint32_t level)
{
    float worst = 0.0f;
    for (const SphereNode& node : spheres_of_level(tree, level))
        worst = std::max(worst, node.error);
    return worst;
}

void expect_finer_levels_to_stand_out_less(const SphereTree& tree, std::uint32_t levels)
{
    EXPECT_EQ(tree.first_of_level.size(), levels + 2);
    for (std::uint32_t level = 1; level <= levels; ++level)
        EXPECT_LT(worst_of_level(tree, level), 0.8f * worst_of_level(tree, level - 1)) << "level " << level;
}

TEST(SphereTree, FinerLevelsStandOutLess)
{
    expect_finer_levels_to_stand_out_less(make_tree(bumpy_body(), {.levels = 3, .branch = 4}).value(), 3);
}

// The diagonal of the body's box is five metres long.
TEST(SphereTree, FinerLevelsOfTheAdaptiveMedialAxisStandOutLess)
{
    const auto levels = std::uint32_t(on_most_days(2, 3));
    const SphereTree tree =
        make_tree(bumpy_body(), {.levels = levels, .branch = 4, .method = SphereMethod::adaptive}).value();
    expect_finer_levels_to_stand_out_less(tree, levels);
    EXPECT_LT(worst_of_level(tree, 1), 0.7f);
    EXPECT_LT(worst_of_level(tree, 2), 0.38f);
}

TEST(SphereTree, FewLargeTrianglesAreCutUntilEveryLevelIsBetter)
{
    const Mesh cube = {
        {{0, 2, 1},
         {0, 3, 2},
         {4, 5, 6},
         {4, 6, 7},
         {0, 1, 5},
         {0, 5, 4},
         {1, 2, 6},
         {1, 6, 5},
         {2, 3, 7},
         {2, 7, 6},
         {3, 0, 4},
         {3, 4, 7}},
        {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
    const SphereTree tree = make_tree(cube, {.levels = 3}).value();
    ASSERT_EQ(tree.first_of_level.size(), 5u);
    float before = 1e30f;
    std::size_t fewest = 1;
    for (std::uint32_t level = 0; level <= 3; ++level, fewest *= 8) {
        const std::vector<SphereNode> spheres = spheres_of_level(tree, level);
        EXPECT_GE(spheres.size(), fewest - fewest / 8);
        EXPECT_TRUE(is_covered(cube, spheres));
        float worst = 0.0f;
        for (const SphereNode& node : spheres)
            worst = std::max(worst, node.error);
        EXPECT_LT(worst, 0.8f * before);
        before = worst;
    }
}

TEST(SphereTree, LayeredSpheresLieInsideTheirParents)
{
    const SphereTree tree = make_tree(bumpy_body(), {.levels = 2, .layered = true}).value();
    for (std::size_t n = 1; n < tree.nodes.size(); ++n) {
        const Sphere& child = tree.nodes[n].sphere;
        const Sphere& parent = tree.nodes[tree.nodes[n].parent].sphere;
        const double apart = std::sqrt(squared_distance(point(child.centre), point(parent.centre)));
        EXPECT_LE(apart * (1.0 + 0x1p-50) + child.radius, parent.radius);
    }
}

TEST(SphereTree, InnerSpheresAreInside)
{
    const Mesh mesh = bumpy_body();
    const SphereTree tree = make_tree(mesh, {.levels = 1, .inner = true}).value();
    int found = 0;
    for (const SphereNode& node : tree.nodes) {
        if (node.inner.radius < 0.0f)
            continue;
        ++found;
        for (const Vec3 p : points_in(node.inner, 60))
            EXPECT_TRUE(containment(p, mesh.triangles, mesh.positions).inside());
    }
    EXPECT_GT(found, 4);
    const SphereTree without = make_tree(mesh, {.levels = 1}).value();
    for (const SphereNode& node : without.nodes)
        EXPECT_LT(node.inner.radius, 0.0f);
}

TEST(SphereTree, GivesUpWhenToldSo)
{
    const auto expect_cancelled = [](SphereMethod method, double limit) {
        int later = 0;
        const auto tree = make_tree(bumpy_body(), {.levels = 1, .method = method, .progress = [&](double done) {
                                                       later += done >= limit ? 1 : 0;
                                                       return done < limit;
                                                   }});
        ASSERT_FALSE(tree.ok());
        EXPECT_EQ(tree.error().code, ErrorCode::cancelled);
        EXPECT_EQ(later, 1);
    };
    for (const double limit : {0.0, 0.1, 0.5, 1.0})
        expect_cancelled(SphereMethod::medial, limit);
    // Between the nodes of a level, too.
    expect_cancelled(SphereMethod::adaptive, 0.6);
}

TEST(SphereTree, EveryBranchAndNumberOfLevelsWorks)
{
    const Mesh mesh = star_body(6, 8, [](double, double) { return 1.0; });
    for (std::uint32_t branch = 2; branch <= 8; ++branch) {
        const SphereTree tree = make_tree(mesh, {.levels = 1 + branch % 2, .branch = branch}).value();
        expect_a_tree(tree, mesh, branch);
        EXPECT_TRUE(is_covered(mesh, spheres_of_level(tree, 2)));
    }
    for (const std::uint32_t levels : {0u, 5u}) {
        const SphereTree tree = make_tree(mesh, {.levels = levels, .branch = 2}).value();
        EXPECT_EQ(tree.first_of_level.size(), levels + 2);
        EXPECT_TRUE(is_covered(mesh, spheres_of_level(tree, levels)));
    }
}

TEST(SphereTree, NodesThatAreGoodEnoughHaveNoChildren)
{
    const Mesh mesh = bumpy_body();
    const double limit = 0.25;
    const SphereTree tree = make_tree(mesh, {.levels = 3, .branch = 4, .max_error = limit}).value();
    EXPECT_TRUE(is_covered(mesh, spheres_of_level(tree, 3)));
    EXPECT_LT(tree.nodes.size(), 1u + 4u + 16u + 64u);
    for (const SphereNode& node : spheres_of_level(tree, 2))
        EXPECT_TRUE(node.error <= limit || node.child_count > 0);
}

TEST(SphereTree, HasAsManyLevelsAsAnErrorTakes)
{
    const Mesh mesh = bumpy_body();
    double before = 0.0;
    for (const double limit : {0.3, 0.1}) {
        const SphereTree tree = make_tree(mesh, {.levels = 8, .max_error = limit}).value();
        EXPECT_LT(tree.first_of_level.size(), 7u);
        for (const SphereNode& node : tree.nodes)
            EXPECT_TRUE(node.error <= limit || node.child_count > 0) << node.error << " of " << limit;
        EXPECT_GT(double(tree.nodes.size()), before);
        before = double(tree.nodes.size());
    }
}

TEST(SphereSet, HasNoMoreSpheresThanAskedFor)
{
    const Mesh mesh = bumpy_body();
    float before = 1e30f;
    for (const std::uint32_t count : {1u, 5u, 40u}) {
        const SphereTree set = make_sphere_set({mesh.triangles, mesh.positions}, count).value();
        const std::vector<SphereNode> spheres = spheres_of_level(set, 1);
        EXPECT_LE(spheres.size(), count);
        EXPECT_TRUE(is_covered(mesh, spheres));
        float worst = 0.0f;
        for (const SphereNode& node : spheres)
            worst = std::max(worst, node.error);
        EXPECT_LT(worst, before);
        before = worst;
    }
    EXPECT_FALSE(make_sphere_set({mesh.triangles, mesh.positions}, 0).ok());
}

} // namespace
} // namespace tactus::sphere_judge
