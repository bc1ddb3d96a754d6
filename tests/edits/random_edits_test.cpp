// SPDX-License-Identifier: MIT
// Bodies that are cut, torn, grown together and moved at random, against every triangle with every triangle.
#include "base/cases.h"
#include "base/structure_options.h"
#include "edits/edited_model.h"
#include "mesh/connected_pieces.h"

namespace tactus {
namespace {

struct EditedWorld {
    Structure structure = Structure::refit_bvh;
    bool self_collision = false;
    BucketAlgorithm algorithm = BucketAlgorithm::direct;
    std::uint32_t octree_levels = 0;
    bool uniform = false;
    PositionStorage storage = PositionStorage::copied;
};

std::ostream& operator<<(std::ostream& out, const EditedWorld& world)
{
    return out << "structure " << int(world.structure) << (world.self_collision ? ", self-colliding" : "")
               << (world.algorithm == BucketAlgorithm::sorted_lists ? ", sorted lists" : "")
               << (world.storage == PositionStorage::borrowed ? ", borrowed" : "") << ", " << world.octree_levels
               << (world.uniform ? " even" : "") << " levels";
}

class RandomEdits : public testing::TestWithParam<EditedWorld> {
protected:
    void add(ModelBody body)
    {
        BodyDesc desc = {.triangles = body.triangles, .positions = body.positions};
        desc.structure = choice_of(
            GetParam().structure, quick_spheres(), structures::BucketOctree{.algorithm = GetParam().algorithm},
            structures::SphericalOctree{.levels = GetParam().octree_levels, .uniform = GetParam().uniform});
        desc.self_collision = GetParam().self_collision;
        desc.storage = GetParam().storage;
        body.id = world.add_body(desc).value();
        model.bodies.push_back(std::move(body));
    }

    /// As all pieces do, it moves a little.
    void move(ModelBody& body)
    {
        const scenes::Point d = random.in_cube();
        body.positions.reserve(body.positions.size() + 1);
        for (Vec3& p : body.positions) {
            const scenes::Point own = random.in_cube();
            p = p + Vec3{float(d.x), float(d.y), float(d.z)} * 0.1f
                + Vec3{float(own.x), float(own.y), float(own.z)} * 0.02f;
        }
        ASSERT_TRUE(world.set_positions(body.id, body.positions).ok());
    }

    void join(std::size_t first, std::size_t second)
    {
        ModelBody &a = model.bodies[first], &b = model.bodies[second];
        const auto report = world.edit(BodyEdit{.body = a.id, .join = b.id});
        ASSERT_TRUE(report.ok()) << report.error().message;
        const auto first_vertex = std::uint32_t(a.positions.size());
        EXPECT_EQ(report.value().bodies[0].first_joined_vertex, first_vertex);
        EXPECT_EQ(report.value().bodies[0].first_joined_triangle, a.triangles.size());
        a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
        for (TriangleIndices triangle : b.triangles) {
            if (!is_removed(triangle))
                for (std::uint32_t& vertex : triangle)
                    vertex += first_vertex;
            a.triangles.push_back(triangle);
        }
        EXPECT_FALSE(world.info(b.id).ok()) << "it is no more";
        model.bodies.erase(model.bodies.begin() + std::ptrdiff_t(second));
    }

    World world = World::create().value();
    EditedModel model;
    scenes::Random random{71};
};

TEST_P(RandomEdits, GiveThePairsOfTheEditedMeshes)
{
    model.self_collision = GetParam().self_collision;
    std::size_t pairs = 0, pieces = 0, joins = 0;
    for (std::size_t life = 0; life < cases(12); ++life) {
        world = World::create().value();
        model.bodies.clear();
        add(ball_at(random, 80, {0, 0, 0}));
        add(ball_at(random, 20, {1.2f, 0.3f, 0}));
        for (int round = 0; round < 60; ++round) {
            const RandomEdit edit(model, random);
            const auto report = world.edit(edit.edit(model));
            ASSERT_TRUE(report.ok()) << report.error().message;
            edit.apply(report.value().bodies[0], model);
            pieces += report.value().bodies[0].pieces.size();
            if (random.below(3) == 0)
                move(model.bodies[random.below(std::uint32_t(model.bodies.size()))]);
            if (random.below(8) == 0 && model.bodies.size() > 1) {
                const std::uint32_t first = random.below(std::uint32_t(model.bodies.size()));
                const std::uint32_t second = random.below(std::uint32_t(model.bodies.size()));
                if (first != second) {
                    join(first, second);
                    ++joins;
                }
            }
            const NumberedPairs expected = model.pairs();
            ASSERT_EQ(pairs_of(world.find_pairs()), expected) << life << ' ' << round;
            pairs += expected.size();
            for (const ModelBody& body : model.bodies) {
                const BodyInfo info = world.info(body.id).value();
                ASSERT_EQ(info.triangles, remaining_triangles(body.triangles).size());
                ASSERT_EQ(info.triangles + info.removed_triangles, body.triangles.size());
                ASSERT_EQ(info.vertices, body.positions.size());
            }
        }
    }
    EXPECT_GT(pairs, cases(1000));
    EXPECT_GT(pieces, cases(20));
    EXPECT_GT(joins, cases(5));
}

INSTANTIATE_TEST_SUITE_P(
    EveryStructure, RandomEdits,
    testing::Values(
        EditedWorld{Structure::refit_bvh}, EditedWorld{Structure::refit_bvh, true},
        EditedWorld{Structure::refit_bvh, false, BucketAlgorithm::direct, 0, false, PositionStorage::borrowed},
        EditedWorld{Structure::refit_bvh, true, BucketAlgorithm::direct, 0, false, PositionStorage::borrowed},
        EditedWorld{Structure::spherical_octree}, EditedWorld{Structure::spherical_octree, true},
        EditedWorld{Structure::spherical_octree, false, BucketAlgorithm::direct, 5},
        EditedWorld{Structure::spherical_octree, true, BucketAlgorithm::direct, 4},
        EditedWorld{Structure::spherical_octree, true, BucketAlgorithm::direct, 3, true},
        EditedWorld{Structure::bucket_octree}, EditedWorld{Structure::bucket_octree, true},
        EditedWorld{Structure::bucket_octree, true, BucketAlgorithm::sorted_lists},
        EditedWorld{Structure::on_demand_sphere_tree}, EditedWorld{Structure::on_demand_sphere_tree, true},
        EditedWorld{Structure::medial_sphere_tree}, EditedWorld{Structure::medial_sphere_tree, true},
        EditedWorld{Structure::brute_force}, EditedWorld{Structure::brute_force, true}));

TEST(Pieces, AreWhatSharesNoVertex)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {3, 4, 5},   removed_triangle, {5, 6, 7},
                                                    {8, 8, 9}, {2, 10, 11}, {9, 12, 12},      {1, 0, 2}};
    const std::vector<std::vector<std::uint32_t>> expected = {{0, 5, 7}, {1, 3}, {4, 6}};
    EXPECT_EQ(connected_pieces(triangles, 13), expected);
    EXPECT_TRUE(connected_pieces({}, 3).empty());
}

} // namespace
} // namespace tactus
