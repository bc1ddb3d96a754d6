// SPDX-License-Identifier: MIT
// A world whose bodies are edited, and beside it the plainest model of what they should be.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/structure_options.h"
#include "geometry/triangle_pairs/triangle_triangle.h"
#include "geometry/vector.h"
#include "mesh/removed_triangle.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/random.h"

namespace tactus {

struct ModelBody {
    BodyId id;
    std::vector<TriangleIndices> triangles; ///< removed ones too
    std::vector<Vec3> positions;

    Triangle triangle(std::size_t t) const
    {
        return {positions[triangles[t][0]], positions[triangles[t][1]], positions[triangles[t][2]]};
    }
};

/// Pairs by body and triangle, the lower body first, and the lower triangle where the bodies are one.
using NumberedPairs = std::set<std::array<std::uint32_t, 4>>;

struct EditedModel {
    std::vector<ModelBody> bodies;
    bool self_collision = false;

    /// Every two triangles, by the exact test.
    NumberedPairs pairs() const
    {
        NumberedPairs found;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t j = self_collision ? i : i + 1; j < bodies.size(); ++j)
                for (std::uint32_t s = 0; s < bodies[i].triangles.size(); ++s)
                    for (std::uint32_t t = i == j ? s + 1 : 0; t < bodies[j].triangles.size(); ++t)
                        if (meet(bodies[i], s, bodies[j], t, i == j))
                            found.insert(named(bodies[i].id.index, s, bodies[j].id.index, t));
        return found;
    }

    static std::array<std::uint32_t, 4> named(std::uint32_t a, std::uint32_t s, std::uint32_t b, std::uint32_t t)
    {
        return a < b || (a == b && s < t) ? std::array{a, s, b, t} : std::array{b, t, a, s};
    }

private:
    static bool meet(const ModelBody& a, std::uint32_t s, const ModelBody& b, std::uint32_t t, bool is_self)
    {
        const TriangleIndices &first = a.triangles[s], &second = b.triangles[t];
        if (is_removed(first) || is_removed(second))
            return false;
        const bool share = is_self && std::any_of(first.begin(), first.end(), [&](std::uint32_t v) {
                               return std::find(second.begin(), second.end(), v) != second.end();
                           });
        return !share && triangles_intersect(a.triangle(s), b.triangle(t));
    }
};

inline NumberedPairs pairs_of(const PairReport& report)
{
    NumberedPairs found;
    for (const BodyPairs& bodies : report.bodies)
        for (const TrianglePair& pair : bodies.pairs)
            EXPECT_TRUE(
                found.insert(EditedModel::named(bodies.body_a.index, pair.a, bodies.body_b.index, pair.b)).second);
    return found;
}

/// A ball of a metre or so at a place.
inline ModelBody ball_at(scenes::Random& random, std::uint32_t triangles, Vec3 place)
{
    const scenes::Shape shape = scenes::icosphere(triangles);
    ModelBody body{{}, shape.triangles, {}};
    for (const scenes::Point& p : shape.points) {
        const double size = random.between(0.8, 1.1);
        body.positions.push_back(place + Vec3{float(size * p.x), float(size * p.y), float(size * p.z)});
    }
    return body;
}

/// The best number of levels for few triangles is none at all.
inline BodyId add_body(World& world, const ModelBody& body, Structure structure, std::uint32_t octree_levels = 4)
{
    BodyDesc desc = {.triangles = body.triangles, .positions = body.positions};
    desc.structure = choice_of(structure, quick_spheres(), structures::SphericalOctree{.levels = octree_levels});
    return world.add_body(desc).value();
}

/// An edit, and the arrays that it looks at.
struct RandomEdit {
    std::vector<std::uint32_t> removed;
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    bool split = false;
    std::size_t body = 0;

    /// Some triangles less, some more, close to one of the body's vertices.
    RandomEdit(const EditedModel& model, scenes::Random& random)
        : body(random.below(std::uint32_t(model.bodies.size())))
    {
        const ModelBody& target = model.bodies[body];
        const std::vector<std::uint32_t> remaining = remaining_triangles(target.triangles);
        std::set<std::uint32_t> chosen;
        for (std::uint32_t k = random.below(8); k > 0 && !remaining.empty(); --k)
            chosen.insert(remaining[random.below(std::uint32_t(remaining.size()))]);
        removed.assign(chosen.begin(), chosen.end());
        const auto old_count = std::uint32_t(target.positions.size());
        for (std::uint32_t k = random.below(3); k > 0; --k) {
            const scenes::Point off = random.in_cube();
            const Vec3 at = old_count > 0 ? target.positions[random.below(old_count)] : Vec3{};
            vertices.push_back(at + Vec3{float(off.x), float(off.y), float(off.z)} * 0.3f);
        }
        const std::uint32_t all = old_count + std::uint32_t(vertices.size());
        for (std::uint32_t k = random.below(6); k > 0 && all > 0; --k)
            triangles.push_back({random.below(all), random.below(all), random.below(all)});
        split = random.below(3) == 0;
    }

    BodyEdit edit(const EditedModel& model) const
    {
        return {
            .body = model.bodies[body].id,
            .remove_triangles = removed,
            .add_vertices = PositionsView(vertices),
            .add_triangles = TrianglesView(triangles),
            .split = split};
    }
    /// The same to the model, with the numbers that the report gives to pieces.
    void apply(const EditedBody& report, EditedModel& model) const
    {
        ModelBody& target = model.bodies[body];
        EXPECT_EQ(report.first_added_triangle, target.triangles.size());
        EXPECT_EQ(report.first_added_vertex, target.positions.size());
        for (const std::uint32_t triangle : removed)
            target.triangles[triangle] = removed_triangle;
        target.positions.insert(target.positions.end(), vertices.begin(), vertices.end());
        target.triangles.insert(target.triangles.end(), triangles.begin(), triangles.end());
        std::vector<ModelBody> pieces;
        for (const BodyPiece& piece : report.pieces) {
            ModelBody made{piece.body, {}, {}};
            std::map<std::uint32_t, std::uint32_t> number;
            for (const std::uint32_t vertex : piece.vertex_of) {
                number.emplace(vertex, std::uint32_t(made.positions.size()));
                made.positions.push_back(target.positions[vertex]);
            }
            for (const std::uint32_t triangle : piece.triangle_of) {
                ASSERT_FALSE(is_removed(target.triangles[triangle]));
                const auto [a, b, c] = target.triangles[triangle];
                made.triangles.push_back({number.at(a), number.at(b), number.at(c)});
                target.triangles[triangle] = removed_triangle;
            }
            pieces.push_back(std::move(made));
        }
        model.bodies.insert(model.bodies.end(), pieces.begin(), pieces.end());
    }
};

} // namespace tactus
