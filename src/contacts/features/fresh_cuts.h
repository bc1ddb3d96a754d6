// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <tactus/queries.h>

#include "contacts/features/moved_features.h"
#include "geometry/triangle.h"
#include "geometry/triangle_pairs/triangle_neighbours.h"

namespace tactus {

/// Whether two triangles touch, in more than the vertices they share, and no edge of either has passed through the
/// other.
bool merely_touch(const Triangle& a, const Triangle& b, const SharedCorners& shared = {});

/// Triangles on the two sides of a cut, which lie on each other when it is made, and are no news until they have moved
/// apart or through each other. Both is for good: who comes together again is in contact.
///
/// Bodies are moved one after the other, so that the two sides of a cut that move together are apart in between. A step
/// is over when somebody asks, or when a body is moved that has been moved in it before: only then it counts how they
/// lie.
class FreshCuts {
public:
    /// Of the body with the lower index first, and of one body the lower triangle. They merely touch.
    void add(BodyId a, BodyId b, TrianglePair pair) { touching_.push_back({{a, b}, pair}); }
    /// Whether a body has such triangles.
    bool names(BodyId body) const
    {
        return std::ranges::any_of(touching_, [&](const Touching& t) { return t.bodies.has(body); });
    }
    bool empty() const { return touching_.empty(); }
    std::size_t size() const { return touching_.size(); }

    /// Somebody asks: lets go of those that do not merely touch any more. touches(body, triangle, body, triangle) says
    /// whether two do.
    template <class Touches>
    void update(Touches touches)
    {
        std::erase_if(
            touching_, [&](const Touching& t) { return !touches(t.bodies.a, t.pair.a, t.bodies.b, t.pair.b); });
        std::sort(touching_.begin(), touching_.end());
        touching_.erase(std::unique(touching_.begin(), touching_.end()), touching_.end());
        pairs_.clear();
        for (Touching& t : touching_) {
            t.has_moved = {};
            pairs_.push_back(t.pair);
        }
    }
    /// The body is going to be moved: notes which of its triangles have moved apart or through others in the step that
    /// is over by that.
    template <class Touches>
    void look_before_move(BodyId body, Touches touches)
    {
        for (Touching& t : touching_)
            t.is_over = t.has_moved_before(body) && !touches(t.bodies.a, t.pair.a, t.bodies.b, t.pair.b);
    }
    /// It has been: lets go of those.
    void note_move(BodyId body);
    /// Those of two bodies, ascending, as of the last update.
    std::span<const TrianglePair> between(BodyId a, BodyId b) const;

    /// Meshes were edited.
    void rename(const MovedFeatures& moved);
    void forget(BodyId body);

private:
    struct Bodies {
        BodyId a;
        BodyId b;

        bool has(BodyId body) const { return a == body || b == body; }
        friend constexpr auto operator<=>(const Bodies&, const Bodies&) = default;
    };
    struct Touching {
        Bodies bodies;
        TrianglePair pair;
        std::array<bool, 2> has_moved = {}; ///< in this step, body a and body b
        bool is_over = false;

        bool has_moved_before(BodyId body) const
        {
            return (bodies.a == body && has_moved[0]) || (bodies.b == body && has_moved[1]);
        }
        friend bool operator==(const Touching& s, const Touching& t)
        {
            return s.bodies == t.bodies && s.pair == t.pair;
        }
        friend bool operator<(const Touching& s, const Touching& t)
        {
            return s.bodies != t.bodies ? s.bodies < t.bodies : s.pair < t.pair;
        }
    };

    std::vector<Touching> touching_;
    std::vector<TrianglePair> pairs_; ///< of touching_, in its order
};

} // namespace tactus
