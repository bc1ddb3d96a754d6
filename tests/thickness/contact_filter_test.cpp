// SPDX-License-Identifier: MIT
// What a caller's filter refuses is in no contact, and everything else is.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "forces/blocks.h"
#include "thickness/sheets.h"

namespace tactus {
namespace {

using Listed = std::set<std::tuple<ContactKind, std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>>>;

Listed listed(const ContactReport& report, const std::function<bool(const Contact&)>& is_kept = {})
{
    Listed all;
    for (const Contact& contact : report.contacts)
        if (!is_kept || is_kept(contact))
            all.emplace(contact.kind, contact.vertices_a, contact.vertices_b);
    return all;
}

/// Keeps triangles of which at most one is divisible by three.
class SomeTriangles final : public ContactFilter {
public:
    static bool keeps(std::uint32_t a, std::uint32_t b) { return a % 3 != 0 || b % 3 != 0; }
    bool keeps_triangles(BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b) const noexcept override
    {
        return keeps(triangle_a, triangle_b) && (a != b || triangle_a < triangle_b);
    }
};

/// Keeps contacts of an even first vertex.
class EvenVertices final : public ContactFilter {
public:
    bool keeps_contact(const Contact& contact) const noexcept override
    {
        return contact.vertices_a[0] % 2 == 0 && contact.id == 0;
    }
};

class NoTriangles final : public ContactFilter {
public:
    bool keeps_triangles(BodyId, std::uint32_t, BodyId, std::uint32_t) const noexcept override { return false; }
};

struct Sheets {
    FlatSheet low{0.0f, 1.0f, 5};
    FlatSheet high{0.02f, 0.8f, 4};

    World world(ContactSelection which, const ContactFilter* filter, std::uint32_t workers = 1) const
    {
        World world = World::create({.worker_count = workers,
                                     .contacts = {.contact_distance = 0.1f, .which = which, .filter = filter}})
                          .value();
        EXPECT_TRUE(world.add_body(low.desc()).ok());
        EXPECT_TRUE(world.add_body(high.desc()).ok());
        return world;
    }
};

/// Whether two triangles that hold a contact's features are kept.
bool has_kept_triangles(const Sheets& sheets, const Contact& contact)
{
    const auto holders = [](const FlatSheet& sheet, std::uint32_t triangle, std::span<const std::uint32_t> feature) {
        std::vector<std::uint32_t> all;
        for (std::uint32_t k = 0; k < sheet.triangles.size(); ++k)
            if (feature.size() == 3 ? k == triangle
                                    : std::all_of(feature.begin(), feature.end(), [&](std::uint32_t vertex) {
                                          const TriangleIndices& t = sheet.triangles[k];
                                          return std::find(t.begin(), t.end(), vertex) != t.end();
                                      }))
                all.push_back(k);
        return all;
    };
    const bool are_edges = contact.kind == ContactKind::edge_edge;
    const std::size_t of_a = are_edges ? 2 : contact.kind == ContactKind::vertex_face ? 1 : 3;
    const std::size_t of_b = are_edges ? 2 : contact.kind == ContactKind::face_vertex ? 1 : 3;
    for (const std::uint32_t a : holders(sheets.low, contact.triangle_a, std::span(contact.vertices_a).first(of_a)))
        for (const std::uint32_t b :
             holders(sheets.high, contact.triangle_b, std::span(contact.vertices_b).first(of_b)))
            if (SomeTriangles::keeps(a, b))
                return true;
    return false;
}

TEST(ContactFilters, LeaveOutWhatOnlyRefusedTrianglesHold)
{
    const Sheets sheets;
    World plain = sheets.world(ContactSelection::all, nullptr);
    const Listed expected =
        listed(plain.find_contacts(), [&](const Contact& contact) { return has_kept_triangles(sheets, contact); });
    EXPECT_LT(expected.size(), listed(plain.find_contacts()).size());
    EXPECT_GT(expected.size(), 100u);
    const SomeTriangles filter;
    for (const std::uint32_t workers : {1u, 2u}) {
        World filtered = sheets.world(ContactSelection::all, &filter, workers);
        EXPECT_EQ(listed(filtered.find_contacts()), expected);
    }
    World local = sheets.world(ContactSelection::local, &filter);
    const Listed few = listed(local.find_contacts());
    EXPECT_GT(few.size(), 10u);
    EXPECT_TRUE(std::includes(expected.begin(), expected.end(), few.begin(), few.end()));
}

TEST(ContactFilters, RefuseContactsAndNoOthers)
{
    const Sheets sheets;
    const EvenVertices filter;
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
        World plain = sheets.world(which, nullptr), filtered = sheets.world(which, &filter);
        const Listed expected =
            listed(plain.find_contacts(), [](const Contact& contact) { return contact.vertices_a[0] % 2 == 0; });
        EXPECT_FALSE(expected.empty());
        EXPECT_LT(expected.size(), plain.find_contacts().contacts.size());
        for (int frame = 0; frame < 2; ++frame)
            EXPECT_EQ(listed(filtered.find_contacts()), expected);
        for (const Contact& contact : filtered.find_contacts().contacts)
            EXPECT_GT(contact.age, 1u) << "what is kept lives on";
        ASSERT_TRUE(filtered.set_contact_settings({.contact_distance = 0.1f, .which = which}).ok());
        EXPECT_EQ(listed(filtered.find_contacts()), listed(plain.find_contacts()));
    }
}

TEST(ContactFilters, GiveTheSameAnswerStepByStep)
{
    const Sheets sheets;
    const SomeTriangles triangles;
    const EvenVertices contacts;
    for (const ContactFilter* filter : std::array<const ContactFilter*, 2>{&triangles, &contacts})
        for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
            World whole = sheets.world(which, filter), cut = sheets.world(which, filter);
            const Listed expected = listed(whole.find_contacts());
            const ContactReport* report = &cut.find_contacts(Budget::work_units(2));
            for (; !report->complete; report = &cut.refine_contacts(Budget::work_units(2))) {
                const Listed known = listed(*report);
                ASSERT_TRUE(std::includes(expected.begin(), expected.end(), known.begin(), known.end()));
            }
            EXPECT_EQ(listed(*report), expected);
        }
}

/// Refuses contacts of some kinds.
class NotOfKinds final : public ContactFilter {
public:
    explicit NotOfKinds(std::vector<ContactKind> kinds) : kinds_(std::move(kinds)) {}
    bool keeps_contact(const Contact& contact) const noexcept override
    {
        return std::find(kinds_.begin(), kinds_.end(), contact.kind) == kinds_.end();
    }

private:
    std::vector<ContactKind> kinds_;
};

TEST(ContactFilters, LetVerticesInsidePushByWhatIsLeft)
{
    const Block slab = gridded_block(1.0f, 1.0f, 0.5f, 2), block(0.1f, 0.1f, 0.1f);
    const auto lift = [&](const ContactFilter* filter) {
        World world = World::create({.contacts = {.filter = filter}}).value();
        const BodyId below = world.add_body({.triangles = slab.triangles, .positions = slab.positions}).value();
        const BodyId box = world.add_body({.triangles = block.triangles, .positions = block.positions}).value();
        EXPECT_TRUE(world.set_pair(below, box, {.material = {.stiffness = 100.0f}}).ok());
        EXPECT_TRUE(world.set_pose(box, {.position = {0.31, 0.27, 0.59}, .rotation = {}}).ok());
        EXPECT_TRUE(world.find_contacts().complete);
        return lift_of(world.contact_forces(), box);
    };
    const float whole = lift(nullptr);
    EXPECT_NEAR(whole, 4.0f, 1e-4f);
    const NotOfKinds faces({ContactKind::vertex_face, ContactKind::face_vertex, ContactKind::edge_edge});
    EXPECT_NEAR(lift(&faces), whole, 1e-4f);
    const NotOfKinds all(
        {ContactKind::vertex_face, ContactKind::face_vertex, ContactKind::edge_edge, ContactKind::vertex_inside,
         ContactKind::inside_vertex});
    EXPECT_EQ(lift(&all), 0.0f);
    const NoTriangles none;
    EXPECT_NEAR(lift(&none), whole, 1e-4f) << "what is inside is so whatever is refused";
}

TEST(ContactFilters, AreAskedAboutSpheresAndHalfSpaces)
{
    const FlatSheet sheet(0.0f);
    const SomeTriangles some;
    const NoTriangles none;
    for (const ContactFilter* filter : std::array<const ContactFilter*, 3>{nullptr, &some, &none}) {
        World world = World::create({.contacts = {.contact_distance = 0.3f, .filter = filter}}).value();
        const BodyId cloth = world.add_body(sheet.desc()).value();
        const BodyId ground = world.add_half_space({.offset = -0.1f}).value();
        const BodyId ball = world.add_sphere({.centre = {0.0f, 0.0f, 0.3f}, .radius = 0.25f}).value();
        ASSERT_TRUE(world.find_contacts().complete);
        std::array<std::size_t, 2> counts = {}; // of the cloth with the ground, and with the ball
        for (const Contact& contact : world.find_contacts().contacts)
            if (contact.body_a == cloth || contact.body_b == cloth)
                ++counts[contact.body_a == ball || contact.body_b == ball ? 1 : 0];
        EXPECT_EQ(*world.thickness(ground, cloth).value().contact_distance, 0.3f);
        if (filter == &none) {
            EXPECT_EQ(counts, (std::array<std::size_t, 2>{}));
            continue;
        }
        std::set<std::uint32_t> kept;
        for (std::uint32_t k = 0; k < sheet.triangles.size(); ++k)
            if (filter == nullptr || SomeTriangles::keeps(k, 0))
                kept.insert(sheet.triangles[k].begin(), sheet.triangles[k].end());
        EXPECT_EQ(counts[0], kept.size());
        EXPECT_EQ(kept.size() == sheet.positions.size(), filter == nullptr);
        // The ball touches the vertex in the middle, which six triangles have.
        EXPECT_EQ(counts[1], 1u);
    }
}

/// Keeps triangles of one body only if the lower numbered comes first.
class InOrder final : public ContactFilter {
public:
    bool keeps_triangles(BodyId, std::uint32_t a, BodyId, std::uint32_t b) const noexcept override { return a < b; }
};

TEST(ContactFilters, AreAskedAboutABodyItself)
{
    FlatSheet cloth(0.0f), above(0.01f);
    const auto count = static_cast<std::uint32_t>(cloth.positions.size());
    cloth.positions.insert(cloth.positions.end(), above.positions.begin(), above.positions.end());
    for (const TriangleIndices& t : above.triangles)
        cloth.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    BodyDesc desc = cloth.desc();
    desc.self_collision = true;
    const auto found = [&](const ContactFilter* filter, ContactSelection which) {
        World world = World::create({.contacts = {.contact_distance = 0.1f, .which = which, .filter = filter}}).value();
        EXPECT_TRUE(world.add_body(desc).ok());
        return listed(world.find_contacts());
    };
    const InOrder in_order;
    const NoTriangles none;
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
        EXPECT_GE(found(nullptr, which).size(), count);
        EXPECT_EQ(found(&in_order, which), found(nullptr, which));
        EXPECT_TRUE(found(&none, which).empty());
    }
}

} // namespace
} // namespace tactus
