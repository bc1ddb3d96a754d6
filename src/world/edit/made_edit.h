// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tactus/world.h>

#include "world/bodies/body.h"

namespace tactus {

class BodyTable;
class Encounters;

/// A piece that comes off, with its own numbers.
struct MadePiece {
    std::optional<Body> body;
    std::vector<std::uint32_t> triangle_of;
    std::vector<std::uint32_t> vertex_of;
};

/// Something that a body can be changed by where it is.
struct MeshChange {
    std::vector<std::uint32_t> removed;
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> added;
};

/// Which triangles were tested against each other before an edit.
struct TestedBefore {
    bool own = false;    ///< those of the edited body
    bool joined = false; ///< those of the one that is joined
    bool both = false;   ///< one of each
};

/// An edit that has been checked.
struct MadeEdit {
    std::vector<Vec3> new_vertices;
    std::vector<TriangleIndices> added;
    std::vector<MeshChange> changes; ///< one after the other, where the body is changed where it is
    std::optional<Body> body;        ///< or else what takes its place
    std::vector<MadePiece> pieces;
    TestedBefore tested;
    /// Whether the body, or the one that is joined to it, was prepared for contact queries. Contacts of both go on with
    /// features of the edited body, which has to be prepared then.
    bool was_prepared = false;
    EditedBody report; ///< of which the pieces come when it is carried out
};

/// Checks an edit, and makes what it needs. Nothing is changed yet.
Result<MadeEdit> make_edit(const BodyEdit& edit, Body& body, Body* joined, Workers& workers);
/// The same of all edits of a batch.
Result<std::vector<MadeEdit>>
make_edits(std::span<const BodyEdit> batch, const BodyTable& bodies, const Encounters& encounters, Workers& workers);

} // namespace tactus
