// SPDX-License-Identifier: MIT
// What little room in a report means: never more entries than promised, and nothing merged that fits in the end.
#include <tactus/papers.h>

#include "contacts/promises.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {
namespace {

/// A ball of 80 triangles.
papers::GridMesh ball_at(Vec3 centre, float radius)
{
    const scenes::Shape unit = scenes::icosphere(80);
    papers::GridMesh ball = {unit.triangles, {}, {}};
    for (const auto& point : unit.points)
        ball.positions.push_back(
            {centre.x + radius * float(point.x), centre.y + radius * float(point.y),
             centre.z + radius * float(point.z)});
    return ball;
}

/// Balls that overlap their neighbours in a row, the first one an open bowl that collides with itself.
World row_of_balls(
    std::size_t max_contacts, std::uint32_t count, bool measures, Structure structure = Structure::refit_bvh)
{
    const ContactSettings settings = {
        .contact_distance = 0.05f,
        .which = ContactSelection::all,
        .max_contacts = max_contacts,
        .measure_depths = measures};
    World world = World::create({.contacts = settings}).value();
    for (std::uint32_t k = 0; k < count; ++k) {
        papers::GridMesh ball = ball_at({0.9f * float(k), 0.013f * float(k), 0.017f * float(k * k)}, 0.6f);
        if (k == 0)
            ball.triangles.resize(60);
        const BodyDesc desc = {
            .triangles = ball.triangles, .positions = ball.positions, .structure = structure, .self_collision = k == 0};
        (void)world.add_body(desc).value();
    }
    return world;
}

TEST(Room, ForTheWholeAnswerIsEnough)
{
    for (const bool measures : {true, false})
        for (const Structure structure : {Structure::refit_bvh, Structure::brute_force}) {
            World roomy = row_of_balls(65536, 4, measures, structure);
            const ContactReport& whole = roomy.find_contacts();
            ASSERT_TRUE(whole.complete);
            ASSERT_GT(whole.contacts.size(), 40u);
            for (const bool is_cut : {false, true})
                for (const std::size_t more : {0u, 1u, 5u}) {
                    World tight = row_of_balls(whole.contacts.size() + more, 4, measures, structure);
                    if (is_cut)
                        (void)tight.find_contacts(Budget::work_units(100));
                    const ContactReport& report = is_cut ? tight.refine_contacts() : tight.find_contacts();
                    EXPECT_TRUE(report.complete) << report.contacts.size() << " of " << whole.contacts.size();
                    EXPECT_EQ(report.contacts_merged, 0u);
                    EXPECT_EQ(contact_set(report), contact_set(whole));
                    for (const Contact& contact : report.contacts)
                        EXPECT_NE(contact.depth_state, DepthState::open);
                }
        }
}

TEST(Room, ThatIsTooLittleIsNeverExceeded)
{
    World roomy = row_of_balls(65536, 4, true);
    const std::size_t needed = roomy.find_contacts().contacts.size();
    for (const std::size_t room : {std::size_t{16}, std::size_t{17}, std::size_t{30}, needed - 1}) {
        World world = row_of_balls(room, 4, true);
        for (const Budget budget :
             {Budget::work_units(0), Budget::work_units(50), Budget::work_units(500), Budget::unlimited()}) {
            const ContactReport& report = world.find_contacts(budget);
            EXPECT_LE(report.contacts.size() + report.unrefined.size(), room);
            EXPECT_FALSE(report.complete);
        }
        const Promises promises(roomy.refine_contacts());
        promises.check(world.refine_contacts(), "room for " + std::to_string(room));
    }
}

TEST(Room, IsTwoEntriesForEveryTwoBodiesWhereTheseAreMore)
{
    // Twelve balls in a heap: 66 pairs.
    World world = World::create({.contacts = {.max_contacts = 16}}).value();
    for (std::uint32_t k = 0; k < 12; ++k) {
        const papers::GridMesh ball = ball_at({0.1f * float(k % 4), 0.1f * float(k / 4), 0.01f * float(k)}, 1.0f);
        ASSERT_TRUE(world.add_body({.triangles = ball.triangles, .positions = ball.positions}).ok());
    }
    std::size_t most = 0;
    for (const Budget budget : {Budget::work_units(0), Budget::work_units(100), Budget::unlimited()}) {
        const ContactReport& report = world.find_contacts(budget);
        most = std::max(most, report.contacts.size() + report.unrefined.size());
    }
    EXPECT_GT(most, 66u);
    EXPECT_LE(most, 132u);
}

TEST(Room, ThatIsTooLittleForAWhileTakesNoIdAway)
{
    World world = row_of_balls(65536, 4, false);
    const auto ids = [&](std::size_t room, const Budget& budget) {
        EXPECT_TRUE(world
                        .set_contact_settings(
                            {.contact_distance = 0.05f,
                             .which = ContactSelection::all,
                             .max_contacts = room,
                             .measure_depths = false})
                        .ok());
        std::vector<std::uint64_t> listed;
        for (const Contact& contact : world.find_contacts(budget).contacts)
            listed.push_back(contact.id);
        std::sort(listed.begin(), listed.end());
        return listed;
    };
    const std::vector<std::uint64_t> all = ids(65536, Budget::unlimited());
    ASSERT_GT(all.size(), 100u);
    for (int round = 0; round < 3; ++round) {
        const std::vector<std::uint64_t> few = ids(40 + round, Budget::unlimited());
        EXPECT_LE(few.size(), 42u);
        EXPECT_TRUE(std::includes(all.begin(), all.end(), few.begin(), few.end()));
    }
    EXPECT_EQ(ids(65536, Budget::unlimited()), all);
}

} // namespace
} // namespace tactus
