// SPDX-License-Identifier: MIT
#include "cli/reproduce/occlusion/cell_roads.h"

#include <utility>

#include "cli/measure/stopwatch.h"
#include "cli/measure/thread_clock.h"

namespace tactus::cli {

namespace {

/// One triangle is enough.
class AnyTriangle final : public OverlapCollector {
public:
    bool take(const SurfaceTriangle&) override
    {
        has_found_ = true;
        return false;
    }
    bool has_found() const { return has_found_; }

private:
    bool has_found_ = false;
};

} // namespace

Result<CellRoads> CellRoads::open(const CellAskerOptions& options)
{
    Result<CellAsker> card = CellAsker::open(options);
    if (!card.ok())
        return card.error();
    CellRoads roads(std::move(card).value());
    const scenes::ShapeMesh triangle = {{{0, 1, 2}}, {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.5f}}};
    const Result<std::uint32_t> mesh = roads.card_.add_mesh({triangle.triangles, triangle.positions});
    if (!mesh.ok())
        return mesh.error();
    const AskedCell empty = {{2.0f, 2.0f, 2.0f}, {3.0f, 3.0f, 3.0f}};
    if (const Result<std::size_t> asked = roads.card_.ask(mesh.value(), {&empty, 1}); !asked.ok())
        return asked.error();
    roads.card_.finish();
    // So that both count meshes alike.
    roads.worlds_.push_back(World::create().value());
    return roads;
}

Result<std::uint32_t> CellRoads::add_mesh(const scenes::ShapeMesh& mesh)
{
    World world = World::create().value();
    if (const Result<BodyId> body = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions});
        !body.ok())
        return body.error();
    // The tree is made before anything is timed.
    if (Result<void> prepared = world.prepare_reads(); !prepared.ok())
        return prepared.error();
    worlds_.push_back(std::move(world));
    return card_.add_mesh({mesh.triangles, mesh.positions});
}

Result<std::vector<std::uint8_t>> CellRoads::ask(std::uint32_t mesh, std::span<const AskedCell> cells)
{
    std::vector<std::uint8_t> holds;
    const double begin = thread_microseconds();
    for (const AskedCell& cell : cells) {
        AnyTriangle any;
        if (const Result<OverlapReport> found = worlds_[mesh].overlap_box(cell.lower, cell.upper, {}, &any);
            !found.ok())
            return found.error();
        holds.push_back(any.has_found() ? 1 : 0);
    }
    tally_.processor += thread_microseconds() - begin;

    card_.forget_cells();
    const std::uint64_t queries = card_.counts().queries;
    Stopwatch wall(2), cpu(1);
    wall.start();
    cpu.start();
    if (const Result<std::size_t> asked = card_.ask(mesh, cells); !asked.ok())
        return asked.error();
    card_.finish();
    tally_.card.cpu += 1e3 * cpu.milliseconds();
    tally_.card.wall += 1e3 * wall.milliseconds();

    tally_.queries += card_.counts().queries - queries;
    tally_.cells += cells.size();
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const bool is_seen = card_.answer(k) == CellAnswer::shows_surface;
        tally_.with_surface += holds[k];
        tally_.lost += holds[k] != 0 && !is_seen ? 1 : 0;
        tally_.wrong += holds[k] == 0 && is_seen ? 1 : 0;
    }
    return holds;
}

} // namespace tactus::cli
