// SPDX-License-Identifier: MIT
// What a user of a world knows about it: the bodies as they lie now, and what was said about them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <tactus/tactus.h>

namespace tactus::fuzz {

struct MirrorBody {
    bool alive = false;
    BodyId id;
    bool is_sphere = false;
    Vec3 centre = {};
    float radius = 0.0f;
    bool is_half_space = false;
    HalfSpace given = {};                   ///< The half-space as it was added.
    HalfSpace plane = {};                   ///< The half-space as it lies now, in floats that are exact.
    Vec3 anchor = {};                       ///< The point of the plane that World::positions gives.
    std::vector<TriangleIndices> triangles; ///< By number, removed ones included.
    std::vector<char> removed;
    /// By number, the triangle's number in the world that the body was first made in, or the same where there is no
    /// other.
    std::vector<std::uint32_t> origin;
    std::vector<std::uint32_t> part; ///< By triangle, the part of a compound.
    std::vector<Vec3> own;           ///< The body's own coordinates.
    std::vector<Vec3> positions;     ///< Where the vertices lie.
    Pose pose = {};
    Structure structure = Structure::refit_bvh;
    std::uint32_t variant = 0;
    bool borrowed = false;
    bool self_collision = false;
    bool neighbours = false;
    CollisionFilter filter = {};

    /// Whether the body has triangles and vertices.
    bool is_mesh() const { return !is_sphere && !is_half_space; }

    /// A triangle's number in the world that the body was first made in.
    std::uint32_t first_number(std::uint32_t triangle) const
    {
        return triangle < origin.size() ? origin[triangle] : triangle;
    }

    std::size_t live_triangles() const
    {
        std::size_t count = 0;
        for (const char gone : removed)
            count += !gone;
        return count;
    }
};

/// A triangle of a mirror: its body's place in the list, and its number. A sphere or a half-space is triangle 0.
using TriangleRef = std::pair<std::uint32_t, std::uint32_t>;
using TriangleRefPair = std::pair<TriangleRef, TriangleRef>; ///< The smaller one first.
using BodyPlaces = std::pair<std::uint32_t, std::uint32_t>;  ///< The smaller one first.

struct Mirror {
    std::vector<MirrorBody> bodies;
    std::set<BodyPlaces> allowed;
    /// Body, vertex, body, vertex; the smaller body first.
    std::set<std::array<std::uint32_t, 4>> attached;
    /// Pairs of triangles that touched right after an edit brought them about, and have not been seen apart since. The
    /// documentation does not say when exactly each begins to count, so they are not compared.
    std::set<TriangleRefPair> fresh_cuts;
    /// Bodies between which, or within which, an edit has made surfaces that lie on each other: contacts between them
    /// are not compared, since what a fresh cut silences depends on the distance as well.
    std::set<BodyPlaces> fresh_bodies;

    /// Those of them that were neighbours until the last step cut between them, of a body that did not collide with
    /// itself: none of them may be reported.
    std::set<TriangleRefPair> just_cut;

    /// Gives what stays silent other names, where triangles have come to belong to another body.
    void rename_triangles(const std::map<TriangleRef, TriangleRef>& names);

    static BodyPlaces both(std::uint32_t a, std::uint32_t b) { return {a < b ? a : b, a < b ? b : a}; }

    /// Whether the filters and ignore_contacts let two bodies, or one with itself, collide.
    bool collide(std::uint32_t a, std::uint32_t b) const
    {
        const MirrorBody &first = bodies[a], &second = bodies[b];
        if (!first.alive || !second.alive)
            return false;
        if (a == b)
            return first.self_collision && first.is_mesh() && !allowed.contains({a, a});
        if (first.is_half_space && second.is_half_space)
            return false;
        return (first.filter.group & second.filter.mask) && (second.filter.group & first.filter.mask)
               && !allowed.contains(both(a, b));
    }

    /// The place of a body in the list, or UINT32_MAX.
    std::uint32_t place_of(BodyId id) const
    {
        for (std::uint32_t k = 0; k < bodies.size(); ++k)
            if (bodies[k].alive && bodies[k].id == id)
                return k;
        return UINT32_MAX;
    }
};

} // namespace tactus::fuzz
