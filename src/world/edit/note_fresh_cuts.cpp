// SPDX-License-Identifier: MIT
#include "world/edit/note_fresh_cuts.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mesh/removed_triangle.h"
#include "world/bodies/table/body_table.h"
#include "world/edit/cut_sides.h"
#include "world/edit/edit_origins.h"
#include "world/pairs/pair_queries.h"

namespace tactus {
namespace {

/// At the end of a cut its two sides share a vertex. Such triangles are no pairs, but their other features can be in
/// contact.
void note_fresh_neighbours(BodyId id, const EditOrigins::Origin& origin, const BodyTable& bodies, CutSides& cuts)
{
    const Body& body = *bodies.find(id);
    if (!body.options.self_collision)
        return;
    const std::span<const TriangleIndices> triangles = body.given_triangles;
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
                    && cuts.merely_touch_now(id, star[i], id, star[j]))
                    cuts.add(id, id, {star[i], star[j]});
}

} // namespace

bool can_have_fresh_cuts(std::span<const MadeEdit> done, const BodyTable& bodies)
{
    return std::any_of(done.begin(), done.end(), [&](const MadeEdit& edit) {
        return (!edit.report.pieces.empty() || bodies.find(edit.report.body)->options.self_collision)
               && EditOrigins::can_have_fresh_pairs(edit);
    });
}

void note_fresh_cuts(
    std::span<const MadeEdit> done, const BodyTable& bodies, const Encounters& encounters, PairQueries& pairs,
    CutSides& cuts)
{
    const EditOrigins origins(done);
    std::vector<std::pair<Encounter, TrianglePair>> touching;
    for (const Encounter& encounter : encounters.listed()) {
        const BodyId a = bodies.id_of(encounter.a), b = bodies.id_of(encounter.b);
        const EditOrigins::Origin of_a = origins.of(a), of_b = origins.of(b);
        if (of_a.edit == nullptr || of_a.edit != of_b.edit)
            continue;
        for (const TrianglePair& pair : pairs.find_between(encounter, cuts.known()))
            if (!EditOrigins::were_tested(of_a, pair.a, of_b, pair.b) && cuts.merely_touch_now(a, pair.a, b, pair.b))
                touching.emplace_back(encounter, pair);
    }
    for (const auto& [encounter, pair] : touching)
        cuts.add(bodies.id_of(encounter.a), bodies.id_of(encounter.b), pair);
    for (const MadeEdit& edit : done) {
        note_fresh_neighbours(edit.report.body, {&edit, nullptr}, bodies, cuts);
        for (const BodyPiece& piece : edit.report.pieces)
            note_fresh_neighbours(piece.body, {&edit, &piece}, bodies, cuts);
    }
    cuts.look_again();
}

} // namespace tactus
