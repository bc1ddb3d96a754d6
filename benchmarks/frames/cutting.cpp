// SPDX-License-Identifier: MIT
#include "measurements.h"

#include <algorithm>
#include <cmath>

#include <tactus/tactus.h>

#include "measure/cpu_clock.h"
#include "measure/median.h"
#include "scenes/scene.h"

namespace tactus::frames {

namespace {

using benchmarks::cpu_seconds;
using benchmarks::median;

template <class Work>
double microseconds(Work&& work)
{
    const double begin = cpu_seconds();
    work();
    return (cpu_seconds() - begin) * 1e6;
}

/// Two bodies in a world of their own.
struct CutWorld {
    World world = World::create().value();
    std::vector<BodyId> bodies;

    CutWorld(const scenes::Scene& scene, Structure structure)
    {
        for (const scenes::SceneMesh& mesh : scene.meshes) {
            BodyDesc desc = {.triangles = mesh.triangles, .positions = mesh.positions};
            desc.structure = structure;
            bodies.push_back(world.add_body(desc).value());
        }
    }
    void move(const scenes::Scene& scene)
    {
        for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh)
            if (!world.set_positions(bodies[mesh], scene.meshes[mesh].positions))
                std::abort();
    }
};

} // namespace

Result<std::vector<CuttingResult>> measure_cutting(std::uint32_t frames)
{
    Result<scenes::Scene> made = scenes::make_scene("bumpy_spheres", {.triangles = 100000, .frames = frames + 10});
    if (!made)
        return made.error();
    scenes::Scene& scene = made.value();
    std::vector<CuttingResult> results;
    for (const auto& [name, structure] :
         {std::pair{"refit_bvh", Structure::refit_bvh}, std::pair{"bucket_octree", Structure::bucket_octree},
          std::pair{"spherical_octree", Structure::spherical_octree},
          std::pair{"on_demand_sphere_tree", Structure::on_demand_sphere_tree}}) {
        CutWorld uncut(scene, structure), cut(scene, structure), kept(scene, structure);
        kept.world.prepare_contacts();
        const std::vector<TriangleIndices>& triangles = scene.meshes[0].triangles;
        const std::size_t share = triangles.size() / 100;
        CuttingResult result{.structure = name, .triangles = triangles.size(), .cut_triangles = share};
        std::vector<std::uint32_t> number(triangles.size()); // which triangle stands where one of the mesh was
        for (std::uint32_t t = 0; t < number.size(); ++t)
            number[t] = t;
        auto next = static_cast<std::uint32_t>(triangles.size());
        std::vector<double> uncut_us, cut_us, edit_us, contacts_edit_us, rebuilt_us;
        // The first edits take memory and look at the tree.
        constexpr std::uint32_t warm_up = 5;
        for (std::uint32_t frame = 0; frame < frames + warm_up; ++frame) {
            for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
                scene.positions(frame, mesh, scene.meshes[mesh].positions);
            const std::size_t first = frame * share % (triangles.size() - share);
            const std::vector<std::uint32_t> removed(number.begin() + first, number.begin() + first + share);
            const std::vector<TriangleIndices> added(triangles.begin() + first, triangles.begin() + first + share);
            for (std::size_t k = 0; k < share; ++k)
                number[first + k] = next++;
            std::size_t pairs = 0;
            const double plain = microseconds([&] {
                uncut.move(scene);
                pairs = uncut.world.find_pairs().pair_count;
            });
            const auto edit_in = [&](CutWorld& where) {
                return microseconds([&] {
                    if (!where.world.edit(BodyEdit{
                            .body = where.bodies[0], .remove_triangles = removed, .add_triangles = TrianglesView(added)}))
                        std::abort();
                });
            };
            const double edit = edit_in(cut);
            const double rest = microseconds([&] {
                cut.move(scene);
                result.same_pairs = cut.world.find_pairs().pair_count == pairs && result.same_pairs;
            });
            const double contacts_edit = edit_in(kept);
            // Once is enough where it takes seconds.
            const bool is_remade = frame % 10 == 0 && (rebuilt_us.empty() || rebuilt_us.back() < 1e6);
            const double remade = !is_remade ? 0.0 : microseconds([&] {
                CutWorld fresh(scene, structure);
                fresh.world.find_pairs();
            });
            // Two bodies were made, and one of them was cut.
            if (remade > 0.0)
                rebuilt_us.push_back(remade / 2.0 + plain);
            if (frame < warm_up)
                continue;
            uncut_us.push_back(plain);
            edit_us.push_back(edit);
            contacts_edit_us.push_back(contacts_edit);
            cut_us.push_back(edit + rest);
        }
        result.uncut_us = median(uncut_us);
        result.cut_us = median(cut_us);
        result.edit_us = median(edit_us);
        result.contacts_edit_us = median(contacts_edit_us);
        result.rebuilt_us = median(rebuilt_us);
        results.push_back(result);
    }
    return results;
}

} // namespace tactus::frames
