// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <tactus/contact.h>

#include "contacts/features/elementary_contacts.h"

namespace tactus {

/// Where the features of bodies are after their meshes were edited.
class MovedFeatures {
public:
    struct Place {
        BodyId body;
        std::uint32_t number = 0;
    };

    /// Whether anything about a body has changed.
    virtual bool is_edited(BodyId body) const = 0;
    virtual Place vertex(BodyId body, std::uint32_t vertex) const = 0;
    /// None if it was removed.
    virtual std::optional<Place> triangle(BodyId body, std::uint32_t triangle) const = 0;
    /// The edge between two vertices, by where they are now; none if no triangle has it any more.
    virtual std::optional<std::uint32_t> edge(BodyId body, std::uint32_t first, std::uint32_t second) const = 0;
    /// A triangle that has these vertices, by where they are now; none if there is none any more.
    virtual std::optional<std::uint32_t> holder(BodyId body, std::span<const std::uint32_t> vertices) const = 0;

protected:
    MovedFeatures() = default;
    MovedFeatures(const MovedFeatures&) = default;
    MovedFeatures& operator=(const MovedFeatures&) = default;
    ~MovedFeatures() = default;
};

/// Makes a contact, and the pair of features that it is of, say where these are now. False if one of them is no more,
/// or if both have come to be of one body.
bool rename_contact(const MovedFeatures& moved, Contact& contact, ElementaryPair& pair);

} // namespace tactus
