// SPDX-License-Identifier: MIT
#include "contacts/encounters/point_depth.h"

namespace tactus {

void PointDepth::begin(Vec3 point, const ContactBody& body)
{
    point_ = point;
    body_ = &body;
    inside_.begin(point_, *body_);
    stage_ = Stage::ray;
}

void PointDepth::step()
{
    switch (stage_) {
    case Stage::ray:
        if (inside_.is_busy())
            return inside_.step();
        if (!is_inside()) {
            stage_ = Stage::done;
            return;
        }
        nearest_.begin(point_, *body_->tree, body_->surface);
        stage_ = Stage::nearest;
        return;
    case Stage::nearest:
        if (nearest_.is_busy())
            return nearest_.step();
        stage_ = Stage::done;
        return;
    case Stage::done:
        return;
    }
}

VertexDepth PointDepth::depth() const
{
    const VertexFaceClosest& found = nearest_.nearest();
    const auto [a, b, c] = found.weights;
    return {
        .vertex = 0,
        .triangle = nearest_.triangle(),
        .surface_point = to_float(found.on_face),
        .way_out = to_float(found.offset * (found.distance > 0.0 ? 1.0 / found.distance : 0.0)),
        .depth = static_cast<float>(found.distance),
        .weights = {static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)}};
}

} // namespace tactus
