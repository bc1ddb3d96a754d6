// SPDX-License-Identifier: MIT
#include "checks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus::fuzz {

namespace {

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

double distance(const DoublePoint& a, const DoublePoint& b)
{
    return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/// How many vertices each side of a contact has; 0 for a sphere or a half-space.
void sides_of(const Mirror& mirror, const Contact& c, std::uint32_t a, std::uint32_t b, int& count_a, int& count_b)
{
    switch (c.kind) {
    case ContactKind::vertex_face:
        count_a = 1, count_b = 3;
        break;
    case ContactKind::face_vertex:
        count_a = 3, count_b = 1;
        break;
    case ContactKind::edge_edge:
        count_a = 2, count_b = 2;
        break;
    case ContactKind::vertex_inside:
        count_a = mirror.bodies[a].is_sphere ? 0 : 1, count_b = 3;
        break;
    case ContactKind::inside_vertex:
        count_a = 3, count_b = mirror.bodies[b].is_sphere ? 0 : 1;
        break;
    case ContactKind::sphere_surface:
        count_a = 0, count_b = 3;
        break;
    case ContactKind::surface_sphere:
        count_a = 3, count_b = 0;
        break;
    case ContactKind::vertex_plane:
        count_a = mirror.bodies[a].is_sphere ? 0 : 1, count_b = 0;
        break;
    case ContactKind::plane_vertex:
        count_a = 0, count_b = mirror.bodies[b].is_sphere ? 0 : 1;
        break;
    default:
        count_a = count_b = 0;
    }
}

/// Checks one side's numbers and weights, and gives its point.
bool side_point(
    const Mirror& mirror, std::uint32_t place, std::uint32_t triangle, const std::array<std::uint32_t, 3>& vertices,
    const std::array<float, 3>& weights, int count, const std::string& which, Findings& findings, DoublePoint& point)
{
    const MirrorBody& body = mirror.bodies[place];
    double sum = 0.0;
    point = {};
    for (std::size_t k = 0; k < 3; ++k) {
        const double weight = static_cast<double>(weights[k]);
        sum += weight;
        findings.expect(
            std::isfinite(weight) && weight >= -1e-4 && weight <= 1 + 1e-4, "weights",
            "a weight is not between 0 and 1: " + which);
        findings.expect(
            static_cast<int>(k) < count || weight == 0.0, "weights",
            "a place beyond the feature has a weight: " + which);
        if (count && weight != 0.0) {
            if (vertices[k] >= body.positions.size()) {
                findings.add("numbers", "a vertex that does not exist: " + which);
                return false;
            }
            const DoublePoint p = to_double(body.positions[vertices[k]]);
            for (std::size_t axis = 0; axis < 3; ++axis)
                point[axis] += weight * p[axis];
        }
    }
    findings.expect(
        std::fabs(sum - (count ? 1.0 : 0.0)) < 1e-4, "weights", "weights sum to " + std::to_string(sum) + ": " + which);
    if (!count)
        return false;
    if (triangle >= body.triangles.size() || body.removed[triangle]) {
        findings.add("numbers", "a triangle that does not exist: " + which);
        return true;
    }
    const TriangleIndices& held = body.triangles[triangle];
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
        findings.expect(
            std::find(held.begin(), held.end(), vertices[k]) != held.end(), "numbers",
            "a triangle does not hold its feature: " + which);
    return true;
}

void check_confirmed(const Mirror& mirror, const Contact& c, const ContactKey& key, bool complete, Findings& findings)
{
    const std::string which = text(key) + ": " + text(c);
    const double eps = slack(mirror);
    findings.expect(
        is_finite(c.point) && is_finite(c.normal) && is_finite(c.previous_point) && std::isfinite(c.separation),
        "bounds", "not finite: " + which);
    findings.expect(
        c.error_bound == 0.0f && c.point_bound == 0.0f, "bounds", "a decided contact has a bound: " + which);
    findings.expect(
        c.separation_lower == c.separation && c.separation_upper == c.separation, "bounds",
        "certified values of a decided contact differ: " + which);
    findings.expect(c.id != 0, "counts", "a confirmed contact has no id: " + which);
    findings.expect(
        !complete || c.depth_state != DepthState::open, "complete_open", "complete with an open depth: " + which);
    const double length =
        std::hypot(static_cast<double>(c.normal.x), static_cast<double>(c.normal.y), static_cast<double>(c.normal.z));
    findings.expect(
        std::fabs(length - 1.0) < 1e-4, "normal", "a normal of length " + std::to_string(length) + ": " + which);
    const bool mesh_contact = c.kind <= ContactKind::inside_vertex;
    if (mesh_contact && c.depth_state != DepthState::open)
        findings.expect(
            c.crosses ? static_cast<double>(c.separation) <= eps
                      : static_cast<double>(c.separation) >= -eps || c.depth_state == DepthState::propagated,
            "sign", "the separation's sign: " + which);
    findings.expect(c.age > 0 || c.previous_point == c.point, "counts", "a new contact has been elsewhere: " + which);
    const std::uint32_t a = mirror.place_of(c.body_a), b = mirror.place_of(c.body_b);
    if (a == UINT32_MAX || b == UINT32_MAX) {
        findings.add("numbers", "a body that does not exist: " + which);
        return;
    }
    check_ground(mirror, c, which, findings);
    if (c.depth_state == DepthState::open
        && (c.kind == ContactKind::vertex_inside || c.kind == ContactKind::inside_vertex))
        return; // The triangle on the way out is part of the depth.
    int count_a = 0, count_b = 0;
    sides_of(mirror, c, a, b, count_a, count_b);
    DoublePoint point_a, point_b;
    const bool has_a =
        side_point(mirror, a, c.triangle_a, c.vertices_a, c.weights_a, count_a, which, findings, point_a);
    const bool has_b =
        side_point(mirror, b, c.triangle_b, c.vertices_b, c.weights_b, count_b, which, findings, point_b);
    const DoublePoint point = to_double(c.point);
    if (c.kind == ContactKind::vertex_inside || c.kind == ContactKind::inside_vertex) {
        const bool of_a = c.kind == ContactKind::vertex_inside;
        if (of_a ? has_a : has_b)
            findings.expect(
                distance(point, of_a ? point_a : point_b) < 10 * eps, "point_crossed",
                "the point is not at the vertex inside: " + which);
        return;
    }
    if (has_a && has_b) {
        const DoublePoint middle = {
            (point_a[0] + point_b[0]) / 2, (point_a[1] + point_b[1]) / 2, (point_a[2] + point_b[2]) / 2};
        findings.expect(
            distance(point, middle) < 10 * eps, c.crosses ? "point_crossed" : "point",
            "the point is not half way between the two sides: " + which);
    }
}

/// Pairs of bodies whose boxes come within the distance of each other, a body and itself included: each may take two
/// entries.
std::size_t pairs_that_may_meet(const Mirror& mirror, float distance)
{
    // A box is lower corner, upper corner; boxes may be rounded outwards.
    const auto box_of = [](const MirrorBody& body) {
        std::array<Vec3, 2> box = {Vec3{INFINITY, INFINITY, INFINITY}, Vec3{-INFINITY, -INFINITY, -INFINITY}};
        const auto take = [&](Vec3 p, float r) {
            box[0] = {std::fmin(box[0].x, p.x - r), std::fmin(box[0].y, p.y - r), std::fmin(box[0].z, p.z - r)};
            box[1] = {std::fmax(box[1].x, p.x + r), std::fmax(box[1].y, p.y + r), std::fmax(box[1].z, p.z + r)};
        };
        if (body.is_sphere)
            take(body.centre, body.radius);
        // A half-space has a box as large as floats are.
        if (body.is_half_space)
            take({}, INFINITY);
        for (const Vec3& p : body.positions)
            take(p, 0.0f);
        return box;
    };
    std::size_t count = 0;
    for (std::uint32_t a = 0; a < mirror.bodies.size(); ++a)
        for (std::uint32_t b = a; b < mirror.bodies.size(); ++b) {
            if (!mirror.collide(a, b))
                continue;
            const auto first = box_of(mirror.bodies[a]), second = box_of(mirror.bodies[b]);
            const float reach = distance + static_cast<float>(slack(mirror));
            const auto meet = [&](float Vec3::*axis) {
                return first[0].*axis <= second[1].*axis + reach && second[0].*axis <= first[1].*axis + reach;
            };
            count += meet(&Vec3::x) && meet(&Vec3::y) && meet(&Vec3::z);
        }
    return count;
}

} // namespace

void check_fields(const Mirror& mirror, const ContactSettings& settings, const Answer& answer, Findings& findings)
{
    findings.counts.contacts += answer.confirmed.size();
    ++findings.counts.queries;
    const std::size_t room =
        std::max(settings.max_contacts, 2 * pairs_that_may_meet(mirror, settings.contact_distance));
    findings.expect(
        answer.entries <= room, "room",
        std::to_string(answer.entries) + " entries where there is room for " + std::to_string(room));
    findings.expect(
        answer.kinds_are_apart, "counts", "an unrefined contact is among the contacts, or a confirmed one is not");
    float worst = 0.0f;
    for (const Contact& c : answer.open) {
        worst = std::fmax(worst, c.error_bound);
        findings.expect(
            is_finite(c.point) && std::isfinite(c.point_bound) && std::isfinite(c.error_bound) && c.point_bound >= 0.0f
                && c.error_bound >= 0.0f && std::isfinite(c.separation_lower) && std::isfinite(c.separation_upper),
            "bounds", "a part's bounds: " + text(c));
        findings.expect(
            c.id == 0 && std::isfinite(c.separation) && c.separation_lower <= c.separation_upper, "bounds",
            "a part's fields: " + text(c));
        // Forces by spheres name what they act on.
        for (const std::array<float, 3>& weights : {c.weights_a, c.weights_b}) {
            const float sum = weights[0] + weights[1] + weights[2];
            findings.expect(
                *std::min_element(weights.begin(), weights.end()) >= 0.0f
                    && (sum == 0.0f || std::fabs(sum - 1.0f) < 1e-5f),
                "bounds", "a part has weights that do not sum to 1: " + text(c));
        }
        findings.expect(
            mirror.place_of(c.body_a) != UINT32_MAX && mirror.place_of(c.body_b) != UINT32_MAX, "numbers",
            "a part of a body that does not exist");
    }
    findings.expect(
        worst == answer.worst_error, "counts",
        "worst_error is " + std::to_string(answer.worst_error) + ", the largest error_bound " + std::to_string(worst));
    if (answer.complete)
        findings.expect(
            answer.open.empty() && answer.open_pairs == 0, "counts",
            "complete, but " + std::to_string(answer.open.size()) + " parts are open");
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        check_confirmed(mirror, answer.confirmed[k], answer.keys[k], answer.complete, findings);
        // A face that is there twice has its contacts twice.
        const Contact &c = answer.confirmed[k], &first = answer.confirmed[answer.by_key.at(answer.keys[k])];
        findings.expect(
            &c == &first || c.triangle_a != first.triangle_a || c.triangle_b != first.triangle_b, "unique",
            "a contact is listed twice: " + text(answer.keys[k]));
    }
}

} // namespace tactus::fuzz
