// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include <tactus/queries.h>

#include "geometry/box.h"
#include "tree/tree.h"

namespace tactus {

/// The structure of a body that is a tool. Its vertices are its pivot and its tip, and its one triangle is the segment
/// between them: contacts are those of this axis, which is thick. Pairs are those of its volume, as it stands or
/// sweeps.
class ToolBody final : public Tree {
public:
    /// All must be finite, and the radius not negative.
    ToolBody(Vec3 pivot, Vec3 tip, float radius, bool sweeps);

    const ToolVolume* tool() const override { return &volume_; }
    /// Takes two positions: a tool that sweeps begins its sweep where it was.
    bool update(const PositionsView& positions, Workers& workers) override;
    bool can_edit(std::span<const Vec3>, bool) const override { return false; }
    StructureEdit edit(const TreeEdit&) override { return TACTUS_CHECK(false), StructureEdit{}; }
    TreeNodes& nodes() override;
    void forget_nodes() noexcept override { nodes_.reset(); }
    TriangleList triangles() const override { return {&now_[0].x, triangles_, {}}; }
    const float* previous_positions() const override { return has_previous_ ? &before_[0].x : nullptr; }
    /// Around the whole volume.
    const Box& box() const override { return box_; }
    /// Around the axis where it is now.
    Box searched_box() const { return include(Box{now_[0], now_[0]}, now_[1]); }
    Travel travel() const { return {1, travel_}; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    // Where the segment passes through a face, the first corner counts as what has crossed it: the tip.
    static constexpr std::array<TriangleIndices, 1> triangles_ = {{{1, 0, 0}}};

    ToolVolume volume_;
    bool sweeps_;
    // One more than there are: positions are read 16 bytes at a time.
    std::array<Vec3, 3> now_;
    std::array<Vec3, 3> before_;
    bool has_previous_ = false;
    Box box_;
    double travel_ = 0.0; ///< Metres that either end has moved along any axis, summed up over all moves.
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
