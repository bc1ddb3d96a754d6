// SPDX-License-Identifier: MIT
#include "world/edit/cut_sides.h"

#include "world/bodies/body.h"
#include "world/bodies/body_contacts.h"
#include "world/bodies/table/body_table.h"
#include "world/contacts/contact_queries.h"

namespace tactus {

Triangle CutSides::triangle_of(BodyId body, std::uint32_t number)
{
    BodySlot& slot = bodies_.slots()[body.index];
    // A tree may have its vertices in an order of its own.
    if (!slot.body->tree->vertex_order().empty()) {
        contacts_.prepare(slot);
        return slot.contacts->surface().triangle(number);
    }
    const TriangleList list = slot.body->triangles();
    const auto& [a, b, c] = slot.body->given_triangles[number];
    return {list.vertex(a), list.vertex(b), list.vertex(c)};
}

bool CutSides::merely_touch_now(BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b)
{
    SharedCorners shared;
    if (a == b) {
        const std::vector<TriangleIndices>& triangles = bodies_.find(a)->given_triangles;
        shared = shared_corners(triangles[triangle_a], triangles[triangle_b]);
    }
    return merely_touch(triangle_of(a, triangle_a), triangle_of(b, triangle_b), shared);
}

void CutSides::update()
{
    if (cuts_.empty() || is_current_)
        return;
    cuts_.update([&](BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b) {
        return merely_touch_now(a, triangle_a, b, triangle_b);
    });
    is_current_ = true;
}

void CutSides::look_before_move(BodyId body)
{
    const auto is_known = [&](BodyId id, std::uint32_t number) {
        const Triangle t = triangle_of(id, number);
        return is_finite(t.a) && is_finite(t.b) && is_finite(t.c);
    };
    cuts_.look_before_move(body, [&](BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b) {
        // Who borrows positions may write the new ones over the old, before anybody has checked them.
        return !is_known(a, triangle_a) || !is_known(b, triangle_b) || merely_touch_now(a, triangle_a, b, triangle_b);
    });
}

void CutSides::note_move(BodyId body)
{
    cuts_.note_move(body);
    is_current_ = false;
}

void CutSides::add(BodyId a, BodyId b, TrianglePair pair)
{
    cuts_.add(a, b, pair);
    is_current_ = false;
}

void CutSides::replace(FreshCuts cuts)
{
    cuts_ = std::move(cuts);
    is_current_ = false;
}

void CutSides::forget(BodyId body) noexcept
{
    if (cuts_.names(body))
        is_current_ = false;
    cuts_.forget(body);
}

} // namespace tactus
