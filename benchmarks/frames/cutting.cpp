// SPDX-License-Identifier: MIT
#include "measurements.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// What kind of bodies is cut, and how they move.
struct CutKind {
    const char* name;
    Structure structure = Structure::refit_bvh;
    bool self_collision = false;
    PositionStorage storage = PositionStorage::copied;
    bool is_posed = false;
    std::size_t triangles = 0; ///< How many are cut in a frame; 0 stands for a hundredth of the body's.
};

/// Both bodies of the scene at a frame.
struct CutFrame {
    std::vector<std::vector<Vec3>> positions; ///< one more than there are may be read
    Pose pose;                                ///< of those that are posed

    CutFrame(const scenes::Scene& scene, std::uint32_t frame, bool is_posed)
    {
        for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
            positions.push_back(scene.meshes[mesh].positions);
            scene.positions(is_posed ? 0 : frame, mesh, positions.back());
            positions.back().emplace_back();
        }
        const double turn = 0.01 * frame;
        pose.position = {0.001 * frame, 0.0, 0.0};
        pose.rotation = {1.0, 0.1 * turn, 0.2 * turn, turn};
    }
    std::span<const Vec3> of(std::size_t mesh) const
    {
        return std::span(positions[mesh]).first(positions[mesh].size() - 1);
    }
};

/// Two bodies in a world of their own.
struct CutWorld {
    World world = World::create().value();
    std::vector<BodyId> bodies;
    bool is_posed = false;

    CutWorld(const scenes::Scene& scene, const CutKind& kind, const CutFrame& frame) : is_posed(kind.is_posed)
    {
        for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
            BodyDesc desc = {.triangles = scene.meshes[mesh].triangles, .positions = frame.of(mesh)};
            desc.structure = kind.structure;
            desc.self_collision = kind.self_collision;
            desc.storage = kind.storage;
            bodies.push_back(world.add_body(desc).value());
        }
    }
    void move(const CutFrame& frame)
    {
        for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh)
            if (!(is_posed ? world.set_pose(bodies[mesh], frame.pose)
                           : world.set_positions(bodies[mesh], frame.of(mesh))))
                std::abort();
    }
};

} // namespace

Result<std::vector<CuttingResult>> measure_cutting(std::uint32_t frames)
{
    Result<scenes::Scene> made = scenes::make_scene("bumpy_spheres", {.triangles = 100000, .frames = frames + 10});
    if (!made)
        return made.error();
    const scenes::Scene& scene = made.value();
    std::vector<CuttingResult> results;
    for (const CutKind& kind :
         {CutKind{"refit_bvh"}, CutKind{.name = "refit_bvh, a few triangles", .triangles = 10},
          CutKind{"refit_bvh, self-colliding", Structure::refit_bvh, true},
          CutKind{"refit_bvh, borrowed", Structure::refit_bvh, false, PositionStorage::borrowed},
          CutKind{"refit_bvh, posed", Structure::refit_bvh, false, PositionStorage::copied, true},
          CutKind{"bucket_octree", Structure::bucket_octree}, CutKind{"spherical_octree", Structure::spherical_octree},
          CutKind{"on_demand_sphere_tree", Structure::on_demand_sphere_tree}}) {
        CutFrame now(scene, 0, kind.is_posed);
        CutWorld uncut(scene, kind, now), cut(scene, kind, now), kept(scene, kind, now);
        kept.world.prepare_contacts();
        const std::vector<TriangleIndices>& triangles = scene.meshes[0].triangles;
        const std::size_t share = kind.triangles > 0 ? kind.triangles : triangles.size() / 100;
        CuttingResult result{.structure = kind.name, .triangles = triangles.size(), .cut_triangles = share};
        std::vector<std::uint32_t> number(triangles.size()); // which triangle stands where one of the mesh was
        for (std::uint32_t t = 0; t < number.size(); ++t)
            number[t] = t;
        auto next = static_cast<std::uint32_t>(triangles.size());
        std::vector<double> uncut_us, cut_us, edit_us, contacts_edit_us, rebuilt_us;
        // The first edits take memory and look at the tree.
        constexpr std::uint32_t warm_up = 5;
        for (std::uint32_t frame = 0; frame < frames + warm_up; ++frame) {
            // Positions that are borrowed stay where they were until the next ones come.
            const CutFrame before = std::exchange(now, CutFrame(scene, frame, kind.is_posed));
            const std::size_t first = frame * share % (triangles.size() - share);
            const std::vector<std::uint32_t> removed(number.begin() + first, number.begin() + first + share);
            const std::vector<TriangleIndices> added(triangles.begin() + first, triangles.begin() + first + share);
            for (std::size_t k = 0; k < share; ++k)
                number[first + k] = next++;
            std::size_t pairs = 0;
            const double plain = microseconds([&] {
                uncut.move(now);
                pairs = uncut.world.find_pairs().pair_count;
            });
            const auto edit_in = [&](CutWorld& where) {
                return microseconds([&] {
                    if (!where.world.edit(BodyEdit{
                            .body = where.bodies[0],
                            .remove_triangles = removed,
                            .add_triangles = TrianglesView(added)}))
                        std::abort();
                });
            };
            const double edit = edit_in(cut);
            const double rest = microseconds([&] {
                cut.move(now);
                result.same_pairs = cut.world.find_pairs().pair_count == pairs && result.same_pairs;
            });
            const double contacts_edit = edit_in(kept);
            kept.move(now);
            // Once is enough where it takes seconds.
            const bool is_remade = frame % 10 == 0 && (rebuilt_us.empty() || rebuilt_us.back() < 1e6);
            const double remade = !is_remade ? 0.0 : microseconds([&] {
                CutWorld fresh(scene, kind, now);
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
