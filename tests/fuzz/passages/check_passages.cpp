// SPDX-License-Identifier: MIT
#include "check_passages.h"

#include <algorithm>
#include <cmath>

#include "../tools/oracle/tool_answer.h"
#include "true_passages.h"

namespace tactus::fuzz::tools {

namespace {

/// The page promises the deepest point to this part of the passage's length.
constexpr double promised = 1e-4;
/// What floats near 1 are rounded by, in places and lengths.
constexpr double rounding_of_floats = 2e-6;

/// One contact of a shaft, and what the oracle says of the passage that it belongs to.
struct ShaftContact {
    const ToolContact& one;
    const SceneBody& tool;
    const SceneBody& mesh;
    const Passage& passage;
    const WaysOut& ways;
    bool convex = false;

    bool on_a() const { return one.contact.kind == ContactKind::shaft_inside; }
    double length_of_axis() const { return length(place_of(tool.tip) - place_of(tool.pivot)); }
    double length_of_passage() const { return (passage.end - passage.begin) * length_of_axis(); }
    /// How far off the place of the deepest point may be, metres.
    double slack() const { return promised * length_of_passage() + rounding_of_floats; }
    Place along() const { return 1.0 / length_of_axis() * (place_of(tool.tip) - place_of(tool.pivot)); }
    Place at() const { return axis_at(tool, one.part(on_a())); }
    /// The direction in which the tool is pushed.
    Place out() const { return (on_a() ? -1.0 : 1.0) * place_of(one.contact.normal); }
    double reported_depth() const { return -static_cast<double>(one.contact.separation); }
    double radius() const { return static_cast<double>(tool.radius); }
};

void check_place(const ShaftContact& shaft, Findings& findings)
{
    const ToolContact& one = shaft.one;
    const Contact& contact = one.contact;
    findings.expect(
        length(place_of(contact.point) - shaft.at()) < 10 * rounding_of_floats, "tool_passage_point",
        one.name() + " is not at the point of the axis that its weights name");
    // The triangle that is named is as near as any, and the weights name its nearest point.
    const auto& vertices = shaft.on_a() ? contact.vertices_b : contact.vertices_a;
    const auto& weights = shaft.on_a() ? contact.weights_b : contact.weights_a;
    const std::uint32_t triangle = shaft.on_a() ? contact.triangle_b : contact.triangle_a;
    Place on_mesh;
    bool of_triangle = triangle < shaft.mesh.mesh.triangles.size() && !shaft.mesh.removed[triangle];
    for (std::size_t k = 0; k < 3 && of_triangle; ++k) {
        const TriangleIndices& corners = shaft.mesh.mesh.triangles[triangle];
        of_triangle = weights[k] == 0.0f || std::find(corners.begin(), corners.end(), vertices[k]) != corners.end();
        if (weights[k] != 0.0f && of_triangle)
            on_mesh = on_mesh + static_cast<double>(weights[k]) * place_of(shaft.mesh.mesh.positions[vertices[k]]);
    }
    findings.expect(of_triangle, "tool_passage_point", one.name() + " names vertices of another triangle");
    if (!of_triangle)
        return;
    findings.expect(
        shaft.ways.counts(triangle), "tool_passage_point",
        one.name() + " comes out of the triangle " + std::to_string(triangle) + ", which faces away");
    const double depth = shaft.ways.depth(shaft.at()), away = length(on_mesh - shaft.at());
    findings.expect(
        away <= depth + 2 * shaft.slack(), "tool_passage_point",
        one.name() + " comes out " + std::to_string(away) + " away, and the surface is " + std::to_string(depth)
            + " away");
}

/// The means of two ways out that are across the shaft to within a slack, of which one has to be the normal's direction
/// and give the depth.
bool is_mean_of(const ShaftContact& shaft, const Place& one, const Place& other, double depth, double slack)
{
    constexpr int steps = 64;
    const double of_one = product(one, shaft.along()), of_other = product(other, shaft.along());
    double first = 0.0, last = 1.0;
    if (std::abs(of_one - of_other) > 1e-12) {
        const double a = (slack - of_other) / (of_one - of_other), b = (-slack - of_other) / (of_one - of_other);
        first = std::clamp(std::min(a, b), 0.0, 1.0);
        last = std::clamp(std::max(a, b), 0.0, 1.0);
    }
    const double between_steps = (last - first) * length(one - other) / steps;
    for (int k = 0; k <= steps; ++k) {
        const double share = first + (last - first) * k / steps;
        const Place mean = share * one + (1.0 - share) * other;
        if (std::abs(product(mean, shaft.along())) > 1.01 * slack)
            continue;
        const double size = length(mean), counts = std::min(1.0, 2 * size), whole = depth + shaft.radius();
        if (std::abs(shaft.reported_depth() - counts * whole)
            > 2 * shaft.slack() + (size < 0.55 ? 2 * (slack + between_steps) * whole : 0.0))
            continue;
        if (size < 0.05 || length(1.0 / size * mean - shaft.out()) <= 1e-3 + 2 * (slack + between_steps) / size)
            return true;
    }
    return false;
}

/// The depth and the normal, by the ways out on both sides of the deepest point.
void check_push(const ShaftContact& shaft, Findings& findings)
{
    const ToolContact& one = shaft.one;
    const Place at = shaft.at();
    const double depth = shaft.ways.depth(at), whole = depth + shaft.radius();
    const DeepestPoint deepest = shaft.ways.deepest(shaft.passage.begin, shaft.passage.end, 1e-3 * shaft.slack());
    findings.expect(
        depth >= deepest.depth - shaft.slack(), "tool_passage_deepest",
        one.name() + " is at a depth of " + std::to_string(depth) + ", and the greatest is "
            + std::to_string(deepest.depth) + " in a passage of " + std::to_string(shaft.length_of_passage()));
    findings.expect(
        shaft.reported_depth() <= whole + 2 * shaft.slack() && shaft.reported_depth() >= 0.0, "tool_passage_depth",
        one.name() + " has the separation " + std::to_string(one.contact.separation) + " at a depth of "
            + std::to_string(depth) + " with a radius of " + std::to_string(shaft.radius()));
    if (shaft.reported_depth() > 0.01 * whole)
        findings.expect(
            std::abs(product(shaft.out(), shaft.along())) < 1e-3, "tool_passage_across",
            one.name() + " pushes along the shaft, by " + std::to_string(product(shaft.out(), shaft.along())));
    // Next to the surface, directions turn quickly.
    if (depth < 0.005 * shaft.length_of_passage() + 100 * rounding_of_floats)
        return;
    const double slack = 2 * shaft.slack() / depth + 1e-4;
    // Where the depth falls off slowly, the point may be some way from the deepest one.
    bool is_mean = false;
    for (const Place& from : {at, axis_at(shaft.tool, deepest.part)}) {
        std::vector<Place> out;
        for (const WayOut& way : shaft.ways.nearest(from, 2.2 * shaft.slack()))
            out.push_back(1.0 / way.length * (way.to - from));
        for (std::size_t i = 0; i < out.size() && !is_mean; ++i)
            for (std::size_t j = i; j < out.size() && !is_mean; ++j)
                is_mean = is_mean_of(shaft, out[i], out[j], depth, slack);
    }
    findings.expect(
        is_mean, "tool_passage_normal",
        one.name() + " pushes to (" + std::to_string(shaft.out().x) + ", " + std::to_string(shaft.out().y) + ", "
            + std::to_string(shaft.out().z) + ") by " + std::to_string(shaft.reported_depth()) + " at a depth of "
            + std::to_string(depth) + " with a radius of " + std::to_string(shaft.radius()));
}

/// From a convex mesh, a point comes out if it goes along a mean of ways out by its depth and as much more as that mean
/// is shorter than 1.
void check_frees(const ShaftContact& shaft, Findings& findings)
{
    const double depth = shaft.ways.depth(shaft.at()), whole = depth + shaft.radius();
    const double counts = shaft.reported_depth() / whole;
    if (!shaft.convex || !shaft.ways.all_count() || counts < 0.05 || depth < 100 * rounding_of_floats)
        return;
    const double by = 2 * (depth + shaft.slack()) / std::min(1.0, counts) + shaft.slack();
    findings.expect(
        winding(shaft.mesh, shaft.at() + by * shaft.out()) < 0.5, "tool_passage_frees",
        shaft.one.name() + " is still inside when it is moved by " + std::to_string(by)
            + " along its normal, at a depth of " + std::to_string(depth));
}

/// What the shaft is near from within is 0 deep and silent.
void check_others_within(
    const std::vector<ToolContact>& some, std::uint32_t tool, const SceneBody& body, const TruePassages& truth,
    Findings& findings)
{
    const double slack = 1e-3 / length(place_of(body.tip) - place_of(body.pivot));
    for (const ToolContact& one : some) {
        if (one.is_inside())
            continue;
        const double part = one.part(one.a == tool);
        for (const Passage& passage : truth.all)
            if (passage.required && passage.holds(part, -slack))
                findings.expect(
                    one.contact.separation == 0.0f && one.contact.silent, "tool_passage_silent",
                    one.name() + " at " + std::to_string(part) + " is within, and has the separation "
                        + std::to_string(one.contact.separation) + (one.contact.silent ? " and is silent" : "")
                        + (one.contact.crosses ? " and crosses" : ""));
    }
}

void check_through(
    const ToolQuestion& question, std::uint32_t tool, std::uint32_t mesh, bool convex,
    const std::vector<ToolContact>& some)
{
    Findings& findings = question.findings;
    const SceneBody &shaft = question.scene.bodies[tool], &around = question.scene.bodies[mesh];
    const TruePassages truth = true_passages(shaft, around);
    if (truth.doubtful)
        return;
    const WaysOut ways(shaft, around);
    const double axis = length(place_of(shaft.tip) - place_of(shaft.pivot));
    std::vector<int> told(truth.all.size(), 0);
    for (const ToolContact& one : some) {
        if (!one.is_shaft())
            continue;
        const bool on_a = one.a == tool;
        findings.expect(
            one.contact.kind == (on_a ? ContactKind::shaft_inside : ContactKind::inside_shaft)
                && one.contact.depth_state == DepthState::propagated
                && (!one.contact.silent || one.contact.separation == 0.0f),
            "tool_passage_kind", one.name() + " has the kind of other bodies, is silent or not final");
        const double part = one.part(on_a);
        const auto held = std::find_if(truth.all.begin(), truth.all.end(), [&](const Passage& passage) {
            return passage.holds(part, promised * (passage.end - passage.begin) + rounding_of_floats / axis);
        });
        if (held == truth.all.end()) {
            findings.add("tool_passage_count", one.name() + " at " + std::to_string(part) + " is in no passage");
            continue;
        }
        ++told[static_cast<std::size_t>(held - truth.all.begin())];
        ++findings.counts.contacts;
        const ShaftContact contact{one, shaft, around, *held, ways, convex};
        if (!ways.is_certain())
            continue;
        check_place(contact, findings);
        check_push(contact, findings);
        check_frees(contact, findings);
    }
    for (std::size_t k = 0; k < told.size(); ++k) {
        const Passage& passage = truth.all[k];
        findings.expect(
            told[k] == 1 || (!passage.required && told[k] == 0), "tool_passage_count",
            "the passage of the tool " + std::to_string(tool) + " through " + std::to_string(mesh) + " from "
                + std::to_string(passage.begin) + " to " + std::to_string(passage.end)
                + (passage.touches ? ", which touches the surface from within," : "") + " has "
                + std::to_string(told[k]) + " contacts");
    }
    check_others_within(some, tool, shaft, truth, findings);
}

} // namespace

void check_passages(ToolQuestion question)
{
    const ToolScene& scene = question.scene;
    if (!scene.settings.measure_depths)
        return;
    const std::vector<ToolContact> all =
        contacts_without_history(scene, question.asked, question.asked.world.find_contacts().contacts);
    ++question.findings.counts.queries;
    for (const ToolContact& one : all) {
        const std::uint32_t tool = one.contact.kind == ContactKind::shaft_inside ? one.a : one.b;
        const std::uint32_t other = tool == one.a ? one.b : one.a;
        if (one.is_shaft())
            question.findings.expect(
                scene.bodies[tool].kind == SceneKind::tool && scene.bodies[other].kind == SceneKind::mesh
                    && !scene.solid(other).open && scene.bodies[tool].pivot != scene.bodies[tool].tip,
                "tool_passage_kind", one.name() + " is not of a shaft with a length in a closed mesh");
    }
    for (std::uint32_t tool = 0; tool < scene.bodies.size(); ++tool)
        for (std::uint32_t mesh = 0; mesh < scene.bodies.size(); ++mesh) {
            if (scene.bodies[tool].kind != SceneKind::tool || scene.bodies[mesh].kind != SceneKind::mesh
                || !scene.collide(tool, mesh))
                continue;
            std::vector<ToolContact> some;
            bool is_told = false;
            for (const ToolContact& one : all)
                if (Mirror::both(one.a, one.b) == Mirror::both(tool, mesh)) {
                    some.push_back(one);
                    is_told = is_told || one.is_shaft();
                }
            if (!is_told && !may_pass(scene.bodies[tool], scene.bodies[mesh]))
                continue;
            if (const Solid solid = scene.solid(mesh); solid.clean)
                check_through(question, tool, mesh, solid.convex, some);
        }
}

} // namespace tactus::fuzz::tools
