// SPDX-License-Identifier: MIT
// Bodies that are turned and moved as a whole.
#include <algorithm>
#include <cmath>
#include <limits>

#include "agreement/scene_player.h"
#include "base/every_structure.h"

namespace tactus {
namespace {

std::vector<Way> all_ways()
{
    std::vector<Way> ways = every_way();
    for (const Way& way : octree_ways())
        ways.push_back(way);
    return ways;
}

Pose random_pose(scenes::Random& random, double reach)
{
    const auto part = [&] { return random.between(-1.0, 1.0); };
    return {{reach * part(), reach * part(), reach * part()}, {part(), part(), part(), part()}};
}

/// The formula of the header, written out a second time.
Vec3 posed(const Pose& pose, Vec3 vertex)
{
    auto [x, y, z, w] = pose.rotation;
    const double largest = std::max({std::abs(x), std::abs(y), std::abs(z), std::abs(w)});
    x /= largest, y /= largest, z /= largest, w /= largest;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    x /= length, y /= length, z /= length, w /= length;
    const double rows[3][3] = {
        {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)},
        {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)},
        {2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)}};
    const double position[3] = {pose.position.x, pose.position.y, pose.position.z};
    float out[3];
    for (int k = 0; k < 3; ++k)
        out[k] = static_cast<float>(
            position[k] + rows[k][0] * double(vertex.x) + rows[k][1] * double(vertex.y)
            + rows[k][2] * double(vertex.z));
    return {out[0], out[1], out[2]};
}

std::vector<Vec3> posed(const Pose& pose, std::vector<Vec3> vertices)
{
    for (Vec3& p : vertices)
        p = posed(pose, p);
    return vertices;
}

/// A scene's bodies in a world of some way, and in one of brute force that is only ever given positions.
/// So many rounds, or fewer where not every case is wanted; at least two, so that there is something from before.
std::size_t rounds(std::size_t count) { return wants_every_case() ? count : std::max<std::size_t>(2, cases(count)); }

class Posed : public testing::TestWithParam<std::string> {
protected:
    Posed() : scene_(scene_called(GetParam(), {.triangles = sized(240)})) {}

    void set_pose(ScenePlayer& player, std::size_t mesh, const Pose& pose, const std::vector<Vec3>& reference)
    {
        const Result<void> done = player.world().set_pose(player.body(mesh), pose);
        ASSERT_TRUE(done.ok()) << done.error().message;
        oracle_.set_positions(mesh, posed(pose, reference));
    }

    scenes::Scene scene_;
    ScenePlayer oracle_{scene_, brute_force_way()};
};

INSTANTIATE_TEST_SUITE_P(
    Scenes, Posed,
    testing::Values(
        "bumpy_spheres", "organ_tool", "crumpled_sheet", "touching_cubes", "many_bodies", "zero_area_triangles",
        "duplicate_faces", "triangle_soup", "needle_soup", "tiny_coordinates", "huge_coordinates", "empty_mesh"),
    [](const auto& name) { return name.param; });

TEST_P(Posed, BodiesHaveBruteForcesPairsInEveryStructure)
{
    const double size = GetParam() == "tiny_coordinates" ? 1e-31 : GetParam() == "huge_coordinates" ? 1e29 : 0.2;
    for (const Way& way : all_ways()) {
        scenes::Random random(7);
        ScenePlayer player(scene_, way);
        for (std::size_t round = 0; round < rounds(5); ++round) {
            for (std::size_t mesh = 0; mesh < player.body_count(); ++mesh)
                set_pose(player, mesh, random_pose(random, size), scene_.meshes[mesh].positions);
            EXPECT_TRUE(agree(player.pairs(), oracle_.pairs())) << GetParam() << ", " << way.name << ", " << round;
        }
    }
}

TEST_P(Posed, BodiesMayDeformInBetween)
{
    for (const Way& way : all_ways()) {
        scenes::Random random(8);
        ScenePlayer player(scene_, way);
        for (std::size_t round = 0; round < rounds(6); ++round) {
            const std::uint32_t frame = random.below(scene_.frame_count);
            for (std::size_t mesh = 0; mesh < player.body_count(); ++mesh) {
                player.set_frame(frame, mesh);
                oracle_.set_frame(frame, mesh);
                // The pose before is forgotten, also by a body that gets no new one.
                if (random.below(3) != 0)
                    set_pose(player, mesh, random_pose(random, 0.0), positions_at(scene_, frame, mesh));
            }
            EXPECT_TRUE(agree(player.pairs(), oracle_.pairs())) << GetParam() << ", " << way.name << ", " << round;
        }
    }
}

TEST(Poses, StartFromTheLastPositionsAndNotFromEachOther)
{
    const scenes::Scene scene = scene_called("organ_tool", {.triangles = 300});
    const Pose far = {{5.0, 6.0, 7.0}, {0.1, -0.7, 0.3, 0.2}};
    for (const Way& way : all_ways()) {
        ScenePlayer player(scene, way);
        const BodyId tool = player.body(1);
        const BodyInfo before = player.world().info(tool).value();
        ASSERT_TRUE(player.world().set_pose(tool, far).ok());
        EXPECT_GT(player.world().info(tool).value().lower_corner.x, 4.0f);
        ASSERT_TRUE(player.world().set_pose(tool, far).ok());
        EXPECT_LT(player.world().info(tool).value().upper_corner.x, 6.0f);
        ASSERT_TRUE(player.world().set_pose(tool, Pose{}).ok());
        EXPECT_EQ(player.world().info(tool).value().lower_corner, before.lower_corner) << way.name;
        EXPECT_EQ(player.world().info(tool).value().upper_corner, before.upper_corner) << way.name;
        ASSERT_TRUE(player.world().set_pose(tool, far).ok());
        player.set_frame(0, 1);
        EXPECT_EQ(player.world().info(tool).value().lower_corner, before.lower_corner) << way.name;
    }
}

TEST(Poses, TakeQuaternionsOfAnyLength)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}};
    const std::vector<Vec3> positions = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    for (const Structure structure : every_structure) {
        World world = make_world();
        const BodyId body =
            world.add_body({.triangles = triangles, .positions = positions, .structure = structure}).value();
        // A quarter turn about z, and a third of a turn about the diagonal, exactly.
        for (const double length : {1.0, 0.5, 1e-300, 3e300, -2.0}) {
            ASSERT_TRUE(world.set_pose(body, {{}, {0.0, 0.0, 0.0, length}}).ok());
            EXPECT_EQ(world.info(body).value().upper_corner, (Vec3{1, 2, 3}));
            ASSERT_TRUE(world.set_pose(body, {{10.0, 0.0, 0.0}, {length, length, length, length}}).ok());
            EXPECT_EQ(world.info(body).value().lower_corner, (Vec3{10, 0, 0}));
            EXPECT_EQ(world.info(body).value().upper_corner, (Vec3{13, 1, 2}));
        }
    }
}

TEST(Poses, ThatCannotBeTakenAreRefusedAndLeaveTheBodyWhereItWas)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}};
    std::vector<Vec3> positions = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3e38f}};
    positions.reserve(4);
    for (const Structure structure : every_structure)
        for (const PositionStorage storage : {PositionStorage::copied, PositionStorage::borrowed}) {
            World world = make_world();
            const PositionsView view(&positions[0].x, 3);
            const BodyId body =
                world.add_body({.triangles = triangles, .positions = view, .structure = structure, .storage = storage})
                    .value();
            const Pose good = {{0.5, 0.25, 0.125}, {}};
            ASSERT_TRUE(world.set_pose(body, good).ok());
            const Vec3 upper = {1.5f, 2.25f, 3e38f};
            const auto refused = [&](const Pose& pose, const std::string& sentence) {
                const Result<void> result = world.set_pose(body, pose);
                ASSERT_FALSE(result.ok()) << sentence;
                EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
                EXPECT_EQ(result.error().message, sentence);
                EXPECT_EQ(world.info(body).value().upper_corner, upper);
                // The old positions are still read where they are.
                const RayHit hit = world.cast_ray({0.6f, 0.35f, -5.0f}, {0, 0, 1}).value();
                EXPECT_TRUE(hit.hit);
            };
            refused({{nan, 0.0, 0.0}, {}}, "the pose's position: x is nan");
            refused({{0.0, 0.0, -infinity}, {}}, "the pose's position: z is minus infinite");
            refused({{}, {0.0, infinity, 0.0, 1.0}}, "the pose's rotation: y is infinite");
            refused({{}, {0.0, 0.0, 0.0, nan}}, "the pose's rotation: w is nan");
            refused(
                {{}, {0.0, 0.0, 0.0, 0.0}},
                "the pose's rotation is a quaternion of length zero, it turns nothing anywhere");
            refused({{0.0, 1e39, 0.0}, {}}, "vertex 0: y is 1e+39, too large for a float");
            refused({{0.0, 0.0, 1e38}, {}}, "vertex 2: z is 4.00000001e+38, too large for a float");
            ASSERT_TRUE(world.remove_body(body).ok());
            EXPECT_EQ(world.set_pose(body, good).error().code, ErrorCode::stale_id);
        }
}

TEST(Poses, OfARigidSceneGiveThePositionsThatItSays)
{
    const scenes::Scene scene = scene_called("six_objects", {.triangles = 120});
    ScenePlayer oracle(scene, brute_force_way());
    for (const Structure structure : every_structure) {
        World world = make_world();
        std::vector<BodyId> bodies;
        for (const scenes::SceneMesh& mesh : scene.meshes)
            bodies.push_back(
                world.add_body({.triangles = mesh.triangles, .positions = mesh.own_positions, .structure = structure})
                    .value());
        std::size_t seen = 0;
        for (const std::uint32_t frame : spread_frames(scene, std::uint32_t(cases(25)))) {
            oracle.set_frame(frame);
            for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh) {
                ASSERT_TRUE(world.set_pose(bodies[mesh], scene.pose(frame, mesh)).ok());
                const BodyInfo posed_info = world.info(bodies[mesh]).value();
                const BodyInfo given_info = oracle.world().info(oracle.body(mesh)).value();
                EXPECT_EQ(posed_info.lower_corner, given_info.lower_corner);
                EXPECT_EQ(posed_info.upper_corner, given_info.upper_corner);
            }
            const Answer expected = oracle.pairs();
            seen += pair_count(expected);
            EXPECT_TRUE(agree(answer_of(world.find_pairs()), expected)) << "frame " << frame;
        }
        EXPECT_GT(seen, cases(50));
    }
}

TEST(Poses, OfARigidBodyDoNotTouchItsNodes)
{
    // What a body that deforms keeps beside its tree is not made for one that is only posed.
    const scenes::Scene scene = scene_called("bumpy_spheres", {.triangles = 1280});
    ScenePlayer player(scene, octree_way());
    const std::size_t bytes = player.world().info(player.body(0)).value().structure_bytes;
    scenes::Random random(3);
    for (int round = 0; round < 4; ++round) {
        ASSERT_TRUE(player.world().set_pose(player.body(0), random_pose(random, 0.5)).ok());
        player.world().find_pairs();
    }
    EXPECT_EQ(player.world().info(player.body(0)).value().structure_bytes, bytes);
    player.set_frame(5, 0);
    EXPECT_GT(player.world().info(player.body(0)).value().structure_bytes, bytes);
}

} // namespace
} // namespace tactus
