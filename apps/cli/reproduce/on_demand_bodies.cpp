// SPDX-License-Identifier: MIT
#include "cli/reproduce/on_demand_bodies.h"

#include <algorithm>
#include <utility>

namespace tactus::cli {

namespace {

void measure_box(OwnBody& own)
{
    own.lower = own.upper = own.mesh.positions.front();
    for (const Vec3& p : own.mesh.positions) {
        own.lower = {std::min(own.lower.x, p.x), std::min(own.lower.y, p.y), std::min(own.lower.z, p.z)};
        own.upper = {std::max(own.upper.x, p.x), std::max(own.upper.y, p.y), std::max(own.upper.z, p.z)};
    }
}

} // namespace

Result<OwnBody> make_own(const char* shape, std::uint32_t triangles)
{
    Result<scenes::ShapeMesh> made = scenes::make_shape(shape, {.triangles = triangles});
    if (!made.ok())
        return made.error();
    OwnBody own{std::move(made).value()};
    measure_box(own);
    const Vec3 size = {own.upper.x - own.lower.x, own.upper.y - own.lower.y, own.upper.z - own.lower.z};
    const float scale = 1.0f / std::max({size.x, size.y, size.z});
    for (Vec3& p : own.mesh.positions)
        p = {
            (p.x - 0.5f * (own.lower.x + own.upper.x)) * scale, (p.y - 0.5f * (own.lower.y + own.upper.y)) * scale,
            (p.z - 0.5f * (own.lower.z + own.upper.z)) * scale};
    measure_box(own);
    return own;
}

Pose animated_pose(std::size_t body, double time)
{
    if (body > 0)
        return {{1.2 * double(body), 0.0, 0.0}, {}};
    return {{-1.5 + 0.42 * time, 0.25, 0.1}, {0.3, 0.1, 0.2 * time, 1.0}};
}

} // namespace tactus::cli
