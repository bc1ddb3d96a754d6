// SPDX-License-Identifier: MIT
#include "contacts/encounters/inside_query.h"

#include <limits>

namespace tactus {

void InsideQuery::begin(Vec3 point, const ContactBody& body)
{
    body_ = body;
    ray_ = {point, {std::numeric_limits<float>::infinity(), point.y, point.z}};
    count_ = ContainmentCount(point);
    open_.clear();
    if (overlap(body.box, ray_))
        open_.push_back(body.parts->root());
}

void InsideQuery::step()
{
    const std::uint32_t node = open_.back();
    if (!body_.parts->make_ready(node, ray_, 0))
        return;
    open_.pop_back();
    if (!body_.parts->is_leaf(node)) {
        PartChildren children;
        body_.parts->open(node, ray_, 0, children);
        for (std::uint32_t k = 0; k < children.count; ++k)
            if (overlap(children.box[k], ray_))
                open_.push_back(children.node[k]);
        return;
    }
    PartTriangles triangles;
    body_.parts->open_leaf(node, triangles);
    for (std::uint32_t k = 0; k < triangles.count; ++k)
        if (overlap(triangles.box[k], ray_))
            count_.add(body_.surface.triangle(triangles.triangle[k]));
}

} // namespace tactus
