// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/contact.h>
#include <tactus/geometry.h>
#include <tactus/queries.h>
#include <tactus/result.h>

namespace tactus {

/// What a world is made with.
struct WorldDesc {
    /// Threads that a query works with, the calling one included, 1 to 1024. The result does not depend on it. 0 stands
    /// for as many as the process may run at once: the cores that it may use, or fewer where its container has less.
    /// A larger number makes as many threads, of which no more work at once than the process could run.
    std::uint32_t worker_count = 1;
    /// What to work with in place of worker_count threads of the world's own. It must outlive the world.
    JobSystem* jobs = nullptr;
    ContactSettings contacts = {};
};

/// A change of one body's mesh: what is cut, torn or grown together between two frames.
///
/// Numbers are never used again and never change: removed triangles leave gaps, and new triangles and vertices get the
/// numbers after the highest that the body ever had. Steps are taken in this order: join, remove, add, split.
struct BodyEdit {
    BodyId body;
    /// A body that becomes part of this one, as they lie now, and is no more. Its vertices and triangles get the
    /// numbers after this one's, in their order. Both then lie where they are by their own coordinates, as after
    /// set_positions.
    BodyId join = {};
    std::span<const std::uint32_t> remove_triangles = {}; ///< The numbers of triangles to remove.
    /// New vertices, in the body's own coordinates. From the next set_positions on they come after the others.
    PositionsView add_vertices = {};
    TrianglesView add_triangles = {}; ///< New triangles, on old or new vertices.
    /// What is not connected any more becomes bodies of its own. The piece with most triangles stays this body.
    bool split = false;
};

/// A piece that came off a body, with numbers of its own from 0.
struct BodyPiece {
    BodyId body;
    std::vector<std::uint32_t> triangle_of; ///< The number of each triangle in the body that it came from.
    std::vector<std::uint32_t> vertex_of;   ///< The number of each vertex in the body that it came from.
};

/// What became of one body of a batch.
struct EditedBody {
    BodyId body;
    std::uint32_t first_joined_triangle = 0; ///< Where the numbers of joined triangles begin.
    std::uint32_t first_joined_vertex = 0;   ///< Where the numbers of joined vertices begin.
    std::uint32_t first_added_triangle = 0;  ///< Where the numbers of added triangles begin.
    std::uint32_t first_added_vertex = 0;    ///< Where the numbers of added vertices begin.
    std::vector<BodyPiece> pieces;           ///< The pieces that came off the body, the largest first.
};

/// What a batch of edits did, and what it cost.
struct EditReport {
    std::vector<EditedBody> bodies;    ///< What became of the body of each edit, in their order.
    std::size_t triangles_removed = 0; ///< The number of triangles removed.
    std::size_t triangles_added = 0;   ///< The number of triangles added.
    /// The number of triangles in those places of structures that were made anew, added ones included.
    std::size_t triangles_rebuilt = 0;
    /// The number of nodes of spherical octrees and of sphere trees on demand that were changed or made.
    std::size_t nodes_changed = 0;
    double seconds = 0.0; ///< The wall time that the batch took.
};

/// The new positions of one of several bodies.
struct BodyPositions {
    BodyId body;
    PositionsView positions;
};

/// The new pose of one of several bodies.
struct BodyPose {
    BodyId body;
    Pose pose;
};

class World;

namespace papers {
struct CellCounts;
struct CheckOptions;
struct ElementaryChecks;
struct InterruptibleLimits;
struct InterruptibleSpheres;
Result<CellCounts> cell_counts(const World& world, BodyId body);
Result<ElementaryChecks> elementary_checks(World& world, BodyId a, BodyId b, const CheckOptions& options);
Result<std::vector<Sphere>> leaf_spheres(const World& world, BodyId body);
Result<InterruptibleSpheres> interruptible_spheres(World& world, BodyId a, BodyId b, const InterruptibleLimits& limits);
} // namespace papers

/// Bodies that move, and the queries between them.
///
/// Threads: a world may be used from any thread, by one at a time. Its own workers share its updates
/// and queries among them. Two worlds share nothing, and may be used at the same time. After prepare_reads several
/// threads may ask one world about surfaces at once.
///
/// A world that was moved from can be destroyed, or another assigned to it. Calls that give a Result refuse anything
/// else with a sentence; the others find nothing, their reports are not complete, and where checks are compiled in
/// (set_check_handler) they fail one.
///
/// Memory: where it ends, no exception comes out. Calls that give a Result are refused with ErrorCode::out_of_memory
/// and leave the world as it was, but for edits that are half done and several bodies of which some are moved. Queries
/// that give a report give an empty one that is not complete and says out_of_memory. Either way the world can be used
/// on: what queries keep from one to the next may be lost by it, so that contacts begin with new ids and an age of 0,
/// and held forces with nothing, but no answer is wrong.
class World {
public:
    static Result<World> create(const WorldDesc& desc = {});
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    /// Adds a body and builds its structure. May be called between any two queries.
    Result<BodyId> add_body(const BodyDesc& desc);
    /// Adds several meshes as one body: one id, one pose, one structure over all of them. This is how a body that is
    /// not convex is made of convex parts. The triangles and vertices of each part follow those of the part before it,
    /// and are numbered through: so are the pairs, and so set_positions takes them. `rest` says all but the mesh. Parts
    /// may pass through each other; with self_collision such pairs are reported.
    Result<BodyId> add_compound(std::span<const MeshView> parts, const BodyDesc& rest = {});
    /// Adds a sphere, which collides by its centre and radius and not by triangles. set_pose puts its centre to the
    /// pose's position; turning it changes nothing. Its velocity, if it is given, is that of one vertex.
    ///
    ///     const BodyId ball = world.add_sphere({.centre = {0.0f, 0.0f, 1.0f}, .radius = 0.25f}).value();
    ///     world.set_pose(ball, {.position = {0.0, 0.0, 0.24}, .rotation = {}}).value();
    ///     for (const Contact& contact : world.find_contacts().contacts)
    ///         std::printf("the ball touches at height %.2f\n", contact.point.z);
    Result<BodyId> add_sphere(const SphereDesc& desc);
    /// Adds a half-space, such as the ground: all points below a plane are solid. A body has a contact with it for each
    /// of its vertices that is below the plane or at most the contact distance above it, and a sphere has one. Two
    /// half-spaces never meet each other. set_pose turns and moves the plane from where the description has it, and
    /// rounds it to floats. Its velocity, if it is given, is that of one vertex: the point of the plane that is nearest
    /// to the origin as it was given, which `positions` gives where the pose has it.
    ///
    ///     const BodyId ground = world.add_half_space({.normal = {0.0f, 0.0f, 1.0f}, .offset = -0.5f}).value();
    ///     for (const Contact& contact : world.find_contacts().contacts)
    ///         if (contact.body_a == ground || contact.body_b == ground)
    ///             std::printf("%.3f m deep in the ground\n", contact.depth());
    Result<BodyId> add_half_space(const HalfSpaceDesc& desc = {});
    /// Adds a tool, which collides by its axis and its radius and not by triangles. set_tool puts its pivot and its tip
    /// anew; set_pose turns and moves them from where the last of these, or the description, has them.
    ///
    ///     const BodyId tool = world.add_tool({.pivot = {0, 0, 2}, .tip = {0, 0, 1}, .radius = 0.01f}).value();
    ///     world.set_tool(tool, {0, 0, 2}, {0.1f, 0, 0.9f}).value();
    ///     for (const TouchedFace& face : world.find_touched(tool).value().faces)
    ///         std::printf("touches triangle %u\n", face.triangle);
    Result<BodyId> add_tool(const ToolDesc& desc);
    /// Adds a convex set. set_pose turns and moves its half-spaces, and its corners, from where the description has
    /// them, and rounds them to floats.
    ///
    ///     const HalfSpace slab[] = {{.normal = {0, 0, 1}, .offset = 0.1f}, {.normal = {0, 0, -1}, .offset = 0.1f}};
    ///     const BodyId blade = world.add_convex({.half_spaces = slab}).value();
    ///     std::printf("%zu triangles\n", world.find_touched(blade).value().faces.size());
    Result<BodyId> add_convex(const ConvexDesc& desc);
    /// Puts the ends of a tool anew, as set_positions with these two does. One that sweeps passes through all that lies
    /// between where it was and where it is.
    Result<void> set_tool(BodyId tool, Vec3 pivot, Vec3 tip);
    /// Which part of a body one of its triangles belongs to: 0 for one that is no compound.
    Result<std::uint32_t> part_of(BodyId body, std::uint32_t triangle) const;
    Result<void> remove_body(BodyId body);
    /// Changes meshes between two frames: removes and adds triangles, joins bodies, and splits what has come apart.
    /// Each body is named once in a batch. A batch of which one edit is not possible is refused as a whole, with a
    /// sentence, and changes nothing. Contacts keep their ids where their features are still there. Where memory ends
    /// when bodies are already being changed, those that the batch names are removed: their ids are stale, and the
    /// others are as they were.
    ///
    ///     const std::uint32_t torn[] = {1, 2};
    ///     const auto edited = world.edit(BodyEdit{.body = cloth, .remove_triangles = torn, .split = true}).value();
    ///     std::printf("%zu pieces came off\n", edited.bodies[0].pieces.size());
    Result<EditReport> edit(std::span<const BodyEdit> batch);
    Result<EditReport> edit(const BodyEdit& edit) { return this->edit(std::span(&edit, 1)); }
    /// Drops all branches that queries have made of a sphere tree on demand, so that only its root is left, and gives
    /// their memory back; they also go by themselves, see structures::OnDemandSphereTree. Answers do not change: the
    /// next query makes what it needs. Bodies of other structures have none, and stay as they are.
    ///
    ///     world.release_branches(body).value();
    ///     std::printf("%u node\n", world.info(body).value().octree_nodes);
    Result<void> release_branches(BodyId body);
    std::size_t body_count() const;
    /// The ids of all bodies, by their indices. None where memory ends.
    std::vector<BodyId> bodies() const;
    Result<BodyInfo> info(BodyId body) const;
    /// The value of BodyDesc::user_data or of the last set_user_data.
    Result<std::uint64_t> user_data(BodyId body) const;
    Result<void> set_user_data(BodyId body, std::uint64_t user_data);
    /// Where the vertices are now, by the caller's numbers, as queries see them: a pose is applied. A sphere has one
    /// entry, its centre, and a half-space one, a point of its plane, up to rounding. A tool has its pivot and its tip,
    /// and a convex set its corners; one without a surface has the origin of its coordinates.
    Result<std::vector<Vec3>> positions(BodyId body) const;
    /// Writes where the vertices are now to `to`, which must have room for exactly as many as `positions` gives.
    Result<void> positions(BodyId body, std::span<Vec3> to) const;
    /// The pose of the last set_pose. After add_body and set_positions, which pose nothing, it is the one that leaves
    /// everything as it is. A sphere's pose is at its centre, not turned.
    Result<Pose> pose(BodyId body) const;

    /// The new positions of all vertices; nothing else needs to be called. A refusal leaves the old ones in place.
    Result<void> set_positions(BodyId body, PositionsView positions);
    /// Turns and moves a body as a whole. Its own coordinates are the positions of add_body or of the last
    /// set_positions, whatever poses it has had since; set_positions puts it back to where these say.
    Result<void> set_pose(BodyId body, const Pose& pose);
    /// The new positions of several bodies, which are shared among the workers: quicker than a call for each where
    /// there are many. If an id names no body, or one that was named before, nothing is changed. Otherwise each body
    /// whose positions can be taken takes them, the others stay as they are, and the refusal is about the first of
    /// these.
    Result<void> set_positions(std::span<const BodyPositions> batch);
    /// New poses of several bodies, which are shared among the workers and refused as in set_positions of several.
    Result<void> set_poses(std::span<const BodyPose> batch);

    /// How fast the vertices move, in metres a second along the world's axes, for forces. Counts until the next
    /// set_positions of this body: set_pose neither drops nor turns it, and edit keeps it, with new vertices at rest.
    /// Where nothing is given, ForceOptions::step_seconds says what counts.
    Result<void> set_velocities(BodyId body, PositionsView velocities);

    /// An order of the vertices in which neighbours lie close to each other in memory: entry k is the vertex to put at
    /// place k. Callers who number their vertices so from the start make updates and queries of large bodies faster.
    Result<std::vector<std::uint32_t>> vertex_order(BodyId body) const;

    Result<void> set_filter(BodyId body, CollisionFilter filter);
    /// Leaves two bodies that are meant to touch (an organ and what it hangs on) out of every pair and contact, or
    /// takes them in again. The same body twice stands for what it does with itself.
    Result<void> ignore_contacts(BodyId a, BodyId b, bool ignored = true);
    [[deprecated("use ignore_contacts")]] Result<void> allow_contact(BodyId a, BodyId b, bool allowed = true)
    {
        return ignore_contacts(a, b, allowed);
    }
    /// Two vertices that are attached to each other: triangles that hold one each may touch, and are not reported. Both
    /// are vertices of meshes. Spheres, half-spaces, tools and convex sets are refused: ignore_contacts is for them.
    Result<void> attach_vertices(BodyId a, std::uint32_t vertex_a, BodyId b, std::uint32_t vertex_b);

    /// Every intersecting pair of triangles, of all bodies that may collide. Exact, touching included.
    /// The report lives until the next call that changes or queries the world.
    const PairReport& find_pairs(const PairOptions& options = {});
    const PairReport& find_pairs(Budget budget) { return find_pairs(PairOptions{.budget = budget}); }

    /// Where bodies touch, as far as the budget goes: the report says what is certain and how wrong the rest can be.
    /// A body's own contacts are among them where its self_collision is on. The report lives until the next call that
    /// changes or queries the world.
    const ContactReport& find_contacts(Budget budget = Budget::unlimited());
    /// Goes on where the last contact query stopped. Begins a new one if anything has changed since.
    const ContactReport& refine_contacts(Budget budget = Budget::unlimited());
    /// Makes what contact queries need of every body, now and when one is added, and takes the memory that they are
    /// likely to need. Otherwise queries do so within their budgets, a piece at a time, for bodies that meet, and know
    /// less about these until it is done. So it is where there is not enough memory now.
    void prepare_contacts();
    Result<void> set_contact_settings(const ContactSettings& settings);
    /// How two bodies share in the budget, how they push each other, and how thick they are for each other. The same
    /// body twice stands for what it does with itself.
    Result<void> set_pair(BodyId a, BodyId b, const PairSettings& settings);
    /// How thick a body is for contacts, from now on, in place of what was said before.
    ///
    ///     world.set_thickness(cloth, {.contact_distance = 0.004f, .rest_offset = 0.002f}).value();
    ///     world.set_pair(cloth, cloth, {.thickness = {.rest_offset = 0.001f}}).value();
    Result<void> set_thickness(BodyId body, const Thickness& thickness);
    /// The contact distance and the rest offset that count between two bodies, or of one with itself, and whether a is
    /// one-sided then.
    Result<Thickness> thickness(BodyId a, BodyId b) const;
    /// How the contacts of the last contact query push. Asked again with the same options before a body changes or a
    /// contact query goes on, it says the same, but for rounding and the limits on change. The report lives until the
    /// next call that changes or queries the world.
    const ForceReport& contact_forces(const ForceOptions& options = {});

    /// Whether anything touches at all. True as well if memory ends before that is known.
    bool any_pair();

    /// Brings the bounds of all bodies up to date. From then on several threads at once may call cast_ray,
    /// cast_ray_through, overlap_box, overlap_sphere, overlap_convex, nearest_point, is_inside and signed_distance, and
    /// all const functions, until the next call of any other function. What a report points at lives until the same
    /// thread asks again. Answers are the same as ever; a budget in work units reaches farther, since nothing has to be
    /// brought up to date. Trees that grow on demand answer from the nodes that they have.
    ///
    ///     world.prepare_reads().value();
    ///     std::thread other([&] { std::printf("%.2f m\n", world.nearest_point({0, 0, 2}).value().distance); });
    ///     std::printf("%.2f m\n", world.nearest_point({0, 0, 3}).value().distance);
    ///     other.join();
    Result<void> prepare_reads();

    /// The closest points of two bodies. Two half-spaces are refused, which have none, and a convex set without a
    /// surface.
    Result<ClosestPoints> closest_points(BodyId a, BodyId b);
    /// The closest points of two bodies, as far as the budget goes, and no farther apart than a distance.
    Result<ClosestReport> closest_points(BodyId a, BodyId b, const ClosestOptions& options);
    /// The first triangle on the ray's way; the direction need not be of unit length.
    Result<RayHit> cast_ray(Vec3 origin, Vec3 direction, const RayOptions& options = {});
    /// The first triangle on the ray's way, as far as the budget goes.
    Result<FirstHitReport> cast_ray(Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget);
    /// Every triangle on the ray's way. They go to the collector, if there is one, and are listed otherwise.
    Result<RayHitsReport> cast_ray_through(
        Vec3 origin, Vec3 direction, const RayOptions& options = {}, Budget budget = Budget::unlimited(),
        RayHitCollector* collector = nullptr);

    /// Every triangle that has a point in a closed box. They go to the collector, if there is one, and are listed
    /// otherwise.
    Result<OverlapReport>
    overlap_box(Vec3 lower, Vec3 upper, const OverlapOptions& options = {}, OverlapCollector* collector = nullptr);
    /// Every triangle that has a point in a closed ball.
    Result<OverlapReport>
    overlap_sphere(const Sphere& sphere, const OverlapOptions& options = {}, OverlapCollector* collector = nullptr);
    /// Every triangle that has a point in all of up to 32 half-spaces, such as the sides of a view.
    Result<OverlapReport> overlap_convex(
        std::span<const HalfSpace> half_spaces, const OverlapOptions& options = {},
        OverlapCollector* collector = nullptr);

    /// Every triangle that a tool or a convex set touches, of all bodies that may collide with it. The report lives
    /// until the next call that changes or queries the world.
    Result<TouchReport> find_touched(BodyId tool, const TouchOptions& options = {});

    /// The point of all surfaces that is nearest to a given one.
    Result<NearestReport> nearest_point(Vec3 point, const NearestOptions& options = {});
    /// The point of one body's surface that is nearest to a given one, whatever groups the options name.
    Result<NearestReport> nearest_point(BodyId body, Vec3 point, const NearestOptions& options = {});
    /// Whether a point lies inside a body, exactly. The first question after an edit takes longer than its budget: it
    /// looks whether the body is closed.
    Result<InsideReport> is_inside(BodyId body, Vec3 point, Budget budget = Budget::unlimited());
    /// How far a point is from a body's surface, below zero inside.
    Result<SignedDistanceReport> signed_distance(BodyId body, Vec3 point, const NearestOptions& options = {});

private:
    friend Result<papers::CellCounts> papers::cell_counts(const World& world, BodyId body);
    friend Result<papers::ElementaryChecks>
    papers::elementary_checks(World& world, BodyId a, BodyId b, const papers::CheckOptions& options);
    friend Result<std::vector<Sphere>> papers::leaf_spheres(const World& world, BodyId body);
    friend Result<papers::InterruptibleSpheres>
    papers::interruptible_spheres(World& world, BodyId a, BodyId b, const papers::InterruptibleLimits& limits);

    struct Parts;
    explicit World(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

// The questions people ask without a world.

/// Whether two closed triangles have a point in common, as exact arithmetic on these floats decides it.
/// Touching counts. A triangle of zero area is the segment or point it has become.
/// False if a coordinate is nan or infinite.
bool triangles_intersect(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);

/// Every intersecting pair of triangles of two meshes, sorted.
Result<std::vector<TrianglePair>> intersecting_pairs(
    TrianglesView triangles_a, PositionsView positions_a, TrianglesView triangles_b, PositionsView positions_b);

/// Whether two meshes have an intersecting pair of triangles. Stops at the first one.
Result<bool> meshes_intersect(
    TrianglesView triangles_a, PositionsView positions_a, TrianglesView triangles_b, PositionsView positions_b);

/// Every intersecting pair of one mesh's triangles that share no vertex, sorted.
Result<std::vector<TrianglePair>> self_intersecting_pairs(TrianglesView triangles, PositionsView positions);

} // namespace tactus
