// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include <tactus/body.h>

#include "contacts/features/fresh_cuts.h"

namespace tactus {

class BodyTable;
class ContactQueries;

/// The two sides of the fresh cuts of all bodies, as they lie now. Must be told whatever becomes of the bodies.
class CutSides {
public:
    CutSides(BodyTable& bodies, ContactQueries& contacts) : bodies_(bodies), contacts_(contacts) {}

    /// As of the last update.
    const FreshCuts& known() const { return cuts_; }
    /// Lets go of triangles that have moved apart or through each other.
    void update();
    /// Whether two triangles touch now, in more than the vertices they share, and have not passed through each other.
    bool merely_touch_now(BodyId a, std::uint32_t triangle_a, BodyId b, std::uint32_t triangle_b);

    /// Whether a body has such triangles. If it has, the two calls below come before and after it is moved; the second
    /// not if that was refused.
    bool names(BodyId body) const { return cuts_.names(body); }
    void look_before_move(BodyId body);
    void note_move(BodyId body);

    /// Two triangles that merely touch now.
    void add(BodyId a, BodyId b, TrianglePair pair);
    /// Takes these in place of those that there are.
    void replace(FreshCuts cuts);
    /// How they lie has to be looked at again when somebody asks.
    void look_again() noexcept { is_current_ = false; }
    void forget(BodyId body) noexcept;

private:
    /// Where a triangle is now, by the caller's number.
    Triangle triangle_of(BodyId body, std::uint32_t number);

    BodyTable& bodies_;
    ContactQueries& contacts_;
    FreshCuts cuts_;
    bool is_current_ = false; ///< none of their bodies has moved since they were looked at
};

} // namespace tactus
