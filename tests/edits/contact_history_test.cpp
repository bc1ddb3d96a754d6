// SPDX-License-Identifier: MIT
// Contacts of bodies that are edited: the same as those of new bodies, and the same ids where features are still there.
#include <tuple>

#include "base/cases.h"
#include "base/every_structure.h"
#include "edits/edited_model.h"

namespace tactus {
namespace {

/// What a contact is of: bodies, kind, and the features' vertices, each side in order.
using Features =
    std::tuple<std::uint32_t, std::uint32_t, ContactKind, std::set<std::uint32_t>, std::set<std::uint32_t>>;

Features features_of(const Contact& contact)
{
    const auto side = [](std::size_t count, const std::array<std::uint32_t, 3>& vertices) {
        return std::set<std::uint32_t>(vertices.begin(), vertices.begin() + std::ptrdiff_t(count));
    };
    std::size_t count_a = 2, count_b = 2;
    switch (contact.kind) {
    case ContactKind::vertex_face:
        count_a = 1, count_b = 3;
        break;
    case ContactKind::face_vertex:
        count_a = 3, count_b = 1;
        break;
    case ContactKind::vertex_inside:
        count_a = 1, count_b = 0;
        break;
    case ContactKind::inside_vertex:
        count_a = 0, count_b = 1;
        break;
    default:
        break;
    }
    return {
        contact.body_a.index, contact.body_b.index, contact.kind, side(count_a, contact.vertices_a),
        side(count_b, contact.vertices_b)};
}

std::multiset<Features> features_of(const ContactReport& report)
{
    std::multiset<Features> all;
    for (const Contact& contact : report.contacts)
        all.insert(features_of(contact));
    return all;
}

class EditedContacts : public testing::TestWithParam<Structure> {
protected:
    static BodyId add(World& world, const ModelBody& body) { return add_body(world, body, GetParam()); }
    static World make_world() { return World::create({.contacts = {.contact_distance = 0.02f}}).value(); }
};

/// Bodies of the model with their removed triangles left out; vertices keep their numbers.
ModelBody without_removed(const ModelBody& body)
{
    ModelBody made{{}, {}, body.positions};
    for (const std::uint32_t triangle : remaining_triangles(body.triangles))
        made.triangles.push_back(body.triangles[triangle]);
    return made;
}

TEST_P(EditedContacts, AreThoseOfBodiesThatAreMadeAnew)
{
    scenes::Random random(11);
    std::size_t contacts = 0;
    for (std::size_t life = 0; life < cases(3); ++life) {
        World world = make_world();
        EditedModel model;
        for (const float x : {0.0f, 1.3f}) {
            model.bodies.push_back(ball_at(random, 80, {x, 0.0f, 0.0f}));
            model.bodies.back().id = add(world, model.bodies.back());
        }
        for (std::size_t round = 0; round < on_most_days(10, 25); ++round) {
            const RandomEdit edit(model, random);
            const auto report = world.edit(edit.edit(model));
            ASSERT_TRUE(report.ok()) << report.error().message;
            edit.apply(report.value().bodies[0], model);
            // Places in the new world are those in the old one: bodies are only ever added.
            World fresh = make_world();
            for (const ModelBody& body : model.bodies)
                ASSERT_EQ(add(fresh, without_removed(body)).index, body.id.index);
            const ContactReport& expected = fresh.find_contacts();
            ASSERT_EQ(features_of(world.find_contacts()), features_of(expected)) << life << ' ' << round;
            contacts += expected.contacts.size();
        }
    }
    EXPECT_GT(contacts, cases(on_most_days(400, 1000)));
}

TEST_P(EditedContacts, KeepTheirIdsWhereTheirFeaturesAreStillThere)
{
    scenes::Random random(12);
    World world = make_world();
    EditedModel model;
    for (const float x : {0.0f, 1.5f, 3.0f}) {
        model.bodies.push_back(ball_at(random, 320, {x, 0.0f, 0.0f}));
        model.bodies.back().id = add(world, model.bodies.back());
    }
    std::map<Features, std::pair<std::uint64_t, std::uint32_t>> before;
    const auto look = [&] {
        before.clear();
        for (const Contact& contact : world.find_contacts().contacts)
            before[features_of(contact)] = {contact.id, contact.age};
    };
    // Nothing moves: contacts that are still there go on.
    const auto expect_kept = [&](const char* what, std::size_t least, auto renamed) {
        std::map<Features, std::pair<std::uint64_t, std::uint32_t>> expected;
        for (const auto& [features, contact] : before)
            expected[renamed(features)] = contact;
        std::size_t kept = 0;
        for (const Contact& contact : world.find_contacts().contacts)
            if (const auto known = expected.find(features_of(contact)); known != expected.end()) {
                EXPECT_EQ(contact.id, known->second.first) << what;
                EXPECT_EQ(contact.age, known->second.second + 1) << what;
                ++kept;
            }
        EXPECT_GE(kept, least) << what;
    };
    const auto same = [](const Features& features) { return features; };

    look();
    ASSERT_GT(before.size(), 60u);
    std::vector<std::uint32_t> some;
    for (std::uint32_t triangle = 0; triangle < 320; triangle += 7)
        some.push_back(triangle);
    ASSERT_TRUE(world.edit(BodyEdit{.body = model.bodies[1].id, .remove_triangles = some}).ok());
    expect_kept("removed", before.size() / 2, same);

    look();
    const std::size_t all = before.size();
    const auto joined = world.edit(BodyEdit{.body = model.bodies[0].id, .join = model.bodies[2].id});
    ASSERT_TRUE(joined.ok());
    const std::uint32_t first = joined.value().bodies[0].first_joined_vertex;
    expect_kept("joined", all, [&](const Features& features) {
        const auto& [a, b, kind, of_a, of_b] = features;
        if (b != 2)
            return features;
        // Of bodies 1 and 2 it has become one of 0 and 1.
        std::set<std::uint32_t> moved;
        for (const std::uint32_t vertex : of_b)
            moved.insert(vertex + first);
        const ContactKind turned = kind == ContactKind::vertex_face     ? ContactKind::face_vertex
                                   : kind == ContactKind::face_vertex   ? ContactKind::vertex_face
                                   : kind == ContactKind::vertex_inside ? ContactKind::inside_vertex
                                   : kind == ContactKind::inside_vertex ? ContactKind::vertex_inside
                                                                        : kind;
        return Features{0, 1, turned, moved, of_a};
    });

    look();
    const auto split = world.edit(BodyEdit{.body = model.bodies[0].id, .split = true});
    ASSERT_TRUE(split.ok());
    ASSERT_EQ(split.value().bodies[0].pieces.size(), 1u);
    const BodyPiece& piece = split.value().bodies[0].pieces[0];
    std::map<std::uint32_t, std::uint32_t> place;
    for (std::uint32_t vertex = 0; vertex < piece.vertex_of.size(); ++vertex)
        place[piece.vertex_of[vertex]] = vertex;
    expect_kept("split", all, [&](const Features& features) {
        const auto& [a, b, kind, of_a, of_b] = features;
        const bool is_inside = kind == ContactKind::inside_vertex;
        // The ball in the middle has vertices in the first on its one side, and in the other on its other side.
        if (is_inside && model.bodies[1].positions[*of_b.begin()].x > 1.5f)
            return Features{1, 2, ContactKind::vertex_inside, of_b, {}};
        std::set<std::uint32_t> moved;
        for (const std::uint32_t vertex : of_a)
            if (place.count(vertex) > 0)
                moved.insert(place.at(vertex));
        if (moved.size() != of_a.size() || is_inside)
            return features;
        const ContactKind turned = kind == ContactKind::vertex_face     ? ContactKind::face_vertex
                                   : kind == ContactKind::face_vertex   ? ContactKind::vertex_face
                                   : kind == ContactKind::vertex_inside ? ContactKind::inside_vertex
                                                                        : kind;
        return Features{1, 2, turned, of_b, moved};
    });
}

/// Two squares that are near each other, and a body far off, which one of them joins. Gives the contacts that have kept
/// their ids.
std::multiset<Features> kept_by_join(const ModelBody& far, bool is_prepared, BodyEdit edit, Structure structure)
{
    World world = World::create({.contacts = {.contact_distance = 0.02f}}).value();
    const std::vector<TriangleIndices> halves = {{0, 1, 2}, {0, 2, 3}};
    add_body(world, {{}, halves, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}, structure);
    edit.join = add_body(
        world, {{}, halves, {{0.3f, 0.4f, 0.01f}, {2, 0.4f, 0.01f}, {2, 2, 0.01f}, {0.3f, 2, 0.01f}}}, structure);
    edit.body = add_body(world, far, structure);
    if (is_prepared)
        world.prepare_contacts();
    std::set<std::uint64_t> ids;
    for (const Contact& contact : world.find_contacts(Budget::work_units(1'000'000)).contacts)
        ids.insert(contact.id);
    EXPECT_TRUE(world.edit(edit).ok());
    std::multiset<Features> kept;
    for (const Contact& contact : world.find_contacts().contacts)
        if (ids.count(contact.id) > 0)
            kept.insert(features_of(contact));
    return kept;
}

TEST_P(EditedContacts, GoOnInABodyThatHadMetNobody)
{
    // A query with a budget prepares bodies that meet others, and no more: the body far off has no tables yet in which
    // the contacts of what joins it could be looked up. The edit must make them; it read them through a null pointer.
    const ModelBody triangle{{}, {{0, 1, 2}}, {{9, 0, 0}, {10, 0, 0}, {9, 1, 0}}};
    scenes::Random random(13);
    // The first is made anew with what joins it, and the second is changed where it is.
    for (const ModelBody& far : {triangle, ball_at(random, 80, {9, 0, 0})}) {
        const auto first = std::uint32_t(far.triangles.size());
        const std::vector<std::uint32_t> either_half[] = {{}, {first}, {first + 1}};
        for (const std::vector<std::uint32_t>& removed : either_half) {
            const BodyEdit edit = {.remove_triangles = removed};
            const auto kept = kept_by_join(far, false, edit, GetParam());
            EXPECT_FALSE(kept.empty());
            EXPECT_EQ(kept, kept_by_join(far, true, edit, GetParam()));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(EveryStructure, EditedContacts, testing::ValuesIn(every_structure));

} // namespace
} // namespace tactus
