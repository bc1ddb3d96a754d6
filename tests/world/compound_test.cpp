// SPDX-License-Identifier: MIT
// Several meshes that are one body, and meshes made from grids of points.
#include <limits>

#include <tactus/papers.h>

#include "agreement/scene_player.h"
#include "base/every_structure.h"
#include "scenes/bodies/cube_lattice.h"

namespace tactus {
namespace {

struct Part {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    operator MeshView() const { return {triangles, positions}; }
};

Part cube(Vec3 at, Vec3 size)
{
    const scenes::Shape shape = scenes::cube_lattice(1, scenes::LatticeColour::all);
    Part mesh = {shape.triangles, {}};
    for (const scenes::Point& p : shape.points)
        mesh.positions.push_back({at.x + size.x * float(p.x), at.y + size.y * float(p.y), at.z + size.z * float(p.z)});
    return mesh;
}

/// An L of two boxes, as the paper makes bodies that are not convex.
std::vector<Part> angle() { return {cube({0, 0, 0}, {3, 1, 1}), cube({0, 0.5f, 0}, {1, 3, 1})}; }

Part joined(const std::vector<Part>& parts)
{
    Part all;
    for (const Part& part : parts) {
        const auto first = std::uint32_t(all.positions.size());
        for (const auto& [a, b, c] : part.triangles)
            all.triangles.push_back({a + first, b + first, c + first});
        all.positions.insert(all.positions.end(), part.positions.begin(), part.positions.end());
    }
    return all;
}

std::vector<MeshView> views(const std::vector<Part>& parts) { return {parts.begin(), parts.end()}; }

TEST(Compounds, AreOneBodyWithTrianglesNumberedThrough)
{
    const std::vector<Part> parts = angle();
    const Part other = cube({0.25f, 2.75f, 0.25f}, {0.5f, 4, 0.5f}), whole = joined(parts);
    for (const Structure structure : every_structure) {
        World world = make_world(), plain = make_world();
        const BodyId body = world.add_compound(views(parts), {.structure = structure}).value();
        const BodyId stick =
            world.add_body({.triangles = other.triangles, .positions = other.positions, .structure = structure})
                .value();
        const BodyId plain_body = plain.add_body({.triangles = whole.triangles, .positions = whole.positions}).value();
        ASSERT_TRUE(plain.add_body({.triangles = other.triangles, .positions = other.positions}).ok());
        const BodyInfo info = world.info(body).value();
        EXPECT_EQ(info.parts, 2u);
        EXPECT_EQ(info.triangles, 24u);
        EXPECT_EQ(info.vertices, 16u);
        EXPECT_EQ(info.upper_corner, (Vec3{3, 3.5f, 1}));
        EXPECT_EQ(world.info(stick).value().parts, 1u);
        const PairReport& report = world.find_pairs();
        EXPECT_TRUE(agree(answer_of(report), answer_of(plain.find_pairs())));
        ASSERT_EQ(report.bodies.size(), 1u) << "a body does not meet its own parts";
        // The stick only goes through the upright part.
        for (const TrianglePair& pair : report.bodies[0].pairs)
            EXPECT_EQ(world.part_of(body, pair.a).value(), 1u);
        const Pose pose = {{0.1, -0.2, 0.3}, {0.1, 0.2, 0.3, 1.0}};
        ASSERT_TRUE(world.set_pose(body, pose).ok());
        ASSERT_TRUE(plain.set_pose(plain_body, pose).ok());
        EXPECT_TRUE(agree(answer_of(world.find_pairs()), answer_of(plain.find_pairs())));
        ASSERT_TRUE(world.set_positions(body, whole.positions).ok());
        EXPECT_EQ(world.info(body).value().upper_corner, (Vec3{3, 3.5f, 1}));
    }
}

TEST(Compounds, KnowThePartOfEveryTriangle)
{
    std::vector<Part> parts = angle();
    parts.insert(parts.begin() + 1, Part{});
    parts.push_back({});
    World world = make_world();
    const BodyId body = world.add_compound(views(parts)).value();
    EXPECT_EQ(world.info(body).value().parts, 4u);
    EXPECT_EQ(world.part_of(body, 0).value(), 0u);
    EXPECT_EQ(world.part_of(body, 11).value(), 0u);
    EXPECT_EQ(world.part_of(body, 12).value(), 2u);
    EXPECT_EQ(world.part_of(body, 23).value(), 2u);
    EXPECT_EQ(world.part_of(body, 24).error().message, "triangle 24 does not exist, body 0 has 24 triangles");
    const Part single = cube({9, 9, 9}, {1, 1, 1});
    const BodyId other = world.add_body({.triangles = single.triangles, .positions = single.positions}).value();
    EXPECT_EQ(world.part_of(other, 11).value(), 0u);
    ASSERT_TRUE(world.remove_body(body).ok());
    EXPECT_EQ(world.part_of(body, 0).error().code, ErrorCode::stale_id);
}

TEST(Compounds, MeetThemselvesWhereTheyAreAskedTo)
{
    const std::vector<Part> parts = angle();
    for (const Structure structure : every_structure) {
        World world = make_world();
        const BodyId body = world.add_compound(views(parts), {.structure = structure, .self_collision = true}).value();
        const PairReport& report = world.find_pairs();
        ASSERT_EQ(report.bodies.size(), 1u);
        for (const TrianglePair& pair : report.bodies[0].pairs)
            EXPECT_NE(world.part_of(body, pair.a).value(), world.part_of(body, pair.b).value());
    }
}

TEST(Compounds, ThatCannotBeMadeAreRefusedWithThePart)
{
    World world = make_world();
    const auto refused = [&](const std::vector<Part>& parts, const BodyDesc& rest, const std::string& sentence) {
        const Result<BodyId> result = world.add_compound(views(parts), rest);
        ASSERT_FALSE(result.ok()) << sentence;
        EXPECT_EQ(result.error().message, sentence);
        EXPECT_EQ(world.body_count(), 0u);
    };
    refused({}, {}, "a compound needs at least one part");
    std::vector<Part> parts = angle();
    parts[1].triangles[3][1] = 8;
    refused(parts, {}, "part 1: triangle 3: vertex 8 does not exist, the body has 8 vertices");
    parts = angle();
    parts[0].positions[5].y = std::numeric_limits<float>::quiet_NaN();
    refused(parts, {}, "part 0: vertex 5: y is nan");
    parts = angle();
    refused(
        parts, {.triangles = parts[0].triangles, .positions = parts[0].positions},
        "a compound's mesh comes with its parts, it cannot have triangles or positions beside them");
    refused(
        parts, {.storage = PositionStorage::borrowed},
        "a compound's positions come from several arrays and are copied, they cannot be borrowed");
    refused(
        parts, {.structure = structures::SphericalOctree{.levels = 13}},
        "the octree was asked for with 13 levels, at most 12 are made");
}

TEST(Grids, BecomeMeshes)
{
    const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
    const papers::GridMesh mesh = papers::mesh_from_grid(points, 2, 3).value();
    EXPECT_EQ(mesh.triangles, (std::vector<TriangleIndices>{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}));
    World world = make_world();
    EXPECT_TRUE(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).ok());
    EXPECT_TRUE(papers::mesh_from_grid(points, 1, 6).value().triangles.empty());
    EXPECT_EQ(papers::mesh_from_grid(points, 3, 3).error().message, "a grid of 3 x 3 points was given 6");
    std::vector<Vec3> bad = points;
    bad[4].z = std::numeric_limits<float>::infinity();
    EXPECT_EQ(papers::mesh_from_grid(bad, 2, 3).error().message, "vertex 4: z is infinite");
}

} // namespace
} // namespace tactus
