// SPDX-License-Identifier: MIT
#include "tree/spheres/cell_tree.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/vector.h"
#include "scenes/random.h"
#include "scenes/shapes.h"

namespace tactus {
namespace {

struct Grown {
    scenes::ShapeMesh mesh;
    CellTree tree;

    explicit Grown(const char* shape, const structures::OnDemandSphereTree& options, std::uint32_t triangles = 500)
        : mesh(scenes::make_shape(shape, {.triangles = triangles}).value()),
          tree(mesh.triangles, mesh.positions, all_faces(mesh), options)
    {
        tree.begin_query(1);
    }

    static std::vector<std::uint32_t> all_faces(const scenes::ShapeMesh& mesh)
    {
        std::vector<std::uint32_t> faces(mesh.triangles.size());
        std::iota(faces.begin(), faces.end(), 0u);
        return faces;
    }
    Triangle triangle(std::uint32_t face) const
    {
        const auto [a, b, c] = mesh.triangles[face];
        return {mesh.positions[a], mesh.positions[b], mesh.positions[c]};
    }
    /// Divides everything that may be, a few faces at a time, and calls visit(node) for all nodes from the root down.
    template <class Visit>
    void for_each(std::uint32_t node, Visit visit)
    {
        while (!tree.divide(node, 7))
            continue;
        tree.use(node);
        visit(node);
        for (unsigned octant = 0; octant < 8 && tree.has_children(node); ++octant)
            if ((tree.node(node).child_mask >> octant & 1) != 0)
                for_each(tree.child(node, octant), visit);
    }
};

bool holds(const Sphere& sphere, Vec3 p)
{
    const double x = double(p.x) - sphere.centre.x, y = double(p.y) - sphere.centre.y,
                 z = double(p.z) - sphere.centre.z;
    return x * x + y * y + z * z <= double(sphere.radius) * sphere.radius;
}

bool holds(const Box& cell, Vec3 p)
{
    return cell.lower.x <= p.x && p.x <= cell.upper.x && cell.lower.y <= p.y && p.y <= cell.upper.y
           && cell.lower.z <= p.z && p.z <= cell.upper.z;
}

TEST(CellTrees, ListTheFacesWhoseMiddlesLieInACellAndNoOthers)
{
    for (const char* shape : {"bumpy_sphere", "sheet", "torus", "tool"})
        for (const bool cubic_root : {false, true}) {
            Grown grown(shape, {.levels = 4, .enough_triangles = 0, .cubic_root = cubic_root});
            std::size_t nodes = 0;
            grown.for_each(0, [&](std::uint32_t index) {
                const CellTree::Node& node = grown.tree.node(index);
                ++nodes;
                EXPECT_GT(node.own.size(), 0u);
                const std::set<std::uint32_t> listed(node.own.begin(), node.own.end());
                EXPECT_EQ(listed.size(), node.own.size()) << "each once";
                for (std::uint32_t face = 0; face < grown.mesh.triangles.size(); ++face) {
                    const Box box = box_of(grown.triangle(face));
                    const Vec3 middle = box.lower * 0.5f + box.upper * 0.5f;
                    EXPECT_TRUE(!listed.contains(face) || holds(node.cell, middle));
                    // On a face between two cells only one of them has it.
                    const Vec3 little = (node.cell.upper - node.cell.lower) * 1e-6f;
                    EXPECT_TRUE(
                        listed.contains(face) || !holds({node.cell.lower + little, node.cell.upper - little}, middle));
                }
                const Sphere sphere = grown.tree.sphere(index);
                for (unsigned k = 0; k < 8; ++k)
                    EXPECT_TRUE(holds(
                        sphere,
                        {k & 1 ? node.cell.upper.x : node.cell.lower.x, k & 2 ? node.cell.upper.y : node.cell.lower.y,
                         k & 4 ? node.cell.upper.z : node.cell.lower.z}));
            });
            EXPECT_EQ(nodes, grown.tree.counts().nodes);
            EXPECT_EQ(grown.tree.counts().levels, 4u);
            const Box& root = grown.tree.node(0).cell;
            const Vec3 sides = root.upper - root.lower;
            EXPECT_TRUE(cubic_root || root == grown.tree.node(0).own_box);
            if (cubic_root) {
                EXPECT_NEAR(sides.x, sides.y, 1e-5f * sides.x);
                EXPECT_NEAR(sides.x, sides.z, 1e-5f * sides.x);
            }
        }
}

TEST(CellTrees, GiveEveryFaceToOneChild)
{
    Grown grown("torus", {.levels = 5, .enough_triangles = 3});
    grown.for_each(0, [&](std::uint32_t index) {
        if (!grown.tree.has_children(index)) {
            EXPECT_TRUE(grown.tree.node(index).own.size() <= 3 || grown.tree.node(index).level == 5);
            return;
        }
        std::vector<std::uint32_t> below;
        for (unsigned octant = 0; octant < 8; ++octant) {
            const CellTree::Node& child = grown.tree.node(grown.tree.child(index, octant));
            below.insert(below.end(), child.own.begin(), child.own.end());
            for (const std::uint32_t face : child.own)
                EXPECT_EQ(include(child.own_box, box_of(grown.triangle(face))), child.own_box);
        }
        std::sort(below.begin(), below.end());
        std::vector<std::uint32_t> own(grown.tree.own(index).begin(), grown.tree.own(index).end());
        std::sort(own.begin(), own.end());
        EXPECT_EQ(below, own);
    });
}

TEST(CellTrees, StopWhereTheyAreAskedTo)
{
    const auto deepest = [](const structures::OnDemandSphereTree& options) {
        Grown grown("sphere", options, 2000);
        std::uint32_t level = 0;
        float smallest = 1e30f, thinnest = 1e30f;
        grown.for_each(0, [&](std::uint32_t index) {
            level = std::max<std::uint32_t>(level, grown.tree.node(index).level);
            smallest = std::min(smallest, grown.tree.node(index).cell.upper.x - grown.tree.node(index).cell.lower.x);
            thinnest = std::min(thinnest, 2.0f * grown.tree.sphere(index).radius);
        });
        return std::array<float, 3>{float(level), smallest, thinnest};
    };
    EXPECT_EQ(deepest({.levels = 0})[0], 0.0f);
    EXPECT_EQ(deepest({.levels = 3, .enough_triangles = 0})[0], 3.0f);
    const auto by_size = deepest({.levels = 12, .smallest_cell = 0.3f, .enough_triangles = 0});
    EXPECT_GT(by_size[1], 0.14f);
    EXPECT_LE(by_size[1], 0.3f);
    const auto by_error = deepest({.levels = 12, .error = 0.5f, .enough_triangles = 0});
    EXPECT_GT(by_error[2], 0.24f);
    EXPECT_LE(by_error[2], 0.5f);
}

TEST(CellTrees, DropTheLeastRecentlyUsedUnderACeiling)
{
    Grown grown("torus", {.levels = 4, .enough_triangles = 0, .max_bytes = 30'000}, 800);
    std::vector<std::uint32_t> order;
    std::uint64_t query = 1;
    scenes::Random random(3);
    for (int round = 0; round < 300; ++round) {
        grown.tree.begin_query(++query);
        // Down to somewhere.
        for (std::uint32_t node = 0;;) {
            grown.tree.use(node);
            while (!grown.tree.divide(node, 100))
                continue;
            if (!grown.tree.has_children(node))
                break;
            EXPECT_LE(grown.tree.counts().bytes, 30'000u);
            std::vector<std::uint32_t> children;
            for (unsigned octant = 0; octant < 8; ++octant)
                if ((grown.tree.node(node).child_mask >> octant & 1) != 0)
                    children.push_back(grown.tree.child(node, octant));
            node = children[std::size_t(random.between(0.0, double(children.size()) - 1e-9))];
        }
    }
    EXPECT_GT(grown.tree.counts().dropped, 100u);
    EXPECT_EQ(grown.tree.counts().made - grown.tree.counts().dropped, grown.tree.counts().nodes);
    // What nobody comes to any more goes.
    Grown aged("torus", {.levels = 3, .enough_triangles = 0, .drop_after = 5}, 800);
    aged.for_each(0, [](std::uint32_t) {});
    const std::uint32_t all = aged.tree.counts().nodes;
    for (std::uint64_t later = 2; later < 60; ++later)
        aged.tree.begin_query(later);
    EXPECT_GT(all, 100u);
    EXPECT_EQ(aged.tree.counts().nodes, 1u);
    EXPECT_EQ(aged.tree.counts().bytes, 0u);
}

} // namespace
} // namespace tactus
