// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include <tactus/body.h>
#include <tactus/papers.h>
#include <tactus/result.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "geometry/box.h"
#include "search/self/self_tables.h"
#include "tree/ball/sphere_body.h"
#include "tree/buckets/bucket_body.h"
#include "tree/octree/posed_octree.h"
#include "tree/plain/brute_force.h"
#include "tree/refit/refit_bvh.h"
#include "tree/spheres/sphere_tree_body.h"
#include "world/bodies/body_motion.h"

namespace tactus {

/// What the world keeps of a body that is moved as a whole.
struct PosedPositions {
    std::optional<Pose> pose; ///< since the last set_positions
    Buffer<Vec3> reference;   ///< in the body's own coordinates, by the caller's numbers; of a body that is posed
    /// Where the positions are read in place, those of the pose before stay until the new ones are accepted.
    Buffer<Vec3> posed[2];
    int half = 0;

    std::size_t bytes() const { return reference.bytes() + posed[0].bytes() + posed[1].bytes(); }
};

/// What the world keeps of one body.
struct Body {
    std::variant<RefitBvh, BruteForce, PosedOctree, BucketBody, SphereTreeBody, SphereBody> structure;
    std::optional<SelfTables> self_tables; ///< where a tree is searched against itself
    PositionStorage storage = PositionStorage::copied;
    bool self_collision = false;
    bool neighbours = false;
    CollisionFilter filter;
    std::uint32_t vertex_count = 0;
    std::uint32_t triangle_count = 0; ///< numbers that are or were one
    std::uint32_t removed_count = 0;
    std::uint32_t proxy = 0; ///< in the broad phase
    double build_seconds = 0.0;
    StructureChoice chosen;   ///< what the structure was asked for with
    papers::Options as_paper; ///< and whether as a paper has it
    std::uint64_t user_data = 0;
    std::unique_ptr<const SphereTree>
        medial_spheres; ///< what a medial sphere tree is made from, without its lists of triangles

    PosedPositions posed;
    std::vector<std::uint32_t> part_ends; ///< of a compound: one more than each part's last triangle
    BodyMotion motion;
    /// In the caller's numbers, removed ones too; only where contacts, attachments or edits need them.
    std::vector<TriangleIndices> given_triangles;
    Buffer<Vec3> edited_positions; ///< where positions are borrowed: those of an edit, until the next ones come

    const Box& box() const;
    /// Where it is one. Its centre counts as a vertex, and it as a triangle, wherever users do not look.
    const SphereBody* sphere() const { return std::get_if<SphereBody>(&structure); }
    /// A triangle's vertices in the caller's numbers.
    TriangleIndices given_corners(std::size_t place) const;
    void keep_given_triangles();
    TriangleList triangles() const;
    std::uint32_t remaining_count() const { return triangle_count - removed_count; } ///< of triangles
    /// By the caller's numbers, where they are now, or in the body's own coordinates.
    std::vector<Vec3> current_positions() const;
    std::vector<Vec3> own_positions() const;
    /// Whether the structure can take edit, with these new vertices, and need not be made anew.
    bool can_edit(std::span<const Vec3> new_vertices) const;
    /// Changes the mesh where it is; all of it has been checked.
    StructureEdit edit(
        std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices,
        std::span<const TriangleIndices> added);
    std::size_t structure_bytes() const;
    std::uint64_t rebuilt_count() const;
    /// Of a spherical octree or a sphere tree on demand.
    std::size_t octree_nodes() const;
    /// The caller's vertices by first use in the order of the triangles' places; unused ones last.
    std::vector<std::uint32_t> vertex_order() const;
    /// Of all vertices, along the world's axes; they count until the next update, whatever poses and edits come.
    Result<void> take_velocities(const PositionsView& given);
    std::optional<Error> check_count(const char* call, const PositionsView& positions) const;
    /// The new positions, or a sentence about the first that cannot be taken.
    Result<void> update(const PositionsView& positions, Workers& workers);
    /// Turns and moves it to a pose that has been checked, or says which vertex no float holds there.
    Result<void> set_pose(const Pose& pose, Workers& workers);

    /// From now on it is known how far vertices have moved since a contact query, of which there were so many when it
    /// moves. Around update and set_pose, begin_move comes before, and end_move after one that was not refused.
    void watch_motion();
    void begin_move(std::uint64_t query);
    void end_move(std::uint64_t query);
    /// The same around a change of the mesh. After it, what motion says is about the vertices that there are now.
    void begin_edit(std::uint64_t query);
    void end_edit();

private:
    /// Whether the caller's array is all that holds the positions.
    bool is_read_in_place() const;
    /// Copies positions from the structure's places to the caller's numbers.
    void copy_by_number(const float* places, Buffer<Vec3>& positions) const;
    /// Takes what the structure has from before its last move, as it is about to be lost.
    void keep_positions_before();
    bool take_positions(const PositionsView& positions, Workers& workers);
    /// Where the pose puts vertices of the body's own coordinates; nothing if no float holds one of them there.
    std::optional<std::vector<Vec3>> place(std::span<const Vec3> own) const;
    /// Positions that are read in place, and these after them, in memory of the body's own.
    const float* lengthened(const float* positions, std::span<const Vec3> placed);
    std::size_t edit_tree(
        RefitBvh& tree, std::span<const std::uint32_t> removed, std::span<const Vec3> placed,
        std::span<const TriangleIndices> added);
};

/// Checks the description and builds the body's structure.
Result<Body> make_body(const BodyDesc& desc, Workers& workers);
/// The body with another mesh in its own coordinates, of which some triangles may be removed, and all else as it was.
/// A sentence if it cannot be where the pose puts it.
Result<Body> with_mesh(
    const Body& body, std::vector<TriangleIndices> triangles, std::span<const Vec3> own_positions,
    const std::optional<Pose>& pose, Workers& workers);
Result<Body> make_sphere(const SphereDesc& desc);

} // namespace tactus
