// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/reproduce/on_demand/on_demand_bodies.h"
#include "cli/reproduce/paper_models.h"
#include "opengl/occlusion/cell_asker.h"

namespace tactus::cli {

/// A mesh and cells to ask about it.
struct CellTrial {
    std::string name;
    scenes::ShapeMesh mesh = {};
    std::vector<AskedCell> cells = {};
    bool draws_box = false; ///< whether the card draws the cells' boxes too
};

/// Cells of the octree in the box around a body, of levels 2 to 6, that hold a random point of the surface or lie
/// beside such a cell.
CellTrial cells_around(std::string name, const OwnBody& body, std::size_t count);

/// Cells with a triangle each that graphics hardware finds hard to see: thin, tiny, in a corner, or without an area;
/// and the same with fat ones.
std::vector<CellTrial> cells_with_hard_triangles(std::size_t count);

} // namespace tactus::cli
