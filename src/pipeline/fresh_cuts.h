// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <tactus/report.h>

#include "geometry/triangle.h"
#include "geometry/triangle_neighbours.h"
#include "pipeline/contacts/moved_features.h"

namespace tactus {

/// Whether two triangles touch, in more than the vertices they share, and no edge of either has passed through the other.
bool merely_touch(const Triangle& a, const Triangle& b, const SharedCorners& shared = {});

/// Triangles on the two sides of a cut, which lie on each other when it is made, and are no news until they have moved
/// apart or through each other. Both is for good: who comes together again is in contact.
class FreshCuts {
public:
    /// Of the body with the lower index first, and of one body the lower triangle.
    void add(BodyId a, BodyId b, TrianglePair pair) { touching_.push_back({{a, b}, pair}); }
    bool empty() const { return touching_.empty(); }
    std::size_t size() const { return touching_.size(); }

    /// Lets go of those that do not merely touch any more. triangle(body, number) says where a triangle is now, and
    /// vertices(body, number) its numbers.
    template <class TriangleOf, class VerticesOf>
    void update(TriangleOf triangle, VerticesOf vertices)
    {
        std::erase_if(touching_, [&](const Touching& t) {
            const SharedCorners shared = t.bodies.a == t.bodies.b
                ? shared_corners(vertices(t.bodies.a, t.pair.a), vertices(t.bodies.b, t.pair.b))
                : SharedCorners{};
            return !merely_touch(triangle(t.bodies.a, t.pair.a), triangle(t.bodies.b, t.pair.b), shared);
        });
        std::sort(touching_.begin(), touching_.end());
        touching_.erase(std::unique(touching_.begin(), touching_.end()), touching_.end());
        pairs_.clear();
        for (const Touching& t : touching_)
            pairs_.push_back(t.pair);
    }
    /// Those of two bodies, ascending, as of the last update.
    std::span<const TrianglePair> between(BodyId a, BodyId b) const;

    /// Meshes were edited.
    void rename(const MovedFeatures& moved);
    void forget(BodyId body);

private:
    struct Bodies {
        BodyId a;
        BodyId b;

        friend constexpr auto operator<=>(const Bodies&, const Bodies&) = default;
    };
    struct Touching {
        Bodies bodies;
        TrianglePair pair;

        friend constexpr auto operator<=>(const Touching&, const Touching&) = default;
    };

    std::vector<Touching> touching_;
    std::vector<TrianglePair> pairs_; ///< of touching_, in its order
};

} // namespace tactus
