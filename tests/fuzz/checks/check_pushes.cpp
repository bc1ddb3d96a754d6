// SPDX-License-Identifier: MIT
// Which way crossed edges push, and what share of the forces is certain.
#include "checks.h"

#include <cmath>

namespace tactus::fuzz {

namespace {

DoublePoint less(const DoublePoint& a, const DoublePoint& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double dot(const DoublePoint& a, const DoublePoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

DoublePoint unit(const DoublePoint& a)
{
    const double size = std::sqrt(dot(a, a));
    return size > 0.0 ? DoublePoint{a[0] / size, a[1] / size, a[2] / size} : DoublePoint{};
}

/// The largest share of a direction that leads into one of the faces at an edge, across it. 0 where the edge has more
/// than two faces, or one that is too thin to say.
double leads_into_face(const MirrorBody& body, std::uint32_t begin, std::uint32_t end, const DoublePoint& way)
{
    const DoublePoint from = to_double(body.positions[begin]), along = unit(less(to_double(body.positions[end]), from));
    double share = 0.0;
    int faces = 0;
    for (std::size_t t = 0; t < body.triangles.size(); ++t) {
        const TriangleIndices& corners = body.triangles[t];
        const bool has_begin = corners[0] == begin || corners[1] == begin || corners[2] == begin;
        const bool has_end = corners[0] == end || corners[1] == end || corners[2] == end;
        if (body.removed[t] || !has_begin || !has_end)
            continue;
        ++faces;
        for (const std::uint32_t corner : corners) {
            if (corner == begin || corner == end)
                continue;
            const DoublePoint side = less(to_double(body.positions[corner]), from);
            const double on = dot(side, along);
            const DoublePoint across = less(side, {along[0] * on, along[1] * on, along[2] * on});
            if (dot(across, across) < 1e-6 * dot(side, side))
                return 0.0;
            share = std::fmax(share, dot(unit(across), way));
        }
    }
    return faces <= 2 ? share : 0.0;
}

void check_shares(const ForceReport& report, const Answer& answer, Findings& findings)
{
    double pushes = 0.0;
    for (const ContactForce& f : report.contacts) {
        const DoublePoint force = to_double(f.force);
        pushes += std::sqrt(dot(force, force));
    }
    const double said = static_cast<double>(report.confirmed_push) + static_cast<double>(report.held_push);
    findings.expect(
        std::fabs(said - pushes) <= 1e-3 * pushes + 1e-5, "force_shares",
        "pushes sum to " + std::to_string(pushes) + " N, and the shares to " + std::to_string(said) + " N");
    findings.expect(
        report.unknown_pairs <= report.open_pairs, "force_shares", "more pairs are unknown than are unfinished");
    if (answer.complete)
        findings.expect(
            report.open_pairs == 0 && report.held_push == 0.0f, "force_shares",
            "of a complete answer " + std::to_string(report.open_pairs) + " pairs are unfinished, and "
                + std::to_string(report.held_push) + " N are held");
    else
        findings.expect(report.open_pairs > 0, "force_shares", "no pair of an unfinished answer is unfinished");
}

} // namespace

void check_pushes(Stage& stage, const Answer& answer, Findings& findings)
{
    check_shares(stage.contact_forces({}), answer, findings);
    const Mirror& mirror = stage.mirror();
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        const Contact& c = answer.confirmed[k];
        if (c.kind != ContactKind::edge_edge || !c.crosses || !(c.separation < 0.0f) || c.body_a == c.body_b)
            continue;
        const DoublePoint way = to_double(c.normal), back = {-way[0], -way[1], -way[2]};
        const auto [a, b] = answer.places[k];
        // The push fades within a few degrees of an edge's normals.
        const double most = std::fmax(
            leads_into_face(mirror.bodies[a], c.vertices_a[0], c.vertices_a[1], way),
            leads_into_face(mirror.bodies[b], c.vertices_b[0], c.vertices_b[1], back));
        findings.expect(most < 0.12, "flat_edge", "an edge pushes into a face beside it: " + text(c));
    }
}

} // namespace tactus::fuzz
