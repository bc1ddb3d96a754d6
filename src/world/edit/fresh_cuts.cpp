// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "mesh/removed_triangle.h"
#include "world/bodies/body_contacts.h"
#include "world/edit/edit_origins.h"
#include "world/parts.h"

namespace tactus {

/// What touches right after an edit and could not before: the two sides of a cut, whether it goes through a body or
/// all the way. What was tested before was a pair then, and is one now.
void World::Parts::note_fresh_cuts(std::span<const MadeEdit> done)
{
    const bool any = std::any_of(done.begin(), done.end(), [&](const MadeEdit& edit) {
        return (!edit.report.pieces.empty() || bodies.find(edit.report.body)->options.self_collision)
               && EditOrigins::can_have_fresh_pairs(edit);
    });
    if (!any)
        return;
    const EditOrigins origins(done);
    encounters.list();
    begin_query();
    std::vector<std::pair<Encounter, TrianglePair>> touching;
    for (const Encounter& encounter : encounters.listed()) {
        const BodyId a = bodies.id_of(encounter.a), b = bodies.id_of(encounter.b);
        const EditOrigins::Origin of_a = origins.of(a), of_b = origins.of(b);
        if (of_a.edit == nullptr || of_a.edit != of_b.edit)
            continue;
        for (const TrianglePair& pair : pairs.find_between(encounter, fresh_cuts))
            if (!EditOrigins::were_tested(of_a, pair.a, of_b, pair.b) && merely_touch_now(a, pair.a, b, pair.b))
                touching.emplace_back(encounter, pair);
    }
    for (const auto& [encounter, pair] : touching)
        fresh_cuts.add(bodies.id_of(encounter.a), bodies.id_of(encounter.b), pair);
    for (const MadeEdit& edit : done) {
        note_fresh_neighbours(edit.report.body, origins);
        for (const BodyPiece& piece : edit.report.pieces)
            note_fresh_neighbours(piece.body, origins);
    }
    are_cuts_current = false;
}

/// At the end of a cut its two sides share a vertex. Such triangles are no pairs, but their other features can be in
/// contact.
void World::Parts::note_fresh_neighbours(BodyId id, const EditOrigins& origins)
{
    const Body& body = *bodies.find(id);
    if (!body.options.self_collision)
        return;
    const std::span<const TriangleIndices> triangles = body.given_triangles;
    const EditOrigins::Origin origin = origins.of(id);
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> star_of(body.vertex_count, none);
    std::vector<std::vector<std::uint32_t>> stars;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        const bool is_new = !is_removed(triangles[t]) && EditOrigins::is_new(origin, t);
        for (int k = 0; k < 3 && is_new; ++k)
            if (std::uint32_t& star = star_of[triangles[t][k]]; star == none) {
                star = static_cast<std::uint32_t>(stars.size());
                stars.emplace_back();
            }
    }
    for (std::uint32_t t = 0; t < triangles.size() && !stars.empty(); ++t)
        for (int k = 0; k < 3 && !is_removed(triangles[t]); ++k)
            if (const std::uint32_t star = star_of[triangles[t][k]]; star != none)
                stars[star].push_back(t);
    for (const std::vector<std::uint32_t>& star : stars)
        for (std::size_t j = 0; j < star.size(); ++j)
            for (std::size_t i = 0; i < j; ++i)
                if (star[i] != star[j] && !EditOrigins::were_tested(origin, star[i], origin, star[j])
                    && merely_touch_now(id, star[i], id, star[j]))
                    fresh_cuts.add(id, id, {star[i], star[j]});
}

/// Where a triangle is now, by the caller's number.
Triangle World::Parts::triangle_of(BodyId id, std::uint32_t number)
{
    BodySlot& slot = bodies.slots()[id.index];
    // A tree may have its vertices in an order of its own.
    if (!slot.body->tree->vertex_order().empty()) {
        contacts.prepare(slot);
        return slot.contacts->surface().triangle(number);
    }
    const TriangleList list = slot.body->triangles();
    const auto& [a, b, c] = slot.body->given_triangles[number];
    return {list.vertex(a), list.vertex(b), list.vertex(c)};
}

bool World::Parts::merely_touch_now(BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b)
{
    const SharedCorners shared =
        a == b
            ? shared_corners(bodies.find(a)->given_triangles[triangle_a], bodies.find(b)->given_triangles[triangle_b])
            : SharedCorners{};
    return merely_touch(triangle_of(a, triangle_a), triangle_of(b, triangle_b), shared);
}

void World::Parts::update_fresh_cuts()
{
    if (fresh_cuts.empty() || are_cuts_current)
        return;
    fresh_cuts.update([&](BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b) {
        return merely_touch_now(a, triangle_a, b, triangle_b);
    });
    are_cuts_current = true;
}

void World::Parts::look_at_fresh_cuts(BodyId id)
{
    const auto is_known = [&](BodyId body, std::uint32_t number) {
        const Triangle t = triangle_of(body, number);
        return is_finite(t.a) && is_finite(t.b) && is_finite(t.c);
    };
    fresh_cuts.look_before_move(id, [&](BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b) {
        // Who borrows positions may write the new ones over the old, before anybody has checked them.
        return !is_known(a, triangle_a) || !is_known(b, triangle_b) || merely_touch_now(a, triangle_a, b, triangle_b);
    });
}

} // namespace tactus
