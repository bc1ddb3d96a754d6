// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "scenes/makers.h"
#include "scenes/scene.h"
#include "scenes/words/nearest_names.h"
#include "scenes/words/readable_number.h"

namespace tactus::scenes {
namespace {

constexpr std::uint32_t max_triangles = 16'000'000;
constexpr std::uint32_t max_frames = 10'000'000;
constexpr std::uint32_t max_bodies = 100'000;
constexpr std::uint64_t max_triangles_of_all_bodies = 64'000'000;

struct Entry {
    SceneInfo info;
    Scene (*make)(const SceneOptions&);
    std::uint32_t default_bodies = 0;
    std::uint32_t triangle_limit = max_triangles; ///< lower where everything meets everything
};

const std::vector<Entry>& entries()
{
    static const std::vector<Entry> table = {
        {{"bumpy_spheres", "two bumpy spheres from apart to deep in each other, waves running over both", 20480, 60},
         bumpy_spheres},
        {{"organ_tool", "an instrument that presses into an organ and slides along it", 1280, 60}, organ_tool},
        {{"soft_organs", "a kidney pressed into the hollow of a liver, both giving way", 20480, 120}, soft_organs},
        {{"large_deformation", "two ropes that wind through each other and never come back to where they were", 5120,
          10000},
         large_deformation},
        {{"haptic_probe", "a rigid probe that presses and slides on a soft organ, a thousand frames a second", 20480,
          10000},
         haptic_probe},
        {{"folded_cloth", "a cloth folded in four layers that sink onto and slightly through each other", 32000, 60},
         folded_cloth},
        {{"closed_bumpy_sphere", "one bumpy sphere against itself, which it never meets", 81920, 60},
         closed_bumpy_sphere},
        {{"crumpled_sheet", "a sheet crumpled through itself", 32000, 60}, crumpled_sheet},
        {{"flat_folded_sheet", "a sheet folded exactly flat, both layers in one plane", 8192, 60}, flat_folded_sheet},
        {{"wound_sheet", "a sheet wound onto itself, all windings at one radius", 18000, 60}, wound_sheet},
        {{"cloth_on_ball", "a cloth that falls over a ball and meets itself in its pleats", 20000, 60}, cloth_on_ball},
        {{"touching_cubes", "a chess board of cubes that touch exactly, one colour sliding along the other", 3072, 64},
         touching_cubes},
        {{"many_bodies", "a crowd of small soft bodies, some of them touching", 320, 60}, many_bodies, 64},
        {{"separate_bodies", "bodies that stay apart, every tenth of them moving", 980, 60}, separate_bodies, 1000},
        {{"six_objects", "a polyhedron led by hand along five others that stand still, all of them rigid", 160, 240},
         six_objects},
        {{"torn_cloth", "a cloth that tears along a line, whose halves swing through each other", 20000, 300},
         torn_cloth},
        {{"cut_organ", "a kidney cut in two by a blade, whose halves fall apart and close again", 20480, 300},
         cut_organ},
        {{"falling_pieces", "a stone that falls into a bowl and breaks into twelve pieces", 20480, 300},
         falling_pieces},
        {{"two_triangles", "two triangles in sixteen positions, from apart to shrunk to a point", 1, 16},
         two_triangles},
        {{"zero_area_triangles", "a mesh with a third of its triangles shrunk to segments and points", 320, 8},
         zero_area_triangles},
        {{"duplicate_faces", "a mesh with every face four times, welded and unwelded, both ways round", 320, 8},
         duplicate_faces},
        {{"shared_hub", "a fan of triangles that all share one vertex", 320, 8}, shared_hub},
        {{"coincident_twins", "the same mesh twice in the same place", 320, 8}, coincident_twins},
        {{"one_point", "meshes with all vertices in one point", 80, 4}, one_point, 0, 2000},
        {{"empty_mesh", "a mesh without triangles beside one that has some", 320, 4}, empty_mesh},
        {{"triangle_soup", "random triangles through each other", 320, 8}, triangle_soup},
        {{"needle_soup", "needles of hardly any width among wide triangles", 320, 8}, needle_soup},
        {{"one_plane", "triangles with whole-number corners, all in one plane", 320, 8}, one_plane},
        {{"mixed_scales", "triangles from 1e-30 to 1e30 metres in one mesh", 320, 8}, mixed_scales, 0, 4000},
        {{"tiny_coordinates", "two bumpy spheres of 1e-30 metres", 320, 8}, tiny_coordinates},
        {{"huge_coordinates", "two bumpy spheres of 1e30 metres", 320, 8}, huge_coordinates},
    };
    return table;
}

Error refusal(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

// A crowd of small bodies is asked for in tests, where a smaller crowd shows as much.
std::uint32_t default_bodies(const Entry& entry, std::uint32_t triangles)
{
    return triangles < entry.info.default_triangles ? std::min(entry.default_bodies, 27u) : entry.default_bodies;
}

Result<SceneOptions> filled_in(const Entry& entry, SceneOptions options)
{
    if (options.triangles > entry.triangle_limit)
        return refusal(
            "scene " + entry.info.name + ": " + readable(options.triangles) + " triangles asked for, at most "
            + readable(entry.triangle_limit) + " are made");
    if (options.frames > max_frames)
        return refusal(
            "scene " + entry.info.name + ": " + readable(options.frames) + " frames asked for, at most "
            + readable(max_frames) + " are made");
    if (options.bodies > max_bodies)
        return refusal(
            "scene " + entry.info.name + ": " + readable(options.bodies) + " bodies asked for, at most "
            + readable(max_bodies) + " are made");
    if (options.triangles == 0)
        options.triangles = entry.info.default_triangles;
    if (options.frames == 0)
        options.frames = entry.info.default_frames;
    if (entry.default_bodies == 0)
        options.bodies = 0;
    else if (options.bodies == 0)
        options.bodies = default_bodies(entry, options.triangles);
    const std::uint64_t all = std::uint64_t{options.bodies} * options.triangles;
    if (all > max_triangles_of_all_bodies)
        return refusal(
            "scene " + entry.info.name + ": " + readable(all) + " triangles in all bodies asked for, at most "
            + readable(max_triangles_of_all_bodies) + " are made");
    return options;
}

} // namespace

std::span<const SceneInfo> all_scenes()
{
    static const std::vector<SceneInfo> infos = [] {
        std::vector<SceneInfo> list;
        for (const Entry& entry : entries())
            list.push_back(entry.info);
        return list;
    }();
    return infos;
}

Result<Scene> make_scene(std::string_view name, const SceneOptions& options)
{
    const auto entry =
        std::ranges::find(entries(), name, [](const Entry& e) -> std::string_view { return e.info.name; });
    if (entry == entries().end()) {
        std::vector<std::string_view> names;
        for (const SceneInfo& info : all_scenes())
            names.push_back(info.name);
        return refusal("no scene is called '" + std::string(name) + "'" + nearest_names(name, names));
    }
    const Result<SceneOptions> ready = filled_in(*entry, options);
    if (!ready)
        return ready.error();
    Scene scene = entry->make(ready.value());
    scene.name = entry->info.name;
    scene.description = entry->info.description;
    return scene;
}

} // namespace tactus::scenes
