// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/body.h>
#include <tactus/geometry.h>

namespace tactus {

/// Which parts of two bodies are in contact.
enum class ContactKind : std::uint8_t {
    vertex_face, ///< a vertex of a and a triangle of b, near each other or crossed
    face_vertex, ///< a triangle of a and a vertex of b
    edge_edge,   ///< an edge of each
    /// A vertex of a, or the centre of a sphere, that lies inside b, and the triangle of b that it is nearest to on its
    /// way out.
    vertex_inside,
    inside_vertex, ///< a vertex or the centre of b that lies inside a, and that triangle of a
    /// A sphere a, and a vertex, an edge or a face of b. There is one wherever b is nearer to the centre than all
    /// around, and at most the radius and the contact distance away: where the inner points of a feature hold the
    /// nearest point of every triangle around it. So it is one on a plane, however many triangles the sphere covers,
    /// and two in a groove.
    sphere_surface,
    surface_sphere, ///< the same with the sphere as b
    sphere_sphere,  ///< two spheres
    parts,          ///< parts of the two bodies that nobody had time to look into: they may touch
};

/// What the separation of a confirmed contact is worth.
enum class DepthState : std::uint8_t {
    open,       ///< the features are decided; how deep they are may still change when the query goes on
    local,      ///< from the two features alone; a contact that is only near may still turn out to cross
    propagated, ///< final, measured through the whole overlap of two closed bodies
};

/// Where two bodies touch, or may touch.
///
/// A contact with error_bound 0 is decided: exact arithmetic on the given coordinates says that its features cross, or
/// are at most the contact distance apart. Its points are rounded to float. A contact of kind `parts` says: if these
/// parts touch, or vertices of one lie inside the other, such contacts' points are within point_bound of this point,
/// and their separation is between the two certified values. While the depth of a contact is open, it is off by no more
/// than the largest error_bound of the parts between the same bodies.
struct Contact {
    std::uint64_t id = 0; ///< stays while the contact lives, and is never used again; 0 for parts
    BodyId body_a;
    BodyId body_b;
    ContactKind kind = ContactKind::parts;
    DepthState depth_state = DepthState::open;
    bool crosses = false;         ///< one feature has passed through or past the other
    std::uint32_t age = 0;        ///< how many queries it has lived through before this one
    std::uint32_t triangle_a = 0; ///< one that holds the feature of a; unused for parts
    std::uint32_t triangle_b = 0;
    /// The feature's vertices: one, two or three of them, as the kind says; the others have no weight. Where the
    /// surface that a sphere is on has fewer than three, the last one is repeated.
    std::array<std::uint32_t, 3> vertices_a = {};
    std::array<std::uint32_t, 3> vertices_b = {};
    /// The point on each side, as weights of those vertices. They sum to 1; all 0 for parts, and on the side of a
    /// sphere.
    std::array<float, 3> weights_a = {};
    std::array<float, 3> weights_b = {};
    /// Half way between the points on the two sides; the vertex, for vertex_inside and inside_vertex; the mesh's, where
    /// it is in a sphere.
    Vec3 point;
    /// The way in which b is pushed away from a, of unit length. Where features cross, it is the normal of the face, or
    /// a common normal of the two edges: one that lies between the normals of each edge's faces. It may still turn
    /// while the depth is open.
    Vec3 normal;
    Vec3 previous_point; ///< where it was in the query before; the same as point for a new one
    /// Metres: how far apart the two sides are, or, if negative, how deep one is in the other. It is 0 for features
    /// that cross but do not push: edges without a common normal, as flat and concave ones often are, and vertices
    /// whose depth another contact has. What they would say is said by the vertices beside them. For parts an estimate,
    /// by how their bounds overlap; 0 for those that cover what may lie inside.
    float separation = 0.0f;
    float separation_lower = 0.0f; ///< certified, for parts; otherwise the separation
    float separation_upper = 0.0f;
    float point_bound = 0.0f; ///< metres; 0 if decided
    float error_bound = 0.0f; ///< metres; 0 if decided, otherwise how wrong this entry can be: in place or in depth

    bool is_confirmed() const { return kind != ContactKind::parts; }
    float depth() const { return separation < 0.0f ? -separation : 0.0f; }
};

/// What a contact query found. The span lives until the next call that changes or queries the world.
struct ContactReport {
    /// First the parts that are still open, then the confirmed contacts, in the order in which they were found.
    std::span<const Contact> contacts;
    std::size_t confirmed_count = 0;
    bool complete = true;       ///< the confirmed contacts are the whole answer, and their depths are final
    bool out_of_memory = false; ///< memory ended before the query did: nothing is listed, and bodies may touch anywhere
    std::uint64_t work_units_spent = 0; ///< by this call
    std::uint64_t open_pairs = 0;       ///< pairs of parts still open
    float worst_error = 0.0f;           ///< the largest error_bound, metres
    std::uint64_t contacts_merged = 0; ///< contacts and parts that had no room of their own, and stand in coarser parts
    std::uint64_t node_tests = 0;      ///< bounds compared with bounds, in this call
    std::size_t scratch_bytes = 0;     ///< working memory that contact queries of this world hold

    std::span<const Contact> open() const { return contacts.first(contacts.size() - confirmed_count); }
    std::span<const Contact> confirmed() const { return contacts.last(confirmed_count); }
};

/// In which order open parts are looked into.
enum class RefinementOrder : std::uint8_t {
    worst_error_first,
    breadth_first,
    depth_first,
};

/// What a world takes for a contact.
struct ContactSettings {
    float contact_distance = 0.0f; ///< metres: features this close are in contact, touching and crossing ones always
    RefinementOrder order = RefinementOrder::worst_error_first;
    /// How many entries a report has at the most, and at least 16; what does not fit is merged. Since parts name two
    /// bodies, there is always room for two entries of every two bodies whose boxes come within the contact distance,
    /// and of every body with self_collision, even where that is more. A query without a limit whose whole answer fits
    /// is complete.
    std::size_t max_contacts = 65536;
    bool keep_front = true; ///< remember from query to query which parts were how far apart
    /// Measure how deep vertices lie inside other closed bodies, through the whole overlap; otherwise depths are local.
    bool measure_depths = true;
};

/// How two bodies push each other.
struct Material {
    float stiffness = 1000.0f; ///< newtons per metre of depth
    float damping = 0.0f;      ///< newtons per metre a second of approach
    float friction = 0.0f;     ///< viscous: newtons per metre a second of sliding
    float coulomb = -1.0f;     ///< friction is at most this many times the normal force; no limit if negative
};

/// What matters about two bodies in particular.
struct PairSettings {
    float weight = 1.0f;     ///< multiplies their errors when a budget is shared out among pairs of bodies
    float error_goal = 0.0f; ///< metres: parts with an error bound up to this are left as they are, on purpose
    Material material = {};
};

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
    /// Confirmed contacts, and open parts by the overlap of their bounds. Pushes too much rather than too little: a
    /// body between two others can be thrown out.
    spheres,
};

struct ForceOptions {
    ForcePolicy policy = ForcePolicy::held;
    /// Seconds since the contact query before: where no velocities are given, vertices have moved in this time from
    /// where they were then to where they are, whatever moves there were in between. A body that was not moved since
    /// then rests, and so do bodies and vertices that were not there yet. 0: all rest. The contact query before is the
    /// last one, if any body was moved after it, and otherwise the one before that.
    float step_seconds = 0.0f;
    /// The most that the force and the torque on a body may change from one call to the next; no limit if negative.
    float max_force_change = -1.0f;  ///< newtons
    float max_torque_change = -1.0f; ///< newton metres
};

/// The push of one contact: on body b at the contact's point, and the same the other way on body a.
struct ContactForce {
    /// The contact's; 0 for parts, and for a vertex that is followed of which no query has told yet.
    std::uint64_t id = 0;
    BodyId body_a;
    BodyId body_b;
    Vec3 point;
    Vec3 force; ///< newtons
};

/// What all contacts together do to a vertex. On either side a contact's push is shared by its vertices as its weights
/// say: it acts at the point of that side. About that point friction turns the body a little less or more than a Wrench
/// says, which has the push at the contact's point.
struct VertexForce {
    BodyId body;
    std::uint32_t vertex = 0;
    Vec3 force; ///< newtons
};

/// What all contacts together do to a body.
struct Wrench {
    BodyId body;
    Vec3 centroid; ///< mean of its vertices, or its centre if it is a sphere
    Vec3 force;    ///< newtons
    Vec3 torque;   ///< newton metres, about the centroid
};

/// The spans live until the next call that changes or queries the world.
struct ForceReport {
    std::span<const ContactForce> contacts;
    std::span<const VertexForce> vertices; ///< each vertex that is pushed once, by body and vertex
    std::span<const Wrench> bodies;        ///< each body that is pushed once, by id
    bool limited = false;                  ///< a wrench changed by less than it should have
    bool out_of_memory = false;            ///< memory ended, now or in the last contact query: nothing is listed
    /// Newtons, the lengths of pushes added up: by contacts that the last query has confirmed, with their final depths.
    float confirmed_push = 0.0f;
    /// Newtons, the same for all other pushes: by contacts that are held from queries before, by those whose depth is
    /// still open, and by parts.
    float held_push = 0.0f;
    /// Pairs of bodies between which the last query is unfinished.
    std::uint32_t open_pairs = 0;
    /// Those of them between which nothing pushes. Nobody knows whether they touch: silence is not the same as no
    /// contact.
    std::uint32_t unknown_pairs = 0;
};

} // namespace tactus
