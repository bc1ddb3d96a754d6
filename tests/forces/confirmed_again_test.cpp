// SPDX-License-Identifier: MIT
// Contacts that an unfinished answer confirms again, with final depths: what was held of them does not push besides.
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "forces/samples.h"

namespace tactus {
namespace {

/// The contacts, confirmed while parts are open between all their bodies.
SampleAnswer confirmed_again(const std::vector<Contact>& contacts)
{
    SampleAnswer answer = {contacts, {}, false};
    for (const Contact& contact : contacts)
        answer.unrefined.push_back(part_between(contact.body_b, contact.body_a));
    return answer;
}

/// Expects that, after the contacts before, each of those after pushes as in the complete answer, once.
void expect_complete_forces(const std::vector<Contact>& before, const std::vector<Contact>& after)
{
    ContactForces forces;
    forces.compute(whole(before).report(), SampleBodies(), {});
    // What was let go does not come back either.
    for (int round = 0; round < 2; ++round)
        EXPECT_EQ(by_id(forces.compute(confirmed_again(after).report(), SampleBodies(), {})), complete_forces(after));
}

TEST(ContactsConfirmedAgain, DoNotPushWhereTheyAreOnlyNear)
{
    for (const DepthState state : {DepthState::local, DepthState::propagated}) {
        const std::vector<Contact> before = random_contacts(81, 60);
        std::vector<Contact> after = before;
        for (std::size_t k = 0; k < after.size(); ++k) {
            after[k].depth_state = state;
            after[k].separation = k % 3 == 0 ? 0.004f : k % 3 == 1 ? 0.0f : -0.003f;
        }
        expect_complete_forces(before, after);
        // The same features may have come apart in the meantime, and are another contact then.
        for (Contact& contact : after)
            contact.id += 1000;
        expect_complete_forces(before, after);
    }
}

TEST(ContactsConfirmedAgain, PushOnceWhereTheyHaveSlidToAnotherFeature)
{
    const std::vector<Contact> before = random_contacts(82, 60);
    std::vector<Contact> after = before;
    for (std::size_t k = 0; k < after.size(); ++k) {
        Contact& contact = after[k];
        for (std::uint32_t& vertex : contact.kind == ContactKind::face_vertex ? contact.vertices_a : contact.vertices_b)
            vertex += 42;
        contact.separation = k % 2 == 0 ? 0.004f : -0.003f;
    }
    expect_complete_forces(before, after);
}

TEST(ContactsConfirmedAgain, LetAnotherContactOfTheirVertexPush)
{
    std::vector<Contact> before = {random_contacts(83, 1)[0]};
    before[0].kind = ContactKind::vertex_face;
    before[0].vertices_a = {5, 0, 0};
    before[0].weights_a = {1.0f, 0.0f, 0.0f};
    before[0].separation = -0.01f;
    for (const bool is_first : {false, true}) {
        std::vector<Contact> after = {before[0], before[0]};
        Contact &near = after[is_first ? 0 : 1], &deep = after[is_first ? 1 : 0];
        near.separation = 0.004f;
        deep.id = 7;
        deep.vertices_b = {20, 21, 22};
        expect_complete_forces(before, after);
    }
}

TEST(ContactsConfirmedAgain, PushByTheFinalDepthOfTheirVertexWhateverIsOpen)
{
    std::vector<Contact> contacts(3, random_contacts(85, 1)[0]);
    for (Contact& contact : contacts) {
        contact.kind = ContactKind::vertex_face;
        contact.vertices_a = {5, 0, 0};
        contact.weights_a = {1.0f, 0.0f, 0.0f};
        contact.separation = -0.01f;
    }
    Contact &open = contacts[0], &final_one = contacts[1], &other = contacts[2];
    open.id = 7;
    open.depth_state = DepthState::open;
    final_one.kind = ContactKind::vertex_inside;
    final_one.separation = -0.004f;
    other.id = 8;
    other.separation = 0.0f;
    std::map<std::uint64_t, Vec3> expected = complete_forces({final_one});
    expected[open.id] = expected[other.id] = {};
    ContactForces forces;
    for (int round = 0; round < 3; ++round)
        EXPECT_EQ(by_id(forces.compute(confirmed_again(contacts).report(), SampleBodies(), {})), expected) << round;
}

TEST(ContactsConfirmedAgain, HoldTheDepthOfTheirVertexInAnotherFace)
{
    // On a sheet a vertex may be near one face, and deep in another one that the query has not come to.
    std::vector<Contact> before = {random_contacts(84, 1)[0]};
    before[0].kind = ContactKind::vertex_face;
    before[0].vertices_a = {5, 0, 0};
    before[0].weights_a = {1.0f, 0.0f, 0.0f};
    before[0].separation = -0.01f;
    std::vector<Contact> after = before;
    after[0].id = 7;
    after[0].vertices_b = {20, 21, 22};
    after[0].separation = 0.004f;
    after[0].depth_state = DepthState::local;
    ContactForces forces;
    std::map<std::uint64_t, Vec3> expected = by_id(forces.compute(whole(before).report(), SampleBodies(), {}));
    expected[7] = {};
    EXPECT_EQ(by_id(forces.compute(confirmed_again(after).report(), SampleBodies(), {})), expected);
}

TEST(ContactsConfirmedAgain, OfATurnedSheetDoNotPull)
{
    World world = World::create({.worker_count = 1, .contacts = ContactSettings{.contact_distance = 0.75f}}).value();
    std::vector<Vec3> positions = {{-1.5f, 0.5f, 0.75f},   {-1.5f, 0.5f, 1.5f},   {-0.75f, 0.5f, 0.75f},
                                   {-0.75f, 0.5f, -0.25f}, {0.25f, 0.5f, -0.25f}, {0.25f, 0.5f, 0.75f},
                                   {-0.75f, 0.5f, 1.5f},   {0.25f, 0.5f, 1.5f}};
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {3, 2, 4}, {2, 5, 4}, {2, 6, 5}, {6, 7, 5}};
    const BodyId moved = world.add_body({.triangles = triangles, .positions = positions}).value();
    const std::vector<Vec3> square = {
        {-0.5f, 0.5f, -0.5f}, {-0.5f, 0.5f, 2.0f}, {2.25f, 0.5f, -0.5f}, {2.25f, 0.5f, 2.0f}};
    const std::vector<TriangleIndices> halves = {{0, 1, 2}, {1, 3, 2}};
    const BodyId turned = world.add_body({.triangles = halves, .positions = square}).value();
    ASSERT_TRUE(world.set_pose(turned, {{0.25, -0.25, 0.0}, {-0.15583, -0.493577, 0.15458, 1.0}}).ok());
    (void)world.find_contacts();
    (void)world.contact_forces();
    for (Vec3& position : positions)
        position = position + Vec3{0.25f, -0.25f, 0.0f};
    ASSERT_TRUE(world.set_positions(moved, positions).ok());
    std::size_t looked_at = 0;
    for (int units = 0; units < 30; ++units) {
        const ContactReport& report =
            units == 0 ? world.find_contacts(Budget::work_units(1)) : world.refine_contacts(Budget::work_units(1));
        std::map<std::uint64_t, Vec3> normals;
        for (const Contact& contact : report.contacts)
            normals[contact.id] = contact.normal;
        for (const ContactForce& force : world.contact_forces().contacts)
            if (const auto normal = normals.find(force.id); normal != normals.end()) {
                EXPECT_GE(dot(force.force, normal->second), 0.0f) << units;
                ++looked_at;
            }
    }
    EXPECT_GT(looked_at, 0u);
}

} // namespace
} // namespace tactus
