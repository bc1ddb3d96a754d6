// SPDX-License-Identifier: MIT
#include "tree/clusters/order/spatial_order.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/spatial_order.h"
#include "geometry/box.h"
#include "hierarchy/surfaces.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

using surfaces::is_permutation_of_all;

/// Small triangles, each at a point of its own.
struct Cloud {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    void add(Vec3 at, float size)
    {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), {at, {at.x + size, at.y, at.z}, {at.x, at.y + size, at.z}});
        triangles.push_back({first, first + 1, first + 2});
    }
};

Cloud cloud_of(std::size_t count, std::uint64_t seed, float scale = 1.0f)
{
    scenes::Random random(seed);
    Cloud cloud;
    for (std::size_t k = 0; k < count; ++k) {
        const scenes::Point p = random.in_cube();
        cloud.add({float(p.x) * scale, float(p.y) * scale, float(p.z) * scale}, 1e-3f * scale);
    }
    return cloud;
}

double volume_of_runs(const Cloud& cloud, const std::vector<std::uint32_t>& order, std::size_t run)
{
    double volume = 0.0;
    for (std::size_t begin = 0; begin < order.size(); begin += run) {
        Box box;
        for (std::size_t k = begin; k < std::min(order.size(), begin + run); ++k)
            for (const std::uint32_t vertex : cloud.triangles[order[k]])
                box = include(box, cloud.positions[vertex]);
        volume += double(box.upper.x - box.lower.x) * (box.upper.y - box.lower.y) * (box.upper.z - box.lower.z);
    }
    return volume;
}

TEST(SpatialOrder, NamesEveryTriangleOnceForEverySize)
{
    for (const std::size_t count : {0u, 1u, 2u, 7u, 8u, 9u, 63u, 64u, 65u, 511u, 512u, 513u, 4097u}) {
        const Cloud cloud = cloud_of(count, 1);
        EXPECT_TRUE(is_permutation_of_all(spatial_order(cloud.triangles, cloud.positions), count)) << count;
    }
}

TEST(SpatialOrder, NamesEveryTriangleOnceAtEveryScale)
{
    for (const float scale : {1e-42f, 1e-30f, 1e-20f, 1e-6f, 1e6f, 1e20f, 1e30f, 3e38f}) {
        const Cloud cloud = cloud_of(700, 2, scale);
        EXPECT_TRUE(is_permutation_of_all(spatial_order(cloud.triangles, cloud.positions), 700)) << scale;
    }
}

TEST(SpatialOrder, NamesEveryTriangleOnceWhereAllAreInOnePoint)
{
    Cloud cloud;
    for (int k = 0; k < 700; ++k)
        cloud.add({1, 2, 3}, 0.0f);
    EXPECT_TRUE(is_permutation_of_all(spatial_order(cloud.triangles, cloud.positions), 700));
}

TEST(SpatialOrder, NamesEveryTriangleOfEverySceneOnce)
{
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        const auto scene = scenes::make_scene(info.name, {.triangles = 500});
        ASSERT_TRUE(scene.ok());
        for (const scenes::SceneMesh& mesh : scene.value().meshes)
            EXPECT_TRUE(is_permutation_of_all(spatial_order(mesh.triangles, mesh.positions), mesh.triangles.size()))
                << info.name;
    }
}

TEST(SpatialOrder, MakesRunsOfEightAndSixtyFourCompact)
{
    const Cloud cloud = cloud_of(4096, 3);
    const std::vector<std::uint32_t> order = spatial_order(cloud.triangles, cloud.positions);
    // In a unit of eight the ideal pieces of the cube would have an eighth, less their rims; a random order fills it.
    EXPECT_LT(volume_of_runs(cloud, order, 64), 8.0 * 1.2);
    EXPECT_LT(volume_of_runs(cloud, order, 8), 8.0 * 1.2);
    std::vector<std::uint32_t> unordered(4096);
    std::iota(unordered.begin(), unordered.end(), 0u);
    EXPECT_GT(volume_of_runs(cloud, unordered, 64), 8.0 * 30);
}

TEST(SpatialOrder, IsTheSameEveryTime)
{
    const Cloud cloud = cloud_of(1000, 4);
    EXPECT_EQ(spatial_order(cloud.triangles, cloud.positions), spatial_order(cloud.triangles, cloud.positions));
}

TEST(SpatialSort, DoneBitByBitGivesTheSameOrderAsInOneGo)
{
    const Cloud cloud = cloud_of(3000, 5);
    const auto items = [&] {
        std::vector<SpatialSort::Item> list;
        for (std::uint32_t t = 0; t < cloud.triangles.size(); ++t)
            list.push_back(centre_of(
                cloud.positions[cloud.triangles[t][0]], cloud.positions[cloud.triangles[t][1]],
                cloud.positions[cloud.triangles[t][2]], t));
        return list;
    }();
    const std::vector<std::uint32_t> at_once = spatial_order(cloud.triangles, cloud.positions);
    for (const std::size_t step : {1u, 100u, 1000u, 1000000u}) {
        SpatialSort sort;
        sort.begin(items);
        int rounds = 0;
        while (!sort.advance(step))
            ASSERT_LT(++rounds, 10000);
        EXPECT_TRUE(sort.is_done());
        std::vector<std::uint32_t> order;
        for (const SpatialSort::Item& item : sort.items())
            order.push_back(item.number);
        EXPECT_EQ(order, at_once) << step;
    }
}

} // namespace
} // namespace tactus
