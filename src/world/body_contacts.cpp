// SPDX-License-Identifier: MIT
#include "world/body_contacts.h"

#include "hierarchy/parts/cluster_parts.h"
#include "hierarchy/parts/plain_parts.h"

namespace tactus {

BodyContacts::BodyContacts(Body& body)
    : body_(&body), owners_((body.keep_given_triangles(), body.given_triangles), body.vertex_count),
      depth_tables_(make_depth_tables(body.given_triangles, body.vertex_count))
{
    if (auto* tree = std::get_if<RefitBvh>(&body.structure)) {
        const ClusterTree& clusters = tree->tree();
        bool is_renumbered = false;
        for (std::uint32_t place = 0; place < body.vertex_count; ++place)
            is_renumbered = is_renumbered || clusters.vertex_order[place] != place;
        if (is_renumbered) {
            place_of_vertex_.resize(body.vertex_count);
            for (std::uint32_t place = 0; place < body.vertex_count; ++place)
                place_of_vertex_[clusters.vertex_order[place]] = place;
        }
        parts_ = std::make_unique<ClusterParts>(*tree);
    } else {
        parts_ = std::make_unique<PlainParts>(std::get<BruteForce>(body.structure));
    }
}

ContactSurface BodyContacts::surface() const
{
    return {
        body_->given_triangles, body_->triangles().positions, &owners_,
        place_of_vertex_.empty() ? nullptr : place_of_vertex_.data()};
}

std::size_t BodyContacts::bytes() const
{
    return owners_.bytes() + place_of_vertex_.capacity() * sizeof(std::uint32_t) + parts_->bytes() + depth_tables_.bytes();
}

} // namespace tactus
