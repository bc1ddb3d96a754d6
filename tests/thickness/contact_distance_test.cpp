// SPDX-License-Identifier: MIT
// How far apart features are in contact: what bodies say, what is said of two of them, and what comes of both.
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "forces/blocks.h"
#include "thickness/sheets.h"

namespace tactus {
namespace {

using Features = std::set<std::tuple<ContactKind, std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>, float>>;

/// What the contacts of two bodies are of, and their separations.
Features features_between(const ContactReport& report, BodyId a, BodyId b)
{
    Features all;
    for (const Contact& contact : report.contacts)
        if (contact.body_a == a && contact.body_b == b)
            all.emplace(contact.kind, contact.vertices_a, contact.vertices_b, contact.separation);
    return all;
}

/// One body of each kind, all of which meet all others between 1 and 9 cm, in a world with so wide a contact distance.
struct Gathering {
    World world;
    std::vector<BodyId> bodies;

    explicit Gathering(float contact_distance, ContactSelection which = ContactSelection::local)
        : world(World::create({.contacts = {.contact_distance = contact_distance, .which = which}}).value())
    {
    }

    void add(int kind, const Thickness& thickness = {})
    {
        const FlatSheet low(0.02f), high(0.05f, 0.7f, 3);
        Block block(0.15f, 0.1f, 0.05f);
        for (Vec3& vertex : block.positions)
            vertex = {vertex.x - 0.2f, vertex.y + 0.1f, vertex.z + 0.13f};
        Result<BodyId> added =
            kind == 0   ? world.add_half_space({.thickness = thickness})
            : kind == 1 ? world.add_body(low.desc(thickness))
            : kind == 2 ? world.add_body(high.desc(thickness))
            : kind == 3
                ? world.add_body({.triangles = block.triangles, .positions = block.positions, .thickness = thickness})
                : world.add_sphere({.centre = {0.1f, -0.1f, 0.15f}, .radius = 0.06f, .thickness = thickness});
        bodies.push_back(added.value());
    }
};

TEST(ContactDistance, IsHalfOfWhatEachOfTwoBodiesSaysUnlessSomethingIsSaidOfBoth)
{
    World world = World::create({.contacts = {.contact_distance = 0.02f}}).value();
    const BodyId plain = world.add_body(FlatSheet(0.0f).desc()).value();
    const BodyId thin = world.add_body(FlatSheet(1.0f).desc({.contact_distance = 0.01f})).value();
    const BodyId soft =
        world.add_sphere({.radius = 1.0f, .thickness = {.contact_distance = 0.04f, .rest_offset = 0.03f}}).value();
    const auto distance = [&](BodyId a, BodyId b) { return *world.thickness(a, b).value().contact_distance; };
    const auto rest = [&](BodyId a, BodyId b) { return *world.thickness(a, b).value().rest_offset; };
    EXPECT_EQ(distance(plain, plain), 0.02f);
    EXPECT_FLOAT_EQ(distance(plain, thin), 0.015f);
    EXPECT_FLOAT_EQ(distance(thin, plain), 0.015f);
    EXPECT_FLOAT_EQ(distance(thin, thin), 0.01f);
    EXPECT_FLOAT_EQ(distance(thin, soft), 0.025f);
    EXPECT_EQ(rest(plain, thin), 0.0f);
    EXPECT_FLOAT_EQ(rest(plain, soft), 0.015f);
    ASSERT_TRUE(world.set_pair(plain, soft, {.thickness = {.rest_offset = 0.05f}}).ok());
    EXPECT_EQ(rest(plain, soft), 0.05f);
    EXPECT_EQ(distance(plain, soft), 0.05f) << "what pushes is in contact";
    ASSERT_TRUE(world.set_pair(soft, plain, {.thickness = {.contact_distance = 0.003f, .rest_offset = 0.0f}}).ok());
    EXPECT_EQ(rest(plain, soft), 0.0f);
    EXPECT_EQ(distance(plain, soft), 0.003f);
    ASSERT_TRUE(world.set_pair(plain, plain, {.thickness = {.contact_distance = 0.007f}}).ok());
    EXPECT_EQ(distance(plain, plain), 0.007f) << "of a body with itself";
    ASSERT_TRUE(world.set_thickness(thin, {}).ok());
    EXPECT_EQ(distance(thin, thin), 0.02f);
}

/// Every two bodies of a world have the contacts that they have alone, in a world with their distance.
TEST(ContactDistance, OfTwoBodiesDoesNotDependOnOthers)
{
    const std::array<Thickness, 5> said = {
        Thickness{.contact_distance = 0.01f}, Thickness{}, Thickness{.contact_distance = 0.0f},
        Thickness{.contact_distance = 0.16f}, Thickness{.contact_distance = 0.02f, .rest_offset = 0.09f}};
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
        Gathering all(0.05f, which);
        for (int kind = 0; kind < 5; ++kind)
            all.add(kind, said[kind]);
        ASSERT_TRUE(all.world.set_pair(all.bodies[1], all.bodies[4], {.thickness = {.contact_distance = 0.2f}}).ok());
        ASSERT_TRUE(all.world.set_pair(all.bodies[0], all.bodies[2], {.thickness = {.contact_distance = 0.01f}}).ok());
        ASSERT_TRUE(all.world.find_contacts().complete);
        const ContactReport whole = all.world.find_contacts();
        std::size_t found = 0;
        for (int a = 0; a < 5; ++a)
            for (int b = a + 1; b < 5; ++b) {
                const float distance = *all.world.thickness(all.bodies[a], all.bodies[b]).value().contact_distance;
                Gathering two(distance, which);
                two.add(a);
                two.add(b);
                const Features alone = features_between(two.world.find_contacts(), two.bodies[0], two.bodies[1]);
                EXPECT_EQ(features_between(whole, all.bodies[a], all.bodies[b]), alone) << a << " and " << b;
                found += alone.size();
            }
        EXPECT_EQ(whole.contacts.size(), found);
        EXPECT_GT(found, 40u);
    }
}

TEST(ContactDistance, IsKeptByQueriesThatAreCut)
{
    for (const std::uint64_t units : {1, 3, 10, 40}) {
        Gathering whole(0.01f), cut(0.01f);
        for (int kind = 0; kind < 5; ++kind)
            for (Gathering* one : {&whole, &cut})
                one->add(kind, {.contact_distance = 0.02f * float(kind)});
        const ContactReport& answer = whole.world.find_contacts();
        const ContactReport* report = &cut.world.find_contacts(Budget::work_units(units));
        while (!report->complete) {
            for (const Contact& contact : answer.contacts) {
                bool is_there = false;
                for (const Contact& known : report->contacts)
                    is_there = is_there
                               || (known.body_a == contact.body_a && known.body_b == contact.body_b
                                   && known.kind == contact.kind && known.vertices_a == contact.vertices_a
                                   && known.vertices_b == contact.vertices_b);
                for (const Contact& open : report->unrefined)
                    is_there = is_there
                               || (open.body_a == contact.body_a && open.body_b == contact.body_b
                                   && open.separation_lower <= contact.separation
                                   && contact.separation <= open.separation_upper);
                ASSERT_TRUE(is_there);
            }
            report = &cut.world.refine_contacts(Budget::work_units(units));
        }
        EXPECT_EQ(report->contacts.size(), answer.contacts.size());
    }
}

TEST(ContactDistance, CanChangeWhileNothingMoves)
{
    World world = World::create().value();
    const BodyId low = world.add_body(FlatSheet(0.0f).desc()).value();
    const BodyId high = world.add_body(FlatSheet(0.1f).desc()).value();
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.set_thickness(high, {.contact_distance = 0.21f}).ok());
    EXPECT_FALSE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.set_pair(low, high, {.thickness = {.contact_distance = 0.05f}}).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.set_pair(low, high, {.thickness = {.contact_distance = 0.11f}}).ok());
    ASSERT_TRUE(world.set_thickness(high, {.contact_distance = 0.0f}).ok());
    EXPECT_FALSE(world.find_contacts().contacts.empty());
    ASSERT_TRUE(world.set_pair(low, high, {}).ok());
    EXPECT_TRUE(world.find_contacts().contacts.empty());
    EXPECT_FALSE(world.any_pair());
}

TEST(ContactDistance, OfABodyWithItselfCanBeAnother)
{
    // Two sheets that are one body, one above the other, and a third beside it.
    FlatSheet cloth(0.0f), above(0.01f);
    const auto count = static_cast<std::uint32_t>(cloth.positions.size());
    cloth.positions.insert(cloth.positions.end(), above.positions.begin(), above.positions.end());
    for (const TriangleIndices& t : above.triangles)
        cloth.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    World world = World::create({.contacts = {.contact_distance = 0.005f}}).value();
    BodyDesc desc = cloth.desc({.contact_distance = 0.02f});
    desc.self_collision = true;
    const BodyId body = world.add_body(desc).value();
    const BodyId other = world.add_body(FlatSheet(0.022f).desc()).value();
    const auto counts = [&] {
        std::array<std::size_t, 2> found = {};
        for (const Contact& contact : world.find_contacts().contacts)
            ++found[contact.body_a == contact.body_b ? 0 : 1];
        return found;
    };
    EXPECT_GT(counts()[0], 0u);
    EXPECT_GT(counts()[1], 0u);
    ASSERT_TRUE(world.set_pair(body, body, {.thickness = {.contact_distance = 0.001f}}).ok());
    EXPECT_EQ(counts()[0], 0u);
    EXPECT_GT(counts()[1], 0u);
    ASSERT_TRUE(world.set_pair(body, other, {.thickness = {.contact_distance = 0.001f}}).ok());
    EXPECT_EQ(counts()[1], 0u);
}

TEST(ContactDistance, GoesWithPiecesThatComeOff)
{
    World world = World::create().value();
    FlatSheet cloth(0.0f, 1.0f, 2), right(0.0f, 1.0f, 2);
    const auto count = static_cast<std::uint32_t>(cloth.positions.size());
    for (const Vec3& vertex : right.positions)
        cloth.positions.push_back({vertex.x + 2.0f, vertex.y, vertex.z});
    for (const TriangleIndices& t : right.triangles)
        cloth.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    const BodyId body = world.add_body(cloth.desc({.contact_distance = 0.1f})).value();
    const BodyId ball = world.add_sphere({.centre = {2.1f, 0.1f, 0.5f}, .radius = 0.25f}).value();
    ASSERT_TRUE(world.set_pair(body, ball, {.thickness = {.contact_distance = 0.3f}}).ok());
    EXPECT_EQ(world.find_contacts().contacts.size(), 1u);
    const EditReport edited = world.edit(BodyEdit{.body = body, .split = true}).value();
    ASSERT_EQ(edited.bodies[0].pieces.size(), 1u);
    const BodyId piece = edited.bodies[0].pieces[0].body;
    EXPECT_EQ(*world.thickness(piece, piece).value().contact_distance, 0.1f);
    EXPECT_EQ(*world.thickness(piece, ball).value().contact_distance, 0.3f);
    EXPECT_EQ(world.find_contacts().contacts.size(), 1u);
}

TEST(ContactDistance, IsRefusedIfItIsNegativeOrNotFinite)
{
    World world = World::create().value();
    const BodyId body = world.add_body(FlatSheet(0.0f).desc()).value();
    const float infinite = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {-0.001f, infinite, -infinite, nan})
        for (const Thickness& thickness : {Thickness{.contact_distance = bad}, Thickness{.rest_offset = bad}}) {
            const char* name =
                thickness.contact_distance ? "thickness.contact_distance is" : "thickness.rest_offset is";
            const auto is_refused = [&](const auto& result) {
                return !result.ok() && result.error().code == ErrorCode::invalid_argument
                       && result.error().message.find(name) == 0;
            };
            EXPECT_TRUE(is_refused(world.add_body(FlatSheet(0.0f).desc(thickness))));
            EXPECT_TRUE(is_refused(world.add_sphere({.radius = 1.0f, .thickness = thickness})));
            EXPECT_TRUE(is_refused(world.add_half_space({.thickness = thickness})));
            EXPECT_TRUE(is_refused(world.set_thickness(body, thickness)));
            EXPECT_TRUE(is_refused(world.set_pair(body, body, {.thickness = thickness})));
        }
    EXPECT_EQ(world.body_count(), 1u);
    ASSERT_TRUE(world.remove_body(body).ok());
    EXPECT_EQ(world.set_thickness(body, {}).error().code, ErrorCode::stale_id);
    EXPECT_EQ(world.thickness(body, body).error().code, ErrorCode::stale_id);
}

} // namespace
} // namespace tactus
