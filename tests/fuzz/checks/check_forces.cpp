// SPDX-License-Identifier: MIT
#include "checks.h"

#include <cmath>
#include <map>
#include <set>

namespace tactus::fuzz {

namespace {

DoublePoint crossed(const DoublePoint& a, const DoublePoint& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double norm(const DoublePoint& a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

void add(DoublePoint& to, const DoublePoint& what, double factor = 1.0)
{
    for (std::size_t k = 0; k < 3; ++k)
        to[k] += factor * what[k];
}

DoublePoint between(const DoublePoint& from, const DoublePoint& to)
{
    return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

std::string text(const DoublePoint& p)
{
    return "(" + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(p[2]) + ")";
}

/// Forces added up about a point.
struct Sum {
    DoublePoint force = {}, torque = {};
    double size = 0.0; ///< Of all forces, one by one.

    void add_force(const DoublePoint& f, const DoublePoint& arm, double factor)
    {
        add(force, f, factor);
        add(torque, crossed(arm, f), factor);
        size += norm(f) * (1.0 + norm(arm));
    }
};

/// The point that the weights of a contact's side name.
DoublePoint
named_point(const MirrorBody& body, const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights)
{
    DoublePoint point = {};
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] != 0.0f && vertices[k] < body.positions.size())
            add(point, to_double(body.positions[vertices[k]]), static_cast<double>(weights[k]));
    return point;
}

} // namespace

void check_forces(
    Stage& stage, const Answer& answer, const Material& material, const ForceOptions& options, Findings& findings)
{
    const Mirror& mirror = stage.mirror();
    const ForceReport& report = stage.contact_forces(options);
    const std::string policy =
        "policy " + std::to_string(static_cast<int>(options.policy)) + (answer.complete ? "" : ", cut") + ": ";
    std::map<std::uint32_t, Sum> by_contacts, by_sides, by_vertices;
    std::set<std::uint32_t> unnamed; // bodies that something pushes of which no contact tells
    std::map<std::uint32_t, DoublePoint> centroids;
    for (const Wrench& w : report.bodies)
        centroids[mirror.place_of(w.body)] = to_double(w.centroid);
    Sum all;
    std::map<std::uint64_t, const Contact*> by_id;
    for (const Contact& c : answer.confirmed)
        by_id[c.id] = &c;
    for (const ContactForce& f : report.contacts) {
        const DoublePoint force = to_double(f.force), point = to_double(f.point);
        findings.expect(
            std::isfinite(norm(force)) && std::isfinite(norm(point)), "force_finite",
            policy + "a contact's force is not finite");
        const std::uint32_t a = mirror.place_of(f.body_a), b = mirror.place_of(f.body_b);
        by_contacts[b].add_force(force, between(centroids.contains(b) ? centroids[b] : point, point), 1.0);
        by_contacts[a].add_force(force, between(centroids.contains(a) ? centroids[a] : point, point), -1.0);
        const auto contact = by_id.find(f.id);
        // As long as a depth is open, the way out is still being looked for.
        if (f.id == 0 || contact == by_id.end() || contact->second->depth_state == DepthState::open) {
            unnamed.insert({a, b});
        } else {
            const Contact& c = *contact->second;
            const DoublePoint on_a = named_point(mirror.bodies[a], c.vertices_a, c.weights_a);
            const DoublePoint on_b = named_point(mirror.bodies[b], c.vertices_b, c.weights_b);
            by_sides[b].add_force(force, between(centroids.contains(b) ? centroids[b] : on_b, on_b), 1.0);
            by_sides[a].add_force(force, between(centroids.contains(a) ? centroids[a] : on_a, on_a), -1.0);
        }
        if (f.id && contact != by_id.end() && contact->second->depth_state != DepthState::open
            && material.friction == 0.0f) {
            const DoublePoint normal = to_double(contact->second->normal);
            const double along = normal[0] * force[0] + normal[1] * force[1] + normal[2] * force[2];
            findings.expect(
                along >= -1e-4 * norm(force) - 1e-7, "force_pull",
                policy + "a contact pulls with " + text(force) + ": " + tactus::fuzz::text(*contact->second));
        }
    }
    for (const VertexForce& f : report.vertices) {
        const std::uint32_t place = mirror.place_of(f.body);
        const DoublePoint force = to_double(f.force);
        findings.expect(std::isfinite(norm(force)), "force_finite", policy + "a vertex's force is not finite");
        if (place == UINT32_MAX || !mirror.bodies[place].is_mesh()
            || f.vertex >= mirror.bodies[place].positions.size()) {
            findings.add("force_vertices", policy + "a vertex that does not exist is pushed");
            continue;
        }
        const DoublePoint at = to_double(mirror.bodies[place].positions[f.vertex]);
        by_vertices[place].add_force(force, between(centroids.contains(place) ? centroids[place] : at, at), 1.0);
    }
    for (const Wrench& w : report.bodies) {
        const std::uint32_t place = mirror.place_of(w.body);
        if (place == UINT32_MAX) {
            findings.add("force_finite", policy + "a body that does not exist is pushed");
            continue;
        }
        const DoublePoint force = to_double(w.force), torque = to_double(w.torque), centroid = to_double(w.centroid);
        findings.expect(
            std::isfinite(norm(force)) && std::isfinite(norm(torque)) && std::isfinite(norm(centroid)), "force_finite",
            policy + "a wrench is not finite");
        all.add_force(force, centroid, 1.0);
        add(all.torque, torque);
        all.size += norm(torque);
        if (report.limited)
            continue;
        const auto agree = [&](const Sum& sum, const DoublePoint& turning, const std::string& check) {
            const double rounding = 1e-4 * (sum.size + norm(force) + norm(turning)) + 1e-5;
            findings.expect(
                norm(between(sum.force, force)) < rounding, check,
                policy + "body " + std::to_string(place) + ": force " + text(force) + ", sum " + text(sum.force));
            findings.expect(
                norm(between(sum.torque, turning)) < rounding, check,
                policy + "body " + std::to_string(place) + ": torque " + text(turning) + ", sum " + text(sum.torque));
        };
        agree(by_contacts[place], torque, "force_contacts");
        // Vertices take each push where their own side's weights say, which is not where the other side's say.
        if (mirror.bodies[place].is_mesh() && !unnamed.contains(place))
            agree(by_vertices[place], by_sides[place].torque, "force_vertices");
    }
    if (!report.limited) {
        const double rounding = 1e-4 * all.size + 1e-5;
        findings.expect(
            norm(all.force) < rounding, "force_balance", policy + "all forces together: " + text(all.force));
        findings.expect(
            norm(all.torque) < rounding, "force_balance", policy + "all torques together: " + text(all.torque));
    }
}

std::map<std::uint64_t, double> certified_forces(Stage& stage)
{
    std::map<std::uint64_t, double> sizes;
    for (const ContactForce& f : stage.contact_forces({.policy = ForcePolicy::certified_lower}).contacts)
        sizes[f.id] += norm(to_double(f.force));
    return sizes;
}

std::map<std::uint32_t, Wrench> wrenches(Stage& stage, const ForceOptions& options)
{
    std::map<std::uint32_t, Wrench> result;
    for (const Wrench& w : stage.contact_forces(options).bodies)
        result[stage.mirror().place_of(w.body)] = w;
    return result;
}

void check_same_wrenches(
    const std::map<std::uint32_t, Wrench>& expected, const std::map<std::uint32_t, Wrench>& other,
    const std::string& name, Findings& findings)
{
    std::set<std::uint32_t> places;
    double size = 0.0;
    for (const auto* list : {&expected, &other})
        for (const auto& [place, w] : *list) {
            places.insert(place);
            size = std::fmax(size, norm(to_double(w.force)) + norm(to_double(w.torque)));
        }
    const auto of = [](const std::map<std::uint32_t, Wrench>& list, std::uint32_t place) {
        return list.contains(place) ? list.at(place) : Wrench{};
    };
    for (const std::uint32_t place : places) {
        const Wrench a = of(expected, place), b = of(other, place);
        findings.expect(
            norm(between(to_double(a.force), to_double(b.force)))
                    + norm(between(to_double(a.torque), to_double(b.torque)))
                <= 1e-3 * size + 1e-5,
            name,
            "body " + std::to_string(place) + ": force " + text(to_double(a.force)) + " torque "
                + text(to_double(a.torque)) + ", the other force " + text(to_double(b.force)) + " torque "
                + text(to_double(b.torque)));
    }
}

} // namespace tactus::fuzz
