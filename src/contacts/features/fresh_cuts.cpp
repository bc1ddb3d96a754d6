// SPDX-License-Identifier: MIT
#include "contacts/features/fresh_cuts.h"

#include <algorithm>
#include <utility>

#include "geometry/features/crossing.h"

namespace tactus {

bool merely_touch(const Triangle& a, const Triangle& b, const SharedCorners& shared)
{
    // Nearly all neighbours end with the first, which is quick.
    return neighbours_intersect(a, b, shared) && crossing(a, b).piercing == EdgeSets{};
}

std::span<const TrianglePair> FreshCuts::between(BodyId a, BodyId b) const
{
    const auto of = [](const Touching& t) { return t.bodies; };
    // Not equal_range: clang 14 cannot read what g++ 12's library gives for it.
    const auto begin = std::ranges::lower_bound(touching_, Bodies{a, b}, {}, of);
    const auto end = std::ranges::upper_bound(touching_, Bodies{a, b}, {}, of);
    return std::span(pairs_).subspan(
        static_cast<std::size_t>(begin - touching_.begin()), static_cast<std::size_t>(end - begin));
}

void FreshCuts::note_move(BodyId body)
{
    std::erase_if(touching_, [](const Touching& t) { return t.is_over; });
    for (Touching& t : touching_) {
        if (t.has_moved_before(body))
            t.has_moved = {};
        t.has_moved[0] = t.has_moved[0] || t.bodies.a == body;
        t.has_moved[1] = t.has_moved[1] || t.bodies.b == body;
    }
}

void FreshCuts::rename(const MovedFeatures& moved)
{
    std::vector<Touching> renamed;
    for (Touching t : touching_) {
        bool is_there = true;
        for (const auto& [body, triangle] : {std::pair(&t.bodies.a, &t.pair.a), std::pair(&t.bodies.b, &t.pair.b)})
            if (moved.is_edited(*body)) {
                const auto place = moved.triangle(*body, *triangle);
                is_there = is_there && place.has_value();
                if (place) {
                    *body = place->body;
                    *triangle = place->number;
                }
            }
        if (t.bodies.b < t.bodies.a || (t.bodies.a == t.bodies.b && t.pair.b < t.pair.a)) {
            std::swap(t.bodies.a, t.bodies.b);
            std::swap(t.pair.a, t.pair.b);
            std::swap(t.has_moved[0], t.has_moved[1]);
        }
        if (is_there)
            renamed.push_back(t);
    }
    touching_ = std::move(renamed);
}

void FreshCuts::forget(BodyId body)
{
    std::erase_if(touching_, [&](const Touching& t) { return t.bodies.has(body); });
}

} // namespace tactus
