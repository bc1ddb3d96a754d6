// SPDX-License-Identifier: MIT
#include "world/queries/surface_queries.h"

#include "mesh/closed_surface.h"
#include "world/bodies/body.h"
#include "world/bodies/table/body_table.h"

namespace tactus {

std::span<const SurfaceBody> SurfaceQueries::list_bodies()
{
    listed_.clear();
    for (std::uint32_t index = 0; index < bodies_.slots().size(); ++index) {
        const Body* body = bodies_.slots()[index].body.get();
        // Tools and convex sets ask, and are not asked.
        if (body == nullptr || body->remaining_count() == 0 || body->tool() != nullptr || body->is_convex())
            continue;
        const auto number = static_cast<std::uint32_t>(listed_.size());
        listed_.push_back(
            {{number, body->tree.get(), nullptr}, bodies_.id_of(index), body->options.filter.group, false});
    }
    return listed_;
}

void SurfaceQueries::prepare_reads(Workers& workers)
{
    list_bodies();
    for (SurfaceBody& body : listed_)
        body.is_closed = is_closed(body.id.index);
    reads_.prepare(listed_, workers);
}

bool SurfaceQueries::is_closed(std::uint32_t index)
{
    const Body& body = bodies_.body(index);
    if (body.is_shape())
        return true;
    if (closed_.size() < bodies_.slots().size())
        closed_.resize(bodies_.slots().size());
    Closed& known = closed_[index];
    if (!known.is_known || known.generation != bodies_.id_of(index).generation
        || known.triangle_count != body.triangle_count || known.removed_count != body.removed_count) {
        std::vector<TriangleIndices> triangles;
        const TriangleList list = body.triangles();
        for (std::size_t place = 0; place < list.size(); ++place)
            if (list.number(place) != TriangleList::no_triangle)
                triangles.push_back(list.indices[place]);
        known = {
            bodies_.id_of(index).generation, body.triangle_count, body.removed_count, true,
            is_closed_surface(triangles, body.vertex_count)};
    }
    return known.is_closed;
}

} // namespace tactus
