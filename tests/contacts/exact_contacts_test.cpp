// SPDX-License-Identifier: MIT
// With time enough, the contacts found are the contacts there are, whatever the structure.
#include "base/cases.h"
#include "contacts/promises.h"

namespace tactus {
namespace {

class EveryScene : public testing::TestWithParam<std::string> {
protected:
    scenes::Scene scene_ = scene_to_touch(GetParam(), sized(150));
};

/// The default structure first, then others.
std::vector<Way> ways_to_contacts()
{
    constexpr auto by_paper = papers::OctreeTraversal::leaves_then_reverse;
    std::vector<Way> ways = {
        tree_way(1),
        brute_force_way(),
        octree_way(),
        octree_way({}, by_paper),
        octree_way({.levels = 3, .uniform = true}, by_paper),
        bucket_way(),
        bucket_way({.levels = 1}, 2),
        bucket_ways().back()};
    for (const Way& way : other_ways())
        ways.push_back(way);
    return ways;
}

/// On most days the first two, and others in turn.
std::vector<Way> some_ways_to_contacts(const std::string& scene)
{
    const std::vector<Way> all = ways_to_contacts();
    std::vector<Way> some;
    for (std::size_t k = 0; k < all.size(); ++k)
        if (k < 2 || (k + scene.size()) % on_most_days(6, 1) == 0)
            some.push_back(all[k]);
    return some;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScene, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(EveryScene, HasTheContactsThatTheDefinitionNames)
{
    const float edge = mean_edge(scene_);
    const std::vector<Way> ways = ways_to_contacts();
    for (const float distance : {0.0f, 0.4f * edge}) {
        std::vector<ScenePlayer> players;
        for (const Way& way : ways) {
            players.emplace_back(scene_, way);
            ASSERT_TRUE(
                players.back()
                    .world()
                    .set_contact_settings(
                        {.contact_distance = distance, .which = ContactSelection::all, .max_contacts = 1u << 17})
                    .ok());
        }
        for (const std::uint32_t frame : spread_frames(scene_, 3)) {
            const ContactSet expected = contacts_by_definition(scene_, frame, distance);
            // Where scales are mixed, everything small is near everything else.
            if (expected.size() >= 1u << 17)
                continue;
            for (std::size_t k = 0; k < ways.size(); ++k) {
                players[k].set_frame(frame);
                const ContactReport& report = players[k].world().find_contacts();
                EXPECT_TRUE(report.complete);
                EXPECT_EQ(report.open_pairs, 0u);
                EXPECT_EQ(report.worst_error, 0.0f);
                EXPECT_EQ(report.contacts_merged, 0u);
                EXPECT_TRUE(contact_set(report) == expected)
                    << ways[k].name << ", frame " << frame << ", distance " << distance << ": "
                    << report.contacts.size() << " found, " << expected.size() << " expected";
            }
        }
    }
}

TEST_P(EveryScene, HasTheSameLocalContactsByEveryStructure)
{
    const float distance = 0.4f * mean_edge(scene_);
    const std::vector<Way> ways = some_ways_to_contacts(GetParam());
    for (const std::uint32_t frame : spread_frames(scene_, 2)) {
        ScenePlayer whole(scene_);
        ASSERT_TRUE(whole.world()
                        .set_contact_settings(
                            {.contact_distance = distance, .which = ContactSelection::all, .max_contacts = 1u << 17})
                        .ok());
        whole.set_frame(frame);
        const ContactReport& all = whole.world().find_contacts();
        if (!all.complete)
            continue;
        const ContactSet of_all = contact_set(all);
        ContactSet expected;
        for (const Way& way : ways) {
            ScenePlayer player(scene_, way);
            ASSERT_TRUE(
                player.world()
                    .set_contact_settings(
                        {.contact_distance = distance, .which = ContactSelection::local, .max_contacts = 1u << 17})
                    .ok());
            player.set_frame(frame);
            const ContactReport& report = player.world().find_contacts();
            EXPECT_TRUE(report.complete);
            const ContactSet found = contact_set(report);
            if (&way == &ways.front()) {
                expected = found;
                EXPECT_TRUE(std::includes(of_all.begin(), of_all.end(), found.begin(), found.end()))
                    << "local contacts are some of all";
            }
            EXPECT_TRUE(found == expected) << way.name << ", frame " << frame << ": " << found.size() << " found, "
                                           << expected.size() << " by the default structure";
        }
    }
}

TEST_P(EveryScene, HasContactsWhoseWeightsNormalsAndPointsMakeSense)
{
    const float distance = 0.4f * mean_edge(scene_);
    ScenePlayer player(scene_);
    ASSERT_TRUE(player.world().set_contact_settings({.contact_distance = distance}).ok());
    player.set_frame(spread_frames(scene_, 3)[1]);
    const ContactReport& report = player.world().find_contacts();
    for (const Contact& contact : report.contacts) {
        EXPECT_NE(contact.id, 0u);
        EXPECT_EQ(contact.age, 0u);
        EXPECT_EQ(contact.previous_point, contact.point);
        EXPECT_EQ(contact.error_bound, 0.0f);
        EXPECT_NEAR(std::hypot(contact.normal.x, contact.normal.y, contact.normal.z), 1.0, 1e-5);
        if (contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex)
            continue;
        for (const auto& weights : {contact.weights_a, contact.weights_b})
            EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1.0f, 1e-5f);
        EXPECT_TRUE(contact.depth_state != DepthState::open || !report.complete);
        EXPECT_LE(contact.separation, distance * 1.0001f);
        if (contact.separation < 0.0f) {
            EXPECT_TRUE(contact.crosses || contact.depth_state == DepthState::propagated);
        }
    }
}

// Two triangles share an edge that meets a third one. Vertices beside it are attached, which excuses one of the two.
TEST(ContactsBesideAttachedVertices, AreThoseOfTheOtherTriangles)
{
    World world = World::create({.contacts = {.which = ContactSelection::all}}).value();
    const auto add = [&](std::vector<TriangleIndices> triangles, std::vector<Vec3> positions) {
        return world.add_body({.triangles = triangles, .positions = positions}).value();
    };
    const BodyId fold = add({{0, 1, 2}, {1, 3, 2}}, {{-1, 0, 1}, {0, -1, 0}, {0, 1, 0}, {1, 0, 1}});
    const BodyId below = add({{0, 1, 2}}, {{0, 0, 0}, {1, 0, -1}, {-1, 0, -1}});
    ASSERT_EQ(world.find_contacts().contacts.size(), 4u)
        << "a vertex with two faces, and two edges with the shared one";
    ASSERT_TRUE(world.attach_vertices(fold, 0, below, 1).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 3u) << "the shared edge is on the second triangle too";
    EXPECT_EQ(world.find_pairs().pair_count, 1u);
    ASSERT_TRUE(world.attach_vertices(fold, 3, below, 2).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 0u) << "both are excused";
}

} // namespace
} // namespace tactus
