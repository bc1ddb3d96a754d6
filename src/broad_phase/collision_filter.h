// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>

namespace tactus {

/// Whether two bodies are tested against each other: each one's group is in the other's mask.
constexpr bool may_collide(const CollisionFilter& a, const CollisionFilter& b)
{
    return (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
}

/// A vertex of one body that is attached to a vertex of another.
struct AttachedPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend constexpr bool operator==(const AttachedPair&, const AttachedPair&) = default;
    friend constexpr auto operator<=>(const AttachedPair&, const AttachedPair&) = default;
};

/// The attached vertices of two bodies, in the order in which these two were asked for. Any thread may ask it;
/// it lives until the attachments change.
class AttachedVertices {
public:
    AttachedVertices() = default;
    AttachedVertices(std::span<const AttachedPair> sorted_pairs, bool swapped) : pairs_(sorted_pairs), swapped_(swapped)
    {
    }

    bool empty() const { return pairs_.empty(); }
    std::size_t size() const { return pairs_.size(); }

    /// Whether a vertex of one triangle is attached to a vertex of the other: such triangles may touch.
    bool exempt(const TriangleIndices& triangle_a, const TriangleIndices& triangle_b) const
    {
        return !pairs_.empty() && (swapped_ ? search(triangle_b, triangle_a) : search(triangle_a, triangle_b));
    }

private:
    bool search(const TriangleIndices& triangle_a, const TriangleIndices& triangle_b) const;

    std::span<const AttachedPair> pairs_;
    bool swapped_ = false;
};

/// What may touch without being reported: whole bodies, and triangles at attached vertices.
/// Bodies go by their index in the world; the order of two bodies never matters.
class ContactExemptions {
public:
    /// A body and itself: its own triangles may touch.
    void allow_contact(std::uint32_t body_a, std::uint32_t body_b, bool allowed);
    bool contact_allowed(std::uint32_t body_a, std::uint32_t body_b) const
    {
        return !allowed_.empty() && is_allowed(body_a, body_b);
    }

    /// Attaching the same vertices again changes nothing. Both vertices may be of one body.
    void attach_vertices(std::uint32_t body_a, std::uint32_t vertex_a, std::uint32_t body_b, std::uint32_t vertex_b);

    /// Puts what was attached to these two since the last call in order first, and touches nothing of others: several
    /// threads may ask at once, each about two bodies of its own.
    AttachedVertices attached_vertices(std::uint32_t body_a, std::uint32_t body_b);

    /// What the parent may touch, the child may too, which is new; so may its vertices, each of which was one of the
    /// parent's. Where the parent may touch itself, the two may touch each other, and the child itself.
    void inherit(std::uint32_t child, std::uint32_t parent, std::span<const std::uint32_t> vertex_of);
    /// What is attached to one body becomes attached to another, to vertices with higher numbers.
    void move_attachments(std::uint32_t from, std::uint32_t to, std::uint32_t first_vertex);

    /// Drops everything that names this body, whose index may then belong to another.
    void forget_body(std::uint32_t body);

    std::size_t bytes() const;

private:
    struct Attachments {
        std::uint64_t bodies = 0;
        bool sorted = true;
        std::vector<AttachedPair> pairs; // a of the body with the lower index
    };

    bool is_allowed(std::uint32_t body_a, std::uint32_t body_b) const;

    std::vector<std::uint64_t> allowed_;   // sorted
    std::vector<Attachments> attachments_; // sorted by bodies
};

} // namespace tactus
