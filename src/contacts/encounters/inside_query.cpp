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
        open_.push_back(body.nodes->root());
}

void InsideQuery::step()
{
    const std::uint32_t node = open_.back();
    if (!body_.nodes->make_ready(node, ray_, 0))
        return;
    open_.pop_back();
    NodeBlock below;
    body_.nodes->open(node, ray_, 0, below);
    below.for_each([&](std::uint32_t k) {
        if (!overlap(below.box(k), ray_))
            return;
        if (below.are_triangles)
            count_.add(body_.list[below.name[k]]);
        else
            open_.push_back(below.name[k]);
    });
}

} // namespace tactus
