// SPDX-License-Identifier: MIT
#include "opengl/mesh_check.h"

#include <cmath>
#include <string>
#include <utility>

namespace tactus {

Result<void> check_drawable(const MeshView& mesh)
{
    const auto refuse = [](std::string what) { return Error{ErrorCode::invalid_argument, std::move(what)}; };
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const Vec3 p = mesh.positions[v];
        for (const auto& [name, value] : {std::pair{"x", p.x}, std::pair{"y", p.y}, std::pair{"z", p.z}})
            if (!std::isfinite(value))
                return refuse(
                    "vertex " + std::to_string(v) + ": " + name + (std::isnan(value) ? " is nan" : " is infinite"));
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t v : mesh.triangles[t])
            if (v >= mesh.positions.size())
                return refuse(
                    "triangle " + std::to_string(t) + " names vertex " + std::to_string(v) + " of "
                    + std::to_string(mesh.positions.size()));
    return {};
}

} // namespace tactus
