// SPDX-License-Identifier: MIT
// Scenes whose meshes are cut while they move: after every edit each structure gives brute force's answer on the
// edited meshes, and what has just been cut is silent.
#include <set>
#include <tuple>

#include "agreement/plain_loop.h"
#include "agreement/scene_player.h"
#include "scenes/scene_bodies.h"

namespace tactus {
namespace {

/// A scene in a world, from its first frame on.
struct Played {
    Played(const scenes::Scene& scene, const Way& way) : world(make_world(way.workers)), bodies(scene)
    {
        const Result<void> added = bodies.add_to(world, [&](std::size_t mesh) {
            BodyDesc desc;
            desc.structure = choice_of(way.structure(mesh), way.octree, way.buckets);
            desc.papers = &way.as_paper;
            return desc;
        });
        EXPECT_TRUE(added.ok());
        EXPECT_TRUE(world.set_contact_settings({.which = ContactSelection::all}).ok());
    }

    void edit_for(std::uint32_t frame)
    {
        const Result<void> there = bodies.go_to(world, frame);
        EXPECT_TRUE(there.ok()) << (there.ok() ? "" : there.error().message);
    }
    void move() { EXPECT_TRUE(bodies.give_positions(world).ok()); }
    void set_frame(std::uint32_t frame)
    {
        edit_for(frame);
        move();
    }

    World world;
    scenes::SceneBodies bodies;
};

/// Pairs by mesh and triangle of the scene, the lesser first.
using Named = std::pair<std::size_t, std::uint32_t>;
using NamedPairs = std::set<std::pair<Named, Named>>;

NamedPairs named(const PairReport& report, const scenes::SceneBodies& bodies)
{
    NamedPairs pairs;
    for (const BodyPairs& found : report.bodies) {
        const scenes::SceneBody &a = *bodies.find(found.body_a), &b = *bodies.find(found.body_b);
        for (const TrianglePair& pair : found.pairs)
            EXPECT_TRUE(
                pairs
                    .insert(std::minmax(Named{a.mesh, a.mesh_triangle(pair.a)}, Named{b.mesh, b.mesh_triangle(pair.b)}))
                    .second);
    }
    return pairs;
}

/// Which body a triangle of a mesh belongs to.
std::map<Named, std::size_t> owners(const scenes::SceneBodies& bodies)
{
    std::map<Named, std::size_t> owners;
    for (std::size_t k = 0; k < bodies.bodies().size(); ++k)
        for (const std::uint32_t triangle : bodies.bodies()[k].triangle_of)
            owners[{bodies.bodies()[k].mesh, triangle}] = k;
    return owners;
}

/// Every two triangles of the scene as it is cut at a frame, by nothing but the exact test.
NamedPairs plain_answer(const scenes::Scene& scene, std::uint32_t frame, const scenes::SceneBodies& bodies)
{
    struct Placed {
        Named name;
        std::size_t body;
        TriangleIndices vertices;
        std::array<Vec3, 3> corners;
    };
    const std::map<Named, std::size_t> pieces = owners(bodies);
    std::vector<Placed> all;
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        std::vector<Vec3> positions(scenes::vertex_count_at(scene, frame, mesh));
        scene.positions(frame, mesh, positions);
        for (const auto& [number, t] : scenes::triangles_at(scene, frame, mesh)) {
            const auto piece = pieces.find({mesh, number});
            all.push_back(
                {{mesh, number},
                 piece == pieces.end() ? mesh : piece->second,
                 t,
                 {positions[t[0]], positions[t[1]], positions[t[2]]}});
        }
    }
    NamedPairs pairs;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            if (all[i].body == all[j].body
                && (!scene.meshes[all[i].name.first].self_collision
                    || have_a_common_vertex(all[i].vertices, all[j].vertices)))
                continue;
            if (triangles_intersect(all[i].corners, all[j].corners))
                pairs.insert(std::minmax(all[i].name, all[j].name));
        }
    return pairs;
}

/// A contact by its bodies and kind, and by the vertices that its features have in the scene's meshes.
using NamedContact =
    std::tuple<std::uint32_t, std::uint32_t, ContactKind, std::set<std::uint32_t>, std::set<std::uint32_t>>;

NamedContact named(const Contact& contact, const scenes::SceneBodies& bodies)
{
    const bool is_edges = contact.kind == ContactKind::edge_edge;
    const bool is_face_a = contact.kind == ContactKind::face_vertex || contact.kind == ContactKind::inside_vertex;
    const auto vertices = [&](BodyId id, const std::array<std::uint32_t, 3>& numbers, std::size_t count) {
        const scenes::SceneBody& body = *bodies.find(id);
        std::set<std::uint32_t> named;
        for (std::size_t k = 0; k < count; ++k)
            named.insert(body.is_piece() ? body.vertex_of[numbers[k]] : numbers[k]);
        return named;
    };
    return {
        contact.body_a.index, contact.body_b.index, contact.kind,
        vertices(
            contact.body_a, contact.vertices_a,
            is_edges    ? 2
            : is_face_a ? 3
                        : 1),
        vertices(
            contact.body_b, contact.vertices_b,
            is_edges    ? 2
            : is_face_a ? 1
                        : 3)};
}

class CutScene : public testing::TestWithParam<std::string> {
protected:
    // What closes the pieces has several times the triangles of the stone.
    scenes::Scene scene_ =
        scene_called(GetParam(), {.triangles = GetParam() == "falling_pieces" ? 100u : 260u, .frames = 60});
};

INSTANTIATE_TEST_SUITE_P(
    Catalogue, CutScene, testing::Values("torn_cloth", "cut_organ", "falling_pieces"),
    [](const auto& name) { return name.param; });

TEST_P(CutScene, GivesBruteForcesPairsByEveryStructureAfterEveryEdit)
{
    std::vector<Way> ways = {tree_way(1),  tree_way(3),       octree_way(),
                             bucket_way(), bucket_way({}, 3), bucket_way({.algorithm = BucketAlgorithm::sorted_lists})};
    ways.push_back({.name = "bucket_octree and refit_bvh", .structure = [](std::size_t mesh) {
                        return mesh == 0 ? Structure::bucket_octree : Structure::refit_bvh;
                    }});
    for (const Way& way : other_ways())
        ways.push_back(way);
    Played oracle(scene_, brute_force_way());
    std::vector<Played> players;
    for (const Way& way : ways)
        players.emplace_back(scene_, way);
    std::size_t seen = 0;
    for (std::uint32_t frame = 0; frame < scene_.frame_count; ++frame) {
        oracle.edit_for(frame);
        const Answer edited = answer_of(oracle.world.find_pairs());
        oracle.move();
        const Answer moved = answer_of(oracle.world.find_pairs());
        seen += pair_count(moved);
        for (std::size_t k = 0; k < ways.size(); ++k) {
            players[k].edit_for(frame);
            EXPECT_TRUE(agree(answer_of(players[k].world.find_pairs()), edited))
                << "edited for " << frame << ", " << ways[k].name;
            players[k].move();
            EXPECT_TRUE(agree(answer_of(players[k].world.find_pairs()), moved))
                << "frame " << frame << ", " << ways[k].name;
        }
    }
    EXPECT_GT(seen, 100u);
    EXPECT_GT(oracle.bodies.edits().pieces, 0u);
}

TEST_P(CutScene, GivesThePairsOfTheEditedMeshesButForFreshCuts)
{
    Played player(scene_, tree_way(1));
    std::size_t exact = 0;
    for (std::uint32_t frame = 0; frame < scene_.frame_count; ++frame) {
        player.set_frame(frame);
        const NamedPairs found = named(player.world.find_pairs(), player.bodies);
        const NamedPairs expected = plain_answer(scene_, frame, player.bodies);
        EXPECT_TRUE(std::ranges::includes(expected, found)) << "frame " << frame;
        exact += found == expected ? 1 : 0;
        // Towards the end all that was cut has been apart.
        if (frame >= 50) {
            EXPECT_TRUE(found == expected) << "frame " << frame << ": " << found.size() << ", " << expected.size();
        }
    }
    EXPECT_GT(exact, scene_.frame_count / 2);
}

TEST_P(CutScene, IsSilentWhereItHasJustBeenCut)
{
    Played player(scene_, tree_way(1));
    std::size_t quiet = 0;
    for (std::uint32_t frame = 0; frame < scene_.frame_count; ++frame) {
        const std::size_t before = player.world.find_pairs().pair_count;
        const std::size_t contacts = player.world.find_contacts().contacts.size();
        const std::size_t batches = player.bodies.edits().batches;
        player.edit_for(frame);
        if (player.bodies.edits().batches > batches) {
            // Where the blade goes through a triangle it goes through its parts too.
            if (before == 0) {
                EXPECT_EQ(player.world.find_pairs().pair_count, 0u) << "frame " << frame;
            }
            EXPECT_LE(player.world.find_contacts().contacts.size(), contacts) << "frame " << frame;
            ++quiet;
        }
        player.move();
    }
    EXPECT_GT(quiet, 0u);
}

TEST_P(CutScene, GivesBruteForcesContactsByEveryStructure)
{
    const std::vector<Way> ways = {brute_force_way(), tree_way(1), octree_way(), bucket_way()};
    std::vector<Played> players;
    for (const Way& way : ways)
        players.emplace_back(scene_, way);
    std::size_t seen = 0;
    for (std::uint32_t frame = 0; frame < scene_.frame_count; frame += 3) {
        std::multiset<NamedContact> expected;
        for (std::size_t k = 0; k < ways.size(); ++k) {
            players[k].set_frame(frame);
            const ContactReport& report = players[k].world.find_contacts();
            EXPECT_TRUE(report.complete);
            std::multiset<NamedContact> found;
            for (const Contact& contact : report.contacts)
                found.insert(named(contact, players[k].bodies));
            if (k == 0) {
                expected = found;
                seen += found.size();
            } else {
                EXPECT_TRUE(found == expected) << "frame " << frame << ", " << ways[k].name << ": " << found.size()
                                               << " contacts, expected " << expected.size();
            }
        }
    }
    EXPECT_GT(seen, 20u);
}

TEST_P(CutScene, CanBeEnteredAtAnyFrame)
{
    Played walked(scene_, tree_way(1));
    for (std::uint32_t frame = 0; frame < scene_.frame_count; ++frame)
        walked.set_frame(frame);
    Played jumped(scene_, tree_way(1));
    jumped.set_frame(scene_.frame_count - 1);
    EXPECT_TRUE(agree(answer_of(jumped.world.find_pairs()), answer_of(walked.world.find_pairs())));
    EXPECT_FALSE(jumped.bodies.go_to(jumped.world, 0).ok()) << "what is cut does not grow together";
}

} // namespace
} // namespace tactus
