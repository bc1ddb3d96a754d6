// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "contacts/depths/depth_tables.h"
#include "contacts/features/elementary_contacts.h"
#include "mesh/feature_owners.h"
#include "world/bodies/body.h"

namespace tactus {

/// What contact queries need of a body beside its structure; made when contacts are first wanted.
class BodyContacts {
public:
    /// The body must stay where it is.
    explicit BodyContacts(Body& body);

    /// The body was edited where it is: some triangles went, with these numbers and corners, and those from first_added
    /// on came. What is known of the others stays.
    void edit(
        std::span<const std::uint32_t> removed, std::span<const TriangleIndices> removed_corners,
        std::uint32_t first_added);

    /// With the positions as they are now.
    BodySurface surface() const;
    /// How fast a vertex moves, in metres a second: as was said with set_velocities, or by how far it is from where it
    /// was at a contact query, if that took so many seconds; zero if nobody knows. The query is the last one before any
    /// body moved.
    Vec3 velocity(std::uint32_t vertex, std::uint64_t since_query, float step_seconds) const;
    /// The mean of the vertices that triangles use.
    Vec3 centroid() const;
    const DepthTables& depth_tables() const { return depth_tables_; }
    /// Whether the normals of a closed body's triangles, all in all, point inwards; as it was when that was found.
    bool faces_inwards() const { return faces_inwards_.value_or(false); }
    /// Whether that is not known yet: the body is closed, and was flat.
    bool needs_sides() const { return depth_tables_.is_closed && !faces_inwards_; }
    /// Finds it by where the vertices are now.
    void find_sides();
    std::size_t bytes() const;

private:
    void count_used_vertices();
    void find_places();

    Body* body_;
    FeatureOwners owners_;
    std::vector<std::uint32_t> place_of_vertex_; ///< none if vertices stand by their numbers
    DepthTables depth_tables_;
    std::optional<bool> faces_inwards_;
    std::size_t used_count_ = 0; ///< of vertices, by triangles
};

} // namespace tactus
