// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hierarchy/parts/part_tree.h"
#include "mesh/feature_owners.h"
#include "pipeline/contacts/elementary_contacts.h"
#include "pipeline/contacts/penetration/depth_tables.h"
#include "world/body.h"

namespace tactus {

/// What contact queries need of a body beside its structure; made when contacts are first wanted.
class BodyContacts {
public:
    /// The body must stay where it is.
    explicit BodyContacts(Body& body);

    PartTree& parts() { return *parts_; }
    /// With the positions as they are now.
    ContactSurface surface() const;
    /// How fast a vertex moves, in metres a second: as was said with set_velocities, or by what it has moved in the last
    /// update if that took so many seconds; zero if nobody knows.
    Vec3 velocity(std::uint32_t vertex, float step_seconds) const;
    /// The mean of the vertices that triangles use.
    Vec3 centroid() const;
    const DepthTables& depth_tables() const { return depth_tables_; }
    /// Whether the normals of a closed body's triangles, all in all, point inwards; as it was when this was made.
    bool faces_inwards() const { return faces_inwards_; }
    std::size_t bytes() const;

private:
    Body* body_;
    FeatureOwners owners_;
    std::vector<std::uint32_t> place_of_vertex_; ///< none if vertices stand by their numbers
    std::unique_ptr<PartTree> parts_;
    DepthTables depth_tables_;
    bool faces_inwards_ = false;
    std::size_t used_count_ = 0; ///< of vertices, by triangles
};

} // namespace tactus
