// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/spheres/sphere_options.h"
#include "cli/verbs.h"

namespace tactus::cli {

MeshExtent extent_of(const io::Mesh& mesh)
{
    DoubleVec3 lower{INFINITY, INFINITY, INFINITY}, upper{-INFINITY, -INFINITY, -INFINITY};
    for (const TriangleIndices& triangle : mesh.triangles)
        for (const std::uint32_t vertex : triangle) {
            const Vec3 p = mesh.positions[vertex];
            lower = {std::min<double>(lower.x, p.x), std::min<double>(lower.y, p.y), std::min<double>(lower.z, p.z)};
            upper = {std::max<double>(upper.x, p.x), std::max<double>(upper.y, p.y), std::max<double>(upper.z, p.z)};
        }
    const DoubleVec3 size{upper.x - lower.x, upper.y - lower.y, upper.z - lower.z};
    return {
        std::sqrt(size.x * size.x + size.y * size.y + size.z * size.z),
        {0.5 * (lower.x + upper.x), 0.5 * (lower.y + upper.y), 0.5 * (lower.z + upper.z)}};
}

Result<io::Mesh> read_scaled_mesh(const SphereOptions& options)
{
    Result<io::Mesh> mesh = io::read_mesh(options.mesh, {.weld = !options.no_weld});
    if (!mesh.ok() || options.scale == 1.0)
        return mesh;
    for (Vec3& p : mesh.value().positions) {
        p = {
            static_cast<float>(options.scale * p.x), static_cast<float>(options.scale * p.y),
            static_cast<float>(options.scale * p.z)};
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return refusal(fmt::format(
                "--scale {} makes {} too large for floats; use a smaller factor", readable(options.scale, 6),
                options.mesh));
    }
    return mesh;
}

Result<void> check_level(const SphereOptions& options, const std::string& what, std::uint32_t deepest)
{
    if (options.level == UINT32_MAX || options.level <= deepest)
        return {};
    return refusal(fmt::format("{}: level {} was asked for, but the deepest is {}", what, options.level, deepest));
}

} // namespace tactus::cli
