// SPDX-License-Identifier: MIT
#include <algorithm>
#include <tuple>

#include "check_convex.h"
#include "convex_scene.h"

namespace tactus::fuzz::tools {

namespace {

auto numbers(const Vec3& v) { return std::tuple(v.x, v.y, v.z); }

/// All that a contact says.
auto everything(const Contact& c)
{
    return std::tuple(
        std::tuple(c.id, c.body_a, c.body_b, c.kind, c.depth_state, c.crosses, c.silent, c.age),
        std::tuple(c.triangle_a, c.triangle_b, c.vertices_a, c.vertices_b, c.weights_a, c.weights_b),
        std::tuple(numbers(c.point), numbers(c.normal), numbers(c.previous_point)),
        std::tuple(c.separation, c.separation_lower, c.separation_upper, c.point_bound, c.error_bound));
}

auto everything(const ContactForce& f)
{
    return std::tuple(f.id, f.body_a, f.body_b, numbers(f.point), numbers(f.force));
}
auto everything(const VertexForce& f) { return std::tuple(f.body, f.vertex, numbers(f.force)); }
auto everything(const Wrench& w)
{
    return std::tuple(w.body, numbers(w.centroid), numbers(w.force), numbers(w.torque));
}

template <class T>
bool are_same(std::span<const T> one, std::span<const T> other)
{
    return std::ranges::equal(one, other, [](const T& a, const T& b) { return everything(a) == everything(b); });
}

/// Two worlds, which differ in what their convex bodies are.
struct Twins {
    Twins(const ToolScene& scene, std::uint32_t workers)
        : sets(scene, {.workers = workers, .convex_sets = true}), meshes(scene, {.workers = workers})
    {
    }

    ToolWorld sets, meshes;

    template <class Change>
    void both(const Change& change)
    {
        change(sets);
        change(meshes);
    }
};

/// What a query was, so that it can be found again.
std::string text(const Budget& budget)
{
    return budget.work_unit_limit() == UINT64_MAX ? "without a limit"
                                                  : "with " + std::to_string(budget.work_unit_limit()) + " units";
}

void compare_contacts(
    const ContactReport& of_sets, const ContactReport& of_meshes, const std::string& query, Findings& findings)
{
    std::string where;
    if (of_sets.contacts.size() != of_meshes.contacts.size() || of_sets.unrefined.size() != of_meshes.unrefined.size())
        where = std::to_string(of_sets.contacts.size()) + " contacts and " + std::to_string(of_sets.unrefined.size())
                + " unrefined ones, and " + std::to_string(of_meshes.contacts.size()) + " and "
                + std::to_string(of_meshes.unrefined.size()) + " with meshes";
    else if (!are_same(of_sets.contacts, of_meshes.contacts))
        where = "other contacts than with meshes";
    else if (!are_same(of_sets.unrefined, of_meshes.unrefined))
        where = "other unrefined contacts than with meshes";
    else if (
        of_sets.complete != of_meshes.complete || of_sets.work_units_spent != of_meshes.work_units_spent
        || of_sets.open_pairs != of_meshes.open_pairs || of_sets.worst_error != of_meshes.worst_error
        || of_sets.contacts_merged != of_meshes.contacts_merged)
        where = "other counts than with meshes: " + std::to_string(of_sets.work_units_spent) + " and "
                + std::to_string(of_meshes.work_units_spent) + " units";
    findings.expect(where.empty(), "tool_convex_same", "a query " + query + " has " + where);
    findings.counts.contacts += of_sets.contacts.size();
    ++findings.counts.queries;
}

void compare_forces(Twins& twins, const ForceOptions& options, const std::string& query, Findings& findings)
{
    const ForceReport& of_sets = twins.sets.world.contact_forces(options);
    const ForceReport& of_meshes = twins.meshes.world.contact_forces(options);
    findings.expect(
        are_same(of_sets.contacts, of_meshes.contacts) && are_same(of_sets.vertices, of_meshes.vertices)
            && are_same(of_sets.bodies, of_meshes.bodies) && of_sets.confirmed_push == of_meshes.confirmed_push
            && of_sets.held_push == of_meshes.held_push && of_sets.open_pairs == of_meshes.open_pairs
            && of_sets.unknown_pairs == of_meshes.unknown_pairs && of_sets.estimated_error == of_meshes.estimated_error,
        "tool_convex_forces", "after a query " + query + " forces are others than with meshes");
}

/// Moves bodies a little: convex sets and meshes by poses, tools by their ends.
void move_both(const ToolScene& scene, Twins& twins, Random& random)
{
    const auto number = [&](double reach) { return reach * (random.unit() * 2 - 1); };
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k) {
        if (random.one_in(2))
            continue;
        const SceneBody& body = scene.bodies[k];
        const double reach = random.one_in(3) ? 0.5 : 0.05;
        const Pose pose = {
            .position = {number(reach), number(reach), number(reach)},
            .rotation = {number(reach), number(reach), number(reach), 1.0}};
        const Vec3 by = {
            static_cast<float>(number(reach)), static_cast<float>(number(reach)), static_cast<float>(number(reach))};
        twins.both([&](ToolWorld& asked) {
            if (body.kind == SceneKind::tool)
                asked.world
                    .set_tool(asked.ids[k], body.pivot, {body.tip.x + by.x, body.tip.y + by.y, body.tip.z + by.z})
                    .value();
            else
                asked.world.set_pose(asked.ids[k], pose).value();
        });
    }
}

/// Attaches vertices of two meshes.
void attach_both(const ToolScene& scene, Twins& twins, Random& random)
{
    const auto a = random.below(static_cast<std::uint32_t>(scene.bodies.size()));
    const auto b = random.below(static_cast<std::uint32_t>(scene.bodies.size()));
    const auto vertices = [&](std::uint32_t k) {
        const SceneBody& body = scene.bodies[k];
        return body.half_spaces.empty() ? static_cast<std::uint32_t>(body.mesh.positions.size()) : 0u;
    };
    if (a == b || vertices(a) == 0 || vertices(b) == 0)
        return;
    const std::uint32_t of_a = random.below(vertices(a)), of_b = random.below(vertices(b));
    twins.both([&](ToolWorld& asked) { asked.world.attach_vertices(asked.ids[a], of_a, asked.ids[b], of_b).value(); });
}

/// Removes a triangle of a mesh that is no convex set, if it is still there.
void cut_both(const ToolScene& scene, Twins& twins, Random& random)
{
    const auto k = random.below(static_cast<std::uint32_t>(scene.bodies.size()));
    const SceneBody& body = scene.bodies[k];
    if (body.mesh.triangles.size() < 2 || !body.half_spaces.empty())
        return;
    const std::uint32_t number[] = {random.below(static_cast<std::uint32_t>(body.mesh.triangles.size()))};
    twins.both(
        [&](ToolWorld& asked) { (void)asked.world.edit(BodyEdit{.body = asked.ids[k], .remove_triangles = number}); });
}

} // namespace

void check_convex_twins(ToolQuestion question)
{
    const ToolScene& scene = question.scene;
    if (std::ranges::all_of(scene.bodies, [](const SceneBody& body) { return body.half_spaces.empty(); }))
        return;
    Random& random = question.random;
    Twins twins(scene, random.one_in(3) ? 3 : 1);
    if (random.one_in(3)) {
        const auto k = random.below(static_cast<std::uint32_t>(scene.bodies.size()));
        const Thickness thick = {.contact_distance = 0.0625f, .rest_offset = 0.03125f, .one_sided = {}};
        twins.both([&](ToolWorld& asked) { asked.world.set_thickness(asked.ids[k], thick).value(); });
    }
    for (int round = 0; round < 5; ++round) {
        if (round > 0)
            move_both(scene, twins, random);
        if (random.one_in(3))
            attach_both(scene, twins, random);
        if (random.one_in(3))
            cut_both(scene, twins, random);
        if (random.one_in(8))
            twins.both([](ToolWorld& asked) { asked.world.prepare_contacts(); });
        for (std::uint32_t k = 0; k < scene.bodies.size(); ++k)
            question.findings.expect(
                twins.sets.world.positions(twins.sets.ids[k]).value()
                    == twins.meshes.world.positions(twins.meshes.ids[k]).value(),
                "tool_convex_same", "body " + std::to_string(k) + " lies elsewhere than a mesh does");
        const std::string at = " in round " + std::to_string(round);
        const Budget budget = random.one_in(2) ? Budget::unlimited() : Budget::work_units(random.below(60));
        compare_contacts(
            twins.sets.world.find_contacts(budget), twins.meshes.world.find_contacts(budget), text(budget) + at,
            question.findings);
        const ForceOptions options = {
            .policy = static_cast<ForcePolicy>(random.below(3)), .step_seconds = random.one_in(2) ? 0.0f : 0.01f};
        compare_forces(twins, options, text(budget) + at, question.findings);
        if (random.one_in(2))
            continue;
        const Budget rest = random.one_in(2) ? Budget::unlimited() : Budget::work_units(random.below(60));
        compare_contacts(
            twins.sets.world.refine_contacts(rest), twins.meshes.world.refine_contacts(rest),
            "that goes on " + text(rest) + at, question.findings);
        compare_forces(twins, {}, "that goes on " + text(rest) + at, question.findings);
    }
}

} // namespace tactus::fuzz::tools
