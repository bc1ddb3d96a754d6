// SPDX-License-Identifier: MIT
// O. Rodriguez, M. Franquesa, "A new sphere-tree generation method to speed up the collision detection pipeline", 2005,
// Algorithm 2, as it is printed: octrees of boxes, a sphere around each, that grow a level where spheres of two bodies
// overlap, and lose it again when they have not for a while. The library's own tree is `OnDemandSphereTree`; this one
// is for counting queries as the paper does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

#include "cli/reproduce/occlusion/cell_roads.h"

namespace tactus::cli {

/// The lower or upper half of a cell along each axis, by the bits of a number from 0 to 7.
AskedCell octant_of(const AskedCell& cell, unsigned octant);

/// A cell of the octree. It is grey if it holds surface, and only then counts.
struct OnCollideNode {
    AskedCell cell;
    bool is_grey = true;
    std::uint64_t used_at = 0; ///< the frame in which its children were last looked at
    std::unique_ptr<std::array<OnCollideNode, 8>> children;
};

/// Bodies whose trees come to be where the first meets another.
class OnCollideBodies {
public:
    /// Levels that have not been used for `drop_after` frames are dropped. The roads must stay.
    OnCollideBodies(CellRoads& roads, std::uint32_t levels, std::uint64_t drop_after)
        : roads_(&roads), levels_(levels), drop_after_(drop_after)
    {
    }

    /// The root is the box around the body.
    Result<void> add(const scenes::ShapeMesh& mesh, const AskedCell& box);

    /// One frame, with a pose for each body: asks for what the trees lack, and waits for it. True if spheres of the
    /// last level overlap.
    Result<bool> collide(std::span<const Pose> poses);

    /// How many nodes hold surface, roots included.
    std::size_t node_count() const;

private:
    struct Body {
        std::uint32_t mesh = 0;
        std::unique_ptr<OnCollideNode> root;
    };
    /// Nodes of two bodies that are on the same level.
    struct Met {
        OnCollideNode* a = nullptr;
        OnCollideNode* b = nullptr;
    };

    Result<bool> collide(const Body& a, const Body& b, const Pose& pose_a, const Pose& pose_b);
    Result<void> divide(const Body& body, std::span<OnCollideNode* const> nodes);

    CellRoads* roads_;
    std::uint32_t levels_;
    std::uint64_t drop_after_;
    std::uint64_t frame_ = 0;
    std::vector<Body> bodies_;
};

} // namespace tactus::cli
