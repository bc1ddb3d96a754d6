// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "../oracle/depths/open_depth.h"
#include "../oracle/true_pairs.h"
#include "check_tools.h"
#include "oracle/tool_answer.h"
#include "oracle/true_tool_contacts.h"

namespace tactus::fuzz::tools {

namespace {

constexpr double slack_of_lengths = 2e-6;
constexpr double slack_of_places = 1e-4;

std::string text(const Place& p)
{
    return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ", " + std::to_string(p.z) + ")";
}

/// The contacts between two bodies.
std::vector<ToolContact> contacts_between(const std::vector<ToolContact>& all, std::uint32_t one, std::uint32_t other)
{
    std::vector<ToolContact> some;
    for (const ToolContact& contact : all)
        if ((contact.a == one && contact.b == other) || (contact.a == other && contact.b == one))
            some.push_back(contact);
    return some;
}

/// How far from the axis contacts of two bodies are found: the radii and the contact distance, rounded to a float.
float reach(const ToolQuestion& question, std::uint32_t a, std::uint32_t b)
{
    const Thickness thickness = question.asked.world.thickness(question.asked.ids[a], question.asked.ids[b]).value();
    return static_cast<float>(
        static_cast<double>(question.scene.bodies[a].radius) + static_cast<double>(question.scene.bodies[b].radius)
        + static_cast<double>(thickness.contact_distance.value_or(0.0f)));
}

/// What every contact of a tool says about itself.
void check_fields_of(const ToolQuestion& question, const ToolContact& one)
{
    Findings& findings = question.findings;
    const Contact& contact = one.contact;
    for (const bool on_a : {true, false}) {
        const SceneBody& body = question.scene.bodies[on_a ? one.a : one.b];
        const auto& weights = on_a ? contact.weights_a : contact.weights_b;
        const auto& vertices = on_a ? contact.vertices_a : contact.vertices_b;
        double sum = 0.0;
        bool known = true;
        for (std::size_t k = 0; k < 3; ++k) {
            sum += static_cast<double>(weights[k]);
            known =
                known && weights[k] >= 0.0f && (weights[k] == 0.0f || body.kind != SceneKind::tool || vertices[k] < 2);
        }
        const bool has_weights = body.kind == SceneKind::mesh || body.kind == SceneKind::tool;
        findings.expect(
            known && std::abs(sum - (has_weights ? 1.0 : 0.0)) < 1e-5, "tool_weights",
            one.name() + " has weights that sum to " + std::to_string(sum));
        if (body.kind == SceneKind::tool)
            findings.expect(
                (on_a ? contact.triangle_a : contact.triangle_b) == 0, "tool_weights", one.name() + ": no triangle 0");
    }
    findings.expect(
        std::abs(length(place_of(contact.normal)) - 1.0) < 1e-4, "tool_normal", one.name() + " has no unit normal");
    findings.expect(
        contact.error_bound == 0.0f && contact.point_bound == 0.0f && contact.is_confirmed()
            && contact.depth_state != DepthState::open,
        "tool_complete", one.name() + " is not decided in a complete answer");
}

/// Contacts of a tool that is outside a mesh and does not meet it, against those that the page defines.
void check_outside(
    const ToolQuestion& question, std::uint32_t tool, std::uint32_t mesh, const std::vector<ToolContact>& some)
{
    const auto truth = true_tool_contacts(question.scene, tool, mesh, reach(question, tool, mesh));
    if (!truth)
        return;
    Findings& findings = question.findings;
    const SceneBody& body = question.scene.bodies[tool];
    std::vector<char> told(truth->size(), 0);
    for (const ToolContact& one : some) {
        const bool on_a = one.a == tool;
        const double part = one.part(on_a), shaft = length(place_of(body.tip) - place_of(body.pivot));
        const Place on_mesh = one.point(question.scene, !on_a);
        // Of two vertices that of body a keeps it, and where the shaft is on a vertex, the page does not say.
        const auto has_kind_of = [&](const TrueToolContact& is) {
            const bool is_end = is.part == 0.0 || is.part == 1.0;
            const ContactKind kind = one.contact.kind;
            return is.corners == 1 ? kind != ContactKind::edge_edge
                   : is_end        ? kind == (on_a ? ContactKind::vertex_face : ContactKind::face_vertex)
                                   : kind == ContactKind::edge_edge;
        };
        // Of several in one place, one of the same kind.
        std::size_t best = truth->size();
        for (std::size_t k = 0; k < truth->size(); ++k)
            if (!told[k] && std::abs((*truth)[k].part - part) * shaft < slack_of_places
                && length((*truth)[k].on_mesh - on_mesh) < slack_of_places
                && (best == truth->size() || !has_kind_of((*truth)[best])))
                best = k;
        if (best == truth->size()) {
            findings.add(
                "tool_contact_set", one.name() + " at " + std::to_string(part) + " with " + text(on_mesh)
                                        + ", separation " + std::to_string(one.contact.separation) + ", is none");
            continue;
        }
        told[best] = 1;
        const TrueToolContact& is = (*truth)[best];
        const double separation = is.distance - static_cast<double>(body.radius);
        findings.expect(
            std::abs(separation - static_cast<double>(one.contact.separation)) < slack_of_lengths, "tool_separation",
            one.name() + " has the separation " + std::to_string(one.contact.separation) + " and not "
                + std::to_string(separation));
        const Place way = (on_a ? 1.0 : -1.0) / is.distance * (is.on_mesh - is.on_axis);
        if (is.distance > 1e-3)
            findings.expect(
                length(way - place_of(one.contact.normal)) < 1e-3, "tool_normal",
                one.name() + " has the normal " + text(place_of(one.contact.normal)) + " and not " + text(way));
        findings.expect(
            length(0.5 * (is.on_axis + is.on_mesh) - place_of(one.contact.point)) < slack_of_places, "tool_point",
            one.name() + " is not half way between its points");
        findings.expect(has_kind_of(is), "tool_kind", one.name() + " has another kind");
    }
    for (std::size_t k = 0; k < truth->size(); ++k)
        findings.expect(
            told[k] || !(*truth)[k].required, "tool_contact_set",
            "there is no contact at " + std::to_string((*truth)[k].part) + " of the tool " + std::to_string(tool)
                + " with " + text((*truth)[k].on_mesh) + " of " + std::to_string(mesh) + ", "
                + std::to_string((*truth)[k].distance) + " apart");
}

/// Whether an end of a tool has contacts: the tip has those of both where they are in one place.
bool has_contacts(const SceneBody& tool, std::uint32_t end) { return end == 1 || tool.pivot != tool.tip; }

/// How deep the ends of a tool are that lie inside a mesh.
void check_ends_inside(
    const ToolQuestion& question, std::uint32_t tool, std::uint32_t mesh, std::uint32_t end, const DepthRange& depth,
    const std::vector<ToolContact>& some)
{
    double least = 1.0;
    int pushing = 0;
    for (const ToolContact& one : some) {
        const bool on_a = one.a == tool;
        if (one.contact.kind == ContactKind::edge_edge || one.part(on_a) != static_cast<double>(end))
            continue;
        least = std::min(least, static_cast<double>(one.contact.separation));
        pushing += one.contact.separation < 0.0f && !one.contact.silent;
    }
    const auto radius = static_cast<double>(question.scene.bodies[tool].radius);
    const std::string which = "end " + std::to_string(end) + " of the tool " + std::to_string(tool) + " inside "
                              + std::to_string(mesh) + ", " + std::to_string(depth.least) + " to "
                              + std::to_string(depth.most) + " deep with a radius of " + std::to_string(radius);
    question.findings.expect(
        least <= -(depth.least + radius) + slack_of_places && least >= -(depth.most + radius) - slack_of_places,
        "tool_inside_depth", which + ", has the separation " + std::to_string(least));
    question.findings.expect(
        pushing == 1, "tool_inside_once", which + ", pushes by " + std::to_string(pushing) + " contacts");
}

void check_with_mesh(
    const ToolQuestion& question, std::uint32_t tool, std::uint32_t mesh, const InsideTruth& insides,
    const std::vector<TriangleRefPair>& pairs, const Mirror& mirror, const std::vector<ToolContact>& some)
{
    bool outside = true;
    const Solid& solid = insides.solids[mesh];
    for (const std::uint32_t end : {0u, 1u}) {
        if (solid.has_boundary || solid.open)
            continue;
        const auto side = insides.sides.find({mesh, tool, end});
        const bool is_known = solid.clean && side != insides.sides.end();
        outside = outside && is_known && side->second == Side::outside;
        if (is_known && side->second == Side::inside && has_contacts(question.scene.bodies[tool], end))
            check_ends_inside(question, tool, mesh, end, OpenDepths(mirror, pairs, insides, mesh, tool).of(end), some);
    }
    for (const ToolContact& one : some)
        question.findings.expect(
            !one.is_inside() || !(solid.has_boundary || solid.open), "tool_kind",
            one.name() + " is inside an open mesh");
    if (outside)
        check_outside(question, tool, mesh, some);
}

std::array<ExactPoint, 2> axis_of(const SceneBody& body)
{
    if (body.kind == SceneKind::ball)
        return {exact(body.centre), exact(body.centre)};
    return {exact(body.pivot), exact(body.tip)};
}

/// A tool and a ball, or two tools: one contact, at the distance of their axes.
void check_with_shape(
    const ToolQuestion& question, std::uint32_t tool, std::uint32_t other, const std::vector<ToolContact>& some)
{
    const auto [p0, p1] = axis_of(question.scene.bodies[tool]);
    const auto [q0, q1] = axis_of(question.scene.bodies[other]);
    const bool ball = question.scene.bodies[other].kind == SceneKind::ball;
    const std::string check = ball ? "tool_ball" : "tool_tool";
    const Ratio<mpq_class> squared = segment_segment(p0, p1, q0, q1);
    const double distance = std::sqrt(mpq_class(squared.above / squared.below).get_d());
    const float limit = reach(question, tool, other);
    if (question.scene.unit == 0.0f && std::abs(distance - static_cast<double>(limit)) < 1e-6)
        return;
    const bool near = mpq_class(squared.above / squared.below) <= mpq_class(limit) * mpq_class(limit);
    // Axes that are parallel may have several contacts.
    const ExactPoint of_tool = p1 - p0, of_other = q1 - q0, normal = cross(of_tool, of_other);
    const bool parallel = dot(normal, normal) == 0 && dot(of_tool, of_tool) != 0 && dot(of_other, of_other) != 0;
    const std::string which = "the tool " + std::to_string(tool) + " and the shape " + std::to_string(other) + ", "
                              + std::to_string(distance) + " apart with a reach of "
                              + std::to_string(static_cast<double>(limit)) + ",";
    question.findings.expect(
        parallel ? some.empty() != near : some.size() == (near ? 1u : 0u), check,
        which + " have " + std::to_string(some.size()) + " contacts");
    const double separation = distance - static_cast<double>(question.scene.bodies[tool].radius)
                              - static_cast<double>(question.scene.bodies[other].radius);
    if (some.size() == 1)
        question.findings.expect(
            std::abs(static_cast<double>(some[0].contact.separation) - separation) < slack_of_lengths, check,
            which + " have the separation " + std::to_string(some[0].contact.separation));
}

/// A contact for each end that is near the plane, with the height less the radius.
void check_with_ground(
    const ToolQuestion& question, std::uint32_t tool, std::uint32_t ground, const std::vector<ToolContact>& some)
{
    const SceneBody &body = question.scene.bodies[tool], &plane = question.scene.bodies[ground];
    const double size = length(place_of(plane.centre));
    const Thickness thickness =
        question.asked.world.thickness(question.asked.ids[tool], question.asked.ids[ground]).value();
    const double limit = static_cast<double>(static_cast<float>(
        static_cast<double>(body.radius) + static_cast<double>(thickness.contact_distance.value_or(0.0f))));
    for (const std::uint32_t end : {0u, 1u}) {
        const double height =
            (product(place_of(plane.centre), place_of(end ? body.tip : body.pivot)) - static_cast<double>(plane.offset))
            / size;
        int count = 0;
        for (const ToolContact& one : some)
            if ((one.a == tool ? one.contact.vertices_a : one.contact.vertices_b)[0] == end) {
                ++count;
                question.findings.expect(
                    one.contact.kind == (one.a == tool ? ContactKind::vertex_plane : ContactKind::plane_vertex)
                        && std::abs(
                               static_cast<double>(one.contact.separation)
                               - (height - static_cast<double>(body.radius)))
                               < slack_of_lengths,
                    "tool_ground",
                    one.name() + " has the separation " + std::to_string(one.contact.separation) + " at the height "
                        + std::to_string(height));
            }
        if (std::abs(height - limit) > 1e-6 || size == std::floor(size))
            question.findings.expect(
                std::abs(height - limit) < 1e-12 || count == (height <= limit && has_contacts(body, end) ? 1 : 0),
                "tool_ground",
                "end " + std::to_string(end) + " has " + std::to_string(count) + " contacts at the height "
                    + std::to_string(height) + " with a reach of " + std::to_string(limit));
    }
}

} // namespace

void check_tool_contacts(ToolQuestion question)
{
    const ContactReport& report = question.asked.world.find_contacts();
    ++question.findings.counts.queries;
    question.findings.expect(
        report.complete && report.unrefined.empty() && report.worst_error == 0.0f, "tool_complete",
        "an answer without a limit is not complete");
    const std::vector<ToolContact> all = contacts_without_history(question.scene, question.asked, report.contacts);
    question.findings.counts.contacts += all.size();
    for (const ToolContact& one : all)
        check_fields_of(question, one);
    const Mirror mirror = question.scene.mirror(true);
    const InsideTruth insides = true_insides(mirror);
    const std::vector<TriangleRefPair> pairs = true_pairs(mirror);
    for (std::uint32_t tool = 0; tool < question.scene.bodies.size(); ++tool)
        for (std::uint32_t other = 0; other < question.scene.bodies.size(); ++other) {
            const SceneKind kind = question.scene.bodies[other].kind;
            if (question.scene.bodies[tool].kind != SceneKind::tool || tool == other
                || (kind == SceneKind::tool && other < tool))
                continue;
            const std::vector<ToolContact> some = contacts_between(all, tool, other);
            if (!question.scene.collide(tool, other))
                question.findings.expect(some.empty(), "tool_contact_set", "bodies that do not collide are in contact");
            else if (kind == SceneKind::mesh)
                check_with_mesh(question, tool, other, insides, pairs, mirror, some);
            else if (kind == SceneKind::ground)
                check_with_ground(question, tool, other, some);
            else
                check_with_shape(question, tool, other, some);
        }
}

} // namespace tactus::fuzz::tools
