// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "contacts/features/moved_features.h"
#include "mesh/removed_triangle.h"
#include "world/bodies/body_contacts.h"
#include "world/bodies/table/body_table.h"
#include "world/edit/made_edit.h"

namespace tactus {

/// Where what the edited bodies had is now.
class EditedFeatures final : public MovedFeatures {
public:
    /// A batch that has been carried out.
    EditedFeatures(const BodyTable& bodies, std::span<const BodyEdit> batch, std::span<const MadeEdit> made)
        : bodies_(bodies)
    {
        for (std::size_t k = 0; k < batch.size(); ++k) {
            const EditedBody& body = made[k].report;
            entries_.emplace(body.body, Entry{body.body, 0, 0});
            if (batch[k].join != BodyId{})
                entries_.emplace(batch[k].join, Entry{body.body, body.first_joined_vertex, body.first_joined_triangle});
            for (const BodyPiece& piece : body.pieces) {
                for (std::uint32_t vertex = 0; vertex < piece.vertex_of.size(); ++vertex)
                    vertices_[{body.body, piece.vertex_of[vertex]}] = {piece.body, vertex};
                for (std::uint32_t triangle = 0; triangle < piece.triangle_of.size(); ++triangle)
                    triangles_[{body.body, piece.triangle_of[triangle]}] = {piece.body, triangle};
            }
        }
    }

    bool is_edited(BodyId body) const override { return entries_.count(body) > 0; }
    Place vertex(BodyId body, std::uint32_t vertex) const override
    {
        const Entry& entry = entries_.at(body);
        return find(vertices_, {entry.body, vertex + entry.first_vertex});
    }
    std::optional<Place> triangle(BodyId body, std::uint32_t triangle) const override
    {
        const Entry& entry = entries_.at(body);
        const Place place = find(triangles_, {entry.body, triangle + entry.first_triangle});
        const bool is_gone = is_removed(bodies_.find(place.body)->given_triangles[place.number]);
        return is_gone ? std::nullopt : std::optional(place);
    }
    std::optional<std::uint32_t> edge(BodyId body, std::uint32_t first, std::uint32_t second) const override
    {
        const BodyContacts& contacts = bodies_.contacts(body.index);
        const BodySurface surface = contacts.surface();
        for (const std::uint32_t triangle : contacts.depth_tables().stars[first])
            for (int k = 0; k < 3; ++k) {
                const std::uint32_t begin = surface.triangles[triangle][k],
                                    end = surface.triangles[triangle][(k + 1) % 3];
                if ((begin == first && end == second) || (begin == second && end == first))
                    return surface.owners->edge(triangle, k);
            }
        return std::nullopt;
    }
    std::optional<std::uint32_t> holder(BodyId body, std::span<const std::uint32_t> vertices) const override
    {
        const BodyContacts& contacts = bodies_.contacts(body.index);
        const BodySurface surface = contacts.surface();
        for (const std::uint32_t triangle : contacts.depth_tables().stars[vertices[0]]) {
            const TriangleIndices& corners = surface.triangles[triangle];
            if (std::all_of(vertices.begin(), vertices.end(), [&](std::uint32_t vertex) {
                    return std::find(corners.begin(), corners.end(), vertex) != corners.end();
                }))
                return triangle;
        }
        return std::nullopt;
    }

private:
    /// The body that holds it before anything comes off, and where its numbers begin there.
    struct Entry {
        BodyId body;
        std::uint32_t first_vertex = 0;
        std::uint32_t first_triangle = 0;
    };
    using Key = std::pair<BodyId, std::uint32_t>;

    static Place find(const std::map<Key, Place>& pieces, const Key& key)
    {
        const auto place = pieces.find(key);
        return place != pieces.end() ? place->second : Place{key.first, key.second};
    }

    const BodyTable& bodies_;
    std::map<BodyId, Entry> entries_;
    std::map<Key, Place> vertices_; ///< of pieces that came off
    std::map<Key, Place> triangles_;
};

} // namespace tactus
