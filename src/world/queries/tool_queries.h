// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/queries.h>
#include <tactus/result.h>

#include "base/buffer.h"
#include "queries/tools/shaft_touch.h"
#include "search/walk/tool_faces.h"

namespace tactus {

class BodyTable;
class Encounters;
struct Body;

/// Finds what tools touch, in memory that lasts from query to query.
class ToolQueries {
public:
    ToolQueries(const BodyTable& bodies, const Encounters& encounters) : bodies_(bodies), encounters_(encounters) {}

    Result<TouchReport> find(BodyId tool, const TouchOptions& options);

private:
    /// Appends what the tool touches of one body, with where on the shaft that is.
    void append_faces(
        const ToolVolume& volume, std::uint32_t index, const TouchOptions& options, WorkMeter& meter,
        TouchReport& report);
    /// Compares what was found of one body with what somebody else proposes.
    void compare_with(
        ToolProposer& proposer, const ToolVolume& volume, const Body& body, std::span<const TouchedFace> found,
        TouchReport& report);

    const BodyTable& bodies_;
    const Encounters& encounters_;
    ToolFaces search_;
    Buffer<std::uint32_t> places_; ///< of a mesh's triangles
    Buffer<TouchedFace> faces_;
    FirstTouch first_touch_{ToolVolume{}};
    // A mesh as proposers see it: without removed triangles, which leave gaps in the numbers.
    Buffer<TriangleIndices> triangles_;
    Buffer<std::uint32_t> numbers_;
    Buffer<Vec3> positions_;
    std::vector<std::uint32_t> proposed_;
};

} // namespace tactus
