// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/result.h>
#include <tactus/world.h>

#include "cli/reproduce/occlusion/occlusion_figures.h"
#include "opengl/occlusion/cell_asker.h"
#include "scenes/shapes.h"

namespace tactus::cli {

/// Asks by both roads whether cells hold surface: a graphics card by occlusion queries, and the processor exactly.
class CellRoads {
public:
    /// Refuses a machine without OpenGL. What the driver compiles for its first drawing is done when this returns.
    static Result<CellRoads> open(const CellAskerOptions& options);

    CellAsker& card() { return card_; }

    /// Gives the mesh's number, which is the card's too.
    Result<std::uint32_t> add_mesh(const scenes::ShapeMesh& mesh);

    /// Asks and counts. Gives what the exact test says: 1 for each cell that holds surface, else 0.
    Result<std::vector<std::uint8_t>> ask(std::uint32_t mesh, std::span<const AskedCell> cells);

    const CellTally& tally() const { return tally_; }

private:
    explicit CellRoads(CellAsker card) : card_(std::move(card)) {}

    CellAsker card_;
    std::vector<World> worlds_; ///< one for each mesh
    CellTally tally_;
};

} // namespace tactus::cli
