// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <tactus/geometry.h>

namespace tactus::cli {

/// Where points of a body's own coordinates are in the world.
class InWorld {
public:
    explicit InWorld(const Pose& pose) : pose_(pose)
    {
        const Quaternion& q = pose.rotation;
        const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        pose_.rotation = {q.x / length, q.y / length, q.z / length, q.w / length};
    }
    Vec3 operator()(Vec3 p) const
    {
        const auto& [x, y, z, w] = pose_.rotation;
        const DoubleVec3 t = {2.0 * (y * p.z - z * p.y), 2.0 * (z * p.x - x * p.z), 2.0 * (x * p.y - y * p.x)};
        return {
            static_cast<float>(pose_.position.x + p.x + w * t.x + y * t.z - z * t.y),
            static_cast<float>(pose_.position.y + p.y + w * t.y + z * t.x - x * t.z),
            static_cast<float>(pose_.position.z + p.z + w * t.z + x * t.y - y * t.x)};
    }

private:
    Pose pose_;
};

} // namespace tactus::cli
