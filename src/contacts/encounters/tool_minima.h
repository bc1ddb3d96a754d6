// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "contacts/batch/contact_batch.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// Which of the contacts of a tool are where its axis and the other surface are nearer to each other than all around on
/// both. A local contact of a vertex is so on the other side alone: the vertex itself may have neighbours that are
/// nearer. Of other features, the local ones are kept. Decided exactly.
class ToolMinima {
public:
    /// One of the two bodies is a tool, and the other one or a mesh.
    explicit ToolMinima(const ContactEncounter& encounter) : encounter_(encounter) {}

    /// Whether a contact within the contact distance is one.
    bool has(const DecidedContact& contact, float distance) const;

private:
    /// Whether no point beside a vertex, on its own surface, is nearer to the triangle of the other than the vertex is.
    bool is_nearest_vertex(
        const ContactBody& own, std::uint32_t vertex, const ContactBody& other, std::uint32_t triangle) const;

    const ContactEncounter& encounter_;
};

} // namespace tactus
