// SPDX-License-Identifier: MIT
#include "sphere_tree/build_sphere_tree.h"

#include <algorithm>

#include "sphere_tree/certified_spheres.h"
#include "sphere_tree/search/search_effort.h"

namespace tactus {
namespace {

std::size_t piece_count(const SphereTreeOptions& options)
{
    return 4000 + search_effort(options.quality).pieces_per_leaf * leaf_count(options.levels, options.branch);
}

} // namespace

std::optional<SphereTree> build_sphere_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const SphereTreeOptions& options)
{
    const Progress progress = options.progress ? options.progress : [](double) { return true; };
    if (!progress(0.0))
        return std::nullopt;
    Workers workers(options.worker_count);
    const SurfaceDistance surface(triangles, positions);
    SurfacePieces pieces(triangles, positions, piece_count(options));
    pieces.sort_points();
    const BallTreeSettings settings{options.levels, options.branch, options.max_error, options.method, options.quality};
    const std::optional<BallTree> balls = grow_ball_tree(surface, pieces, settings, workers, progress);
    if (!balls)
        return std::nullopt;
    SphereTree tree = certified_spheres(surface, pieces, *balls, options, workers);
    if (!progress(1.0))
        return std::nullopt;
    return tree;
}

} // namespace tactus
