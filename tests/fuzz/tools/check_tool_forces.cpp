// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "check_tools.h"
#include "oracle/tool_answer.h"

namespace tactus::fuzz::tools {

namespace {

/// Pushes as the default law does, and notes what it is told.
class NotedLaw final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        loads[load.id] = load;
        return default_force_law().push(load);
    }

    mutable std::map<std::uint64_t, ContactLoad> loads;
};

bool is_close(double a, double b)
{
    return std::abs(a - b) <= 1e-4 * std::max(1.0, std::max(std::abs(a), std::abs(b)));
}

/// The area of a ball of a radius at a depth.
double area_of_ball(double radius, double depth)
{
    const double height = std::min(depth, 2 * radius);
    return std::numbers::pi * height * (radius - height / 3);
}

void check_law(const ToolQuestion& question, const ToolContact& one, const ContactForce& push, const NotedLaw& law)
{
    Findings& findings = question.findings;
    const Place force = place_of(push.force), normal = place_of(one.contact.normal);
    const double along = product(force, normal), depth = static_cast<double>(one.contact.depth());
    findings.expect(
        along >= -1e-6 * length(force), "tool_force_pull", one.name() + " pulls by " + std::to_string(along));
    const auto found = law.loads.find(one.contact.id);
    if (depth == 0 || one.contact.silent) {
        findings.expect(length(force) == 0, "tool_force_law", one.name() + " is not deep, and pushes");
        return;
    }
    if (found == law.loads.end()) {
        findings.add("tool_force_law", "the law is not asked about " + one.name());
        return;
    }
    const ContactLoad& load = found->second;
    findings.expect(
        is_close(load.depth, depth), "tool_force_law",
        one.name() + ": the law is told a depth of " + std::to_string(load.depth) + " and not "
            + std::to_string(depth));
    const SceneBody &a = question.scene.bodies[one.a], &b = question.scene.bodies[one.b];
    // Of two round bodies nobody says which radius counts.
    if ((a.kind == SceneKind::tool || a.kind == SceneKind::ball)
        && (b.kind == SceneKind::tool || b.kind == SceneKind::ball))
        return;
    const double radius = static_cast<double>((a.kind == SceneKind::tool ? a : b).radius);
    const double area = area_of_ball(radius, depth);
    findings.expect(
        std::abs(load.area - area) <= 1e-4 * area + 1e-12, "tool_force_area",
        one.name() + ": the area is " + std::to_string(load.area) + " and not " + std::to_string(area)
            + " with a depth of " + std::to_string(depth) + " and a radius of " + std::to_string(radius));
    const Material& material = question.scene.material;
    const double stiffness = material.stiffness > 0.0f ? static_cast<double>(material.stiffness)
                                                       : static_cast<double>(material.pressure_stiffness) * load.area;
    findings.expect(
        is_close(along, stiffness * depth), "tool_force_law",
        one.name() + " pushes with " + std::to_string(along) + " N and not " + std::to_string(stiffness * depth));
}

/// What the contacts of a body do to it, added up.
void check_sums(const ToolQuestion& question, const ForceReport& report)
{
    Findings& findings = question.findings;
    std::map<std::uint32_t, Place> pushes, vertices;
    double largest = 0.0;
    Place all;
    for (const ContactForce& push : report.contacts) {
        const std::uint32_t a = question.asked.place(push.body_a), b = question.asked.place(push.body_b);
        pushes[a] = pushes[a] - place_of(push.force);
        pushes[b] = pushes[b] + place_of(push.force);
        largest = std::max(largest, length(place_of(push.force)));
    }
    for (const VertexForce& force : report.vertices)
        vertices[question.asked.place(force.body)] = vertices[question.asked.place(force.body)] + place_of(force.force);
    const double slack = 1e-4 * largest * static_cast<double>(1 + report.contacts.size());
    std::set<std::uint32_t> told;
    for (const Wrench& wrench : report.bodies) {
        const std::uint32_t place = question.asked.place(wrench.body);
        told.insert(place);
        all = all + place_of(wrench.force);
        const std::string which = "body " + std::to_string(place);
        findings.expect(
            length(place_of(wrench.force) - pushes[place]) <= slack, "tool_force_wrench",
            which + ": its contacts do not add up to its wrench");
        const SceneKind kind = question.scene.bodies[place].kind;
        if (kind == SceneKind::mesh || kind == SceneKind::tool)
            findings.expect(
                length(place_of(wrench.force) - vertices[place]) <= slack, "tool_force_vertices",
                which + ": the forces of its vertices do not add up to its wrench");
        if (kind == SceneKind::tool) {
            const SceneBody& tool = question.scene.bodies[place];
            findings.expect(
                length(place_of(wrench.centroid) - 0.5 * (place_of(tool.pivot) + place_of(tool.tip))) < 1e-4,
                "tool_force_wrench", which + ": the centroid is not the middle of the axis");
        }
    }
    for (const auto& [place, push] : pushes)
        findings.expect(
            told.contains(place) || length(push) <= slack, "tool_force_wrench",
            "body " + std::to_string(place) + " is pushed and has no wrench");
    findings.expect(length(all) <= slack, "tool_force_balance", "forces do not add up to nothing");
    for (const VertexForce& force : report.vertices)
        findings.expect(
            question.scene.bodies[question.asked.place(force.body)].kind != SceneKind::tool || force.vertex < 2,
            "tool_force_vertices", "a tool has a vertex " + std::to_string(force.vertex));
}

/// A tool that is moved as a whole between two queries has that velocity in all its contacts.
void check_speeds(const ToolQuestion& question)
{
    ToolWorld moving(question.scene);
    (void)moving.world.find_contacts();
    const Place by = {0.0078125, -0.015625, 0.00390625};
    const auto moved = [&](const Vec3& p) {
        return Vec3{p.x + static_cast<float>(by.x), p.y + static_cast<float>(by.y), p.z + static_cast<float>(by.z)};
    };
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k)
        if (const SceneBody& body = question.scene.bodies[k]; body.kind == SceneKind::tool)
            moving.world.set_tool(moving.ids[k], moved(body.pivot), moved(body.tip)).value();
    ToolScene now = question.scene;
    for (SceneBody& body : now.bodies) {
        body.pivot = moved(body.pivot);
        body.tip = moved(body.tip);
    }
    const std::vector<ToolContact> all = contacts_of_tools(now, moving, moving.world.find_contacts().contacts);
    NotedLaw law;
    (void)moving.world.contact_forces({.step_seconds = 0.5f, .law = &law});
    for (const ToolContact& one : all) {
        const auto found = law.loads.find(one.contact.id);
        const bool tool_a = now.bodies[one.a].kind == SceneKind::tool,
                   tool_b = now.bodies[one.b].kind == SceneKind::tool;
        if (found == law.loads.end())
            continue;
        const Place velocity = ((tool_b ? 2.0 : 0.0) - (tool_a ? 2.0 : 0.0)) * by;
        const double approach = -product(velocity, place_of(one.contact.normal));
        question.findings.expect(
            std::abs(found->second.approach_speed - approach) < 1e-5, "tool_force_speed",
            one.name() + " approaches by " + std::to_string(found->second.approach_speed) + " and not "
                + std::to_string(approach));
    }
}

/// Only what is certain pushes, and never harder than in the complete answer.
void check_lower(const ToolQuestion& question)
{
    std::map<std::string, double> complete;
    const auto pushes = [&](ToolWorld& asked, const ContactReport& report, const ForceOptions& options) {
        std::map<std::string, double> sizes;
        std::map<std::uint64_t, std::string> names;
        for (const ToolContact& one : contacts_of_tools(question.scene, asked, report.contacts))
            names[one.contact.id] = one.name();
        for (const ContactForce& push : asked.world.contact_forces(options).contacts) {
            question.findings.expect(
                std::isfinite(push.force.x) && std::isfinite(push.force.y) && std::isfinite(push.force.z),
                "tool_force_law", "a force is not finite");
            if (const auto name = names.find(push.id); name != names.end())
                sizes[name->second] += length(place_of(push.force));
        }
        return sizes;
    };
    ToolWorld whole(question.scene);
    complete = pushes(whole, whole.world.find_contacts(), {});
    for (const std::uint64_t units : {1u, 3u, 9u}) {
        ToolWorld cut(question.scene);
        cut.world.prepare_contacts();
        const ContactReport& report = cut.world.find_contacts(Budget::work_units(units));
        for (const auto& [name, size] : pushes(cut, report, {.policy = ForcePolicy::certified_lower}))
            question.findings.expect(
                size <= complete[name] * 1.0001 + 1e-6, "tool_force_lower",
                "cut at " + std::to_string(units) + ", " + name + " pushes with " + std::to_string(size)
                    + " N, and with " + std::to_string(complete[name]) + " N in the complete answer");
    }
}

} // namespace

void check_tool_forces(ToolQuestion question)
{
    const std::vector<ToolContact> all =
        contacts_of_tools(question.scene, question.asked, question.asked.world.find_contacts().contacts);
    NotedLaw law;
    const ForceReport& report = question.asked.world.contact_forces({.law = &law});
    std::map<std::uint64_t, ContactForce> pushes;
    for (const ContactForce& push : report.contacts)
        pushes[push.id] = push;
    check_sums(question, report);
    for (const ToolContact& one : all) {
        const auto push = pushes.find(one.contact.id);
        if (push == pushes.end())
            question.findings.add("tool_force_law", one.name() + " has no entry among the forces");
        else
            check_law(question, one, push->second, law);
    }
    check_speeds(question);
    check_lower(question);
}

} // namespace tactus::fuzz::tools
