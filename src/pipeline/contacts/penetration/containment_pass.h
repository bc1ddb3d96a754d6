// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "geometry/features/inside.h"
#include "pipeline/contacts/elementary_contacts.h"

namespace tactus {

/// How often a closed surface goes around each of some points, exactly, in one pass over all of its triangles that is
/// done in small steps.
class ContainmentPass {
public:
    /// Forgets the points of before.
    void begin(const ContactSurface& surface, std::size_t vertex_count);
    /// Before the first step. Points are numbered from 0.
    void add(Vec3 point)
    {
        counts_.push_back(ContainmentCount(point));
        box_ = include(box_, point);
    }
    std::size_t point_count() const { return counts_.size(); }
    bool done() const { return counts_.empty() || next_triangle_ == surface_.triangles.size(); }
    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is not done.
    unsigned step();
    Containment result(std::size_t point) const { return counts_[point].result(); }

    std::size_t bytes() const { return counts_.bytes() + sides_.bytes(); }

private:
    void look_at_vertices(std::size_t end);
    unsigned count_triangles(std::size_t end);

    ContactSurface surface_;
    Buffer<ContainmentCount> counts_; ///< for each point
    Buffer<std::uint8_t> sides_;      ///< per vertex: on which sides of the rays from all points it lies
    Box box_;                         ///< of the points
    std::size_t next_vertex_ = 0;
    std::size_t next_triangle_ = 0;
};

} // namespace tactus
