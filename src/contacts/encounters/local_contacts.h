// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "contacts/batch/contact_batch.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// Which of the contacts of two meshes are local, so that a place where they touch has one and not one for every two
/// features beside it. Everything is decided exactly, from the two features and their neighbours alone.
///
/// A vertex is in local contact wherever the other surface is nearer to it than all around (nearest_features.h): inside
/// a face, at an edge or at a vertex. Of the triangles around that edge or vertex that it is in contact with, the
/// lowest numbered has the contact. Where two vertices are nearest to each other, the vertex of the first body has it;
/// of one body, the lower numbered. Two edges are in local contact if their nearest points lie between their ends, and
/// the surfaces of both end at them as far as the way from one to the other goes (edge_ends.h); edges that have passed
/// each other, or meet, if they do so for a way along their common normal, to one side or the other, or if they push
/// (crossed_push.h), which is not decided exactly, but the same everywhere.
class LocalContacts {
public:
    /// The encounter is one of two meshes, or of one with itself. The distance is the contact distance.
    LocalContacts(const ContactEncounter& encounter, float distance) : encounter_(encounter), distance_(distance) {}

    /// Whether a contact that was decided is local.
    bool has(const DecidedContact& contact) const;

private:
    /// A vertex of one body that is in contact with triangles of the other.
    struct Visitor {
        const ContactBody& own;
        const ContactBody& other;
        std::uint32_t vertex = 0;
        bool is_of_a = true;

        Vec3 point() const { return own.surface.vertex(vertex); }
    };

    /// Whether a vertex is nearest to a triangle at one of its edges or corners.
    enum class Place : std::uint8_t {
        elsewhere,
        not_local, ///< It is, and the triangles around come nearer, or one of them has the contact.
        local,
    };

    bool has_vertex(const Visitor& visitor, std::uint32_t triangle, const std::array<float, 3>& weights) const;
    Place at_edge(const Visitor& visitor, std::uint32_t triangle, int k) const;
    Place at_corner(const Visitor& visitor, std::uint32_t triangle, int k) const;
    bool has_edges(const DecidedContact& contact) const;
    bool is_lowest(
        const Visitor& visitor, std::uint32_t triangle, std::span<const std::uint32_t> around,
        std::uint32_t corner) const;
    bool touches(const Visitor& visitor, std::uint32_t triangle) const;

    const ContactEncounter& encounter_;
    float distance_;
};

} // namespace tactus
