// SPDX-License-Identifier: MIT
// Contacts from one query to the next, and queries with little or nothing to do.
#include "contacts/promises.h"

namespace tactus {
namespace {

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// A flat grid of squares in the plane z = 0, from the origin on, `count` along either side.
Mesh plane(std::uint32_t count, float size)
{
    Mesh mesh;
    for (std::uint32_t y = 0; y <= count; ++y)
        for (std::uint32_t x = 0; x <= count; ++x)
            mesh.positions.push_back({size * float(x) / float(count), size * float(y) / float(count), 0.0f});
    for (std::uint32_t y = 0; y < count; ++y)
        for (std::uint32_t x = 0; x < count; ++x) {
            const std::uint32_t at = y * (count + 1) + x, above = at + count + 1;
            mesh.triangles.push_back({at, at + 1, above + 1});
            mesh.triangles.push_back({at, above + 1, above});
        }
    return mesh;
}

/// A tetrahedron that stands on its tip.
Mesh spike(float height)
{
    return {
        {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}},
        {{0, 0, 0}, {height / 2, 0, height}, {-height / 2, height / 2, height}, {-height / 2, -height / 2, height}}};
}

/// A closed box with corners at plus and minus half.
Mesh box(float half)
{
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        mesh.positions.push_back(
            {(corner & 1) != 0 ? half : -half, (corner & 2) != 0 ? half : -half, (corner & 4) != 0 ? half : -half});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

std::vector<Vec3> moved(const Mesh& mesh, Vec3 by)
{
    std::vector<Vec3> positions = mesh.positions;
    for (Vec3& p : positions)
        p = {p.x + by.x, p.y + by.y, p.z + by.z};
    return positions;
}

World world_with(const ContactSettings& settings) { return std::move(World::create({.contacts = settings})).value(); }

BodyId add(World& world, const Mesh& mesh, Vec3 at = {})
{
    const std::vector<Vec3> positions = moved(mesh, at);
    return world.add_body({.triangles = mesh.triangles, .positions = positions}).value();
}

TEST(ContactLife, ASlowSlideKeepsTheIdOfATip)
{
    World world = world_with({.contact_distance = 0.01f});
    const Mesh ground = plane(10, 1.0f), tip = spike(0.2f);
    add(world, ground);
    const BodyId body = add(world, tip, {0.31f, 0.33f, 0.005f});
    std::set<std::uint64_t> ids;
    std::uint32_t age = 0;
    for (int frame = 0; frame < 200; ++frame) {
        const std::vector<Vec3> now = moved(tip, {0.31f + 0.002f * float(frame), 0.33f, 0.005f});
        ASSERT_TRUE(world.set_positions(body, now).ok());
        // A tip is in contact with one face, or with two where they meet: of these one goes on.
        std::uint32_t oldest = 0;
        std::set<std::uint64_t> now_alive;
        for (const Contact& contact : world.find_contacts().contacts)
            if (contact.kind == ContactKind::face_vertex && contact.vertices_b[0] == 0) {
                oldest = std::max(oldest, contact.age);
                now_alive.insert(contact.id);
            }
        ASSERT_FALSE(now_alive.empty());
        if (frame > 0) {
            const bool goes_on =
                std::any_of(now_alive.begin(), now_alive.end(), [&](std::uint64_t id) { return ids.contains(id); });
            EXPECT_TRUE(goes_on) << "frame " << frame;
        }
        age = std::max(age, oldest);
        ids = now_alive;
    }
    EXPECT_GE(age, 20u);
}

TEST(ContactLife, AnIdIsCarriedFromAFaceThatIsLeftToTheOneBesideIt)
{
    World world = world_with({.contact_distance = 0.0f});
    const Mesh ground = plane(4, 1.0f), tip = spike(0.2f);
    add(world, ground);
    // The tip is stuck a little below the plane, and jumps over an edge of it.
    const BodyId body = add(world, tip, {0.3f, 0.26f, -0.01f});
    const auto tip_contact = [&]() -> Contact {
        for (const Contact& contact : world.find_contacts().contacts)
            if (contact.kind == ContactKind::face_vertex && contact.vertices_b[0] == 0)
                return contact;
        return {};
    };
    const Contact before = tip_contact();
    ASSERT_NE(before.id, 0u);
    const std::vector<Vec3> next = moved(tip, {0.3f, 0.35f, -0.01f});
    ASSERT_TRUE(world.set_positions(body, next).ok());
    const Contact after = tip_contact();
    EXPECT_NE(after.triangle_a, before.triangle_a);
    EXPECT_EQ(after.id, before.id);
    EXPECT_EQ(after.age, 1u);
    EXPECT_EQ(after.previous_point, before.point);
}

TEST(ContactLife, AnIdDiesWithItsContactAndNeverComesBack)
{
    World world = world_with({.contact_distance = 0.01f});
    const Mesh ground = plane(4, 1.0f), tip = spike(0.2f);
    add(world, ground);
    const BodyId body = add(world, tip, {0.3f, 0.26f, 0.005f});
    std::set<std::uint64_t> seen;
    for (int touch = 0; touch < 5; ++touch) {
        const std::vector<Vec3> down = moved(tip, {0.3f, 0.26f, 0.005f}), up = moved(tip, {0.3f, 0.26f, 0.5f});
        ASSERT_TRUE(world.set_positions(body, down).ok());
        const ContactReport& report = world.find_contacts();
        ASSERT_GT(report.contacts.size(), 0u);
        for (const Contact& contact : report.contacts) {
            EXPECT_TRUE(seen.insert(contact.id).second);
            EXPECT_EQ(contact.age, 0u);
        }
        ASSERT_TRUE(world.set_positions(body, up).ok());
        EXPECT_TRUE(world.find_contacts().contacts.empty());
    }
}

TEST(ContactLife, LastFramesContactsComeFirstHoweverLittleTimeThereIs)
{
    const scenes::Scene scene = scene_called("bumpy_spheres", {.triangles = 2000, .frames = 400});
    ScenePlayer player(scene);
    ASSERT_TRUE(player.world()
                    .set_contact_settings({.contact_distance = 0.2f * mean_edge(scene), .which = ContactSelection::all})
                    .ok());
    player.set_frame(300);
    const std::size_t before = player.world().find_contacts().contacts.size();
    player.set_frame(301);
    ASSERT_GT(before, 50u);
    // Enough to look at each of them once, and at nothing else.
    const ContactReport& report = player.world().find_contacts(Budget::work_units(before / 4));
    EXPECT_GT(report.contacts.size(), before / 4);
    EXPECT_FALSE(report.complete);
}

TEST(ContactQuery, AnEmptyWorldHasAnAnswer)
{
    World world = world_with({});
    const ContactReport& report = world.find_contacts(Budget::work_units(0));
    EXPECT_TRUE(report.complete);
    EXPECT_TRUE(report.contacts.empty() && report.unrefined.empty());
    EXPECT_EQ(report.worst_error, 0.0f);
    EXPECT_TRUE(world.refine_contacts().complete);
    EXPECT_TRUE(world.contact_forces().bodies.empty());
    add(world, box(1.0f));
    EXPECT_TRUE(world.find_contacts().complete);
}

TEST(ContactQuery, ADeadlineInThePastGivesTheBodiesAsTheyAre)
{
    World world = world_with({});
    add(world, box(1.0f));
    add(world, box(1.0f), {1.5f, 0.0f, 0.0f});
    const ContactReport& report = world.find_contacts(Budget::until(Budget::Clock::now() - std::chrono::seconds(1)));
    EXPECT_FALSE(report.complete);
    EXPECT_EQ(report.work_units_spent, 0u);
    // One covers features that touch, and one what lies inside.
    EXPECT_TRUE(report.contacts.empty());
    ASSERT_EQ(report.unrefined.size(), 2u);
    EXPECT_GT(report.worst_error, 0.5f);
    for (const Contact& part : report.unrefined) {
        EXPECT_EQ(part.kind, ContactKind::unrefined);
        EXPECT_EQ(part.normal, (Vec3{1.0f, 0.0f, 0.0f}));
        EXPECT_LE(part.separation_lower, -0.5f);
    }
}

TEST(ContactQuery, ABodyInsideAnotherIsSeenAndMeasured)
{
    for (const bool small_first : {true, false}) {
        World world = world_with({.contact_distance = 0.01f});
        const BodyId first = add(world, box(small_first ? 0.25f : 1.0f), {small_first ? 0.6f : 0.0f, 0.0f, 0.0f});
        add(world, box(small_first ? 1.0f : 0.25f), {small_first ? 0.0f : 0.6f, 0.0f, 0.0f});
        (void)first;
        const ContactReport& report = world.find_contacts();
        EXPECT_TRUE(report.complete);
        EXPECT_EQ(report.contacts.size(), 8u);
        for (const Contact& contact : report.contacts) {
            EXPECT_EQ(contact.kind, small_first ? ContactKind::vertex_inside : ContactKind::inside_vertex);
            EXPECT_EQ(contact.depth_state, DepthState::propagated);
            EXPECT_GT(contact.depth(), 0.1f);
        }
    }
}

TEST(ContactQuery, ABodyInsideAnotherIsCoveredAtEveryCut)
{
    for (std::uint64_t units = 0; units < 30; ++units) {
        World world = world_with({});
        add(world, box(1.0f));
        add(world, box(0.25f), {0.6f, 0.0f, 0.0f});
        const ContactReport& report = world.find_contacts(Budget::work_units(units));
        EXPECT_FALSE(report.contacts.empty() && report.unrefined.empty()) << units;
    }
}

TEST(ContactQuery, StopsWhenItIsGoodEnough)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 3000});
    ScenePlayer whole(scene);
    whole.set_frame(scene.frame_count / 2);
    const float start = whole.world().find_contacts(Budget::work_units(0)).worst_error;
    std::uint64_t units_before = 0;
    for (const float share : {0.9f, 0.5f, 0.2f, 0.05f}) {
        // What a world remembers would spare it some of the work.
        ScenePlayer player(scene);
        player.set_frame(scene.frame_count / 2);
        const ContactReport& report = player.world().find_contacts(Budget::until_error(share * start));
        EXPECT_LE(report.worst_error, share * start);
        // The coarser goals are reached before depths are measured.
        EXPECT_TRUE(!report.complete || share < 0.5f) << share;
        EXPECT_GE(report.work_units_spent, units_before);
        units_before = report.work_units_spent;
        // What was left on purpose is taken up again.
        const ContactReport& finer = player.world().refine_contacts(Budget::until_error(0.5f * share * start));
        EXPECT_LE(finer.worst_error, 0.5f * share * start);
        EXPECT_TRUE(player.world().refine_contacts().complete);
    }
}

TEST(ContactQuery, LeavesPairsOfBodiesAsCoarseAsTheyMayBe)
{
    World world = world_with({});
    const Mesh ground = plane(20, 4.0f);
    const BodyId floor = add(world, ground, {-1.0f, -1.0f, 0.0f});
    const BodyId near = add(world, box(0.5f), {0.0f, 0.0f, 0.3f}), far = add(world, box(0.5f), {2.0f, 0.0f, 0.3f});
    ASSERT_TRUE(world.set_pair(floor, far, {.error_goal = 100.0f}).ok());
    const ContactReport& report = world.find_contacts();
    EXPECT_FALSE(report.complete);
    // One for features that touch, and one for vertices of the floor inside the box.
    ASSERT_EQ(report.open_pairs, 2u);
    for (const Contact& part : report.unrefined)
        EXPECT_EQ(part.body_b, far);
    EXPECT_GT(report.contacts.size(), 0u);
    for (const Contact& contact : report.contacts)
        EXPECT_EQ(contact.body_b, near);
}

TEST(ContactQuery, SharesABudgetByWeight)
{
    World world = world_with({});
    const Mesh ground = plane(40, 4.0f);
    const BodyId floor = add(world, ground, {-1.0f, -1.0f, 0.0f});
    const BodyId first = add(world, box(0.5f), {0.0f, 0.0f, 0.3f}), second = add(world, box(0.5f), {2.0f, 0.0f, 0.3f});
    world.prepare_contacts();
    for (const BodyId favoured : {first, second}) {
        for (const BodyId body : {first, second})
            ASSERT_TRUE(world.set_pair(floor, body, {.weight = body == favoured ? 1000.0f : 1.0f}).ok());
        float worst[2] = {0.0f, 0.0f};
        const ContactReport& report = world.find_contacts(Budget::work_units(40));
        for (const Contact& part : report.unrefined)
            worst[part.body_b == favoured] = std::max(worst[part.body_b == favoured], part.error_bound);
        EXPECT_LT(worst[1], worst[0]);
    }
}

TEST(ContactQuery, RefusesSettingsThatMakeNoSense)
{
    World world = world_with({});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(world.set_contact_settings({.contact_distance = nan}).ok());
    EXPECT_FALSE(world.set_contact_settings({.contact_distance = -1.0f}).ok());
    EXPECT_FALSE(world.set_contact_settings({.max_contacts = 3}).ok());
    EXPECT_FALSE(World::create({.contacts = {.contact_distance = nan}}).ok());
    const BodyId a = add(world, box(1.0f)), b = add(world, box(1.0f));
    EXPECT_FALSE(world.set_pair(a, b, {.weight = nan}).ok());
    EXPECT_FALSE(world.set_pair(a, b, {.material = {.stiffness = -1.0f}}).ok());
    ASSERT_TRUE(world.remove_body(b).ok());
    EXPECT_FALSE(world.set_pair(a, b, {}).ok());
    EXPECT_EQ(Budget::until_error(nan).error_goal(), 0.0f);
}

TEST(ContactQuery, KeepsAFrontThatChangesNoAnswer)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 3000, .frames = 600});
    ScenePlayer keeps(scene), forgets(scene);
    const float distance = 0.2f * mean_edge(scene);
    // In the default order, a query after one that was complete opens no nodes one by one.
    constexpr RefinementOrder order = RefinementOrder::breadth_first;
    ASSERT_TRUE(keeps.world().set_contact_settings({.contact_distance = distance, .order = order}).ok());
    ASSERT_TRUE(
        forgets.world().set_contact_settings({.contact_distance = distance, .order = order, .keep_front = false}).ok());
    std::uint64_t tests_kept = 0, tests_anew = 0;
    for (std::uint32_t frame = 300; frame < 330; ++frame) {
        keeps.set_frame(frame);
        forgets.set_frame(frame);
        const ContactReport& kept = keeps.world().find_contacts(every_unit());
        const ContactReport& anew = forgets.world().find_contacts(every_unit());
        EXPECT_TRUE(contact_set(kept) == contact_set(anew)) << frame;
        tests_kept += frame > 300 ? kept.node_tests : 0;
        tests_anew += frame > 300 ? anew.node_tests : 0;
    }
    EXPECT_LT(2 * tests_kept, tests_anew);
}

} // namespace
} // namespace tactus
