// SPDX-License-Identifier: MIT
// tactus spheres --check MESH SPHERES: how well any set of spheres covers a surface.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <tactus/spheres.h>

#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/spheres/sphere_options.h"
#include "cli/spheres/sphere_table.h"
#include "cli/verbs.h"
#include "io/sphere_file.h"

namespace tactus::cli {

namespace {

Vec3 moved(const Vec3& p, const DoubleVec3& by)
{
    return {static_cast<float>(p.x + by.x), static_cast<float>(p.y + by.y), static_cast<float>(p.z + by.z)};
}

double distance(const DoubleVec3& a, const DoubleVec3& b)
{
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/// The spheres' box is about the origin, and the mesh's is not: they were moved, or belong to another mesh.
bool seem_centred(const std::vector<Sphere>& spheres, const MeshExtent& extent)
{
    constexpr double far = INFINITY;
    DoubleVec3 lower{far, far, far}, upper{-far, -far, -far};
    for (const auto& [centre, radius] : spheres) {
        lower = {
            std::min<double>(lower.x, centre.x - radius), std::min<double>(lower.y, centre.y - radius),
            std::min<double>(lower.z, centre.z - radius)};
        upper = {
            std::max<double>(upper.x, centre.x + radius), std::max<double>(upper.y, centre.y + radius),
            std::max<double>(upper.z, centre.z + radius)};
    }
    const DoubleVec3 middle{0.5 * (lower.x + upper.x), 0.5 * (lower.y + upper.y), 0.5 * (lower.z + upper.z)};
    return distance(extent.middle, {}) > 0.05 * extent.diagonal
           && distance(middle, {}) < 0.5 * distance(middle, extent.middle);
}

std::string interval_text(const Interval& interval, double diagonal)
{
    const std::string lower = length_text(interval.lower, diagonal), upper = length_text(interval.upper, diagonal);
    return lower == upper ? upper : lower + " to " + upper;
}

void print_words(const SphereCheck& check, const MeshExtent& extent)
{
    const double diagonal = extent.diagonal;
    say("  the mesh is {}: its surface has {} m2{}\n", check.closed ? "closed" : "open",
        readable(check.surface_area, 6),
        check.closed ? fmt::format(", its inside {} m3", readable(check.body_volume, 6))
                     : std::string(", and spheres stand out to both sides"));
    const Interval& area = check.uncovered_area;
    const std::string in_metres =
        area.upper == 0.0
            ? ""
            : fmt::format(", certified between {} and {} m2", readable(area.lower, 9), readable(area.upper, 9));
    say("  uncovered area     {}{}\n", uncovered_text(check), in_metres);
    say("  largest gap        {}\n", interval_text(check.largest_gap, diagonal));
    say("  largest protrusion {}, of sphere {}\n", interval_text(check.largest_protrusion, diagonal),
        check.worst_sphere);
    say("  mean protrusion    {}\n", length_text(check.mean_protrusion, diagonal));
    say("  outside volume     {}", readable(check.outside_volume, 5));
    if (check.body_volume > 0.0)
        say(" ({} % of the body)", readable(100.0 * check.outside_volume / check.body_volume, 4));
    say("\nLengths in metres, and in per cent of the box's diagonal of {} m.\n", readable(diagonal, 6));
    if (area.upper == 0.0)
        say("Covered: every point of the surface is in a sphere.\n");
    else if (check.largest_gap.lower > 0.0 || area.lower > 0.0)
        say("Not covered.\n");
    else
        say("Not certain to be covered: what is left is too little for double arithmetic to decide.\n");
}

} // namespace

Result<int> judge_spheres(const SphereOptions& options)
{
    const Result<io::Mesh> mesh = read_scaled_mesh(options);
    if (!mesh.ok())
        return mesh.error();
    const Result<SphereTree> tree = io::read_spheres(options.judged);
    if (!tree.ok())
        return tree.error();
    const auto deepest = static_cast<std::uint32_t>(tree.value().first_of_level.size()) - 2;
    if (Result<void> there = check_level(options, options.judged, deepest); !there.ok())
        return there.error();
    const std::uint32_t level = std::min(options.level, deepest);
    const MeshExtent extent = extent_of(mesh.value());
    std::vector<Sphere> spheres;
    for (const SphereNode& node : spheres_of_level(tree.value(), level))
        spheres.push_back(node.sphere);
    const std::size_t on_level = tree.value().first_of_level[level + 1] - tree.value().first_of_level[level];
    const std::size_t from_above = spheres.size() - on_level;
    const bool suspicious = !options.centred && seem_centred(spheres, extent);
    if (options.centred)
        for (Sphere& sphere : spheres)
            sphere.centre = moved(sphere.centre, extent.middle);

    Result<SphereCheck> check = [&] {
        Progress progress("judging", 1000);
        return check_spheres(
            {mesh.value().triangles, mesh.value().positions}, spheres,
            {.worker_count = options.tree.worker_count, .progress = [&](double done) {
                 progress.set(static_cast<std::size_t>(1000.0 * done));
                 return true;
             }});
    }();
    if (!check.ok())
        return check.error();
    const bool covered = check.value().uncovered_area.upper == 0.0;
    if (options.json) {
        Json json = {{"mesh", options.mesh},      {"spheres_file", options.judged},  {"level", level},
                     {"spheres", spheres.size()}, {"from_levels_above", from_above}, {"covered", covered},
                     {"seem_centred", suspicious}};
        json.update(json_of_check(check.value(), extent.diagonal));
        say_json(json);
    } else {
        say("{} and {} of {} (level {}{})\n", options.mesh, counted(spheres.size(), "sphere"), options.judged, level,
            from_above == 0 ? std::string()
                            : fmt::format(", {} of them from levels above, without children", from_above));
        print_words(check.value(), extent);
        if (suspicious)
            say("The spheres lie about the origin, and the mesh does not. The sphere-tree toolkit writes "
                "spheres relative "
                "to the middle of the mesh's box: for such a file add --centred.\n");
    }
    return covered ? exit_done : exit_not_covered;
}

} // namespace tactus::cli
