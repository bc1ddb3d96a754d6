// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tactus/body.h>
#include <tactus/papers.h>
#include <tactus/result.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "geometry/box.h"
#include "search/self/windows/self_tables.h"
#include "tree/tree.h"
#include "world/bodies/body_motion.h"

namespace tactus {

/// What the world keeps of a body that is moved as a whole.
struct PosedPositions {
    std::optional<Pose> pose; ///< since the last set_positions; a sphere always has one
    Buffer<Vec3> reference;   ///< in the body's own coordinates, by the caller's numbers; of a body that is posed
    /// Where the positions are read in place, those of the pose before stay until the new ones are accepted.
    Buffer<Vec3> posed[2];
    int half = 0;

    std::size_t bytes() const { return reference.bytes() + posed[0].bytes() + posed[1].bytes(); }
};

/// The pose of a sphere, which is at its centre and not turned.
inline Pose pose_of_sphere(Vec3 centre) { return {{centre.x, centre.y, centre.z}, {}}; }

/// What the world keeps of one body.
struct Body {
    std::unique_ptr<Tree> tree;
    std::optional<SelfTables> self_tables; ///< where a tree is searched against itself
    std::uint32_t vertex_count = 0;
    std::uint32_t triangle_count = 0; ///< numbers that are or were one
    std::uint32_t removed_count = 0;
    std::uint32_t proxy = 0;    ///< in the broad phase
    float pair_distance = 0.0f; ///< metres: the largest contact distance that is said of it and another
    double build_seconds = 0.0;
    BodyDesc options;         ///< What it was made from, without the mesh.
    papers::Options as_paper; ///< Whether it was asked for as a paper has it.
    std::unique_ptr<const SphereTree>
        medial_spheres; ///< what a medial sphere tree is made from, without its lists of triangles

    PosedPositions posed;
    std::vector<std::uint32_t> part_ends; ///< of a compound: one more than each part's last triangle
    BodyMotion motion;
    /// In the caller's numbers, removed ones too; only where contacts, attachments or edits need them.
    std::vector<TriangleIndices> given_triangles;
    Buffer<Vec3> edited_positions; ///< where positions are borrowed: those of an edit, until the next ones come

    const Box& box() const { return tree->box(); }
    /// Where it is one. Its centre counts as a vertex, and it as a triangle, wherever users do not look.
    const Sphere* sphere() const { return tree->ball(); }
    /// The same for a half-space, and a point of its plane.
    const Plane* half_space() const { return tree->half_space(); }
    /// Where it is a tool. Its ends are its vertices, and its axis counts as a triangle wherever users do not look.
    const ToolVolume* tool() const { return tree->tool(); }
    /// Whether it is a convex set. Its vertices and triangles are those of its surface, where it has one.
    bool is_convex() const { return !tree->convex().empty(); }
    /// Whether it can be in contact at all: not if it is a convex set without a surface.
    bool has_contacts() const { return tree->contact_tree() != nullptr; }
    /// Whether it is a shape, pushed as a whole, and no mesh.
    bool is_shape() const { return tree->is_shape(); }
    /// A triangle's vertices in the caller's numbers.
    TriangleIndices given_corners(std::size_t place) const;
    void keep_given_triangles();
    TriangleList triangles() const { return tree->triangles(); }
    /// The caller's number of a vertex of the tree's list.
    std::uint32_t given_vertex(std::uint32_t place) const
    {
        const std::span<const std::uint32_t> order = tree->vertex_order();
        return order.empty() ? place : order[place];
    }
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
    /// The caller's vertices by first use in the order of the triangles' places; unused ones last.
    std::vector<std::uint32_t> vertex_order() const;
    /// Of all vertices, along the world's axes; they count until the next update, whatever poses and edits come.
    Result<void> take_velocities(const PositionsView& given);
    std::optional<Error> check_count(const char* call, const PositionsView& positions) const;
    /// The new positions, or a sentence about the first that cannot be taken.
    Result<void> update(const PositionsView& positions, Workers& workers);
    /// The same in pieces of about so many vertices, which workers may share with those of other bodies: how many there
    /// are, none where the body cannot be updated so; each of them, by any thread; and the end. Where the positions
    /// cannot be taken, the last says so, and nothing has changed.
    std::size_t begin_update(const PositionsView& positions, std::size_t vertices);
    void update_piece(std::size_t piece);
    bool end_update(Workers& workers);
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
    /// Copies positions from the structure's places to the caller's numbers.
    void copy_by_number(const float* places, Buffer<Vec3>& positions) const;
    void forget_pose();
    /// Takes what the structure has from before its last move, as it is about to be lost.
    void keep_positions_before();
    /// Where the pose puts vertices of the body's own coordinates; nothing if no float holds one of them there.
    std::optional<std::vector<Vec3>> place(std::span<const Vec3> own) const;
    /// Positions that are read in place, and these after them, in memory of the body's own.
    const float* lengthened(const float* positions, std::span<const Vec3> placed);
};

/// Checks the description and builds the body's structure.
Result<Body> make_body(const BodyDesc& desc, Workers& workers);
/// The body with another mesh in its own coordinates, of which some triangles may be removed, and all else as it was.
/// A sentence if it cannot be where the pose puts it.
Result<Body> with_mesh(
    const Body& body, std::vector<TriangleIndices> triangles, std::span<const Vec3> own_positions,
    const std::optional<Pose>& pose, Workers& workers);
Result<Body> make_sphere(const SphereDesc& desc);
Result<Body> make_half_space(const HalfSpaceDesc& desc);
Result<Body> make_tool(const ToolDesc& desc);
Result<Body> make_convex(const ConvexDesc& desc);

} // namespace tactus
