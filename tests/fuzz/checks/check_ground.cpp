// SPDX-License-Identifier: MIT
// Contacts with half-spaces, and their planes, as docs/contacts.md says them: "A ground".
#include "checks.h"

#include <cmath>

#include "../oracle/contacts/half_space.h"

namespace tactus::fuzz {

namespace {

using Triple = std::array<long double, 3>;

Triple triple(const Vec3& v)
{
    return {static_cast<long double>(v.x), static_cast<long double>(v.y), static_cast<long double>(v.z)};
}
long double dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
long double norm(const Triple& a) { return std::sqrt(dot(a, a)); }
Triple moved(const Triple& from, const Triple& along, long double times)
{
    return {from[0] + along[0] * times, from[1] + along[1] * times, from[2] + along[2] * times};
}
long double apart(const Triple& a, const Triple& b) { return norm(moved(a, b, -1.0L)); }

/// A vector turned as a quaternion says.
Triple turned(const Quaternion& q, const Triple& v)
{
    const Triple u = {q.x, q.y, q.z};
    const long double w = q.w, length = dot(u, u) + w * w;
    const auto cross = [](const Triple& a, const Triple& b) {
        return Triple{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    // The vector and twice u x (u x v + w v), divided by the squared length.
    const Triple twice = cross(u, moved(cross(u, v), v, w));
    return moved(v, twice, 2.0L / length);
}

Triple unit(const Triple& v) { return moved({}, v, 1.0L / norm(v)); }

} // namespace

void check_ground(const Mirror& mirror, const Contact& c, const std::string& which, Findings& findings)
{
    const std::uint32_t a = mirror.place_of(c.body_a), b = mirror.place_of(c.body_b);
    const bool of_a = mirror.bodies[a].is_half_space, of_b = mirror.bodies[b].is_half_space;
    findings.expect(
        (c.kind == ContactKind::plane_vertex) == of_a && (c.kind == ContactKind::vertex_plane) == of_b, "ground_kind",
        "the kind does not say where the half-space is: " + which);
    if (of_a == of_b)
        return;
    const MirrorBody &ground = mirror.bodies[of_a ? a : b], &body = mirror.bodies[of_a ? b : a];
    const std::array<float, 3>& weights = of_a ? c.weights_b : c.weights_a;
    const std::uint32_t vertex = of_a ? c.vertices_b[0] : c.vertices_a[0];
    findings.expect(
        c.depth_state != DepthState::open, "ground_depth", "the depth below a plane is not final at once: " + which);
    if (!body.is_sphere) {
        findings.expect(weights[0] == 1.0f, "ground_kind", "the vertex has not the weight 1: " + which);
        if (vertex >= body.positions.size())
            return;
    }
    const Triple normal = unit(triple(ground.plane.normal));
    const Triple centre = triple(body.is_sphere ? body.centre : body.positions[vertex]);
    const long double radius = body.is_sphere ? static_cast<long double>(body.radius) : 0.0L;
    const long double through = static_cast<long double>(ground.plane.offset) / norm(triple(ground.plane.normal));
    const long double height = dot(normal, centre) - through - radius;
    // What the library computes in double and rounds to float once.
    const long double size = std::fabs(through) + norm(centre) + radius;
    const long double rounding = 1e-14L * size;
    const long double separation = static_cast<long double>(c.separation);
    findings.expect(
        std::fabs(separation - height) <= 6.1e-8L * std::fabs(height) + rounding, "ground_depth",
        "the height above the plane is " + std::to_string(static_cast<double>(height)) + ": " + which);
    findings.expect(
        std::fabs(height) <= rounding || (separation < 0.0L) == (height < 0.0L), "ground_depth",
        "the separation has the wrong sign: " + which);
    findings.expect(
        std::fabs(height) <= rounding || c.crosses == (height < 0.0L), "ground_depth",
        "what is below the plane crosses, and what is above does not: " + which);
    const Triple expected = moved({}, normal, of_a ? 1.0L : -1.0L);
    findings.expect(
        apart(triple(c.normal), expected) < 2e-7L, "ground_normal",
        "the normal is not the plane's, away from body a: " + which);
    const Triple lowest = moved(centre, normal, -radius);
    const Triple point = height > 0.0L ? moved(lowest, normal, -height / 2) : lowest;
    findings.expect(
        apart(triple(c.point), point) <= 3e-7L * size, "ground_point",
        "the point is not where the vertex is, or half way down: " + which);
}

void check_planes(Stage& stage, Findings& findings)
{
    for (std::size_t place = 0; place < stage.mirror().bodies.size(); ++place) {
        const MirrorBody& body = stage.mirror().bodies[place];
        if (!body.alive || !body.is_half_space)
            continue;
        const std::string which = "half-space " + std::to_string(place);
        const BodyInfo info = stage.world().info(body.id).value();
        findings.expect(
            info.is_half_space && !info.is_sphere && info.triangles == 0 && info.vertices == 0, "ground_plane",
            which + " is something else by its info");
        findings.expect(
            info.normal == body.plane.normal && info.offset == body.plane.offset, "ground_plane",
            which + " lies elsewhere than before");
        if (body.pose == Pose{})
            findings.expect(
                info.normal == body.given.normal && info.offset == body.given.offset, "ground_plane",
                which + " is not where it was given");
        const Triple given = triple(body.given.normal);
        const Triple normal = unit(turned(body.pose.rotation, given));
        const Triple position = {body.pose.position.x, body.pose.position.y, body.pose.position.z};
        const long double before = static_cast<long double>(body.given.offset) / norm(given);
        const long double through = before + dot(normal, position);
        const Triple now = triple(info.normal);
        const long double size = 1.0L + std::fabs(before) + norm(position);
        findings.expect(apart(unit(now), normal) < 4e-7L, "ground_plane", which + " is not turned as its pose says");
        findings.expect(
            std::fabs(static_cast<long double>(info.offset) / norm(now) - through) < 4e-7L * size, "ground_plane",
            which + " is not as far from the origin as its pose says");
        // The point nearest to the origin as the plane was given, where the pose has it.
        const Triple anchor = moved(position, turned(body.pose.rotation, unit(given)), before);
        const std::vector<Vec3> said = stage.world().positions(body.id).value();
        findings.expect(
            said.size() == 1 && apart(triple(said[0]), anchor) < 4e-7L * size, "ground_plane",
            which + " gives another point as its position than the pose says");
    }
}

void GroundIds::check(const Mirror& mirror, const TrueContacts& truth, const Answer& answer, Findings& findings)
{
    const auto is_of_ground = [&](const ContactKey& key) {
        return mirror.bodies[key.body_a].is_half_space || mirror.bodies[key.body_b].is_half_space;
    };
    // What is not in contact now may come back under another id.
    std::erase_if(ids_, [&](const auto& known) { return !truth.near.contains(known.first); });
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        const ContactKey& key = answer.keys[k];
        if (key.body_a == UINT32_MAX || key.body_b == UINT32_MAX || !is_of_ground(key))
            continue;
        const auto [known, is_new] = ids_.insert({key, answer.confirmed[k].id});
        findings.expect(
            is_new || known->second == answer.confirmed[k].id, "ground_ids",
            "a vertex that stayed in contact had the id " + std::to_string(known->second) + " and has "
                + std::to_string(answer.confirmed[k].id) + ": " + text(key));
        known->second = answer.confirmed[k].id;
    }
    left_out_.clear();
    if (answer.contacts_merged)
        for (const auto& [key, id] : ids_)
            if (!answer.by_key.contains(key))
                left_out_.insert(key);
}

void GroundIds::edited()
{
    for (const ContactKey& key : left_out_)
        ids_.erase(key);
}

} // namespace tactus::fuzz
