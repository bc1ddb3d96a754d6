// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "geometry/box.h"
#include "geometry/triangle.h"
#include "tree/tree.h"

namespace tactus {

/// The structure without a structure: the triangles as they were given, removed ones left out. The reference for all
/// the others.
class BruteForce final : public Tree {
public:
    BruteForce(std::vector<TriangleIndices> triangles, std::size_t vertex_count);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);
    bool update(const PositionsView& positions, Workers&) override { return update(positions); }

    TriangleList triangles() const override;
    /// The positions before the last update; none if they were not kept.
    const float* previous_positions() const override { return has_previous_ ? &next_.data()->x : nullptr; }
    const Box& box() const override { return box_; }
    /// It is made anew, so that nothing is left of the one before.
    bool can_edit(std::span<const Vec3>, bool) const override { return false; }
    StructureEdit edit(const TreeEdit&) override { return TACTUS_CHECK(false), StructureEdit{}; }
    TreeNodes& nodes() override;
    bool is_plain() const override { return true; }
    void forget_nodes() noexcept override { nodes_.reset(); }
    std::size_t bytes() const override;

private:
    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> numbers_; ///< of the triangles, where some were removed
    Buffer<Vec3> positions_;             ///< readable beyond the last
    Buffer<Vec3> next_;                  ///< between updates the ones before
    bool has_positions_ = false;
    bool has_previous_ = false;
    Box box_;
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
