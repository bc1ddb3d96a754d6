// SPDX-License-Identifier: MIT
#include "workloads.h"

#include <array>

#include "scenes/scene.h"
#include "tool_mesh.h"

namespace tactus::peers {

std::span<const Row> all_rows()
{
    static const std::array<Row, 17> rows{{
        {"spheres_1k", "bumpy spheres 2 x 1.3k", "bumpy_spheres", 1280, 60, true},
        {"spheres_5k", "bumpy spheres 2 x 5k", "bumpy_spheres", 5120, 60, true},
        {"spheres_20k", "bumpy spheres 2 x 20k", "bumpy_spheres", 20480, 60, true},
        {"spheres_82k", "bumpy spheres 2 x 82k", "bumpy_spheres", 81920, 60, true},
        {"spheres_328k", "bumpy spheres 2 x 328k", "bumpy_spheres", 327680, 60, true},
        {"cloth_32k", "folded cloth 32k, self", "folded_cloth", 32000, 60, true},
        {"cloth_318k", "folded cloth 318k, self", "folded_cloth", 318000, 60, true},
        {"organ_tool", "organ 1280, tool 64", "organ_tool", 1280, 60, true},
        {"crumpled_sheet", "crumpled sheet 32k, self", "crumpled_sheet", 32000, 60, false},
        {"flat_folded_sheet", "sheet folded flat 8k, self", "flat_folded_sheet", 8192, 60, false},
        {"wound_sheet", "sheet wound onto itself 18k", "wound_sheet", 18000, 60, false},
        {"cloth_on_ball", "cloth on a ball, self and pair", "cloth_on_ball", 20000, 60, false},
        {"closed_sphere", "closed sphere 82k, self", "closed_bumpy_sphere", 81920, 60, false},
        {"tool_1k", "organ 1280, a tool stands", "organ_tool", 1280, 60, false, RowKind::standing_tool},
        {"sweep_1k", "organ 1280, a tool sweeps", "organ_tool", 1280, 60, false, RowKind::sweeping_tool},
        {"tool_100k", "organ 100k, a tool stands", "organ_tool", 100'000, 60, false, RowKind::standing_tool},
        {"sweep_100k", "organ 100k, a tool sweeps", "organ_tool", 100'000, 60, false, RowKind::sweeping_tool},
    }};
    return rows;
}

namespace {

Workload from_scene(const scenes::Scene& scene, const Row& row)
{
    Workload workload;
    workload.name = row.name;
    for (const scenes::SceneMesh& mesh : scene.meshes)
        workload.meshes.push_back(mesh.triangles);
    for (std::size_t a = 0; a < scene.meshes.size(); ++a) {
        if (scene.meshes[a].self_collision)
            workload.questions.push_back({a, a});
        for (std::size_t b = a + 1; b < scene.meshes.size(); ++b)
            workload.questions.push_back({a, b});
    }
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
        Frame& positions = workload.frames.emplace_back(scene.meshes.size());
        for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
            positions[mesh].resize(scene.meshes[mesh].positions.size());
            scene.positions(frame, mesh, positions[mesh]);
        }
    }
    return workload;
}

} // namespace

Result<Workload> make_workload(std::string_view row_or_path, std::uint32_t frames)
{
    for (const Row& row : all_rows()) {
        if (row.name != row_or_path)
            continue;
        const Result<scenes::Scene> scene = scenes::make_scene(
            row.scene,
            {.triangles = row.triangles, .frames = frames > 0 ? frames : row.frames, .seed = 0, .bodies = 0});
        if (!scene)
            return scene.error();
        Workload workload = from_scene(scene.value(), row);
        if (row.kind != RowKind::meshes)
            replace_tool(workload, row.kind == RowKind::sweeping_tool);
        return workload;
    }
    if (row_or_path.ends_with(".seq"))
        return read_workload(row_or_path, frames > 0 ? frames : std::numeric_limits<std::size_t>::max());
    std::string names;
    for (const Row& row : all_rows())
        names += " " + row.name;
    return Error{
        ErrorCode::invalid_argument,
        "no row is called '" + std::string(row_or_path) + "'; there are" + names + ", and .seq files by their path"};
}

} // namespace tactus::peers
