// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/body.h>

#include "base/hashed_numbers.h"
#include "contacts/features/elementary_contacts.h"

namespace tactus {

/// What contacts are told apart by. A contact moves on with the vertex on a face, the edge of a on an edge, or the
/// sphere.
class ContactHash {
public:
    /// What all contacts of two bodies have in common.
    static constexpr std::uint64_t of_bodies(BodyId a, BodyId b)
    {
        return mixed(std::uint64_t(a.index) << 32 | b.index);
    }

    constexpr ContactHash() = default;
    constexpr ContactHash(std::uint64_t hash_of_bodies, const ElementaryPair& pair)
    {
        const bool is_sphere = is_of_sphere_on_mesh(pair.kind);
        const bool mover_is_b = pair.kind == ElementaryKind::face_vertex || pair.kind == ElementaryKind::inside_vertex
                                || pair.kind == ElementaryKind::plane_vertex
                                || pair.kind == ElementaryKind::inside_shaft;
        // To a sphere, the features of a mesh are one as good as the other.
        const ElementaryKind kind = is_sphere ? ElementaryKind::sphere_face : pair.kind;
        const std::uint32_t mover = is_sphere ? 0 : mover_is_b ? pair.b : pair.a;
        mover_ = mixed(hash_of_bodies + (std::uint64_t(kind) << 32 | mover));
        partner_ = (mover_is_b ? pair.a : pair.b) * 0x9e3779b97f4a7c15u;
        if (is_sphere)
            partner_ += mixed(std::uint64_t(pair.kind) << 32 | pair.a);
    }

    /// Of contacts that may become one another, only the eight highest bits differ.
    constexpr std::uint64_t place() const { return mover_ >> 8 | partner_ >> 56 << 56; }
    /// An id for one that is born in a query; never 0.
    constexpr std::uint64_t id(std::uint64_t hash_of_query) const
    {
        return mixed(mover_ ^ hash_of_query ^ partner_) | 1;
    }

private:
    std::uint64_t mover_ = 0;
    std::uint64_t partner_ = 0;
};

} // namespace tactus
