// SPDX-License-Identifier: MIT
// Positions and indices in whatever form people keep them give the same pairs.
#include "agreement/scene_player.h"

namespace tactus {
namespace {

struct FatVertex {
    float weight = -1.0f;
    Vec3 position;
    std::array<float, 4> colour{1e30f, -1e30f, 0.0f, 1.0f};
};

struct FatDoubleVertex {
    std::array<double, 3> position;
    double mass = 1e300;
};

/// The arrays of one mesh in every form.
struct Forms {
    explicit Forms(const std::vector<Vec3>& positions)
    {
        for (const Vec3& p : positions) {
            packed.push_back(p);
            floats.insert(floats.end(), {p.x, p.y, p.z});
            triples.push_back({p.x, p.y, p.z});
            doubles.push_back({p.x, p.y, p.z});
            double_numbers.insert(double_numbers.end(), {p.x, p.y, p.z});
            fat.push_back({.position = p});
            fat_double.push_back({.position = {p.x, p.y, p.z}});
        }
    }

    std::vector<std::pair<const char*, PositionsView>> views() const
    {
        return {
            {"Vec3", packed},
            {"plain floats", floats},
            {"arrays of three floats", triples},
            {"arrays of three doubles", doubles},
            {"plain doubles", double_numbers},
            {"strided floats", PositionsView(&fat[0].position.x, fat.size(), sizeof(FatVertex))},
            {"strided doubles",
             PositionsView(fat_double[0].position.data(), fat_double.size(), sizeof(FatDoubleVertex))},
        };
    }

    std::vector<Vec3> packed;
    std::vector<float> floats;
    std::vector<std::array<float, 3>> triples;
    std::vector<std::array<double, 3>> doubles;
    std::vector<double> double_numbers;
    std::vector<FatVertex> fat;
    std::vector<FatDoubleVertex> fat_double;
};

class InputForms : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(
    Scenes, InputForms,
    testing::Values("bumpy_spheres", "crumpled_sheet", "cloth_on_ball", "mixed_scales", "touching_cubes"),
    [](const auto& name) { return name.param; });

TEST_P(InputForms, OfPositionsGiveTheSamePairs)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = sized(400)});
    const std::uint32_t frame = scene.frame_count / 2;
    ScenePlayer reference(scene);
    reference.set_frame(frame);
    const Answer expected = reference.pairs();
    std::vector<Forms> forms;
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
        forms.emplace_back(positions_at(scene, frame, mesh));
    for (const std::uint32_t workers : {1u, 2u})
        for (std::size_t form = 0; form < forms[0].views().size(); ++form) {
            ScenePlayer player(scene, tree_way(workers));
            for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
                EXPECT_TRUE(player.world().set_positions(player.body(mesh), forms[mesh].views()[form].second).ok());
            EXPECT_TRUE(agree(player.pairs(), expected))
                << forms[0].views()[form].first << ", " << workers << " workers";
        }
}

TEST_P(InputForms, OfTheFirstPositionsGiveTheSamePairs)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = sized(400)});
    const Answer expected = ScenePlayer(scene).pairs();
    std::vector<Forms> forms;
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
        forms.emplace_back(scene.meshes[mesh].positions);
    for (const Structure structure : {Structure::refit_bvh, Structure::brute_force})
        for (std::size_t form = 0; form < forms[0].views().size(); ++form) {
            World world = make_world();
            for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
                EXPECT_TRUE(world
                                .add_body(
                                    {.triangles = scene.meshes[mesh].triangles,
                                     .positions = forms[mesh].views()[form].second,
                                     .structure = structure,
                                     .self_collision = scene.meshes[mesh].self_collision})
                                .ok());
            EXPECT_TRUE(agree(answer_of(world.find_pairs()), expected)) << forms[0].views()[form].first;
        }
}

TEST_P(InputForms, OfTrianglesGiveTheSamePairs)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = sized(400)});
    const Answer expected = ScenePlayer(scene).pairs();
    World plain = make_world(), with_sign = make_world();
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        std::vector<std::uint32_t> numbers;
        std::vector<std::int32_t> signed_numbers;
        for (const TriangleIndices& t : mesh.triangles)
            for (const std::uint32_t index : t) {
                numbers.push_back(index);
                signed_numbers.push_back(std::int32_t(index));
            }
        EXPECT_TRUE(
            plain.add_body({.triangles = numbers, .positions = mesh.positions, .self_collision = mesh.self_collision})
                .ok());
        EXPECT_TRUE(
            with_sign
                .add_body(
                    {.triangles = signed_numbers, .positions = mesh.positions, .self_collision = mesh.self_collision})
                .ok());
    }
    EXPECT_TRUE(agree(answer_of(plain.find_pairs()), expected));
    EXPECT_TRUE(agree(answer_of(with_sign.find_pairs()), expected));
}

TEST(RoundedDoubles, CountAsTheNearestFloats)
{
    const scenes::Scene scene = scene_called("bumpy_spheres", {.triangles = 400});
    scenes::Random random(31);
    std::vector<std::vector<std::array<double, 3>>> doubles(2);
    std::vector<std::vector<Vec3>> rounded(2);
    for (std::size_t mesh = 0; mesh < 2; ++mesh)
        for (const Vec3& p : positions_at(scene, scene.frame_count - 1, mesh)) {
            const std::array<double, 3> d = {
                p.x + 1e-9 * random.uniform(), p.y - 1e-9 * random.uniform(), p.z + 1e-9 * random.uniform()};
            doubles[mesh].push_back(d);
            rounded[mesh].push_back({float(d[0]), float(d[1]), float(d[2])});
        }
    for (const Way& way : {tree_way(1), tree_way(2), brute_force_way()}) {
        ScenePlayer from_doubles(scene, way), from_floats(scene, way);
        for (std::size_t mesh = 0; mesh < 2; ++mesh) {
            EXPECT_TRUE(from_doubles.world().set_positions(from_doubles.body(mesh), doubles[mesh]).ok());
            EXPECT_TRUE(from_floats.world().set_positions(from_floats.body(mesh), rounded[mesh]).ok());
        }
        EXPECT_TRUE(agree(from_doubles.pairs(), from_floats.pairs())) << way.name;
    }
}

TEST(BorrowedPositions, AreReadWhereTheyLie)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 400});
    ScenePlayer oracle(scene, brute_force_way());
    World world = make_world();
    std::vector<std::vector<float>> arrays;
    std::vector<BodyId> bodies;
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        arrays.emplace_back(3 * mesh.positions.size() + 1);
        for (std::size_t v = 0; v < mesh.positions.size(); ++v)
            std::copy_n(&mesh.positions[v].x, 3, arrays.back().begin() + std::ptrdiff_t(3 * v));
        bodies.push_back(world
                             .add_body(
                                 {.triangles = mesh.triangles,
                                  .positions = PositionsView(arrays.back().data(), mesh.positions.size()),
                                  .storage = PositionStorage::borrowed})
                             .value());
    }
    for (const std::uint32_t frame : spread_frames(scene, 5)) {
        oracle.set_frame(frame);
        for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh) {
            // The same array again and again, as a simulation keeps it.
            const std::vector<Vec3> positions = positions_at(scene, frame, mesh);
            for (std::size_t v = 0; v < positions.size(); ++v)
                std::copy_n(&positions[v].x, 3, arrays[mesh].begin() + std::ptrdiff_t(3 * v));
            // What lies behind the last vertex is read, and must not matter.
            arrays[mesh].back() = frame % 2 == 0 ? 1e38f : -1e38f;
            EXPECT_TRUE(world.set_positions(bodies[mesh], PositionsView(arrays[mesh].data(), positions.size())).ok());
        }
        EXPECT_TRUE(agree(answer_of(world.find_pairs()), oracle.pairs())) << "frame " << frame;
    }
}

TEST(VertexOrder, LetsCallersStoreTheirVerticesAsTheTreeDoes)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 400});
    ScenePlayer given(scene);
    World ordered = make_world();
    std::vector<std::vector<std::uint32_t>> orders;
    std::vector<BodyId> bodies;
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        const auto order = given.world().vertex_order(given.body(mesh));
        ASSERT_TRUE(order.ok());
        orders.emplace_back(order.value().begin(), order.value().end());
        const scenes::SceneMesh& from = scene.meshes[mesh];
        std::vector<std::uint32_t> place(from.positions.size(), UINT32_MAX);
        std::vector<Vec3> positions;
        for (std::uint32_t k = 0; k < orders.back().size(); ++k) {
            place[orders.back()[k]] = k;
            positions.push_back(from.positions[orders.back()[k]]);
        }
        std::vector<TriangleIndices> triangles = from.triangles;
        for (TriangleIndices& t : triangles)
            for (std::uint32_t& index : t)
                index = place[index];
        bodies.push_back(ordered.add_body({.triangles = triangles, .positions = positions}).value());
    }
    for (const std::uint32_t frame : spread_frames(scene, 4)) {
        given.set_frame(frame);
        for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh) {
            const std::vector<Vec3> positions = positions_at(scene, frame, mesh);
            std::vector<Vec3> in_order;
            for (const std::uint32_t vertex : orders[mesh])
                in_order.push_back(positions[vertex]);
            EXPECT_TRUE(ordered.set_positions(bodies[mesh], in_order).ok());
        }
        EXPECT_TRUE(agree(answer_of(ordered.find_pairs()), given.pairs())) << "frame " << frame;
    }
}

} // namespace
} // namespace tactus
