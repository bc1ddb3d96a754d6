// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/body.h>
#include <tactus/geometry.h>

namespace tactus {

/// Which features of two bodies are in contact.
enum class ContactKind : std::uint8_t {
    /// A vertex of a and a triangle of b, near each other or crossed. The weights of b say where the triangle is
    /// nearest: inside if all three are above 0, at an edge if two are, and at a corner if one is.
    vertex_face,
    face_vertex, ///< A triangle of a and a vertex of b: as vertex_face with the bodies exchanged.
    edge_edge,   ///< An edge of each body, near each other or crossed.
    /// A vertex of a, or the centre of a sphere, that lies inside b, and the triangle of b that it is nearest to on its
    /// way out.
    vertex_inside,
    /// A vertex of b, or the centre of a sphere, that lies inside a, and the triangle of a that it is nearest to on its
    /// way out.
    inside_vertex,
    /// A sphere a, and a vertex, an edge or a face of b. There is one wherever b is nearer to the centre than all
    /// around, and at most the radius and the contact distance away: where the inner points of a feature hold the
    /// nearest point of every triangle around it. So it is one on a plane, however many triangles the sphere covers,
    /// and two in a groove.
    sphere_surface,
    surface_sphere, ///< A vertex, an edge or a face of a, and a sphere b: as sphere_surface with the bodies exchanged.
    sphere_sphere,  ///< Two spheres.
    unrefined,      ///< Regions of the two bodies that the query had no time to look into: they may touch.
    /// A vertex of a, or a sphere a as a whole, and the half-space b: below its plane, or at most the contact distance
    /// above it.
    vertex_plane,
    plane_vertex, ///< The half-space a, and a vertex of b, or a sphere b: as vertex_plane with the bodies exchanged.
    /// The shaft of a tool a between its ends, where it passes through b, and the triangle of b that its deepest point
    /// there is nearest to on its way out.
    shaft_inside,
    inside_shaft, ///< The shaft of a tool b, where it passes through a: as shaft_inside with the bodies exchanged.
};

/// How final the separation of a confirmed contact is.
enum class DepthState : std::uint8_t {
    open,       ///< The features are decided; how deep they are may still change when the query goes on.
    local,      ///< From the two features alone; a contact that is only near may still turn out to cross.
    propagated, ///< Final, measured through the whole overlap of a body with a closed one.
};

/// Where two bodies touch, or may touch.
///
/// A contact with error_bound 0 is decided: exact arithmetic on the given coordinates says that its features cross, or
/// are at most the contact distance apart. Its points are rounded to float. A contact of kind `unrefined` says: if
/// these regions touch, or vertices of one lie inside the other, such contacts' points are within point_bound of this
/// point, and their separation is between the two certified values. While the depth of a contact is open, it is off by
/// no more than the largest error_bound of the unrefined contacts between the same bodies.
struct Contact {
    /// A number that stays while the contact lives, and is never used again; 0 for an unrefined contact.
    std::uint64_t id = 0;
    BodyId body_a;
    BodyId body_b;
    ContactKind kind = ContactKind::unrefined;
    DepthState depth_state = DepthState::open;
    /// True if one feature has passed through or past the other. While the depth is open, one that is only near may
    /// still turn out to have done so.
    bool crosses = false;
    /// True if it does not push, however near it is: other contacts beside it say what there is to say. So it is with
    /// features that cross and are not deep, with a vertex inside whose depth another contact has, and, between bodies
    /// with a rest offset, with those of ContactSelection::all that are not local. An unrefined contact is silent if it
    /// covers vertices that may lie inside the other body: it pushes with what others between the same bodies leave
    /// (ForcePolicy::spheres).
    bool silent = false;
    std::uint32_t age = 0;        ///< The number says how many queries it has lived through before this one.
    std::uint32_t triangle_a = 0; ///< A triangle that holds the feature of a; not used by an unrefined contact.
    std::uint32_t triangle_b = 0; ///< A triangle that holds the feature of b; not used by an unrefined contact.
    /// The vertices of the feature of a: one, two or three of them, as the kind says; the others have no weight. Where
    /// the surface that a sphere is on has fewer than three, the last one is repeated.
    std::array<std::uint32_t, 3> vertices_a = {};
    std::array<std::uint32_t, 3> vertices_b = {}; ///< The vertices of the feature of b, in the form of vertices_a.
    /// The point on the side of a, as weights of vertices_a. They sum to 1; all 0 on the side of a sphere or a
    /// half-space, and for an unrefined contact, unless contact_forces has named what that pushes
    /// (ForcePolicy::spheres).
    std::array<float, 3> weights_a = {};
    std::array<float, 3> weights_b = {}; ///< The point on the side of b, as weights of vertices_b.
    /// Half way between the points on the two sides; the vertex, for vertex_inside and inside_vertex; the point of the
    /// axis, for shaft_inside and inside_shaft; the mesh's point, where it is in a sphere; the vertex, or the sphere's
    /// lowest point, where it is below the plane of a half-space. The point on the side of a tool is on its axis.
    Vec3 point;
    /// The unit direction in which b is pushed away from a. Where features cross, it is the normal of the face, or a
    /// common normal of the two edges: one that lies between the normals of each edge's faces. It may still turn while
    /// the depth is open.
    Vec3 normal;
    Vec3 previous_point; ///< Where the point was in the query before; the same as point for a new one.
    /// How far apart the two sides are in metres, or, if negative, how deep one is in the other. It is 0 for features
    /// that cross but do not push: edges without a common normal, as flat and concave ones often are, and vertices
    /// whose depth another contact has. What they would say is said by the vertices beside them. For an unrefined
    /// contact it is an estimate, by how the bounds of the regions overlap; for one that covers what may lie inside, by
    /// how the bodies overlap as a whole, and how deep its vertices may be.
    float separation = 0.0f;
    float separation_lower = 0.0f; ///< A certified lower bound for an unrefined contact; otherwise the separation.
    float separation_upper = 0.0f; ///< A certified upper bound for an unrefined contact; otherwise the separation.
    float point_bound = 0.0f;      ///< How far off the point can be, in metres; 0 if the contact is decided.
    float error_bound = 0.0f;      ///< How far off this contact can be, in place or in depth, in metres; 0 if decided.

    bool is_confirmed() const { return kind != ContactKind::unrefined; }
    float depth() const { return separation < 0.0f ? -separation : 0.0f; }
};

/// What a contact query found. The spans live until the next call that changes or queries the world.
struct ContactReport {
    /// The confirmed contacts, in the order in which they were found. A loop may push with each of them.
    std::span<const Contact> contacts;
    /// What the query had no time to look into: every contact that is not in `contacts` is covered by one of these.
    std::span<const Contact> unrefined;
    /// True if `contacts` is the whole answer, and all depths are final. Then `unrefined` is empty.
    bool complete = true;
    /// True if memory ended before the query did: nothing is listed, and bodies may touch anywhere.
    bool out_of_memory = false;
    std::uint64_t work_units_spent = 0; ///< The work units that this call took.
    std::uint64_t open_pairs = 0;       ///< The number of pairs of regions that are still open.
    float worst_error = 0.0f;           ///< The largest error_bound of the report, in metres.
    /// The number of contacts that had no room of their own, and are covered by coarser unrefined ones.
    std::uint64_t contacts_merged = 0;
    /// How often bounds were compared with bounds in this call. Queries that go straight to all triangles that are
    /// near, as those without a limit do, count none.
    std::uint64_t node_tests = 0;
    std::size_t scratch_bytes = 0; ///< Bytes of working memory that contact queries of this world hold.

    [[deprecated("use unrefined")]] std::span<const Contact> open() const { return unrefined; }
    [[deprecated("use contacts")]] std::span<const Contact> confirmed() const { return contacts; }
};

/// In which order open pairs of regions are looked into.
enum class RefinementOrder : std::uint8_t {
    worst_error_first, ///< The pair with the largest error bound is looked into next.
    breadth_first,     ///< Pairs are looked into in the order in which they were found.
    depth_first,       ///< The pair that was found last is looked into next.
};

/// Which pairs of features that touch are listed as contacts.
enum class ContactSelection : std::uint8_t {
    /// One for each place where surfaces are nearer to each other than all around. A vertex has one wherever the other
    /// surface is nearest to it: inside a face, on an edge or at a vertex. Two edges have one if their nearest points
    /// lie between their ends and the way from one to the other leads away from the faces around both.
    local,
    all, ///< Every vertex and face, and every two edges, that cross or are at most the contact distance apart.
};

/// Refuses contacts that a caller does not want, as one class that says which:
///
///     class NotTheHem final : public ContactFilter {
///     public:
///         bool keeps_triangles(BodyId, std::uint32_t a, BodyId, std::uint32_t b) const noexcept override
///         {
///             return a > last_of_hem || b > last_of_hem;
///         }
///     };
///
/// Neither function may use the world. A filter that gives the same answer to the same question, and goes by the bodies
/// and the features, leaves every promise about contacts as it is: for what it keeps.
class ContactFilter {
public:
    /// Whether two triangles may be in contact; of one body, the lower numbered comes first. Features that only refused
    /// triangles have in common are in no contact. What lies inside a closed body does so whatever is refused. The
    /// number of a sphere, and of a half-space, is 0. Any worker of the world may ask, several at a time, and about the
    /// same triangles more than once.
    virtual bool keeps_triangles(
        BodyId /*a*/, std::uint32_t /*triangle_a*/, BodyId /*b*/, std::uint32_t /*triangle_b*/) const noexcept
    {
        return true;
    }
    /// Whether a contact is listed. It has no id and no age yet, and its depth may be open. A vertex inside whose
    /// contact is refused pushes by another one, of kind vertex_inside or inside_vertex, unless that is refused as
    /// well. The thread that calls the world asks, before the contact is confirmed, in the order in which contacts are
    /// found, and about the same two features more than once.
    virtual bool keeps_contact(const Contact& /*contact*/) const noexcept { return true; }

protected:
    ~ContactFilter() = default;
};

/// What a world takes for a contact.
struct ContactSettings {
    /// Features at most this many metres apart are in contact; those that touch or cross always are. Bodies, and pairs
    /// of them, may have another distance (Thickness).
    float contact_distance = 0.0f;
    ContactSelection which = ContactSelection::local;
    RefinementOrder order = RefinementOrder::worst_error_first;
    /// How many entries a report has at the most, unrefined ones included, and at least 16; what does not fit is
    /// merged. Since every unrefined contact names two bodies, there is always room for two entries of every two bodies
    /// whose boxes come within the contact distance, and of every body with self_collision, even where that is more. A
    /// query without a limit whose whole answer fits is complete.
    std::size_t max_contacts = 65536;
    /// Makes queries remember from query to query which regions were how far apart.
    bool keep_front = true;
    /// Measures how deep vertices of open and closed bodies lie inside other closed bodies, through the whole overlap.
    /// Otherwise depths are local.
    bool measure_depths = true;
    /// Refuses what is not wanted; none if null. It must stay for as long as the world has these settings.
    const ContactFilter* filter = nullptr;
};

/// How two bodies push each other. The default force law says what it makes of this.
struct Material {
    /// Newtons per metre of depth, of every contact, however fine the mesh is. Where it is 0, the stiffness goes by
    /// area: pressure_stiffness counts in its place.
    float stiffness = 0.0f;
    float damping = 0.0f;  ///< Newtons per metre a second of approach.
    float friction = 0.0f; ///< Viscous friction: newtons per metre a second of sliding.
    float coulomb = -1.0f; ///< The friction is at most this many times the normal force; no limit if negative.
    /// Newtons per metre of depth and square metre of the area that a contact stands for: a body that is meshed more
    /// finely is as hard as before. It counts where stiffness is 0.
    float pressure_stiffness = 1e7f;
    /// Newtons per metre a second of approach and square metre; what comes of it is added to damping.
    float pressure_damping = 0.0f;
    /// How stiff a contact that sticks is across its normal, as a multiple of how stiff it is along it, and so for its
    /// damping. A spring then holds the two points with which the contact first pushed, up to the limit of coulomb, and
    /// slides along beyond it. If 0, no contact sticks.
    float sticking = 0.0f;
};

/// What matters about two bodies in particular.
struct PairSettings {
    float weight = 1.0f; ///< Multiplies the errors between them when a budget is shared out among pairs of bodies.
    /// Regions whose error bound is at most this many metres are left unrefined, on purpose.
    float error_goal = 0.0f;
    Material material = {};
    /// What is said here counts in place of what the two bodies say of themselves, as it is and not by half.
    Thickness thickness = {};
};

/// What a force law is told about a contact.
struct ContactLoad {
    double depth = 0.0;          ///< Metres. It is 0 where a policy wants no more than resistance, and never negative.
    double area = 0.0;           ///< Square metres that the contact stands for.
    double approach_speed = 0.0; ///< Metres a second at which the two sides come together; negative where they part.
    DoubleVec3 normal = {};      ///< The unit direction in which b is pushed away from a.
    /// Metres a second by which the point of b slides over that of a, across the normal.
    DoubleVec3 sliding_velocity = {};
    /// Metres by which the point of b has come away from that of a, across the normal, since the contact first pushed
    /// or slid; always 0 if the material does not stick.
    DoubleVec3 stretch = {};
    Material material = {};
    BodyId body_a = {};
    BodyId body_b = {};
    std::uint64_t id = 0; ///< The contact's id, as ContactForce has it.
};

/// What a force law makes of a contact.
struct ContactPush {
    double normal = 0.0;        ///< Newtons on body b along the normal; what is below 0 counts as 0.
    DoubleVec3 tangential = {}; ///< Newtons on body b across the normal; what is along it does not count.
    /// What is left of the load's stretch: the same if the contact sticks, less if it slides.
    DoubleVec3 stretch = {};
};

/// Says how hard contacts push. A law of one's own takes the place of the default with ForceOptions::law:
///
///     class Hertzian final : public ForceLaw {
///     public:
///         ContactPush push(const ContactLoad& load) const noexcept override
///         {
///             ContactPush push = default_force_law().push(load);
///             push.normal = 1e9 * load.area * load.depth * std::sqrt(load.depth);
///             return push;
///         }
///     };
///
/// Whatever a law gives, no contact pulls, and where a contact does not push it does not rub either. A push with a
/// number that is not finite is refused: that contact does not push, and ForceReport::refused_pushes counts it.
class ForceLaw {
public:
    /// Is asked once about every contact that is deep, in each call of contact_forces. It must not use the world.
    virtual ContactPush push(const ContactLoad& load) const noexcept = 0;

protected:
    ~ForceLaw() = default;
};

/// Springs and dampers. A contact's stiffness is that of its material, or pressure_stiffness times its area where that
/// is 0, and its damping that of its material and pressure_damping times its area together. Along the normal it pushes
/// with the stiffness times the depth and the damping times approach_speed, and not at all where that is negative.
/// Across the normal it pulls back with the stiffness times the stretch and the damping times sliding_velocity, both
/// times the material's sticking, and with its friction times sliding_velocity. Unless coulomb is negative, what is
/// left of the stretch is at most what pulls with coulomb times the push along the normal, and so is all of it
/// together.
const ForceLaw& default_force_law();

/// What an unfinished answer pushes with.
enum class ForcePolicy : std::uint8_t {
    /// While the answer between two bodies is unfinished, what pushed before goes on: vertices inside a closed body are
    /// followed along its surface, from frame to frame, and those beside them looked at; other contacts are springs
    /// between their two points that fade as these move apart. What has been confirmed joins them.
    held,
    /// Only what is certain: no contact pushes harder than it does in the complete answer. Where a body moves between
    /// several others, and not all of that is known, contacts only resist, by their damping, so that it is not thrown
    /// out from between them; it may sink into what it lies on.
    certified_lower,
    /// Confirmed contacts, and unrefined ones along the line of the two parts' centres, by how far they overlap on it,
    /// as in equation 11 of Mendoza and O'Sullivan (2006). An estimate, which is there at every cut: until the last
    /// depth is known, two bodies push each other as hard as their overlap as a whole says. That is mostly too much, so
    /// that a body between two others can be thrown out, and too little for flat bodies with trees of boxes.
    spheres,
};

/// How contacts push.
struct ForceOptions {
    ForcePolicy policy = ForcePolicy::held;
    /// Seconds since the contact query before: where no velocities are given, vertices have moved in this time from
    /// where they were then to where they are, whatever moves there were in between. A body that was not moved since
    /// then rests, and so do bodies and vertices that were not there yet. 0: all rest. The contact query before is the
    /// last one, if any body was moved after it, and otherwise the one before that.
    float step_seconds = 0.0f;
    /// The most newtons that the force on a body may change from one call to the next; no limit if negative.
    float max_force_change = -1.0f;
    /// The most newton metres that the torque on a body may change from one call to the next; no limit if negative.
    float max_torque_change = -1.0f;
    /// How hard contacts push; the default law if null. It is used during the call alone.
    const ForceLaw* law = nullptr;
};

/// The push of one contact: on body b at the contact's point, and the same the other way on body a.
struct ContactForce {
    /// The contact's id; 0 for an unrefined one, and for a vertex that is followed of which no query has told yet.
    std::uint64_t id = 0;
    BodyId body_a;
    BodyId body_b;
    Vec3 point; ///< The contact's point.
    Vec3 force; ///< The force on body b in newtons.
};

/// What all contacts together do to a vertex. On either side a contact's push is shared by its vertices as its weights
/// say: it acts at the point of that side. About that point friction turns the body a little less or more than a Wrench
/// says, which has the push at the contact's point.
struct VertexForce {
    BodyId body;
    std::uint32_t vertex = 0;
    Vec3 force; ///< The force in newtons.
};

/// What all contacts together do to a body.
struct Wrench {
    BodyId body;
    /// The mean of the body's vertices; the centre of a sphere; a point of the plane of a half-space, as
    /// World::positions gives it.
    Vec3 centroid;
    Vec3 force;  ///< The force in newtons.
    Vec3 torque; ///< The torque about the centroid in newton metres.
};

/// How the contacts of the last query push. The spans live until the next call that changes or queries the world.
struct ForceReport {
    /// The push of every confirmed contact, in the report's order and zero for those that do not push, and after them
    /// of what else pushes.
    std::span<const ContactForce> contacts;
    std::span<const VertexForce> vertices; ///< The list has each vertex that is pushed once, by body and vertex.
    std::span<const Wrench> bodies;        ///< The list has each body that is pushed once, by id.
    bool limited = false;                  ///< True if a wrench changed by less than it should have.
    /// True if memory ended, now or in the last contact query: nothing is listed.
    bool out_of_memory = false;
    /// Newtons, the lengths of pushes added up, by contacts that the last query has confirmed, with their final depths.
    float confirmed_push = 0.0f;
    /// Newtons, the lengths of all other pushes added up: by contacts that are held from queries before, by those whose
    /// depth is still open, and by unrefined ones.
    float held_push = 0.0f;
    /// The number of pairs of bodies between which the last query is unfinished.
    std::uint32_t open_pairs = 0;
    /// The number of pairs of bodies between which the last query is unfinished and nothing pushes. Nobody knows
    /// whether they touch: silence is not the same as no contact.
    std::uint32_t unknown_pairs = 0;
    /// Newtons: how far the force on a body may be off because the last query was cut. It is an estimate and no bound:
    /// nobody knows how many contacts there are in what was not looked into. It is 0 if the answer is complete, and
    /// says nothing of the unknown_pairs.
    float estimated_error = 0.0f;
    /// The number of contacts for which the force law gave a number that is not finite. They do not push.
    std::uint32_t refused_pushes = 0;
};

} // namespace tactus
