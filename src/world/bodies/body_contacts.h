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

/// How fast the vertices of a body move.
struct VertexVelocities {
    const Vec3* given = nullptr; ///< as the caller has said it
    BodySurface now;
    const Vec3* kept = nullptr;    ///< where vertices were, by the caller's numbers
    const float* before = nullptr; ///< the same where the structure has kept it
    float per_second = 0.0f;       ///< what the way from there is multiplied with

    /// Metres a second.
    Vec3 of(std::uint32_t vertex) const;
};

/// The tables that contact queries need of a body.
struct ContactTables {
    FeatureOwners owners;
    std::vector<std::uint32_t> place_of_vertex; ///< None if vertices stand by their numbers.
    DepthTables depth_tables;
    std::optional<bool> faces_inwards; ///< Nothing where the body is open, or flat.
};

/// What contact queries need of a body beside its structure; made when contacts are first wanted.
class BodyContacts {
public:
    /// Makes all of it in one go. The body must stay where it is.
    explicit BodyContacts(Body& body);
    BodyContacts(Body& body, ContactTables tables);

    /// The body was edited where it is: some triangles went, with these numbers and corners, and those from first_added
    /// on came. What is known of the others stays.
    void edit(
        std::span<const std::uint32_t> removed, std::span<const TriangleIndices> removed_corners,
        std::uint32_t first_added);

    /// With the positions as they are now.
    BodySurface surface() const;
    /// How fast vertices move: as was said with set_velocities, or by how far they are from where they were at a
    /// contact query, if that took so many seconds; not at all if nobody knows. The query is the last one before any
    /// body moved. It lives until the body moves.
    VertexVelocities velocities(std::uint64_t since_query, float step_seconds) const;
    /// The mean of the vertices that triangles use.
    Vec3 centroid();
    const DepthTables& depth_tables() const { return depth_tables_; }
    /// Whether the normals of a closed body's triangles, all in all, point inwards; as it was when that was found.
    bool faces_inwards() const { return faces_inwards_.value_or(false); }
    /// Whether that is not known yet: the body is closed, was flat, and has moved since it was last looked at.
    bool needs_sides() const;
    /// It was found, or not, by where the vertices are now.
    void set_sides(std::optional<bool> faces_inwards);
    /// Finds it by where the vertices are now.
    void find_sides();
    std::size_t bytes() const;

private:
    void find_places();
    Vec3 find_centroid() const;

    Body* body_;
    FeatureOwners owners_;
    std::vector<std::uint32_t> place_of_vertex_; ///< none if vertices stand by their numbers
    DepthTables depth_tables_;
    std::optional<bool> faces_inwards_;
    std::optional<std::uint64_t> moves_at_sides_; ///< The body's moves when that was looked for.
    std::optional<Vec3> centroid_;
    std::uint64_t moves_at_centroid_ = 0; ///< the body's moves when that was found
};

} // namespace tactus
