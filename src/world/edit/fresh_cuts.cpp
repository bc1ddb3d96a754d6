// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <vector>

#include "world/parts.h"

namespace tactus {

/// What touches right after an edit and could not before: the two sides of a cut, whether it goes through a body or
/// all the way.
void World::Parts::note_fresh_cuts(World& world, const EditReport& done)
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
    for (const BodyPairs& bodies : world.find_pairs().bodies) {
        const EditedBody* edited = original_of(bodies.body_a);
        if (edited == nullptr || edited != original_of(bodies.body_b))
            continue;
        const bool is_split = bodies.body_a != bodies.body_b;
        for (const TrianglePair& pair : bodies.pairs)
            if (is_split || (bodies.body_a == edited->body && (is_added(*edited, pair.a) || is_added(*edited, pair.b))))
                fresh_cuts.add(bodies.body_a, bodies.body_b, pair);
    }
    are_cuts_current = false;
}

void World::Parts::update_fresh_cuts()
{
    if (fresh_cuts.empty() || are_cuts_current)
        return;
    const auto triangle = [&](BodyId id, std::uint32_t number) {
        Slot& slot = slots[id.index];
        prepare_contacts(slot);
        return slot.contacts->surface().triangle(number);
    };
    fresh_cuts.update(triangle);
    are_cuts_current = true;
}

} // namespace tactus
