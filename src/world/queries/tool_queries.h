// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/queries.h>
#include <tactus/result.h>

#include "base/buffer.h"
#include "queries/tools/shaft_touch.h"
#include "search/shape_pairs.h"
#include "search/tool_faces.h"

namespace tactus {

class BodyTable;
class Encounters;
struct Body;

/// Finds what tools touch, in memory that lasts from query to query.
class ToolQueries {
public:
    ToolQueries(const BodyTable& bodies, const Encounters& encounters) : bodies_(bodies), encounters_(encounters) {}

    /// Of a tool, or of a convex set.
    Result<TouchReport> find(BodyId tool, const TouchOptions& options);

private:
    /// A triangle's number, and its place in the tree's list.
    struct Numbered {
        std::uint32_t number;
        std::uint32_t place;

        friend auto operator<=>(const Numbered&, const Numbered&) = default;
    };

    /// Whether a tool is asked about a body: a mesh near it that it may collide with.
    bool is_asked(const Body& tool, std::uint32_t tool_index, std::uint32_t index) const;
    /// Appends what the convex set touches of one body.
    void append_faces(Tree& convex, std::uint32_t index, WorkMeter& meter, TouchReport& report);
    /// Appends what the tool touches of one body.
    void append_faces(const ToolVolume& volume, std::uint32_t index, WorkMeter& meter, TouchReport& report);
    /// Says of all faces, one after another, where on the shaft they are touched, and when the first of them is.
    void measure_faces(const ToolVolume& volume, const TouchOptions& options, WorkMeter& meter, TouchReport& report);
    /// Compares what was found of one body with what somebody else proposes.
    void compare_with(ToolProposer& proposer, const ToolVolume& volume, std::uint32_t index, TouchReport& report);

    const BodyTable& bodies_;
    const Encounters& encounters_;
    ToolFaces faces_near_;
    ShapePairs pairs_of_shape_;
    Buffer<TrianglePair> pairs_;
    Buffer<std::uint32_t> places_; ///< of a mesh's triangles
    Buffer<Numbered> touched_;     ///< the triangles of the faces, which a tool touches
    Buffer<TouchedFace> faces_;
    FirstTouch first_touch_{ToolVolume{}};
    // A mesh as proposers see it: by number, without removed triangles, which leave gaps.
    Buffer<TriangleIndices> triangles_;
    Buffer<Numbered> numbered_;
    Buffer<Vec3> positions_;
    std::vector<std::uint32_t> proposed_;
};

} // namespace tactus
