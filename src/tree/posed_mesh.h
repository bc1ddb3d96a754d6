// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "geometry/box.h"
#include "geometry/sphere.h"
#include "tree/rigid_pose.h"
#include "tree/triangle_list.h"

namespace tactus {

/// Whether the positions that are given are these, as many.
bool stands_at(const PositionsView& given, std::span<const Vec3> positions);

/// A mesh whose triangles stand by the caller's numbers, and where it lies: for structures that are made in a body's
/// own coordinates and follow it.
class PosedMesh {
public:
    PosedMesh(std::vector<TriangleIndices> triangles, std::span<const Vec3> positions);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);
    /// Poses as many reference positions. False, and nothing is changed, if one is not finite there.
    bool set_pose(const RigidPose& pose, std::span<const Vec3> reference);

    /// More vertices, given in the coordinates of the reference positions, which must be finite where they are posed,
    /// and more triangles. Then remove may follow.
    void add(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles);
    void remove(std::span<const std::uint32_t> triangles);
    /// Whether vertices would be finite where they are posed.
    bool can_pose(std::span<const Vec3> vertices) const;
    /// With removed triangles told apart from others.
    std::vector<TriangleIndices> given_triangles() const;

    std::span<const Vec3> positions() const { return posed_.span(); }
    /// Removed ones have no number.
    TriangleList triangles() const;
    const RigidPose& pose() const { return pose_; } ///< none since the last update
    /// The positions before the last update or pose; none if they were not kept.
    const float* previous_positions() const { return has_previous_ ? &next_.data()->x : nullptr; }
    const Box& box() const { return box_; }
    /// How far any vertex can have moved along any axis, in metres, as a sum over all updates and poses. Grows whenever
    /// one has moved.
    double travel() const { return travel_; }
    std::uint32_t moves() const
    {
        return moves_;
    } ///< updates and poses so far, from 1 on; begins again where numbers end
    /// The box of a face. Each is made once for the positions that there are.
    const Box& face_box(std::uint32_t face)
    {
        if (boxed_at_[face] != moves_)
            make_face_box(face);
        return face_boxes_[face];
    }
    /// What a box in the coordinates of the reference positions becomes: a box around all that the pose makes of
    /// vertices in it, rounded as they are.
    Box posed(const Box& box) const;
    Box posed(const Sphere& sphere) const; ///< the same of a sphere
    /// A sphere in the world around all that the pose makes of vertices in a sphere.
    Sphere posed_sphere(const Sphere& sphere) const;
    std::size_t bytes() const;

private:
    void take_next();
    void add_travel();
    void make_face_box(std::uint32_t face);
    Box rounded_box(const DoubleVector& point, const DoubleVector& reached) const;
    void make_box();
    void count_uses();
    void list_used_vertices();

    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> numbers_;       ///< of the triangles, where some were removed
    std::vector<std::uint32_t> used_vertices_; ///< only where there are others
    bool uses_all_vertices_ = false;
    Buffer<std::uint32_t> uses_; ///< of each vertex, by corners of triangles; from the first edit on
    RigidPose pose_;
    Buffer<Vec3> posed_;
    Buffer<Vec3> next_; ///< so that a refusal leaves the old ones as they were; between updates the ones before
    bool has_previous_ = false;
    Box box_;
    double travel_ = 0.0;
    std::uint32_t moves_ = 0; ///< updates and poses so far
    Buffer<Box> face_boxes_;
    Buffer<std::uint32_t> boxed_at_; ///< per face, the move for which its box was made
};

} // namespace tactus
