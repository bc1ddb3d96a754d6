// SPDX-License-Identifier: MIT
#include "checks.h"

#include <cmath>
#include <optional>
#include <utility>

#include "../oracle/depths/open_depth.h"

namespace tactus::fuzz {

namespace {

bool holds(const Feature& f, std::uint32_t v) { return std::find(f.begin(), f.end(), v) != f.end(); }
bool contains(const Feature& larger, const Feature& smaller)
{
    for (int k = 0; k < size_of(smaller); ++k)
        if (!holds(larger, smaller[static_cast<std::size_t>(k)]))
            return false;
    return true;
}

/// Whether edges and faces that meet can have brought two features past each other: an edge at the vertex through the
/// face, or one of two edges through a face at the other.
bool can_have_crossed(const TrueContacts& truth, const ContactKey& key)
{
    const auto one_way = [&](std::uint32_t body_a, const Feature& a, std::uint32_t body_b, const Feature& b) {
        for (const ContactKey& through : truth.edges_through_faces) {
            if (through.body_a != body_a || through.body_b != body_b)
                continue;
            if (size_of(a) == 1 ? contains(through.a, a) && through.b == b : through.a == a && contains(through.b, b))
                return true;
            // The face's own edges can be the ones that pierce a face at the vertex.
            if (size_of(a) == 3 && size_of(b) == 1 && contains(a, through.a) && contains(through.b, b))
                return true;
        }
        return false;
    };
    return one_way(key.body_a, key.a, key.body_b, key.b) || one_way(key.body_b, key.b, key.body_a, key.a);
}

bool is_degenerate_near_sphere(const Mirror& mirror, const Truth& truth, const ContactKey& key)
{
    return (mirror.bodies[key.body_a].is_sphere && truth.insides.solids[key.body_b].has_degenerate)
           || (mirror.bodies[key.body_b].is_sphere && truth.insides.solids[key.body_a].has_degenerate);
}

/// Whether one of the two bodies is a half-space, whose contacts are the same for either selection.
bool with_half_space(const Mirror& mirror, const ContactKey& key)
{
    return mirror.bodies[key.body_a].is_half_space || mirror.bodies[key.body_b].is_half_space;
}

/// The body around, the body of the vertex and the vertex, of a contact of a vertex inside.
InsideKey inside_of(const Mirror& mirror, const Answer& answer, std::size_t place)
{
    const Contact& c = answer.confirmed[place];
    const auto& [a, b] = answer.places[place];
    const bool a_is_inside = c.kind == ContactKind::vertex_inside;
    const std::uint32_t body = a_is_inside ? a : b;
    const std::uint32_t vertex =
        mirror.bodies[body].is_sphere ? UINT32_MAX : (a_is_inside ? c.vertices_a[0] : c.vertices_b[0]);
    return {a_is_inside ? b : a, body, vertex};
}

/// Triangles of the body around a vertex that are inside the vertex's body in part: those that meet it, be it in one
/// point, and those with a corner inside.
std::set<std::uint32_t> triangles_within(const Mirror& mirror, const Truth& truth, const InsideKey& inside)
{
    std::set<std::uint32_t> result;
    for (const auto& [a, b] : truth.pairs) {
        if (a.first == inside.around && b.first == inside.body)
            result.insert(a.second);
        if (b.first == inside.around && a.first == inside.body)
            result.insert(b.second);
    }
    const MirrorBody& around = mirror.bodies[inside.around];
    for (std::uint32_t t = 0; t < around.triangles.size(); ++t)
        for (const std::uint32_t corner : around.triangles[t]) {
            const auto side = truth.insides.sides.find({inside.body, inside.around, corner});
            if (!around.removed[t] && side != truth.insides.sides.end() && side->second == Side::inside)
                result.insert(t);
        }
    return result;
}

/// A sphere whose centre is inside a closed mesh is pushed out by one contact: by its radius and the way to the
/// surface.
void check_sphere_depth(
    const Mirror& mirror, const InsideKey& inside, const Answer& answer, const std::string& where, Findings& findings)
{
    const MirrorBody& sphere = mirror.bodies[inside.body];
    const double expected = static_cast<double>(sphere.radius)
                            + distance_to_surface(mirror.bodies[inside.around], to_double(sphere.centre));
    double deepest = 0.0;
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
        if (Mirror::both(answer.places[k].first, answer.places[k].second) == Mirror::both(inside.around, inside.body))
            deepest = std::fmax(deepest, -static_cast<double>(answer.confirmed[k].separation));
    findings.expect(
        std::fabs(deepest - expected) < 10 * slack(mirror), "sphere_depth",
        "centre of a sphere, " + where + ": the deepest contact is " + std::to_string(deepest) + " deep, not "
            + std::to_string(expected));
}

/// Nothing pushes an open body into a clean one: where features have crossed, the clean body's vertices and edges push
/// towards an outer side of their faces.
void check_outwards(
    const Mirror& mirror, const Truth& truth, const Answer& answer, const TurnedBodies* turned, Findings& findings)
{
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        const Contact& c = answer.confirmed[k];
        const auto [a, b] = answer.places[k];
        if (!c.crosses || !(c.separation < 0.0f) || a == b || !mirror.bodies[a].is_mesh() || !mirror.bodies[b].is_mesh()
            || (turned && (turned->contains(a) || turned->contains(b))))
            continue;
        const bool clean_a = truth.insides.solids[a].clean, clean_b = truth.insides.solids[b].clean;
        if (!(clean_a && truth.insides.solids[b].open) && !(clean_b && truth.insides.solids[a].open))
            continue;
        // Vertices of the open body are measured, and depth_open looks at them.
        const MirrorBody& clean = mirror.bodies[clean_a ? a : b];
        const auto& vertices = clean_a ? c.vertices_a : c.vertices_b;
        const std::size_t count =
            c.kind == ContactKind::edge_edge
                ? 2
                : (c.kind == (clean_a ? ContactKind::vertex_face : ContactKind::face_vertex) ? 1 : 0);
        double outwards = -1.0;
        for (std::size_t t = 0; count > 0 && t < clean.triangles.size(); ++t) {
            const Feature corners = feature(clean.triangles[t].data(), 3);
            if (clean.removed[t] || !holds(corners, vertices[0]) || !holds(corners, vertices[count - 1]))
                continue;
            const DoublePoint n = unit_normal(clean, t), way = to_double(c.normal);
            const double along = n[0] * way[0] + n[1] * way[1] + n[2] * way[2];
            outwards = std::fmax(outwards, clean_a ? along : -along);
        }
        findings.expect(
            count == 0 || outwards > -1e-6, "push_outwards", "an open body is pushed into a closed one: " + text(c));
    }
}

} // namespace

void check_true(const Mirror& mirror, const Truth& truth, const Answer& answer, Findings& findings)
{
    const double eps = slack(mirror);
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        const Contact& c = answer.confirmed[k];
        const ContactKey& key = answer.keys[k];
        if (key.body_a == UINT32_MAX || key.body_b == UINT32_MAX)
            continue;
        const std::string which = text(key) + ": " + text(c);
        findings.expect(
            mirror.collide(key.body_a, key.body_b), "contacts_true",
            "these bodies may touch, or do not collide: " + which);
        if (key.inside) {
            const InsideKey inside = inside_of(mirror, answer, k);
            const auto side = truth.insides.sides.find(inside);
            findings.expect(
                side == truth.insides.sides.end() || side->second != Side::outside, "inside_true",
                "the vertex is outside: " + which);
            findings.expect(
                !truth.insides.solids[inside.around].has_boundary, "inside_true",
                "inside a body that is not closed: " + which);
            continue;
        }
        if (is_degenerate_near_sphere(mirror, truth, key))
            continue;
        const auto near = truth.contacts.near.find(key);
        if (near == truth.contacts.near.end()) {
            findings.expect(
                c.crosses && can_have_crossed(truth.contacts, key), "contacts_true",
                std::string(c.crosses ? "nothing of these crosses: " : "the features are not near: ") + which);
            continue;
        }
        if (!c.crosses && c.kind <= ContactKind::edge_edge && c.depth_state == DepthState::local)
            findings.expect(
                std::fabs(near->second.distance - static_cast<double>(c.separation)) < eps, "distance",
                "the distance is " + std::to_string(near->second.distance) + ": " + which);
    }
}

void check_all(
    const Mirror& mirror, const Truth& truth, const ContactSettings& settings, const Answer& answer, Findings& findings,
    const TurnedBodies* turned)
{
    if (answer.contacts_merged)
        return; // There was no room for everything.
    const double eps = slack(mirror);
    findings.expect(answer.complete, "counts", "a query without a limit is not complete");
    const bool every_contact = settings.which == ContactSelection::all;
    for (const auto& [key, near] : truth.contacts.near)
        if ((every_contact || with_half_space(mirror, key)) && near.required && !is_fresh(mirror, key)
            && !is_degenerate_near_sphere(mirror, truth, key))
            findings.expect(
                answer.by_key.contains(key), "contacts_all",
                "not listed: " + text(key) + ", " + std::to_string(near.distance) + " m apart");

    for (const TriangleRefPair& pair : truth.pairs) {
        const auto& [a, b] = pair;
        const MirrorBody &first = mirror.bodies[a.first], &second = mirror.bodies[b.first];
        if (!every_contact || !first.is_mesh() || !second.is_mesh()
            || mirror.fresh_bodies.contains(Mirror::both(a.first, b.first)) || !may_be_reported(mirror, a, b))
            continue;
        const Feature face_a = feature(first.triangles[a.second].data(), 3),
                      face_b = feature(second.triangles[b.second].data(), 3);
        bool any = false;
        for (const ContactKey& key : answer.keys) {
            any = any
                  || (key.body_a == a.first && key.body_b == b.first && contains(face_a, key.a)
                      && contains(face_b, key.b));
            any = any
                  || (a.first == b.first && key.body_a == a.first && key.body_b == a.first && contains(face_a, key.b)
                      && contains(face_b, key.a));
        }
        findings.expect(
            any, "pair_contact",
            "triangle " + std::to_string(a.second) + " of body " + std::to_string(a.first) + " and "
                + std::to_string(b.second) + " of body " + std::to_string(b.first)
                + " meet, and no contact is on them");
    }

    if (!settings.measure_depths)
        return;
    check_outwards(mirror, truth, answer, turned, findings);
    std::map<InsideKey, const Contact*> by_vertex;
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        const ContactKey& key = answer.keys[k];
        const Contact& c = answer.confirmed[k];
        InsideKey inside;
        if (key.inside)
            inside = inside_of(mirror, answer, k);
        else if (size_of(key.a) == 1 && size_of(key.b) == 3)
            inside = {key.body_b, key.body_a, key.a[0]};
        else if (size_of(key.a) == 3 && size_of(key.b) == 1)
            inside = {key.body_a, key.body_b, key.b[0]};
        else
            continue;
        // Of several contacts of a vertex with a body, one has the depth.
        const Contact*& deepest = by_vertex[inside];
        if (!deepest || c.separation < deepest->separation)
            deepest = &c;
    }
    std::optional<OpenDepths> open_depths; // Of the two bodies below.
    std::pair<std::uint32_t, std::uint32_t> open_depths_of;
    for (const auto& [inside, side] : truth.insides.sides) {
        const MirrorBody& body = mirror.bodies[inside.body];
        if (side != Side::inside || mirror.fresh_bodies.contains(Mirror::both(inside.around, inside.body))
            || !mirror.attached.empty()
            || !(body.is_sphere || truth.insides.solids[inside.body].clean || truth.insides.solids[inside.body].open))
            continue;
        const std::string where = "vertex " + std::to_string(inside.vertex) + " of body " + std::to_string(inside.body)
                                  + " in body " + std::to_string(inside.around);
        const auto found = by_vertex.find(inside);
        findings.expect(found != by_vertex.end(), "inside_all", where + " is inside, and no contact says so");
        if (found != by_vertex.end() && body.is_sphere)
            check_sphere_depth(mirror, inside, answer, where, findings);
        if (found == by_vertex.end() || body.is_sphere || found->second->depth_state == DepthState::open)
            continue;
        const DoublePoint at = to_double(body.positions[inside.vertex]);
        const double depth = -static_cast<double>(found->second->separation);
        const double surface = distance_to_surface(mirror.bodies[inside.around], at);
        findings.expect(
            depth >= surface - eps, "depth_lower",
            where + " is " + std::to_string(depth) + " deep, and the surface " + std::to_string(surface)
                + " away: " + text(*found->second));
        if (truth.insides.solids[inside.body].open) {
            if (!open_depths || open_depths_of != std::pair(inside.around, inside.body))
                open_depths.emplace(mirror, truth.pairs, truth.insides, inside.around, inside.body);
            open_depths_of = {inside.around, inside.body};
            const DepthRange expected = open_depths->of(inside.vertex);
            findings.expect(
                depth >= expected.least - 10 * eps && depth <= expected.most + 10 * eps, "depth_open",
                where + " is " + std::to_string(depth) + " deep, and its way out from " + std::to_string(expected.least)
                    + " to " + std::to_string(expected.most) + " long: " + text(*found->second));
        }
        if (truth.insides.solids[inside.body].convex && found->second->depth_state == DepthState::propagated) {
            const std::set<std::uint32_t> within = triangles_within(mirror, truth, inside);
            DistanceInside expected = distance_to_surface_inside(mirror.bodies[inside.around], within, body, at);
            if (within.empty())
                expected = {surface, surface};
            // The documentation speaks of the part of the surface that is inside; triangles with such a part are taken
            // whole, also where that is a point in which they touch.
            findings.expect(
                depth <= expected.to_part + 10 * eps && depth >= expected.to_triangles - 10 * eps, "depth_convex",
                where + " is " + std::to_string(depth) + " deep, and what of the surface is inside its body "
                    + std::to_string(expected.to_part) + " away, whole triangles "
                    + std::to_string(expected.to_triangles) + ": " + text(*found->second));
        }
    }
}

} // namespace tactus::fuzz
