// SPDX-License-Identifier: MIT
// Which faces a tool touches, which the paper's volumes hold, and which a card proposes: what is compared by number and
// never by time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tactus/tactus.h>

#include "cli/reproduce/tool_query/paper_half_spaces.h"

namespace tactus::cli {

/// Faces by their numbers, ascending.
using FaceList = std::vector<std::uint32_t>;

/// How many faces of one list the other lacks.
std::size_t count_lacking(const FaceList& from, const FaceList& without);

/// How far the faces in a volume of the paper are those that the tool touches. Sums over trials.
struct VolumeCounts {
    std::size_t touched = 0; ///< Faces within the radius of the segment, or of the triangle that it sweeps.
    std::size_t clipped = 0; ///< Faces that the paper's volume holds.
    std::size_t missed = 0;  ///< Faces that are touched and not in the volume.
    std::size_t added = 0;   ///< Faces that are in the volume and not touched.

    void add(const FaceList& exact, const FaceList& in_volume);
};

/// What a road through OpenGL has proposed, and what became of it. Sums over trials.
struct ProposalCounts {
    std::size_t proposed = 0;
    std::size_t in_vain = 0;      ///< Faces that were proposed and are not touched.
    std::size_t not_proposed = 0; ///< Faces that are touched and were not proposed.
    std::size_t lost = 0;         ///< Faces that are touched and not in the answer after all is decided.
};

/// A body that deforms, and tools of one radius that are held against it. All answers are those of exact arithmetic.
class FaceCounter {
public:
    static Result<FaceCounter>
    create(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, float radius);

    Result<void> set_positions(std::span<const Vec3> positions);

    /// The faces that a tool touches: where it sweeps, if its tip has moved, or where it stands.
    Result<FaceList> touched(const ToolVolume& volume);
    /// The faces that have a point in all of the half-spaces.
    Result<FaceList> held(std::span<const HalfSpace> half_spaces);
    /// Counts what a proposer names of the faces that a tool touches.
    Result<void> count_proposals(const ToolVolume& volume, ToolProposer& proposer, ProposalCounts& counts);

private:
    explicit FaceCounter(World world) : world_(std::move(world)) {}
    Result<TouchReport> ask(const ToolVolume& volume, ToolProposer* proposer);

    World world_;
    BodyId body_ = {};
    BodyId stander_ = {};
    BodyId sweeper_ = {};
};

} // namespace tactus::cli
