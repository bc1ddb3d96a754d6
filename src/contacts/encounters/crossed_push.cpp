// SPDX-License-Identifier: MIT
#include "contacts/encounters/crossed_push.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/planted_fault.h"
#include "contacts/encounters/edge_ends.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

// The sine of the angle beyond an edge's normals at which it pushes no more.
constexpr double fading_sine = 0.1;
// Faces that are lower than this share of their sides know no direction across the edge. Where the cosine of the angle
// between two faces is smaller, they are at right angles.
constexpr double least_height = 1e-6;

/// The normal of a triangle, of unit length, outwards if the body is closed.
DoubleVector outward_normal(const ContactBody& body, std::uint32_t triangle)
{
    const Triangle face = body.surface.triangle(triangle);
    const DoubleVector a = to_double(face.a);
    return unit(cross(to_double(face.b) - a, to_double(face.c) - a)) * (body.faces_inwards ? -1.0 : 1.0);
}

/// The directions that an edge has as normals: those that lead into none of its faces, across it, and for a closed body
/// outwards.
class EdgeNormals {
public:
    /// None if the edge has more than two faces, or one without area.
    static std::optional<EdgeNormals>
    of(const ContactBody& body, const std::array<std::uint32_t, 3>& ends, bool has_sides)
    {
        const BodySurface& surface = body.surface;
        EdgeNormals normals;
        const DoubleVector begin = to_double(surface.vertex(ends[0]));
        normals.along_ = unit(to_double(surface.vertex(ends[1])) - begin);
        for (const std::uint32_t triangle : body.depth_tables->stars[ends[0]]) {
            const TriangleIndices& corners = surface.triangles[triangle];
            if (std::find(corners.begin(), corners.end(), ends[1]) == corners.end())
                continue;
            const auto third = std::find_if(corners.begin(), corners.end(), [&](std::uint32_t corner) {
                return corner != ends[0] && corner != ends[1];
            });
            if (normals.face_count_ == 2 || third == corners.end())
                return std::nullopt;
            const DoubleVector side = to_double(surface.vertex(*third)) - begin;
            const DoubleVector across = side - normals.along_ * dot(side, normals.along_);
            if (!(length(across) > least_height * length(side)))
                return std::nullopt;
            normals.into_faces_[normals.face_count_++] = unit(across);
            normals.outward_ = normals.outward_ + outward_normal(body, triangle);
        }
        normals.has_sides_ = has_sides;
        if (normals.face_count_ == 0 || !has_direction(normals.along_))
            return std::nullopt;
        return normals;
    }

    DoubleVector outward() const { return outward_; }

    /// The sine of the angle between a direction and the nearest normal; infinite for directions inwards.
    double sine_beyond(DoubleVector way) const
    {
        if (has_sides_ && !(dot(outward_, way) > 0.0))
            return std::numeric_limits<double>::infinity();
        double sine = std::abs(dot(along_, way));
        for (std::size_t k = 0; k < face_count_; ++k)
            sine = std::max(sine, dot(into_faces_[k], way));
        return sine;
    }

    /// A direction without what leads into faces or along the edge. The face that it leads into most comes first, so
    /// that the order of the triangles does not count.
    DoubleVector nearest(DoubleVector way) const
    {
        way = way - along_ * dot(along_, way);
        const std::size_t first = dot(into_faces_[1], way) > dot(into_faces_[0], way) ? 1 : 0;
        for (const std::size_t k : {first, 1 - first})
            way = way - into_faces_[k] * std::max(0.0, dot(into_faces_[k], way));
        return way;
    }

private:
    DoubleVector along_;
    std::array<DoubleVector, 2> into_faces_; ///< across the edge, of unit length
    std::size_t face_count_ = 0;
    DoubleVector outward_; ///< the sum of the faces' normals
    bool has_sides_ = false;
};

/// Whether a direction of unit length leads into a face at an edge so far that the edge does not push along it, if it
/// has normals at all. That is nearly always so, and much sooner found out than the normals. Where it is in doubt, the
/// answer is no: the square of the sine has to be larger by a hundredth, and rounding adds less than 1e-8 to it where
/// the face is no lower than a thousandth of its side.
bool leads_into_face(
    const ContactBody& body, std::uint32_t triangle, const std::array<std::uint32_t, 3>& ends, DoubleVector way)
{
    const HeldEdge edge = {body, triangle, {ends[0], ends[1]}};
    const DoubleVector begin = to_double(body.surface.vertex(ends[0]));
    const DoubleVector along = to_double(body.surface.vertex(ends[1])) - begin;
    const double squared = dot(along, along), on_way = dot(along, way);
    return !edge.all_thirds([&](Vec3 third) {
        const DoubleVector side = to_double(third) - begin;
        const double on_edge = dot(side, along);
        const double area = squared * dot(side, side) - on_edge * on_edge;
        const double into = squared * dot(side, way) - on_edge * on_way;
        return !(
            into > 0.0 && into * into > 1.01 * fading_sine * fading_sine * squared * area
            && area > 1e-6 * squared * dot(side, side));
    });
}

void set_push(const ContactEncounter& encounter, Contact& contact, DoubleVector normal, double depth)
{
    if (has_direction(normal))
        contact.normal = to_float(unit(normal));
    auto separation = static_cast<float>(-depth);
    // No guess at a depth is worse than the bound on all of them.
    if (encounter.measures_depths)
        separation = std::max(separation, -encounter.deepest);
    contact.separation = contact.separation_lower = contact.separation_upper = separation;
}

/// How much of the way between two edges is a way out of closed bodies, from 0 to 1: little where surfaces are steep.
double share_outwards(const ContactEncounter& encounter, const Contact& contact)
{
    const auto outward = [&](const ContactBody& body, std::uint32_t triangle) {
        return encounter.has_sides(body) ? outward_normal(body, triangle) : DoubleVector{};
    };
    const DoubleVector apart = outward(encounter.a, contact.triangle_a) - outward(encounter.b, contact.triangle_b);
    return has_direction(apart) ? std::clamp(dot(unit(apart), to_double(contact.normal)), 0.0, 1.0) : 1.0;
}

/// A push brought near to an edge's normals, on which it acts with this sign.
DoubleVector brought_to(const std::optional<EdgeNormals>& edge, DoubleVector push, double sign)
{
    return edge ? edge->nearest(push * sign) * sign : push;
}

/// The normals of the two edges of a contact.
struct NormalsOfBoth {
    std::optional<EdgeNormals> a;
    std::optional<EdgeNormals> b;
};

void push_by_edges(const ContactEncounter& encounter, const NormalsOfBoth& normals, Contact& contact)
{
    const std::optional<EdgeNormals>&a = normals.a, &b = normals.b;
    const bool a_has_sides = encounter.has_sides(encounter.a), b_has_sides = encounter.has_sides(encounter.b);
    const bool has_sides = a_has_sides || b_has_sides;
    const DoubleVector way = to_double(contact.normal);
    const double depth = -double(contact.separation);
    // Edge b is pushed along the way, and edge a against it. One of which nobody knows the normals has no say.
    const auto sine_beyond = [&](DoubleVector of) {
        return std::max(a ? a->sine_beyond(of) : 0.0, b ? b->sine_beyond(of * -1.0) : 0.0);
    };
    double beyond = sine_beyond(way);
    DoubleVector normal = way;
    if (beyond > 0.0 && beyond < fading_sine) {
        // Which edge is asked first makes a difference, so each of them is once: the order of the bodies may not count.
        DoubleVector a_first = way, b_first = way;
        for (int round = 0; round < 2; ++round) {
            a_first = brought_to(b, brought_to(a, a_first, 1.0), -1.0);
            b_first = brought_to(a, brought_to(b, b_first, -1.0), 1.0);
        }
        normal = a_first + b_first;
    }
    // Near to normals of both edges there may still be none that they have in common.
    normal = unit(normal);
    beyond = std::max(beyond, sine_beyond(normal));
    double share = std::max(0.0, 1.0 - beyond / (TACTUS_FAULT(143) ? 2.0 : 1.0) / fading_sine);
    if (has_sides && (!a || !b))
        share *= share_outwards(encounter, contact);
    if (share == 0.0) {
        const auto outward = [](const std::optional<EdgeNormals>& edge, bool counts) {
            return counts ? edge->outward() : DoubleVector{};
        };
        const bool is_known = has_sides && (a || !a_has_sides) && (b || !b_has_sides);
        const DoubleVector apart =
            is_known ? outward(a, a_has_sides) - outward(b, b_has_sides) : way * (has_sides ? -1.0 : 1.0);
        return set_push(encounter, contact, apart, 0.0);
    }
    set_push(encounter, contact, normal, depth * share);
}

void push_by_vertex(const ContactEncounter& encounter, Contact& contact)
{
    const bool is_of_a = contact.kind == ContactKind::vertex_face;
    const ContactBody &own = is_of_a ? encounter.a : encounter.b, &body = is_of_a ? encounter.b : encounter.a;
    const std::uint32_t triangle = is_of_a ? contact.triangle_b : contact.triangle_a;
    DoubleVector outward = outward_normal(body, triangle);
    if (!has_direction(outward))
        return;
    const double sign = is_of_a ? -1.0 : 1.0; // body b is pushed away from a vertex of a against the face's normal
    const bool leads_on = sign * dot(outward, to_double(contact.normal)) < 0.0;
    bool is_turned = !encounter.measures_depths && leads_on;
    double share = 1.0;
    if (encounter.has_sides(own) && !encounter.has_sides(body)) {
        // The closed body's surface faces the face of the open one. At a right angle rounding alone would say how.
        const double facing = dot(outward, outward_normal(own, is_of_a ? contact.triangle_a : contact.triangle_b));
        const bool is_steep = std::abs(facing) < least_height;
        is_turned = is_steep ? leads_on : facing > 0.0;
        share = is_steep ? 0.0 : std::min(1.0, std::abs(facing));
    }
    outward = outward * (is_turned ? -1.0 : 1.0);
    const std::uint32_t number = is_of_a ? contact.vertices_a[0] : contact.vertices_b[0];
    const Vec3 vertex = own.surface.vertex(number);
    const double height = dot(outward, to_double(vertex) - to_double(body.surface.triangle(triangle).a));
    const bool is_outside = encounter.has_sides(body) && !overlap(body.box, Box{vertex, vertex});
    set_push(encounter, contact, outward * sign, is_outside ? 0.0 : std::max(0.0, -height) * share);
}

} // namespace

void set_crossed_push(const ContactEncounter& encounter, Contact& contact)
{
    if (contact.kind == ContactKind::edge_edge)
        push_by_edges(
            encounter,
            {EdgeNormals::of(encounter.a, contact.vertices_a, encounter.has_sides(encounter.a)),
             EdgeNormals::of(encounter.b, contact.vertices_b, encounter.has_sides(encounter.b))},
            contact);
    else
        push_by_vertex(encounter, contact);
}

bool do_crossed_edges_push(const ContactEncounter& encounter, const DecidedContact& edges)
{
    const DoubleVector way = to_double(edges.normal);
    if (leads_into_face(encounter.a, edges.triangles.a, edges.vertices_a, way)
        || leads_into_face(encounter.b, edges.triangles.b, edges.vertices_b, way * -1.0))
        return false;
    // Of an edge without known normals each of its faces says something else. Most turn away from the other edge.
    NormalsOfBoth normals;
    normals.a = EdgeNormals::of(encounter.a, edges.vertices_a, encounter.has_sides(encounter.a));
    if (!normals.a || normals.a->sine_beyond(way) >= fading_sine)
        return false;
    normals.b = EdgeNormals::of(encounter.b, edges.vertices_b, encounter.has_sides(encounter.b));
    if (!normals.b || normals.b->sine_beyond(way * -1.0) >= fading_sine)
        return false;
    Contact contact;
    contact.triangle_a = edges.triangles.a;
    contact.triangle_b = edges.triangles.b;
    contact.vertices_a = edges.vertices_a;
    contact.vertices_b = edges.vertices_b;
    contact.normal = edges.normal;
    contact.separation = edges.separation;
    push_by_edges(encounter, normals, contact);
    return contact.separation < 0.0f;
}

} // namespace tactus
