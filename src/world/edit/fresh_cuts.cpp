// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "mesh/removed_triangle.h"
#include "world/parts.h"

namespace tactus {

/// What touches right after an edit and could not before: the two sides of a cut, whether it goes through a body or
/// all the way.
void World::Parts::note_fresh_cuts(const EditReport& done)
{
    const auto is_added = [](const EditedBody& edited, std::uint32_t triangle) {
        return triangle >= edited.first_added_triangle;
    };
    const bool any = std::any_of(done.bodies.begin(), done.bodies.end(), [&](const EditedBody& edited) {
        const Body& body = *find(edited.body);
        return !edited.pieces.empty() || (body.self_collision && body.triangle_count > edited.first_added_triangle);
    });
    if (!any)
        return;
    const auto original_of = [&](BodyId id) -> const EditedBody* {
        for (const EditedBody& edited : done.bodies)
            if (edited.body == id || std::any_of(edited.pieces.begin(), edited.pieces.end(), [&](const BodyPiece& piece) {
                    return piece.body == id;
                }))
                return &edited;
        return nullptr;
    };
    list_encounters();
    begin_query();
    update_fresh_cuts();
    std::vector<std::pair<Encounter, TrianglePair>> touching;
    for (const Encounter& encounter : encounters) {
        const BodyId a = id_of(encounter.a), b = id_of(encounter.b);
        const EditedBody* edited = original_of(a);
        if (edited == nullptr || edited != original_of(b))
            continue;
        pairs.clear();
        WorkMeter meter(Budget::unlimited());
        find_pairs_of(encounter, meter, false);
        for (const TrianglePair& pair : pairs)
            if (a != b || (a == edited->body && (is_added(*edited, pair.a) || is_added(*edited, pair.b))))
                touching.emplace_back(encounter, pair);
    }
    for (const auto& [encounter, pair] : touching)
        fresh_cuts.add(id_of(encounter.a), id_of(encounter.b), pair);
    for (const EditedBody& edited : done.bodies)
        note_fresh_neighbours(edited);
    are_cuts_current = false;
}

/// At the end of a cut its two sides share a vertex. Such triangles are no pairs, but their other features can be in
/// contact.
void World::Parts::note_fresh_neighbours(const EditedBody& edited)
{
    const Body& body = *find(edited.body);
    if (!body.self_collision)
        return;
    const std::span<const TriangleIndices> triangles = body.given_triangles;
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> star_of(body.vertex_count, none);
    std::vector<std::vector<std::uint32_t>> stars;
    for (std::uint32_t t = edited.first_added_triangle; t < triangles.size(); ++t)
        for (int k = 0; k < 3 && !is_removed(triangles[t]); ++k)
            if (std::uint32_t& star = star_of[triangles[t][k]]; star == none) {
                star = static_cast<std::uint32_t>(stars.size());
                stars.emplace_back();
            }
    for (std::uint32_t t = 0; t < triangles.size() && !stars.empty(); ++t)
        for (int k = 0; k < 3 && !is_removed(triangles[t]); ++k)
            if (const std::uint32_t star = star_of[triangles[t][k]]; star != none)
                stars[star].push_back(t);
    for (const std::vector<std::uint32_t>& star : stars)
        for (std::size_t j = 0; j < star.size(); ++j)
            for (std::size_t i = 0; i < j && star[j] >= edited.first_added_triangle; ++i)
                if (star[i] != star[j]
                    && merely_touch(
                        triangle_of(edited.body, star[i]), triangle_of(edited.body, star[j]),
                        shared_corners(triangles[star[i]], triangles[star[j]])))
                    fresh_cuts.add(edited.body, edited.body, {star[i], star[j]});
}

/// Where a triangle is now, by the caller's number.
Triangle World::Parts::triangle_of(BodyId id, std::uint32_t number)
{
    Slot& slot = slots[id.index];
    const auto* tree = std::get_if<RefitBvh>(&slot.body->structure);
    // A tree may have its vertices in an order of its own.
    if (tree != nullptr && tree->is_renumbered()) {
        prepare_contacts(slot);
        return slot.contacts->surface().triangle(number);
    }
    const TriangleList list = slot.body->triangles();
    const auto& [a, b, c] = slot.body->given_triangles[number];
    return {list.vertex(a), list.vertex(b), list.vertex(c)};
}

void World::Parts::update_fresh_cuts()
{
    if (fresh_cuts.empty() || are_cuts_current)
        return;
    const auto triangle = [&](BodyId id, std::uint32_t number) { return triangle_of(id, number); };
    fresh_cuts.update(triangle, [&](BodyId id, std::uint32_t number) { return find(id)->given_triangles[number]; });
    are_cuts_current = true;
}

} // namespace tactus
