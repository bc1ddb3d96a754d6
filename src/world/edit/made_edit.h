// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tactus/edit.h>

#include "world/body.h"

namespace tactus {

/// A piece that comes off, with its own numbers.
struct MadePiece {
    std::optional<Body> body;
    std::vector<std::uint32_t> triangle_of;
    std::vector<std::uint32_t> vertex_of;
};

/// An edit that has been checked.
struct MadeEdit {
    std::vector<Vec3> new_vertices;
    std::vector<TriangleIndices> added;
    std::optional<Body> body; ///< what takes the body's place; none where it can be changed where it is
    std::vector<MadePiece> pieces;
    EditedBody report;
};

/// Checks an edit, and makes what it needs. Nothing is changed yet.
Result<MadeEdit> make_edit(const BodyEdit& edit, Body& body, Body* joined, Workers& workers);

} // namespace tactus
