// SPDX-License-Identifier: MIT
// Bodies with bucket octrees in a world, where what the scenes show does not happen.
#include "agreement/scene_player.h"
#include "bucket_octree/soups.h"

namespace tactus {
namespace {

/// Triangles that share nothing, one after the other.
std::vector<TriangleIndices> loose_triangles(std::size_t vertex_count)
{
    std::vector<TriangleIndices> triangles;
    for (std::uint32_t vertex = 0; vertex + 2 < vertex_count; vertex += 3)
        triangles.push_back({vertex, vertex + 1, vertex + 2});
    return triangles;
}

std::vector<Vec3> loose_positions(std::size_t triangle_count, float size, scenes::Random& random)
{
    std::vector<Vec3> positions;
    for (std::size_t k = 0; k < triangle_count; ++k)
        for (const Vec3 corner : soups::grown_at<std::array<Vec3, 3>>(rounded(random.in_cube()), size, random))
            positions.push_back(corner);
    return positions;
}

/// Two bodies that meet each other and themselves, once with buckets and once without any structure.
struct BothWays {
    World buckets = World::create().value();
    World plain = World::create().value();
    BodyId a, b;

    BothWays(const std::vector<Vec3>& first, const std::vector<Vec3>& second, const structures::BucketOctree& options)
    {
        for (World* world : {&buckets, &plain}) {
            BodyDesc desc{.structure = Structure::brute_force};
            if (world == &buckets)
                desc.structure = options;
            desc.self_collision = true;
            const std::vector<TriangleIndices> of_first = loose_triangles(first.size());
            const std::vector<TriangleIndices> of_second = loose_triangles(second.size());
            desc.triangles = of_first;
            desc.positions = first;
            a = world->add_body(desc).value();
            desc.triangles = of_second;
            desc.positions = second;
            b = world->add_body(desc).value();
        }
    }

    void move(BodyId body, const std::vector<Vec3>& positions)
    {
        EXPECT_TRUE(buckets.set_positions(body, positions).ok());
        EXPECT_TRUE(plain.set_positions(body, positions).ok());
    }

    std::size_t expect_same(const std::string& when)
    {
        const Answer expected = answer_of(plain.find_pairs());
        EXPECT_TRUE(agree(answer_of(buckets.find_pairs()), expected)) << when;
        return expected.size();
    }
};

TEST(BucketBodies, HaveTheirPairsWhereverTheirTrianglesJumpAndFlyOff)
{
    for (const structures::BucketOctree& options : soups::all_options(6)) {
        scenes::Random random(17);
        std::vector<Vec3> first = loose_positions(120, 0.25f, random), second = loose_positions(70, 0.4f, random);
        BothWays both(first, second, options);
        EXPECT_GT(both.expect_same(soups::named(options)), 2u);
        for (std::size_t k = 0; k < 3; ++k) {
            first[3 * 50 + k].x += 2000.0f;
            second[3 * 7 + k].z -= 1e20f;
        }
        first[3 * 80].y = -3000.0f; // one corner only: the triangle reaches through everything on its way
        both.move(both.a, first);
        both.move(both.b, second);
        both.expect_same(soups::named(options) + ", strays");
        both.move(both.a, loose_positions(120, 0.25f, random));
        both.move(both.b, loose_positions(70, 3.0f, random));
        both.expect_same(soups::named(options) + ", jumped");
        both.move(both.a, std::vector<Vec3>(360, Vec3{1.0f, 2.0f, 3.0f}));
        both.move(both.b, std::vector<Vec3>(210, Vec3{1.0f, 2.0f, 3.0f}));
        both.expect_same(soups::named(options) + ", in one point");
    }
}

TEST(BucketBodies, SayHowManyLevelsTheyHaveAndRefuseTooMany)
{
    scenes::Random random(3);
    const std::vector<Vec3> positions = loose_positions(500, 0.1f, random);
    const std::vector<TriangleIndices> triangles = loose_triangles(positions.size());
    World world = World::create().value();
    BodyDesc desc{.triangles = triangles, .positions = positions, .structure = Structure::bucket_octree};
    EXPECT_EQ(world.info(world.add_body(desc).value()).value().octree_levels, automatic_bucket_levels(500));
    desc.structure = structures::BucketOctree{.levels = 5};
    EXPECT_EQ(world.info(world.add_body(desc).value()).value().octree_levels, 5u);
    desc.structure = structures::BucketOctree{.levels = 8};
    const auto refused = world.add_body(desc);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().message, "the bucket octree was asked for with 8 levels, at most 7 are made");
}

TEST(BucketBodies, ACutQueryByTheClockGoesOnWithTheTreeThatIsHalfMade)
{
    scenes::Random random(23);
    std::vector<Vec3> first = loose_positions(700, 0.08f, random), second = loose_positions(700, 0.08f, random);
    BothWays both(first, second, {});
    const std::size_t all = both.buckets.find_pairs().pair_count;
    for (Vec3& p : first)
        p.x += 0.001f;
    both.move(both.a, first);
    bool complete = false;
    for (int tries = 0; tries < 2000 && !complete; ++tries)
        complete = both.buckets.find_pairs(Budget::within(std::chrono::microseconds(tries))).complete;
    EXPECT_GT(all, 0u);
    EXPECT_TRUE(agree(answer_of(both.buckets.find_pairs()), answer_of(both.plain.find_pairs(Budget::unlimited()))));
}

} // namespace
} // namespace tactus
