// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/octree_reproduction.h"

#include <utility>

namespace tactus::cli {

namespace {

// About what each of the three takes of the whole.
constexpr double levels_share = 0.65;
constexpr double vertices_share = 0.3;

} // namespace

OctreeEffort OctreeEffort::whole()
{
    return {
        .levels = {.finenesses = {1, 3, 6}, .most_levels = 6, .poses = 4, .count_poses = 24, .repeat = 3},
        .vertices = {.finenesses = {1, 2, 3, 4, 5, 6, 7, 8}, .most_levels = 6, .poses = 6, .repeat = 3}};
}

OctreeEffort OctreeEffort::quick()
{
    return {
        .levels = {.finenesses = {1}, .most_levels = 3, .poses = 1, .repeat = 1},
        .vertices = {.finenesses = {1, 2, 3}, .most_levels = 4, .poses = 1, .repeat = 1},
        .frames = 12,
        .scene_repeat = 1};
}

Result<OctreeReproduction> reproduce_octree(const OctreeEffort& effort, const std::function<void(double)>& progress)
{
    OctreeReproduction all;
    Result<std::vector<LevelsFigure>> levels =
        measure_levels(effort.levels, [&](double share) { progress(levels_share * share); });
    if (!levels.ok())
        return levels.error();
    all.levels = std::move(levels).value();
    Result<VerticesFigure> vertices =
        measure_vertices(effort.vertices, [&](double share) { progress(levels_share + vertices_share * share); });
    if (!vertices.ok())
        return vertices.error();
    all.vertices = std::move(vertices).value();
    const Result<PropositionCounts> proposition =
        count_proposition(effort.levels.finenesses[0], effort.levels.count_poses);
    if (!proposition.ok())
        return proposition.error();
    all.proposition = proposition.value();

    const Result<scenes::Scene> scene = scenes::make_scene("six_objects", {.frames = effort.frames});
    if (!scene.ok())
        return scene.error();
    const std::vector<RigidEntry> entries = {
        {"spherical_octree, the paper's order", structures::SphericalOctree{.uniform = true},
         papers::OctreeTraversal::leaves_then_reverse},
        {"spherical_octree, both trees at once", Structure::spherical_octree},
        {"refit_bvh", Structure::refit_bvh}};
    Result<RigidRun> run = run_rigid_scene(scene.value(), entries, effort.scene_repeat, [&](double share) {
        progress(levels_share + vertices_share + (1.0 - levels_share - vertices_share) * share);
    });
    if (!run.ok())
        return run.error();
    all.six_objects = std::move(run).value();
    return all;
}

} // namespace tactus::cli
