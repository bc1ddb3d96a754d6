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

/// What takes the place of one body.
struct MadeEdit {
    std::optional<Body> body;
    std::vector<MadePiece> pieces;
    EditedBody report;
    std::size_t removed = 0;
    std::size_t added = 0;
    std::size_t rebuilt = 0;
};

/// The body as the edit says. Nothing is changed yet.
Result<MadeEdit> make_edit(const BodyEdit& edit, Body& body, Body* joined, Workers& workers);

} // namespace tactus
